// SPDX-License-Identifier: MIT
// Quantifiers are unrolled over the slots, which stand in program order: so `before` is decided by their places.
#include "checker/statement_term.h"

#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

class Translator {
public:
    Translator(Terms& terms, const Execution& execution) : t_(terms), execution_(execution) {}

    Term term(const spec::StatementRef& statement) {
        return std::visit([&](const auto& node) { return of(node); }, statement->node);
    }

private:
    Term of(const spec::Holds& node) { return value(node.condition); }
    Term of(const spec::Not& node) { return t_.negation(term(node.operand)); }

    Term of(const spec::Join& node) {
        std::vector<Term> operands;
        for (const spec::StatementRef& operand : node.operands) {
            operands.push_back(term(operand));
            // The rest may read what is not there.
            if (t_.is_constant(operands.back(), node.all ? 0 : 1)) return operands.back();
        }
        return node.all ? t_.all_of(operands) : t_.any_of(operands);
    }

    Term of(const spec::Before& node) { return t_.truth(bound_.at(node.earlier) < bound_.at(node.later)); }

    Term of(const spec::Quantified& node) {
        check(bound_.count(node.variable) == 0, "a statement binds each variable once");
        std::vector<Term> cases;
        for (std::size_t i = 0; i < execution_.slots.size(); ++i) {
            const Slot& slot = execution_.slots[i];
            if (std::find(node.hooks.begin(), node.hooks.end(), slot.hook) == node.hooks.end()) continue;
            bound_[node.variable] = i;
            const Term body = term(node.body);
            cases.push_back(node.every ? t_.implies(slot.guard, body) : t_.both(slot.guard, body));
        }
        bound_.erase(node.variable);
        return node.every ? t_.all_of(cases) : t_.any_of(cases);
    }

    // Expressions mean here what they mean in a program; only the places are others.
    Term value(const ir::ExpressionRef& expression) {
        return std::visit([&](const auto& node) { return compute(node, *expression); }, expression->node);
    }

    Term compute(const ir::Constant& node, const ir::Expression& whole) { return t_.constant(whole.width, node.value); }
    Term compute(const ir::Unary& node, const ir::Expression&) { return t_.unary(node.op, value(node.operand)); }
    Term compute(const ir::Binary& node, const ir::Expression&) {
        const Term left = value(node.left);
        return t_.binary(node.op, left, value(node.right));
    }
    Term compute(const ir::Select& node, const ir::Expression&) {
        const Term condition = value(node.condition);
        const Term then_value = value(node.then_value);
        return t_.select(condition, then_value, value(node.else_value));
    }
    Term compute(const ir::Extract& node, const ir::Expression& whole) {
        return t_.extract(value(node.operand), node.low, whole.width);
    }
    Term compute(const ir::Extend& node, const ir::Expression& whole) {
        return t_.extend(value(node.operand), whole.width, node.is_signed);
    }

    Term compute(const ir::Read& node, const ir::Expression& whole) {
        const Term found = read(spec::reading(node.place), whole.width);
        if (t_.width(found) != whole.width) throw InternalError("a statement reads another width of " + node.place);
        return found;
    }

    Term read(const spec::Reading& place, ir::Width width) {
        using Of = spec::Reading::Of;
        if (place.of == Of::start || place.of == Of::final) {
            const CellTerms& cells = place.of == Of::start ? execution_.initial : execution_.final;
            const auto found = cells.find(place.name);
            return found == cells.end() ? t_.constant(width, 0) : found->second;
        }
        const Slot& slot = execution_.slots[bound_.at(place.event)];
        if (place.of == Of::shown)
            for (const SlotField& field : slot.fields)
                if (field.name == place.name) return field.value;
        if (place.of == Of::done)
            for (const SlotAnswer& answer : slot.answers)
                if (answer.name == place.name) return answer.value;
        throw InternalError("the event '" + slot.hook + "' has no '" + place.name + "', which a statement reads");
    }

    Terms& t_;
    const Execution& execution_;
    std::map<std::string, std::size_t> bound_;  // variable -> slot
};

}  // namespace

Term statement_term(Terms& terms, const spec::StatementRef& statement, const Execution& execution) {
    return Translator(terms, execution).term(statement);
}

}  // namespace entryproof::checker
