// SPDX-License-Identifier: MIT
#include "checker/premerge/answers.h"

#include "checker/digest.h"
#include "checker/output.h"
#include "checker/premerge/compare_states.h"
#include "checker/premerge/judgement_json.h"
#include "checker/smt.h"

#include <fstream>
#include <sstream>

namespace entryproof::checker::premerge {

std::string Answers::key(const State& before, const State& after, const JudgeOptions& options) const {
    std::string all;
    for (const std::string& part :
         {tool_, solver_version(), options.arch, std::to_string(options.rlimit), std::to_string(options.timeout_ms),
          std::to_string(options.conditions), before.digest, after.digest})
        all += std::to_string(part.size()) + ":" + part;
    return sha256(all);
}

// An entry is one line with the digest of the rest.
std::optional<std::string> Answers::find(const std::string& key) const {
    const auto added = added_.find(key);
    if (added != added_.end()) return added->second;
    if (folder_.empty()) return std::nullopt;
    std::ifstream stream(folder_ + "/" + key + ".answer", std::ios::binary);
    std::stringstream all;
    all << stream.rdbuf();
    const std::string entry = all.str();
    const std::size_t end = entry.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string text = entry.substr(end + 1);
    if (sha256(key + text) != entry.substr(0, end)) return std::nullopt;
    return text;
}

void Answers::keep(const std::string& key, const Judgement& judgement, const std::string& text) const {
    const bool is_quick = judgement.queries == 0;  // to find out again
    if (folder_.empty() || is_quick || !is_finished(judgement)) return;
    write_file(folder_ + "/" + key + ".answer", sha256(key + text) + "\n" + text);
}

Judgement Answers::answer(const State& before, const State& after, const JudgeOptions& options) {
    const std::string name = key(before, after, options);
    std::optional<Judgement> judgement;
    std::optional<std::string> text = find(name);
    if (text) judgement = read_judgement(*text, before, after);
    if (!judgement) {
        judgement = compare_states(before, after, options);
        text = judgement_json(*judgement);
        keep(name, *judgement, *text);
    }
    const std::lock_guard lock(mutex_);
    given_[name] = *text;
    return std::move(*judgement);
}

}  // namespace entryproof::checker::premerge
