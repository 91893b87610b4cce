// SPDX-License-Identifier: MIT
// Scripts with their verdict inside: the comments at the head of tests/lab/scripts/*.toml say what is seen on which
// path. The lab runs the same files on booted kernels.
//
//   #! on every path            or, where paths differ,   #! on: legacy generic
//   #> tracer: exited 0
#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/load.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"
#include "model/paths/paths.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Lines = std::vector<std::string>;

struct Case {
    std::string file;
    Script script;
    std::map<std::string, Lines> expected;  // by path; "" for every path
};

bool begins(const std::string& line, const std::string& with) { return line.rfind(with, 0) == 0; }

std::map<std::string, Lines> expectations(const std::string& text) {
    std::map<std::string, Lines> expected;
    std::vector<std::string> paths;
    std::stringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line == "#! on every path") paths = {""};
        if (begins(line, "#! on: ")) {
            std::stringstream names(line.substr(7));
            paths.clear();
            for (std::string name; names >> name;) paths.push_back(name);
        }
        if (begins(line, "#! "))
            for (const std::string& path : paths) REQUIRE_MESSAGE(expected.emplace(path, Lines{}).second, path);
        if (begins(line, "#> "))
            for (const std::string& path : paths) expected[path].push_back(line.substr(3));
    }
    return expected;
}

const std::vector<Case>& cases() {
    static const std::vector<Case> found = [] {
        std::vector<Case> cases;
        for (const auto& entry : std::filesystem::directory_iterator("tests/lab/scripts")) {
            const std::string file = entry.path().string();
            const std::string text = read_input_file(file);
            std::map<std::string, Lines> expected = expectations(text);
            if (!expected.empty()) cases.push_back({file, parse_script(text, file), std::move(expected)});
        }
        std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.file < b.file; });
        return cases;
    }();
    return found;
}

const Lines& expected_on(const Case& which, const std::string& path) {
    const auto everywhere = which.expected.find("");
    return everywhere != which.expected.end() ? everywhere->second : which.expected.at(path);
}

// What is seen; a script that cannot be run shows why.
Lines seen(ir::Program& rounds, const Script& script) {
    try {
        return run_script_on(rounds, script).lines;
    } catch (const InputError& error) {
        return {std::string("error: ") + error.what()};
    }
}

std::string joined_lines(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

// Some script shows something else than it says, on legacy with one function that does nothing.
bool is_refuted_without(const std::string& function) {
    ir::Program rounds = environment::with_rounds(*paths::built_in_path("legacy"));
    ir::Function& broken = rounds.functions.at(function);
    REQUIRE(broken.result == 0);
    broken.body.clear();
    return std::any_of(cases().begin(), cases().end(),
                       [&](const Case& each) { return seen(rounds, each.script) != expected_on(each, "legacy"); });
}

}  // namespace

TEST_CASE("every script shows what it says, on every path") {
    REQUIRE(cases().size() > 30);
    for (const paths::PathInfo& info : paths::built_in_paths()) {
        ir::Program rounds = environment::with_rounds(*paths::built_in_path(info.name));
        for (const Case& each : cases()) {
            CAPTURE(each.file);
            CAPTURE(info.name);
            CHECK(joined_lines(seen(rounds, each.script)) == joined_lines(expected_on(each, info.name)));
        }
    }
}

TEST_CASE("each fact of the model is needed by some script") {
    static const std::vector<std::string> functions = {"do_signal_begin",
                                                       "do_signal_end",
                                                       "recalc_sigpending",
                                                       "recalc_sigpending_tsk",
                                                       "note_siginfo",
                                                       "user_rewind_single_step",
                                                       "user_regs_reset_single_step",
                                                       "user_enable_single_step",
                                                       "force_signal",
                                                       "update_syscall_orig_x0_after_ptrace",
                                                       "send_sigkill",
                                                       "forget_syscall",
                                                       "syscall_rollback",
                                                       "set_task_syscall_work.SECCOMP",
                                                       "set_task_syscall_work.SYSCALL_TRACEPOINT",
                                                       "clear_task_syscall_work.SYSCALL_TRACE",
                                                       "user_disable_single_step",
                                                       "tracer_acts",
                                                       "restore_saved_reg",
                                                       "rseq_handle_slowpath",
                                                       "rseq_signal_deliver",
                                                       "child_begin",
                                                       "exec_binprm",
                                                       "seccomp_assign_mode",
                                                       "ptrace_detach",
                                                       "exit_ptrace",
                                                       "__ptrace_unlink"};
    for (const std::string& function : functions) {
        CAPTURE(function);
        CHECK(is_refuted_without(function));
    }
}
