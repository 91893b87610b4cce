// SPDX-License-Identifier: MIT
// Every difference of legacy and generic entry as a program on real kernels: each kernel behaves like the side that
// reproducers.md says, and like neither when a program expects something else. Cost: a diff, and a boot a kernel, one
// of them for riscv64.
#include "checker/diff.h"
#include "tests/checker/reproducer/stories.h"
#include "tests/lab/machine.h"
#include "tests/lab/reproducers.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <regex>

using namespace entryproof;
using namespace entryproof::lab;

namespace {

using Texts = std::map<std::string, std::string>;

// By the id of the difference.
Texts programs_of(const std::string& left, const std::string& right) {
    Texts made;
    const checker::Result all = checker::diff(checker::load_path(left), checker::load_path(right), {});
    for (const checker::Difference& difference : all.differences) {
        try {
            made[difference.id] =
                checker::reproducer::made(difference.stories.at(0).scenario, difference.observer).text;
        } catch (const checker::reproducer::CannotBeMade&) {
            continue;  // the table says so: tests/cli/reproducer_test.cpp
        }
    }
    return made;
}

const Texts& programs() {
    static const Texts texts = programs_of("legacy", "generic");
    return texts;
}

// The column of the table that a kernel belongs to; empty: none.
std::string column_of(const Kernel& kernel) {
    if (path_of(kernel).rfind("legacy-6.", 0) == 0 || path_of(kernel) == "generic-permit") return "";
    if (kernel.name.rfind("legacy-debug-rseq", 0) == 0) return "legacy-debug-rseq";
    return path_of(kernel) == "generic" ? "converted" : "linux-arm64";
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What every kernel then shows otherwise: the first event has another field.
std::string spoilt(const std::string& text) {
    return std::regex_replace(text, std::regex("(_shows\\[\\] = \\{\n\t\")([a-z]+: [a-z]+ )"), "$1$2nowhere ");
}

}  // namespace

TEST_CASE("every kernel behaves like the side that the table says") {
    unsigned kernels_run = 0;
    for (const Kernel& kernel : kernels()) {
        const std::string column = column_of(kernel);
        if (column.empty()) continue;
        ++kernels_run;
        const std::map<std::string, Printed> seen = run_programs(kernel, programs());
        for (const ReproducerRow& row : reproducers()) {
            if (!row.runs) continue;
            const std::string what = row.id + " on " + kernel.name;
            REQUIRE_MESSAGE(seen.count(row.id) == 1, what);
            const Printed& printed = seen.at(row.id);
            const std::string told = what + ":\n" + printed.text;
            CHECK_MESSAGE(printed.status == 0, told);
            CHECK_MESSAGE(holds(printed.text, "# behaves like: " + row.behaves.at(column) + "\n"), told);
        }
    }
    CHECK(kernels_run > 0);
}

TEST_CASE("the stories of the converted tree run on every kernel as the table says" * doctest::skip()) {
    const char* source = std::getenv("ENTRYPROOF_KERNEL_SOURCE");
    REQUIRE_MESSAGE(source != nullptr, "ENTRYPROOF_KERNEL_SOURCE names the tree");
    const std::string left = "tree:" + std::string(source) + ":arm64";
    const std::string right = "tree:" + std::string(source) + "+examples/conversion:arm64";
    const Texts texts = programs_of(left, right);
    for (const Kernel& kernel : kernels()) {
        const std::string column = column_of(kernel);
        if (column.empty()) continue;
        const std::map<std::string, Printed> seen = run_programs(kernel, texts);
        for (const ReproducerRow& row : converted_reproducers()) {
            const std::string what = row.id + " on " + kernel.name;
            REQUIRE_MESSAGE((seen.count(row.id) == 1) == row.runs, what);
            if (!row.runs) continue;
            const std::string told = what + ":\n" + seen.at(row.id).text;
            const std::string side = row.behaves.at(column) == "left" ? left : right;
            CHECK_MESSAGE(seen.at(row.id).status == 0, told);
            CHECK_MESSAGE(holds(seen.at(row.id).text, "# behaves like: " + side + "\n"), told);
        }
    }
}

TEST_CASE("a sibling's filter and a tracer that dies are made on every kernel, and spoilt programs fail") {
    using namespace checker::reproducer;
    const std::string step = made(synchronised(), "tracer").text;
    const std::string death = made(outlived()).text;
    const Texts texts = {
        {"death", death}, {"spoilt.death", spoilt(death)}, {"spoilt.step", spoilt(step)}, {"step", step}};
    REQUIRE(holds(step, "synchronise();"));
    REQUIRE(holds(death, "leave(KSFT_DIED);"));
    for (const Kernel& kernel : kernels()) {
        const std::string column = column_of(kernel);
        if (column.empty()) continue;
        const std::map<std::string, Printed> seen = run_programs(kernel, texts);
        for (const auto& entry : texts) {
            REQUIRE(seen.count(entry.first) == 1);
            const Printed& printed = seen.at(entry.first);
            const std::string what = entry.first + " on " + kernel.name + ":\n" + printed.text;
            const bool is_spoilt = entry.first.rfind("spoilt.", 0) == 0;
            CHECK_MESSAGE(printed.status == (is_spoilt ? 1 : 0), what);
            const std::string side = column == "converted" ? "generic" : "legacy";
            if (!is_spoilt) CHECK_MESSAGE(holds(printed.text, "# behaves like: " + side + "\n"), what);
        }
    }
}

TEST_CASE("riscv64 behaves like generic entry, and a program that expects something else there fails") {
    Texts texts;
    for (const ReproducerRow& row : reproducers()) {
        if (row.behaves.count("riscv64") == 0) continue;
        const std::string& text = programs().at(row.id);
        texts["right." + row.id] = text;
        texts["left." + row.id] = text;
        texts["spoilt." + row.id] = spoilt(text);
        REQUIRE(texts.at("spoilt." + row.id) != text);
    }
    REQUIRE(texts.size() == 15);
    const std::map<std::string, Printed> seen = run_programs(riscv_kernel(), texts);
    for (const auto& entry : texts) {
        REQUIRE_MESSAGE(seen.count(entry.first) == 1, entry.first);
        const Printed& printed = seen.at(entry.first);
        const std::string what = entry.first + ":\n" + printed.text;
        const bool is_spoilt = entry.first.rfind("spoilt.", 0) == 0;
        const bool is_left = entry.first.rfind("left.", 0) == 0;
        CHECK_MESSAGE(printed.status == (is_spoilt || is_left ? 1 : 0), what);
        CHECK_MESSAGE(holds(printed.text, is_spoilt ? "not ok 2 " : is_left ? "not ok 3 " : "ok 3 "), what);
        if (!is_spoilt) CHECK_MESSAGE(holds(printed.text, "# behaves like: generic\n"), what);
    }
}

TEST_CASE("a program that expects the other side, or what no side shows, fails") {
    for (const Kernel& kernel : kernels()) {
        const std::string column = column_of(kernel);
        if (column.empty()) continue;
        Texts texts;
        for (const ReproducerRow& row : reproducers()) {
            if (!row.runs) continue;
            const bool is_left = row.behaves.at(column) == "legacy";
            texts[std::string(is_left ? "right." : "left.") + row.id] = programs().at(row.id);
            texts[std::string("spoilt.") + row.id] = spoilt(programs().at(row.id));
            REQUIRE(texts.at("spoilt." + row.id) != programs().at(row.id));
        }
        for (const auto& entry : run_programs(kernel, texts)) {
            const std::string what = entry.first + " on " + kernel.name + ":\n" + entry.second.text;
            const bool is_spoilt = entry.first.rfind("spoilt.", 0) == 0;
            CHECK_MESSAGE(entry.second.status == 1, what);
            CHECK_MESSAGE(holds(entry.second.text, is_spoilt ? "not ok 2 " : "not ok 3 "), what);
        }
        return;  // one kernel is enough
    }
}
