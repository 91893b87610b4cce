// SPDX-License-Identifier: MIT
#include "checker/smtlib.h"

#include "checker/error.h"

#include <sstream>

namespace entryproof::checker {

namespace {

std::string literal(std::uint64_t value, ir::Width width) {
    return "(_ bv" + std::to_string(value) + " " + std::to_string(width) + ")";
}

class Printer {
public:
    explicit Printer(const Terms& terms) : terms_(terms) {}

    std::string script(const std::vector<Term>& asserted, const std::string& name) {
        out_ << "; " << name << "\n(set-logic QF_BV)\n";
        const std::vector<Term> all = terms_.reachable(asserted);
        for (const Term term : all)
            if (terms_.node(term).operation == Operation::variable)
                out_ << "(declare-const " << reference(term) << " " << sort(term) << ")\n";
        for (const Term term : all)
            if (terms_.node(term).operand_count != 0)
                out_ << "(define-fun " << reference(term) << " () " << sort(term) << " " << definition(term) << ")\n";
        for (const Term condition : asserted) out_ << "(assert " << reference(condition) << ")\n";
        out_ << "(check-sat)\n";
        return out_.str();
    }

private:
    bool is_truth(Term term) const { return terms_.width(term) == 1; }

    std::string sort(Term term) const {
        return is_truth(term) ? "Bool" : "(_ BitVec " + std::to_string(terms_.width(term)) + ")";
    }

    // A term by name, in its own sort.
    std::string reference(Term term) const {
        const TermNode& node = terms_.node(term);
        if (node.operation == Operation::variable) return "|" + terms_.name(term) + "|";
        if (node.operation != Operation::constant) return "t" + std::to_string(term.index);
        if (is_truth(term)) return node.value != 0 ? "true" : "false";
        return literal(node.value, node.width);
    }

    std::string vector(Term term) const {
        return is_truth(term) ? "(ite " + reference(term) + " #b1 #b0)" : reference(term);
    }

    std::string definition(Term term) const {
        const TermNode& node = terms_.node(term);
        if (node.operation == Operation::select) return applied("ite", node, false);
        if (is_truth(node.operands[0])) {
            if (node.operation == Operation::bit_not) return applied("not", node, false);
            if (node.operation == Operation::bit_and) return applied("and", node, false);
            if (node.operation == Operation::bit_or) return applied("or", node, false);
            if (node.operation == Operation::bit_xor) return applied("xor", node, false);
        }
        if (node.operation == Operation::equal) return applied("=", node, false);
        const std::string made = applied(symbol(term), node, true);
        return node.width == 1 && !compares(node.operation) ? "(= " + made + " #b1)" : made;
    }

    std::string applied(const std::string& symbol, const TermNode& node, bool as_vectors) const {
        std::string text = "(" + symbol;
        for (unsigned i = 0; i < node.operand_count; ++i)
            text += " " + (as_vectors ? vector(node.operands[i]) : reference(node.operands[i]));
        return text + ")";
    }

    static bool compares(Operation operation) {
        return operation == Operation::unsigned_less || operation == Operation::unsigned_less_equal ||
               operation == Operation::signed_less || operation == Operation::signed_less_equal;
    }

    // A switch whose every arm is one name.
    std::string symbol(Term term) const {
        const TermNode& node = terms_.node(term);
        switch (node.operation) {
            case Operation::bit_not:
                return "bvnot";
            case Operation::negate:
                return "bvneg";
            case Operation::add:
                return "bvadd";
            case Operation::subtract:
                return "bvsub";
            case Operation::multiply:
                return "bvmul";
            case Operation::unsigned_divide:
                return "bvudiv";
            case Operation::unsigned_remainder:
                return "bvurem";
            case Operation::bit_and:
                return "bvand";
            case Operation::bit_or:
                return "bvor";
            case Operation::bit_xor:
                return "bvxor";
            case Operation::shift_left:
                return "bvshl";
            case Operation::logical_shift_right:
                return "bvlshr";
            case Operation::arithmetic_shift_right:
                return "bvashr";
            case Operation::unsigned_less:
                return "bvult";
            case Operation::unsigned_less_equal:
                return "bvule";
            case Operation::signed_less:
                return "bvslt";
            case Operation::signed_less_equal:
                return "bvsle";
            case Operation::extract:
                return "(_ extract " + std::to_string(node.low + node.width - 1) + " " + std::to_string(node.low) + ")";
            case Operation::zero_extend:
                return "(_ zero_extend " + widened(node) + ")";
            case Operation::sign_extend:
                return "(_ sign_extend " + widened(node) + ")";
            case Operation::constant:
            case Operation::variable:
            case Operation::equal:
            case Operation::select:
                break;
        }
        throw InternalError("leaves, equal and select are printed before the other operations");
    }

    std::string widened(const TermNode& node) const {
        return std::to_string(node.width - terms_.width(node.operands[0]));
    }

    const Terms& terms_;
    std::ostringstream out_;
};

}  // namespace

std::string smtlib(const Terms& terms, const std::vector<Term>& asserted, const std::string& name) {
    return Printer(terms).script(asserted, name);
}

}  // namespace entryproof::checker
