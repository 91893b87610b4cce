// SPDX-License-Identifier: MIT
// Rules of C that random functions do not reach, because they are about what must be refused, or about text that
// compilers only warn of: each mistake that the lifter once made, beside its nearest neighbour that is lifted.
#include "model/ir/printer.h"
#include "tests/model/lift/snippet.h"

#include <doctest/doctest.h>

using namespace entryproof;

namespace {

std::string refusal(const std::string& text) { return snippet::told(snippet::error(text)); }
bool is_lifted(const std::string& text) { return snippet::error(text).reason == "it was lifted"; }

std::string body(const std::string& text) {
    return ir::to_string(snippet::lifted(text, {"f"}).program.functions.at("f"));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// "int f(int a, int b)" with this inside.
std::string f(const std::string& inside) { return "int f(int a, int b)\n{\n\t" + inside + "\n}\n"; }

const std::string registers = "struct pt_regs { u64 regs[31]; u64 orig_x0; };\n";

}  // namespace

TEST_CASE("assigning twice to one place without an order is refused") {
    CHECK(contains(refusal(f("a = a++;\n\treturn a;")), "assigning twice to one place"));
    CHECK(contains(refusal(f("a += a++;\n\treturn a;")), "assigning twice to one place"));
    CHECK(contains(refusal(f("return a++ + a;")), "side effects whose order"));
    CHECK(is_lifted(f("a = b = 3;\n\treturn a++ + b;")));
    CHECK(is_lifted(f("a = ({ a = 3; a + 1; });\n\treturn a;")));
}

TEST_CASE("a name means the new local from its own initialiser on, as in C") {
    CHECK(contains(body("int f(int a)\n{\n\t{\n\t\tint a = a;\n\n\t\treturn a;\n\t}\n}\n"), "a_2 := a_2"));
}

TEST_CASE("what stands twice is refused: a local, a parameter, a label, a case") {
    CHECK(contains(refusal(f("int c = 1;\n\tint c = 2;\n\n\treturn c;")), "c is declared twice"));
    CHECK(contains(refusal(f("int a = 1;\n\n\treturn a;")), "a is declared twice"));
    CHECK(contains(refusal("int f(int a, int a)\n{\n\treturn a;\n}\n"), "a is declared twice"));
    CHECK(contains(refusal(f("if (a)\n\t\tgoto out;\nout:\n\tb = 1;\nout:\n\treturn b;")), "label stands twice"));
    const std::string before = "switch (a) {\n\tcase 1 ... 4:\n\t\treturn 1;\n\tcase ";
    CHECK(contains(refusal(f(before + "4:\n\t\treturn 2;\n\t}\n\treturn 0;")), "6:7: this case stands twice"));
    CHECK(
        contains(refusal(f(before + "5:\n\tdefault:\n\tdefault:\n\t\treturn 2;\n\t}\n\treturn 0;")), "default stands"));
    CHECK(is_lifted(f(before + "5:\n\t\treturn 2;\n\t}\n\treturn 0;")));
    CHECK(is_lifted(f("{\n\t\tint a = 1;\n\n\t\tb = a;\n\t}\n\treturn b;")));
}

TEST_CASE("a range of cases goes from its first value to its last, and must not be empty") {
    const std::string text = body(f("switch (a) {\n\tcase -3 ... 4:\n\t\treturn 1;\n\t}\n\treturn 0;"));
    CHECK(contains(text, "<=s"));
    CHECK(contains(refusal(f("switch (a) {\n\tcase 4 ... 3:\n\t\treturn 1;\n\t}\n\treturn 0;")),
                   "range of cases is empty"));
    CHECK(contains(refusal(f("switch (a) {\n\tcase 1 ... b:\n\t\treturn 1;\n\t}\n\treturn 0;")),
                   "a case that is no constant"));
}

TEST_CASE("an enumerator beyond int is refused, and an enumeration is signed only with a negative enumerator") {
    CHECK(contains(refusal("enum e { A = 1UL << 40 };\nlong f(void)\n{\n\treturn A;\n}\n"), "A does not fit an int"));
    const std::string rest = " };\nlong f(enum e e)\n{\n\treturn e;\n}\n";
    CHECK(contains(body("enum e { A = -1, B" + rest), "sign_extend"));
    CHECK(contains(body("enum e { A = 1, B" + rest), "zero_extend"));
    CHECK(contains(refusal("long f(enum e e)\n{\n\treturn e;\n}\n"), "the declaration of this enum was not found"));
    CHECK(
        contains(refusal("enum e { A } __packed;\nlong f(enum e e)\n{\n\treturn e;\n}\n"), "an attribute of an enum"));
}

TEST_CASE("words that are no type together, and suffixes that are none, are refused") {
    for (const char* type : {"long long long", "unsigned signed", "short long", "unsigned size_t", "int long short"})
        CHECK_MESSAGE(!is_lifted("int f(int a)\n{\n\t" + std::string(type) + " x = a;\n\n\treturn x;\n}\n"), type);
    for (const char* number : {"1uu", "1lul", "1Ll", "1lll", "0x", "08"})
        CHECK_MESSAGE(!is_lifted(f("return " + std::string(number) + ";")), number);
    CHECK(is_lifted("int f(int a)\n{\n\tint long unsigned x = a;\n\n\treturn x + 1uLL;\n}\n"));
}

TEST_CASE("a header that C's grammar allows but we do not know is refused with its place, and does not crash") {
    CHECK(refusal("int f(int a, ...)\n{\n\treturn a;\n}\n").rfind("1:", 0) == 0);
    CHECK(contains(refusal("int f(int (a))\n{\n\treturn a;\n}\n"), "unknown name a"));
    CHECK(refusal(f("int (c);\n\n\treturn a;")).rfind("3:", 0) == 0);
    CHECK(refusal(f("int;\n\n\treturn a;")).rfind("3:", 0) == 0);
}

TEST_CASE("x ?: y evaluates x once, and y only when x is 0") {
    const std::string text = body(f("return a++ ?: (b = 7);"));
    CHECK(contains(text, "  a := "));
    CHECK(text.find("  a := ") == text.rfind("  a := "));
    CHECK(text.find("b := ") > text.find("if "));
}

TEST_CASE("control does not leave a statement expression") {
    CHECK(contains(refusal(f("return ({ if (a) return 1; b; });")), "leaving the function inside an expression"));
    CHECK(contains(refusal(f("b = ({ if (a) goto out; b; });\nout:\n\treturn b;")), "this goto is not supported"));
    CHECK(contains(refusal(f("return ({ if (a) b = 1; });")), "a statement expression without a value"));
    CHECK(is_lifted(f("return ({ int c = a; do { if (b) break; c++; } while (0); c; });")));
}

TEST_CASE("the value of storing to an element is what was stored, even when storing changes which one that is") {
    const std::string text =
        body(registers +
             "u64 f(struct pt_regs *regs, int a)\n{\n\tunsigned long t[2];\n\n\tt[0] = a ? 0 : 1;\n\tt[1] = 5;\n\t"
             "return (t[t[0]] = 1);\n}\n");
    CHECK(contains(text, "return stored"));
}

TEST_CASE("a way that jumps over a declaration reads no value") {
    const std::string text =
        body("int f(int a)\n{\n\tif (a)\n\t\tgoto out;\n\tint b = 1;\nout:\n\treturn a && b;\n}\n");
    CHECK(contains(text, "if test"));  // b is read only where a is set
}

TEST_CASE("a warning has the type long, as the kernel's macro has") {
    CHECK(contains(body("long f(unsigned int a)\n{\n\treturn WARN_ON_ONCE(a) - a;\n}\n"), "64"));
    CHECK(!contains(body("int f(int a)\n{\n\treturn !a - a;\n}\n"), "64"));
}

TEST_CASE("an attribute in a declaration is refused, and so is a const local that is assigned") {
    CHECK(!is_lifted(f("int __attribute__((cleanup(g))) c = 1;\n\n\treturn c;")));
    CHECK(contains(refusal(f("const int c = 1;\n\n\tc = 2;\n\treturn c;")), "assigning to a constant"));
    CHECK(contains(refusal("int f(const int a)\n{\n\ta++;\n\treturn a;\n}\n"), "assigning to a constant"));
    CHECK(is_lifted(f("const int c = 1;\n\n\treturn c;")));
}

TEST_CASE("a macro takes the rest of its arguments by a name of its own as by __VA_ARGS__") {
    const std::string helper = "static int g(int a, int b) { return a - b; }\n";
    const std::string text = body(helper + "#define CALL(f, rest...) f(rest)\n" + f("return CALL(g, a, b);"));
    CHECK(text == body(helper + "#define CALL(f, ...) f(__VA_ARGS__)\n" + f("return CALL(g, a, b);")));
    CHECK(contains(text, "g(a, b)"));
    CHECK(contains(refusal(helper + "#define CALL(f, rest...) f(rest)\n" + f("return CALL(g, a, b, 1);")),
                   "expected 2 arguments"));
}

TEST_CASE("a function says one storage class at most, and its parameters") {
    CHECK(refusal("static static int f(void)\n{\n\treturn 1;\n}\n") == "1:1: two storage classes");
    CHECK(contains(refusal("int f()\n{\n\treturn 1;\n}\n"), "1:5: a function that does not say its parameters"));
    CHECK(is_lifted("static inline int f(void)\n{\n\treturn 1;\n}\n"));
}

TEST_CASE(
    "what random damage to the real source found: a dot for an arrow, an argument too few, words behind a header") {
    const std::string head = registers + "struct task_struct { int exit_code; };\nstruct thread_info { u64 flags; };\n";
    CHECK(contains(refusal(registers + "u64 f(struct pt_regs *regs)\n{\n\treturn regs.regs[0];\n}\n"),
                   "4:9: a field of this"));
    CHECK(is_lifted(registers + "u64 f(struct pt_regs *regs)\n{\n\treturn regs->regs[0];\n}\n"));
    const std::string task = head + "u64 f(struct task_struct *task)\n{\n\treturn ";
    CHECK(contains(refusal(task + "task_thread_info()->flags;\n}\n"), "expected 1 arguments here, got 0"));
    CHECK(contains(refusal(task + "current_thread_info(task)->flags;\n}\n"), "expected 0 arguments here, got 1"));
    CHECK(is_lifted(task + "task_thread_info(task)->flags + current_thread_info()->flags;\n}\n"));
    CHECK(!is_lifted("static int f(int a) unsigned\n{\n\treturn a;\n}\n"));
    CHECK(!is_lifted("static int f(int a) ours\n{\n\treturn a;\n}\n"));
    CHECK(is_lifted("static int f(int a) __must_check\n{\n\treturn a;\n}\n"));
}
