// SPDX-License-Identifier: MIT
// What real arm64 kernels were seen to do in ten ptrace scenarios: a debugger's stops on Linux 7.3.4 under QEMU
// (legacy) and on two small kernels converted to generic entry, with and without treating -1 as a skip.
//
// Each tests/cases/lab_*.json is one row. A stop after the return to user space is beyond one syscall; what decides it
// is in the return: with `steps` set the task traps, after one more instruction if pstate has SS, at once if not.
#include "checker/event_text.h"
#include "checker/load.h"
#include "checker/whole.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

const std::string traps_at_once = "return steps 1 pstate 0x0";
const std::string traps_after_one = "return steps 1 pstate 0x200000";

struct LabRow {
    std::string scenario;
    std::string path;
    std::vector<std::string> stops;  // kind, then fields as the measurement gives them
};

const std::string entry = "entry stop status 133 nr 172 x0 7 x7 0 msg 1 pc 0x1004";
const std::string pseudo_step_of_emulation = "signal stop status 5 si_code 0 nr -1 x0 7 x7 77 pc 0x1004";
const std::string pseudo_step_of_getpid = "signal stop status 5 si_code 0 nr -1 x0 4242 x7 77 pc 0x1004";

// Flat: the table of the measurement.
const std::vector<LabRow>& lab_rows() {
    static const std::vector<LabRow> rows = {
        {"emuss_emuss", "legacy", {entry, pseudo_step_of_emulation, traps_at_once}},
        {"emuss_emuss", "generic", {entry, traps_at_once}},
        {"emuss_emuss", "generic-permit", {entry, traps_at_once}},
        {"emuss_emuss_write_back", "legacy", {entry, pseudo_step_of_emulation, traps_after_one}},
        {"emuss_emuss_write_back", "generic", {entry, traps_after_one}},
        {"emuss_emuss_write_back", "generic-permit", {entry, traps_after_one}},
        {"sys_emuss", "legacy", {entry, pseudo_step_of_getpid, traps_after_one}},
        {"sys_emuss", "generic", {entry, traps_after_one}},
        {"sys_emuss", "generic-permit", {entry, traps_after_one}},
        {"set_minus_one", "generic-permit", {entry, "exit stop status 133 nr -1 x0 -38 x7 1 msg 2", "return x0 -38"}},
        {"set_minus_one_x0",
         "generic-permit",
         {entry, "exit stop status 133 nr -1 x0 -38 x7 1 msg 2", "return x0 -38"}},
    };
    return rows;
}

// Rows that are the same on every kernel, but for those of generic-permit above.
const std::vector<LabRow>& shared_rows() {
    static const std::vector<LabRow> rows = {
        {"sys_ss", "", {entry, pseudo_step_of_getpid, traps_after_one}},
        {"ss_ss", "", {pseudo_step_of_getpid, traps_at_once}},
        {"user_minus_one",
         "",
         {"entry stop status 133 nr -1 x0 -38 x7 0 msg 1", "exit stop status 133 nr -1 x0 -38 x7 1 msg 2",
          traps_after_one}},
        {"set_minus_one", "", {entry, "exit stop status 133 nr -1 x0 7 x7 1 msg 2", traps_after_one + " x0 7"}},
        {"set_minus_one_x0", "", {entry, "exit stop status 133 nr -1 x0 55 x7 1 msg 2", traps_after_one + " x0 55"}},
        {"set_minus_ten_x0", "", {entry, "exit stop status 133 nr -10 x0 -38 x7 1 msg 2", traps_after_one + " x0 -38"}},
        {"emu_ss", "", {entry, pseudo_step_of_emulation, traps_after_one}},
    };
    return rows;
}

Scenario scenario(const std::string& name) {
    const std::string file = "tests/cases/lab_" + name + ".json";
    std::ifstream stream(file);
    REQUIRE_MESSAGE(stream, file);
    std::stringstream text;
    text << stream.rdbuf();
    return parse_scenario(text.str(), file);
}

std::vector<Event> stops_of(const std::string& path, const Scenario& scenario) {
    const std::vector<ir::Program> whole = whole_programs({load_path(path)});
    require_known_names(scenario, whole, "lab");
    ScenarioOracle oracle(scenario, Side::left);
    std::vector<Event> stops;
    for (const Event& event : interpret(whole[0], scenario.initial, oracle).events) {
        const bool is_stop = event.observer == "tracer" && event.kind.find("stop") != std::string::npos;
        if (is_stop || event.kind == "return") stops.push_back(event);
    }
    return stops;
}

// "entry stop status 133 nr 172": the event's kind, and those of its fields that are named.
std::string as_measured(const Event& event, const std::string& wanted) {
    std::string text = event.kind;
    if (wanted.rfind(text, 0) != 0) return text;
    std::stringstream rest(wanted.substr(text.size()));
    std::string field;
    std::string value;
    while (rest >> field >> value) text += " " + field_text(event, field == "msg" ? "message" : field, Spelling::plain);
    return text;
}

void require_row(const LabRow& row, const std::string& path) {
    CAPTURE(row.scenario);
    CAPTURE(path);
    const std::vector<Event> stops = stops_of(path, scenario(row.scenario));
    REQUIRE(stops.size() == row.stops.size());
    for (std::size_t i = 0; i < stops.size(); ++i) CHECK(as_measured(stops[i], row.stops[i]) == row.stops[i]);
}

}  // namespace

TEST_CASE("legacy and converted kernels stop as they did in the lab where they differ") {
    for (const LabRow& row : lab_rows()) require_row(row, row.path);
}

TEST_CASE("legacy and converted kernels stop as they did in the lab where they agree") {
    for (const LabRow& row : shared_rows())
        for (const std::string path : {"legacy", "generic", "generic-permit"}) {
            const bool differs = path == "generic-permit" && row.scenario.rfind("set_minus_one", 0) == 0;
            if (!differs) require_row(row, path);
        }
}

TEST_CASE("a row with another value is refused") {
    const std::vector<Event> stops = stops_of("legacy", scenario("user_minus_one"));
    REQUIRE(stops.size() == 3);
    const std::string wrong = "entry stop status 133 nr -1 x0 -1 x7 0 msg 1";
    CHECK(as_measured(stops[0], wrong) != wrong);
    CHECK(as_measured(stops[0], "exit stop status 133") != "exit stop status 133");
}
