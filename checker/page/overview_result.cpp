// SPDX-License-Identifier: MIT
// `prove` and `diff`: what differs first, since that is what a reader came for; then the claims.
#include "checker/page/overview_parts.h"

#include <map>

namespace entryproof::checker::page {

namespace {

class Teller {
public:
    Teller(const Json& report, StoryShelf& shelf)
        : report_(report), shelf_(shelf), is_diff_(report.at("command") == "diff") {}

    Markup tell() {
        tell_counts();
        tell_flaws();
        tell_differences();
        html_.element("h2", "Claims").newline().add(claims_table(report_.at("claims")));
        tell_recheck();
        if (!report_.at("notes").empty()) html_.element("h2", "Notes").newline();
        for (const Json& note : report_.at("notes")) line(html_, "", note);
        return html_.finish();
    }

private:
    void tell_counts() {
        std::map<std::string, unsigned> claims;
        for (const Json& claim : report_.at("claims")) ++claims[claim.at("verdict").get<std::string>()];
        const std::string text = counts_text(claims);
        unsigned declared = 0;
        for (const Json& difference : report_.at("differences")) declared += difference.at("declared").get<bool>();
        const std::size_t all = report_.at("differences").size();
        html_.open("dl", {{"class", "facts"}});
        fact(html_, "claims", text.empty() ? "none" : text);
        fact(html_, "differences",
             is_diff_ ? std::to_string(all)
                      : std::to_string(all - declared) + " undeclared, " + std::to_string(declared) + " declared");
        html_.close().newline();
    }

    void tell_flaws() {
        for (const Json& flaw : report_.at("ledger")) {
            html_.open("p", {{"class", "flaw"}});
            html_.text("declaration '" + flaw.at("declaration").get<std::string>() +
                       (flaw.at("kind") == "stale" ? "' is stale: " : "' is too wide: ") +
                       flaw.at("message").get<std::string>());
            if (const std::string narrower = flaw.at("narrower"); !narrower.empty())
                html_.text("; narrower: ").element("code", narrower);
            html_.close().newline();
        }
    }

    void tell_differences() {
        if (report_.at("differences").empty()) return;
        html_.element("h2", "Differences").newline();
        const std::string left = report_.at("left");
        const std::string right = report_.at("right");
        open_table(html_, "differences", {"difference", "observer", left, right, "when", "what"});
        bool is_first = true;
        for (const Json& difference : report_.at("differences")) {
            tell(difference, is_first);
            is_first = false;
        }
        close_table(html_);
    }

    void tell(const Json& difference, bool is_first) {
        const bool is_declared = difference.at("declared");
        open_row(html_, is_first && !is_declared);
        html_.open("th", {{"scope", "row"}, {"class", "short"}}).text(difference.at("id").get<std::string>());
        if (!is_diff_) html_.open("p").add(declared(is_declared)).close();
        for (const Json& story : difference.at("stories"))
            html_.open("p").add(shelf_.take(heading(difference), story.value("summary", ""))).close();
        html_.close();
        cell(html_, difference.at("observer"), "code short");
        cell(html_, difference.at("left"), "code short");
        cell(html_, difference.at("right"), "code short");
        html_.open("td", {{"class", "code"}});
        tell_condition(difference);
        html_.close().open("td");
        const std::string summary = difference.at("summary");
        line(html_, "", summary);
        if (summary.empty()) line(html_, "fields", words(difference.at("fields")));
        line(html_, "", difference.at("reason"));
        html_.close().close().newline();
    }

    static Markup declared(bool is_declared) {
        Html html;
        html.element("span", is_declared ? "declared" : "UNDECLARED",
                     {{"class", is_declared ? "who" : "verdict refuted"}});
        return html.finish();
    }

    std::string heading(const Json& difference) const {
        return difference.at("id").get<std::string>() + ", " + difference.at("observer").get<std::string>() + ", " +
               report_.at("left").get<std::string>() + " / " + report_.at("right").get<std::string>();
    }

    // As in the text: `diff` says how good its condition is.
    void tell_condition(const Json& difference) {
        const std::string condition = difference.at("condition");
        if (!is_diff_) return line(html_, "", condition);
        const auto always = [](const std::string& text) { return text.empty() ? "always" : text; };
        if (const std::string why = difference.at("undecided"); !why.empty()) {
            line(html_, "", "not decided: " + why);
        } else if (difference.at("exact").get<bool>()) {
            line(html_, "", always(condition));
        } else {
            line(html_, "at least:", condition.empty() ? "(not known)" : condition);
            line(html_, "at most:", always(difference.at("at_most")));
        }
        line(html_, "hidden by", words(difference.at("unless")));
    }

    void tell_recheck() {
        if (!report_.contains("recheck")) return;
        const Json& second = report_.at("recheck");
        html_.element("h2", "Re-check by " + second.at("solver").get<std::string>()).newline();
        if (second.at("missing").get<bool>())
            html_.element("p", "the solver is not here: nothing was re-checked", {{"class", "flaw"}});
        unsigned same = 0;
        for (const Json& query : second.at("queries")) {
            if (query.at("found") == query.at("expected")) {
                ++same;
                continue;
            }
            html_.element("p",
                          query.at("name").get<std::string>() + ": we said " + query.at("expected").get<std::string>() +
                              ", it said " + query.at("found").get<std::string>() + " " +
                              query.at("detail").get<std::string>(),
                          {{"class", "flaw"}});
        }
        line(
            html_, "",
            std::to_string(same) + " of " + std::to_string(second.at("queries").size()) + " queries answered the same");
    }

    const Json& report_;
    StoryShelf& shelf_;
    const bool is_diff_;
    Html html_;
};

}  // namespace

Markup result_body(const Json& report, StoryShelf& shelf) { return Teller(report, shelf).tell(); }

}  // namespace entryproof::checker::page
