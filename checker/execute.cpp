// SPDX-License-Identifier: MIT
// One pass over the program with calls inlined. Conditions are kept relative to the enclosing scope:
//
// * A scope is a piece of the program that control enters at one place and leaves at one place: the run, a call, a
// block,
//   an arm of an If. `base` is the absolute condition of having entered it; `live` the condition, given that, of still
//   being on the way; both together guard a slot.
// * A jump (Leave, Return, Halt) adds an exit to the scope it goes to, and to every scope between the condition that
//   they were not left in the ordinary way. At its end a scope merges the exits that arrived with what fell through.
// So a join costs a select only over the branch just taken, and an If that nobody jumps out of costs no condition.
#include "checker/execute.h"

#include "checker/error.h"

#include <optional>
#include <unordered_map>
#include <utility>

namespace entryproof::checker {

namespace {

struct LocalValue {
    Term value;
    Term defined;
    ir::Width width = 1;
};

// Everything that a statement can change. Locals of all active calls, innermost last.
struct State {
    std::vector<Term> cells;
    std::vector<LocalValue> locals;
};

// A jump that has arrived at its scope.
struct Exit {
    Term condition;  // relative to the scope
    State state;
};

struct Scope {
    enum class Kind { run, call, block, arm } kind;
    std::string label;        // of a block
    Term base;                // absolute condition of having entered
    Term entry;               // the same, relative to the enclosing scope
    Term live;                // relative to this scope
    std::size_t local_count;  // locals alive at its end
    std::vector<Exit> exits;
    Term jumped_over;  // relative to this scope: left by a jump further out
};

struct Frame {
    const ir::Function* function;
    std::map<std::string, std::size_t> places;  // name -> index into State::locals
};

class Executor {
public:
    Executor(Terms& terms, const ir::Program& program, HookPolicy& policy)
        : t_(terms), program_(program), policy_(policy) {
        for (const auto& [name, cell] : program.cells) cell_index_.emplace(name, cell_index_.size());
    }

    Execution run(const CellTerms& initial) {
        for (const auto& [name, cell] : program_.cells) {
            const auto given = initial.find(name);
            check(given != initial.end(), "the initial state names every cell");
            check(t_.width(given->second) == cell.width, "initial values have the widths of their cells");
            state_.cells.push_back(given->second);
            result_.initial.emplace(name, given->second);
        }
        open({Scope::Kind::run, "", t_.truth(true), t_.truth(true), t_.truth(true), 0, {}, t_.truth(false)});
        call_entry();
        std::vector<Term> halts;
        for (const Exit& exit : scopes_.back().exits) halts.push_back(exit.condition);
        result_.halted = t_.any_of(halts);
        close();
        for (const auto& [name, index] : cell_index_) result_.final.emplace(name, state_.cells[index]);
        return std::move(result_);
    }

private:
    // Scopes.

    Scope& scope() { return scopes_.back(); }
    Term guard() { return t_.both(scope().base, scope().live); }
    bool is_dead() { return t_.is_false(scope().live); }

    void open(Scope scope) { scopes_.push_back(std::move(scope)); }

    void open(Scope::Kind kind, std::string label, std::size_t local_count) {
        const Term entry = scope().live;
        open({kind, std::move(label), guard(), entry, t_.truth(true), local_count, {}, t_.truth(false)});
    }

    // Ends the innermost scope: state_ becomes the merged one. Returns, relative to it, the condition of getting here.
    Term close() {
        Scope closed = std::move(scope());
        scopes_.pop_back();
        state_.locals.resize(closed.local_count);
        std::optional<State> merged;
        if (!t_.is_false(closed.live)) merged = std::move(state_);
        for (auto exit = closed.exits.rbegin(); exit != closed.exits.rend(); ++exit)
            merged = merged.has_value() ? merge(exit->condition, exit->state, *merged) : std::move(exit->state);
        if (merged.has_value()) state_ = std::move(*merged);
        const bool arrives = !t_.is_false(closed.live) || !closed.exits.empty();
        return arrives ? t_.negation(closed.jumped_over) : t_.truth(false);
    }

    State merge(Term condition, const State& then_state, const State& else_state) {
        State merged = else_state;
        for (std::size_t i = 0; i < merged.cells.size(); ++i)
            merged.cells[i] = t_.select(condition, then_state.cells[i], else_state.cells[i]);
        for (std::size_t i = 0; i < merged.locals.size(); ++i) {
            merged.locals[i].value = t_.select(condition, then_state.locals[i].value, else_state.locals[i].value);
            merged.locals[i].defined = t_.select(condition, then_state.locals[i].defined, else_state.locals[i].defined);
        }
        return merged;
    }

    // Control goes to the end of the scope at `target`.
    void jump(std::size_t target) {
        Term condition = scope().live;
        scope().live = t_.truth(false);
        for (std::size_t i = scopes_.size() - 1; i > target; --i) {
            scopes_[i].jumped_over = t_.either(scopes_[i].jumped_over, condition);
            condition = t_.both(scopes_[i].entry, condition);
        }
        if (t_.is_false(condition)) return;
        State state = state_;
        state.locals.resize(scopes_[target].local_count);
        scopes_[target].exits.push_back({condition, std::move(state)});
    }

    std::size_t find_scope(Scope::Kind kind, const std::string& label) const {
        for (std::size_t i = scopes_.size(); i-- > 0;)
            if (scopes_[i].kind == kind && scopes_[i].label == label) return i;
        throw InternalError("a valid program's jumps have a target");
    }

    // Places.

    Frame& frame() { return frames_.back(); }

    ir::Width width_of(const std::string& place) {
        const auto local = frame().places.find(place);
        return local != frame().places.end() ? state_.locals[local->second].width : program_.cells.at(place).width;
    }

    void store(const std::string& place, Term value) {
        const auto local = frame().places.find(place);
        if (local == frame().places.end()) {
            state_.cells[cell_index_.at(place)] = value;
            return;
        }
        LocalValue& variable = state_.locals[local->second];
        variable.value = value;
        variable.defined = t_.truth(true);
    }

    // `reached` is the condition, inside the expression, of getting to this read.
    Term load(const std::string& place, Term reached, const ir::Source& source) {
        const auto local = frame().places.find(place);
        if (local == frame().places.end()) return state_.cells[cell_index_.at(place)];
        const std::size_t index = local->second;
        if (!t_.is_true(state_.locals[index].defined)) read_undefined(place, index, reached, source);
        return state_.locals[index].value;
    }

    void read_undefined(const std::string& place, std::size_t index, Term reached, const ir::Source& source) {
        LocalValue& variable = state_.locals[index];
        const Term any = t_.extract(undefined_value(t_, frame().function->name, place), 0, variable.width);
        Slot slot;
        slot.observer = "undefined";
        slot.kind = "uninitialised read";
        slot.subject = frame().function->name + ":" + place;
        slot.guard = t_.both(guard(), t_.both(reached, t_.negation(variable.defined)));
        slot.answers.push_back({"value", variable.width, any});
        slot.source = source;
        slot.call_chain = call_chain_;
        variable.value = t_.select(variable.defined, variable.value, any);
        variable.defined = t_.either(variable.defined, reached);
        if (t_.is_false(slot.guard)) return;
        slot.instance = instances_[slot.subject]++;
        result_.slots.push_back(std::move(slot));
        policy_.at_undefined(result_.slots.back());
    }

    // Expressions. A node shared inside one expression is computed once, unless it holds a read that may yield no
    // value: that is an event on whichever way reaches it first.

    using Memo = std::unordered_map<const ir::Expression*, Term>;

    Term evaluate(const ir::ExpressionRef& expression, const ir::Source& source) {
        Memo memo;
        return evaluate(expression, t_.truth(true), source, memo);
    }

    Term evaluate(const ir::ExpressionRef& expression, Term reached, const ir::Source& source, Memo& memo) {
        const auto known = memo.find(expression.get());
        if (known != memo.end()) return known->second;
        const unsigned before = conditional_reads_;
        const Term value = std::visit(
            [&](const auto& node) { return compute(node, *expression, reached, source, memo); }, expression->node);
        if (conditional_reads_ == before) memo.emplace(expression.get(), value);
        return value;
    }

    Term compute(const ir::Constant& node, const ir::Expression& whole, Term, const ir::Source&, Memo&) {
        return t_.constant(whole.width, node.value);
    }

    Term compute(const ir::Read& node, const ir::Expression&, Term reached, const ir::Source& source, Memo&) {
        const auto local = frame().places.find(node.place);
        if (local != frame().places.end() && !t_.is_true(state_.locals[local->second].defined)) ++conditional_reads_;
        return load(node.place, reached, source);
    }

    Term compute(const ir::Unary& node, const ir::Expression&, Term reached, const ir::Source& source, Memo& memo) {
        return t_.unary(node.op, evaluate(node.operand, reached, source, memo));
    }

    Term compute(const ir::Binary& node, const ir::Expression&, Term reached, const ir::Source& source, Memo& memo) {
        const Term left = evaluate(node.left, reached, source, memo);
        return t_.binary(node.op, left, evaluate(node.right, reached, source, memo));
    }

    // Only the chosen arm is evaluated, as in C.
    Term compute(const ir::Select& node, const ir::Expression&, Term reached, const ir::Source& source, Memo& memo) {
        const Term condition = evaluate(node.condition, reached, source, memo);
        if (t_.is_constant(condition))
            return evaluate(t_.is_true(condition) ? node.then_value : node.else_value, reached, source, memo);
        const Term then_value = evaluate(node.then_value, t_.both(reached, condition), source, memo);
        const Term otherwise = t_.both(reached, t_.negation(condition));
        return t_.select(condition, then_value, evaluate(node.else_value, otherwise, source, memo));
    }

    Term compute(const ir::Extract& node, const ir::Expression& whole, Term reached, const ir::Source& source,
                 Memo& memo) {
        return t_.extract(evaluate(node.operand, reached, source, memo), node.low, whole.width);
    }

    Term compute(const ir::Extend& node, const ir::Expression& whole, Term reached, const ir::Source& source,
                 Memo& memo) {
        return t_.extend(evaluate(node.operand, reached, source, memo), whole.width, node.is_signed);
    }

    // Statements.

    void execute(const ir::Body& body) {
        for (const ir::Statement& statement : body) {
            if (is_dead()) return;
            std::visit([&](const auto& node) { step(node, statement.source); }, statement.node);
        }
    }

    void step(const ir::Assign& node, const ir::Source& source) { store(node.place, evaluate(node.value, source)); }

    void step(const ir::If& node, const ir::Source& source) {
        const Term condition = evaluate(node.condition, source);
        if (t_.is_constant(condition)) {
            execute(t_.is_true(condition) ? node.then_body : node.else_body);
            return;
        }
        const State before = state_;
        const Term then_arrives = arm(condition, node.then_body);
        State then_state = std::exchange(state_, before);
        const Term else_arrives = arm(t_.negation(condition), node.else_body);
        arrive(t_.select(condition, then_arrives, else_arrives));
        if (t_.is_false(else_arrives))
            state_ = std::move(then_state);
        else if (!t_.is_false(then_arrives))
            state_ = merge(condition, then_state, state_);
    }

    // Runs one arm of an If; returns the condition, given that it was taken, of coming out at its end.
    Term arm(Term condition, const ir::Body& body) {
        const Term live = scope().live;
        const Term entry = t_.both(live, condition);
        open({Scope::Kind::arm,
              "",
              t_.both(scope().base, entry),
              entry,
              t_.truth(true),
              state_.locals.size(),
              {},
              t_.truth(false)});
        execute(body);
        return close();
    }

    void step(const ir::Block& node, const ir::Source&) {
        open(Scope::Kind::block, node.label, state_.locals.size());
        execute(node.body);
        arrive(close());
    }

    void arrive(Term condition) { scope().live = t_.both(scope().live, condition); }

    void step(const ir::Leave& node, const ir::Source&) { jump(find_scope(Scope::Kind::block, node.label)); }

    void step(const ir::Return& node, const ir::Source& source) {
        if (node.value != nullptr) {
            LocalValue& result = state_.locals[frame().places.at("")];
            const Term value = evaluate(node.value, source);
            result = {value, t_.truth(true), t_.width(value)};
        }
        jump(find_scope(Scope::Kind::call, ""));
    }

    void step(const ir::Halt&, const ir::Source&) { jump(0); }

    const ir::Function& function(const std::string& name) const {
        const auto found = program_.functions.find(name);
        check(found != program_.functions.end(), "a valid program calls only functions it has");
        return found->second;
    }

    void declare(Frame& callee, const std::string& name, LocalValue value) {
        callee.places.emplace(name, state_.locals.size());
        state_.locals.push_back(value);
    }

    LocalValue nothing(ir::Width width) { return {t_.constant(width, 0), t_.truth(false), width}; }

    // Parameters, locals and, under the empty name, the value returned. Ends with the callee's scope open.
    void enter(const ir::Function& callee, const std::vector<LocalValue>& passed) {
        Frame inner{&callee, {}};
        for (std::size_t i = 0; i < passed.size(); ++i) declare(inner, callee.parameters[i].name, passed[i]);
        for (const ir::Local& local : callee.locals) declare(inner, local.name, nothing(local.width));
        const ir::Width result_width = callee.result == 0 ? 1 : callee.result;
        declare(inner, "", {t_.constant(result_width, 0), t_.truth(true), result_width});
        frames_.push_back(std::move(inner));
        open(Scope::Kind::call, "", state_.locals.size());
    }

    void call_entry() {
        const ir::Function& entry = function(program_.entry);
        check(entry.parameters.empty(), "a valid program's entry takes nothing");
        enter(entry, {});
        execute(entry.body);
        arrive(close());
        frames_.pop_back();
    }

    void step(const ir::Call& node, const ir::Source& source) {
        const ir::Function& callee = function(node.function);
        check(callee.parameters.size() == node.arguments.size(), "a valid program's calls match their callee");
        const std::size_t caller_locals = state_.locals.size();
        std::vector<LocalValue> passed;
        for (const ir::Argument& argument : node.arguments) passed.push_back(pass(argument, source));
        enter(callee, passed);
        call_chain_.push_back(source);
        execute(callee.body);
        call_chain_.pop_back();
        arrive(close());
        const std::vector<LocalValue> out(state_.locals.begin() + static_cast<std::ptrdiff_t>(caller_locals),
                                          state_.locals.end());
        frames_.pop_back();
        state_.locals.resize(caller_locals);
        for (std::size_t i = 0; i < node.arguments.size(); ++i)
            if (node.arguments[i].value == nullptr) copy_back(node.arguments[i].reference, out[i]);
        if (!node.result.empty()) store(node.result, out.back().value);
    }

    LocalValue pass(const ir::Argument& argument, const ir::Source& source) {
        if (argument.value != nullptr) {
            const Term value = evaluate(argument.value, source);
            return {value, t_.truth(true), t_.width(value)};
        }
        const auto local = frame().places.find(argument.reference);
        if (local != frame().places.end()) return state_.locals[local->second];
        const Term value = state_.cells[cell_index_.at(argument.reference)];
        return {value, t_.truth(true), t_.width(value)};
    }

    // What came back by reference; what came back without a value leaves the place as it is.
    void copy_back(const std::string& place, const LocalValue& value) {
        const auto local = frame().places.find(place);
        if (local == frame().places.end()) {
            state_.cells[cell_index_.at(place)] = value.value;
            return;
        }
        LocalValue& variable = state_.locals[local->second];
        variable.value = t_.select(value.defined, value.value, variable.value);
        variable.defined = t_.either(value.defined, variable.defined);
    }

    void step(const ir::Hook& node, const ir::Source& source) {
        Slot slot;
        slot.hook = node.name;
        slot.observer = node.observer;
        slot.kind = node.kind;
        slot.sharing = node.sharing;
        slot.source = source;
        slot.call_chain = call_chain_;
        for (const ir::Field& field : node.fields)
            slot.fields.push_back({field.name, evaluate(field.value, source), field.shown});
        slot.guard = guard();
        if (t_.is_false(slot.guard)) return;
        slot.instance = instances_[slot.hook]++;
        for (const ir::Answer& answer : node.answers)
            slot.answers.push_back({answer.name, width_of(answer.place), t_.constant(width_of(answer.place), 0)});
        policy_.at_hook(slot, state_.cells);
        for (std::size_t i = 0; i < node.answers.size(); ++i) {
            check(t_.width(slot.answers[i].value) == slot.answers[i].width, "an answer has the width of its place");
            store(node.answers[i].place, slot.answers[i].value);
        }
        result_.slots.push_back(std::move(slot));
    }

    Terms& t_;
    const ir::Program& program_;
    HookPolicy& policy_;
    std::map<std::string, std::size_t> cell_index_;
    State state_;
    std::vector<Scope> scopes_;
    std::vector<Frame> frames_;
    std::vector<ir::Source> call_chain_;
    std::map<std::string, unsigned> instances_;
    unsigned conditional_reads_ = 0;
    Execution result_;
};

}  // namespace

void FreshAnswers::at_hook(Slot& slot, std::vector<Term>&) {
    for (SlotAnswer& answer : slot.answers)
        answer.value = terms_.variable(
            side_ + "." + slot.hook + "." + answer.name + "@" + std::to_string(slot.instance), answer.width);
}

CellTerms initial_cells(Terms& terms, const ir::Program& program) {
    CellTerms cells;
    for (const auto& [name, cell] : program.cells) cells.emplace(name, terms.variable(name, cell.width));
    return cells;
}

Term undefined_value(Terms& terms, const std::string& function, const std::string& variable) {
    return terms.variable("undefined." + function + ":" + variable, 64);
}

Execution execute(Terms& terms, const ir::Program& program, const CellTerms& initial, HookPolicy& policy) {
    return Executor(terms, program, policy).run(initial);
}

}  // namespace entryproof::checker
