// SPDX-License-Identifier: MIT
// #if, options and overrides: what becomes a constant, what an If, and what is refused.
#include "tests/model/lift/snippet.h"

#include "model/ir/printer.h"

#include <doctest/doctest.h>

using namespace entryproof;
using snippet::error;
using snippet::told;

namespace {

// The IR of `f`, without its first line.
std::string body(const lift::SourceTree& tree, const std::string& path = snippet::file) {
    const lift::Lifted all = lift::lift_functions({}, tree, path, {"f"});
    const std::string text = ir::to_string(all.program.functions.at("f"));
    return text.substr(text.find('\n') + 1);
}

std::string body(const std::string& text) {
    lift::MemoryTree tree;
    tree.write(snippet::file, text);
    return body(tree);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string option_text = "int f(void)\n{\n#ifdef CONFIG_X\n\treturn 1;\n#else\n\treturn 2;\n#endif\n}\n";

lift::MemoryTree with_kconfig(const std::string& kconfig) {
    lift::MemoryTree tree;
    tree.write(snippet::file, option_text);
    tree.write("arch/arm64/Kconfig", kconfig);
    return tree;
}

}  // namespace

TEST_CASE("an option decides between two texts of a body") {
    const std::string text = body(option_text);
    CHECK((contains(text, "if CONFIG_X {") || contains(text, "if !CONFIG_X {")));
    CHECK(contains(text, "return 1:32"));
    CHECK(contains(text, "return 2:32"));
}

TEST_CASE("an option that the architecture selects is a constant") {
    const std::string text = body(with_kconfig("config ARM64\n\tdef_bool y\n\tselect X\n"));
    CHECK(contains(text, "return 1:32"));
    CHECK(!contains(text, "CONFIG_X"));
}

TEST_CASE("an option selected by a selected option is a constant too") {
    const std::string text = body(with_kconfig("config ARM64\n\tselect Y\n\nconfig Y\n\tbool\n\tselect X\n"));
    CHECK(!contains(text, "CONFIG_X"));
}

TEST_CASE("an option that is selected under a condition stays symbolic") {
    CHECK(contains(body(with_kconfig("config ARM64\n\tselect X if FOO\n\nconfig X\n\tbool\n")), "CONFIG_X"));
}

TEST_CASE("an option without prompt that nobody selects is off") {
    const std::string text = body(with_kconfig("config ARM64\n\tdef_bool y\n\nconfig X\n\tbool\n"));
    CHECK(contains(text, "return 2:32"));
    CHECK(!contains(text, "CONFIG_X"));
}

TEST_CASE("an option with a prompt stays symbolic") {
    CHECK(contains(body(with_kconfig("config ARM64\n\nconfig X\n\tbool \"X\"\n\tdefault y\n")), "CONFIG_X"));
}

TEST_CASE("def_bool y is not always when it stands inside an if or depends on something") {
    CHECK(contains(body(with_kconfig("config ARM64\n\nif FOO\nconfig X\n\tdef_bool y\nendif\n")), "CONFIG_X"));
    CHECK(contains(body(with_kconfig("config ARM64\n\nconfig X\n\tdef_bool y\n\tdepends on FOO\n")), "CONFIG_X"));
    CHECK(!contains(body(with_kconfig("config ARM64\n\nconfig X\n\tdef_bool y\n")), "CONFIG_X"));
}

TEST_CASE("an option that depends on what cannot be is off") {
    const auto is_off = [](const std::string& entries) {
        const std::string text =
            body(with_kconfig("config ARM64\n\tselect GIVEN\n\nconfig NEVER\n\tbool\n\n" + entries));
        return contains(text, "return 2:32") && !contains(text, "CONFIG_X");
    };
    const std::string x = "config X\n\tbool \"X\"\n\tdefault y\n\tdepends on ";
    CHECK(is_off(x + "NEVER\n"));
    CHECK(is_off(x + "OTHER && NEVER\n"));
    CHECK(is_off(x + "OTHER && !GIVEN\n"));
    CHECK(is_off(x + "OTHER\n\tdepends on NEVER\n"));
    CHECK(is_off(x + "Y\n\nconfig Y\n\tbool \"Y\"\n\tdepends on NEVER\n"));
    CHECK_FALSE(is_off(x + "GIVEN\n"));
    CHECK_FALSE(is_off(x + "!NEVER\n"));
    CHECK_FALSE(is_off(x + "NEVER || OTHER\n"));
    CHECK_FALSE(is_off(x + "OTHER && (NEVER || GIVEN)\n"));
    CHECK_FALSE(is_off(x + "NEVER\n\nconfig X\n\tdepends on OTHER\n"));
    CHECK_FALSE(is_off(x + "NEVER\n\nconfig Z\n\tbool \"Z\"\n\tselect X\n"));
    CHECK_FALSE(is_off(x + "Y\n\nconfig Y\n\tbool \"Y\"\n\tdepends on X\n"));
}

TEST_CASE("a select in a help text selects nothing") {
    CHECK(contains(body(with_kconfig("config ARM64\n\thelp\n\t  You may\n\t  select X\n\nconfig X\n\tbool \"X\"\n")),
                   "CONFIG_X"));
}

TEST_CASE("two definitions under opposite options are one function with an If") {
    const std::string text =
        body("#ifdef CONFIG_A\nint f(int a) { return a; }\n#else\nint f(int b) { return b + 1; }\n#endif\n");
    CHECK(contains(text, "if CONFIG_A {"));
    CHECK(contains(text, "return (a + 1:32)"));
}

TEST_CASE("texts that come out the same are not split") {
    const std::string text =
        body("#ifdef CONFIG_A\n#define N 3\n#else\n#define N (1 + 2)\n#endif\nint f(void) { return N; }\n");
    CHECK(!contains(text, "CONFIG_A"));
    CHECK(contains(text, "return 3:32"));
}

TEST_CASE("&&, || and defined() over options are one condition") {
    const std::string text = body(
        "int f(void)\n{\n#if defined(CONFIG_A) && (!defined(CONFIG_B) || IS_ENABLED(CONFIG_A))\n\treturn "
        "1;\n#endif\n\treturn 2;\n}\n");
    CHECK(contains(text, "CONFIG_A"));
    CHECK(!contains(text, "CONFIG_B"));
}

TEST_CASE("a macro that is defined, or compared, is known from the source") {
    CHECK(contains(body("#define FLAG 12\nint f(void)\n{\n#if defined(CONFIG_A) || defined(FLAG)\n\treturn "
                        "1;\n#else\n\treturn 2;\n#endif\n}\n"),
                   "return 1:32"));
    CHECK(contains(body("#define FLAG 12\nint f(void)\n{\n#if FLAG * 2 > 20 && FLAG != 13\n\treturn "
                        "1;\n#else\n\treturn 2;\n#endif\n}\n"),
                   "return 1:32"));
}

TEST_CASE("an architecture's override hides the generic function, and only then") {
    lift::MemoryTree tree;
    const std::string generic =
        "#include <asm/toy.h>\n#ifndef arch_foo\nstatic inline int arch_foo(void) { return 1; }\n#endif\nint f(void) { "
        "return arch_foo(); }\n";
    tree.write(snippet::file, generic);
    tree.write("arch/arm64/include/asm/toy.h",
               "static inline int arch_foo(void) { return 2; }\n#define arch_foo arch_foo\n");
    const auto text = [&] {
        return ir::to_string(lift::lift_functions({}, tree, snippet::file, {"f"}).program.functions.at("arch_foo"));
    };
    CHECK(contains(text(), "return 2:32"));
    tree.write("arch/arm64/include/asm/toy.h", "\n");
    CHECK(contains(text(), "return 1:32"));
}

TEST_CASE("a macro is what its last definition before the use says") {
    CHECK(contains(body("#define N 1\n#undef N\n#define N 2\nint f(void) { return N; }\n#undef N\n#define N 3\n"),
                   "return 2:32"));
}

TEST_CASE("IS_ENABLED is a value, and a static key is one too") {
    CHECK(contains(body("int f(void) { return IS_ENABLED(CONFIG_A) ? 5 : 6; }\n"), "CONFIG_A ?"));
    CHECK(contains(body("int f(void) { return static_branch_unlikely(&some_key) ? 5 : 6; }\n"), "some_key ?"));
}

TEST_CASE("a call to a function that some options lack is refused, unless the same option guards the call") {
    const std::string only = "#ifdef CONFIG_A\nstatic int g(void) { return 1; }\n#endif\n";
    CHECK(told(error(only + "int f(void)\n{\n\treturn g();\n}\n")) ==
          "6:9: there is no g for some of the options under which it is called (is a header missing?)");
    CHECK(error(only + "int f(void)\n{\n#ifdef CONFIG_A\n\treturn g();\n#endif\n\treturn 0;\n}\n").reason ==
          "it was lifted");
}

TEST_CASE("an #if that nobody can evaluate is refused where it stands, if it matters") {
    const std::string test = "#if __GNUC__ > 3 && foo(1)\n";
    CHECK(told(error("int f(void)\n{\n" + test + "\treturn 1;\n#endif\n\treturn 2;\n}\n")) ==
          "3:5: this #if cannot be evaluated, and the text of f depends on it (only CONFIG_ options and macros of the "
          "tree are known)");
    CHECK(error(test + "int g(void) { return 1; }\n#endif\nint f(void) { return 2; }\n").reason == "it was lifted");
}

TEST_CASE("a function that is defined twice for the same options is refused") {
    CHECK(told(error("int f(void) { return 1; }\nint f(void) { return 2; }\n")) == "2:5: f is defined twice");
}

TEST_CASE("a function whose end only one option compiles is refused") {
    CHECK(error("int f(void)\n{\n#ifdef CONFIG_A\n\treturn 1;\n}\n#endif\n").reason != "it was lifted");
}
