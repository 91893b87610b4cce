// SPDX-License-Identifier: MIT
// Where others can act while a task runs: a program with a call of "others.act" at every place where it matters.
//
// 1. A place matters in front of a read of a bit that others can change (shared_bits.h), and in front of an event. An
//    act anywhere else could as well have come at the next such place: nothing reads what it wrote before.
// 2. A statement reads one word at most: of several the reads are taken apart, in the order of evaluation, each into a
//    local of its own.
// 3. A statement that changes a word by its own value (set_bit) is one step, and so are an event with what it shows and
//    an atomic function.
// 4. The hook "others.act" takes a list of acts, four bits each, the first one lowest, 0 ends it. Nobody observes it.
#pragma once

#include "model/ir/program.h"

#include <set>
#include <string>
#include <vector>

namespace entryproof::environment {

constexpr unsigned act_bits = 4;
constexpr unsigned acts_at_once = 8;
inline const std::string act_hook = "others.act";
inline const std::string acts_answer = "acts";  // act_bits * acts_at_once bits wide

struct Act {
    std::string name;      // tsync
    std::string actor;     // sibling
    std::string text;      // TSYNC adds a filter
    std::string function;  // of the program: carries it out
    // Acts of one group overwrite each other, so that only the last one counts; acts of different groups commute.
    unsigned group = 0;
    // A cell to which every act of this group adds one; then they all count. Empty: none.
    std::string counted = {};
};

struct Others {
    std::vector<Act> acts;          // act 1 stands first; fewer than 2^act_bits
    std::set<std::string> atomic;   // functions in which others do not act, only before them
    std::set<std::string> closed;   // nor before these: the environment's own steps
    std::set<std::string> records;  // cells that only record: what is copied there is not read by the kernel
};

// One place. Its number is its index.
struct ActPoint {
    bool before_event = false;  // one comes for sure; else before a read, or before what may end in an event
    std::string function;       // where it is
    std::string what;           // what it stands in front of: "the read of thread_info.flags", "filter"
};

struct ActPoints {
    ir::Program program;
    std::vector<ActPoint> points;
};

// std::invalid_argument: an act's function is missing; a word that others change is passed by reference.
ActPoints with_act_points(const ir::Program& program, const Others& others);

}  // namespace entryproof::environment
