// SPDX-License-Identifier: MIT
// What call_either() puts together against the plain if, in the interpreter.
#include "model/environment/either_call.h"

#include "checker/disagreement.h"
#include "model/environment/environment.h"
#include "model/ir/validator.h"
#include "model/kernel/writer.h"
#include "model/paths/paths.h"
#include "tests/checker/fair_oracle.h"

#include <doctest/doctest.h>

using namespace entryproof;

namespace {

ir::Program whole(const std::string& path) {
    const ir::Program built = paths::built_in_path(path).value();
    return environment::with_environment(built, environment::addressed_registers(built),
                                         environment::AfterExitWork::hand_over, environment::Tasks::all);
}

// The same program, in which one_syscall() chooses between the two entries itself.
ir::Program with_plain_if(ir::Program program, const std::string& if_compat, const std::string& if_native) {
    ir::Body& body = program.functions.at("one_syscall").body;
    const ir::Source source = body.back().source;
    body.pop_back();
    ir::BodyBuilder entry(source);
    entry.if_(
        ir::read("task.compat", 1), [&](ir::BodyBuilder& then) { then.call(if_compat); },
        [&](ir::BodyBuilder& otherwise) { otherwise.call(if_native); });
    for (ir::Statement& statement : entry.take()) body.push_back(std::move(statement));
    return program;
}

unsigned differing(const ir::Program& left, const ir::Program& right) {
    unsigned count = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        const checker::Values start = tests::fair_start(left, seed);
        tests::FairOracle left_oracle(seed), right_oracle(seed);
        count += checker::disagreements(checker::interpret(left, start, left_oracle),
                                        checker::interpret(right, start, right_oracle))
                         .empty()
                     ? 0
                     : 1;
    }
    return count;
}

// kernel::FunctionWriter with one call.
void add_caller(ir::Program& program, const std::string& name, const std::string& callee, std::uint64_t argument) {
    kernel::FunctionWriter f(name, {"file.c", name, "0"});
    f.call(callee, {ir::by_value(ir::constant(8, argument))});
    f.add_to(program);
}

ir::Program two_callers() {
    ir::Program program;
    program.name = "toy";
    program.entry = "entry";
    kernel::declare_cell(program, "task.compat", 1, "");
    kernel::FunctionWriter f("callee", {"file.c", "callee", "0"}, {{"value", 8}});
    f.hook({"shown", "user", "shown", {{"value", ir::read("value", 8)}}, {}, ir::Sharing::history});
    f.add_to(program);
    add_caller(program, "one", "callee", 1);
    add_caller(program, "other", "callee", 2);
    return program;
}

void add_entry(ir::Program& program) {
    kernel::FunctionWriter f("entry", {"file.c", "entry", "0"});
    environment::call_either(program, f, ir::read("task.compat", 1), "one", "other");
    f.add_to(program);
}

std::uint64_t shown(const ir::Program& program, std::uint64_t compat) {
    tests::FairOracle oracle(1);
    const checker::Run run = checker::interpret(program, {{"task.compat", compat}}, oracle);
    REQUIRE(run.events.size() == 1);
    return run.events.front().fields.front().value;
}

}  // namespace

TEST_CASE("both entries of a path as one show what each shows alone") {
    for (const std::string path : {"legacy", "generic"}) {
        const ir::Program program = whole(path);
        CHECK(program.functions.count("el0_svc or el0_svc_compat") == 1);
        CHECK(differing(program, with_plain_if(program, "el0_svc_compat", "el0_svc")) == 0);
    }
}

TEST_CASE("the wrong entry is told apart") {
    const ir::Program program = whole("legacy");
    CHECK(differing(program, with_plain_if(program, "el0_svc", "el0_svc")) > 0);
    CHECK(differing(program, with_plain_if(program, "el0_svc_compat", "el0_svc_compat")) > 0);
}

TEST_CASE("a call in both is one call with its argument chosen") {
    ir::Program program = two_callers();
    add_entry(program);
    REQUIRE(ir::validate(program).empty());
    CHECK(program.functions.at("other or one").body.size() == 1);
    CHECK(shown(program, 1) == 1);
    CHECK(shown(program, 0) == 2);
}

TEST_CASE("what only one of them does is done for it alone") {
    ir::Program program = two_callers();
    ir::Function& one = program.functions.at("one");
    kernel::FunctionWriter second("second", {"file.c", "second", "0"});
    second.hook({"second", "user", "second", {}, {}, ir::Sharing::history});
    second.add_to(program);
    one.body.push_back({ir::Call{"second", {}, ""}, one.source});
    add_entry(program);
    REQUIRE(ir::validate(program).empty());
    tests::FairOracle oracle(1);
    CHECK(checker::interpret(program, {{"task.compat", 1}}, oracle).events.size() == 2);
    CHECK(checker::interpret(program, {{"task.compat", 0}}, oracle).events.size() == 1);
}

TEST_CASE("functions that take something are chosen between as they are") {
    ir::Program program = two_callers();
    program.functions.at("one").locals.push_back({"local", 8});
    add_entry(program);
    REQUIRE(ir::validate(program).empty());
    CHECK(program.functions.count("other or one") == 0);
    CHECK(shown(program, 1) == 1);
    CHECK(shown(program, 0) == 2);
}
