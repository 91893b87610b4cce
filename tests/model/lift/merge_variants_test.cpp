// SPDX-License-Identifier: MIT
#include "model/lift/merge_variants.h"

#include "checker/interpret.h"
#include "model/ir/printer.h"
#include "model/ir/validator.h"
#include "tests/toy/damage.h"
#include "tests/toy/random_program.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::lift;

namespace {

const ir::Source place{"kernel/toy.c", "", "", 1, 1};

ir::ExpressionRef expression_of(Conditions& conditions, Conditions::Id id) {
    if (id <= Conditions::always) return ir::truth(id == Conditions::always);
    const Conditions::Node node = conditions.node(id);
    return ir::select(ir::read(conditions.name(node.variable), 1), expression_of(conditions, node.high),
                      expression_of(conditions, node.low));
}

ir::Body merged(Conditions& conditions, const std::vector<Variant>& variants) {
    return merge_variants(
        variants, conditions, [&](Conditions::Id id) { return expression_of(conditions, id); }, place);
}

template <typename Fill>
ir::Body body(Fill&& fill) {
    ir::BodyBuilder builder(place);
    fill(builder);
    return builder.take();
}

ir::Hook bell() { return {"bell", "guest", "ring", {}, {}, ir::Sharing::history}; }

template <typename Node>
std::size_t count(ir::Body& statements) {
    std::vector<Node*> nodes;
    toy::collect(statements, nodes);
    return nodes.size();
}

// The same body with one statement, anywhere, dropped, doubled or moved behind the next.
void edit(ir::Body& statements, toy::Dice& dice) {
    if (statements.empty()) return;
    const unsigned at = dice.below(statements.size());
    if (auto* choice = std::get_if<ir::If>(&statements[at].node); choice != nullptr && !dice.one_in(3))
        return edit(dice.one_in(2) ? choice->then_body : choice->else_body, dice);
    if (auto* block = std::get_if<ir::Block>(&statements[at].node)) return edit(block->body, dice);
    const bool is_hook = std::holds_alternative<ir::Hook>(statements[at].node);
    switch (dice.below(3)) {
        case 0:
            statements.erase(statements.begin() + at);
            return;
        case 1:
            if (!is_hook && !std::holds_alternative<ir::If>(statements[at].node))
                statements.insert(statements.begin() + at, ir::Statement(statements[at]));
            return;
        default:
            if (at + 1 < statements.size()) std::swap(statements[at], statements[at + 1]);
    }
}

struct Trial {
    ir::Program merged;
    std::vector<ir::Program> variants;  // CONFIG_A and CONFIG_B: no no, no yes, yes no, yes yes
};

Trial trial(std::uint64_t seed) {
    toy::Dice dice(seed);
    ir::Program program = toy::ProgramMaker(seed).make();
    for (const char* option : {"CONFIG_A", "CONFIG_B"}) program.cells[option] = {option, 1, ""};
    Conditions conditions;
    const Conditions::Id a = conditions.atom("CONFIG_A");
    const Conditions::Id b = conditions.atom("CONFIG_B");
    std::vector<Variant> variants;
    Trial made;
    for (unsigned i = 0; i < 4; ++i) {
        const Conditions::Id first = (i & 2) != 0 ? a : conditions.negation(a);
        const Conditions::Id second = (i & 1) != 0 ? b : conditions.negation(b);
        ir::Program variant = program;
        for (unsigned edits = dice.below(4); edits-- > 0;) edit(variant.functions.at("f0").body, dice);
        variants.push_back({conditions.both(first, second), variant.functions.at("f0").body});
        made.variants.push_back(std::move(variant));
    }
    program.functions.at("f0").body = merged(conditions, variants);
    made.merged = std::move(program);
    return made;
}

}  // namespace

TEST_CASE("a call that one option adds is asked for alone; what is around it stands once") {
    Conditions conditions;
    const Conditions::Id a = conditions.atom("CONFIG_A");
    const auto make = [](bool adds) {
        return body([&](ir::BodyBuilder& f) {
            f.hook(bell());
            f.if_(ir::read("work", 1), [&](ir::BodyBuilder& then) {
                if (adds) then.call("count");
                then.call("report");
            });
            f.return_();
        });
    };
    ir::Body result = merged(conditions, {{conditions.negation(a), make(false)}, {a, make(true)}});
    CHECK(result.size() == 3);
    CHECK(count<ir::Hook>(result) == 1);
    CHECK(count<ir::Call>(result) == 2);
    CHECK(count<ir::If>(result) == 2);
}

TEST_CASE("two options that each add something make two choices, not four bodies") {
    Conditions conditions;
    const Conditions::Id a = conditions.atom("CONFIG_A");
    const Conditions::Id b = conditions.atom("CONFIG_B");
    std::vector<Variant> variants;
    for (const bool has_a : {false, true})
        for (const bool has_b : {false, true})
            variants.push_back({conditions.both(has_a ? a : conditions.negation(a), has_b ? b : conditions.negation(b)),
                                body([&](ir::BodyBuilder& f) {
                                    f.call("before");
                                    if (has_a) f.call("seccomp");
                                    f.hook(bell());
                                    if (has_b) f.call("audit");
                                    f.call("after");
                                })});
    ir::Body result = merged(conditions, variants);
    CHECK(count<ir::Hook>(result) == 1);
    CHECK(count<ir::Call>(result) == 4);
    CHECK(count<ir::If>(result) == 2);
}

TEST_CASE("what differs stays apart") {
    Conditions conditions;
    const Conditions::Id a = conditions.atom("CONFIG_A");
    const ir::Body left = body([](ir::BodyBuilder& f) { f.call("left"); });
    const ir::Body right = body([](ir::BodyBuilder& f) { f.call("right"); });
    ir::Body result = merged(conditions, {{a, left}, {conditions.negation(a), right}});
    REQUIRE(result.size() == 1);
    const auto* choice = std::get_if<ir::If>(&result.front().node);
    REQUIRE(choice != nullptr);
    CHECK(std::get<ir::Call>(choice->then_body.front().node).function == "left");
    CHECK(std::get<ir::Call>(choice->else_body.front().node).function == "right");
}

TEST_CASE("random variants: the merged body does in each configuration what its variant does") {
    unsigned merged_hooks = 0;
    unsigned separate_hooks = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        CAPTURE(seed);
        Trial made = trial(seed);
        const std::vector<ir::Flaw> flaws = ir::validate(made.merged);
        if (std::any_of(made.variants.begin(), made.variants.end(),
                        [](const ir::Program& variant) { return !ir::validate(variant).empty(); }))
            continue;  // a leave that lost its block, a hook that stands twice
        merged_hooks += static_cast<unsigned>(count<ir::Hook>(made.merged.functions.at("f0").body));
        for (ir::Program& variant : made.variants)
            separate_hooks += static_cast<unsigned>(count<ir::Hook>(variant.functions.at("f0").body));
        toy::Dice dice(seed);
        for (unsigned i = 0; i < 4; ++i) {
            checker::Values start;
            for (const auto& [name, cell] : made.merged.cells) start[name] = toy::random_value(dice, cell.width);
            start["CONFIG_A"] = i >> 1;
            start["CONFIG_B"] = i & 1;
            toy::RandomOracle one(seed);
            toy::RandomOracle other(seed);
            for (const ir::Flaw& flaw : flaws) REQUIRE(flaw.message.find("hook") != std::string::npos);  // in two arms
            const checker::Run whole = checker::interpret(made.merged, start, one);
            const checker::Run own = checker::interpret(made.variants[i], start, other);
            REQUIRE(whole.final == own.final);
            REQUIRE(whole.halted == own.halted);
            REQUIRE(whole.events.size() == own.events.size());
            for (std::size_t at = 0; at < own.events.size(); ++at) {
                CHECK(whole.events[at].hook == own.events[at].hook);
                CHECK(whole.events[at].subject == own.events[at].subject);
                REQUIRE(whole.events[at].fields.size() == own.events[at].fields.size());
                for (std::size_t field = 0; field < own.events[at].fields.size(); ++field)
                    CHECK(whole.events[at].fields[field].value == own.events[at].fields[field].value);
            }
        }
    }
    CHECK(separate_hooks > 500);
    CHECK(merged_hooks * 2 < separate_hooks);
}
