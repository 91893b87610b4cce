// SPDX-License-Identifier: MIT
// Two engines that share nothing judge the same statements about the same random runs, and no random run breaks a
// property that is proved.
#include "checker/check.h"
#include "checker/error.h"
#include "checker/evaluate.h"
#include "checker/probed.h"
#include "checker/sharing.h"
#include "checker/statement_run.h"
#include "checker/statement_term.h"
#include "checker/whole.h"
#include "model/ir/builder.h"
#include "tests/checker/fair_oracle.h"

#include <doctest/doctest.h>

#include <map>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

ProbedProgram probed(const std::string& path) {
    return with_probes(proof_programs(load_path(path), load_path(path)).front());
}

Run random_run(const ir::Program& program, std::uint64_t seed) {
    tests::FairOracle actors(seed);
    return interpret(program, tests::fair_start(program, seed), actors);
}

// The run as values of the execution's variables: answers are filled in slot by slot, as its guards become known.
Assignment assignment_of(Terms& terms, const Execution& execution, const Run& run) {
    Assignment values;
    for (const auto& [name, term] : execution.initial) values[term] = run.initial.at(name);
    std::size_t next = 0;
    for (const Slot& slot : execution.slots) {
        Evaluator evaluator(terms, values);
        if (!evaluator.is_true(slot.guard)) continue;
        REQUIRE(next < run.events.size());
        const Event& event = run.events[next++];
        REQUIRE(event.hook == slot.hook);
        for (const FieldValue& answer : event.answers) {
            const std::string name = "left." + slot.hook + "." + answer.name + "@" + std::to_string(slot.instance);
            values[terms.variable(name, answer.width)] = answer.value;
        }
    }
    CHECK(next == run.events.size());
    return values;
}

std::vector<spec::Property> of_one_syscall() {
    std::vector<spec::Property> found;
    for (const spec::Property& one : spec::properties(kernel::arch("arm64")))
        if (!one.delivers_signals && one.not_covered.empty()) found.push_back(one);
    return found;
}

}  // namespace

TEST_CASE("both engines judge every property alike in random runs") {
    for (const std::string path : {"legacy", "generic-permit"}) {
        const ProbedProgram program = probed(path);
        Terms terms;
        LeftAnswers answers(terms);
        const Execution execution = execute(terms, program.program, initial_cells(terms, program.program), answers);
        struct Stated {
            spec::Property property;
            Term premise;
            Term claim;
        };
        std::vector<Stated> stated;
        for (const spec::Property& one : of_one_syscall())
            stated.push_back(
                {one, statement_term(terms, one.premise, execution), statement_term(terms, one.claim, execution)});
        std::map<std::string, unsigned> spoken_of;
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const Run run = random_run(program.program, seed);
            Evaluator symbolic(terms, assignment_of(terms, execution, run));
            for (const Stated& one : stated) {
                const bool is_meant = is_true_of(one.property.premise, run);
                CHECK_MESSAGE(symbolic.is_true(one.premise) == is_meant, path << " " << one.property.id << " " << seed);
                CHECK_MESSAGE(symbolic.is_true(one.claim) == is_true_of(one.property.claim, run),
                              path << " " << one.property.id << " " << seed);
                spoken_of[one.property.id] += is_meant ? 1 : 0;
            }
        }
        CHECK(spoken_of.at("P1") > 0);
        CHECK(spoken_of.at("P11") > 0);
    }
}

TEST_CASE("no random run breaks what is proved, and random runs break most of what is refuted") {
    for (const std::string path : {"legacy", "generic", "generic-permit", "legacy-6.1", "legacy-6.12"}) {
        const ProbedProgram program = probed(path);
        std::map<std::string, std::string> verdicts;
        for (const spec::Expectation& one : spec::built_in_expectations())
            if (one.path == path) verdicts[one.property] = one.verdict;
        std::map<std::string, unsigned> broken;
        std::map<std::string, unsigned> meant;
        for (std::uint64_t seed = 0; seed < 1500; ++seed) {
            const Run run = random_run(program.program, seed);
            for (const spec::Property& one : of_one_syscall()) {
                if (!is_true_of(one.premise, run)) continue;
                ++meant[one.id];
                if (!is_true_of(one.claim, run)) ++broken[one.id];
            }
        }
        unsigned refuted_and_broken = 0;
        for (const auto& one : broken) {
            CHECK_MESSAGE(verdicts[one.first] == "refuted", path << " " << one.first);
            ++refuted_and_broken;
        }
        CHECK_MESSAGE(refuted_and_broken >= 5, path);
        CHECK_MESSAGE(meant.size() >= 30, path << " " << meant.size());
        CHECK(meant.count("P23") == 0);
    }
}

TEST_CASE("arithmetic of statements is that of programs") {
    const auto value = [](const ir::ExpressionRef& expression) { return is_true_of(spec::holds(expression), Run{}); };
    using Op = ir::BinaryOperator;
    const auto number = [](ir::Width width, std::uint64_t bits) { return ir::constant(width, bits); };
    CHECK(value(ir::binary(Op::signed_less, number(32, 0x80000000), number(32, 0))));
    CHECK(!value(ir::binary(Op::unsigned_less, number(32, 0x80000000), number(32, 0))));
    CHECK(value(ir::equal(ir::sign_extend(number(32, 0xffffffda), 64), number(64, static_cast<std::uint64_t>(-38)))));
    CHECK(value(ir::equal(ir::binary(Op::add, number(8, 255), number(8, 1)), number(8, 0))));
    CHECK(value(ir::equal(ir::binary(Op::arithmetic_shift_right, number(8, 0x80), number(8, 9)), number(8, 0xff))));
    CHECK(value(ir::equal(ir::binary(Op::shift_left, number(8, 1), number(8, 8)), number(8, 0))));
    CHECK(value(ir::equal(ir::unary(ir::UnaryOperator::negate, number(16, 1)), number(16, 0xffff))));
    CHECK(value(ir::equal(ir::extract(number(64, 0xabcd00), 8, 8), number(8, 0xcd))));
}

TEST_CASE("a statement about what an event does not have is our bug, in both engines") {
    const ProbedProgram program = probed("legacy");
    const spec::StatementRef wrong = spec::every("b", {"body"}, spec::holds(spec::does("b", "request")));
    Terms terms;
    LeftAnswers answers(terms);
    const Execution execution = execute(terms, program.program, initial_cells(terms, program.program), answers);
    CHECK_THROWS_AS(statement_term(terms, wrong, execution), InternalError);
    Event body;
    body.hook = "body";
    Run run;
    run.events = {body};
    CHECK_THROWS_AS(is_true_of(wrong, run), InternalError);
}

TEST_CASE("probes change nothing that anybody sees") {
    const ir::Program plain = proof_programs(load_path("legacy"), load_path("legacy")).front();
    const ProbedProgram program = probed("legacy");
    CHECK(program.events.count("return of entry_stop") == 1);
    CHECK(program.events.count("call of trigger_sigsys") == 0);  // arm64 has no user dispatch
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Run with = random_run(program.program, seed);
        const Run without = random_run(plain, seed);
        CHECK(with.final == without.final);
        std::vector<std::string> seen, expected;
        for (const Event& event : with.events)
            if (program.events.count(event.hook) == 0) seen.push_back(event.hook);
        for (const Event& event : without.events) expected.push_back(event.hook);
        CHECK(seen == expected);
    }
}
