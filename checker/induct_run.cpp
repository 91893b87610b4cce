// SPDX-License-Identifier: MIT
// Breadth first over the values of a few facts. From a state, the solver is asked for a step that breaks the invariant,
// then for steps to states not seen before.
#include "checker/induct_run.h"

#include "checker/error.h"
#include "checker/number_text.h"
#include "model/environment/transitions.h"
#include "model/ir/builder.h"

#include <algorithm>
#include <optional>

namespace entryproof::checker {

namespace {

const std::string holds = "condition.holds";

void collect_widths(const ir::ExpressionRef& expression, std::map<std::string, ir::Width>& widths) {
    if (const auto* read = std::get_if<ir::Read>(&expression->node)) widths[read->place] = expression->width;
    if (const auto* unary = std::get_if<ir::Unary>(&expression->node)) collect_widths(unary->operand, widths);
    if (const auto* extract = std::get_if<ir::Extract>(&expression->node)) collect_widths(extract->operand, widths);
    if (const auto* extend = std::get_if<ir::Extend>(&expression->node)) collect_widths(extend->operand, widths);
    if (const auto* binary = std::get_if<ir::Binary>(&expression->node))
        for (const ir::ExpressionRef& part : {binary->left, binary->right}) collect_widths(part, widths);
    if (const auto* select = std::get_if<ir::Select>(&expression->node))
        for (const ir::ExpressionRef& part : {select->condition, select->then_value, select->else_value})
            collect_widths(part, widths);
}

}  // namespace

Machine::Machine(Terms& terms, const InductionPrograms& programs)
    : terms_(terms), programs_{programs.syscall, programs.others} {
    const auto add = [&](const environment::Transition& transition, std::size_t index) {
        ir::Program program = programs_[index];
        program.entry = "transition." + transition.name;
        FreshAnswers answers(terms, transition.name);
        steps_.push_back(
            {transition.name, transition.text, index, execute(terms, program, initial_cells(terms, program), answers)});
    };
    for (const environment::Transition& one : environment::transitions()) add(one, 1);
    add(environment::syscall_transition(), 0);
}

Term Machine::term(const ir::ExpressionRef& condition, const CellTerms& cells) {
    std::map<std::string, ir::Width> widths;
    collect_widths(condition, widths);
    ir::Program program;
    program.name = "condition";
    program.entry = "evaluate";
    CellTerms given;
    for (const auto& [name, width] : widths) {
        program.cells[name] = {name, width, ""};
        const auto found = cells.find(name);
        given[name] = found == cells.end() ? terms_.constant(width, 0) : found->second;
    }
    program.cells[holds] = {holds, 1, ""};
    given[holds] = terms_.truth(false);
    ir::BodyBuilder body(ir::Source{});
    body.assign(holds, condition);
    program.functions["evaluate"] = {"evaluate", {}, {}, 0, body.take(), {}};
    FreshAnswers nobody(terms_, "condition");
    return execute(terms_, program, given, nobody).final.at(holds);
}

bool Machine::holds_first(const ir::ExpressionRef& condition) {
    std::map<std::string, ir::Width> widths;
    collect_widths(condition, widths);
    CellTerms cells;
    for (const auto& [name, width] : widths) {
        const auto known = spec::first_state().find(name);
        cells[name] = known == spec::first_state().end() ? terms_.variable("first." + name, width)
                                                         : terms_.constant(width, known->second);
    }
    return terms_.is_true(term(condition, cells));
}

namespace {

// A state that a run reaches, and how.
struct Reached {
    Values facts;  // those that the search looks at
    std::vector<InductionStep> run;
    Values cells;  // everything, as the interpreter has it
};

class RunSearch {
public:
    RunSearch(Machine& machine, const spec::Invariant& invariant, const Question& question)
        : machine_(machine), invariant_(invariant), question_(question) {
        std::map<std::string, ir::Width> widths;
        collect_widths(invariant.condition, widths);
        for (const auto& [name, width] : widths) names_.insert(name);
        // What decides whether a step can be taken at all.
        for (const std::string name : {"task.ptrace", "audit.ever_enabled"}) names_.insert(name);
        for (const Step& step : machine_.steps()) conditions_.push_back(conditions_of(step));
    }

    std::vector<InductionStep> run(unsigned longest) {
        std::vector<Reached> frontier = {first()};
        seen_.insert(frontier.front().facts);
        for (unsigned length = 0; length < longest; ++length) {
            std::vector<Reached> next;
            for (const Reached& from : frontier)
                for (std::size_t i = 0; i < machine_.steps().size(); ++i)
                    if (const std::optional<Reached> broken = take(from, i, true)) return broken->run;
            for (const Reached& from : frontier)
                for (std::size_t i = 0; i < machine_.steps().size(); ++i)
                    while (const std::optional<Reached> reached = take(from, i, false)) {
                        if (seen_.size() > most_states) return {};
                        next.push_back(*reached);
                    }
            frontier = std::move(next);
        }
        return {};
    }

private:
    static constexpr std::size_t most_states = 64;

    struct Conditions {
        Term goes_on;  // not halted, options all on
        Term keeps;    // the invariant at the end
    };

    Conditions conditions_of(const Step& step) {
        Terms& t = question_.terms;
        Term goes_on = t.negation(step.execution.halted);
        for (const auto& [name, term] : step.execution.initial)
            if (name.rfind("CONFIG_", 0) == 0) goes_on = t.both(goes_on, term);
        return {goes_on, machine_.term(invariant_.condition, step.execution.final)};
    }

    Reached first() const {
        Reached reached;
        for (const auto& [name, value] : spec::first_state()) {
            reached.cells[name] = value;
            if (names_.count(name) != 0) reached.facts[name] = value;
        }
        for (const std::string& name : names_) reached.facts.emplace(name, 0);
        return reached;
    }

    Term is(const Values& facts, const CellTerms& cells) {
        Terms& t = question_.terms;
        Term all = t.truth(true);
        for (const auto& [name, value] : facts) {
            const auto cell = cells.find(name);
            if (cell != cells.end()) all = t.both(all, t.equal(cell->second, t.constant(t.width(cell->second), value)));
        }
        return all;
    }

    // A step from here to a violation, or to a state not seen yet.
    std::optional<Reached> take(const Reached& from, std::size_t index, bool breaks) {
        Terms& t = question_.terms;
        const Step& step = machine_.steps()[index];
        Term wanted = t.both(conditions_[index].goes_on, is(from.cells, step.execution.initial));
        if (breaks) {
            wanted = t.both(wanted, t.negation(conditions_[index].keeps));
        } else {
            for (const Values& known : seen_) wanted = t.both(wanted, t.negation(is(known, step.execution.final)));
            // One tracer with one set of options is enough of a tracer.
            const auto ptrace = step.execution.final.find("task.ptrace");
            const Term one = t.constant(32, 1);
            wanted = t.both(wanted, t.binary(ir::BinaryOperator::unsigned_less_equal, ptrace->second, one));
        }
        const Finding finding = find(question_, "run." + invariant_.name + "." + step.name, wanted);
        if (!finding.outcome.sat()) return std::nullopt;
        Evaluator evaluator(t, finding.assignment);
        Reached reached = from;
        for (const std::string& name : names_) {
            const auto cell = step.execution.final.find(name);
            if (cell != step.execution.final.end()) reached.facts[name] = evaluator.value(cell->second);
        }
        replay(step, evaluator, reached, breaks);
        if (!breaks) seen_.insert(reached.facts);
        return reached;
    }

    // The same step by the interpreter, from where the run stands; the words are those that the last step left.
    void replay(const Step& step, Evaluator& evaluator, Reached& reached, bool breaks) {
        ir::Program program = machine_.programs()[step.program];
        program.entry = "transition." + step.name;
        Scenario scenario;
        for (const auto& [name, term] : step.execution.initial) {
            const auto carried = reached.cells.find(name);
            scenario.initial[name] = carried == reached.cells.end() ? evaluator.value(term) : carried->second;
            if (name.rfind("CONFIG_", 0) == 0) scenario.initial[name] = 1;
        }
        std::string answers;
        std::map<std::string, unsigned> occurrences;
        for (const Slot& slot : step.execution.slots) {
            if (!evaluator.is_true(slot.guard) || slot.hook.empty()) continue;
            Values& values = scenario.answers[{slot.hook, occurrences[slot.hook]++}];
            for (const SlotAnswer& answer : slot.answers) {
                const std::uint64_t value = evaluator.value(answer.value);
                values[answer.name] = value;
                if (value != 0 && answers.size() < 60)
                    answers += (answers.empty() ? ": " : ", ") + answer.name + " " +
                               number_text(answer.name, value, answer.width);
            }
        }
        ScenarioOracle oracle(scenario, Side::left);
        const Run run = interpret(program, scenario.initial, oracle);
        for (const auto& [name, value] : reached.facts) {
            const auto found = run.final.find(name);
            check(found == run.final.end() || found->second == value,
                  "the interpreter ends a step of the induction in the state that the solver found");
        }
        reached.cells = run.final;
        if (breaks) check(!is_true(run.final), "the interpreter finds the invariant broken at the end of the run");
        reached.run.push_back({step.name, step.text + answers, reached.facts});
    }

    bool is_true(const Values& cells) {
        std::map<std::string, ir::Width> widths;
        collect_widths(invariant_.condition, widths);
        CellTerms terms;
        for (const auto& [name, width] : widths) {
            const auto found = cells.find(name);
            terms[name] = question_.terms.constant(width, found == cells.end() ? 0 : found->second);
        }
        return question_.terms.is_true(machine_.term(invariant_.condition, terms));
    }

    Machine& machine_;
    const spec::Invariant& invariant_;
    const Question& question_;
    std::set<std::string> names_;
    std::vector<Conditions> conditions_;
    std::set<Values> seen_;
};

}  // namespace

std::vector<InductionStep> run_that_breaks(Machine& machine, const spec::Invariant& invariant, const Question& question,
                                           unsigned longest) {
    return RunSearch(machine, invariant, question).run(longest);
}

}  // namespace entryproof::checker
