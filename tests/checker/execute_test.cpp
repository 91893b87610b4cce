// SPDX-License-Identifier: MIT
// The symbolic executor against the interpreter, event by event, and what it folds away.
#include "checker/execute.h"

#include "checker/error.h"
#include "checker/evaluate.h"
#include "checker/interpret.h"
#include "tests/toy/random_program.h"
#include "tests/toy/toy.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

// Draws what the oracle says for every slot that happens, in order, and returns the values of all variables.
Assignment drawn(const Terms& terms, const Execution& execution, const Values& initial, Oracle& oracle) {
    Assignment assignment;
    for (const auto& [name, term] : execution.initial) assignment[term] = initial.at(name);
    std::map<std::string, unsigned> occurrences;
    for (const Slot& slot : execution.slots) {
        if (!Evaluator(terms, assignment).is_true(slot.guard)) continue;
        if (slot.observer == "undefined") {
            const std::size_t colon = slot.subject.find(':');
            const Term value = slot.answers[0].value;
            for (const Term term : terms.reachable({value}))
                if (terms.node(term).operation == Operation::variable)
                    assignment[term] = oracle.undefined(slot.subject.substr(0, colon), slot.subject.substr(colon + 1),
                                                        slot.answers[0].width);
            continue;
        }
        Event event;
        event.hook = slot.hook;
        const unsigned occurrence = occurrences[slot.hook]++;
        for (const SlotAnswer& answer : slot.answers)
            assignment[answer.value] = oracle.answer(event, occurrence, answer.name, answer.width);
    }
    return assignment;
}

void require_same_fields(const std::vector<FieldValue>& seen, const Slot& slot, Evaluator& evaluator) {
    REQUIRE(seen.size() == slot.fields.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
        REQUIRE(seen[i].name == slot.fields[i].name);
        REQUIRE(seen[i].shown == slot.fields[i].shown);
        REQUIRE(seen[i].value == evaluator.value(slot.fields[i].value));
    }
}

void require_same_event(const Event& event, const Slot& slot, Evaluator& evaluator) {
    REQUIRE(event.hook == slot.hook);
    REQUIRE(event.observer == slot.observer);
    REQUIRE(event.kind == slot.kind);
    REQUIRE(event.subject == slot.subject);
    REQUIRE(event.source.column == slot.source.column);
    REQUIRE(event.call_chain.size() == slot.call_chain.size());
    require_same_fields(event.fields, slot, evaluator);
    REQUIRE(event.answers.size() == slot.answers.size());
    for (std::size_t i = 0; i < event.answers.size(); ++i)
        REQUIRE(event.answers[i].value == evaluator.value(slot.answers[i].value));
}

// Runs both on the same numbers.
void compare_once(const Terms& terms, const ir::Program& program, const Execution& execution, std::uint64_t seed) {
    const Values start = toy::random_start(program, seed);
    toy::RandomOracle oracle(seed);
    const Run run = interpret(program, start, oracle);
    Evaluator evaluator(terms, drawn(terms, execution, start, oracle));
    std::vector<const Slot*> active;
    for (const Slot& slot : execution.slots)
        if (evaluator.is_true(slot.guard)) active.push_back(&slot);
    REQUIRE(active.size() == run.events.size());
    for (std::size_t i = 0; i < active.size(); ++i) require_same_event(run.events[i], *active[i], evaluator);
    for (const auto& [name, value] : run.final) REQUIRE(evaluator.value(execution.final.at(name)) == value);
    REQUIRE(evaluator.is_true(execution.halted) == run.halted);
}

Execution executed(Terms& terms, const ir::Program& program) {
    FreshAnswers answers(terms, "left");
    return execute(terms, program, initial_cells(terms, program), answers);
}

}  // namespace

TEST_CASE("symbolic execution and the interpreter agree on thousands of random programs, event by event") {
    unsigned undefined_reads = 0;
    unsigned halting = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        CAPTURE(seed);
        const ir::Program program = toy::random_program(seed);
        Terms terms;
        const Execution execution = executed(terms, program);
        for (std::uint64_t run = 0; run < 8; ++run) {
            CAPTURE(run);
            compare_once(terms, program, execution, seed * 1000 + run);
        }
        for (const Slot& slot : execution.slots) undefined_reads += slot.observer == "undefined" ? 1 : 0;
        halting += terms.is_false(execution.halted) ? 0 : 1;
    }
    CHECK(undefined_reads > 1000);  // the cases are really met
    CHECK(halting > 50);
}

TEST_CASE("the toy gate has one slot for the question and one for the door") {
    Terms terms;
    const Execution gate = executed(terms, toy::gate());
    REQUIRE(gate.slots.size() == 2);
    CHECK(gate.slots[0].hook == "ask");
    CHECK(gate.slots[0].guard == gate.initial.at("task.watched"));
    CHECK(gate.slots[1].hook == "door");
    CHECK(terms.is_false(gate.halted));
    CHECK(gate.slots[0].call_chain.size() == 1);
}

TEST_CASE("a variable that is surely defined is no slot, one that may not be is") {
    Terms terms;
    const Execution gate = executed(terms, toy::gate({false, false, true, false}));
    REQUIRE(gate.slots.size() == 3);
    CHECK(gate.slots[1].observer == "undefined");
    CHECK(gate.slots[1].subject == "enter:who");
    CHECK(gate.slots[1].guard == terms.negation(gate.initial.at("task.watched")));
}

TEST_CASE("a branch on a constant leaves no slot behind") {
    Terms terms;
    ir::Program program = toy::gate();
    CellTerms start = initial_cells(terms, program);
    start["task.watched"] = terms.truth(false);
    FreshAnswers answers(terms, "left");
    const Execution execution = execute(terms, program, start, answers);
    REQUIRE(execution.slots.size() == 1);
    CHECK(terms.is_true(execution.slots[0].guard));
}

TEST_CASE("an If that nobody jumps out of leaves the path condition as it was") {
    Terms terms;
    ir::Program program = toy::gate({false, true, false, false});
    const Execution execution = executed(terms, program);
    CHECK(terms.is_true(execution.slots.back().guard));
}

TEST_CASE("a start that misses a cell is our bug") {
    Terms terms;
    FreshAnswers answers(terms, "left");
    CHECK_THROWS_AS(execute(terms, toy::gate(), {}, answers), InternalError);
}

TEST_CASE("a start of the wrong width is our bug") {
    Terms terms;
    const ir::Program program = toy::gate();
    CellTerms start = initial_cells(terms, program);
    start["task.hour"] = terms.constant(8, 0);
    FreshAnswers answers(terms, "left");
    CHECK_THROWS_AS(execute(terms, program, start, answers), InternalError);
}
