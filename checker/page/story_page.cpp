// SPDX-License-Identifier: MIT
#include "checker/page/story_page.h"

#include "checker/page/document.h"
#include "checker/page/story_figure.h"
#include "checker/smt.h"
#include "checker/version.h"
#include "spec/coverage.h"

namespace entryproof::checker::page {

namespace {

void fact(Html& html, const std::string& name, const std::string& value) {
    if (value.empty()) return;
    html.element("dt", name).element("dd", value);
}

Markup header(const StoryPage& page) {
    Html html;
    html.open("header").newline();
    html.open("h1").text(page.view.left + " / " + page.view.right);
    html.element("span", page.holds ? "disagreement, replayed" : "no disagreement shown",
                 {{"class", page.holds ? "verdict refuted" : "verdict unknown"}});
    html.close().newline();
    if (!page.view.scenario.summary.empty())
        html.element("p", page.view.scenario.summary, {{"class", "summary"}}).newline();
    html.open("dl", {{"class", "facts"}});
    fact(html, "observer", page.observer);
    fact(html, "difference", page.id);
    fact(html, "when", page.condition);
    fact(html, "verdict", page.verdict);
    return html.close().newline().close().newline().finish();
}

Markup graphs(const StoryPage& page) {
    const std::optional<Disagreement>& marked = page.view.marked;
    Html html;
    html.open("section", {{"class", "graphs"}, {"aria-label", "the paths as graphs"}}).newline();
    html.element("h2", "The paths").newline();
    html.element(
        "p",
        "Functions that reach a hook or change the task's state, in the order of the text; dashed: only under a "
        "condition. Bold: this run comes by. A filled circle is a hook, with who sees it.",
        {{"class", "note"}});
    html.open("div", {{"class", "pair"}}).newline();
    const Replay& runs = page.view.replay;
    html.add(graph_figure(page.paths[0], visited(page.whole[0], runs.left, marked ? marked->left_event : -1)));
    html.add(graph_figure(page.paths[1], visited(page.whole[1], runs.right, marked ? marked->right_event : -1)));
    return html.close().close().newline().finish();
}

Markup footer(const StoryPage& page) {
    Html html;
    html.open("footer").open("dl", {{"class", "facts"}});
    fact(html, "story", page.file);
    fact(html, "left", page.paths[0].origin);
    fact(html, "right", page.paths[1].origin);
    fact(html, "told by", "entryproof " + std::string(version) + "; the runs are those of the interpreter");
    for (const std::string& sentence : spec::not_covered()) fact(html, "not covered", sentence);
    return html.close().close().newline().finish();
}

}  // namespace

std::string story_page(const StoryPage& page) {
    Html body;
    body.open("main").newline().add(header(page));
    body.open("article", {{"id", "story-1"}, {"aria-label", "story"}})
        .add(story_figure(page.view, 1))
        .close()
        .newline();
    body.add(graphs(page)).close().newline().add(footer(page));
    const std::string who = page.observer.empty() ? "" : ": " + page.observer;
    return document(page.view.left + " / " + page.view.right + who, body.finish());
}

}  // namespace entryproof::checker::page
