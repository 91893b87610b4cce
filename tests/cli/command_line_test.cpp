// SPDX-License-Identifier: MIT
// The contract of the command line: which exit code, which last word, which message. One row a case.
#include "tests/cli/shell.h"

#include <vector>

using namespace entryproof::cli;

namespace {

struct Case {
    std::string arguments;
    int code;
    std::string word;     // last line of stdout
    std::string message;  // part of stderr; empty: stderr is empty
};

void require(const Shell& shell, const std::vector<Case>& cases) {
    for (const Case& row : cases) {
        CAPTURE(row.arguments);
        const Ended ended = shell.run(row.arguments);
        CAPTURE(ended.output);
        CAPTURE(ended.errors);
        CHECK(ended.code == row.code);
        CHECK(ended.last_line() == row.word);
        if (row.message.empty())
            CHECK(ended.errors == "");
        else
            CHECK(ended.errors.find(row.message) != std::string::npos);
        CHECK(ended.errors.rfind(row.message.empty() ? "" : "entryproof: ", 0) == 0);
    }
}

const std::string sysemu = "tests/cases/lab_sys_emuss.json";  // the sides disagree
const std::string emulated = "tests/cases/lab_emu_ss.json";   // they do not

}  // namespace

TEST_CASE("whatever is wrong with the command line ends with 1") {
    const Shell shell;
    require(shell, {
                       {"", 1, "usage", "subcommand is required"},
                       {"frobnicate", 1, "usage", "no command is called 'frobnicate'"},
                       {"prove legcy generic", 1, "usage", "no path is called 'legcy'"},
                       {"prove legcy generic", 1, "usage", "hint: did you mean 'legacy'?"},
                       {"prove '' generic", 1, "usage", "no path is called ''"},
                       {"prove legacy", 1, "usage", "LEFT requires RIGHT"},
                       {"prove legacy generic third", 1, "usage", "third"},
                       {"prove --format xml", 1, "usage", "xml"},
                       {"prove --color sometimes", 1, "usage", "sometimes"},
                       {"prove --stories many", 1, "usage", "many"},
                       {"prove --rlimit 0", 1, "usage", "--rlimit"},
                       {"prove --rlimit -1", 1, "usage", "--rlimit"},
                       {"prove --rlimit 1x", 1, "usage", "--rlimit"},
                       {"prove --timeout 0", 1, "usage", "--timeout"},
                       {"prove --bogus", 1, "usage", "--bogus"},
                       {"prove --expect x --no-expect", 1, "usage", "excludes"},
                       {"prove tree: generic", 1, "usage", "names no folder"},
                       {"list", 1, "usage", "WHAT"},
                       {"list promises", 1, "usage", "properties"},
                       {"lift", 1, "usage", "PATH"},
                       {"trace legacy", 1, "usage", "--scenario"},
                       {"trace legacy --scenario " + sysemu + " --observer nobody", 1, "usage", "'nobody'"},
                       {"explain " + sysemu + " --story 2", 1, "usage", "there is no story 2"},
                       {"explain " + sysemu + " --story 0", 1, "usage", "--story"},
                       {"list paths --output $F/no/folder", 1, "usage", "cannot write"},
                       {"list paths --output $F", 1, "usage", "Is a directory"},
                   });
}

TEST_CASE("input that cannot be read ends with 2 and says where") {
    const Shell shell;
    shell.file("empty", "");
    shell.file("blank", " \n\n");
    shell.file("broken", "{\n  \"version\": 1,\n  \"kind\": scenario\n}\n");
    shell.file("twice", "{\"version\": 1, \"version\": 1, \"kind\": \"scenario\"}");
    shell.file("typo", "{\"version\": 1, \"kind\": \"scenario\", \"initial\": {\"task.emo\": 1}}");
    shell.file("key", "{\"version\": 1, \"kind\": \"scenario\", \"initail\": {}}");
    shell.file("single", "{\"version\": 1, \"kind\": \"scenario\"}");
    shell.file("result", "{\"version\": 1, \"kind\": \"result\"}");
    require(shell, {
                       {"prove tree:$F/none generic", 2, "unreadable", "no such folder"},
                       {"prove tree:$F generic", 2, "unreadable", "no kernel tree"},
                       {"prove tree:$F/empty generic", 2, "unreadable", "not a folder"},
                       {"lift tree:$F", 2, "unreadable", "no kernel tree"},
                       {"prove --expect $F/none", 2, "unreadable", "No such file"},
                       {"trace legacy --scenario $F/none", 2, "unreadable", "No such file"},
                       {"trace legacy --scenario $F", 2, "unreadable", "Is a directory"},
                       {"trace legacy --scenario $F/empty", 2, "unreadable", "the file is empty"},
                       {"trace legacy --scenario $F/blank", 2, "unreadable", "the file is empty"},
                       {"trace legacy --scenario $F/broken", 2, "unreadable", "broken:3:11: "},
                       {"trace legacy --scenario $F/broken", 2, "unreadable", "\n            ^\n"},
                       {"trace legacy --scenario $F/twice", 2, "unreadable", "version"},
                       {"trace legacy --scenario $F/typo", 2, "unreadable", "cell 'task.emo'"},
                       {"trace legacy --scenario $F/key", 2, "unreadable", "unknown key 'initail'"},
                       {"explain $F/single", 2, "unreadable", "names no pair"},
                       {"explain $F/result", 2, "unreadable", "not a result of prove"},
                       {"explain $F/none", 2, "unreadable", "No such file"},
                   });
}

TEST_CASE("a replay that does not disagree, or is unfair, ends with 6") {
    const Shell shell;
    std::string unfair = file_text(sysemu);
    unfair.insert(
        unfair.rfind('}') - 1,
        ",\n  \"right_answers\": [{\"hook\": \"entry_stop\", \"occurrence\": 0, \"values\": {\"request\": 7}}]");
    shell.file("unfair", unfair);
    require(shell, {
                       {"explain " + sysemu + " --replay --quiet", 0,
                        "replayed: tracer sees \"step report\" on legacy and \"nothing\" on generic", ""},
                       {"explain " + emulated + " --replay", 6, "internal error", ""},
                       {"explain $F/unfair --replay", 6, "internal error", ""},
                   });
    CHECK(shell.run("explain $F/unfair --replay").output.find("unfair: ") != std::string::npos);
    CHECK(shell.run("explain " + emulated).code == 0);
}

TEST_CASE("output is written whole or not at all, and a full disk is said") {
    const Shell shell;
    shell.file("kept", "before\n");
    require(shell, {
                       {"list paths > /dev/full", 3, "", "cannot write standard output"},
                       {"--help > /dev/full", 3, "", "cannot write standard output"},
                       {"trace legacy --scenario $F/none --output $F/kept", 2, "unreadable", "No such file"},
                   });
    CHECK(file_text(shell.folder + "/kept") == "before\n");
    require(shell, {
                       {"explain $F/none --html $F/kept", 2, "unreadable", "No such file"},
                       {"explain " + sysemu + " --html $F", 1, "usage", "Is a directory"},
                       {"explain " + sysemu + " --html $F/no/folder", 1, "usage", "cannot write"},
                       {"explain " + sysemu + " --html $F/a --output $F/a", 1, "usage", "name the same file"},
                       {"list paths --html $F/a", 1, "usage", "--html"},
                   });
    CHECK(file_text(shell.folder + "/kept") == "before\n");
    CHECK(file_text(shell.folder + "/a").empty());
    CHECK(shell.run("explain " + sysemu + " --html $F/page").output == shell.run("explain " + sysemu).output);
    CHECK(file_text(shell.folder + "/page").rfind("<!DOCTYPE html>", 0) == 0);
    CHECK(shell.run("list paths --output $F/kept").output == "");
    CHECK(file_text(shell.folder + "/kept") == shell.run("list paths").output);
}

TEST_CASE("with --format json stdout holds one document, failures too") {
    const Shell shell;
    for (const std::string arguments :
         {"list hooks --format json", "lift generic --format json", "prove --bogus --format json",
          "prove legcy generic --format=json", "explain $F/none --format json",
          "trace generic --scenario tests/cases/lab_emu_ss.json --format json",
          "explain tests/cases/lab_emu_ss.json --replay --format json"}) {
        CAPTURE(arguments);
        const Ended ended = shell.run(arguments);
        CHECK(ended.output.substr(0, 17) == "{\n  \"version\": 1,");
        CHECK(ended.last_line() == "}");
        CHECK(ended.output.find("\"code\": " + std::to_string(ended.code)) != std::string::npos);
    }
}

TEST_CASE("help teaches: every command has a paragraph and an example") {
    const Shell shell;
    for (const std::string command : {"prove", "trace", "explain", "lift", "list"}) {
        CAPTURE(command);
        const Ended ended = shell.run(command + " --help");
        CHECK(ended.code == 0);
        CHECK(ended.errors == "");
        CHECK(ended.output.find("Example") != std::string::npos);
        CHECK(ended.output.find("  entryproof " + command) != std::string::npos);
    }
    const Ended version = shell.run("--version");
    CHECK(version.code == 0);
    CHECK(version.output.rfind("entryproof ", 0) == 0);
    CHECK(version.output.find("Z3 ") != std::string::npos);
}

TEST_CASE("colour is off unless asked for, and never in a file or in JSON") {
    const Shell shell;
    CHECK(shell.run("explain " + sysemu).output.find('\033') == std::string::npos);
    CHECK(shell.run("explain " + sysemu + " --color always").output.find('\033') != std::string::npos);
    CHECK(shell.run("explain " + sysemu + " --color never").output.find('\033') == std::string::npos);
    CHECK(shell.run("list paths --format json --color always").output.find('\033') == std::string::npos);
}
