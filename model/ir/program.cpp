// SPDX-License-Identifier: MIT
// Source positions as text, and the linking of two halves of a program. link() checks everything before it copies
// anything, so a refused link leaves the program as it was.
#include "model/ir/program.h"

#include <algorithm>
#include <stdexcept>

namespace entryproof::ir {

namespace {

void refuse(const std::string& what, const std::string& name, const std::string& why) {
    throw std::invalid_argument("cannot link: " + what + " '" + name + "' " + why);
}

template <typename Item>
const Item* named(const std::vector<Item>& items, const std::string& name) {
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

bool same(const FlagBit& left, const FlagBit& right) { return left.word == right.word && left.bit == right.bit; }

bool same(const FlagMask& left, const FlagMask& right) {
    return left.word == right.word && left.value == right.value && left.members == right.members;
}

template <typename Item>
void require_compatible(const std::vector<Item>& ours, const std::vector<Item>& theirs, const char* what) {
    for (const Item& item : theirs) {
        const Item* present = named(ours, item.name);
        if (present != nullptr && !same(*present, item)) refuse(what, item.name, "is defined differently in both");
    }
}

template <typename Item>
void add_missing(std::vector<Item>& ours, const std::vector<Item>& theirs) {
    for (const Item& item : theirs)
        if (named(ours, item.name) == nullptr) ours.push_back(item);
}

}  // namespace

std::string to_string(const Source& source) {
    if (source.line != 0) return source.file + ":" + std::to_string(source.line);
    return source.file + ":" + source.function + "@" + source.version;
}

void link(Program& program, const Program& other) {
    for (const auto& [name, cell] : other.cells) {
        const auto present = program.cells.find(name);
        if (present != program.cells.end() && present->second.width != cell.width)
            refuse("cell", name,
                   "is " + std::to_string(present->second.width) + " and " + std::to_string(cell.width) + " bits wide");
    }
    for (const auto& [name, function] : other.functions)
        if (program.functions.count(name) != 0) refuse("function", name, "is in both");
    require_compatible(program.flag_bits, other.flag_bits, "flag bit");
    require_compatible(program.flag_masks, other.flag_masks, "flag mask");

    program.cells.insert(other.cells.begin(), other.cells.end());
    program.functions.insert(other.functions.begin(), other.functions.end());
    add_missing(program.flag_bits, other.flag_bits);
    add_missing(program.flag_masks, other.flag_masks);
}

}  // namespace entryproof::ir
