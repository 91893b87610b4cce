// SPDX-License-Identifier: MIT
// A judged series with every verdict in it, made by hand, for the reports.
#pragma once

#include "checker/premerge/judge.h"
#include "checker/premerge/statements.h"
#include "checker/premerge/words.h"
#include "checker/prove_story.h"
#include "tests/checker/sample_result.h"

namespace entryproof::premerge_sample {

using namespace checker;
using namespace checker::premerge;

inline FoundChange change(const std::string& observer, const std::string& left, const std::string& right) {
    FoundChange one;
    one.difference = entryproof::sample::result().differences.front();
    one.difference.observer = observer;
    one.difference.left = left;
    one.difference.right = right;
    one.difference.id = difference_id("before", "after", one.difference);
    one.words = change_words(one.difference);
    return one;
}

inline JudgedPatch patch(unsigned number, const std::string& subject, PatchVerdict verdict, const std::string& reason,
                         const std::string& message = "") {
    JudgedPatch one;
    one.posted.number = number;
    one.posted.subject = subject;
    one.posted.message = message;
    one.posted.message_id = std::to_string(number) + "@example.org";
    one.posted.from = "A <a@example.org>";
    one.posted.diff = "--- a/kernel/f.c\n+++ b/kernel/f.c\n@@ -1 +1 @@ int f(void)\n-\told\n+\tnew\n-- \n2.45\n";
    one.paths = {"kernel/f.c"};
    one.judgement.verdict = verdict;
    one.judgement.reason = reason;
    return one;
}

inline JudgedSeries series() {
    JudgedSeries judged;
    judged.posted.title = "a series & <others>";
    judged.posted.revision = "2";
    judged.posted.total = 6;
    judged.posted.left_out = {{"Re: x", "a reply"}};
    judged.base.name = "linux";
    judged.base.attempts = {{"HEAD", "every patch applies", true}};
    judged.base_origin = "lifted from linux 7.3.4";
    judged.arch = "arm64";
    judged.patches = {
        patch(1, "docs: x", PatchVerdict::untouched, "touches no file that lifting reads"),
        patch(2, "arm64: tidy # 1", PatchVerdict::unchanged, "proved", "No functional change.\n"),
        patch(3, "arm64: move \"it\" \x1b[31m\xc3\xbc", PatchVerdict::changed, "2 observable differences",
              "No functional change intended.\n"),
        patch(4, "arm64: tracer", PatchVerdict::changed, "1 observable difference", "The tracer sees it.\n"),
        patch(5, "arm64: hard", PatchVerdict::undecided, "agreement.user: unknown: out of budget"),
        patch(6, "arm64: odd", PatchVerdict::unliftable, "'goto *p': not understood")};
    judged.patches[1].judgement.claims = {{"agreement.tracer", Verdict::proved, "one syscall", {}, ""},
                                          {"layout.mask.left", Verdict::refuted, "all flags", {}, "was wrong before"}};
    judged.patches[2].judgement.claims = {
        {"agreement.tracer", Verdict::refuted, "one syscall", {}, "an undeclared difference"}};
    judged.patches[2].judgement.changes = {change("tracer", "exit stop", "nothing"),
                                           change("audit", "nothing", "record")};
    judged.patches[3].judgement.changes = {change("tracer", "nothing", "exit stop")};
    judged.patches[5].judgement.place = "kernel/f.c:3:4";
    for (JudgedPatch& one : judged.patches) judge_changelog(one, "");
    judged.first_change = 3;
    judged.repairs = {{3, 4, "a tracer can miss 'exit stop', which was seen before"}};
    judged.already_there = {"two flags share bit 3"};
    judged.sum.verdict = PatchVerdict::undecided;
    judged.sum.reason = "the end of the series cannot be lifted";
    judged.exit = ExitCode::unreadable;
    return judged;
}

}  // namespace entryproof::premerge_sample
