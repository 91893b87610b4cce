// SPDX-License-Identifier: MIT
// The interpreter against C's meaning of each operation, and against what interpret.h promises about events, places and
// ends of a run.
#include "checker/interpret.h"

#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>

#include "model/ir/validator.h"
#include "tests/toy/random_program.h"
#include "tests/toy/toy.h"

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Names = std::vector<std::string>;

// Answers from a table "hook.answer", 7 for what is undefined; remembers what it was asked.
class TableOracle : public Oracle {
public:
    explicit TableOracle(Values answers = {}) : answers_(std::move(answers)) {}

    std::uint64_t answer(const Event& event, unsigned occurrence, const std::string& name, ir::Width) override {
        asked.push_back(event.hook + "#" + std::to_string(occurrence) + "." + name + " after " +
                        std::to_string(event.fields.size()) + " fields, " + std::to_string(event.answers.size()) +
                        " answers");
        return answers_[event.hook + "." + name];
    }
    std::uint64_t undefined(const std::string& function, const std::string& variable, ir::Width width) override {
        asked.push_back(function + ":" + variable + ":" + std::to_string(width));
        return 7;
    }

    Names asked;

private:
    Values answers_;
};

// A program of one function over the cells a.in and a.out, both 64 bits, and locals u and v of 8 bits.
ir::Program program_of(const std::function<void(ir::BodyBuilder&)>& fill) {
    ir::Program program;
    program.entry = "main";
    program.cells = {{"a.in", {"a.in", 64, ""}}, {"a.out", {"a.out", 64, ""}}};
    ir::BodyBuilder body(toy::source("main"));
    fill(body);
    program.functions["main"] = {"main", {}, {{"u", 8}, {"v", 8}}, 0, body.take(), toy::source("main")};
    return program;
}

Run run(const ir::Program& program, const Values& initial = {}, Values answers = {}) {
    REQUIRE(ir::validate(program).empty());
    TableOracle oracle(std::move(answers));
    return interpret(program, initial, oracle);
}

std::uint64_t value_of(const ir::ExpressionRef& expression) {
    return run(program_of([&](ir::BodyBuilder& body) { body.assign("a.out", ir::zero_extend(expression, 64)); }))
        .final.at("a.out");
}

std::uint64_t applied(ir::BinaryOperator op, ir::Width width, std::uint64_t left, std::uint64_t right) {
    return value_of(ir::binary(op, ir::constant(width, left), ir::constant(width, right)));
}

Names kinds(const Run& run) {
    Names kinds;
    for (const Event& event : run.events) kinds.push_back(event.subject.empty() ? event.kind : event.subject);
    return kinds;
}

// main calls "callee", which has one 8-bit parameter "p".
ir::Program with_callee(bool by_reference, const std::function<void(ir::BodyBuilder&)>& fill_callee,
                        const std::function<void(ir::BodyBuilder&)>& fill_main) {
    ir::Program program = program_of(fill_main);
    ir::BodyBuilder body(toy::source("callee"));
    fill_callee(body);
    program.functions["callee"] = {"callee", {{"p", 8, by_reference}}, {}, 0, body.take(), toy::source("callee")};
    return program;
}

}  // namespace

TEST_CASE("arithmetic wraps at its width") {
    using Op = ir::BinaryOperator;
    CHECK(applied(Op::add, 8, 255, 2) == 1);
    CHECK(applied(Op::subtract, 8, 1, 2) == 255);
    CHECK(applied(Op::multiply, 8, 16, 17) == 16);
    CHECK(applied(Op::add, 64, ~std::uint64_t{0}, 1) == 0);
    CHECK(value_of(ir::unary(ir::UnaryOperator::negate, ir::constant(8, 1))) == 255);
    CHECK(value_of(ir::unary(ir::UnaryOperator::bit_not, ir::constant(3, 5))) == 2);
}

TEST_CASE("division by zero gives all ones and the remainder is the dividend") {
    using Op = ir::BinaryOperator;
    CHECK(applied(Op::unsigned_divide, 8, 200, 7) == 28);
    CHECK(applied(Op::unsigned_remainder, 8, 200, 7) == 4);
    CHECK(applied(Op::unsigned_divide, 8, 200, 0) == 255);
    CHECK(applied(Op::unsigned_remainder, 8, 200, 0) == 200);
}

TEST_CASE("logic works bit by bit") {
    using Op = ir::BinaryOperator;
    CHECK(applied(Op::bit_and, 8, 0xcc, 0xaa) == 0x88);
    CHECK(applied(Op::bit_or, 8, 0xcc, 0xaa) == 0xee);
    CHECK(applied(Op::bit_xor, 8, 0xcc, 0xaa) == 0x66);
}

TEST_CASE("a shift by the width or more gives 0, or copies of the sign") {
    using Op = ir::BinaryOperator;
    CHECK(applied(Op::shift_left, 8, 0x81, 1) == 2);
    CHECK(applied(Op::shift_left, 8, 0x81, 8) == 0);
    CHECK(applied(Op::shift_left, 64, 1, 64) == 0);
    CHECK(applied(Op::logical_shift_right, 8, 0x81, 7) == 1);
    CHECK(applied(Op::logical_shift_right, 8, 0x81, 200) == 0);
    CHECK(applied(Op::arithmetic_shift_right, 8, 0x81, 0) == 0x81);
    CHECK(applied(Op::arithmetic_shift_right, 8, 0x81, 1) == 0xc0);
    CHECK(applied(Op::arithmetic_shift_right, 8, 0x81, 200) == 0xff);
    CHECK(applied(Op::arithmetic_shift_right, 8, 0x41, 8) == 0);
    CHECK(applied(Op::arithmetic_shift_right, 64, std::uint64_t{1} << 63, 63) == ~std::uint64_t{0});
    CHECK(applied(Op::arithmetic_shift_right, 64, std::uint64_t{1} << 63, 64) == ~std::uint64_t{0});
}

TEST_CASE("signed and unsigned comparisons part at the sign bit") {
    using Op = ir::BinaryOperator;
    CHECK(applied(Op::unsigned_less, 8, 1, 0x80) == 1);
    CHECK(applied(Op::signed_less, 8, 1, 0x80) == 0);
    CHECK(applied(Op::signed_less, 8, 0x80, 1) == 1);
    CHECK(applied(Op::signed_less, 8, 0x80, 0x81) == 1);
    CHECK(applied(Op::signed_less, 8, 5, 5) == 0);
    CHECK(applied(Op::signed_less_equal, 8, 5, 5) == 1);
    CHECK(applied(Op::signed_less_equal, 8, 1, 0xff) == 0);
    CHECK(applied(Op::unsigned_less_equal, 8, 0xff, 1) == 0);
    CHECK(applied(Op::unsigned_less_equal, 8, 5, 5) == 1);
    CHECK(applied(Op::unsigned_less, 8, 5, 5) == 0);
    CHECK(applied(Op::equal, 64, 3, 3) == 1);
    CHECK(applied(Op::equal, 64, 3, 4) == 0);
}

TEST_CASE("extract and extend keep the bits in place") {
    CHECK(value_of(ir::extract(ir::constant(32, 0x12345678), 8, 16)) == 0x3456);
    CHECK(value_of(ir::zero_extend(ir::constant(8, 0x80), 16)) == 0x80);
    CHECK(value_of(ir::sign_extend(ir::constant(8, 0x80), 16)) == 0xff80);
    CHECK(value_of(ir::sign_extend(ir::constant(8, 0x7f), 16)) == 0x7f);
    CHECK(value_of(ir::sign_extend(ir::constant(1, 1), 64)) == ~std::uint64_t{0});
}

TEST_CASE("start values are cut to their cells, and the rest start as 0") {
    const Run result = run(toy::gate(), {{"task.visitor", 0x123}});
    CHECK(result.initial == Values{{"task.hour", 0}, {"task.visitor", 0x23}, {"task.watched", 0}});
}

TEST_CASE("a start value for what is no cell is refused") {
    TableOracle oracle;
    CHECK_THROWS_WITH_AS(interpret(toy::gate(), {{"task.vistor", 1}}, oracle), "no cell is called 'task.vistor'",
                         std::invalid_argument);
}

TEST_CASE("an unwatched gate asks nobody and opens the door") {
    const Run result = run(toy::gate(), {{"task.visitor", 3}, {"task.hour", 9}}, {{"door.seat", 5}});
    REQUIRE(kinds(result) == Names{"guest"});
    const Event& door = result.events[0];
    CHECK(door.hook == "door");
    CHECK(door.observer == "owner");
    CHECK(door.sharing == ir::Sharing::function);
    REQUIRE(door.fields.size() == 2);
    CHECK(door.fields[0].value == 3);
    CHECK(door.fields[0].shown);
    CHECK(door.fields[1].value == 9);
    CHECK_FALSE(door.fields[1].shown);
    CHECK(result.final.at("task.hour") == 5);
    CHECK_FALSE(result.halted);
}

TEST_CASE("the guard's answers come back by reference and as the result") {
    const Run result =
        run(toy::gate(), {{"task.visitor", 3}, {"task.watched", 1}}, {{"ask.go", 3}, {"ask.visitor", 0x108}});
    REQUIRE(kinds(result) == Names{"question", "guest"});
    CHECK(result.events[0].fields[0].value == 3);
    CHECK(result.events[0].answers[0].value == 1);
    CHECK(result.events[0].answers[0].width == 1);
    CHECK(result.events[1].fields[0].value == 8);
}

TEST_CASE("a guard who refuses keeps the door shut") {
    CHECK(kinds(run(toy::gate(), {{"task.watched", 1}}, {{"ask.go", 2}})) == Names{"question"});
}

TEST_CASE("a hook is asked with its fields and earlier answers, counted by occurrence") {
    TableOracle oracle({{"ask.go", 0}});
    ir::Program program = toy::gate();
    program.functions.at("ask_guard").locals.push_back({"again", 1});
    ir::Body& enter = program.functions.at("enter").body;
    enter.insert(enter.begin() + 1, std::get<ir::If>(enter[1].node).then_body[0]);
    REQUIRE(ir::validate(program).empty());
    interpret(program, {{"task.watched", 1}}, oracle);
    CHECK(oracle.asked == Names{"ask#0.go after 1 fields, 0 answers", "ask#0.visitor after 1 fields, 1 answers",
                                "ask#1.go after 1 fields, 0 answers", "ask#1.visitor after 1 fields, 1 answers"});
}

TEST_CASE("an event knows the calls that led to it, outermost first") {
    ir::Program program = toy::gate();
    ir::BodyBuilder body(toy::source("outer"));
    body.call("enter");
    program.functions["outer"] = {"outer", {}, {}, 0, body.take(), toy::source("outer")};
    program.entry = "outer";
    const Run result = run(program);
    REQUIRE(result.events.size() == 1);
    REQUIRE(result.events[0].call_chain.size() == 2);
    CHECK(result.events[0].call_chain[0].function == "outer");
    CHECK(result.events[0].call_chain[1].function == "enter");
    CHECK(result.events[0].source.function == "open_door");
}

TEST_CASE("reading a local without a value is an event, once, and the value stays") {
    const Run result = run(program_of([](ir::BodyBuilder& body) {
        body.assign("u", ir::read("v", 8));
        body.assign("a.out",
                    ir::zero_extend(ir::binary(ir::BinaryOperator::add, ir::read("u", 8), ir::read("v", 8)), 64));
    }));
    REQUIRE(kinds(result) == Names{"main:v"});
    const Event& event = result.events[0];
    CHECK(event.observer == "undefined");
    CHECK(event.kind == "uninitialised read");
    CHECK(event.hook.empty());
    CHECK(event.fields.empty());
    CHECK(event.source.function == "main");
    CHECK(result.final.at("a.out") == 14);
}

TEST_CASE("a local that was stored or answered is no uninitialised read") {
    CHECK(kinds(run(program_of([](ir::BodyBuilder& body) {
              body.assign("v", ir::constant(8, 1));
              body.hook({"h", "watcher", "seen", {}, {{"r", "u"}}});
              body.assign("u", ir::binary(ir::BinaryOperator::add, ir::read("u", 8), ir::read("v", 8)));
          }))) == Names{"seen"});
}

TEST_CASE("uninitialised reads of a hook's fields come before its event") {
    CHECK(kinds(run(program_of([](ir::BodyBuilder& body) {
              body.hook({"h", "watcher", "seen", {{"f", ir::read("v", 8)}}, {}});
          }))) == Names{"main:v", "seen"});
}

TEST_CASE("of a select only the chosen arm is read") {
    const auto chosen = [](bool condition) {
        return kinds(run(program_of([&](ir::BodyBuilder& body) {
            body.assign("a.out",
                        ir::zero_extend(ir::select(ir::truth(condition), ir::read("u", 8), ir::read("v", 8)), 64));
        })));
    };
    CHECK(chosen(true) == Names{"main:u"});
    CHECK(chosen(false) == Names{"main:v"});
}

TEST_CASE("a shared expression is evaluated once") {
    ir::ExpressionRef sum = ir::read("a.in", 64);
    for (int i = 0; i < 63; ++i) sum = ir::binary(ir::BinaryOperator::add, sum, sum);
    const Run result = run(program_of([&](ir::BodyBuilder& body) { body.assign("a.out", sum); }), {{"a.in", 1}});
    CHECK(result.final.at("a.out") == std::uint64_t{1} << 63);
}

TEST_CASE("passing a local without a value by reference is no read") {
    const Run result = run(with_callee(
        true, [](ir::BodyBuilder& body) { body.assign("p", ir::constant(8, 4)); },
        [](ir::BodyBuilder& body) {
            body.call("callee", {ir::by_reference("u")});
            body.assign("a.out", ir::zero_extend(ir::read("u", 8), 64));
        }));
    CHECK(kinds(result).empty());
    CHECK(result.final.at("a.out") == 4);
}

TEST_CASE("a local that the callee leaves without a value has none afterwards") {
    CHECK(kinds(run(with_callee(
              true, [](ir::BodyBuilder&) {},
              [](ir::BodyBuilder& body) {
                  body.call("callee", {ir::by_reference("u")});
                  body.assign("v", ir::read("u", 8));
              }))) == Names{"main:u"});
}

TEST_CASE("an uninitialised read through a reference names the callee, and gives the local a value") {
    CHECK(kinds(run(with_callee(
              true, [](ir::BodyBuilder& body) { body.assign("p", ir::read("p", 8)); },
              [](ir::BodyBuilder& body) {
                  body.call("callee", {ir::by_reference("u")});
                  body.assign("v", ir::read("u", 8));
              }))) == Names{"callee:p"});
}

TEST_CASE("passing a local without a value by value is a read") {
    CHECK(kinds(run(with_callee(
              false, [](ir::BodyBuilder& body) { body.assign("p", ir::constant(8, 1)); },
              [](ir::BodyBuilder& body) { body.call("callee", {ir::by_value(ir::read("u", 8))}); }))) ==
          Names{"main:u"});
}

TEST_CASE("locals have no value at each entry of their function") {
    const Run result = run(with_callee(
        false,
        [](ir::BodyBuilder& body) {
            body.hook({"h", "watcher", "seen", {{"f", ir::read("p", 8)}}, {{"r", "p"}}});
        },
        [](ir::BodyBuilder& body) {
            body.call("callee", {ir::by_value(ir::constant(8, 1))});
            body.call("callee", {ir::by_value(ir::constant(8, 2))});
        }));
    REQUIRE(result.events.size() == 2);
    CHECK(result.events[1].fields[0].value == 2);
}

TEST_CASE("a leave goes behind its block, over inner blocks") {
    const Run result = run(program_of([](ir::BodyBuilder& body) {
        body.block("out", [](ir::BodyBuilder& outer) {
            outer.block("in", [](ir::BodyBuilder& inner) {
                inner.if_(ir::truth(true), [](ir::BodyBuilder& then) { then.leave("out"); });
            });
            outer.assign("a.out", ir::constant(64, 1));
        });
        body.assign("a.in", ir::constant(64, 2));
    }));
    CHECK(result.final.at("a.out") == 0);
    CHECK(result.final.at("a.in") == 2);
}

TEST_CASE("a leave of the inner block stays in the outer one") {
    const Run result = run(program_of([](ir::BodyBuilder& body) {
        body.block("out", [](ir::BodyBuilder& outer) {
            outer.block("in", [](ir::BodyBuilder& inner) { inner.leave("in"); });
            outer.assign("a.out", ir::constant(64, 1));
        });
    }));
    CHECK(result.final.at("a.out") == 1);
}

TEST_CASE("a return in a callee ends only the callee") {
    const Run result = run(with_callee(
        false,
        [](ir::BodyBuilder& body) {
            body.block("out", [](ir::BodyBuilder& inside) { inside.return_(); });
            body.assign("a.in", ir::constant(64, 1));
        },
        [](ir::BodyBuilder& body) {
            body.call("callee", {ir::by_value(ir::constant(8, 1))});
            body.assign("a.out", ir::constant(64, 2));
        }));
    CHECK(result.final.at("a.in") == 0);
    CHECK(result.final.at("a.out") == 2);
    CHECK_FALSE(result.halted);
}

TEST_CASE("a halt in a callee ends the run, and nothing is copied back") {
    ir::Program program = with_callee(
        true,
        [](ir::BodyBuilder& body) {
            body.assign("p", ir::constant(8, 1));
            body.halt();
        },
        [](ir::BodyBuilder& body) {
            body.call("callee", {ir::by_reference("a.byte")});
            body.assign("a.out", ir::constant(64, 2));
        });
    program.cells["a.byte"] = {"a.byte", 8, ""};
    const Run result = run(program);
    CHECK(result.halted);
    CHECK(result.final.at("a.out") == 0);
    CHECK(result.final.at("a.byte") == 0);
}

TEST_CASE("a cell passed by reference is copied in and out") {
    ir::Program program = with_callee(
        true,
        [](ir::BodyBuilder& body) {
            body.assign("p", ir::binary(ir::BinaryOperator::add, ir::read("p", 8), ir::constant(8, 1)));
        },
        [](ir::BodyBuilder& body) { body.call("callee", {ir::by_reference("a.byte")}); });
    program.cells["a.byte"] = {"a.byte", 8, ""};
    CHECK(run(program, {{"a.byte", 255}}).final.at("a.byte") == 0);
    CHECK(run(program, {{"a.byte", 4}}).final.at("a.byte") == 5);
}

TEST_CASE("random programs run to their end, the same way each time, with values in their widths") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        const ir::Program program = toy::random_program(seed);
        toy::RandomOracle oracle(seed);
        const Run first = interpret(program, toy::random_start(program, seed), oracle);
        const Run second = interpret(program, toy::random_start(program, seed), oracle);
        CHECK(first.final == second.final);
        CHECK(kinds(first) == kinds(second));
        for (const auto& [name, cell] : program.cells) CHECK(first.final.at(name) <= ir::mask_of(cell.width));
        for (const Event& event : first.events)
            for (const FieldValue& field : event.fields) CHECK(field.value <= ir::mask_of(field.width));
    }
}

TEST_CASE("what the start values and the answers are decides what a random program shows") {
    unsigned different = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const ir::Program program = toy::random_program(seed);
        toy::RandomOracle oracle(seed);
        toy::RandomOracle other(seed + 1);
        const Run first = interpret(program, toy::random_start(program, seed), oracle);
        const Run second = interpret(program, toy::random_start(program, seed + 1), other);
        different += first.final != second.final ? 1 : 0;
    }
    CHECK(different > 200);
}
