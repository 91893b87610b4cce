// SPDX-License-Identifier: MIT
#include "checker/reproducer/numbers.h"

#include <array>

namespace entryproof::checker::reproducer {

namespace {

// getpid, gettid, sched_yield, getuid, geteuid, getgid, getegid: include/uapi/asm-generic/unistd.h @7.3.
constexpr std::array<std::int32_t, 7> harmless = {172, 178, 124, 174, 175, 176, 177};
constexpr std::int32_t beyond_any_table = 4000;

}  // namespace

std::int32_t Numbers::real(std::int32_t number) {
    const auto found = chosen_.find(number);
    if (found != chosen_.end()) return found->second;
    if (number < 0) return number;
    if (static_cast<std::uint64_t>(number) >= table_size_) return beyond_any_table;
    const std::int32_t taken = harmless.at(harmless_++);
    chosen_[number] = taken;
    return taken;
}

}  // namespace entryproof::checker::reproducer
