// SPDX-License-Identifier: MIT
// Terms as Z3 expressions. One-bit terms become Booleans, so that guards stay what they are.
//
// Translation goes in index order, operands first; nothing is translated twice in one solver.
#include "checker/smt.h"

#include "checker/error.h"

#include <z3++.h>
#include <optional>
#include <utility>

namespace entryproof::checker {

namespace {

class Translator {
public:
    Translator(z3::context& context, const Terms& terms) : context_(context), terms_(terms) {}

    z3::expr operator()(Term root) {
        for (const Term term : terms_.reachable({root})) {
            if (known(term)) continue;
            if (done_.size() <= term.index) done_.resize(term.index + 1);
            done_[term.index] = translate(term);
        }
        return *done_[root.index];
    }

    // Variables met so far, in the order they were met.
    const std::vector<std::pair<Term, z3::expr>>& variables() const { return variables_; }

private:
    bool known(Term term) const { return term.index < done_.size() && done_[term.index].has_value(); }
    bool is_truth(Term term) const { return terms_.width(term) == 1; }

    z3::expr as_vector(const z3::expr& truth) { return z3::ite(truth, context_.bv_val(1, 1), context_.bv_val(0, 1)); }
    z3::expr as_truth(const z3::expr& vector) { return vector == context_.bv_val(1, 1); }

    z3::expr translate(Term term) {
        const TermNode& node = terms_.node(term);
        if (node.operation == Operation::constant)
            return node.width == 1 ? context_.bool_val(node.value != 0) : context_.bv_val(node.value, node.width);
        if (node.operation == Operation::variable) {
            const std::string& name = terms_.name(term);
            z3::expr made =
                node.width == 1 ? context_.bool_const(name.c_str()) : context_.bv_const(name.c_str(), node.width);
            variables_.emplace_back(term, made);
            return made;
        }
        if (is_truth(node.operands[node.operand_count - 1]) || node.operation == Operation::select)
            if (const std::optional<z3::expr> logical = translate_logical(node)) return *logical;
        const z3::expr result = translate_vector(node);
        return node.width == 1 && result.is_bv() ? as_truth(result) : result;
    }

    // Operations on truths that stay in logic.
    std::optional<z3::expr> translate_logical(const TermNode& node) {
        const z3::expr& a = *done_[node.operands[0].index];
        if (node.operation == Operation::bit_not) return !a;
        if (node.operand_count < 2) return std::nullopt;
        const z3::expr& b = *done_[node.operands[1].index];
        if (node.operation == Operation::select) return z3::ite(a, b, *done_[node.operands[2].index]);
        if (node.operation == Operation::bit_and) return a && b;
        if (node.operation == Operation::bit_or) return a || b;
        if (node.operation == Operation::bit_xor) return a != b;
        if (node.operation == Operation::equal) return a == b;
        return std::nullopt;
    }

    z3::expr vector_operand(const TermNode& node, unsigned i) {
        const z3::expr& operand = *done_[node.operands[i].index];
        return operand.is_bool() ? as_vector(operand) : operand;
    }

    // A switch whose every arm is one call.
    z3::expr translate_vector(const TermNode& node) {
        const z3::expr a = vector_operand(node, 0);
        const z3::expr b = node.operand_count < 2 ? a : vector_operand(node, 1);
        const unsigned widened = node.width - (node.operand_count == 1 ? a.get_sort().bv_size() : 0);
        switch (node.operation) {
            case Operation::constant:
            case Operation::variable:
            case Operation::select:
                break;
            case Operation::bit_not:
                return ~a;
            case Operation::negate:
                return -a;
            case Operation::add:
                return a + b;
            case Operation::subtract:
                return a - b;
            case Operation::multiply:
                return a * b;
            case Operation::unsigned_divide:
                return z3::udiv(a, b);
            case Operation::unsigned_remainder:
                return z3::urem(a, b);
            case Operation::bit_and:
                return a & b;
            case Operation::bit_or:
                return a | b;
            case Operation::bit_xor:
                return a ^ b;
            case Operation::shift_left:
                return z3::shl(a, b);
            case Operation::logical_shift_right:
                return z3::lshr(a, b);
            case Operation::arithmetic_shift_right:
                return z3::ashr(a, b);
            case Operation::equal:
                return a == b;
            case Operation::unsigned_less:
                return z3::ult(a, b);
            case Operation::unsigned_less_equal:
                return z3::ule(a, b);
            case Operation::signed_less:
                return z3::slt(a, b);
            case Operation::signed_less_equal:
                return z3::sle(a, b);
            case Operation::extract:
                return a.extract(node.low + node.width - 1, node.low);
            case Operation::zero_extend:
                return z3::zext(a, widened);
            case Operation::sign_extend:
                return z3::sext(a, widened);
        }
        throw InternalError("leaves and selects are translated before vectors");
    }

    z3::context& context_;
    const Terms& terms_;
    std::vector<std::optional<z3::expr>> done_;  // by index
    std::vector<std::pair<Term, z3::expr>> variables_;
};

z3::solver make_solver(z3::context& context, Engine engine) {
    switch (engine) {
        case Engine::finite_domain:
            return z3::solver(context, "QF_FD");
        case Engine::bit_vector_tactic:
            return z3::solver(context, "QF_BV");
        case Engine::general:
            return z3::solver(context, z3::solver::simple());
    }
    throw InternalError("an engine is one of those listed");
}

// Works for every kind of solver; those that never asked anything have no such entry.
std::uint64_t rlimit_count(const z3::solver& solver) {
    const z3::stats statistics = solver.statistics();
    for (unsigned i = 0; i < statistics.size(); ++i)
        if (statistics.key(i) == "rlimit count")
            return statistics.is_uint(i) ? statistics.uint_value(i)
                                         : static_cast<std::uint64_t>(statistics.double_value(i));
    return 0;
}

}  // namespace

struct Solver::Implementation {
    struct Proxy {
        Term term;
        unsigned depth;  // scopes open when it was made
        z3::expr expression;
    };

    Implementation(const Terms& terms, const SolverOptions& options, QueryLog& log)
        : terms(terms), log(log), solver(make_solver(context, options.engine)), translate(context, terms) {
        z3::params parameters(context);
        if (options.rlimit != 0) parameters.set("rlimit", static_cast<unsigned>(options.rlimit));
        if (options.timeout_ms != 0) parameters.set("timeout", options.timeout_ms);
        parameters.set("core.minimize", true);  // by deletion
        solver.set(parameters);
    }

    // A Boolean constant that implies the assumption: solvers take only such.
    z3::expr proxy_of(Term assumption) {
        for (const Proxy& proxy : proxies)
            if (proxy.term == assumption) return proxy.expression;
        const std::string name = "assumption!" + std::to_string(next_proxy++);
        const z3::expr constant = context.bool_const(name.c_str());
        solver.add(z3::implies(constant, translate(assumption)));
        proxies.push_back({assumption, depth, constant});
        return constant;
    }

    const Terms& terms;
    QueryLog& log;
    z3::context context;
    z3::solver solver;
    Translator translate;
    std::vector<Proxy> proxies;
    unsigned next_proxy = 0;
    unsigned depth = 0;
    std::uint64_t spent_before = 0;
    std::vector<std::pair<Term, z3::expr>> asked;  // assumptions of the last query
    Answer last = Answer::unknown;
};

std::uint64_t QueryLog::rlimit() const {
    std::uint64_t sum = 0;
    for (const QueryRecord& query : queries) sum += query.rlimit;
    return sum;
}

Solver::Solver(const Terms& terms, const SolverOptions& options, QueryLog& log)
    : implementation_(std::make_unique<Implementation>(terms, options, log)) {}

Solver::~Solver() = default;

void Solver::add(Term condition) {
    checker::check(implementation_->terms.width(condition) == 1, "what is asserted is one bit wide");
    implementation_->solver.add(implementation_->translate(condition));
}

void Solver::add(const std::vector<Term>& conditions) {
    for (const Term condition : conditions) add(condition);
}

Outcome Solver::check(const std::string& name, const std::vector<Term>& assumptions) {
    Implementation& my = *implementation_;
    Outcome outcome;
    try {
        z3::expr_vector literals(my.context);
        my.asked.clear();
        for (const Term assumption : assumptions) {
            my.asked.emplace_back(assumption, my.proxy_of(assumption));
            literals.push_back(my.asked.back().second);
        }
        const z3::check_result result = my.solver.check(literals);
        if (result == z3::sat) outcome.answer = Answer::sat;
        if (result == z3::unsat) outcome.answer = Answer::unsat;
        if (result == z3::unknown) outcome.reason = my.solver.reason_unknown();
    } catch (const z3::exception& error) {
        outcome = {Answer::unknown, error.msg()};
    }
    if (outcome.unknown() && outcome.reason.empty()) outcome.reason = "the solver gave no reason";
    const std::uint64_t spent = rlimit_count(my.solver);
    my.log.queries.push_back({name, outcome.answer, spent - my.spent_before});
    my.spent_before = spent;
    my.last = outcome.answer;
    return outcome;
}

Assignment Solver::assignment() {
    Implementation& my = *implementation_;
    checker::check(my.last == Answer::sat, "only a satisfiable query has an assignment");
    const z3::model model = my.solver.get_model();
    Assignment values;
    for (const auto& [term, expression] : my.translate.variables()) {
        const z3::expr value = model.eval(expression, true);
        values[term] = value.is_bool() ? (value.is_true() ? 1 : 0) : value.get_numeral_uint64();
    }
    return values;
}

std::vector<Term> Solver::core() {
    Implementation& my = *implementation_;
    checker::check(my.last == Answer::unsat, "only an unsatisfiable query has a core");
    const z3::expr_vector core = my.solver.unsat_core();
    std::vector<Term> terms;
    for (const auto& [term, expression] : my.asked)
        for (unsigned i = 0; i < core.size(); ++i)
            if (z3::eq(core[static_cast<int>(i)], expression)) {
                terms.push_back(term);
                break;
            }
    return terms;
}

Solver::Scope::Scope(Solver& solver) : solver_(solver) {
    solver_.implementation_->solver.push();
    ++solver_.implementation_->depth;
}

Solver::Scope::~Scope() {
    Implementation& my = *solver_.implementation_;
    my.solver.pop();
    --my.depth;
    std::erase_if(my.proxies, [&my](const Implementation::Proxy& proxy) { return proxy.depth > my.depth; });
}

std::string solver_version() {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned build = 0;
    unsigned revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build) + "." +
           std::to_string(revision);
}

}  // namespace entryproof::checker
