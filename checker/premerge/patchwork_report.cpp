// SPDX-License-Identifier: MIT
// Payloads for POST /api/patches/ID/checks/; who sends them finds ID by ?msgid=. Four states are known there, so what
// is undecided becomes a warning, never a success.
#include "checker/premerge/formats.h"

#include <nlohmann/json.hpp>

namespace entryproof::checker::premerge {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_description = 250;

std::string state_of(const JudgedPatch& patch) {
    switch (patch.judgement.verdict) {
        case PatchVerdict::unchanged:
            return "success";
        case PatchVerdict::changed:
            return refuted_statement(patch) != nullptr ? "fail" : "warning";
        case PatchVerdict::unliftable:
        case PatchVerdict::does_not_apply:
            return "fail";
        default:
            return "warning";
    }
}

std::string text_of(const Json& root) { return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json check_of(const std::string& state, const std::string& description) {
    return {{"state", state},
            {"context", "entryproof"},
            {"description", ascii(description).substr(0, longest_description)},
            {"target_url", ""}};
}

}  // namespace

std::string patchwork_report(const JudgedSeries& judged) {
    Json root = Json::array();
    for (const JudgedPatch& patch : judged.patches)
        if (patch.judgement.verdict != PatchVerdict::untouched)
            root.push_back({{"msgid", patch.posted.message_id},
                            {"subject", patch.posted.subject},
                            {"check", check_of(state_of(patch), summary_of(patch))}});
    return text_of(root);
}

std::string patchwork_failure(const Failure& failure) {
    return text_of(Json::array({{{"msgid", ""}, {"subject", ""}, {"check", check_of("fail", failure_line(failure))}}}));
}

}  // namespace entryproof::checker::premerge
