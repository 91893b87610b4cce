// SPDX-License-Identifier: MIT
// What the validator accepts, and one case for each thing it must refuse.
#include "model/ir/validator.h"

#include <doctest/doctest.h>

#include <functional>

#include "tests/toy/damage.h"
#include "tests/toy/toy.h"

using namespace entryproof;
using namespace entryproof::ir;

namespace {

using Messages = std::vector<std::string>;

Messages messages(const Program& program) {
    Messages found;
    for (const Flaw& flaw : validate(program)) found.push_back(flaw.message);
    return found;
}

// The gate with a function "extra" that nobody calls; `fill` writes its body.
Program with_extra(const std::function<void(BodyBuilder&)>& fill, Width result = 0,
                   std::vector<Parameter> parameters = {}, std::vector<Local> locals = {{"v", 8}}) {
    Program program = toy::gate();
    BodyBuilder body(toy::source("extra"));
    fill(body);
    program.functions["extra"] = {"extra", std::move(parameters), std::move(locals),
                                  result,  body.take(),           toy::source("extra")};
    return program;
}

Messages extra(const std::function<void(BodyBuilder&)>& fill, Width result = 0) {
    return messages(with_extra(fill, result));
}

// An expression node that the builder would refuse to make.
ExpressionRef raw(Width width, decltype(Expression::node) node) {
    return std::make_shared<const Expression>(Expression{width, std::move(node)});
}

void declare_only(BodyBuilder&) {}

}  // namespace

TEST_CASE("the toy system is valid in all its variants") {
    CHECK(messages(toy::gate()).empty());
    for (const toy::Variant variant : {toy::Variant{true, false, false, false}, toy::Variant{false, true, false, false},
                                       toy::Variant{false, false, true, false}})
        CHECK(messages(toy::gate(variant)).empty());
}

TEST_CASE("random programs are valid") {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        CAPTURE(seed);
        CHECK(messages(toy::random_program(seed)) == Messages{});
    }
}

TEST_CASE("a random program with any single damage is refused") {
    for (const toy::Damage damage : toy::all_damages) {
        unsigned inflicted = 0;
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            CAPTURE(seed);
            CAPTURE(static_cast<int>(damage));
            Program program = toy::random_program(seed);
            if (!toy::inflict(program, damage, seed)) continue;
            ++inflicted;
            CHECK_FALSE(validate(program).empty());
        }
        CHECK(inflicted >= 50);
    }
}

TEST_CASE("a flaw tells function and source of the statement") {
    const std::vector<Flaw> flaws = validate(with_extra([](BodyBuilder& body) { body.leave("out"); }));
    REQUIRE(flaws.size() == 1);
    CHECK(flaws[0].function == "extra");
    CHECK(to_string(flaws[0].source) == "toy/gate.c:extra@1");
    CHECK(flaws[0].message == "no block 'out' around this leave");
}

TEST_CASE("all flaws are listed, in order of function and position") {
    Program program = with_extra([](BodyBuilder& body) {
        body.call("nowhere");
        body.leave("out");
    });
    program.functions.at("ask_guard").body.pop_back();
    program.entry = "gone";
    CHECK(messages(program) == Messages{"no function is called 'gone', the entry",
                                        "returns 1 bit but can reach its end without Return",
                                        "no function is called 'nowhere'", "no block 'out' around this leave"});
}

TEST_CASE("the entry must exist and take nothing") {
    Program program = toy::gate();
    program.entry = "open_door";
    CHECK(messages(program) == Messages{"the entry 'open_door' takes parameters"});
    program.entry = "";
    CHECK(messages(program) == Messages{"no function is called '', the entry"});
}

TEST_CASE("cells and functions are filed under their names, with possible widths") {
    Program program = toy::gate();
    program.cells["task.other"] = {"task.hour", 8, ""};
    program.cells["task.wide"] = {"task.wide", 65, ""};
    program.functions["alias"] = program.functions.at("enter");
    CHECK(messages(program) == Messages{"cell 'task.hour' is filed under 'task.other'",
                                        "cell 'task.wide' has 65 bits, not 1 to 64",
                                        "function 'enter' is filed under 'alias'"});
}

TEST_CASE("a flag bit or mask must be inside an existing word") {
    Program program = toy::gate();
    program.flag_bits = {{"A", "task.hour", 31, {}}, {"B", "task.hour", 32, {}}, {"C", "task.none", 0, {}}};
    program.flag_masks = {{"M", "task.hour", std::uint64_t{1} << 32, {}, {}}, {"N", "task.hour", 1u << 31, {"A"}, {}}};
    CHECK(messages(program) == Messages{"flag bit 'B': bit 32 of 'task.hour', which has 32 bits",
                                        "flag bit 'C': no cell is called 'task.none'",
                                        "flag mask 'M': bit 32 of 'task.hour', which has 32 bits"});
}

TEST_CASE("flag names are unique and a mask's members are bits of its word") {
    Program program = toy::gate();
    program.flag_bits = {{"A", "task.hour", 1, {}}, {"A", "task.hour", 2, {}}, {"B", "task.visitor", 0, {}}};
    program.flag_masks = {{"M", "task.hour", 2, {"A", "B", "X"}, {}}, {"M", "task.hour", 2, {}, {}}};
    CHECK(messages(program) == Messages{"flag bit 'A' is defined twice", "flag mask 'M': 'B' is a bit of another word",
                                        "flag mask 'M': no flag bit is called 'X'", "flag mask 'M' is defined twice"});
}

TEST_CASE("locals and parameters have names of their own, which no cell has") {
    CHECK(messages(with_extra(declare_only, 0, {{"v", 8}})) == Messages{"the name 'v' is declared twice"});
    CHECK(messages(with_extra(declare_only, 0, {{"task.hour", 8}})) ==
          Messages{"parameter 'task.hour' has the name of a cell"});
    CHECK(messages(with_extra(declare_only, 0, {}, {{"", 8}, {"w", 0}})) ==
          Messages{"a local has no name", "local 'w' has 0 bits, not 1 to 64"});
    CHECK(messages(with_extra([](BodyBuilder& body) { body.halt(); }, 65)) == Messages{"the result has 65 bits"});
}

TEST_CASE("every place read or written must exist, in that width") {
    CHECK(extra([](BodyBuilder& body) { body.assign("v", read("w", 8)); }) ==
          Messages{"no local or cell is called 'w'"});
    CHECK(extra([](BodyBuilder& body) { body.assign("w", truth(true)); }) ==
          Messages{"no local or cell is called 'w'"});
    CHECK(extra([](BodyBuilder& body) { body.assign("v", truth(true)); }) ==
          Messages{"assignment to 'v': 1 bit where 8 bits are needed"});
    CHECK(extra([](BodyBuilder& body) { body.assign("v", read("task.hour", 8)); }) ==
          Messages{"assignment to 'v': read of 'task.hour': 8 bits where 32 bits are needed"});
}

TEST_CASE("a condition is one bit") {
    CHECK(extra([](BodyBuilder& body) { body.if_(read("v", 8), [](BodyBuilder&) {}); }) ==
          Messages{"condition: 8 bits where 1 bit are needed"});
}

TEST_CASE("expressions with wrong widths inside are refused, however they were made") {
    const ExpressionRef byte = constant(8, 1);
    const ExpressionRef bit = truth(true);
    const auto assigned = [](const ExpressionRef& value) {
        return extra([&](BodyBuilder& body) { body.assign("v", value); });
    };
    const auto refused = [&](const ExpressionRef& value) { return !assigned(value).empty(); };
    CHECK(assigned(raw(8, Binary{BinaryOperator::add, byte, byte})).empty());
    CHECK(refused(raw(8, Binary{BinaryOperator::add, byte, bit})));
    CHECK(refused(raw(8, Binary{BinaryOperator::equal, byte, byte})));
    CHECK(refused(raw(8, Binary{BinaryOperator::add, bit, bit})));
    CHECK(refused(raw(8, Unary{UnaryOperator::negate, bit})));
    CHECK(refused(raw(8, Select{byte, byte, byte})));
    CHECK(refused(raw(8, Select{bit, byte, bit})));
    CHECK(refused(raw(8, Select{bit, bit, byte})));
    CHECK(refused(raw(8, Extract{byte, 1})));
    CHECK(refused(raw(8, Extract{byte, 4294967290u})));
    CHECK(refused(raw(8, Extend{constant(9, 0), true})));
    CHECK(refused(raw(8, Unary{UnaryOperator::negate, nullptr})));
    CHECK(refused(raw(0, Constant{0})));
    CHECK(refused(raw(8, Extend{raw(0, Constant{0}), false})));
    CHECK(refused(raw(8, Extract{raw(65, Constant{0}), 0})));
}

TEST_CASE("a missing value is refused") {
    CHECK(messages(with_extra([](BodyBuilder& body) { body.if_(nullptr, [](BodyBuilder&) {}); })) ==
          Messages{"condition: no value"});
}

TEST_CASE("labels are unique and enclose their leaves") {
    const auto one_block = [](BodyBuilder& body) {
        body.block("out", [](BodyBuilder& inside) { inside.leave("out"); });
    };
    CHECK(extra(one_block).empty());
    CHECK(extra([&](BodyBuilder& body) {
              one_block(body);
              one_block(body);
          }) == Messages{"the label 'out' is used twice"});
    CHECK(extra([&](BodyBuilder& body) {
              one_block(body);
              body.leave("out");
          }) == Messages{"no block 'out' around this leave"});
    CHECK(extra([](BodyBuilder& body) { body.block("", [](BodyBuilder&) {}); }) == Messages{"a block has no label"});
}

TEST_CASE("a return carries a value exactly when the function has a result, in its width") {
    CHECK(extra([](BodyBuilder& body) { body.return_(); }).empty());
    CHECK(extra([](BodyBuilder& body) { body.return_(truth(true)); }) ==
          Messages{"return of a value from a function that returns nothing"});
    CHECK(extra([](BodyBuilder& body) { body.return_(); }, 8) == Messages{"return without a value of 8 bits"});
    CHECK(extra([](BodyBuilder& body) { body.return_(truth(true)); }, 8) ==
          Messages{"return: 1 bit where 8 bits are needed"});
}

TEST_CASE("a function with a result ends in return or halt on every way") {
    const Messages missing = {"returns 8 bits but can reach its end without Return"};
    const auto give = [](BodyBuilder& body) { body.return_(constant(8, 1)); };
    const auto stop = [](BodyBuilder& body) { body.halt(); };
    const auto nothing = [](BodyBuilder&) {};
    CHECK(extra([&](BodyBuilder& body) { body.if_(truth(true), give, stop); }, 8).empty());
    CHECK(extra([&](BodyBuilder& body) { body.if_(truth(true), give, nothing); }, 8) == missing);
    CHECK(extra([&](BodyBuilder& body) { body.if_(truth(true), nothing, give); }, 8) == missing);
    CHECK(extra([&](BodyBuilder& body) { body.block("out", give); }, 8).empty());
    CHECK(extra(nothing, 8) == missing);
}

TEST_CASE("a way that leaves a block goes on behind it") {
    const auto leaves = [](BodyBuilder& body) {
        body.block("out", [](BodyBuilder& inside) {
            inside.block("in",
                         [](BodyBuilder& deep) { deep.if_(truth(true), [](BodyBuilder& b) { b.leave("out"); }); });
            inside.return_(constant(8, 1));
        });
    };
    CHECK(extra(leaves, 8) == Messages{"returns 8 bits but can reach its end without Return"});
    CHECK(extra(
              [&](BodyBuilder& body) {
                  leaves(body);
                  body.halt();
              },
              8)
              .empty());
}

TEST_CASE("a call must match its callee in number, passing and width") {
    CHECK(extra([](BodyBuilder& body) { body.call("open_door", {by_value(constant(8, 1))}); }).empty());
    CHECK(extra([](BodyBuilder& body) { body.call("open_door"); }) ==
          Messages{"call of 'open_door': 0 arguments where 1 are needed"});
    CHECK(extra([](BodyBuilder& body) { body.call("open_door", {by_value(truth(true))}); }) ==
          Messages{"call of 'open_door', parameter 'visitor': 1 bit where 8 bits are needed"});
    CHECK(extra([](BodyBuilder& body) { body.call("open_door", {by_reference("v")}); }) ==
          Messages{"call of 'open_door', parameter 'visitor': needs a value"});
    CHECK(extra([](BodyBuilder& body) { body.call("ask_guard", {by_value(read("v", 8))}); }) ==
          Messages{"call of 'ask_guard', parameter 'visitor': needs a reference"});
    CHECK(extra([](BodyBuilder& body) { body.call("ask_guard", {by_reference("task.hour")}); }) ==
          Messages{"call of 'ask_guard', parameter 'visitor': 32 bits where 8 bits are needed"});
    CHECK(extra([](BodyBuilder& body) { body.call("ask_guard", {Argument{}}); }) ==
          Messages{"call of 'ask_guard', parameter 'visitor': the argument is neither one value nor one reference"});
}

TEST_CASE("a result needs a place of its width and a callee that has one") {
    CHECK(extra([](BodyBuilder& body) { body.call("ask_guard", {by_reference("v")}, "task.watched"); }).empty());
    CHECK(extra([](BodyBuilder& body) { body.call("ask_guard", {by_reference("v")}, "task.visitor"); }) ==
          Messages{"call of 'ask_guard': result: 1 bit where 8 bits are needed"});
    CHECK(extra([](BodyBuilder& body) { body.call("open_door", {by_value(constant(8, 1))}, "v"); }) ==
          Messages{"call of 'open_door': it returns nothing"});
    CHECK(extra([](BodyBuilder& body) { body.call("ask_guard", {by_reference("v")}, "w"); }) ==
          Messages{"no local or cell is called 'w'"});
}

TEST_CASE("no place is passed by reference twice, nor takes the result as well") {
    Program program =
        with_extra([](BodyBuilder& body) { body.return_(constant(8, 1)); }, 8, {{"a", 8, true}, {"b", 8, true}});
    BodyBuilder body(toy::source("caller"));
    body.call("extra", {by_reference("x"), by_reference("x")});
    body.call("extra", {by_reference("x"), by_reference("y")}, "y");
    body.call("extra", {by_reference("x"), by_reference("y")}, "z");
    program.functions["caller"] = {"caller", {}, {{"x", 8}, {"y", 8}, {"z", 8}}, 0, body.take(), toy::source("caller")};
    CHECK(messages(program) == Messages{"call of 'extra': 'x' is passed by reference twice",
                                        "call of 'extra': 'y' is passed by reference and takes the result"});
}

TEST_CASE("a cell is not passed by reference to a callee that touches it, itself or by a call") {
    Program program = with_extra([](BodyBuilder& body) { body.call("open_door", {by_value(constant(8, 1))}); }, 0,
                                 {{"a", 32, true}, {"b", 8, true}}, {});
    BodyBuilder body(toy::source("caller"));
    body.call("extra", {by_reference("task.hour"), by_reference("task.visitor")});
    program.functions["caller"] = {"caller", {}, {}, 0, body.take(), toy::source("caller")};
    CHECK(messages(program) ==
          Messages{"call of 'extra': the cell 'task.hour' is passed by reference and touched inside"});
}

TEST_CASE("recursion is refused, direct or through others") {
    CHECK(extra([](BodyBuilder& body) { body.call("extra"); }) == Messages{"recursion: extra -> extra"});
    Program program = with_extra([](BodyBuilder& body) { body.call("enter"); });
    BodyBuilder body(toy::source("open_door"));
    body.call("extra");
    program.functions.at("open_door").body = body.take();
    CHECK(messages(program) == Messages{"recursion: enter -> open_door -> extra -> enter",
                                        "recursion: extra -> enter -> open_door -> extra",
                                        "recursion: open_door -> extra -> enter -> open_door"});
}

TEST_CASE("a hook's name is used once in the program") {
    CHECK(extra([](BodyBuilder& body) { body.hook({"other", "guard", "question", {}, {}}); }) == Messages{});
    Program program = with_extra([](BodyBuilder& body) { body.hook({"ask", "guard", "question", {}, {}}); });
    CHECK(messages(program) == Messages{"hook 'ask': the name is used already in ask_guard, toy/gate.c:ask_guard@1"});
}

TEST_CASE("a hook has a name and a kind, and no reserved observer") {
    CHECK(extra([](BodyBuilder& body) { body.hook({"", "a", "k", {}, {}}); }) == Messages{"a hook has no name"});
    CHECK(extra([](BodyBuilder& body) { body.hook({"h", "a", "", {}, {}}); }) == Messages{"hook 'h': no kind"});
    for (const std::string observer : {"order", "undefined"})
        CHECK(extra([&](BodyBuilder& body) {
                  body.hook({"h", observer, "k", {}, {}});
              }) == Messages{"hook 'h': the observer '" + observer + "' is not for hooks"});
}

TEST_CASE("fields and answers have names and places of their own") {
    CHECK(extra([](BodyBuilder& body) {
              body.hook({"h", "a", "k", {{"f", truth(true)}, {"f", truth(true)}, {"", truth(true)}}, {}});
          }) == Messages{"hook 'h': field 'f' has no name of its own", "hook 'h': field '' has no name of its own"});
    CHECK(extra([](BodyBuilder& body) {
              body.hook({"h", "a", "k", {}, {{"r", "v"}, {"r", "task.hour"}}});
          }) == Messages{"hook 'h': answer 'r' has no name of its own"});
    CHECK(extra([](BodyBuilder& body) {
              body.hook({"h", "a", "k", {}, {{"r", "v"}, {"s", "v"}}});
          }) == Messages{"hook 'h': two answers go to 'v'"});
    CHECK(extra([](BodyBuilder& body) {
              body.hook({"h", "a", "k", {{"f", nullptr}}, {{"r", "w"}}});
          }) == Messages{"hook 'h', field 'f': no value", "no local or cell is called 'w'"});
}
