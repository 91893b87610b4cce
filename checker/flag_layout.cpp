// SPDX-License-Identifier: MIT
#include "checker/flag_layout.h"

#include <map>
#include <utility>

namespace entryproof::checker {

namespace {

Claim claim(const std::string& name, bool has_something, std::string flaw) {
    Claim result;
    result.name = name;
    result.scope = "all flags";
    result.verdict = !has_something ? Verdict::vacuous : flaw.empty() ? Verdict::proved : Verdict::refuted;
    result.reason = has_something ? std::move(flaw) : "the path names no flag";
    return result;
}

// The first two flags that share a bit, in words; empty when there are none.
std::string shared_bit(const std::vector<ir::FlagBit>& bits) {
    std::map<std::pair<std::string, unsigned>, const ir::FlagBit*> taken;
    for (const ir::FlagBit& bit : bits) {
        const auto [place, added] = taken.emplace(std::pair{bit.word, bit.bit}, &bit);
        if (!added)
            return place->second->name + " (" + to_string(place->second->source) + ") and " + bit.name + " (" +
                   to_string(bit.source) + ") are both bit " + std::to_string(bit.bit) + " of " + bit.word;
    }
    return "";
}

std::string wrong_mask(const ir::Program& program) {
    std::map<std::string, const ir::FlagBit*> by_name;
    for (const ir::FlagBit& bit : program.flag_bits) by_name[bit.name] = &bit;
    for (const ir::FlagMask& mask : program.flag_masks) {
        std::uint64_t expected = 0;
        for (const std::string& member : mask.members) {
            const auto found = by_name.find(member);
            if (found == by_name.end())
                return mask.name + " (" + to_string(mask.source) + "): there is no flag " + member;
            if (found->second->word != mask.word)
                return mask.name + " (" + to_string(mask.source) + ") is not about the word of " + member;
            expected |= std::uint64_t{1} << found->second->bit;
        }
        for (const ir::FlagBit& bit : program.flag_bits) {
            if (bit.word != mask.word || (((mask.value ^ expected) >> bit.bit) & 1) == 0) continue;
            const bool missing = ((expected >> bit.bit) & 1) != 0;
            return mask.name + " (" + to_string(mask.source) + ") " + (missing ? "lacks " : "also holds ") + bit.name;
        }
        if (mask.value != expected) return mask.name + " (" + to_string(mask.source) + ") holds a bit that has no name";
    }
    return "";
}

}  // namespace

std::vector<Claim> layout_claims(const ir::Program& program, const std::string& side) {
    return {claim("layout.distinct." + side, !program.flag_bits.empty(), shared_bit(program.flag_bits)),
            claim("layout.mask." + side, !program.flag_masks.empty(), wrong_mask(program))};
}

}  // namespace entryproof::checker
