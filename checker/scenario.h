// SPDX-License-Identifier: MIT
// One concrete situation: how everything starts and what every actor answers. The JSON form is what `trace` and
// `explain` read and what a counterexample is written as.
//
// {"version": 1, "kind": "scenario",
//  "pair": ["legacy", "generic"],                    absent: for a single path
//  "summary": "...",                                 free text
//  "initial": {"task.emu": 1, "regs.regs[0]": 7},    cells not named start as 0
//  "answers": [{"hook": "entry_stop", "occurrence": 0, "values": {"request": 24}}],
//  "right_answers": [...],                           only where the right side's actor answers differently
//  "undefined": [{"function": "f", "variable": "v", "value": 3}]}
//
// Numbers are decimal, or strings "0x..." for what JSON readers would round. An unknown key is an error.
#pragma once

#include "checker/disagreement.h"
#include "checker/interpret.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace entryproof::checker {

using HookCall = std::pair<std::string, unsigned>;  // hook, occurrence
using Answers = std::map<HookCall, Values>;

struct Scenario {
    std::string left;  // path names; right empty: a scenario for one path
    std::string right;
    std::string summary;
    Values initial;
    Answers answers;        // both sides
    Answers right_answers;  // replaces `answers` for that hook call on the right
    std::map<std::pair<std::string, std::string>, std::uint64_t> undefined;  // (function, variable) -> value
};

// Throws InputError (checker/error.h) with file, line and column.
Scenario parse_scenario(const std::string& text, const std::string& file_name);
std::string to_json(const Scenario& scenario);

enum class Side { left, right };

// Answers from the scenario, 0 where it is silent.
class ScenarioOracle : public Oracle {
public:
    ScenarioOracle(const Scenario& scenario, Side side) : scenario_(scenario), side_(side) {}
    std::uint64_t answer(const Event& event, unsigned occurrence, const std::string& name, ir::Width width) override;
    std::uint64_t undefined(const std::string& function, const std::string& variable, ir::Width width) override;

private:
    const Scenario& scenario_;
    Side side_;
};

// Two runs of one scenario and whether it is a fair one.
struct Replay {
    Run left;
    Run right;
    // Why the scenario proves nothing: an actor that had seen the same history (Sharing::history), or was asked the
    // same question (Sharing::function), answered differently. Empty: fair.
    std::vector<std::string> unfair;
};

// A start value counts on the sides that have the cell; a name that is a cell of neither is std::invalid_argument.
Replay replay(const ir::Program& left, const ir::Program& right, const Scenario& scenario);

// Names in the scenario that none of the programs has, each with its kind in words: "cell 'task.emo'", "hook 'x'",
// "answer 'y' of hook 'x'", "variable 'f:v'". A scenario read from a file is refused when there are any.
std::vector<std::string> unknown_names(const Scenario& scenario, const std::vector<const ir::Program*>& programs);

}  // namespace entryproof::checker
