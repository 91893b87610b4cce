// SPDX-License-Identifier: MIT
// The solver lowers the two counts; everything else is trial and evaluation. What a trial must keep: premises and
// condition stay true. What it must not do: make the story bigger.
#include "checker/minimise.h"

#include "checker/error.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <set>

namespace entryproof::checker {

namespace {

constexpr ir::Width count_width = 16;

// Evaluates a fixed set of terms again and again, touching nothing else of the arena.
class Sample {
public:
    Sample(const Terms& terms, const std::vector<Term>& roots) : terms_(terms), order_(terms.reachable(roots)) {
        values_.resize(terms.size());
    }

    void evaluate(const Assignment& assignment) {
        for (const Term term : order_) values_[term.index] = value_of(term, assignment);
    }

    std::uint64_t operator[](Term term) const { return values_[term.index]; }
    bool is_true(Term term) const { return values_[term.index] != 0; }
    const std::vector<Term>& order() const { return order_; }

private:
    std::uint64_t value_of(Term term, const Assignment& assignment) const {
        const TermNode& node = terms_.node(term);
        if (node.operation == Operation::constant) return node.value;
        if (node.operation == Operation::variable) {
            const auto given = assignment.find(term);
            return given == assignment.end() ? 0 : given->second & ir::mask_of(node.width);
        }
        std::array<std::uint64_t, 3> operands{};
        for (unsigned i = 0; i < node.operand_count; ++i) operands[i] = values_[node.operands[i].index];
        return apply(node, operands, terms_.width(node.operands[node.operand_count - 1]));
    }

    const Terms& terms_;
    std::vector<Term> order_;
    std::vector<std::uint64_t> values_;  // by term index
};

// How big a story is; less is better.
struct Size {
    unsigned events = 0;
    unsigned flags = 0;
    std::uint64_t values = 0;
    unsigned bits = 0;  // set in values that are none of the simple ones
    friend auto operator<=>(const Size&, const Size&) = default;
};

constexpr std::uint64_t dearest = 3;

std::uint64_t cost(std::uint64_t value, ir::Width width) {
    if (value == 0) return 0;
    if (value == 1) return 1;
    return value == ir::mask_of(width) ? 2 : dearest;
}

// Words in which every bit is a fact of its own: all ones is not simple there.
bool is_word_of_flags(const std::string& cell) { return cell == "task.ptrace" || cell == "task.pending"; }

class Minimiser {
public:
    Minimiser(const Question& question, const std::string& name, const Comparison& comparison, Term condition,
              const MinimiseOptions& options)
        : t_(question.terms),
          question_(question),
          name_(name),
          comparison_(comparison),
          condition_(condition),
          options_(options),
          sample_(question.terms, roots()) {
        question_.solver.rlimit =
            question.solver.rlimit == 0 ? options.rlimit : std::min(options.rlimit, question.solver.rlimit);
        for (const Term term : sample_.order())
            if (t_.node(term).operation == Operation::variable) variables_.push_back(term);
    }

    Assignment run(const Assignment& start) {
        best_ = start;
        best_size_ = size(start).value();
        if (options_.from_known) start_from_known();
        try_values();
        lower(events(), best_size_.events, Term{});
        lower(flags(), best_size_.flags, at_most(events(), best_size_.events));
        try_values();
        for (const Term variable : variables_) clear_bits(variable);
        for (const Term variable : variables_) best_.emplace(variable, 0);
        return best_;
    }

private:
    std::vector<const Execution*> sides() const { return {&comparison_.left, &comparison_.right}; }

    std::vector<Term> roots() const {
        std::vector<Term> all = question_.premises;
        all.push_back(condition_);
        for (const Execution* side : sides()) {
            for (const auto& [name, term] : side->initial) all.push_back(term);
            for (const Slot& slot : side->slots) {
                all.push_back(slot.guard);
                for (const SlotAnswer& answer : slot.answers) all.push_back(answer.value);
            }
        }
        return all;
    }

    // Nothing when the assignment is no story of what was asked.
    std::optional<Size> size(const Assignment& assignment) {
        sample_.evaluate(assignment);
        if (!sample_.is_true(condition_)) return std::nullopt;
        for (const Term premise : question_.premises)
            if (!sample_.is_true(premise)) return std::nullopt;
        Size result;
        for (const auto& [name, term] : comparison_.left.initial) add(result, term, is_word_of_flags(name));
        for (const auto& [name, term] : comparison_.right.initial)
            if (comparison_.left.initial.count(name) == 0) add(result, term, is_word_of_flags(name));
        for (const Execution* side : sides())
            for (const Slot& slot : side->slots) {
                if (!sample_.is_true(slot.guard)) continue;
                ++result.events;
                for (const SlotAnswer& answer : slot.answers) add(result, answer.value);
            }
        return result;
    }

    void add(Size& sum, Term term, bool is_word = false) const {
        if (t_.width(term) == 1)
            sum.flags += sample_.is_true(term) ? 1 : 0;
        else
            add_value(sum, sample_[term], is_word ? dearest : cost(sample_[term], t_.width(term)));
    }

    static void add_value(Size& sum, std::uint64_t value, std::uint64_t cost) {
        sum.values += value == 0 ? 0 : cost;
        if (cost == dearest) sum.bits += static_cast<unsigned>(std::popcount(value));
    }

    void start_from_known() {
        std::vector<Term> conditions = question_.premises;
        conditions.push_back(condition_);
        for (Evaluator* known : question_.log.witnesses.all_satisfying(conditions)) accept(known->assignment());
    }

    // One variable at a time, over and over while something gets smaller.
    void try_values() {
        for (unsigned round = 0; round < options_.rounds; ++round) {
            const Size before = best_size_;
            for (const Term variable : variables_) try_value(variable);
            if (best_size_ == before) return;
        }
    }

    void try_value(Term variable) {
        const std::uint64_t present = best_[variable];
        for (const std::uint64_t simpler : {std::uint64_t{0}, std::uint64_t{1}, ir::mask_of(t_.width(variable))}) {
            if (cost(simpler, t_.width(variable)) >= cost(present, t_.width(variable))) return;
            Assignment changed = best_;
            changed[variable] = simpler;
            if (accept(changed)) return;
        }
    }

    void clear_bits(Term variable) {
        for (ir::Width bit = t_.width(variable); bit-- > 0;) {
            Assignment changed = best_;
            changed[variable] &= ~(std::uint64_t{1} << bit);
            if (changed[variable] != best_[variable]) accept(changed);
        }
    }

    bool accept(const Assignment& changed) {
        const std::optional<Size> changed_size = size(changed);
        if (!changed_size.has_value() || *changed_size > best_size_) return false;
        best_ = changed;
        best_size_ = *changed_size;
        return true;
    }

    Term number(Term truth) { return t_.extend(truth, count_width, false); }

    Term events() {
        Term sum = t_.constant(count_width, 0);
        for (const Execution* side : sides())
            for (const Slot& slot : side->slots) sum = plus(sum, number(slot.guard));
        return sum;
    }

    Term flags() {
        Term sum = t_.constant(count_width, 0);
        CellTerms initial = comparison_.left.initial;
        initial.insert(comparison_.right.initial.begin(), comparison_.right.initial.end());
        for (const auto& [name, term] : initial)
            if (t_.width(term) == 1) sum = plus(sum, number(term));
        for (const Execution* side : sides())
            for (const Slot& slot : side->slots)
                for (const SlotAnswer& answer : slot.answers)
                    if (answer.width == 1) sum = plus(sum, number(t_.both(slot.guard, answer.value)));
        return sum;
    }

    Term plus(Term one, Term other) { return t_.binary(ir::BinaryOperator::add, one, other); }

    Term at_most(Term count, std::uint64_t limit) {
        return t_.binary(ir::BinaryOperator::unsigned_less_equal, count, t_.constant(count_width, limit));
    }

    // Asks for a story whose `count` is lower, until there is none or the budget does not suffice. `kept` is a further
    // condition, or a default Term for none.
    void lower(Term count, const unsigned& present, Term kept) {
        while (present > 0) {
            Term wanted = t_.both(condition_, at_most(count, present - 1));
            if (kept != Term{}) wanted = t_.both(wanted, kept);
            const Finding finding = find(question_, name_ + ".smaller", wanted);
            if (!finding.outcome.sat() || !accept(finding.assignment)) return;
            try_values();
        }
    }

    Terms& t_;
    Question question_;
    std::string name_;
    const Comparison& comparison_;
    Term condition_;
    MinimiseOptions options_;
    Sample sample_;
    std::vector<Term> variables_;  // in order of creation
    Assignment best_;
    Size best_size_;
};

class ScenarioWriter {
public:
    ScenarioWriter(Terms& terms, const Comparison& comparison, const Assignment& assignment)
        : evaluator_(terms, assignment), comparison_(comparison) {}

    Scenario write() {
        add_cells(comparison_.left);
        add_cells(comparison_.right);
        const Answers left = answers(comparison_.left);
        const Answers right = answers(comparison_.right);
        scenario_.answers = left;
        for (const auto& [call, values] : right) {
            const auto [known, is_new] = scenario_.answers.emplace(call, values);
            if (!is_new && known->second != values) scenario_.right_answers.emplace(call, values);
        }
        // An answer of zeros is what silence means, and where it must replace another it stands on the right.
        std::erase_if(scenario_.answers, [](const auto& answer) { return answer.second.empty(); });
        return std::move(scenario_);
    }

private:
    void add_cells(const Execution& side) {
        for (const auto& [name, term] : side.initial)
            if (const std::uint64_t value = evaluator_.value(term); value != 0) scenario_.initial[name] = value;
    }

    // Without zeros: the oracle answers 0 to what is not said.
    Answers answers(const Execution& side) {
        Answers all;
        std::map<std::string, unsigned> occurrences;
        for (const Slot& slot : side.slots) {
            if (!evaluator_.is_true(slot.guard)) continue;
            if (slot.hook.empty()) {
                add_undefined(slot);
                continue;
            }
            Values& values = all[{slot.hook, occurrences[slot.hook]++}];
            for (const SlotAnswer& answer : slot.answers)
                if (const std::uint64_t value = evaluator_.value(answer.value); value != 0) values[answer.name] = value;
        }
        return all;
    }

    void add_undefined(const Slot& slot) {
        const std::size_t colon = slot.subject.find(':');
        const std::uint64_t value = evaluator_.value(slot.answers.at(0).value);
        if (value != 0) scenario_.undefined[{slot.subject.substr(0, colon), slot.subject.substr(colon + 1)}] = value;
    }

    Evaluator evaluator_;
    const Comparison& comparison_;
    Scenario scenario_;
};

}  // namespace

Scenario scenario_of(Terms& terms, const Comparison& comparison, const Assignment& assignment) {
    return ScenarioWriter(terms, comparison, assignment).write();
}

Assignment minimised(const Question& question, const std::string& name, const Comparison& comparison, Term condition,
                     const Finding& found, const MinimiseOptions& options) {
    check(found.outcome.sat(), "only what can happen has a story");
    return Minimiser(question, name, comparison, condition, options).run(found.assignment);
}

Scenario minimal_scenario(const Question& question, const std::string& name, const Comparison& comparison,
                          Term condition, const Finding& found, const MinimiseOptions& options) {
    return scenario_of(question.terms, comparison, minimised(question, name, comparison, condition, found, options));
}

}  // namespace entryproof::checker
