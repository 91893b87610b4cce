// SPDX-License-Identifier: MIT
#include "checker/page/report_page.h"

#include "checker/page/graph_figure.h"
#include "checker/page/overview.h"
#include "checker/page/story_figure.h"

namespace entryproof::checker::page {

void add_stories(std::vector<Markup>& stories, const Difference& difference, const std::string& left,
                 const std::string& right) {
    for (const Story& story : difference.stories)
        stories.push_back(story_figure({left, right, story.scenario, story.replay, story.disagreement, story.config},
                                       static_cast<unsigned>(stories.size()) + 1));
}

std::vector<Markup> stories_of(const Result& result) {
    std::vector<Markup> stories;
    for (const Difference& difference : result.differences) add_stories(stories, difference, result.left, result.right);
    return stories;
}

std::string page_of(const Result& result, const std::string& report, const std::vector<LoadedPath>& paths) {
    std::vector<Markup> graphs;
    for (const LoadedPath& path : paths) graphs.push_back(graph_figure(path, {}));
    return overview_page(report, stories_of(result), graphs);
}

std::string page_of(const CheckResult& result, const std::string& report, const LoadedPath& path) {
    std::vector<Markup> stories;
    for (const CheckedProperty& property : result.properties)
        if (property.breach)
            stories.push_back(run_figure(result.path, property.breach->scenario, property.breach->run,
                                         static_cast<unsigned>(stories.size()) + 1));
    return overview_page(report, stories, {graph_figure(path, {})});
}

}  // namespace entryproof::checker::page
