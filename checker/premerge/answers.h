// SPDX-License-Identifier: MIT
// Answers about pairs of states that other runs found: from a folder (--cache), or from the outputs of shards.
//
// 1. The key of an answer is a digest of everything that it depends on: this executable, the solver, the options that
//    bear on it, the architecture, and the text of every file that lifting either state asked for, there or not.
// 2. In a folder an entry is written beside its place and renamed, with a digest of its own: whoever is killed when,
//    and whatever a disk does, a reader finds an answer or none. One that is none is written again.
// 3. Differences are replayed when read (judgement_json.h). "Unchanged" is believed: the folder is trusted as the
//    executable is.
// 4. Only finished answers are kept in a folder. Reports are the same bytes with and without it.
#pragma once

#include "checker/premerge/judge.h"
#include "checker/premerge/state.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace entryproof::checker::premerge {

class Answers {
public:
    // `tool`: what tells this executable from any other. `folder` empty: none; else it exists.
    Answers(std::string tool, std::string folder) : tool_(std::move(tool)), folder_(std::move(folder)) {}

    // Those of a shard, by key.
    void add(const std::map<std::string, std::string>& answers) { added_.insert(answers.begin(), answers.end()); }

    std::string key(const State& before, const State& after, const JudgeOptions& options) const;
    bool is_added(const std::string& key) const { return added_.count(key) != 0; }

    // Found, or else found out and kept. May be called by several at once. Requires: both states are lifted. Throws
    // OutputError: the folder cannot be written to.
    Judgement answer(const State& before, const State& after, const JudgeOptions& options);

    // All answers of this run, by key.
    const std::map<std::string, std::string>& given() const { return given_; }

private:
    std::optional<std::string> find(const std::string& key) const;
    void keep(const std::string& key, const Judgement& judgement, const std::string& text) const;

    const std::string tool_;
    const std::string folder_;
    std::map<std::string, std::string> added_;
    std::map<std::string, std::string> given_;
    std::mutex mutex_;  // of given_
};

}  // namespace entryproof::checker::premerge
