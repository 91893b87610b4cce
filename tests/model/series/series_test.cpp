// SPDX-License-Identifier: MIT
// The built-in series: every state is a whole program, each patch edits what it says, and both ends are the paths that
// were written, and lifted, independently of it.
#include "model/series/series.h"

#include "checker/flag_layout.h"
#include "checker/load.h"
#include "model/ir/equal.h"
#include "model/paths/paths.h"
#include "model/series/layouts.h"
#include "model/series/program.h"
#include "tests/edit_program.h"

#include <doctest/doctest.h>

#include <set>

using namespace entryproof;

namespace {

ir::Program state(const std::string& name) { return series::series_path(name).value(); }

bool changes_steps(const series::Series& one, unsigned number) {
    return !ir::same_steps(state(series::path_name(one, number - 1)), state(series::path_name(one, number)));
}

bool changes_layout(const series::Series& one, unsigned number) {
    return !ir::same_layout(state(series::path_name(one, number - 1)), state(series::path_name(one, number)));
}

// Functions that one has and the other has not, or has otherwise.
std::set<std::string> changed_functions(const ir::Program& before, const ir::Program& after) {
    std::set<std::string> changed;
    for (const auto* side : {&before, &after})
        for (const auto& [name, function] : side->functions) {
            const auto left = before.functions.find(name), right = after.functions.find(name);
            if (left == before.functions.end() || right == after.functions.end() ||
                !ir::same_steps(left->second, right->second))
                changed.insert(name);
        }
    return changed;
}

using Names = std::set<std::string>;

Names changed_by(const series::Series& one, unsigned number) {
    return changed_functions(state(series::path_name(one, number - 1)), state(series::path_name(one, number)));
}

bool has_flaw(const std::vector<ir::FlagBit>& bits) {
    ir::Program program;
    program.flag_bits = bits;
    return checker::layout_claims(program, "x").front().verdict == checker::Verdict::refuted;
}

}  // namespace

TEST_CASE("every state of every series is a whole program under its own name") {
    CHECK(series::series_paths().size() == 15 + 19);
    for (const series::SeriesPath& path : series::series_paths()) {
        const checker::LoadedPath loaded = checker::load_path(path.name);  // validates
        CHECK(loaded.program.name == path.name);
        CHECK(loaded.pair_name == path.name);
        CHECK(loaded.origin == "built-in, Linux " + path.release);
    }
}

TEST_CASE("a name that is no state is none") {
    for (const std::string name : {"series", "series:", "series:3", "series:003", "series:15", "series-fixed:19",
                                   "series:-1", "Series:03", "series:03 "})
        CHECK_MESSAGE(!series::series_path(name).has_value(), name);
    CHECK_THROWS_AS(checker::load_path("series:15"), std::exception);
}

TEST_CASE("patches are numbered from 1 on, and no two of a series have one theme") {
    for (const series::Series* one : series::all_series()) {
        std::set<std::string> themes;
        for (std::size_t i = 0; i < one->patches.size(); ++i) {
            CHECK(one->patches[i].number == i + 1);
            CHECK(themes.insert(one->patches[i].theme).second);
            CHECK(!one->patches[i].subject.empty());
        }
    }
}

TEST_CASE("where only seccomp answers as in 7.3, the base is the legacy path, step for step") {
    CHECK(ir::same_steps(state("series-fixed:01"), paths::built_in_path("legacy").value()));
    CHECK(ir::same_layout(state("series-fixed:01"), paths::built_in_path("legacy").value()));
    CHECK(!ir::same_steps(state("series-fixed:00"), paths::built_in_path("legacy").value()));
    CHECK(ir::same_steps(state("series:00"), state("series-fixed:00")));
}

TEST_CASE("the order of v16 ends in the generic path, step for step") {
    CHECK(ir::same_steps(state("series-fixed:16"), paths::built_in_path("generic").value()));
    CHECK(ir::same_layout(state("series-fixed:16"), paths::built_in_path("generic").value()));
    CHECK(ir::same_steps(state("series-fixed:18"), state("series-fixed:16")));
}

TEST_CASE("13 RESEND: each patch edits the functions that its diff edits") {
    const series::Series& one = series::resend13();
    CHECK(changed_by(one, 1) == Names{"el0_svc_common", "syscall_trace_enter", "syscall_trace_exit"});
    CHECK(changed_by(one, 2) == Names{"syscall_trace_enter"});
    CHECK(changed_by(one, 3) == Names{"syscall_trace_enter"});
    CHECK(changed_by(one, 4) == Names{"syscall_enter_audit", "syscall_trace_enter"});
    CHECK(changed_by(one, 5) == Names{"syscall_trace_exit"});
    CHECK(changed_by(one, 6) ==
          Names{"el0_svc_common", "syscall_exit_to_user_mode_work", "syscall_exit_work", "syscall_trace_exit"});
    CHECK(changed_by(one, 7) == Names{"syscall_exit_to_user_mode_work"});
    CHECK(changed_by(one, 8) == Names{"report_single_step", "syscall_exit_work"});
    CHECK(changed_by(one, 9).count("el0_svc_common") == 1);
    CHECK(changed_by(one, 9).count("user_enable_single_step") == 1);
    CHECK(changed_by(one, 9).count("report_syscall_entry") == 1);
    for (const unsigned number : {10u, 11u, 12u, 14u}) CHECK(changed_by(one, number).empty());
}

TEST_CASE("13 RESEND: patches without an edit change nothing, the others do") {
    const series::Series& one = series::resend13();
    for (const series::Patch& patch : one.patches) {
        const bool changes = changes_steps(one, patch.number) || changes_layout(one, patch.number);
        CHECK_MESSAGE(changes == (patch.edit != nullptr), patch.number);
    }
    CHECK(changes_layout(one, 13));
    CHECK(!changes_layout(one, 12));
}

TEST_CASE("03 leaves the answer of seccomp without a value where nobody asked") {
    ir::Program before = state("series:02"), after = state("series:03");
    CHECK_NOTHROW(tests::find(before, "syscall_trace_enter", "call __secure_computing"));
    ir::Function& function = after.functions.at("syscall_trace_enter");
    const auto* result = std::get_if<ir::Return>(&function.body.back().node);
    REQUIRE(result != nullptr);
    CHECK(ir::to_string(*result->value).find("ret") != std::string::npos);
    const auto* plain = std::get_if<ir::Return>(&before.functions.at("syscall_trace_enter").body.back().node);
    REQUIRE(plain != nullptr);
    CHECK(ir::to_string(*plain->value).find("ret") == std::string::npos);
}

TEST_CASE("05 moves the rseq check from the end of the exit work to its start") {
    const auto asks_rseq = [](const ir::Statement& statement) {
        return tests::head(statement).find("CONFIG_DEBUG_RSEQ") != std::string::npos;
    };
    const ir::Program before = state("series:04"), after = state("series:05");
    CHECK(asks_rseq(before.functions.at("syscall_trace_exit").body.back()));
    CHECK(asks_rseq(after.functions.at("syscall_trace_exit").body.front()));
    CHECK(!asks_rseq(after.functions.at("syscall_trace_exit").body.back()));
}

TEST_CASE("the exit mask comes with 07 and goes with the conversion") {
    const auto has_mask = [](const std::string& path) {
        for (const ir::FlagMask& mask : state(path).flag_masks)
            if (mask.name == "_TIF_SYSCALL_EXIT_WORK") return mask.members.size() == 3;
        return false;
    };
    CHECK(!has_mask("series:06"));
    CHECK(has_mask("series:07"));
    CHECK(has_mask("series:08"));
    CHECK(!has_mask("series:09"));
}

TEST_CASE("13 gives arm64 the generic numbers, and no two flags share one") {
    std::map<std::string, unsigned> numbers;
    for (const ir::FlagBit& bit : state("series:13").flag_bits) numbers[bit.name] = bit.bit;
    CHECK(numbers.at("TIF_NOTIFY_RESUME") == 0);
    CHECK(numbers.at("TIF_SINGLESTEP") == 12);
    CHECK(numbers.at("TIF_FOREIGN_FPSTATE") == 16);
    CHECK(numbers.count("TIF_SYSCALL_TRACE") == 0);
    CHECK(!has_flaw(state("series:13").flag_bits));
    ir::Program after = state("series:13");
    CHECK_NOTHROW(tests::find(after, "user_enable_single_step", "thread_info.flags := "));
    CHECK(changed_functions(state("series:12"), after).count("user_enable_single_step") == 1);
}

TEST_CASE("on the generic header of 7.3, patch 12 would give two flags one number") {
    for (const series::Renumbering& one : series::generic_singlestep()) {
        CHECK(!has_flaw(one.before));
        CHECK(!has_flaw(one.after));
        std::vector<ir::FlagBit> rebased = one.after;
        rebased.push_back({"TIF_HRTIMER_REARM", "thread_info.flags", 12, {}});
        CHECK(has_flaw(rebased));
    }
    CHECK(!has_flaw(series::s390_rename().after));
}

TEST_CASE("the states of v16 between its patches take other steps, not another way") {
    series::Steps steps = series::steps_after(series::fixed(), 12);
    CHECK(steps.exit_branch == series::ExitBranch::calls_inside);
    CHECK(steps.branch_asks_for_exit_work);
    steps = series::steps_after(series::fixed(), 14);
    CHECK(steps.exit_branch == series::ExitBranch::none);
    // From here on both series have the same exit path, and part again in the conversion.
    CHECK(ir::same_steps(state("series-fixed:15").functions.at("syscall_exit_work"),
                         state("series:08").functions.at("syscall_exit_work")));
    CHECK(!ir::same_steps(state("series-fixed:15").functions.at("syscall_trace_enter"),
                          state("series:08").functions.at("syscall_trace_enter")));
}
