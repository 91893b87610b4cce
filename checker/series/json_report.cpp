// SPDX-License-Identifier: MIT
#include "checker/series/report.h"
#include "checker/smt.h"
#include "checker/version.h"
#include "spec/coverage.h"

#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

using Json = nlohmann::ordered_json;

template <typename Item>
Json list(const std::vector<Item>& items);

Json json_of(const Claim& claim) {
    return {{"name", claim.name}, {"verdict", word(claim.verdict)}, {"reason", claim.reason}};
}

Json json_of(const PathCost& cost) {
    return {{"reads", cost.reads}, {"branches", cost.branches}, {"calls", cost.calls}};
}

Json json_of(const SeriesDifference& one) {
    const Difference& difference = one.difference;
    return {{"id", difference.id},        {"observer", difference.observer}, {"left", difference.left},
            {"right", difference.right},  {"fields", difference.fields},     {"condition", difference.condition},
            {"summary", one.words},       {"known", difference.declared},    {"known_as", one.known_as},
            {"reason", difference.reason}};
}

Json json_of(const SeriesFlaw& flaw) {
    return {{"kind", word(flaw.kind)}, {"change", flaw.change}, {"message", flaw.message}};
}

Json json_of(const JudgedSeriesClaim& one) {
    return {{"claim", one.claim.words}, {"verdict", premerge::word(one.verdict)}, {"words", one.words}};
}

Json json_of(const LayoutVerdict& one) {
    return {{"arch", one.arch}, {"moved", one.moved}, {"claims", list(one.claims)}};
}

Json columns_of(const JudgedSeriesPatch& patch) {
    Json columns = Json::array();
    for (std::size_t at = 0; at < patch.columns.size(); ++at) {
        const ColumnVerdict& column = patch.columns[at];
        columns.push_back({{"name", series_columns()[at].name},
                           {"verdict", column.is_covered ? premerge::word(column.verdict) : "not covered"},
                           {"reason", column.reason},
                           {"assumptions", column.assumptions},
                           {"differences", list(column.differences)},
                           {"flaws", list(column.flaws)}});
    }
    return columns;
}

Json json_of(const JudgedSeriesPatch& patch) {
    Json root = {{"number", patch.patch->number},
                 {"theme", patch.patch->theme},
                 {"subject", patch.patch->subject},
                 {"before", patch.before},
                 {"after", patch.after},
                 {"note", patch.patch->note},
                 {"columns", columns_of(patch)},
                 {"claims", list(patch.claims)},
                 {"layouts", list(patch.layouts)},
                 {"availability", patch.patch->availability}};
    root["cost"] = patch.no_work ? Json{{"no_work", json_of(*patch.no_work)}, {"audited", json_of(*patch.audited)}}
                                 : Json(nullptr);
    root["queries"] = patch.queries;
    root["rlimit"] = patch.rlimit;
    return root;
}

Json json_of(const SeriesVerdict& verdict) {
    return {{"name", verdict.series->name},
            {"description", verdict.series->description},
            {"release", verdict.series->release},
            {"measured", verdict.series->measured},
            {"base_cost", {{"no_work", json_of(verdict.no_work)}, {"audited", json_of(verdict.audited)}}},
            {"patches", list(verdict.patches)}};
}

Json json_of(const SeriesDelta& one) {
    return {{"column", one.column},
            {"words", one.words},
            {"known_as", one.known_as},
            {"first", one.first},
            {"second", one.second}};
}

template <typename Item>
Json list(const std::vector<Item>& items) {
    Json result = Json::array();
    for (const Item& item : items) result.push_back(json_of(item));
    return result;
}

}  // namespace

std::string series_json(const SeriesReport& report) {
    Json root = {{"version", 1},
                 {"kind", "built-in series"},
                 {"command", "series"},
                 {"exit", {{"code", static_cast<int>(report.exit)}, {"word", word(report.exit)}}},
                 {"series", list(report.series)}};
    if (report.series.size() == 2) {
        const SeriesAgainst delta = against(report.series[0], report.series[1]);
        root["against"] = {{"vanished", list(delta.vanished)},
                           {"appeared", list(delta.appeared)},
                           {"moved", list(delta.moved)},
                           {"patches", delta.patches}};
    }
    root["provenance"] = {{"tool_version", version},
                          {"solver", solver_version()},
                          {"options", report.series.front().options},
                          {"not_covered", spec::not_covered()},
                          {"trusted", spec::trusted()}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace entryproof::checker
