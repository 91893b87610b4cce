// SPDX-License-Identifier: MIT
// What `diff` says of legacy and generic entry, held against three other ways of knowing it: the declarations in the
// tree, `prove` under what --write-expect writes, and every scenario of small spaces, run by the interpreter.
//
// Cost: one `diff` (most of it), one `prove`, and about 12,000 scenarios.
#include "checker/diff.h"

#include "checker/disagreement.h"
#include "checker/prove.h"
#include "checker/whole.h"
#include "spec/assumption.h"
#include "spec/condition.h"
#include "tests/checker/enumerate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

const Result& legacy_generic() {
    static const Result result = diff(load_path("legacy"), load_path("generic"), {});
    return result;
}

std::string declared_by_diff() {
    return declarations_text(legacy_generic(), "legacy", "generic", spec::built_in_differences("legacy", "generic"));
}

using Shape = std::array<std::string, 3>;  // observer, left, right
Shape shape(const Difference& difference) { return {difference.observer, difference.left, difference.right}; }

std::string kind(const Run& run, int event) {
    return event < 0 ? "nothing" : run.events[static_cast<std::size_t>(event)].kind;
}

// A condition on the end of two runs, evaluated here and not by any of the engines.
std::uint64_t value(const ir::ExpressionRef& expression, const Run& left, const Run& right);

std::uint64_t read(const std::string& name, const Run& left, const Run& right) {
    static const spec::ConditionVocabulary start = spec::start_vocabulary();
    const auto in = [](const Values& values, const std::string& cell) {
        const auto found = values.find(cell);
        return found == values.end() ? 0 : found->second;
    };
    if (name.rfind("right.", 0) == 0) return in(right.final, name.substr(6));
    if (start.names.count(name) == 0) return in(left.final, name);
    return left.initial.count(name) != 0 ? in(left.initial, name) : in(right.initial, name);
}

std::uint64_t value(const ir::ExpressionRef& expression, const Run& left, const Run& right) {
    const auto at = [&](const ir::ExpressionRef& part) { return value(part, left, right); };
    if (const auto* constant = std::get_if<ir::Constant>(&expression->node)) return constant->value;
    if (const auto* place = std::get_if<ir::Read>(&expression->node)) return read(place->place, left, right);
    if (const auto* unary = std::get_if<ir::Unary>(&expression->node))
        return ~at(unary->operand) & ir::mask_of(expression->width);
    if (const auto* extend = std::get_if<ir::Extend>(&expression->node)) return at(extend->operand);
    const auto& binary = std::get<ir::Binary>(expression->node);
    if (binary.op == ir::BinaryOperator::bit_and) return at(binary.left) & at(binary.right);
    if (binary.op == ir::BinaryOperator::bit_or) return at(binary.left) | at(binary.right);
    if (binary.op != ir::BinaryOperator::equal) throw std::logic_error("an operator that no printed condition has");
    return at(binary.left) == at(binary.right) ? 1 : 0;
}

// Where a disagreement stands, as checker/disagreement.h explains it.
std::array<int, 2> place(const Disagreement& one, const Run& left, const Run& right) {
    const auto on = [&](const Run& run, int event) {
        int at = event >= 0 ? 2 * event : -1;
        for (std::size_t i = 0; i < run.events.size() && event < 0; ++i)
            if (run.events[i].observer == one.observer) at = 2 * static_cast<int>(i) + 1;
        return at;
    };
    return {on(left, one.left_event), on(right, one.right_event)};
}

// The roots of two runs; the order of events is one when no observer's disagreement shares an event with it or comes
// before it (checker/root.h).
std::set<Shape> roots_of(const Run& left, const Run& right) {
    const std::vector<Disagreement> all = disagreements(left, right);
    std::set<Shape> found;
    for (const Disagreement& root : roots(all, left, right))
        found.insert({root.observer, kind(left, root.left_event), kind(right, root.right_event)});
    const auto order =
        std::find_if(all.begin(), all.end(), [](const Disagreement& one) { return one.observer == "order"; });
    if (order == all.end()) return found;
    const std::array<int, 2> at = place(*order, left, right);
    const bool is_explained = std::any_of(all.begin(), all.end(), [&](const Disagreement& one) {
        if (one.observer == "order") return false;
        if (one.left_event >= 0 && one.left_event == order->left_event) return true;
        if (one.right_event >= 0 && one.right_event == order->right_event) return true;
        const std::array<int, 2> other = place(one, left, right);
        return other[0] <= at[0] && other[1] <= at[1];
    });
    if (!is_explained) found.insert({"order", kind(left, order->left_event), kind(right, order->right_event)});
    return found;
}

// How what is printed compares with what happens, over many runs.
class Tally {
public:
    explicit Tally(const Result& result) : result_(result) {
        for (const Difference& one : result.differences)
            conditions_.push_back(spec::parse_condition(one.condition, spec::outcome_vocabulary()));
    }

    void add(const Run& left, const Run& right) {
        const std::set<Shape> occurring = roots_of(left, right);
        std::set<Shape> listed;
        std::set<std::string> ids;
        for (const Difference& one : result_.differences) {
            listed.insert(shape(one));
            if (occurring.count(shape(one)) != 0) ids.insert(one.id);
        }
        for (const Shape& one : occurring)
            if (listed.count(one) == 0) wrong.insert("not listed: " + one[0] + " " + one[1] + " / " + one[2]);
        for (std::size_t i = 0; i < conditions_.size(); ++i) {
            const Difference& one = result_.differences[i];
            const bool occurs = ids.count(one.id) != 0;
            const bool holds = value(conditions_[i], left, right) != 0;
            const bool is_hidden = std::any_of(one.unless.begin(), one.unless.end(),
                                               [&](const std::string& id) { return ids.count(id) != 0; });
            if (occurs) met.insert(one.id);
            if (is_hidden && holds && !occurs) hidden.insert(one.id);
            if (occurs && !holds) wrong.insert("outside its condition: " + one.id);
            if (holds && !occurs && !is_hidden) wrong.insert("condition without difference: " + one.id);
        }
    }

    std::set<std::string> wrong;
    std::set<std::string> met;
    std::set<std::string> hidden;

private:
    const Result& result_;
    std::vector<ir::ExpressionRef> conditions_;
};

// What the assumptions ask of a start: checked here once more, in words of its own.
bool may_start(Values& start) {
    start["NR_syscalls"] = 2;
    start["CONFIG_SECCOMP"] = 1;
    start["CONFIG_RSEQ"] = 1;
    start["CONFIG_AUDITSYSCALL"] = 1;
    start["audit.context"] = start["task.audit"];
    start["audit.enabled"] = start["audit.rules"] = 1;
    if (start["task.ptrace"] != 0 || (start["task.trace"] == 0 && start["task.emu"] == 0))
        return start["task.trace"] == 0 || start["task.emu"] == 0;
    return false;
}

const std::vector<std::uint64_t> either = {0, 1};

// A traced task with every way to step and to be resumed, rseq in all its options, and a record.
const tests::Space stepping = {
    {"task.ptrace", {0, 1}},  {"task.trace", either},   {"task.emu", either},          {"task.singlestep", either},
    {"task.audit", either},   {"rules_match", {1}},     {"CONFIG_DEBUG_RSEQ", either}, {"rseq_debug_enabled", either},
    {"rseq.registered", {1}}, {"request", {0, 24, 32}}, {"writes_memory", either},     {"rseq_memory", {0, 5}},
    {"clears", either}};

// A filter that lets pass, stops or asks, and tracepoints that are switched in every sleep.
const tests::Space filtering = {{"task.seccomp", {1}},
                                {"task.tracepoint", either},
                                {"task.ptrace", {0x401}},
                                {"task.singlestep", either},
                                {"filter_ret", {0x7fff0000, 0x7ff00000, 0x00050001}},
                                {"tracepoint_on", either},
                                {"tracepoint_off", either},
                                {"request", {0, 24}},
                                {"CONFIG_DEBUG_RSEQ", either},
                                {"rseq_debug_enabled", either},
                                {"rseq.registered", either},
                                {"never_returns", either},
                                {"clears", {1}}};

// The least of it.
const tests::Space plain_stepping = {{"task.ptrace", {1}},
                                     {"task.trace", either},
                                     {"task.emu", either},
                                     {"task.singlestep", either},
                                     {"request", {0, 24, 32}}};

const tests::Space* const spaces[] = {&stepping, &filtering};

}  // namespace

TEST_CASE("legacy and generic entry differ in exactly the declared ways, each with its exact condition and a story" *
          doctest::test_suite("long")) {
    const Result& result = legacy_generic();
    CHECK(result.exit == ExitCode::refuted);
    std::set<Shape> found;
    for (const Difference& one : result.differences) {
        found.insert(shape(one));
        CHECK_MESSAGE(one.is_exact, one.id);
        CHECK_MESSAGE(!one.condition.empty(), one.id);
        CHECK_MESSAGE(one.stories.size() == 1, one.id);
    }
    std::set<Shape> declared;
    for (const spec::DeclaredDifference& one : spec::built_in_differences("legacy", "generic"))
        declared.insert({one.observer, one.left, one.right});
    CHECK(found == declared);
    for (const Claim& claim : result.claims) CHECK_MESSAGE(claim.verdict == Verdict::proved, claim.name);
}

TEST_CASE("what --write-expect writes is accepted by prove") {
    ProveOptions options;
    options.expect_file = "written.toml";
    options.expect_text = declared_by_diff();
    const Result result = prove(load_path("legacy"), load_path("generic"), options).result;
    CHECK(result.exit == ExitCode::proved);
    CHECK(result.ledger.empty());
}

TEST_CASE("reasons, patches and links are taken over from the declarations of the pair") {
    const std::vector<spec::DeclaredDifference> known = spec::built_in_differences("legacy", "generic");
    for (const spec::DeclaredDifference& written : spec::parse_differences(declared_by_diff(), "written.toml")) {
        const auto same = std::find_if(known.begin(), known.end(),
                                       [&](const spec::DeclaredDifference& one) { return one.name == written.name; });
        REQUIRE(same != known.end());
        CHECK(same->reason == written.reason);
        CHECK(same->patch == written.patch);
        CHECK(same->link == written.link);
    }
}

TEST_CASE("in every scenario of two small spaces each difference occurs exactly when its condition says") {
    const std::vector<ir::Program> programs = proof_programs(load_path("legacy"), load_path("generic"));
    Tally tally(legacy_generic());
    std::uint64_t count = 0;
    for (const tests::Space* space : spaces)
        count += tests::enumerate(programs[0], programs[1], *space, may_start,
                                  [&](const Run& left, const Run& right) { tally.add(left, right); });
    MESSAGE(count << " scenarios");
    CHECK(tally.wrong == std::set<std::string>{});
    for (const Difference& one : legacy_generic().differences)
        CHECK_MESSAGE(tally.met.count(one.id) == 1, one.summary << " is never met");
    CHECK(tally.hidden.size() >= 3);
    CHECK(count > 10000);
}

TEST_CASE("a condition that is spoilt in one literal is seen by the enumeration") {
    Result spoilt = legacy_generic();
    const auto step = std::find_if(spoilt.differences.begin(), spoilt.differences.end(), [](const Difference& one) {
        return shape(one) == Shape{"tracer", "step report", "nothing"};
    });
    REQUIRE(step != spoilt.differences.end());
    const std::vector<ir::Program> programs = proof_programs(load_path("legacy"), load_path("generic"));
    for (const auto& [condition, complaint] :
         {std::pair<std::string, std::string>{"seen.step_report", "condition without difference: "},
          {step->condition + " && task.emu", "outside its condition: "}}) {
        step->condition = condition;
        Tally tally(spoilt);
        tests::enumerate(programs[0], programs[1], plain_stepping, may_start,
                         [&](const Run& left, const Run& right) { tally.add(left, right); });
        CHECK(tally.wrong == std::set<std::string>{complaint + step->id});
    }
}
