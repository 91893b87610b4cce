// SPDX-License-Identifier: MIT
// What a syscall with nothing to do costs, counted: the numbers of a path that can be counted by hand, and that the
// count moves with the path.
#include "checker/series/fast_path.h"

#include "checker/error.h"
#include "tests/edit_program.h"

#include <doctest/doctest.h>

using namespace entryproof;
using checker::PathCost;
using checker::QuietTask;

namespace {

PathCost cost(const std::string& path, QuietTask task = QuietTask::no_work) {
    return checker::fast_path_cost(checker::load_path(path), task);
}

PathCost edited(const tests::Edit& edit) {
    checker::LoadedPath path = checker::load_path("legacy");
    edit(path.program);
    return checker::fast_path_cost(path, QuietTask::no_work);
}

}  // namespace

TEST_CASE("legacy with nothing to do, counted by hand") {
    // Reads: el0_svc_common twice, and TIF_32BIT in syscall_set_return_value.
    // Branches: tag fault, entry work, number in range, quiet, exit work. Calls: el0_svc, el0_svc_common,
    // invoke_syscall, syscall_body, syscall_set_return_value, arm64_syscall_exit_to_user_mode; the first is not
    // counted.
    CHECK(cost("legacy") == PathCost{3, 5, 5});
}

TEST_CASE("an audited task never takes that way") {
    const PathCost audited = cost("legacy", QuietTask::audited);
    CHECK(audited.calls > cost("legacy").calls + 4);
    CHECK(audited.branches > cost("legacy").branches);
}

TEST_CASE("a branch, a read and a call more are seen") {
    const PathCost before = cost("legacy");
    CHECK(edited(tests::twice("el0_svc_common", "flags := thread_info.flags")).reads == before.reads + 1);
    CHECK(edited(tests::drop("el0_svc_common", "if ")).branches == before.branches - 1);
    CHECK(edited(tests::twice("invoke_syscall", "call syscall_set_return_value")).calls == before.calls + 1);
}

TEST_CASE("what the environment does is not the path's cost, and options are no branches") {
    const PathCost before = cost("legacy");
    const ir::ExpressionRef option = ir::read("CONFIG_SECCOMP", 1);
    CHECK(edited([&](ir::Program& program) {
              ir::Function& function = program.functions.at("el0_svc_common");
              function.body.insert(function.body.begin(), ir::Statement{ir::If{option, {}, {}}, function.source});
          }) == before);
}

TEST_CASE("a path whose quiet syscall shows more is refused") {
    CHECK_THROWS_AS(edited([](ir::Program& program) {
                        ir::Function& function = program.functions.at("el0_svc_common");
                        function.body.insert(
                            function.body.begin(),
                            ir::Statement{ir::Call{"trace_sys_exit.probe", {ir::by_value(ir::constant(64, 0))}, ""},
                                          function.source});
                    }),
                    checker::InternalError);
}
