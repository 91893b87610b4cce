// SPDX-License-Identifier: MIT
// A condition becomes a program of one assignment, so that each engine evaluates it by its own rules.
#include "checker/condition.h"

#include "checker/error.h"
#include "model/ir/builder.h"
#include "spec/assumption.h"

namespace entryproof::checker {

namespace {

const std::string holds = "condition.holds";

// Asked for with every condition of every run, so built once.
const spec::ConditionVocabulary& start_names() {
    static const spec::ConditionVocabulary vocabulary = spec::start_vocabulary();
    return vocabulary;
}

const spec::ConditionVocabulary& outcome_names() {
    static const spec::ConditionVocabulary vocabulary = spec::outcome_vocabulary();
    return vocabulary;
}

ir::Program program_of(const ir::ExpressionRef& condition) {
    ir::Program program;
    program.name = "condition";
    program.entry = "evaluate";
    for (const auto& [name, width] : outcome_names().names) program.cells[name] = {name, width, ""};
    program.cells[holds] = {holds, 1, ""};
    ir::BodyBuilder body(ir::Source{});
    body.assign(holds, condition);
    program.functions["evaluate"] = {"evaluate", {}, {}, 0, body.take(), {}};
    return program;
}

bool is_decision_point(const std::string& name) { return !start_names().names.count(name); }

const std::string right_prefix = "right.";

bool is_right(const std::string& name) { return name.rfind(right_prefix, 0) == 0; }

// Cells that a side does not have were never written there.
Term or_zero(Terms& terms, const CellTerms& cells, const std::string& name, ir::Width width) {
    const auto found = cells.find(name);
    return found == cells.end() ? terms.constant(width, 0) : found->second;
}

Term evaluated(Terms& terms, const ir::Program& program, const CellTerms& cells) {
    FreshAnswers nobody(terms, "condition");
    return execute(terms, program, cells, nobody).final.at(holds);
}

std::uint64_t or_zero(const Values& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? 0 : found->second;
}

class NoAnswers : public Oracle {
public:
    std::uint64_t answer(const Event&, unsigned, const std::string&, ir::Width) override { return 0; }
    std::uint64_t undefined(const std::string&, const std::string&, ir::Width) override { return 0; }
};

}  // namespace

Term start_term(Terms& terms, const ir::ExpressionRef& condition, const CellTerms& initial) {
    const ir::Program program = program_of(condition);
    CellTerms cells;
    for (const auto& [name, cell] : program.cells) cells[name] = or_zero(terms, initial, name, cell.width);
    return evaluated(terms, program, cells);
}

Term outcome_term(Terms& terms, const ir::ExpressionRef& condition, const CellTerms& initial,
                  const Comparison& comparison) {
    const ir::Program program = program_of(condition);
    CellTerms cells;
    for (const auto& [name, cell] : program.cells) {
        if (is_right(name))
            cells[name] = or_zero(terms, comparison.right.final, name.substr(right_prefix.size()), cell.width);
        else
            cells[name] = or_zero(terms, is_decision_point(name) ? comparison.left.final : initial, name, cell.width);
    }
    return evaluated(terms, program, cells);
}

bool outcome_value(const ir::ExpressionRef& condition, const Run& left, const Run& right) {
    const ir::Program program = program_of(condition);
    Values values;
    for (const auto& [name, cell] : program.cells) {
        if (is_right(name))
            values[name] = or_zero(right.final, name.substr(right_prefix.size()));
        else
            values[name] = or_zero(is_decision_point(name) ? left.final : left.initial, name);
    }
    NoAnswers nobody;
    return interpret(program, values, nobody).final.at(holds) != 0;
}

}  // namespace entryproof::checker
