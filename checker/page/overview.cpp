// SPDX-License-Identifier: MIT
#include "checker/page/overview.h"

#include "checker/error.h"
#include "checker/page/document.h"
#include "checker/page/overview_parts.h"

namespace entryproof::checker::page {

namespace {

// One arm for each kind of report.
Markup body_of(const Json& report, StoryShelf& shelf) {
    const std::string kind = report.at("kind");
    if (kind == "result") return result_body(report, shelf);
    if (kind == "check") return check_body(report, shelf);
    if (kind == "series") return series_body(report, shelf);
    if (kind == "built-in series") return built_in_series_body(report);
    throw InternalError("a page is made of a report of a known kind");
}

std::string title_of(const Json& report) {
    std::string title = report.at("command");
    for (const char* key : {"left", "right", "path"})
        if (report.contains(key)) title += " " + report.at(key).get<std::string>();
    if (report.contains("series") && report.at("series").is_object())
        title += " " + report.at("series").at("title").get<std::string>();
    return title;
}

}  // namespace

std::string overview_page(const std::string& report, const std::vector<Markup>& stories,
                          const std::vector<Markup>& graphs) {
    const Json root = Json::parse(report);
    StoryShelf shelf(stories);
    Html html;
    html.open("main").newline().add(title_line(title_of(root), root)).add(body_of(root, shelf));
    const Markup articles = shelf.articles();
    if (!stories.empty())
        html.open("section", {{"aria-label", "stories"}}).element("h2", "Stories").newline().add(articles).close();
    if (!graphs.empty()) {
        html.open("section", {{"class", "graphs"}}).element("h2", "The paths").newline();
        html.element("p",
                     "Functions that reach a hook or change the task's state, in the order of the text; dashed: only "
                     "under a condition. A filled circle is a hook, with who sees it.",
                     {{"class", "note"}});
        html.open("div", {{"class", "pair"}});
        for (const Markup& graph : graphs) html.add(graph);
        html.close().close().newline();
    }
    html.close().newline().add(provenance(root));
    return document(title_of(root), html.finish());
}

}  // namespace entryproof::checker::page
