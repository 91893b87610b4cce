// SPDX-License-Identifier: MIT
// One function, macro-expanded and parsed, to IR statements.
//
// 1. C's integer rules hold exactly; calls inside expressions are put in front in C's order, && || ?: keep theirs.
// 2. Operands whose order C leaves open must not affect each other, else the construct is refused.
// 3. Every statement keeps the place of the C it stands for.
// Control flow becomes structured: a forward goto leaves a Block that ends at its label.
#pragma once

#include "model/lift/function_info.h"
#include "model/lift/syntax.h"

#include <functional>
#include <set>

namespace entryproof::lift {

class Lifter;

// `case A ... B:` is given to the parser as a call of this, which no text of a tree can name.
inline constexpr std::string_view range_of_cases = "$range";

// A cell's name holds a dot (see program.h; options and keys are cells too, but are never assigned).
inline bool is_cell_name(const std::string& place) { return place.find('.') != std::string::npos; }

// Grows over the variants of one function (see Lifter): they share parameters and locals.
struct FunctionBuild {
    ir::Function function;
    FunctionInfo info;
    unsigned labels = 0;
    bool is_begun = false;
};

struct VariantContext {
    Unit& unit;
    std::uint32_t instance;
    Conditions::Id assumption;
    const ConstantArguments& constants;
    std::string name;                  // in C
    std::optional<ir::Source> source;  // for all statements, instead of their own place
};

class Translator {
public:
    Translator(Lifter& lifter, const Syntax& syntax, const VariantContext& context, FunctionBuild& build)
        : lifter_(lifter), syntax_(syntax), context_(context), build_(build) {}

    // The body of this variant; parameters, locals and info go to the build.
    ir::Body run();

private:
    // One place, or one of several by a value (regs->regs[n]).
    struct Place {
        Type type;
        std::string name;
        ir::ExpressionRef index;                                     // null: exactly `name`
        std::vector<std::pair<std::uint64_t, std::string>> choices;  // by the value of index
        bool is_constant = false;
    };
    struct Local {
        Type type;
        std::string place;      // empty: a pointer that needs no value
        unsigned elements = 0;  // array
        std::string walk;       // of an array parameter that is walked: the place of the element that it points to
        std::size_t parameter = none;
        bool is_constant = false;
    };
    // Of the expression so far, in the order of the text.
    struct Effects {
        std::size_t impure_calls = 0;
        std::size_t calls_that_read = 0;  // some cells
        std::vector<std::string> assigned;
        std::vector<std::string> read;
    };
    struct Label {
        std::string c_name;  // of a goto; empty: break or continue
        bool takes_break = false;
        bool takes_continue = false;
        std::string name;
        Flow flow;  // joined over everything that leaves to it
    };
    static constexpr std::size_t none = ~std::size_t{0};
    // Of a pointer to a system call: set when it is out of the table for 32-bit tasks; the number is the low half.
    static constexpr unsigned table_bit = 32;

    // translate_function.cpp: the header, names, statements.
    void declare_parameters(const Node& declarator, std::vector<ParameterInfo> mine);
    void add_parameter(ParameterInfo& info);
    ParameterInfo parameter(const Node& node, const Node& body);
    unsigned elements_used(const Node& body, std::string_view name);
    unsigned elements_copied(const Node& node, std::string_view name);
    void bind_parameter(const Node& node, const ParameterInfo& mine, std::size_t index);
    std::string new_local(const std::string& wanted, ir::Width width);
    const Local* find_local(std::string_view name) const;
    void finish(const Node& body);
    void leave_function();

    // translate_type.cpp
    Type type_of(const Node& specifiers, const Node& declarator);
    Type base_type(const Node& specifiers);
    Type named_type(const Node& node);
    Type sized_type(const Node& node);
    static std::string_view declared_name(Node declarator);
    static bool is_constant(const Node& specifiers);

    // translate_statement.cpp
    void statements(const std::vector<Node>& nodes, std::size_t from, std::size_t to);
    void scoped(const Node& compound);
    void statement(const Node& node);
    void declaration(const Node& node);
    void declare(const Node& specifiers, Node declarator);
    void if_statement(const Node& node);
    void branch(const ir::ExpressionRef& condition, const Node& node, const std::function<void()>& then_part,
                const std::function<void()>& else_part);
    void return_statement(const Node& node);
    void goto_statement(const Node& node);
    void do_statement(const Node& node);
    void switch_statement(const Node& node);
    std::pair<std::uint64_t, std::uint64_t> case_range(const Node& label, const Type& type);
    void leave(const Node& node, const std::function<bool(const Label&)>& takes, const std::string& what);
    void block(const Node& node, Label label, const std::function<void()>& inside);

    // translate_expression.cpp
    Value expression(const Node& node);
    Value full_expression(const Node& node);
    ir::ExpressionRef condition(const Node& node);
    Value integer_expression(const Node& node);
    Value number(const Node& node);
    Value size_of(const Node& node);
    Value identifier(const Node& node);
    Value unary(const Node& node);
    Value binary(const Node& node);
    Value arithmetic(const Node& node, std::string_view op, const Value& left, const Value& right);
    Value shift(const Node& node, bool left_shift, const Value& left, const Value& right);
    Value divide(const Node& node, bool remainder, const Value& left, const Value& right);
    ir::ExpressionRef comparison(const Node& node, std::string_view op, const Value& left, const Value& right);
    ir::ExpressionRef logical(const Node& node, bool is_and);
    Value ternary(const Node& node);
    Value ternary_without_middle(const Node& node);
    Value decided_ternary(const Node& taken, const Node& other);
    Type type_of_unused(const Node& node);
    Value statement_expression(const Node& compound);
    Value cast(const Node& node, const Type& type, const Value& value);
    ir::ExpressionRef truth(const Node& node, const Value& value);
    Value to_type(const Node& node, const Value& value, const Type& type);
    Value void_parameter_as(const Node& node, const Type& type);
    bool reads_unassigned(const ir::ExpressionRef& expression) const;

    // translate_place.cpp
    Place place(const Node& node);
    Place field(const Node& node);
    Value embedded_in_task(const Node& node);
    Place subscript(const Node& node);
    // Elements of an array, in order: a local or a parameter, or a field behind a pointer.
    struct Elements {
        Type type;
        std::vector<std::string> places;
    };
    Elements elements(const Node& array);
    // The same from the element on that `pointer` points to.
    Elements elements_from(const Node& pointer);
    void copy(const Node& node, const std::vector<Node>& arguments);
    Place pointed_to(const Node& node, const Value& pointer);
    std::optional<Place> walked(const Node& pointer);
    std::uint64_t walked_to(const Node& pointer, const Local& local);
    void step(const Node& node, const Local& local);
    Place chosen(const Node& node, const Type& type, const ir::ExpressionRef& index,
                 const std::vector<std::string>& names);
    Value load(const Place& place);
    void store(const Node& node, const Place& place, const Value& value);
    Value assignment(const Node& node);
    Value stored(const Node& node, const Place& target, const Value& value);
    void require_unassigned_since(const Node& node, std::size_t since, const Place& target) const;
    Value update(const Node& node);
    Value address_of(const Node& node);
    Value subscript_value(const Node& node);
    void assign(const Node& node, const std::string& name, const ir::ExpressionRef& value);
    // A new local of the translator's own that holds `value`.
    std::string keep(const Node& node, const std::string& wanted, const ir::ExpressionRef& value);

    // translate_call.cpp
    Value call(const Node& node);
    Value call_primitive(const Node& node, std::string_view name, const std::vector<Node>& arguments);
    Value user_read(const Node& node, const std::vector<Node>& arguments);
    Value bit_primitive(const Node& node, std::string_view name, const std::vector<Node>& arguments);
    Value call_hook(const Node& node, const std::string& name, const std::vector<Node>& arguments);
    Value call_function(const Node& node, const std::string& name, const std::vector<Node>& arguments);
    void require_arguments(const Node& node, const std::vector<Node>& arguments);
    Value call_body(const Node& node, const Value& function, const std::vector<Node>& arguments);
    void drop_call(const Node& node, std::string_view name, std::string_view why, const std::vector<Node>& arguments);
    Value option(const Node& node, const std::vector<Node>& arguments);
    Value static_key(const Node& node, const std::vector<Node>& arguments);
    std::vector<Value> evaluate_all(const Node& node, const std::vector<Node>& arguments);
    void pass(const Node& node, const ParameterInfo& parameter, const Value& value, std::vector<ir::Argument>& out);
    Value emit_call(const Node& node, const std::string& ir_name, std::vector<ir::Argument> arguments,
                    const Type& result);
    void require_count(const Node& node, const std::vector<Node>& arguments, std::size_t count);

    // Watches the operands of an operation that C does not order, and refuses when they affect each other.
    class Operands;

    [[noreturn]] void fail(const Node& node, const std::string& reason, const std::string& hint) const;
    [[noreturn]] void unsupported(const Node& node, const std::string& what, const std::string& hint) const;
    [[noreturn]] void needs_constant(const Node& node, const std::string& reason) const;
    ir::Source source_of(const Node& node) const;
    void emit(const Node& node, decltype(ir::Statement::node) statement);
    // Runs `fill` with its statements going to a body of their own.
    ir::Body aside(const std::function<void()>& fill);
    ir::ExpressionRef cell(const std::string& name, ir::Width width, const std::string& meaning);
    // Bounds recursion: hostile source must not exhaust the stack.
    class Depth;

    Lifter& lifter_;
    const Syntax& syntax_;
    const VariantContext& context_;
    FunctionBuild& build_;
    ir::Body* body_ = nullptr;
    Flow flow_;
    Flow exit_flow_;
    std::vector<std::map<std::string, Local, std::less<>>> scopes_;
    std::vector<std::string> assigned_;  // by this full expression, as far as nothing orders it
    std::set<std::string> label_names_;
    std::vector<Label> labels_;
    std::size_t labels_within_ = 0;  // those before are around a statement expression, out of reach
    bool in_expression_ = false;
    std::set<std::string> own_locals_;
    Effects effects_;
    unsigned depth_ = 0;
};

class Translator::Depth {
public:
    Depth(Translator& translator, const Node& node);
    ~Depth() { --translator_.depth_; }
    Depth(const Depth&) = delete;

private:
    Translator& translator_;
};

class Translator::Operands {
public:
    explicit Operands(Translator& translator) : translator_(translator) {}
    // Evaluates one operand.
    template <typename Evaluate>
    auto watch(Evaluate&& evaluate) {
        const Mark before = mark();
        auto value = evaluate();
        seen_.push_back({before, mark()});
        return value;
    }
    void check(const Node& node) const;

private:
    struct Mark {
        std::size_t impure_calls;
        std::size_t calls_that_read;
        std::size_t assigned;
        std::size_t read;
    };
    Mark mark() const {
        const Effects& now = translator_.effects_;
        return {now.impure_calls, now.calls_that_read, now.assigned.size(), now.read.size()};
    }
    using Range = std::pair<Mark, Mark>;
    bool affects(const Range& one, const Range& other) const;

    Translator& translator_;
    std::vector<Range> seen_;
};

Node without_parentheses(Node node);

}  // namespace entryproof::lift
