// SPDX-License-Identifier: MIT
#include "checker/beside.h"

namespace entryproof::checker {

std::shared_ptr<Beside::Copy> Beside::copy_of(const Question& question, Term condition) {
    auto copy = std::make_shared<Copy>();
    std::vector<Term> roots = question.premises;
    roots.push_back(condition);
    std::map<Term, Term> copies;
    for (const Term original : question.terms.reachable(roots)) {
        TermNode node = question.terms.node(original);
        for (unsigned i = 0; i < node.operand_count; ++i) node.operands[i] = copies.at(node.operands[i]);
        const bool is_variable = node.operation == Operation::variable;
        const Term made = is_variable ? copy->terms.variable(question.terms.name(original), node.width)
                                      : copy->terms.as_written(node);
        copies.emplace(original, made);
        if (is_variable) copy->originals.emplace(made, original);
    }
    for (const Term premise : question.premises) {
        const Term made = copies.at(premise);
        copy->premises.push_back(made);
        if (question.leaned_on.count(premise) != 0) copy->leaned_on.insert(made);
        copy->originals.emplace(made, premise);
    }
    copy->solver = question.solver;
    copy->condition = copies.at(condition);
    return copy;
}

Beside::Beside(Jobs& jobs, const Question& question, const std::string& name, Term condition)
    : copy_(copy_of(question, condition)), refuted_(jobs.add([copy = copy_, name] {
          return find_with_fewest({copy->terms, copy->premises, copy->solver, copy->log, copy->leaned_on}, name,
                                  copy->condition);
      })) {}

Refuted Beside::answer(const Question& question) {
    const Refuted refuted = refuted_.get();
    Refuted result{{refuted.finding.outcome, {}}, {}};
    for (const auto& [variable, value] : refuted.finding.assignment)
        if (const auto original = copy_->originals.find(variable); original != copy_->originals.end())
            result.finding.assignment[original->second] = value;
    for (const Term used : refuted.used) result.used.push_back(copy_->originals.at(used));
    question.log.queries.insert(question.log.queries.end(), copy_->log.queries.begin(), copy_->log.queries.end());
    if (result.finding.outcome.sat()) question.log.witnesses.add(question.terms, result.finding.assignment);
    return result;
}

}  // namespace entryproof::checker
