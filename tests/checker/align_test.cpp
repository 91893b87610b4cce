// SPDX-License-Identifier: MIT
// Alignment against plain comparison of lists: for every choice of guards and values.
#include "checker/align.h"

#include "checker/evaluate.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

Sight sight(Terms& terms, const std::string& name, const std::string& kind) {
    Sight made;
    made.guard = terms.variable("happens." + name, 1);
    made.observer = "guard";
    made.kind = kind;
    made.fields = {{"value", terms.variable("value." + name, 1), true}};
    return made;
}

using List = std::vector<std::pair<std::string, std::uint64_t>>;

// What happens, among the first `count`, under an assignment.
List happened(Evaluator& evaluator, const std::vector<Sight>& sights, std::size_t count) {
    List list;
    for (std::size_t i = 0; i < count; ++i)
        if (evaluator.is_true(sights[i].guard))
            list.emplace_back(sights[i].kind, evaluator.value(sights[i].fields[0].value));
    return list;
}

Assignment bits_of(Terms& terms, const std::vector<Sight>& sights, unsigned& bits) {
    Assignment assignment;
    for (const Sight& one : sights)
        for (const Term term : {one.guard, one.fields[0].value})
            if (terms.node(term).operation == Operation::variable) {
                assignment[term] = bits & 1;
                bits >>= 1;
            }
    return assignment;
}

}  // namespace

TEST_CASE("agreement is equality of the lists of what happens, for every guard and every value") {
    Terms terms;
    const std::vector<Sight> left = {sight(terms, "l0", "stop"), sight(terms, "l1", "step"),
                                     sight(terms, "l2", "stop")};
    std::vector<Sight> right = {sight(terms, "r0", "stop"), sight(terms, "r1", "stop"), sight(terms, "r2", "step")};
    right[1].guard = left[2].guard;  // one term on both sides takes the short way
    Alignment alignment(terms, left);
    for (const Sight& one : right) alignment.append(one);
    for (unsigned choice = 0; choice < 1u << 11; ++choice) {
        unsigned bits = choice;
        Assignment assignment = bits_of(terms, left, bits);
        for (const auto& [term, value] : bits_of(terms, {right[0]}, bits)) assignment[term] = value;
        assignment[right[1].fields[0].value] = bits & 1;
        bits >>= 1;
        for (const auto& [term, value] : bits_of(terms, {right[2]}, bits)) assignment[term] = value;
        Evaluator evaluator(terms, assignment);
        for (std::size_t i = 0; i <= left.size(); ++i)
            for (std::size_t j = 0; j <= right.size(); ++j)
                REQUIRE(evaluator.is_true(alignment.agree(i, j)) ==
                        (happened(evaluator, left, i) == happened(evaluator, right, j)));
    }
}

TEST_CASE("a list agrees with itself, as written") {
    Terms terms;
    const std::vector<Sight> list = {sight(terms, "a", "stop"), sight(terms, "b", "step"), sight(terms, "c", "stop")};
    Alignment alignment(terms, list);
    for (const Sight& one : list) alignment.append(one);
    CHECK(terms.is_true(alignment.agree()));
}

TEST_CASE("a field that only one side shows always differs") {
    Terms terms;
    Sight left = sight(terms, "l", "stop");
    const Sight right = sight(terms, "l", "stop");
    CHECK(terms.is_true(same(terms, left, right)));
    left.fields.push_back({"hour", terms.variable("hour", 8), true});
    CHECK(terms.is_false(same(terms, left, right)));
    REQUIRE(field_differences(terms, left, right).size() == 1);
    CHECK(field_differences(terms, left, right)[0].name == "hour");
}

TEST_CASE("kinds, observers and subjects tell events apart") {
    Terms terms;
    const Sight left = sight(terms, "l", "stop");
    for (const auto change : {&Sight::kind, &Sight::observer, &Sight::subject}) {
        Sight right = left;
        right.*change = "other";
        CHECK(terms.is_false(same(terms, left, right)));
    }
}

TEST_CASE("values of unequal width are compared as numbers") {
    Terms terms;
    Sight left = sight(terms, "l", "stop");
    Sight right = left;
    left.fields[0].value = terms.constant(8, 7);
    right.fields[0].value = terms.constant(32, 7);
    CHECK(terms.is_true(same(terms, left, right)));
    right.fields[0].value = terms.constant(32, 0x107);
    CHECK(terms.is_false(same(terms, left, right)));
}

TEST_CASE("hidden fields are no part of a sight") {
    Slot slot;
    slot.fields = {{"b", Term{}, true}, {"hidden", Term{}, false}, {"a", Term{}, true}};
    const Sight sight = sight_of(slot, 4);
    REQUIRE(sight.fields.size() == 2);
    CHECK(sight.fields[0].name == "a");
    CHECK(sight.slot == 4);
}
