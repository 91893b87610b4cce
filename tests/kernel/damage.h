// SPDX-License-Identifier: MIT
// Random damage to one token of a function that a lifted path needs.
#pragma once

#include "model/lift/lift.h"

#include <cstdint>
#include <string>
#include <vector>

namespace entryproof::damage {

struct Damage {
    std::string file;
    unsigned line = 0;        // of the token
    unsigned last_line = 0;   // of the last token that was touched
    std::string description;  // "swaps 'flags' and '&'"
    std::string text;         // of the whole file, with as many lines as before
};

// Damages of what `lifted` names: delete, duplicate or swap a token, put another of the same file in its place, change
// a number or an operator. The same seed gives the same damage.
class Damager {
public:
    Damager(const lift::SourceTree& tree, const lift::Lifted& lifted);
    Damage damage(std::uint64_t seed) const;

private:
    struct Place {
        std::uint32_t offset;
        std::string text;
        unsigned line;
    };
    struct Function {
        std::string file;
        std::vector<Place> tokens;
    };
    struct File {
        std::string text;
        std::vector<std::string> words;  // every token of the file
    };
    const File& file(const std::string& path) const;

    std::vector<Function> functions_;
    std::vector<std::pair<std::string, File>> files_;
};

}  // namespace entryproof::damage
