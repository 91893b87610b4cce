// SPDX-License-Identifier: MIT
// Each kind of edit on small C of our own, and what is refused: a target that is missing, ambiguous or not what it
// seems, edits that overlap, and overlay files that say something else than overlay.h allows.
#include "model/lift/overlay.h"

#include "model/lift/lift.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;

namespace {

const std::string c_text =
    "#include <our/types.h>\n"
    "\n"
    "#define FIRST 1 /* goes\n"
    "                   with it */\n"
    "#define SECOND(x) \\\n"
    "\t((x) + 1)\n"
    "enum direction {\n"
    "\tIN,\n"
    "};\n"
    "struct ticket {\n"
    "\tint number;\n"
    "};\n"
    "int walk(int from);\n"
    "static noinline int walk_far(int from,\n"
    "\t\t\t     int to)\n"
    "{\n"
    "\treturn walk(from) + to;\n"
    "}\n"
    "EXPORT(walk_far);\n"
    "int walk(int from)\n"
    "{\n"
    "\treturn from;\n"
    "}\n";

const std::string kconfig_text =
    "config OURS\n"
    "\tdef_bool y\n"
    "\tselect OLD if OTHER\n"
    "\tselect OLDER\n"
    "\thelp\n"
    "\t  select OLDER is what this text talks about.\n"
    "\n"
    "config OTHER\n"
    "\tbool\n"
    "\tselect OLDER\n";

const std::string makefile_text = "# one.o\nobj-y := one.o two.o\nobj-$(CONFIG_OURS) += three.o\n";

lift::MemoryTree tree() {
    lift::MemoryTree files;
    files.write("arch/ours/walk.c", c_text);
    files.write("arch/ours/Kconfig", kconfig_text);
    files.write("arch/ours/Makefile", makefile_text);
    return files;
}

using Files = std::map<std::string, std::string>;

// `files` are those of the overlay "o" besides its overlay.toml; a name with a slash is of another folder. What comes
// out is by path, with the name of our own file before its text.
Files applied(const std::string& toml, const Files& files = {}, const lift::SourceTree& kernel = tree()) {
    lift::MemoryTree folder;
    folder.write("o/overlay.toml", toml);
    for (const auto& [name, text] : files) folder.write(name.find('/') == std::string::npos ? "o/" + name : name, text);
    Files result;
    for (const auto& [path, file] : lift::apply_overlay(lift::read_overlay(folder, "o"), kernel))
        result[path] = file.own.empty() ? file.text : file.own + ":\n" + file.text;
    return result;
}

std::string edit(const std::string& file, const std::string& action) {
    return "[[edit]]\nfile = \"arch/ours/" + file + "\"\n" + action + "\n";
}

std::string edited(const std::string& file, const std::string& action) {
    const Files files = applied(edit(file, action));
    REQUIRE(files.size() == 1);
    return files.at("arch/ours/" + file);
}

// `text` with `part`, which must be there, made `other`.
std::string replaced(std::string text, const std::string& part, const std::string& other) {
    const std::size_t at = text.find(part);
    REQUIRE_MESSAGE(at != std::string::npos, part);
    return text.replace(at, part.size(), other);
}

std::string without(const std::string& text, const std::string& part) {
    const auto ends = std::count(part.begin(), part.end(), '\n');
    return replaced(text, part, std::string(static_cast<std::size_t>(ends), '\n'));
}

// What an overlay is refused with, as "file:line: reason".
std::string refusal(const std::string& toml, const Files& files = {}, const lift::SourceTree& kernel = tree()) {
    try {
        applied(toml, files, kernel);
    } catch (const lift::LiftError& error) {
        return error.file + ":" + std::to_string(error.line) + ": " + error.reason;
    }
    return "accepted";
}

std::string refused_edit(const std::string& file, const std::string& action) { return refusal(edit(file, action)); }

}  // namespace

TEST_CASE("what is removed is found by its name, and the lines that stay keep their numbers") {
    CHECK(edited("walk.c", "remove-macro = 'FIRST'") ==
          without(c_text, "#define FIRST 1 /* goes\n                   with it */"));
    CHECK(edited("walk.c", "remove-macro = 'SECOND'") == without(c_text, "#define SECOND(x) \\\n\t((x) + 1)"));
    CHECK(edited("walk.c", "remove-type = 'direction'") == without(c_text, "enum direction {\n\tIN,\n};"));
    CHECK(edited("walk.c", "remove-prototype = 'walk'") == without(c_text, "int walk(int from);"));
    CHECK(edited("walk.c", "remove-function = 'walk'") == without(c_text, "int walk(int from)\n{\n\treturn from;\n}"));
    CHECK(
        edited("walk.c", "remove-function = 'walk_far'") ==
        without(c_text, "static noinline int walk_far(int from,\n\t\t\t     int to)\n{\n\treturn walk(from) + to;\n}"));
}

TEST_CASE("an array of names is as many edits") {
    CHECK(edited("walk.c", "remove-macro = ['FIRST', 'SECOND']") ==
          without(without(c_text, "#define FIRST 1 /* goes\n                   with it */"),
                  "#define SECOND(x) \\\n\t((x) + 1)"));
    CHECK(refused_edit("walk.c", "remove-macro = [\n'FIRST',\n'THIRD']") ==
          "o/overlay.toml:5: arch/ours/walk.c: there is no macro 'THIRD'");
}

TEST_CASE("a function is replaced by an include of the file that defines it") {
    const std::string ours = "int walk(int from)\n{\n\treturn -from;\n}\n";
    const Files files =
        applied(edit("walk.c", "replace-function = 'walk'\nwith = 'walk_back.c'"), {{"walk_back.c", ours}});
    REQUIRE(files.size() == 2);
    CHECK(files.at("arch/ours/walk_back.c") == "o/walk_back.c:\n" + ours);
    CHECK(files.at("arch/ours/walk.c") ==
          replaced(c_text, "int walk(int from)\n{\n\treturn from;\n}", "#include \"walk_back.c\"\n\n\n"));
}

TEST_CASE("a function is replaced only by one of its name") {
    const std::string replace = edit("walk.c", "replace-function = 'walk'\nwith = 'ours.c'");
    CHECK(refusal(replace, {{"ours.c", "int run(int from) { return 1; }\n"}}) ==
          "o/overlay.toml:3: arch/ours/walk.c: ours.c does not define 'walk' exactly once");
    CHECK(refusal(replace, {{"ours.c", "int walk(int from);\n"}}) ==
          "o/overlay.toml:3: arch/ours/walk.c: ours.c does not define 'walk' exactly once");
    CHECK(refusal(replace) == "o/overlay.toml:4: there is no file o/ours.c");
}

TEST_CASE("things are added where they belong") {
    CHECK(edited("walk.c", "add-field = 'unsigned long work'\nto = 'ticket'") ==
          replaced(c_text, "};\nint walk", "unsigned long work; };\nint walk"));
    CHECK(edited("walk.c", "add-include = 'our/walk.h'") == c_text + "#include <our/walk.h>\n");
    CHECK(edited("Kconfig", "add-select = 'NEW'\nto = 'OURS'") ==
          replaced(kconfig_text, "\tdef_bool", "\tselect NEW\n\tdef_bool"));
    CHECK(edited("Makefile", "add-object = 'four.o'\nto = 'obj-y'") == makefile_text + "obj-y += four.o\n");
    CHECK(applied(edit("new.h", "add-file = 'ours.h'"), {{"ours.h", "int x;\n"}}) ==
          Files{{"arch/ours/new.h", "o/ours.h:\nint x;\n"}});
}

TEST_CASE("lines of build files are removed") {
    CHECK(edited("Kconfig", "remove-select = 'OLD'\nto = 'OURS'") ==
          replaced(kconfig_text, "\tselect OLD if OTHER\n", ""));
    // Neither the words of a help text nor those of a comment count.
    CHECK(edited("Kconfig", "remove-select = 'OLDER'\nto = 'OURS'") == replaced(kconfig_text, "\tselect OLDER\n", ""));
    CHECK(edited("Makefile", "remove-object = 'one.o'") == replaced(makefile_text, ":= one.o", ":= "));
    CHECK(edited("Makefile", "remove-object = 'two.o'") == without(makefile_text, "two.o"));
}

TEST_CASE("a target that is not there is refused with the edit's place") {
    CHECK(refused_edit("walk.c", "remove-function = 'run'") ==
          "o/overlay.toml:3: arch/ours/walk.c: there is no function 'run'");
    CHECK(refused_edit("walk.c", "remove-prototype = 'walk_far'") ==
          "o/overlay.toml:3: arch/ours/walk.c: there is no prototype 'walk_far'");
    CHECK(refused_edit("walk.c", "remove-type = 'ticke'") ==
          "o/overlay.toml:3: arch/ours/walk.c: there is no type 'ticke'");
    CHECK(refused_edit("walk.c", "add-field = 'int x'\nto = 'coupon'") ==
          "o/overlay.toml:3: arch/ours/walk.c: there is no type 'coupon'");
    CHECK(refused_edit("run.c", "remove-function = 'run'") ==
          "o/overlay.toml:3: arch/ours/run.c: the tree has no such file");
    CHECK(refused_edit("Kconfig", "add-select = 'NEW'\nto = 'THEIRS'") ==
          "o/overlay.toml:3: arch/ours/Kconfig: there is no entry 'THEIRS'");
    CHECK(refused_edit("Kconfig", "remove-select = 'NEW'\nto = 'OURS'") ==
          "o/overlay.toml:3: arch/ours/Kconfig: 'OURS' selects 'NEW' nowhere");
    CHECK(refused_edit("Makefile", "remove-object = 'four.o'") ==
          "o/overlay.toml:3: arch/ours/Makefile: 'four.o' is named nowhere");
    CHECK(refused_edit("Makefile", "add-object = 'four.o'\nto = 'lib-y'") ==
          "o/overlay.toml:3: arch/ours/Makefile: there is no list 'lib-y'");
}

TEST_CASE("a target that is there more than once is refused") {
    lift::MemoryTree twice = tree();
    twice.write("arch/ours/walk.c",
                "#ifdef CONFIG_FAR\n#define STEP 2\nint walk(int a) { return a; }\n#else\n#define STEP 1\n"
                "int walk(int a) { return -a; }\n#endif\n");
    CHECK(refusal(edit("walk.c", "remove-function = 'walk'"), {}, twice) ==
          "o/overlay.toml:3: arch/ours/walk.c: there is more than one function 'walk'");
    CHECK(refusal(edit("walk.c", "remove-macro = 'STEP'"), {}, twice) ==
          "o/overlay.toml:3: arch/ours/walk.c: there is more than one macro 'STEP'");
    twice.write("arch/ours/Kconfig", kconfig_text + "config OURS\n\tbool\n");
    CHECK(refusal(edit("Kconfig", "add-select = 'NEW'\nto = 'OURS'"), {}, twice) ==
          "o/overlay.toml:3: arch/ours/Kconfig: there is more than one entry 'OURS'");
    twice.write("arch/ours/Makefile", makefile_text + "obj-m := two.o\n");
    CHECK(refusal(edit("Makefile", "remove-object = 'two.o'"), {}, twice) ==
          "o/overlay.toml:3: arch/ours/Makefile: 'two.o' is named more than once");
}

TEST_CASE("what is there already is not added") {
    CHECK(refused_edit("walk.c", "add-field = 'long number'\nto = 'ticket'") ==
          "o/overlay.toml:3: arch/ours/walk.c: 'ticket' knows 'number' already");
    CHECK(refused_edit("walk.c", "add-include = 'our/types.h'") ==
          "o/overlay.toml:3: arch/ours/walk.c: includes 'our/types.h' already");
    CHECK(refused_edit("Kconfig", "add-select = 'OLD'\nto = 'OURS'") ==
          "o/overlay.toml:3: arch/ours/Kconfig: 'OURS' selects 'OLD' already");
    CHECK(refused_edit("Makefile", "add-object = 'two.o'\nto = 'obj-y'") ==
          "o/overlay.toml:3: arch/ours/Makefile: 'two.o' is built already");
    CHECK(refusal(edit("walk.c", "add-file = 'ours.c'"), {{"ours.c", "int x;\n"}}) ==
          "o/overlay.toml:3: arch/ours/walk.c: the tree has a file arch/ours/walk.c already");
    CHECK(refusal(edit("new.c", "add-file = 'a.c'") + edit("new.c", "add-file = 'a.c'"), {{"a.c", "int x;\n"}}) ==
          "o/overlay.toml:6: arch/ours/new.c: another edit adds arch/ours/new.c");
}

TEST_CASE("what cannot be taken out on its own is refused") {
    lift::MemoryTree odd = tree();
    odd.write("arch/ours/walk.c",
              "DEFINE_LOCK(gate)\nstatic int walk(int a) { return a; }\n"
              "struct pair { int a; } first_pair;\n"
              "int\nhalf(int a)\n{\n#ifdef CONFIG_FAR\n\treturn a; }\n#else\n\treturn 0; }\n#endif\n"
              "  int late(int a) { return a; }\n");
    CHECK(refusal(edit("walk.c", "remove-function = 'walk'"), {}, odd) ==
          "o/overlay.toml:3: arch/ours/walk.c: cannot tell where 'walk' begins");
    CHECK(refusal(edit("walk.c", "remove-type = 'pair'"), {}, odd) ==
          "o/overlay.toml:3: arch/ours/walk.c: more than the type 'pair' is declared there");
    CHECK(refusal(edit("walk.c", "remove-function = 'half'"), {}, odd) ==
          "o/overlay.toml:3: arch/ours/walk.c: there is more than one function 'half'");
    CHECK(refusal(edit("walk.c", "replace-function = 'late'\nwith = 'l.c'"), {{"l.c", "int late(int a) { return 1; }"}},
                  odd) == "o/overlay.toml:3: arch/ours/walk.c: 'late' does not begin its line");
    odd.write("arch/ours/walk.c", "int half(int a)\n{\n#ifdef CONFIG_FAR\n\treturn a;\n}\n#endif\n");
    CHECK(refusal(edit("walk.c", "remove-function = 'half'"), {}, odd) ==
          "o/overlay.toml:3: arch/ours/walk.c: 'half' begins and ends in different arms of #if");
}

TEST_CASE("edits that overlap are refused, in whatever order") {
    lift::MemoryTree nested;
    nested.write("arch/ours/walk.c", "int walk(int a)\n{\n#define STEP 2\n\treturn a + STEP;\n}\n");
    const std::string function = edit("walk.c", "remove-function = 'walk'");
    const std::string macro = edit("walk.c", "remove-macro = 'STEP'");
    CHECK(refusal(function + macro, {}, nested) ==
          "o/overlay.toml:6: arch/ours/walk.c: 'STEP' overlaps the edit of 'walk' at o/overlay.toml:3");
    CHECK(refusal(macro + function, {}, nested) ==
          "o/overlay.toml:3: arch/ours/walk.c: 'STEP' overlaps the edit of 'walk' at o/overlay.toml:6");
    CHECK(refusal(edit("walk.c", "remove-type = 'ticket'") + edit("walk.c", "add-field = 'int x'\nto = 'ticket'")) ==
          "o/overlay.toml:6: arch/ours/walk.c: 'int x' overlaps the edit of 'ticket' at o/overlay.toml:3");
    CHECK(refusal(function + function, {}, nested) ==
          "o/overlay.toml:6: arch/ours/walk.c: 'walk' overlaps the edit of 'walk' at o/overlay.toml:3");
}

TEST_CASE("an overlay stands on another and replaces what it adds") {
    const Files base = {
        {"b/overlay.toml", edit("new.h", "add-file = 'x.h'") + edit("walk.c", "remove-macro = 'FIRST'")},
        {"b/x.h", "int base;\n"},
        {"o/own.h", "int own;\n"}};
    const Files files = applied("base = '../b'\n" + edit("new.h", "replace-file = 'own.h'"), base);
    CHECK(files.size() == 2);
    CHECK(files.at("arch/ours/new.h") == "o/own.h:\nint own;\n");
    CHECK(files.at("arch/ours/walk.c") == without(c_text, "#define FIRST 1 /* goes\n                   with it */"));
    CHECK(refusal(edit("walk.c", "replace-file = 'own.h'"), base) ==
          "o/overlay.toml:3: arch/ours/walk.c: no overlay below this one adds this file");
    CHECK(refusal("base = '../missing'\n") == "missing/overlay.toml:0: no such file");
    CHECK(refusal("base = '.'\n") == "o/overlay.toml:1: too many overlays, each the base of the next");
}

TEST_CASE("what overlay.toml may not say is refused with its line") {
    CHECK(refusal("") == "o/overlay.toml:0: the overlay has no edits");
    CHECK(refusal("[[edit]]\nfile = ").find("o/overlay.toml:2: not TOML: ") == 0);
    CHECK(refusal("edits = 1\n") == "o/overlay.toml:1: unknown key 'edits'");
    CHECK(refusal("edit = 1\n") == "o/overlay.toml:1: 'edit' must be tables [[edit]]");
    CHECK(refused_edit("walk.c", "") == "o/overlay.toml:1: the edit says no action");
    CHECK(refused_edit("walk.c", "remove-macro = 'FIRST'\nto = 'x'") == "o/overlay.toml:4: unknown key 'to'");
    CHECK(refused_edit("walk.c", "remove-macro = 'FIRST'\nremove-type = 'ticket'") ==
          "o/overlay.toml:1: an edit has one action, not both 'remove-macro' and 'remove-type'");
    CHECK(refused_edit("walk.c", "remove-macro = ''") ==
          "o/overlay.toml:3: 'remove-macro' must be a string that is not empty");
    CHECK(refused_edit("walk.c", "remove-macro = []") == "o/overlay.toml:3: 'remove-macro' names nothing");
    CHECK(refused_edit("walk.c", "add-include = ['a.h', 'b.h']") ==
          "o/overlay.toml:3: 'add-include' must be a string that is not empty");
    CHECK(refused_edit("walk.c", "add-select = 'X'") == "o/overlay.toml:1: the key 'to' is missing");
    CHECK(refused_edit("../../walk.c", "remove-macro = 'FIRST'") ==
          "o/overlay.toml:2: 'arch/ours/../../walk.c' is no path inside a tree");
    CHECK(refused_edit("new.c", "add-file = '../b/x.h'") == "o/overlay.toml:3: '../b/x.h' is no file of the folder");
    CHECK(refused_edit("walk.c", "add-field = 'int x; int y'\nto = 'ticket'") ==
          "o/overlay.toml:3: arch/ours/walk.c: 'int x; int y' is not a type and a name");
}
