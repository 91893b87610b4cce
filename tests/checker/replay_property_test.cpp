// SPDX-License-Identifier: MIT
// The whole engine against the interpreter: every satisfiable question gives a scenario that is fair and shows the
// disagreement asked for; what is proved impossible, random fair runs do not find.
#include "checker/decide.h"
#include "checker/minimise.h"
#include "checker/root.h"
#include "checker/scenario.h"
#include "model/ir/builder.h"
#include "tests/toy/damage.h"
#include "tests/toy/random_program.h"
#include "tests/toy/toy.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

// One small change of meaning: a hook left out, an If turned round, two statements swapped, a constant changed.
ir::Program mutant(ir::Program program, std::uint64_t seed) {
    toy::Dice dice(seed);
    switch (dice.below(4)) {
        case 0:
            if (auto* branch = toy::some<ir::If>(program, dice)) std::swap(branch->then_body, branch->else_body);
            break;
        case 1:
            if (auto* branch = toy::some<ir::If>(program, dice)) branch->condition = ir::truth(dice.one_in(2));
            break;
        case 2:
            if (auto* hook = toy::some<ir::Hook>(program, dice); hook != nullptr && !hook->fields.empty())
                hook->fields[0].value = ir::constant(hook->fields[0].value->width, dice.roll());
            break;
        default:
            if (auto* assign = toy::some<ir::Assign>(program, dice))
                assign->value = ir::constant(assign->value->width, dice.roll());
            break;
    }
    return program;
}

const Disagreement* find_disagreement(const std::vector<Disagreement>& all, const std::string& observer) {
    for (const Disagreement& one : all)
        if (one.observer == observer) return &one;
    return nullptr;
}

struct Tally {
    unsigned refuted = 0;
    unsigned proved = 0;
    unsigned unknown = 0;
    unsigned roots = 0;
    unsigned matched = 0;  // hooks at cut points
    unsigned sampled = 0;  // fair pairs of random runs that disagree
};

void check_observer(const ir::Program& left, const ir::Program& right, Terms& terms, const Comparison& comparison,
                    const std::string& observer, Tally& tally) {
    QueryLog log;
    SolverOptions options;
    options.rlimit = 3'000'000;
    const Question question{terms, comparison.passive, options, log};
    const Term disagrees = terms.negation(comparison.agreement(terms, observer));
    const Finding finding = find(question, observer, disagrees);
    if (finding.outcome.unknown()) ++tally.unknown;
    if (finding.outcome.unsat()) ++tally.proved;
    if (!finding.outcome.sat()) return;
    ++tally.refuted;
    MinimiseOptions minimise;
    minimise.rlimit = 200'000;
    const Scenario scenario = minimal_scenario(question, observer, comparison, disagrees, finding, minimise);
    const Replay replayed = replay(left, right, scenario);
    for (const std::string& reason : replayed.unfair) MESSAGE(reason);
    REQUIRE(replayed.unfair.empty());
    REQUIRE(find_disagreement(disagreements(replayed.left, replayed.right), observer) != nullptr);
}

void check_roots(const ir::Program& left, const ir::Program& right, Terms& terms, const Comparison& comparison,
                 Tally& tally) {
    QueryLog log;
    SolverOptions options;
    options.rlimit = 3'000'000;
    const Question question{terms, comparison.passive, options, log};
    const Roots roots(terms, comparison);
    for (const FoundShape& found : find_shapes(question, "roots", roots, {})) {
        if (!found.finding.outcome.sat() || found.shape.observer == "order") continue;
        CAPTURE(to_string(found.shape));
        ++tally.roots;
        const Scenario scenario = scenario_of(terms, comparison, found.finding.assignment);
        const Replay replayed = replay(left, right, scenario);
        REQUIRE(replayed.unfair.empty());
        const std::vector<Disagreement> causes =
            checker::roots(disagreements(replayed.left, replayed.right), replayed.left, replayed.right);
        const Disagreement* cause = find_disagreement(causes, found.shape.observer);
        REQUIRE(cause != nullptr);
        const auto kind = [](const Run& run, int event) {
            return event < 0 ? "nothing" : run.events[static_cast<std::size_t>(event)].kind;
        };
        REQUIRE(kind(replayed.left, cause->left_event) == found.shape.left);
        REQUIRE(kind(replayed.right, cause->right_event) == found.shape.right);
        for (const std::string& field : cause->fields)
            REQUIRE(std::find(found.fields.begin(), found.fields.end(), field) != found.fields.end());
    }
}

// The same start and answers on both sides, as far as each asks. Fair for as long as nobody has seen a difference.
Scenario sampled(const ir::Program& left, const ir::Program& right, std::uint64_t seed) {
    toy::RandomOracle oracle(seed);
    Scenario scenario;
    scenario.initial = toy::random_start(left, seed);
    for (const ir::Program* program : {&left, &right}) {
        std::map<std::string, unsigned> occurrences;
        for (const Event& event : interpret(*program, scenario.initial, oracle).events) {
            if (event.hook.empty()) {
                const std::size_t colon = event.subject.find(':');
                scenario.undefined[{event.subject.substr(0, colon), event.subject.substr(colon + 1)}] =
                    event.answers[0].value;
                continue;
            }
            Values& values = scenario.answers[{event.hook, occurrences[event.hook]++}];
            for (const FieldValue& answer : event.answers) values[answer.name] = answer.value;
        }
    }
    return scenario;
}

// Fair runs that disagree must be possible for the solver too: from the same start, for some observer or the order.
void check_sampled(const ir::Program& left, const ir::Program& right, Terms& terms, const Comparison& comparison,
                   std::uint64_t seed, Tally& tally) {
    Term somewhere = terms.negation(comparison.agreement(terms, "order"));
    for (const std::string& observer : comparison.observers)
        somewhere = terms.either(somewhere, terms.negation(comparison.agreement(terms, observer)));
    for (std::uint64_t run = 0; run < 30; ++run) {
        CAPTURE(run);
        const Scenario scenario = sampled(left, right, seed * 1000 + run);
        const Replay replayed = replay(left, right, scenario);
        if (!replayed.unfair.empty() || disagreements(replayed.left, replayed.right).empty()) continue;
        ++tally.sampled;
        QueryLog log;
        Solver solver(terms, {}, log);
        solver.add(comparison.passive);
        for (const auto& [name, term] : comparison.left.initial)
            solver.add(terms.equal(term, terms.constant(terms.width(term), scenario.initial.at(name))));
        solver.add(somewhere);
        REQUIRE(solver.check("sampled").sat());
    }
}

// Cut points change no answer.
void check_cuts(const ir::Program& left, const ir::Program& right, Terms& terms, const Comparison& plain,
                const std::vector<std::string>& observers, Tally& tally) {
    QueryLog log;
    CutOptions cuts;
    cuts.enabled = true;
    const Comparison cut = compare(terms, left, right, shared_cells(terms, left, right), cuts, log);
    tally.matched += cut.cuts.hooks_matched;
    for (const std::string& observer : observers) {
        CAPTURE(observer);
        const auto answer = [&](const Comparison& comparison) {
            const Question question{terms, comparison.passive, {}, log};
            return find(question, observer, terms.negation(comparison.agreement(terms, observer))).outcome.answer;
        };
        REQUIRE(answer(plain) == answer(cut));
    }
}

void compare_all(const ir::Program& left, const ir::Program& right, std::uint64_t seed, Tally& tally) {
    Terms terms;
    QueryLog log;
    const Comparison comparison = compare(terms, left, right, shared_cells(terms, left, right), {}, log);
    if (comparison.left.slots.size() + comparison.right.slots.size() > 24) return;
    std::vector<std::string> observers = comparison.observers;
    observers.push_back("order");
    for (const std::string& observer : observers) {
        CAPTURE(observer);
        check_observer(left, right, terms, comparison, observer, tally);
    }
    check_cuts(left, right, terms, comparison, observers, tally);
    check_roots(left, right, terms, comparison, tally);
    check_sampled(left, right, terms, comparison, seed, tally);
}

// The program with one more event at its end, which shows every cell.
ir::Program with_end(ir::Program program) {
    ir::Hook end{"end", "user", "end", {}, {}, ir::Sharing::history};
    for (const auto& [name, cell] : program.cells) end.fields.push_back({name, ir::read(name, cell.width)});
    program.functions.at(program.entry).body.push_back({end, {}});
    return program;
}

// The case of the last slots while all others agree, as it is stated and as the plain comparison has it.
void check_end(const ir::Program& left, const ir::Program& right, Tally& tally) {
    Terms terms;
    QueryLog log;
    CutOptions cuts;
    cuts.enabled = true;
    const std::optional<DisagreementCase> stated =
        compare(terms, left, right, shared_cells(terms, left, right), cuts, log).at_the_end;
    if (!stated) return;
    const std::string& last = stated->observer;
    const Comparison comparison = compare(terms, left, right, shared_cells(terms, left, right), {}, log);
    REQUIRE_FALSE(comparison.at_the_end);
    Term plain = terms.truth(false);
    for (const DisagreementCase& at : disagreement_cases(terms, comparison, last))
        if (at.left_slot + 1 == static_cast<int>(comparison.left.slots.size()) &&
            at.right_slot + 1 == static_cast<int>(comparison.right.slots.size()))
            plain = terms.either(plain, at.condition);
    for (const std::string& observer : comparison.observers)
        if (observer != last) plain = terms.both(plain, comparison.agreement(terms, observer));
    Solver solver(terms, {}, log);
    solver.add(comparison.passive);
    REQUIRE(solver.check("differ", {terms.differs(plain, stated->condition)}).unsat());
    if (solver.check("occurs", {plain}).sat()) ++tally.refuted;
    if (solver.check("not always", {terms.negation(plain)}).sat()) ++tally.proved;
}

// On numbers: an end that differs is a cause exactly when nobody else saw a difference.
void check_end_on_numbers(const ir::Program& left, const ir::Program& right, std::uint64_t seed, Tally& tally) {
    for (std::uint64_t run = 0; run < 10; ++run) {
        const Scenario scenario = sampled(left, right, seed * 1000 + run);
        const Replay replayed = replay(left, right, scenario);
        const std::vector<Disagreement> all = disagreements(replayed.left, replayed.right);
        const Disagreement* end = find_disagreement(all, "user");
        if (!replayed.unfair.empty() || end == nullptr || end->left_event < 0 || end->right_event < 0) continue;
        ++tally.sampled;
        const auto is_other = [](const Disagreement& one) { return one.observer != "user" && one.observer != "order"; };
        const bool is_alone = std::none_of(all.begin(), all.end(), is_other);
        const std::vector<Disagreement> causes = checker::roots(all, replayed.left, replayed.right);
        REQUIRE((find_disagreement(causes, "user") != nullptr) == is_alone);
    }
}

}  // namespace

TEST_CASE("the end is a root exactly when all others agree, in the simpler run of the right side as in the plain one") {
    Tally tally;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        CAPTURE(seed);
        const ir::Program program = with_end(toy::random_program(seed));
        const ir::Program changed = mutant(program, seed);
        check_end(program, changed, tally);
        check_end_on_numbers(program, changed, seed, tally);
    }
    MESSAGE("possible " << tally.refuted << ", not always " << tally.proved << ", sampled " << tally.sampled);
    CHECK(tally.refuted > 30);
    CHECK(tally.proved > 30);
    CHECK(tally.sampled > 30);
}

TEST_CASE(
    "every disagreement found between a random program and its mutant replays, fairly, and is a root where said") {
    Tally tally;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        CAPTURE(seed);
        const ir::Program random = toy::random_program(seed);
        const ir::Program program = seed % 2 == 0 ? random : with_end(random);
        compare_all(program, mutant(program, seed), seed, tally);
    }
    MESSAGE("refuted " << tally.refuted << ", proved " << tally.proved << ", unknown " << tally.unknown << ", roots "
                       << tally.roots << ", sampled " << tally.sampled << ", matched " << tally.matched);
    CHECK(tally.refuted > 30);
    CHECK(tally.proved > 30);
    CHECK(tally.roots > 30);
    CHECK(tally.sampled > 30);
    CHECK(tally.matched > 30);
}
