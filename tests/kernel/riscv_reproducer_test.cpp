// SPDX-License-Identifier: MIT
// Why a program whose right side is arm64 on generic entry speaks for riscv64, too: the lifted path of riscv, given the
// story's start and the same answers, shows every observer the same as generic entry; where the program says that it is
// not for riscv64, something differs. Cost: a diff and a lift, some seconds.
#include "checker/diff.h"
#include "checker/whole.h"
#include "model/kernel/arch.h"
#include "tests/checker/reproducer/stories.h"
#include "tests/lab/reproducers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

// The answers of a story. A register of riscv, of which the story knows nothing, stays as the stop shows it; only the
// number, which on arm64 is none of the registers, is written with them.
class RiscvOracle : public ScenarioOracle {
public:
    explicit RiscvOracle(const Scenario& scenario) : ScenarioOracle(scenario, Side::right) {}
    std::uint64_t answer(const Event& event, unsigned occurrence, const std::string& name, ir::Width width) override {
        const auto told = [&](const char* what) { return ScenarioOracle::answer(event, occurrence, what, width); };
        if (name == "sets_registers") return told("sets_registers") | told("sets_number");
        if (name == "a7" && told("sets_number") != 0) return told("number");
        for (const kernel::Register& one : kernel::arch("riscv").registers)
            if (one.name == name)
                for (const FieldValue& field : event.fields)
                    if (field.name == name) return field.value;
        return told(name.c_str());
    }
};

// The story's start with the registers that riscv has for those of arm64.
Values start_on_riscv(const Scenario& scenario, const ir::Program& riscv) {
    Values initial;
    for (const auto& entry : scenario.initial)
        if (riscv.cells.count(entry.first) != 0) initial[entry.first] = entry.second;
    const kernel::Arch& arch = kernel::arch("riscv");
    const auto held = [&](const std::string& cell) {
        const auto found = scenario.initial.find(cell);
        return found == scenario.initial.end() ? 0 : found->second;
    };
    initial[arch.number] = held("regs.regs[8]");
    initial[arch.result] = held("regs.regs[0]");
    for (unsigned i = 1; i < 6; ++i) initial[arch.arguments.at(i)] = held("regs.regs[" + std::to_string(i) + "]");
    return initial;
}

// What is seen, in order, one line an event: who, what, and the number where it is shown. Behind the exit work the two
// are not the same architecture.
std::vector<std::string> shown(const Run& run) {
    std::vector<std::string> lines;
    for (const Event& event : run.events) {
        if (event.observer.empty() || event.observer == "user") continue;
        std::string line = event.observer + ": " + event.kind;
        for (const FieldValue& field : event.fields)
            if (field.name == "nr" && field.shown) line += " " + std::to_string(static_cast<std::int32_t>(field.value));
        lines.push_back(line);
    }
    return lines;
}

std::uint64_t result_at_exit_stop(const Run& run, const std::string& name) {
    for (const Event& event : run.events)
        if (event.hook == "exit_stop")
            for (const FieldValue& field : event.fields)
                if (field.name == name) return field.value;
    throw std::logic_error("no exit stop shows " + name);
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

std::string tree() {
    const char* source = std::getenv("ENTRYPROOF_KERNEL_SOURCE");
    REQUIRE_MESSAGE(source != nullptr, "ENTRYPROOF_KERNEL_SOURCE names the tree");
    return "tree:" + std::string(source) + ":riscv";
}

}  // namespace

TEST_CASE("riscv shows what generic entry shows in every story whose program is for it") {
    const LoadedPath legacy = load_path("legacy");
    const LoadedPath generic = load_path("generic");
    const LoadedPath riscv = load_path(tree());
    const std::vector<ir::Program> arm64 = proof_programs(legacy, generic);
    const ir::Program on_riscv = proof_programs(riscv, riscv).at(0);
    const Result all = diff(legacy, generic, {});
    unsigned told = 0;
    for (const lab::ReproducerRow& row : lab::reproducers()) {
        const auto found = std::find_if(all.differences.begin(), all.differences.end(),
                                        [&](const Difference& one) { return one.id == row.id; });
        REQUIRE(found != all.differences.end());
        const Scenario& scenario = found->stories.at(0).scenario;
        ScenarioOracle left(scenario, Side::left);
        ScenarioOracle right(scenario, Side::right);
        RiscvOracle there(scenario);
        const Run legacy_run = interpret(arm64.at(0), scenario.initial, left);
        const Run generic_run = interpret(arm64.at(1), scenario.initial, right);
        const Run riscv_run = interpret(on_riscv, start_on_riscv(scenario, on_riscv), there);
        const std::string both = row.id + "\ngeneric\n" + joined(shown(generic_run)) + "riscv\n" +
                                 joined(shown(riscv_run)) + "legacy\n" + joined(shown(legacy_run));
        const auto why = row.not_for.find("riscv64");
        if (why != row.not_for.end() && why->second == "left out")
            CHECK(result_at_exit_stop(riscv_run, "a0") != result_at_exit_stop(generic_run, "x0"));
        if (row.behaves.count("riscv64") == 0) continue;
        ++told;
        CHECK_MESSAGE(shown(generic_run) == shown(riscv_run), both);
        CHECK_MESSAGE(shown(legacy_run) != shown(riscv_run), both);
    }
    CHECK(told == 5);
}
