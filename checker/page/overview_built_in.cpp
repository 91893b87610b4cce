// SPDX-License-Identifier: MIT
// `series`: the built-in series patch by patch, one column for each way of asking. Its report holds no stories; each
// patch names the command that tells them.
#include "checker/page/overview_parts.h"

#include <map>

namespace entryproof::checker::page {

namespace {

std::string text(const Json& object, const char* key) { return object.at(key).get<std::string>(); }

std::string number_text(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

bool is_unknown_change(const Json& difference) { return text(difference, "known_as").empty(); }

// A patch that shows what nobody knows, or of which a claim is refuted.
bool is_finding(const Json& patch) {
    for (const Json& column : patch.at("columns")) {
        if (!column.at("flaws").empty()) return true;
        for (const Json& difference : column.at("differences"))
            if (is_unknown_change(difference)) return true;
    }
    for (const Json& claim : patch.at("claims"))
        if (claim.at("verdict") == "refuted") return true;
    return false;
}

class Teller {
public:
    explicit Teller(const Json& report) : report_(report) {}

    Markup tell() {
        for (const Json& series : report_.at("series")) tell(series);
        tell_against();
        return html_.finish();
    }

private:
    void tell(const Json& series) {
        html_.element("h2", text(series, "name") + ": " + text(series, "description")).newline();
        std::map<std::string, unsigned> counts;
        for (const Json& patch : series.at("patches")) ++counts[text(patch.at("columns").at(0), "verdict")];
        html_.open("dl", {{"class", "facts"}});
        fact(html_, "patches", counts_text(counts));
        html_.close().newline();
        std::vector<std::string> heads = {"patch"};
        if (!series.at("patches").empty())
            for (const Json& column : series.at("patches").at(0).at("columns")) heads.push_back(text(column, "name"));
        heads.emplace_back("what its changelog claims, and its cost");
        open_table(html_, text(series, "name"), heads);
        for (const Json& patch : series.at("patches")) tell_patch(patch);
        close_table(html_);
    }

    void tell_patch(const Json& patch) {
        const bool is_first = !has_first_ && is_finding(patch);
        has_first_ = has_first_ || is_first;
        open_row(html_, is_first);
        html_.open("th", {{"scope", "row"}}).text(number_text(patch.at("number")) + " " + text(patch, "subject"));
        line(html_, "", text(patch, "note"));
        line(html_, "stories: entryproof prove", text(patch, "before") + " " + text(patch, "after") + " --no-expect");
        html_.close();
        for (const Json& column : patch.at("columns")) tell_column(column);
        html_.open("td");
        for (const Json& claim : patch.at("claims")) tell_claim(claim);
        for (const Json& layout : patch.at("layouts")) tell_layout(layout);
        tell_cost(patch.at("cost"));
        html_.close().close().newline();
    }

    void tell_column(const Json& column) {
        html_.open("td").add(verdict(text(column, "verdict")));
        line(html_, "", text(column, "reason"));
        line(html_, "assumes:", words(column.at("assumptions")));
        for (const Json& difference : column.at("differences")) {
            html_.open("p").element("code", text(difference, "id") + " ");
            if (is_unknown_change(difference))
                html_.element("span", "NOT KNOWN ", {{"class", "verdict refuted"}});
            else
                html_.text(text(difference, "known_as") + ": ");
            html_.text(text(difference, "summary"));
            if (const std::string condition = text(difference, "condition"); !condition.empty())
                html_.text("; when ").element("code", condition);
            html_.close();
        }
        for (const Json& flaw : column.at("flaws"))
            html_.element("p", text(flaw, "change") + " is " + text(flaw, "kind") + ": " + text(flaw, "message"),
                          {{"class", "flaw"}});
        html_.close();
    }

    void tell_claim(const Json& claim) {
        html_.open("p").text("\"" + text(claim, "claim") + "\": ").add(verdict(text(claim, "verdict")));
        if (const std::string why = text(claim, "words"); !why.empty()) html_.text(": " + why);
        html_.close();
    }

    void tell_layout(const Json& layout) {
        for (const Json& claim : layout.at("claims")) {
            html_.open("p").text("layout of " + text(layout, "arch") + ", " + text(claim, "name") + ": ");
            html_.add(verdict(text(claim, "verdict"))).text(" " + text(claim, "reason")).close();
        }
    }

    void tell_cost(const Json& cost) {
        if (cost.is_null()) return;
        for (const char* which : {"no_work", "audited"}) {
            std::string sizes;
            for (const auto& [name, value] : cost.at(which).items())
                sizes += (sizes.empty() ? "" : ", ") + value.dump() + " " + name;
            line(html_, std::string(which) == "no_work" ? "with nothing to do:" : "audited:", sizes);
        }
    }

    void tell_against() {
        if (!report_.contains("against")) return;
        const Json& delta = report_.at("against");
        html_.element("h2", "The second against the first").newline();
        for (const char* what : {"vanished", "appeared", "moved"})
            for (const Json& one : delta.at(what)) {
                const std::string known = text(one, "known_as");
                line(html_, std::string(what) + ":",
                     text(one, "column") + ": " + text(one, "words") + (known.empty() ? "" : " (" + known + ")") +
                         ", patch " + number_text(one.at("first")) + " / " + number_text(one.at("second")));
            }
    }

    const Json& report_;
    bool has_first_ = false;
    Html html_;
};

}  // namespace

Markup built_in_series_body(const Json& report) { return Teller(report).tell(); }

}  // namespace entryproof::checker::page
