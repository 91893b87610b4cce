// SPDX-License-Identifier: MIT
// The ten ptrace scenarios that were measured on booted arm64 kernels, with all their stops: Linux 7.3.4 as Debian
// builds it (legacy), and two small kernels converted to generic entry, with and without treating -1 as a skip.
//
// Each tests/lab/scripts/row_*.toml is one row; the lab runs the same files on kernels.
#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/load.h"
#include "checker/script_run.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;

namespace {

using Lines = std::vector<std::string>;

Lines run(const std::string& path, const std::string& row) {
    const std::string file = "tests/lab/scripts/row_" + row + ".toml";
    return run_script(load_path(path).program, parse_script(read_input_file(file), file)).lines;
}

std::string stop(const std::string& rest) { return "tracer: stop status " + rest + " pending 0x0"; }

std::string entry(const std::string& nr, const std::string& x0) {
    return stop("0x85 code 0x85 message 1 nr " + nr + " x0 " + x0 + " x7 0 pc +4");
}
std::string leave(const std::string& nr, const std::string& x0) {
    return stop("0x85 code 0x85 message 2 nr " + nr + " x0 " + x0 + " x7 1 pc +4");
}
std::string pseudo_step(const std::string& x0) { return stop("0x5 code 0 message 0 nr -1 x0 " + x0 + " x7 77 pc +4"); }
std::string step(const std::string& x0, const std::string& pc) {
    return stop("0x5 code 2 message 0 nr -1 x0 " + x0 + " x7 77 pc " + pc);
}

// The stops of a row, then the end: the tracer lets the task run.
struct Row {
    std::string name;
    std::string path;
    Lines stops;
};

// Flat: the table of the measurement.
const std::vector<Row>& rows() {
    static const std::vector<Row> table = {
        {"01_emuss_emuss", "legacy", {entry("172", "7"), pseudo_step("7"), step("7", "+4")}},
        {"01_emuss_emuss", "generic", {entry("172", "7"), step("7", "+4"), step("7", "+8")}},
        {"02_emuss_emuss_write_back", "legacy", {entry("172", "7"), pseudo_step("7"), step("7", "+8")}},
        {"02_emuss_emuss_write_back", "generic", {entry("172", "7"), step("7", "+8"), step("7", "+12")}},
        {"03_sys_emuss", "legacy", {entry("172", "7"), pseudo_step("4242"), step("4242", "+8")}},
        {"03_sys_emuss", "generic", {entry("172", "7"), step("4242", "+8"), step("4242", "+12")}},
        {"04_sys_ss", "both", {entry("172", "7"), pseudo_step("4242"), step("4242", "+8")}},
        {"05_ss_ss", "both", {pseudo_step("4242"), step("4242", "+4"), step("4242", "+8")}},
        {"06_user_minus_one", "both", {entry("-1", "-38"), leave("-1", "-38"), step("-38", "+8")}},
        {"07_set_minus_one", "legacy", {entry("172", "7"), leave("-1", "7"), step("7", "+8")}},
        {"07_set_minus_one", "generic", {entry("172", "7"), leave("-1", "7"), step("7", "+8")}},
        {"07_set_minus_one", "generic-permit", {entry("172", "7"), leave("-1", "-38"), step("-38", "+8")}},
        {"08_set_minus_one_x0", "legacy", {entry("172", "7"), leave("-1", "55"), step("55", "+8")}},
        {"08_set_minus_one_x0", "generic", {entry("172", "7"), leave("-1", "55"), step("55", "+8")}},
        {"08_set_minus_one_x0", "generic-permit", {entry("172", "7"), leave("-1", "-38"), step("-38", "+8")}},
        {"09_set_minus_ten_x0", "both", {entry("172", "7"), leave("-10", "-38"), step("-38", "+8")}},
        {"10_emu_ss", "both", {entry("172", "7"), pseudo_step("7"), step("7", "+8")}},
    };
    return table;
}

}  // namespace

TEST_CASE("legacy and converted kernels stop as they were seen to in the lab") {
    for (const Row& row : rows())
        for (const std::string path : {"legacy", "generic", "generic-permit"}) {
            if (row.path != "both" && row.path != path) continue;
            CAPTURE(row.name);
            CAPTURE(path);
            const Lines lines = run(path, row.name);
            REQUIRE(lines.size() >= row.stops.size());
            for (std::size_t i = 0; i < row.stops.size(); ++i) CHECK(lines[i] == row.stops[i]);
            CHECK(lines.back() == "tracer: exited 0");
        }
}

TEST_CASE("kernels that treat -1 differently differ in no other row") {
    for (const Row& row : rows()) {
        CAPTURE(row.name);
        const bool concerns_minus_one = row.name.find("set_minus_one") != std::string::npos;
        CHECK((run("generic", row.name) == run("generic-permit", row.name)) != concerns_minus_one);
    }
}
