// SPDX-License-Identifier: MIT
// `check`: what is not proved stands first.
#include "checker/page/overview_parts.h"

#include <map>

namespace entryproof::checker::page {

namespace {

class Teller {
public:
    Teller(const Json& report, StoryShelf& shelf) : report_(report), shelf_(shelf) {}

    Markup tell() {
        tell_counts();
        for (const Json& sentence : report_.at("stale"))
            html_.element("p", "expectation is stale: " + sentence.get<std::string>(), {{"class", "flaw"}}).newline();
        tell_table("Not proved", false);
        tell_table("Proved", true);
        for (const Json& note : report_.at("notes")) line(html_, "note:", note);
        return html_.finish();
    }

private:
    static bool is_refuted(const Json& property) { return property.at("verdict") == "refuted"; }
    static bool is_proved(const Json& property) { return property.at("verdict") == "proved"; }

    void tell_counts() {
        std::map<std::string, unsigned> counts;
        unsigned expected = 0;
        for (const Json& property : report_.at("properties")) {
            ++counts[property.at("verdict").get<std::string>()];
            expected += property.at("expected").get<bool>();
        }
        const std::string text = counts_text(counts);
        html_.open("dl", {{"class", "facts"}});
        fact(html_, "properties", text.empty() ? "none" : text);
        fact(html_, "as expected", expected == 0 ? "" : std::to_string(expected) + " of those not proved");
        html_.close().newline();
    }

    // The first refuted one that nobody expected, else the first refuted one; empty: none is refuted.
    std::string first_finding() const {
        std::string expected;
        for (const Json& property : report_.at("properties")) {
            if (!is_refuted(property)) continue;
            if (!property.at("expected").get<bool>()) return property.at("id");
            if (expected.empty()) expected = property.at("id");
        }
        return expected;
    }

    void tell_table(const std::string& heading, bool proved) {
        bool is_open = false;
        const std::string first = first_finding();
        for (const Json& property : report_.at("properties")) {
            if (is_proved(property) != proved) continue;
            if (!is_open) {
                html_.element("h2", heading).newline();
                open_table(html_, heading,
                           {"property", "verdict", "promise", proved ? "assumes, within" : "holds when, why"});
            }
            tell(property, property.at("id") == first);
            is_open = true;
        }
        if (is_open) close_table(html_);
    }

    void tell(const Json& property, bool is_first) {
        const std::string name = property.at("id").get<std::string>() + " " + property.at("name").get<std::string>();
        open_row(html_, is_first);
        html_.open("th", {{"scope", "row"}}).text(name);
        if (!property.at("story").is_null())
            html_.open("p")
                .add(shelf_.take(name + ", " + report_.at("path").get<std::string>(), property.at("sentence")))
                .close();
        html_.close().open("td").add(verdict(property.at("verdict").get<std::string>()));
        if (property.at("expected").get<bool>()) html_.element("p", "as expected");
        html_.close().open("td");
        line(html_, "", property.at("sentence"));
        line(html_, "promised by", property.at("source"));
        html_.close().open("td");
        tell_why(property);
        html_.close().close().newline();
    }

    void tell_why(const Json& property) {
        std::string lead = property.at("exact").get<bool>() ? "holds exactly when" : "holds when";
        for (const Json& conjunction : property.at("holds_when")) {
            html_.open("p").element("span", lead + " ", {{"class", "who"}});
            html_.element("code", words(conjunction, " && ")).close();
            lead = "or";
        }
        line(html_, "", property.at("reason"));
        if (const std::string note = property.at("note"); !note.empty())
            line(html_, is_refuted(property) ? kind(property.at("kind")) : "note:", note);
        line(html_, "assumes, unproved:", words(property.at("assumptions")));
        line(html_, "within:", words(property.at("within")));
    }

    static std::string kind(const std::string& word) {
        if (word == "wart") return "a known wart:";
        if (word == "abi") return "documented ABI:";
        if (word == "bug") return "looks like a kernel bug:";
        return "the model allows what a kernel does not:";
    }

    const Json& report_;
    StoryShelf& shelf_;
    Html html_;
};

}  // namespace

Markup check_body(const Json& report, StoryShelf& shelf) { return Teller(report, shelf).tell(); }

}  // namespace entryproof::checker::page
