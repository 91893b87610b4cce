// SPDX-License-Identifier: MIT
// System call numbers for a real kernel in place of those of a scenario, whose bodies return what they like.
#pragma once

#include <cstdint>
#include <map>

namespace entryproof::checker::reproducer {

class Numbers {
public:
    // `table_size`: how many syscalls the scenario's kernel has.
    explicit Numbers(std::uint64_t table_size) : table_size_(table_size) {}

    // Negative numbers are what they are; those beyond the table are beyond any; the others become harmless syscalls
    // that return at once, different ones different ones. std::out_of_range: more of them than there are.
    std::int32_t real(std::int32_t number);

    // From now on `number` stands for this one.
    void choose(std::int32_t number, std::int32_t real) { chosen_[number] = real; }

private:
    std::uint64_t table_size_;
    std::map<std::int32_t, std::int32_t> chosen_;
    std::size_t harmless_ = 0;
};

}  // namespace entryproof::checker::reproducer
