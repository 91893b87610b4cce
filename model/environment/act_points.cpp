// SPDX-License-Identifier: MIT
#include "model/environment/act_points.h"

#include "model/environment/shared_bits.h"
#include "model/ir/builder.h"
#include "model/kernel/writer.h"

#include <map>
#include <stdexcept>

namespace entryproof::environment {

using namespace ir;

namespace {

using Replacements = std::map<const Expression*, ExpressionRef>;

// The expression with some of its nodes replaced; itself when it holds none.
ExpressionRef replaced(const ExpressionRef& expression, const Replacements& replacements) {
    const auto found = replacements.find(expression.get());
    if (found != replacements.end()) return found->second;
    const auto again = [&](const ExpressionRef& operand) { return replaced(operand, replacements); };
    const auto rebuilt = [&](auto node) { return std::make_shared<Expression>(Expression{expression->width, node}); };
    struct Visitor {
        const ExpressionRef& same;
        const decltype(again)& part;
        const decltype(rebuilt)& made;
        ExpressionRef operator()(const Constant&) const { return same; }
        ExpressionRef operator()(const Read&) const { return same; }
        ExpressionRef operator()(const Unary& node) const { return made(Unary{node.op, part(node.operand)}); }
        ExpressionRef operator()(const Binary& node) const {
            const ExpressionRef left = part(node.left);
            return made(Binary{node.op, left, part(node.right)});
        }
        ExpressionRef operator()(const Select& node) const {
            const ExpressionRef condition = part(node.condition);
            const ExpressionRef then_value = part(node.then_value);
            return made(Select{condition, then_value, part(node.else_value)});
        }
        ExpressionRef operator()(const Extract& node) const { return made(Extract{part(node.operand), node.low}); }
        ExpressionRef operator()(const Extend& node) const { return made(Extend{part(node.operand), node.is_signed}); }
    };
    return std::visit(Visitor{expression, again, rebuilt}, expression->node);
}

// The function that holds the acts of one place.
void add_act(Program& program, const Others& others) {
    const Source source{"", act_hook, ""};
    kernel::FunctionWriter f(act_hook, source, {{"point", 32}});
    Hook hook{act_hook, "", "others act", {{"point", read("point", 32), false}}, {}, Sharing::history};
    hook.answers = {f.answer(acts_answer, act_bits * acts_at_once)};
    f.hook(hook);
    f.if_(is_nonzero(read(acts_answer, act_bits * acts_at_once)), [&](BodyBuilder& some) {
        for (unsigned place = 0; place < acts_at_once; ++place)
            for (std::size_t act = 0; act < others.acts.size(); ++act) {
                const ExpressionRef digit =
                    extract(read(acts_answer, act_bits * acts_at_once), place * act_bits, act_bits);
                some.if_(equal(digit, constant(act_bits, act + 1)),
                         [&](BodyBuilder& then) { then.call(others.acts[act].function); });
            }
    });
    f.add_to(program);
}

class Placer {
public:
    Placer(const Program& program, const Others& others) : others_(others), result_{program, {}} {
        std::set<std::string> acts;
        for (const Act& act : others.acts) {
            if (program.functions.count(act.function) == 0)
                throw std::invalid_argument("program " + program.name + " has no function " + act.function);
            acts.insert(act.function);
        }
        shared_ = bits_changed_by(program, acts);
        for (const std::string& record : others.records) shared_.erase(record);
    }

    ActPoints place() {
        enter(result_.program.entry);
        add_act(result_.program, others_);
        return std::move(result_);
    }

private:
    void enter(const std::string& name) {
        if (is_whole(name) || !met_.insert(name).second) return;
        Function& function = result_.program.functions.at(name);
        Function* const outer = std::exchange(function_, &function);
        // Callees are entered on the way, so the body is taken out while it is worked on.
        Body body = place_in(std::exchange(function.body, {}));
        function.body = std::move(body);
        function_ = outer;
    }

    Body place_in(Body body) {
        Body result;
        for (Statement& statement : body) {
            std::visit([&](auto& node) { visit(node, statement.source, result); }, statement.node);
            result.push_back(std::move(statement));
        }
        return result;
    }

    void add_point(const Source& source, Body& before, bool is_event, const std::string& what) {
        const auto number = static_cast<std::uint64_t>(result_.points.size());
        result_.points.push_back({is_event, function_->name, what});
        before.push_back({Call{act_hook, {by_value(constant(32, number))}, ""}, source});
    }

    // Points in front of the racing reads of one statement; of several, each read gets its local.
    void read_apart(const std::vector<ExpressionRef*>& values, const Source& source, Body& before) {
        std::vector<const Expression*> reads;
        for (ExpressionRef* value : values)
            for (const Expression* read : racing_reads(*value, shared_)) reads.push_back(read);
        Replacements replacements;
        for (const Expression* racing : reads) {
            const std::string& place = std::get<Read>(racing->node).place;
            add_point(source, before, false, "the read of " + place);
            if (reads.size() == 1) return;
            const std::string name = "read_apart_" + std::to_string(function_->locals.size());
            function_->locals.push_back({name, racing->width});
            before.push_back({Assign{name, read(place, racing->width)}, source});
            replacements.emplace(racing, read(name, racing->width));
        }
        if (replacements.empty()) return;
        for (ExpressionRef* value : values) *value = replaced(*value, replacements);
    }

    void visit(Assign& node, const Source& source, Body& before) {
        if (others_.records.count(node.place) != 0) return;
        const std::vector<const Expression*> reads = racing_reads(node.value, shared_);
        if (reads.size() == 1 && std::get<Read>(reads[0]->node).place == node.place) return;  // rule 3
        read_apart({&node.value}, source, before);
    }

    void visit(If& node, const Source& source, Body& before) {
        read_apart({&node.condition}, source, before);
        node.then_body = place_in(std::move(node.then_body));
        node.else_body = place_in(std::move(node.else_body));
    }

    void visit(Block& node, const Source&, Body&) { node.body = place_in(std::move(node.body)); }
    void visit(Leave&, const Source&, Body&) {}
    void visit(Halt&, const Source&, Body&) {}

    void visit(Return& node, const Source& source, Body& before) {
        if (node.value != nullptr) read_apart({&node.value}, source, before);
    }

    void visit(Call& node, const Source& source, Body& before) {
        std::vector<ExpressionRef*> values;
        for (Argument& argument : node.arguments) {
            if (argument.value != nullptr) {
                values.push_back(&argument.value);
            } else if (shared_.count(argument.reference) != 0) {
                throw std::invalid_argument(function_->name + " passes " + argument.reference +
                                            " by reference, which others change");
            }
        }
        read_apart(values, source, before);
        if (others_.atomic.count(node.function) != 0) {
            const std::string event = event_of(node.function);
            add_point(source, before, !event.empty(), event.empty() ? node.function : event);
        }
        enter(node.function);
    }

    bool is_whole(const std::string& name) const {
        return others_.atomic.count(name) != 0 || others_.closed.count(name) != 0;
    }

    void visit(Hook& node, const Source& source, Body& before) {
        if (!node.observer.empty()) return add_point(source, before, true, node.kind);
        for (const Field& field : node.fields)
            for (const Expression* racing : racing_reads(field.value, shared_))
                return add_point(source, before, false, "the read of " + std::get<Read>(racing->node).place);
    }

    // What an atomic function shows at its own level; empty: nothing.
    std::string event_of(const std::string& name) const {
        const auto found = result_.program.functions.find(name);
        if (found == result_.program.functions.end()) return "";
        for (const Statement& statement : found->second.body)
            if (const auto* hook = std::get_if<Hook>(&statement.node); hook != nullptr && !hook->observer.empty())
                return hook->kind;
        return "";
    }

    const Others& others_;
    ActPoints result_;
    SharedBits shared_;
    std::set<std::string> met_;
    Function* function_ = nullptr;
};

}  // namespace

ActPoints with_act_points(const Program& program, const Others& others) { return Placer(program, others).place(); }

}  // namespace entryproof::environment
