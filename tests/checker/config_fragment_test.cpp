// SPDX-License-Identifier: MIT
// Which options a difference hangs on: one bell that rings on the left under a condition over options, and never on the
// right. The answer is known by counting.
#include "checker/config_fragment.h"

#include "model/ir/builder.h"
#include "model/kernel/writer.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Lines = std::vector<std::string>;

ir::ExpressionRef option(const std::string& name) { return ir::read("CONFIG_" + name, 1); }

ir::Program bell(const ir::ExpressionRef& rings) {
    ir::Program program;
    program.entry = "enter";
    for (const std::string name : {"CONFIG_A", "CONFIG_B", "CONFIG_C"}) program.cells[name] = {name, 1, ""};
    kernel::FunctionWriter f("enter", {"toy.c", "enter", "1"});
    f.if_(rings, [](ir::BodyBuilder& then) { then.hook({"bell", "guard", "bell", {}, {}, ir::Sharing::history}); });
    f.add_to(program);
    return program;
}

Lines fragment(const ir::ExpressionRef& rings, const Values& initial) {
    const ir::Program left = bell(rings), right = bell(ir::truth(false));
    Scenario scenario;
    scenario.initial = initial;
    const Replay runs = replay(left, right, scenario);
    const std::vector<Disagreement> all = disagreements(runs.left, runs.right);
    REQUIRE(!all.empty());
    return config_fragment(left, right, scenario, all.front());
}

}  // namespace

TEST_CASE("an option that decides is named with its value, one that does not is left out") {
    CHECK(fragment(option("A"), {{"CONFIG_A", 1}, {"CONFIG_C", 1}}) == Lines{"CONFIG_A=y"});
    CHECK(fragment(ir::negation(option("B")), {{"CONFIG_A", 1}}) == Lines{"# CONFIG_B is not set"});
    CHECK(fragment(ir::both(option("A"), ir::negation(option("B"))), {{"CONFIG_A", 1}}) ==
          Lines{"CONFIG_A=y", "# CONFIG_B is not set"});
    CHECK(fragment(ir::truth(true), {{"CONFIG_A", 1}}).empty());
}

TEST_CASE("of two options that each suffice one is kept, though either could be let go alone") {
    CHECK(fragment(ir::either(option("A"), option("B")), {{"CONFIG_A", 1}, {"CONFIG_B", 1}}) == Lines{"CONFIG_B=y"});
    // Equal values, whichever: the second hangs on what the first is.
    CHECK(fragment(ir::equal(option("A"), option("B")), {}) == Lines{"# CONFIG_A is not set", "# CONFIG_B is not set"});
}
