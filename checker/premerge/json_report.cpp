// SPDX-License-Identifier: MIT
#include "checker/premerge/report.h"

#include <nlohmann/json.hpp>

namespace entryproof::checker::premerge {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const FoundChange& change) {
    const Difference& difference = change.difference;
    Json stories = Json::array();
    for (const Story& story : difference.stories) {
        Scenario scenario = story.scenario;
        if (scenario.summary.empty()) scenario.summary = story.title;
        stories.push_back(Json::parse(checker::to_json(scenario)));
    }
    return {
        {"id", difference.id},          {"observer", difference.observer},
        {"left", difference.left},      {"right", difference.right},
        {"fields", difference.fields},  {"condition", difference.condition},
        {"exact", difference.is_exact}, {"at_most", difference.is_exact ? difference.condition : difference.at_most},
        {"unless", difference.unless},  {"undecided", difference.undecided},
        {"summary", change.words},      {"mentioned", change.is_mentioned},
        {"known", change.is_known},     {"stories", std::move(stories)}};
}

Json json_of(const Claim& claim) {
    return {{"name", claim.name},     {"verdict", checker::word(claim.verdict)},
            {"scope", claim.scope},   {"assumptions", claim.assumptions},
            {"within", claim.within}, {"reason", claim.reason}};
}

std::string word(Said said) {
    switch (said) {
        case Said::no_change:
            return "no functional change";
        case Said::impact:
            return "impact";
        case Said::fixes:
            return "fixes";
        case Said::reverts:
            return "reverts";
    }
    return "";
}

Json json_of(const JudgedStatement& one) {
    return {{"said", word(one.statement.said)},
            {"quote", one.statement.quote},
            {"about", one.statement.about},
            {"verdict", premerge::word(one.verdict)},
            {"words", one.words}};
}

Json json_of(const LeftOut& mail) { return {{"subject", mail.subject}, {"reason", mail.reason}}; }

Json json_of(const BaseAttempt& attempt) {
    return {{"revision", attempt.revision}, {"outcome", attempt.outcome}, {"taken", attempt.is_taken}};
}

Json json_of(const Repair& repair) {
    return {{"broken", repair.broken}, {"repaired", repair.repaired}, {"words", repair.words}};
}

Json json_of(const ChangeDelta& delta) {
    return {{"id", delta.id}, {"words", delta.words}, {"earlier", delta.earlier}, {"later", delta.later}};
}

Json json_of(const JudgedPatch& patch);

// The list of what `json_of` gives for each.
template <typename Item>
Json list(const std::vector<Item>& items) {
    Json result = Json::array();
    for (const Item& item : items) result.push_back(json_of(item));
    return result;
}

void add(Json& root, const Judgement& judgement) {
    root["verdict"] = premerge::word(judgement.verdict);
    root["reason"] = judgement.reason;
    root["place"] = judgement.place;
    root["hint"] = judgement.hint;
    root["differences"] = list(judgement.changes);
    root["claims"] = list(judgement.claims);
    root["notes"] = judgement.notes;
    root["queries"] = judgement.queries;
    root["rlimit"] = judgement.rlimit;
}

Json json_of(const JudgedPatch& patch) {
    Json root = {{"number", patch.posted.number},
                 {"subject", patch.posted.subject},
                 {"message_id", patch.posted.message_id},
                 {"commit", patch.posted.commit},
                 {"from", patch.posted.from}};
    add(root, patch.judgement);
    root["paths"] = patch.paths;
    root["functions"] = patch.functions;
    root["changelog"] = list(patch.statements);
    root["impact"] = patch.impact;
    return root;
}

Json json_of(const SeriesDelta& delta) {
    return {{"appeared", list(delta.appeared)},
            {"vanished", list(delta.vanished)},
            {"moved", list(delta.moved)},
            {"verdicts", delta.verdicts},
            {"undecided", delta.undecided}};
}

}  // namespace

std::string json_report(const JudgedSeries& judged) {
    const SeriesProvenance from = provenance_of(judged);
    Json sum = Json::object();
    add(sum, judged.sum);
    Json root = {{"version", 1},
                 {"kind", "series"},
                 {"command", "premerge"},
                 {"exit", {{"code", static_cast<int>(judged.exit)}, {"word", checker::word(judged.exit)}}},
                 {"series",
                  {{"title", judged.posted.title},
                   {"revision", judged.posted.revision},
                   {"total", judged.posted.total},
                   {"notes", judged.posted.notes},
                   {"left_out", list(judged.posted.left_out)}}},
                 {"base",
                  {{"name", judged.base.name},
                   {"commit", judged.base.commit},
                   {"origin", judged.base_origin},
                   {"arch", judged.arch},
                   {"attempts", list(judged.base.attempts)}}},
                 {"first_change", judged.first_change},
                 {"repairs", list(judged.repairs)},
                 {"already_there", judged.already_there},
                 {"patches", list(judged.patches)},
                 {"sum", std::move(sum)},
                 {"provenance",
                  {{"tool_version", from.tool},
                   {"solver", from.solver},
                   {"options", judged.options},
                   {"not_covered", from.not_covered},
                   {"trusted", from.trusted}}}};
    if (judged.against != nullptr) root["against"] = json_of(*judged.against);
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace entryproof::checker::premerge
