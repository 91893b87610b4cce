// SPDX-License-Identifier: MIT
#include "checker/premerge/gate.h"

#include "checker/error.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace entryproof::checker::premerge {

Baseline read_baseline(const std::string& text, const std::string& file) {
    Baseline known;
    try {
        const nlohmann::json root = nlohmann::json::parse(text);
        if (root.at("kind") != "series" || root.at("version") != 1)
            throw InputError(file, 0, 0, "not the JSON of an earlier premerge, version 1");
        for (const nlohmann::json& patch : root.at("patches"))
            for (const nlohmann::json& difference : patch.at("differences"))
                known.emplace(patch.at("subject").get<std::string>(), difference.at("id").get<std::string>());
    } catch (const nlohmann::json::exception& error) {
        throw InputError(file, 0, 0, std::string("not the JSON of an earlier premerge: ") + error.what());
    }
    return known;
}

namespace {

bool fails(const JudgedPatch& patch, FailOn fail_on) {
    const std::vector<FoundChange>& changes = patch.judgement.changes;
    const auto is_open = [](const FoundChange& change) { return !change.is_known; };
    // Changed, and nothing to show for it: no baseline can know that.
    if (changes.empty()) return true;
    if (std::none_of(changes.begin(), changes.end(), is_open)) return false;
    const bool is_denied = std::any_of(patch.statements.begin(), patch.statements.end(),
                                       [](const JudgedStatement& one) { return one.verdict == ClaimVerdict::refuted; });
    if (fail_on == FailOn::changed || is_denied) return true;
    return fail_on == FailOn::unmentioned &&
           std::any_of(changes.begin(), changes.end(),
                       [&](const FoundChange& change) { return is_open(change) && !change.is_mentioned; });
}

}  // namespace

ExitCode gated_exit(JudgedSeries& judged, FailOn fail_on, const Baseline& baseline) {
    for (JudgedPatch& patch : judged.patches)
        for (FoundChange& change : patch.judgement.changes)
            change.is_known = baseline.count({patch.posted.subject, change.difference.id}) != 0;
    std::vector<ExitCode> codes;
    for (const JudgedPatch& patch : judged.patches) {
        const bool is_changed = patch.judgement.verdict == PatchVerdict::changed;
        if (patch.judgement.verdict == PatchVerdict::untouched) continue;
        codes.push_back(is_changed && !fails(patch, fail_on) ? ExitCode::proved : exit_of(patch.judgement));
    }
    if (codes.empty()) return ExitCode::nothing_modelled;
    if (judged.sum.verdict == PatchVerdict::undecided) codes.push_back(exit_of(judged.sum));
    return worst(codes);
}

}  // namespace entryproof::checker::premerge
