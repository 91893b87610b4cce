// SPDX-License-Identifier: MIT
// A series judged in pieces, on several machines: shard I of N compares every N-th pair of states, and its output holds
// the answers. A run with all outputs takes them from there and reports as if it had been alone.
//
// The output is JSON, version 1: {"version", "kind": "shard", "command": "premerge", "exit": {"code", "word"}, "tool",
// "question", "shard", "of", "answers": {key: text}}. `tool` and `question` are digests: of the executable, and of the
// series with what it is asked; keys are those of answers.h, so an answer about another base is never taken.
#pragma once

#include "checker/exit_code.h"

#include <map>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

struct Shard {
    std::string tool;
    std::string question;
    unsigned number = 0;  // from 1
    unsigned count = 0;
    std::map<std::string, std::string> answers;
};

std::string shard_json(const Shard& shard, ExitCode exit);

// InputError: it is no output of a shard.
Shard read_shard(const std::string& text, const std::string& file);

// Requires: of at least one. InputError: not all N of them, one twice, or of another tool or question than `wanted`.
void require_whole(const std::vector<Shard>& shards, const Shard& wanted);

}  // namespace entryproof::checker::premerge
