// SPDX-License-Identifier: MIT
#include "checker/page/overview_parts.h"

#include "checker/error.h"

#include <algorithm>
#include <array>

namespace entryproof::checker::page {

Markup StoryShelf::take(const std::string& heading, const std::string& title) {
    check(told_.size() < figures_.size(), "every story of the report has a figure");
    told_.push_back({heading, title});
    const std::string number = std::to_string(told_.size());
    Html html;
    html.element("a", "story " + number, {{"href", "#story-" + number}, {"class", "short"}});
    return html.finish();
}

Markup StoryShelf::articles() const {
    check(told_.size() == figures_.size(), "every figure is of a story in the report");
    Html html;
    for (std::size_t at = 0; at < told_.size(); ++at) {
        const std::string number = std::to_string(at + 1);
        html.open("article", {{"id", "story-" + number}, {"tabindex", "-1"}}).newline();
        html.element("h3", "Story " + number + ": " + told_[at].heading).newline();
        if (!told_[at].title.empty()) html.element("p", told_[at].title).newline();
        html.add(figures_[at]).close().newline();
    }
    return html.finish();
}

std::string class_of(const std::string& word) {
    static const std::array<const char*, 3> good = {"proved", "unchanged", "confirmed"};
    static const std::array<const char*, 5> bad = {"refuted", "changed", "unliftable", "does-not-apply",
                                                   "internal error"};
    if (std::find(good.begin(), good.end(), word) != good.end()) return "proved";
    if (std::find(bad.begin(), bad.end(), word) != bad.end()) return "refuted";
    return word == "untouched" ? "" : "unknown";
}

Markup verdict(const std::string& word) {
    Html html;
    const std::string kind = class_of(word);
    html.element("span", word, {{"class", kind.empty() ? "verdict" : "verdict " + kind}});
    return html.finish();
}

Markup title_line(const std::string& title, const Json& report) {
    Html html;
    html.open("h1").text(title).add(verdict(report.at("exit").at("word").get<std::string>())).close().newline();
    return html.finish();
}

void open_table(Html& html, const std::string& label, const std::vector<std::string>& heads) {
    html.open("table", {{"class", "wide"}, {"aria-label", label}}).open("thead").open("tr");
    for (const std::string& head : heads) html.element("th", head, {{"scope", "col"}});
    html.close().close().newline().open("tbody").newline();
}

void close_table(Html& html) { html.close().close().newline(); }

void open_row(Html& html, bool is_first) {
    html.open("tr", is_first ? Attributes{{"class", "stop first"}, {"id", "first-finding"}, {"tabindex", "-1"}}
                             : Attributes{{"class", "stop"}, {"tabindex", "-1"}});
}

void cell(Html& html, const std::string& text, const std::string& kind) {
    html.element("td", text, kind.empty() ? Attributes{} : Attributes{{"class", kind}});
}

void line(Html& html, const std::string& lead, const std::string& text) {
    if (text.empty()) return;
    html.open("p");
    if (!lead.empty()) html.element("span", lead + " ", {{"class", "who"}});
    html.text(text).close();
}

void fact(Html& html, const std::string& name, const std::string& value) {
    if (!value.empty()) html.element("dt", name).element("dd", value);
}

std::string counts_text(const std::map<std::string, unsigned>& counts) {
    std::string text;
    for (const bool is_last : {false, true})
        for (const auto& [word, count] : counts)
            if ((word == "proved") == is_last) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + word;
    return text;
}

std::string words(const Json& list, const std::string& separator) {
    std::string text;
    for (const Json& word : list) text += (text.empty() ? "" : separator) + word.get<std::string>();
    return text;
}

Markup provenance(const Json& report) {
    const Json& from = report.at("provenance");
    const auto text = [&](const char* key) { return from.contains(key) ? from.at(key).get<std::string>() : ""; };
    Html html;
    html.open("footer").open("dl", {{"class", "facts"}});
    fact(html, "checked by", "entryproof " + text("tool_version") + ", " + text("solver"));
    fact(html, "left", text("left_origin"));
    fact(html, "right", text("right_origin"));
    fact(html, "path", text("origin"));
    fact(html, "options", words(from.at("options")));
    if (report.contains("statistics")) {
        std::string sizes;
        for (const auto& [name, value] : report.at("statistics").items())
            sizes += (sizes.empty() ? "" : ", ") + name + " " + value.dump();
        fact(html, "size", sizes);
    }
    for (const Json& sentence : from.at("not_covered")) fact(html, "not covered", sentence);
    for (const Json& sentence : from.at("trusted")) fact(html, "trusted", sentence);
    return html.close().close().newline().finish();
}

Markup claims_table(const Json& claims) {
    Html html;
    open_table(html, "claims", {"claim", "verdict", "for how much", "assumes, unproved", "within", "why not proved"});
    for (const Json& claim : claims) {
        open_row(html);
        html.element("th", claim.at("name").get<std::string>(), {{"scope", "row"}});
        html.open("td").add(verdict(claim.at("verdict").get<std::string>())).close();
        cell(html, claim.at("scope"), "short");
        cell(html, words(claim.at("assumptions")), "code");
        cell(html, words(claim.at("within")));
        cell(html, claim.at("reason"));
        html.close().newline();
    }
    close_table(html);
    return html.finish();
}

}  // namespace entryproof::checker::page
