// SPDX-License-Identifier: MIT
#include "checker/premerge/against.h"
#include "checker/premerge/gate.h"
#include "checker/premerge/report.h"
#include "tests/checker/premerge/sample_series.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;
using namespace entryproof::checker::premerge;

namespace {

std::string diff(const std::string& path, const std::string& lines) {
    return "--- a/" + path + "\n+++ b/" + path + "\n@@ -1,0 +1,3 @@\n" + lines;
}

JudgedSeries of(const std::vector<std::pair<std::string, std::string>>& subjects_and_diffs) {
    JudgedSeries judged;
    judged.sum.verdict = PatchVerdict::changed;
    for (const auto& [subject, text] : subjects_and_diffs) {
        judged.patches.push_back(premerge_sample::patch(static_cast<unsigned>(judged.patches.size() + 1), subject,
                                                        PatchVerdict::unchanged, ""));
        judged.patches.back().posted.diff = text;
        judged.posted.patches.push_back(judged.patches.back().posted);
    }
    return judged;
}

// "0>0 ->1 1>-": earlier and later.
std::string pairs(const JudgedSeries& earlier, const JudgedSeries& later) {
    std::string text;
    for (const MatchedPatch& pair : matched_patches(earlier.posted, later.posted))
        text += (text.empty() ? "" : " ") + (pair.earlier ? std::to_string(*pair.earlier) : "-") + ">" +
                (pair.later ? std::to_string(*pair.later) : "-");
    return text;
}

void show(JudgedPatch& patch, const std::string& observer) {
    patch.judgement.verdict = PatchVerdict::changed;
    patch.judgement.changes.push_back(premerge_sample::change(observer, "nothing", "record"));
}

const std::string one = diff("f", "+a\n+b\n+c\n"), nearly_one = diff("f", "+a\n+b\n+d\n"),
                  other = diff("g", "+x\n+y\n+z\n");

}  // namespace

TEST_CASE("patches are matched by subject, then by what they change") {
    CHECK(pairs(of({{"a", one}, {"b", other}}), of({{"b", other}, {"a", one}})) == "1>0 0>1");
    CHECK(pairs(of({{"a", one}, {"b", other}}), of({{"a, renamed", nearly_one}, {"b", other}})) == "0>0 1>1");
    CHECK(pairs(of({{"a", one}}), of({{"c", other}, {"a2", one}})) == "->0 0>1");
    CHECK(pairs(of({{"a", one}, {"b", other}}), of({{"a", one}})) == "0>0 1>-");
    CHECK(pairs(of({{"a", "damaged"}}), of({{"b", "damaged"}})) == "->0 0>-");
}

TEST_CASE("the same series twice differs in nothing") {
    JudgedSeries series = of({{"a", one}, {"b", other}});
    show(series.patches[1], "audit");
    CHECK(delta_of(series, series).empty());
}

TEST_CASE("changes appear, vanish and move") {
    JudgedSeries earlier = of({{"a", one}, {"b", other}}), later = earlier;
    show(earlier.patches[0], "audit");
    show(earlier.patches[0], "tracer");
    show(later.patches[1], "audit");
    show(later.patches[1], "user");
    const SeriesDelta delta = delta_of(earlier, later);
    REQUIRE(delta.moved.size() == 1);
    CHECK(delta.moved[0].earlier == 1);
    CHECK(delta.moved[0].later == 2);
    REQUIRE(delta.vanished.size() == 1);
    CHECK(delta.vanished[0].words.find("tracer") != std::string::npos);
    REQUIRE(delta.appeared.size() == 1);
    CHECK(delta.appeared[0].words.find("user") != std::string::npos);
    CHECK(delta.verdicts ==
          std::vector<std::string>{"patch 1 'a': was changed, is unchanged", "patch 2 'b': was unchanged, is changed"});
}

TEST_CASE("what is not known in either revision is said") {
    const JudgedSeries earlier = of({{"a", one}});
    JudgedSeries later = earlier;
    later.patches[0].judgement.verdict = PatchVerdict::undecided;
    CHECK(delta_of(earlier, later).undecided == std::vector<std::string>{"later patch 1 'a': undecided"});
    CHECK(delta_of(later, later).undecided.size() == 2);
}

TEST_CASE("what ends with 10 can be narrowed, and nothing else becomes a success by it") {
    JudgedSeries series = of({{"a", one}});
    show(series.patches[0], "audit");
    CHECK(gated_exit(series, FailOn::changed, {}) == ExitCode::refuted);
    CHECK(gated_exit(series, FailOn::unmentioned, {}) == ExitCode::refuted);
    CHECK(gated_exit(series, FailOn::claim, {}) == ExitCode::proved);
    series.patches[0].judgement.changes[0].is_mentioned = true;
    CHECK(gated_exit(series, FailOn::unmentioned, {}) == ExitCode::proved);
    series.patches[0].statements = {{{Said::no_change, "NFC", ""}, ClaimVerdict::refuted, ""}};
    CHECK(gated_exit(series, FailOn::unmentioned, {}) == ExitCode::refuted);
    CHECK(gated_exit(series, FailOn::claim, {}) == ExitCode::refuted);
    for (const PatchVerdict verdict :
         {PatchVerdict::undecided, PatchVerdict::unliftable, PatchVerdict::does_not_apply}) {
        series.patches[0].judgement.verdict = verdict;
        CHECK(gated_exit(series, FailOn::claim, {}) != ExitCode::proved);
    }
    series.patches[0].judgement.verdict = PatchVerdict::changed;
    series.patches[0].judgement.changes.clear();
    CHECK(gated_exit(series, FailOn::claim, {}) == ExitCode::refuted);
}

TEST_CASE("a baseline knows changes by subject and id, and no others") {
    JudgedSeries series = premerge_sample::series();
    series.patches.resize(4);
    series.sum.verdict = PatchVerdict::changed;
    const Baseline baseline = read_baseline(json_report(series), "f");
    CHECK(baseline.size() == 3);
    CHECK(gated_exit(series, FailOn::changed, baseline) == ExitCode::proved);
    CHECK(series.patches[2].judgement.changes[0].is_known);
    series.patches[2].judgement.changes.push_back(premerge_sample::change("rseq", "nothing", "judgement"));
    CHECK(gated_exit(series, FailOn::changed, baseline) == ExitCode::refuted);
    series.patches[2].judgement.changes.pop_back();
    series.patches[2].posted.subject = "another";
    CHECK(gated_exit(series, FailOn::changed, baseline) == ExitCode::refuted);
    CHECK_THROWS_AS(read_baseline("{}", "f"), InputError);
    CHECK_THROWS_AS(read_baseline("nonsense", "f"), InputError);
    CHECK_THROWS_AS(read_baseline("{\"kind\": \"result\", \"version\": 1}", "f"), InputError);
}
