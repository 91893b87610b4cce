// SPDX-License-Identifier: MIT
// A judged series of patches: what a changelog says wrongly, then patch by patch, then the whole.
#include "checker/page/overview_parts.h"

#include <map>

namespace entryproof::checker::page {

namespace {

class Teller {
public:
    Teller(const Json& report, StoryShelf& shelf) : report_(report), shelf_(shelf) {}

    Markup tell() {
        tell_head();
        tell_headlines();
        tell_patches();
        tell_against();
        tell_rest();
        return html_.finish();
    }

private:
    static std::string text(const Json& object, const char* key) { return object.at(key).get<std::string>(); }

    std::string number(unsigned position) const {
        return std::to_string(position) + "/" + std::to_string(report_.at("series").at("total").get<unsigned>());
    }
    std::string number_of(const Json& patch) const { return number(patch.at("number").get<unsigned>()); }
    // Positions count from 1, in the order of the patches.
    std::string number_at(unsigned position) const { return number_of(report_.at("patches").at(position - 1)); }

    void tell_head() {
        const Json& series = report_.at("series");
        const Json& base = report_.at("base");
        std::map<std::string, unsigned> counts;
        for (const Json& patch : report_.at("patches")) ++counts[text(patch, "verdict")];
        const std::string verdicts = counts_text(counts);
        html_.open("dl", {{"class", "facts"}});
        if (const std::string revision = text(series, "revision"); !revision.empty()) fact(html_, "revision", revision);
        const std::string commit = text(base, "commit");
        fact(html_, "base",
             text(base, "name") + (commit.empty() ? "" : ", commit " + commit) + ", " + text(base, "origin"));
        fact(html_, "patches", verdicts.empty() ? "none" : verdicts);
        if (const unsigned first = report_.at("first_change"); first != 0)
            fact(html_, "first to change",
                 number_at(first) + " " + text(report_.at("patches").at(first - 1), "subject"));
        html_.close().newline();
    }

    void flaw(const std::string& sentence) { html_.element("p", sentence, {{"class", "flaw"}}).newline(); }

    void tell_headlines() {
        for (const Json& patch : report_.at("patches"))
            for (const Json& said : patch.at("changelog"))
                if (said.at("verdict") == "refuted")
                    flaw("REFUTED patch " + number_of(patch) + " says \"" + text(said, "quote") +
                         "\": " + text(said, "words"));
        for (const Json& repair : report_.at("repairs"))
            flaw("REPAIRED patch " + number_at(repair.at("broken")) + " breaks what patch " +
                 number_at(repair.at("repaired")) + " repairs: between them " + text(repair, "words"));
    }

    // The row to read first: a patch whose changelog is refuted, else the first that changes something, else the first
    // that is not judged.
    const Json* first_finding() const {
        const Json* found = nullptr;
        int best = 0;
        for (const Json& patch : report_.at("patches")) {
            int rank = class_of(text(patch, "verdict")) == "refuted" ? 2 : patch.at("verdict") == "undecided" ? 1 : 0;
            for (const Json& said : patch.at("changelog"))
                if (said.at("verdict") == "refuted") rank = 3;
            if (rank <= best) continue;
            best = rank;
            found = &patch;
        }
        return found;
    }

    void tell_patches() {
        const Json* first = first_finding();
        open_table(html_, "patches", {"patch", "verdict", "what was found", "stories"});
        for (const Json& patch : report_.at("patches")) {
            open_row(html_, &patch == first);
            html_.element("th", number_of(patch), {{"scope", "row"}, {"class", "short"}});
            html_.open("td").add(verdict(text(patch, "verdict"))).close();
            html_.open("td").element("b", text(patch, "subject"));
            tell_findings(patch);
            for (const Json& said : patch.at("changelog"))
                line(html_, "says \"" + text(said, "quote") + "\":",
                     text(said, "verdict") + (text(said, "words").empty() ? "" : ": " + text(said, "words")));
            tell_impact(text(patch, "impact"));
            html_.close();
            tell_stories(patch, "patch " + number_of(patch));
            html_.close().newline();
        }
        tell_sum();
        close_table(html_);
    }

    void tell_findings(const Json& judgement) {
        const std::string place = text(judgement, "place");
        line(html_, "", (place.empty() ? "" : place + ": ") + text(judgement, "reason"));
        line(html_, "hint:", text(judgement, "hint"));
        for (const Json& change : judgement.at("differences")) {
            html_.open("p").element("code", text(change, "id")).text(" " + text(change, "observer") + ": ");
            html_.text(text(change, "summary"));
            if (!change.at("mentioned").get<bool>()) html_.text(" (the changelog does not mention it)");
            if (change.at("known").get<bool>()) html_.text(" (known)");
            if (const std::string condition = text(change, "condition"); !condition.empty())
                html_.text("; when ").element("code", condition);
            html_.close();
        }
        tell_notes(judgement.at("notes"));
    }

    // Many are alike: they are there, folded.
    void tell_notes(const Json& notes) {
        if (notes.size() < 3) {
            for (const Json& note : notes) line(html_, "note:", note);
            return;
        }
        html_.open("details").element("summary", std::to_string(notes.size()) + " notes");
        for (const Json& note : notes) line(html_, "", note);
        html_.close();
    }

    void tell_impact(const std::string& impact) {
        if (impact.empty()) return;
        html_.open("details").element("summary", "one could write").element("pre", impact).close();
    }

    void tell_stories(const Json& judgement, const std::string& where) {
        html_.open("td");
        for (const Json& change : judgement.at("differences"))
            for (const Json& story : change.at("stories"))
                html_.open("p")
                    .add(shelf_.take(where + ", " + text(change, "observer") + ": " + text(change, "summary"),
                                     story.value("summary", "")))
                    .close();
        html_.close();
    }

    void tell_sum() {
        const Json& sum = report_.at("sum");
        open_row(html_);
        html_.element("th", "all", {{"scope", "row"}});
        html_.open("td").add(verdict(text(sum, "verdict"))).close();
        html_.open("td").element("b", "from the base to the end of the series");
        tell_findings(sum);
        html_.close();
        tell_stories(sum, "the whole series");
        html_.close().newline();
    }

    void tell_against() {
        if (!report_.contains("against")) return;
        const Json& delta = report_.at("against");
        html_.element("h2", "Against the earlier revision").newline();
        const auto tell = [&](const char* key, const std::string& lead) {
            for (const Json& one : delta.at(key))
                line(html_, lead,
                     text(one, "id") + ", patch " + std::to_string(one.at("earlier").get<unsigned>()) + " then, " +
                         std::to_string(one.at("later").get<unsigned>()) + " now (0: none): " + text(one, "words"));
        };
        tell("appeared", "appeared:");
        tell("vanished", "vanished:");
        tell("moved", "moved:");
        for (const Json& one : delta.at("verdicts")) line(html_, "", one);
        for (const Json& one : delta.at("undecided")) line(html_, "not known:", one);
    }

    void tell_rest() {
        html_.element("h2", "The base, and what was left out").newline();
        for (const Json& attempt : report_.at("base").at("attempts"))
            line(html_, attempt.at("taken").get<bool>() ? "taken:" : "tried:",
                 text(attempt, "revision") + ": " + text(attempt, "outcome"));
        for (const Json& flaw : report_.at("already_there")) line(html_, "already there before the series:", flaw);
        for (const Json& note : report_.at("series").at("notes")) line(html_, "note:", note);
        for (const Json& mail : report_.at("series").at("left_out"))
            line(html_, "left out:", "\"" + text(mail, "subject") + "\": " + text(mail, "reason"));
    }

    const Json& report_;
    StoryShelf& shelf_;
    Html html_;
};

}  // namespace

Markup series_body(const Json& report, StoryShelf& shelf) { return Teller(report, shelf).tell(); }

}  // namespace entryproof::checker::page
