// SPDX-License-Identifier: MIT
// Where two runs can be told apart: the first disagreement of each observer, and which of them are causes.
//
// Two events are the same when kind, subject and all shown fields (name and value) are equal. Hooks that nobody
// observes are never compared.
#pragma once

#include "checker/interpret.h"

#include <string>
#include <vector>

namespace entryproof::checker {

bool same_event(const Event& left, const Event& right);

// First disagreement of one observer: indices into the events of each run; no index: that side shows nothing there.
struct Disagreement {
    std::string observer;
    int left_event = -1;
    int right_event = -1;
    std::vector<std::string> fields;  // shown fields that differ; empty when kinds differ or one side is silent
};

// The first disagreement of every observer that has one, in order of observer name. Observer "order" sees all events of
// all observers in sequence (hooks with no observer are seen by nobody).
std::vector<Disagreement> disagreements(const Run& left, const Run& right);

// The causes among `all`, "order" left out, found in two steps.
// 1. B is a consequence when another observer, whose history already differs, did something (gave an answer that is not
//    0) before B on one side. A side on which B is silent counts to its end, unless both sides show the same kind of
//    event for A and B stands before A's on the other side. What an actor does after it has seen something else proves
//    nothing. If nothing remained, all would stay.
// 2. Of those left, B is a consequence when another observer's first disagreement A precedes it: on neither side A
//    stands after B and on one side it stands before. A side that shows something stands at that event; a silent side
//    stands just after that observer's last event there (before everything, if it has none). This is a strict partial
//    order, so wherever there is a disagreement there is a root.
std::vector<Disagreement> roots(const std::vector<Disagreement>& all, const Run& left, const Run& right);

}  // namespace entryproof::checker
