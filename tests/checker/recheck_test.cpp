// SPDX-License-Identifier: MIT
// The second solver is a shell script here: a fake at the impure seam.
#include "checker/recheck.h"

#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace entryproof::checker;

namespace {

// An executable script that is gone at the end.
class Script {
public:
    explicit Script(const std::string& body) {
        std::string pattern = (std::filesystem::temp_directory_path() / "recheck_test.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        folder_ = pattern;
        path = folder_ + "/solver";
        std::ofstream(path) << "#!/bin/sh\n" << body;
        REQUIRE(::chmod(path.c_str(), 0755) == 0);
    }
    ~Script() { std::filesystem::remove_all(folder_); }
    Script(const Script&) = delete;
    Script& operator=(const Script&) = delete;
    std::string path;

private:
    std::string folder_;
};

const std::vector<Smt2File> two = {{"first.smt2", "(check-sat) ; one", "unsat"},
                                   {"second.smt2", "(check-sat) ; two", "sat"}};

Recheck asked(const std::string& body, unsigned timeout = 0) { return recheck(Script(body).path, two, timeout); }

}  // namespace

TEST_CASE("a solver that says the same agrees") {
    const Recheck second = asked("if grep -q one \"$1\"; then echo unsat; else echo sat; fi\n");
    REQUIRE(second.queries.size() == 2);
    CHECK(second.queries[0].found == "unsat");
    CHECK(second.queries[1].found == "sat");
    CHECK(exit_of(second) == ExitCode::proved);
    CHECK(summary_of(second).find("all agree") != std::string::npos);
}

TEST_CASE("a solver that says the opposite is an internal error, whatever else it says") {
    const Recheck second = asked("if grep -q one \"$1\"; then echo unknown; else echo unsat; fi\n");
    CHECK(exit_of(second) == ExitCode::internal);
    CHECK(summary_of(second).find("1 DISAGREE") != std::string::npos);
}

TEST_CASE("a solver that gives up, crashes, or talks nonsense leaves the answer unknown") {
    for (const std::string body : {"echo unknown\n", "kill -9 $$\n", "echo '(error \"no\")' >&2\n", "exit 0\n",
                                   "echo unsatisfiable\n", "echo ' unsat'\n"}) {
        const Recheck second = asked(body);
        CHECK_MESSAGE(exit_of(second) == ExitCode::unknown, body);
        CHECK(summary_of(second).find("2 without an answer") != std::string::npos);
    }
}

TEST_CASE("a solver that does not end is ended") {
    const Recheck second = recheck(Script("exec sleep 600\n").path, {two[0]}, 1);
    REQUIRE(second.queries.size() == 1);
    CHECK(second.queries[0].detail == "out of time");
    CHECK(exit_of(second) == ExitCode::unknown);
}

TEST_CASE("a solver that is not there cannot run") {
    const Recheck second = recheck("no-such-solver-anywhere", two, 0);
    CHECK(second.is_missing);
    CHECK(exit_of(second) == ExitCode::cannot_run);
}

TEST_CASE("nothing asked is never success") { CHECK(exit_of(recheck("true", {}, 0)) == ExitCode::unknown); }

TEST_CASE("what our own solver left unknown has nothing to disagree with") {
    const Recheck second = recheck(Script("echo sat\n").path, {{"q", "", "unknown"}}, 0);
    CHECK(exit_of(second) == ExitCode::proved);
}
