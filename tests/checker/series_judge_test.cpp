// SPDX-License-Identifier: MIT
// What each patch of 13 RESEND changes, as the solver finds it without knowing anything, and what its changelog's
// claims are worth. Cost: some seconds.
#include "checker/series/judge.h"

#include "checker/error.h"
#include "tests/edit_program.h"

#include <doctest/doctest.h>

#include <map>
#include <set>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

enum Column { by_default = 0, interference = 1, without_I1 = 2 };

// "undefined: nothing / uninitialised read"
std::set<std::string> shapes(const ColumnVerdict& column) {
    std::set<std::string> all;
    for (const SeriesDifference& one : column.differences) {
        const Difference& difference = one.difference;
        all.insert(difference.observer + ": " + difference.left + " / " + difference.right);
    }
    return all;
}

const series::Patch& patch_of(const std::string& path) {
    const unsigned number = static_cast<unsigned>(std::stoul(path.substr(path.find(':') + 1)));
    for (const series::Series* one : series::all_series())
        if (path.rfind(one->name + ":", 0) == 0) return one->patches.at(number - 1);
    throw std::runtime_error(path);
}

SeriesOptions undeclared() {
    SeriesOptions options;
    options.no_expect = true;
    return options;
}

JudgedSeriesPatch judged(const std::string& before, const std::string& after,
                         const SeriesOptions& options = undeclared()) {
    return judge_patch(patch_of(after), load_path(before), load_path(after), options);
}

// After an edit of the later state: is the patch still what it was?
JudgedSeriesPatch damaged(const std::string& before, const std::string& after, const tests::Edit& edit) {
    LoadedPath later = load_path(after);
    edit(later.program);
    return judge_patch(patch_of(after), load_path(before), later, undeclared());
}

bool has(const std::set<std::string>& all, const std::string& one) { return all.count(one) != 0; }

premerge::ClaimVerdict claim(const JudgedSeriesPatch& patch, std::size_t at) { return patch.claims.at(at).verdict; }

using premerge::ClaimVerdict;
using premerge::PatchVerdict;
using Shapes = std::set<std::string>;

}  // namespace

TEST_CASE("01, 02 and 04 change nothing, in any column that is covered" * doctest::test_suite("long")) {
    for (const auto& [before, after] : std::map<std::string, std::string>{
             {"series:00", "series:01"}, {"series:01", "series:02"}, {"series:03", "series:04"}}) {
        const JudgedSeriesPatch patch = judged(before, after);
        CHECK(patch.columns[by_default].verdict == PatchVerdict::unchanged);
        CHECK(patch.columns[without_I1].verdict == PatchVerdict::unchanged);
        CHECK(!patch.columns[interference].is_covered);
        CHECK(claim(patch, 0) == ClaimVerdict::confirmed);
    }
    // 02 also says that it repairs something.
    CHECK(claim(judged("series:01", "series:02"), 1) == ClaimVerdict::refuted);
}

TEST_CASE("03 reads a result that was never set, and misses a filter that came during the entry stop" *
          doctest::test_suite("long")) {
    const JudgedSeriesPatch patch = judged("series:02", "series:03");
    const Shapes found = shapes(patch.columns[by_default]);
    CHECK(has(found, "undefined: nothing / uninitialised read"));
    CHECK(has(found, "seccomp: filter / nothing"));
    CHECK(claim(patch, 0) == ClaimVerdict::refuted);
}

TEST_CASE("initialised, 03 has D22 alone; with the flags read again besides, nothing" * doctest::test_suite("long")) {
    const auto initialise = [](ir::Program& program) {
        ir::Function& function = program.functions.at("syscall_trace_enter");
        function.body.insert(function.body.begin(),
                             ir::Statement{ir::Assign{"ret", ir::constant(32, 0)}, function.source});
    };
    const Shapes found = shapes(damaged("series:02", "series:03", initialise).columns[by_default]);
    CHECK(!has(found, "undefined: nothing / uninitialised read"));
    CHECK(has(found, "seccomp: filter / nothing"));
    CHECK(judged("series-fixed:04", "series-fixed:05").columns[by_default].verdict == PatchVerdict::unchanged);
}

TEST_CASE("05 judges before the exit stop: pc, verdict and what a tracer finds pending") {
    const JudgedSeriesPatch patch = judged("series:04", "series:05");
    const Shapes found = shapes(patch.columns[by_default]);
    CHECK(has(found, "rseq: judgement / judgement"));
    CHECK(has(found, "tracer: exit stop / exit stop"));
    CHECK(!has(found, "tracer: step report / step report"));
    CHECK(claim(patch, 0) == ClaimVerdict::confirmed);
    CHECK(claim(patch, 1) == ClaimVerdict::refuted);
}

TEST_CASE("06 and 07 lose an audit record only where I1 fails") {
    for (const auto& [before, after] :
         std::map<std::string, std::string>{{"series:05", "series:06"}, {"series:06", "series:07"}}) {
        const JudgedSeriesPatch patch = judged(before, after);
        CHECK(patch.columns[by_default].verdict == PatchVerdict::unchanged);
        CHECK(patch.columns[by_default].assumptions == std::vector<std::string>{"I1"});
        CHECK(shapes(patch.columns[without_I1]) == Shapes{"audit: record / nothing"});
    }
    const JudgedSeriesPatch mask = judged("series:06", "series:07");
    CHECK(claim(mask, 0) == ClaimVerdict::refuted);
    CHECK(mask.claims[0].words.find("without I1") != std::string::npos);
}

TEST_CASE("07 without AUDIT in its mask loses records of every audited task") {
    const auto forget_audit = [](ir::Program& program) {
        const ir::ExpressionRef flags = ir::read("flags", 64);
        tests::condition("syscall_exit_to_user_mode_work", "flags &",
                         ir::is_nonzero(ir::binary(ir::BinaryOperator::bit_and, flags,
                                                   ir::constant(64, (1u << 8) | (1u << 10) | (1u << 21)))))(program);
    };
    const JudgedSeriesPatch patch = damaged("series:06", "series:07", forget_audit);
    CHECK(has(shapes(patch.columns[by_default]), "audit: record / nothing"));
}

TEST_CASE("08 drops the step report, also of a syscall that really ran") {
    const JudgedSeriesPatch patch = judged("series:07", "series:08");
    CHECK(shapes(patch.columns[by_default]) == Shapes{"tracer: step report / nothing"});
    CHECK(claim(patch, 0) == ClaimVerdict::confirmed);
    CHECK(claim(patch, 1) == ClaimVerdict::confirmed);
    CHECK(claim(patch, 2) == ClaimVerdict::refuted);  // D29
}

TEST_CASE("09 puts rseq on the static key and sys_enter on a snapshot, and ends the read of no value") {
    const JudgedSeriesPatch patch = judged("series:08", "series:09");
    const Shapes found = shapes(patch.columns[by_default]);
    CHECK(has(found, "rseq: judgement / nothing"));
    CHECK(has(found, "rseq: nothing / judgement"));
    CHECK(has(found, "tracepoints: sys_enter / sys_exit"));
    CHECK(has(found, "undefined: uninitialised read / nothing"));
    CHECK(!has(found, "seccomp: filter / nothing"));  // lost since 03
    CHECK(claim(patch, 0) == ClaimVerdict::confirmed);
    CHECK(claim(patch, 1) == ClaimVerdict::refuted);
    CHECK(!patch.patch->availability.empty());
}

TEST_CASE("10 takes the same steps, 14 touches nothing, and neither costs a query") {
    const JudgedSeriesPatch inlined = judged("series:09", "series:10");
    CHECK(inlined.columns[by_default].verdict == PatchVerdict::unchanged);
    CHECK(inlined.queries == 0);
    CHECK(claim(inlined, 0) == ClaimVerdict::confirmed);
    CHECK(judged("series:13", "series:14").columns[by_default].verdict == PatchVerdict::untouched);
    const JudgedSeriesPatch renumbered = judged("series:11", "series:12");
    CHECK(renumbered.columns[by_default].verdict == PatchVerdict::untouched);
    CHECK(renumbered.layouts.size() == 3);
    CHECK(claim(renumbered, 0) == ClaimVerdict::confirmed);
}

TEST_CASE("13 moves numbers and nothing else, and two flags with one number are refuted") {
    const JudgedSeriesPatch patch = judged("series:12", "series:13");
    CHECK(patch.columns[by_default].verdict == PatchVerdict::unchanged);
    REQUIRE(patch.layouts.size() == 1);
    CHECK(patch.layouts[0].arch == "arm64");
    CHECK(patch.layouts[0].moved > 20);
    CHECK(claim(patch, 1) == ClaimVerdict::confirmed);
    const JudgedSeriesPatch clash = damaged("series:12", "series:13", [](ir::Program& program) {
        for (ir::FlagBit& bit : program.flag_bits)
            if (bit.name == "TIF_FREEZE") bit.bit = 17;
    });
    CHECK(claim(clash, 1) == ClaimVerdict::refuted);
}

namespace {

const std::string step =
    "[[change]]\npatches = [\"series:08\"]\nobserver = \"tracer\"\nleft = \"step report\"\nright = "
    "\"nothing\"\nknown_as = \"D12\"\nnote = \"n\"\n";

SeriesOptions known(const std::string& text) {
    SeriesOptions options;
    options.expect_file = "c.toml";
    options.expect_text = text;
    return options;
}

// "stale series:08, ..." of every flaw of a column of 08.
std::set<std::string> flaws_of_08(const std::string& text, Column column = by_default) {
    std::set<std::string> all;
    const JudgedSeriesPatch patch = judged("series:07", "series:08", known(text));
    for (const SeriesFlaw& flaw : patch.columns[column].flaws)
        all.insert(std::string(word(flaw.kind)) + " " + flaw.change);
    return all;
}

}  // namespace

TEST_CASE("a known change has its name, and one that is not known has none") {
    const JudgedSeriesPatch as_known = judged("series:07", "series:08", known(step));
    REQUIRE(as_known.columns[by_default].differences.size() == 1);
    CHECK(as_known.columns[by_default].differences[0].known_as == "D12");
    CHECK(as_known.columns[by_default].differences[0].difference.declared);
    CHECK(as_known.columns[by_default].flaws.empty());
    const JudgedSeriesPatch unknown = judged("series:07", "series:08", known(""));
    REQUIRE(unknown.columns[by_default].differences.size() == 1);
    CHECK(unknown.columns[by_default].differences[0].known_as == "");
    CHECK(!unknown.columns[by_default].differences[0].difference.declared);
}

TEST_CASE("a known change that nothing shows is stale, a condition that is not exact is wider or outside") {
    using Flaws = std::set<std::string>;
    const std::string name = "series:08, tracer: step report / nothing";
    CHECK(flaws_of_08(step + "condition = \"exit.emu && seen.step_report\"\n").empty());
    CHECK(flaws_of_08(step + "condition = \"seen.step_report\"\n") == Flaws{"wider " + name});
    CHECK(flaws_of_08(step + "condition = \"exit.emu && seen.step_report && seen.body\"\n") ==
          Flaws{"outside " + name});
    std::string record = step;
    record.replace(record.find("step report"), 11, "exit stop");
    CHECK(flaws_of_08(record) == Flaws{"stale series:08, tracer: exit stop / nothing"});
    CHECK(flaws_of_08(step + "without = [\"I1\"]\n").empty());
    CHECK_THROWS_AS(flaws_of_08(step + "condition = \"exit.emmu\"\n"), InputError);
    CHECK_THROWS_AS(flaws_of_08("[[change]]\n"), InputError);
}

TEST_CASE("what is known without I1 is looked for there only") {
    std::string record = step;
    record.replace(record.find("series:08"), 9, "series:06").replace(record.find("tracer"), 6, "audit");
    record.replace(record.find("step report"), 11, "record");
    const JudgedSeriesPatch everywhere = judged("series:05", "series:06", known(record));
    CHECK(everywhere.columns[by_default].flaws.size() == 1);
    CHECK(everywhere.columns[without_I1].flaws.empty());
    const JudgedSeriesPatch there = judged("series:05", "series:06", known(record + "without = [\"I1\"]\n"));
    CHECK(there.columns[by_default].flaws.empty());
    CHECK(there.columns[without_I1].differences.at(0).known_as == "D12");
}

TEST_CASE("without a budget nothing is decided") {
    SeriesOptions options = undeclared();
    options.rlimit = 1;
    const JudgedSeriesPatch patch = judged("series:07", "series:08", options);
    CHECK(patch.columns[by_default].verdict == PatchVerdict::undecided);
    CHECK(claim(patch, 0) == ClaimVerdict::undecided);
}
