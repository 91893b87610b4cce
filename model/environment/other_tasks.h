// SPDX-License-Identifier: MIT
// Other tasks act where this one sleeps: the answers belong to the hook in which it sleeps.
#pragma once

#include "model/environment/parts.h"

#include <string>
#include <utility>
#include <vector>

namespace entryproof::environment {

// Declares the answers sigkill, tsync, tracepoint_on, tracepoint_off in `f`.
std::vector<ir::Answer> other_task_answers(kernel::FunctionWriter& f);

// What each of them does, by the name of its answer.
using OtherTasksAct = std::pair<std::string, void (*)(ir::BodyBuilder&)>;
const std::vector<OtherTasksAct>& other_tasks_acts();

// Carries them out. Order: SIGKILL, TSYNC, tracepoints on, then off; none of them reads what another wrote.
void other_tasks_act(ir::BodyBuilder& body);

}  // namespace entryproof::environment
