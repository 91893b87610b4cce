// SPDX-License-Identifier: MIT
// One stop of a scenario as a stop of a script: what the tracer does in it, what others do meanwhile, the resume.
#pragma once

#include "checker/reproducer/numbers.h"
#include "checker/reproducer/situation.h"

namespace entryproof::checker::reproducer {

// Others act while the task sleeps here.
bool others_act(const Event& event);

// Their tracepoints and their SIGKILL, into the stop; not their filters.
void add_other_tasks(const Event& event, ScriptStop& stop);

// All but a filter by TSYNC. Throws CannotBeMade.
ScriptStop script_stop(const Event& event, Numbers& numbers, Situation& situation);

}  // namespace entryproof::checker::reproducer
