// SPDX-License-Identifier: MIT
// Other tasks act where this one sleeps: the answers belong to the hook in which it sleeps.
#pragma once

#include "model/environment/parts.h"

namespace entryproof::environment {

// Declares the answers sigkill, tsync, tracepoint_on, tracepoint_off in `f`.
std::vector<ir::Answer> other_task_answers(kernel::FunctionWriter& f);

// Carries them out. Order: SIGKILL, TSYNC, tracepoints on, then off; none of them reads what another wrote.
void other_tasks_act(ir::BodyBuilder& body);

}  // namespace entryproof::environment
