// SPDX-License-Identifier: MIT
#include "checker/script_filter.h"

#include "model/kernel/numbers.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

std::uint32_t run(const ScriptFilter& filter, const FilterQuestion& question) {
    for (const ScriptRule& rule : filter)
        if ((!rule.nr || *rule.nr == question.nr) && (!rule.arg0 || *rule.arg0 == question.arg0))
            return rule.action | rule.data;
    return kernel::SECCOMP_RET_ALLOW;
}

// ACTION_ONLY: signed, so that KILL_PROCESS is the smallest.
std::int32_t strength(std::uint32_t value) {
    return static_cast<std::int32_t>(value & kernel::SECCOMP_RET_ACTION_FULL);
}

bool has_listener(const ScriptFilter& filter) {
    return std::any_of(filter.begin(), filter.end(),
                       [](const ScriptRule& rule) { return rule.action == kernel::SECCOMP_RET_USER_NOTIF; });
}

}  // namespace

FilterVerdict FilterChain::ask(const FilterQuestion& question) const {
    FilterVerdict verdict{kernel::SECCOMP_RET_ALLOW, false};
    for (std::size_t i = filters_.size(); i-- > 0;) {
        const std::uint32_t value = run(filters_[i], question);
        if (strength(value) < strength(verdict.value)) verdict = {value, i < installed_ && has_listener(filters_[i])};
    }
    return verdict;
}

}  // namespace entryproof::checker
