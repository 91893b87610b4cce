// SPDX-License-Identifier: MIT
// The expression of an #if as a condition over options.
#pragma once

#include "model/lift/unit.h"

namespace entryproof::lift {

// What cannot be evaluated becomes an opaque atom, whose name starts with "?" and tells where it stands.
Conditions::Id evaluate_if(Unit& unit, std::uint32_t instance, const Arm& arm);

// True for the atoms above.
bool is_opaque(const std::string& atom);

}  // namespace entryproof::lift
