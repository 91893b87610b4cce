// SPDX-License-Identifier: MIT
// One event in words: who sees what, what the actor does about it, and where in the entry code it happens.
#pragma once

#include "checker/interpret.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// "tracer: exit stop". What nobody observes is told as the environment's: "(environment): dequeue".
std::string title_of(const Event& event);

// The shown fields that tell the event, in the order of reading: status, nr, x0, ... All of them when none is known.
std::vector<std::string> telling_fields(const Event& event);

// Every shown field, telling ones first.
std::vector<std::string> all_shown_fields(const Event& event);

enum class Spelling { symbolic, plain };

// "nr -1"; the name alone with "-" when the event lacks the field.
std::string field_text(const Event& event, const std::string& field, Spelling spelling);

// What the actor did, "resumes with PTRACE_SYSCALL", in the order it happens. Empty: nothing. An answer that only means
// something when another one is set is left out unless it is.
std::vector<std::string> deeds(const Event& event);

// The innermost statement of the architecture's or the generic entry code that led to the event, else the event's own.
std::string place_of(const Event& event);

}  // namespace entryproof::checker
