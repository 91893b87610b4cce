// SPDX-License-Identifier: MIT
// `lift` on a toy kernel tree on disk and on the built-in paths, and the kernel functions of `list vocabulary`.
#include "tests/cli/shell.h"
#include "tests/model/lift/toy_tree.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace entryproof::cli;
namespace toy_tree = entryproof::toy_tree;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A shell whose folder holds the toy tree as tree, with its entry file changed.
struct TreeShell : Shell {
    explicit TreeShell(const std::string& from = "", const std::string& to = "") {
        const std::string entry =
            from.empty() ? toy_tree::entry_text : toy_tree::replaced(toy_tree::entry_text, from, to);
        write(toy_tree::header, toy_tree::header_text);
        write(toy_tree::entry, entry);
        write(toy_tree::steps, toy_tree::steps_text);
        write(toy_tree::tracing, toy_tree::tracing_text);
        write(toy_tree::resume, toy_tree::resume_text);
        write("Makefile", "VERSION = 7\nPATCHLEVEL = 9\n");
    }
    void write(const std::string& path, const std::string& text) const {
        std::filesystem::create_directories(std::filesystem::path(folder + "/tree/" + path).parent_path());
        file("tree/" + path, text);
    }
};

const std::string daif = "\tlocal_daif_restore(0);\n\tregs->orig_x0";

}  // namespace

TEST_CASE("lift says of each function its place, hash and size, what it meets, and what was left out and why") {
    const TreeShell shell("\tregs->orig_x0",
                          "\tif (IS_ENABLED(CONFIG_X))\n\t\tlocal_daif_restore(0);\n\tregs->orig_x0");
    const Ended ended = shell.run("lift tree:$F/tree");
    CAPTURE(ended.output);
    CHECK(ended.code == 0);
    CHECK(ended.errors == "");
    CHECK(contains(ended.output, "lifted from linux 7.9, "));
    const std::size_t row = ended.output.find(toy_tree::entry + ":2-12 el0_svc ");
    REQUIRE(row != std::string::npos);
    CHECK(contains(ended.output.substr(row, 120), ", 11 lines, "));
    CHECK(contains(ended.output.substr(row, 120), " steps\n"));
    CHECK(contains(ended.output, "\n    hooks:   arm64_syscall_exit_to_user_mode trace_sys_enter\n"));
    CHECK(contains(ended.output,
                   "left out: " + toy_tree::entry + ":7: local_daif_restore: interrupt\n          masking"));
}

TEST_CASE("lift as JSON says the same in fields") {
    const TreeShell shell("\tregs->orig_x0", daif);
    const auto root = nlohmann::json::parse(shell.run("lift tree:$F/tree --format json --drift").output);
    CHECK(root["kind"] == "path");
    bool found = false;
    for (const auto& function : root["functions"]) {
        if (function["name"] != "el0_svc") continue;
        found = true;
        CHECK(function["lines"] == 10);
        CHECK(function["steps"].get<int>() >= 5);
        CHECK(function["hash"].get<std::string>().size() == 16);
        CHECK(function["hooks"].size() == 2);
    }
    CHECK(found);
    CHECK(root["abstracted"][0]["why"] == "interrupt masking");
    CHECK(root["drift"]["model"] == "legacy");
}

TEST_CASE("lift --ir prints steps with their lines") {
    const TreeShell shell;
    const Ended ended = shell.run("lift tree:$F/tree --ir");
    CHECK(ended.code == 0);
    CHECK(contains(ended.output, "regs.orig_x0 := regs.regs[0]"));
    CHECK(contains(ended.output, "# " + toy_tree::entry + ":6\n"));
}

TEST_CASE("lift --dot draws a box per function that acts and an oval per hook, coloured by who sees it") {
    const TreeShell shell;
    const Ended ended = shell.run("lift tree:$F/tree --dot");
    CAPTURE(ended.output);
    CHECK(ended.code == 0);
    CHECK(ended.output.rfind("digraph path {\n", 0) == 0);
    CHECK(contains(ended.output, "\"el0_svc\" [label=\"el0_svc\\nentry-common.c:2\", penwidth=2];"));
    CHECK(contains(ended.output, "\"trace_sys_enter\" [shape=ellipse, style=filled, fillcolor=\"#"));
    CHECK(contains(ended.output, "\"el0_svc\" -> \"trace_sys_enter\" [style=dashed];"));
    CHECK(contains(ended.output, "\"el0_svc\" -> \"arm64_syscall_exit_to_user_mode\";"));
    CHECK(contains(ended.output, "[label=\"tracepoints\", shape=ellipse"));
    CHECK(!contains(ended.output, "syscall_get_arch"));  // changes nothing and calls no hook
    CHECK(shell.run("lift tree:$F/tree --dot").output == ended.output);
    const std::string generic = shell.run("lift generic --dot").output;
    CHECK(contains(generic, "\"syscall_trace_enter\" -> "));
    CHECK(std::count(generic.begin(), generic.end(), '{') == std::count(generic.begin(), generic.end(), '}'));
}

TEST_CASE("lift --drift names the functions that differ from the source of the nearest model") {
    const TreeShell shell;
    const Ended ended = shell.run("lift tree:$F/tree --drift");
    CAPTURE(ended.output);
    CHECK(ended.code == 0);
    CHECK(contains(ended.output, "compared with the source of 'legacy', linux 7."));
    CHECK(contains(ended.output, toy_tree::entry + ":2 el0_svc: changed\n"));
    CHECK(contains(ended.output, " syscall_trace_enter: gone\n"));
    CHECK(contains(ended.output, " set_flag._.11: new\n"));
    const Ended built_in = shell.run("lift legacy --drift");
    CHECK(built_in.code == 2);
    CHECK(contains(built_in.errors, "legacy is built in: only a tree can move"));
}

TEST_CASE("one picture at a time, and what cannot be lifted ends with 2 and its place in every form") {
    const TreeShell shell("\tregs->orig_x0 =", "\tfrobnicate(regs);\n\tregs->orig_x0 =");
    for (const std::string what : {"", " --ir", " --dot", " --drift", " --format json"}) {
        const Ended ended = shell.run("lift tree:$F/tree" + what);
        CHECK(ended.code == 2);
        CHECK(contains(ended.errors, toy_tree::entry + ":6:2: 'frobnicate(regs);': unknown function frobnicate"));
        CHECK(contains(ended.errors, "hint: "));
    }
    for (const std::string both : {"--ir --dot", "--dot --drift", "--drift --ir"})
        CHECK(shell.run("lift legacy " + both).code == 1);
}

TEST_CASE("a tree that declares a hook otherwise ends with 2 and names both declarations") {
    const TreeShell shell("#include <asm/thread_info.h>\n",
                          "#include <asm/thread_info.h>\nvoid trace_sys_enter(struct pt_regs *regs, int id);\n");
    const Ended ended = shell.run("lift tree:$F/tree");
    CHECK(ended.code == 2);
    CHECK(contains(ended.errors, toy_tree::entry + ":2:6: "));
    CHECK(contains(ended.errors,
                   "trace_sys_enter is declared as void trace_sys_enter(struct pt_regs *, int32_t), the vocabulary "
                   "expects void trace_sys_enter(struct pt_regs *regs, long id)"));
    CHECK(shell.run("prove tree:$F/tree tree:$F/tree").code == 2);
}

TEST_CASE("list vocabulary names the kernel functions with treatment, reason and expected declaration") {
    const Shell shell;
    const std::string text = shell.run("list vocabulary").output;
    CHECK(contains(text, "ptrace_notify               hook: stops for the tracer;"));
    CHECK(contains(text, "local_daif_restore          without effect: interrupt masking; void"));
    CHECK(contains(text, "test_bit                    pure: one bit of a flag word of the task; bool"));
    const auto root = nlohmann::json::parse(shell.run("list vocabulary --format json").output);
    std::map<std::string, int> treatments;
    for (const auto& item : root["items"])
        if (item.contains("treatment")) {
            ++treatments[item["treatment"]];
            CHECK(!item["text"].get<std::string>().empty());
            const std::string name = item["name"];
            const bool is_ours = name.find("syscall_body") != std::string::npos || name == "user_read";
            CHECK((item.contains("declaration") || is_ours));
        }
    CHECK(treatments["hook"] >= 15);
    CHECK(treatments["without effect"] >= 17);
    CHECK(treatments["pure"] >= 18);
}
