// SPDX-License-Identifier: MIT
// What the overviews of all kinds of report are made of. Only the overview*.cpp include this.
#pragma once

#include "checker/page/html.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace entryproof::checker::page {

using Json = nlohmann::ordered_json;

// Gives out the stories of a report in its order, and keeps their headings.
class StoryShelf {
public:
    explicit StoryShelf(const std::vector<Markup>& figures) : figures_(figures) {}

    // The link to the next story; `heading` says what it is about, `title` what tells it from others.
    Markup take(const std::string& heading, const std::string& title);
    // All of them, in order. InternalError: not all were taken.
    Markup articles() const;

private:
    struct Told {
        std::string heading;
        std::string title;
    };
    const std::vector<Markup>& figures_;
    std::vector<Told> told_;
};

// The class of a verdict's or exit code's word: proved, refuted, unknown, or none for what is neither good nor bad.
// A word that is not known counts as unknown.
std::string class_of(const std::string& word);
Markup verdict(const std::string& word);

// "h1" of the page, with the word of its exit code.
Markup title_line(const std::string& title, const Json& report);

// A table that keys move through. Rows are opened with open_row(), cells are td.
void open_table(Html& html, const std::string& label, const std::vector<std::string>& heads);
void close_table(Html& html);
// `is_first`: the first finding of the page, which is marked and has the id "first-finding".
void open_row(Html& html, bool is_first = false);

void cell(Html& html, const std::string& text, const std::string& kind = "");
// One paragraph, "lead: text"; nothing when there is no text.
void line(Html& html, const std::string& lead, const std::string& text);
void fact(Html& html, const std::string& name, const std::string& value);

// "9 refuted, 35 proved": how often each verdict was given, "proved" last.
std::string counts_text(const std::map<std::string, unsigned>& counts);
std::string words(const Json& list, const std::string& separator = " ");

// Tool, solver, sizes, what is not covered, what is trusted: as far as the report has them.
Markup provenance(const Json& report);
Markup claims_table(const Json& claims);

// One for each kind of report.
Markup result_body(const Json& report, StoryShelf& shelf);
Markup check_body(const Json& report, StoryShelf& shelf);
Markup series_body(const Json& report, StoryShelf& shelf);
Markup built_in_series_body(const Json& report);

}  // namespace entryproof::checker::page
