// SPDX-License-Identifier: MIT
// Who watches, and what each can be shown. Two paths agree for an observer when it is shown the same events with the
// same values in the same order.
#pragma once

#include <string>
#include <vector>

namespace entryproof::spec {

struct Observer {
    std::string name;
    std::string sees;  // one line
};

// tracer, seccomp, audit, tracepoints, rseq, kernel, user; then order and undefined.
const std::vector<Observer>& observers();

// An event that a native task can be made to show. If neither side can, the proof is not about what it should be.
struct ExpectedEvent {
    std::string observer;
    std::string kind;
    std::string needs = {};  // a start fact that some architectures or versions do not have: there it cannot be
};
const std::vector<ExpectedEvent>& expected_events();

}  // namespace entryproof::spec
