// SPDX-License-Identifier: MIT
#include "checker/premerge/page.h"

#include "checker/page/overview.h"
#include "checker/page/report_page.h"
#include "checker/premerge/report.h"

namespace entryproof::checker::premerge {

// In the order of json_report(): patch by patch, then the sum.
std::string page_of(const JudgedSeries& judged) {
    std::vector<page::Markup> stories;
    const auto add = [&](const Judgement& judgement) {
        for (const FoundChange& change : judgement.changes)
            page::add_stories(stories, change.difference, "before", "after");
    };
    for (const JudgedPatch& patch : judged.patches) add(patch.judgement);
    add(judged.sum);
    return page::overview_page(json_report(judged), stories, {});
}

}  // namespace entryproof::checker::premerge
