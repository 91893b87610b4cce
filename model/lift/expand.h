// SPDX-License-Identifier: MIT
// Macro expansion at token level, with pasting, for one assumption about the options.
// Every token keeps the place in the text where it, or the macro it came from, was named.
#pragma once

#include "model/lift/unit.h"

#include <functional>

namespace entryproof::lift {

struct Expansion {
    Unit& unit;
    std::uint32_t instance;
    Unit::Condition assumption;
    // Names that stand for themselves although they may be macros.
    std::function<bool(std::string_view)> keeps;
};

// Throws Undecided when a macro's meaning depends on an option that the assumption leaves open.
std::vector<Token> expand(const Expansion& expansion, std::vector<Token> tokens);

}  // namespace entryproof::lift
