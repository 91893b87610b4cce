// SPDX-License-Identifier: MIT
// Ten ptrace scenarios that were measured before this lab was built, on Linux 7.3.4 and on two small kernels converted
// to generic entry: the lab sees what was seen then. Predictions are compared in agreement_test.cpp.
#include "tests/lab/compare.h"
#include "tests/lab/machine.h"
#include "tests/lab/scripts.h"

#include <doctest/doctest.h>

#include <map>

using namespace entryproof::lab;

namespace {

std::string stop(const std::string& rest) { return "tracer: stop status " + rest + " pending 0x0"; }

std::string entry(int number, long x0) {
    return stop("0x85 code 0x85 message 1 nr " + std::to_string(number) + " x0 " + std::to_string(x0) + " x7 0 pc +4");
}
std::string leave(int number, long x0) {
    return stop("0x85 code 0x85 message 2 nr " + std::to_string(number) + " x0 " + std::to_string(x0) + " x7 1 pc +4");
}
std::string pseudo_step(long x0) {
    return stop("0x5 code 0 message 0 nr -1 x0 " + std::to_string(x0) + " x7 77 pc +4");
}
std::string step(long x0, const std::string& pc) {
    return stop("0x5 code 2 message 0 nr -1 x0 " + std::to_string(x0) + " x7 77 pc " + pc);
}

// Flat: the table of the measurement.
const std::map<std::string, Lines>& measured() {
    static const std::map<std::string, Lines> rows = {
        {"row_01_emuss_emuss", {entry(172, 7), pseudo_step(7), step(7, "+4")}},
        {"row_02_emuss_emuss_write_back", {entry(172, 7), pseudo_step(7), step(7, "+8")}},
        {"row_03_sys_emuss", {entry(172, 7), pseudo_step(4242), step(4242, "+8")}},
        {"row_04_sys_ss", {entry(172, 7), pseudo_step(4242), step(4242, "+8")}},
        {"row_05_ss_ss", {pseudo_step(4242), step(4242, "+4"), step(4242, "+8")}},
        {"row_06_user_minus_one", {entry(-1, -38), leave(-1, -38), step(-38, "+8")}},
        {"row_07_set_minus_one", {entry(172, 7), leave(-1, 7), step(7, "+8")}},
        {"row_08_set_minus_one_x0", {entry(172, 7), leave(-1, 55), step(55, "+8")}},
        {"row_09_set_minus_ten_x0", {entry(172, 7), leave(-10, -38), step(-38, "+8")}},
        {"row_10_emu_ss", {entry(172, 7), pseudo_step(7), step(7, "+8")}},
    };
    return rows;
}

// What two kernels converted to generic entry showed instead: -1 as a skip, and not.
const std::map<std::string, Lines>& measured_on_converted() {
    static const std::map<std::string, Lines> rows = {
        {"row_01_emuss_emuss", {entry(172, 7), step(7, "+4"), step(7, "+8")}},
        {"row_02_emuss_emuss_write_back", {entry(172, 7), step(7, "+8"), step(7, "+12")}},
        {"row_03_sys_emuss", {entry(172, 7), step(4242, "+8"), step(4242, "+12")}},
    };
    return rows;
}
const std::map<std::string, Lines>& measured_on_permit() {
    static const std::map<std::string, Lines> rows = {
        {"row_07_set_minus_one", {entry(172, 7), leave(-1, -38), step(-38, "+8")}},
        {"row_08_set_minus_one_x0", {entry(172, 7), leave(-1, -38), step(-38, "+8")}},
    };
    return rows;
}

Lines measured_on(const std::string& path, const std::string& row) {
    const auto& permit = measured_on_permit();
    const auto& converted = measured_on_converted();
    if (path == "generic-permit" && permit.count(row) != 0) return permit.at(row);
    if (path.rfind("generic", 0) == 0 && converted.count(row) != 0) return converted.at(row);
    return measured().at(row);
}

}  // namespace

TEST_CASE("every kernel shows the ten measured rows") {
    const std::vector<NamedScript> scripts = read_scripts("row_");
    REQUIRE(scripts.size() == measured().size());
    for (const Kernel& kernel : kernels()) {
        const Report report = run_scripts(kernel, bare(scripts));
        for (std::size_t i = 0; i < scripts.size(); ++i) {
            Lines expected = measured_on(path_of(kernel), scripts[i].name);
            expected.push_back("tracer: exited 0");
            const auto story = difference(scripts[i].name + " on " + kernel.name, expected, report.seen[i]);
            CHECK_MESSAGE(!story, story.value_or(""));
        }
    }
}
