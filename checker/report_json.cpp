// SPDX-License-Identifier: MIT
#include "checker/report_json.h"

#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

using Json = nlohmann::ordered_json;

Json exit_to_json(ExitCode code) { return {{"code", static_cast<int>(code)}, {"word", word(code)}}; }

Json to_json(const Claim& claim) {
    return {{"name", claim.name},     {"verdict", word(claim.verdict)},
            {"scope", claim.scope},   {"assumptions", claim.assumptions},
            {"within", claim.within}, {"reason", claim.reason}};
}

// The story's title becomes the summary of its scenario.
Json to_json(const Story& story) {
    Scenario scenario = story.scenario;
    if (scenario.summary.empty()) scenario.summary = story.title;
    return Json::parse(checker::to_json(scenario));
}

Json to_json(const Difference& difference) {
    Json stories = Json::array();
    for (const Story& story : difference.stories) stories.push_back(to_json(story));
    return {{"id", difference.id},
            {"observer", difference.observer},
            {"left", difference.left},
            {"right", difference.right},
            {"fields", difference.fields},
            {"condition", difference.condition},
            {"summary", difference.summary},
            {"declared", difference.declared},
            {"reason", difference.reason},
            {"config", difference.stories.empty() ? std::vector<std::string>{} : difference.stories.front().config},
            {"stories", std::move(stories)}};
}

// `diff` also says how good the condition is.
Json differences_to_json(const Result& result) {
    Json list = Json::array();
    for (const Difference& difference : result.differences) {
        Json one = to_json(difference);
        if (result.command == "diff") {
            one["exact"] = difference.is_exact;
            one["at_most"] = difference.is_exact ? difference.condition : difference.at_most;
            one["unless"] = difference.unless;
            one["undecided"] = difference.undecided;
        }
        list.push_back(std::move(one));
    }
    return list;
}

Json to_json(const LedgerFlaw& flaw) {
    return {{"declaration", flaw.declaration},
            {"kind", flaw.kind == LedgerFlaw::Kind::stale ? "stale" : "wider"},
            {"message", flaw.message},
            {"narrower", flaw.narrower}};
}

Json to_json(const Provenance& provenance) {
    return {{"tool_version", provenance.tool_version},
            {"solver", provenance.solver},
            {"left_origin", provenance.left_origin},
            {"right_origin", provenance.right_origin},
            {"options", provenance.options},
            {"not_covered", provenance.not_covered},
            {"trusted", provenance.trusted}};
}

Json to_json(const Statistics& statistics) {
    return {{"left_slots", statistics.left_slots},
            {"right_slots", statistics.right_slots},
            {"terms", statistics.terms},
            {"queries", statistics.queries},
            {"rlimit", statistics.rlimit}};
}

Json to_json(const RecheckedQuery& query) {
    return {{"name", query.name}, {"expected", query.expected}, {"found", query.found}, {"detail", query.detail}};
}

template <typename Item>
Json list_to_json(const std::vector<Item>& items) {
    Json list = Json::array();
    for (const Item& item : items) list.push_back(to_json(item));
    return list;
}

Json to_json(const Recheck& recheck) {
    return {{"solver", recheck.solver}, {"missing", recheck.is_missing}, {"queries", list_to_json(recheck.queries)}};
}

std::string text_of(const Json& root) { return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string report_json(const Result& result, const std::optional<Recheck>& recheck) {
    Json root = {{"version", 1},
                 {"kind", "result"},
                 {"command", result.command},
                 {"left", result.left},
                 {"right", result.right},
                 {"exit", exit_to_json(result.exit)},
                 {"claims", list_to_json(result.claims)},
                 {"differences", differences_to_json(result)},
                 {"ledger", list_to_json(result.ledger)},
                 {"notes", result.notes},
                 {"provenance", to_json(result.provenance)},
                 {"statistics", to_json(result.statistics)}};
    if (recheck) root["recheck"] = to_json(*recheck);
    return text_of(root);
}

std::string error_json(ExitCode exit, const std::string& message, const std::string& file, unsigned line,
                       unsigned column) {
    return text_of({{"version", 1},
                    {"kind", "error"},
                    {"exit", exit_to_json(exit)},
                    {"message", message},
                    {"file", file},
                    {"line", line},
                    {"column", column}});
}

}  // namespace entryproof::checker
