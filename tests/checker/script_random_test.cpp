// SPDX-License-Identifier: MIT
#include "checker/script_random.h"

#include "checker/error.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"
#include "model/paths/paths.h"

#include <doctest/doctest.h>

#include <map>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

constexpr std::uint64_t seeds = 1000;

// What is said on the lines of the runs, and how many scripts cannot be run.
struct Survey {
    std::map<std::string, unsigned> kinds;  // the first two words of a line, and the status of a stop
    unsigned refused = 0;
    std::map<std::string, unsigned> reasons;
};

std::string kind_of(const std::string& line) {
    const std::size_t status = line.find(" code");
    if (status != std::string::npos) return line.substr(0, status);
    return line.substr(0, line.find(' ', line.find(' ') + 1));
}

Survey survey(const std::string& path) {
    ir::Program rounds = environment::with_rounds(*paths::built_in_path(path));
    Survey found;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        try {
            for (const std::string& line : run_script_on(rounds, random_script(seed)).lines)
                ++found.kinds[kind_of(line)];
        } catch (const InputError& error) {
            ++found.refused;
            ++found.reasons[error.what()];
        }
    }
    return found;
}

}  // namespace

TEST_CASE("a random script is what its text says") {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const Script script = random_script(seed);
        CAPTURE(seed);
        REQUIRE(parse_script(to_toml(script), "random.toml") == script);
    }
}

TEST_CASE("the same seed gives the same script, another seed mostly another one") {
    CHECK(random_script(7) == random_script(7));
    unsigned same = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) same += random_script(seed) == random_script(seed + 1) ? 1 : 0;
    CHECK(same < 3);
}

TEST_CASE("without PTRACE_SET_SYSCALL_INFO older kernels can run them") {
    ir::Program rounds = environment::with_rounds(*paths::built_in_path("legacy-6.1"));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomScriptOptions options;
        options.syscall_info = false;
        try {
            run_script_on(rounds, random_script(seed, options));
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).find("SYSCALL_INFO") == std::string::npos);
        }
    }
}

TEST_CASE("some random scripts are of 32-bit programs when that is asked for") {
    ir::Program rounds = environment::with_rounds(*paths::built_in_path("legacy"));
    RandomScriptOptions options;
    options.compat = true;
    unsigned compat = 0;
    unsigned refused = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Script script = random_script(seed, options);
        REQUIRE(parse_script(to_toml(script), "random.toml") == script);
        compat += script.task.compat ? 1 : 0;
        try {
            run_script_on(rounds, script);
        } catch (const InputError&) {
            ++refused;
        }
    }
    CHECK(compat > 50);
    CHECK(compat < 150);
    CHECK(refused < 40);
}

TEST_CASE("random scripts reach every kind of stop and most can be run") {
    const Survey found = survey("legacy");
    for (const auto& [kind, count] : found.kinds) MESSAGE(kind << ": " << count);
    for (const auto& [reason, count] : found.reasons) MESSAGE(count << " times " << reason);
    for (const std::string kind :
         {"tracer: stop status 0x85", "tracer: stop status 0x5", "tracer: stop status 0x705",
          "tracer: stop status 0x1f", "tracer: stop status 0xa", "tracer: stop status 0xb", "tracer: exited",
          "tracer: killed", "user: exit", "user: ended", "seccomp: notification", "tracepoints: sys_enter",
          "tracepoints: sys_exit", "audit: record"}) {
        CAPTURE(kind);
        CHECK(found.kinds.count(kind) == 1);
    }
    CHECK(found.refused < seeds / 8);
}
