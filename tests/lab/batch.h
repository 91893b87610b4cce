// SPDX-License-Identifier: MIT
// Scripts in the form the agent reads (tests/lab/agent/batch.c): one line a thing, words and decimal numbers.
//
//   script N                      end: to the line "end"
//   compat | untraced | audit
//   options N | blocked SET | ignored SET | register R VALUE | handler SIGNAL FLAGS | handler-offset N
//   start REQUEST | tracepoints SET (1 sys_enter, 2 sys_exit) | exec OFFSET | rseq POINTER VERSION FLAGS START LENGTH
//   ABORT DEBUG code svc | code nop | code brk | code enter | code mov R VALUE filter, then its rules: rule NR|* ARG0|*
//   ACTION install, then its rules notify continue | notify error E | notify value V stop, then: act number N | act
//   registers R V ... (32: pc) | act options N | act enter 0|1 | act info PLACE V ...
//               (0..5 argument, 6 number, 7 result, 8 is_error) | resume REQUEST SIGNAL | send SIGNAL |
//               tracepoints SET | tsync, then its rules
//   child, then what follows a stop
#pragma once

#include "checker/script.h"

#include <string>
#include <vector>

namespace entryproof::lab {

std::string to_batch(const std::vector<checker::Script>& scripts);

}  // namespace entryproof::lab
