// SPDX-License-Identifier: MIT
#include "checker/premerge/tracking.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace entryproof::checker::premerge {

namespace {

bool is_commit(const std::string& text) {
    return (text.size() == 40 || text.size() == 64) && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

std::vector<std::string> tracked_bases(const std::string& tracking, const PostedSeries& series) {
    using Tip = std::pair<std::string, std::string>;  // date, sha
    std::vector<Tip> tips;
    const nlohmann::json root = nlohmann::json::parse(tracking, nullptr, false);
    try {
        for (const nlohmann::json& tip : root.at("series").at("branch-tips"))
            tips.emplace_back(tip.at("date").get<std::string>(), tip.at("sha").get<std::string>());
    } catch (const nlohmann::json::exception&) {
        return {};
    }
    std::stable_sort(tips.begin(), tips.end(),
                     [](const Tip& one, const Tip& other) { return one.first > other.first; });
    const unsigned first = series.patches.empty() ? 1 : series.patches.front().number;
    std::vector<std::string> bases;
    for (const auto& [date, sha] : tips)
        if (is_commit(sha) && first >= 1 && first <= series.total)
            bases.push_back(sha + "~" + std::to_string(series.total - first + 1));
    return bases;
}

}  // namespace entryproof::checker::premerge
