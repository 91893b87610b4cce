// SPDX-License-Identifier: MIT
#include "checker/near_miss.h"

namespace entryproof::checker {

Sampler::Sampler(const Terms& terms, const std::vector<Term>& roots) : order_(terms.reachable(roots)) {
    places_.resize(terms.size());
    for (const Term term : order_) {
        Step step{terms.node(term), 1};
        if (step.node.operand_count != 0)
            step.operand_width = terms.width(step.node.operands[step.node.operand_count - 1]);
        for (unsigned i = 0; i < step.node.operand_count; ++i)
            step.node.operands[i].index = places_[step.node.operands[i].index];
        places_[term.index] = static_cast<std::uint32_t>(steps_.size());
        steps_.push_back(step);
    }
    values_.resize(steps_.size());
}

void Sampler::evaluate(const Assignment& assignment) {
    for (std::size_t place = 0; place < steps_.size(); ++place) {
        const TermNode& node = steps_[place].node;
        if (node.operation == Operation::constant) {
            values_[place] = node.value;
        } else if (node.operation == Operation::variable) {
            const auto given = assignment.find(order_[place]);
            values_[place] = given == assignment.end() ? 0 : given->second & ir::mask_of(node.width);
        } else {
            std::array<std::uint64_t, 3> operands{};
            for (unsigned i = 0; i < node.operand_count; ++i) operands[i] = values_[node.operands[i].index];
            values_[place] = apply(node, operands, steps_[place].operand_width);
        }
    }
}

void Sampler::visit_neighbours(const Assignment& start, const std::function<void(const Assignment&)>& visit) {
    Assignment changed = start;
    for (std::size_t place = 0; place < steps_.size(); ++place) {
        if (steps_[place].node.operation != Operation::variable) continue;
        std::uint64_t& value = changed[order_[place]];
        const std::uint64_t present = value;
        value = present == 0 ? 1 : 0;
        evaluate(changed);
        visit(changed);
        value = present;
    }
}

}  // namespace entryproof::checker
