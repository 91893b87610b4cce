// SPDX-License-Identifier: MIT
// Everything outside the subset is refused with its place, its reason and, where there is one, a hint; each case beside
// its nearest neighbour that is lifted.
#include "tests/model/lift/snippet.h"

#include "model/ir/validator.h"

#include <doctest/doctest.h>

#include <random>

using namespace entryproof;
using snippet::error;
using snippet::told;

namespace {

std::string refusal(const std::string& text) { return told(error(text)); }

bool is_lifted(const std::string& text) { return error(text).reason == "it was lifted"; }

std::string nested(const std::string& open, const std::string& inside, const std::string& close, unsigned times) {
    std::string text = inside;
    for (unsigned at = 0; at < times; ++at) text = open + text + close;
    return text;
}

const std::string structures = "struct pt_regs { u64 regs[31]; u64 orig_x0; s32 syscallno; };\n";

}  // namespace

TEST_CASE("a loop is refused, do { } while (0) is not") {
    CHECK(
        refusal("void f(int a)\n{\n\twhile (a)\n\t\ta--;\n}\n") ==
        "3:2: a loop is not supported (only hooks may loop; add this one to the vocabulary if it stands for an event)");
    CHECK(refusal("void f(int a)\n{\n\tdo {\n\t\ta--;\n\t} while (a);\n}\n") ==
          "3:2: a loop is not supported (only do { } while (0) is)");
    CHECK(is_lifted("void f(int a)\n{\n\tdo {\n\t\ta--;\n\t} while (0);\n}\n"));
}

TEST_CASE("a goto backwards or into a block is refused, one forwards is not") {
    const std::string hint = " (only jumps forward, out of nested statements, are)";
    CHECK(refusal("void f(int a)\n{\nagain:\n\tif (a)\n\t\tgoto again;\n}\n") ==
          "5:3: this goto is not supported" + hint);
    CHECK(refusal("void f(int a)\n{\n\tif (a)\n\t\tgoto in;\n\tif (!a) {\nin:\n\t\ta = 1;\n\t}\n}\n") ==
          "4:3: this goto is not supported" + hint);
    CHECK(is_lifted("void f(int a)\n{\n\tif (a)\n\t\tgoto out;\n\ta = 2;\nout:\n\ta = 1;\n}\n"));
}

TEST_CASE("inline assembly is refused") {
    CHECK(refusal("void f(void)\n{\n\tasm volatile(\"nop\");\n}\n").rfind("3:2: ", 0) == 0);
}

TEST_CASE("text that is no C is refused where it goes wrong, on the path only") {
    CHECK(refusal("int f(int a)\n{\n\treturn a +;\n}\n").rfind("3:", 0) == 0);
    CHECK(refusal("int f(int a)\n{\n\treturn a\n}\n").find("not C that can be parsed") != std::string::npos);
    CHECK(is_lifted("int g(int a) { return a +; }\nint f(int a)\n{\n\treturn a;\n}\n"));
}

TEST_CASE("an unknown attribute is refused, a known annotation blanked in place") {
    CHECK(refusal("static __attribute__((weak)) int f(void)\n{\n\treturn 1;\n}\n").rfind("1:8: ", 0) == 0);
    CHECK(is_lifted("static __always_inline __must_check int f(void)\n{\n\treturn 1;\n}\n"));
    CHECK(refusal("static __always_inline int f(void)\n{\n\treturn nothing;\n}\n").rfind("3:9: unknown name", 0) == 0);
}

TEST_CASE("an unknown name is refused, a local and an enumerator are known") {
    CHECK(refusal("int f(void)\n{\n\treturn audit_enabled;\n}\n") ==
          "3:9: unknown name audit_enabled (no local, macro, enumerator or vocabulary row has this name)");
    CHECK(is_lifted("enum e { A, B = 5, C };\nint f(void)\n{\n\treturn C;\n}\n"));
}

TEST_CASE("an enumerator that depends on itself is refused") {
    CHECK(refusal("enum e { A = B, B = A };\nint f(void)\n{\n\treturn A;\n}\n").find("depends on itself") !=
          std::string::npos);
}

TEST_CASE("recursion is refused, also through another function") {
    CHECK(refusal("int f(int a)\n{\n\treturn f(a - 1);\n}\n") == "1:5: recursion is not supported");
    CHECK(refusal("int f(int a);\nint g(int a) { return f(a); }\nint f(int a) { return g(a); }\n")
              .find("recursion is not supported") != std::string::npos);
}

TEST_CASE("side effects whose order C leaves open are refused, those it orders are not") {
    const std::string two = structures +
                            "static int g(struct pt_regs *regs) { regs->orig_x0 = 1; return 2; }\n"
                            "long f(struct pt_regs *regs)\n{\n\treturn ";
    CHECK(refusal(two + "g(regs) + regs->orig_x0;\n}\n").rfind("5:9: side effects whose order C leaves open", 0) == 0);
    CHECK(refusal(two + "g(regs) + g(regs);\n}\n").rfind("5:9: side effects", 0) == 0);
    CHECK(is_lifted(two + "g(regs) && regs->orig_x0;\n}\n"));
    CHECK(is_lifted(two + "g(regs) + 1;\n}\n"));
}

TEST_CASE("a shift must be provably in range") {
    CHECK(refusal("int f(int a, int n)\n{\n\treturn a << n;\n}\n") ==
          "3:9: the shift amount is not provably in range (only constants and values tested before are)");
    CHECK(refusal("int f(int a)\n{\n\treturn a << 32;\n}\n") ==
          "3:9: the shift amount is out of range (C does not define this)");
    CHECK(is_lifted("int f(int a, int n)\n{\n\treturn a << (n & 31);\n}\n"));
    CHECK(is_lifted("static int g(int a, int n) { return a << n; }\nint f(int a)\n{\n\treturn g(a, 5);\n}\n"));
}

TEST_CASE("a bit must be in its word, and known") {
    const std::string word =
        "struct thread_info { unsigned long flags; };\nvoid f(struct thread_info *ti, int n)\n{\n\t";
    CHECK(refusal(word + "set_bit(64, &ti->flags);\n}\n") == "4:10: bit 64 is not in the word");
    CHECK(refusal(word + "set_bit(n, &ti->flags);\n}\n").rfind("4:10: the number of the bit is not known here", 0) ==
          0);
    CHECK(is_lifted(word + "set_bit(63, &ti->flags);\n}\n"));
}

TEST_CASE("a register is chosen only by a number that is provably in range") {
    const std::string start = structures + "long f(struct pt_regs *regs, int n)\n{\n\t";
    CHECK(refusal(start + "return regs->regs[n];\n}\n").rfind("4:9: the index is not provably in range", 0) == 0);
    CHECK(refusal(start + "n = n ? 7 : 31;\n\treturn regs->regs[n];\n}\n").rfind("5:9: the index may be 31", 0) == 0);
    CHECK(is_lifted(start + "n = n ? 7 : 30;\n\treturn regs->regs[n];\n}\n"));
}

TEST_CASE("division is refused except by a positive constant") {
    CHECK(refusal("int f(int a, int b)\n{\n\treturn a / b;\n}\n").rfind("3:9: division", 0) == 0);
    CHECK(refusal("int f(int a)\n{\n\treturn a % 0;\n}\n").rfind("3:9: division", 0) == 0);
    CHECK(is_lifted("int f(int a)\n{\n\treturn a / 3;\n}\n"));
}

TEST_CASE("pointers that are not the task's own are refused") {
    CHECK(refusal("struct file;\nint f(struct file *file)\n{\n\treturn !file;\n}\n").find("struct file") !=
          std::string::npos);
    CHECK(is_lifted("struct file;\nint f(struct file *file)\n{\n\treturn 1;\n}\n"));
    CHECK(refusal("struct task_struct { int exit_code; };\nint f(struct task_struct *a, struct task_struct "
                  "*b)\n{\n\treturn a == b;\n}\n")
              .rfind("4:9: comparing pointers", 0) == 0);
    CHECK(
        is_lifted("struct task_struct { int exit_code; };\nint f(struct task_struct *a)\n{\n\treturn a != NULL;\n}\n"));
}

TEST_CASE("a local that outlives its function, a struct, a float are refused") {
    CHECK(refusal("int f(void)\n{\n\tstatic int n = 0;\n\treturn n++;\n}\n").rfind("3:2: a local that outlives", 0) ==
          0);
    CHECK(refusal("struct s { int a; };\nint f(void)\n{\n\tstruct s s;\n\treturn 1;\n}\n")
              .rfind("4:2: struct s by value", 0) == 0);
    CHECK(refusal("int f(void)\n{\n\tdouble d = 1;\n\treturn d;\n}\n").rfind("3:2: the type double", 0) == 0);
    CHECK(refusal("int f(void)\n{\n\tvolatile int d = 1;\n\treturn d;\n}\n").rfind("3:2: this qualifier", 0) == 0);
}

TEST_CASE("a value that a way through the function does not give is refused") {
    CHECK(refusal("int f(int a)\n{\n\tif (a)\n\t\treturn 1;\n}\n").rfind("2:1: the end of this function", 0) == 0);
}

TEST_CASE("a product in parentheses that the grammar takes for a cast is refused, not misread") {
    CHECK(refusal("int f(int a, int b, int c)\n{\n\treturn (a * (b)) & c;\n}\n").rfind("3:10: a product", 0) == 0);
    CHECK(is_lifted("int f(int a, int b, int c)\n{\n\treturn (b + a * 1) & c;\n}\n"));
}

TEST_CASE("a macro that grows without end is refused") {
    std::string text = "#define M0 1 + 1\n";
    for (int at = 1; at <= 40; ++at)
        text +=
            "#define M" + std::to_string(at) + " M" + std::to_string(at - 1) + " + M" + std::to_string(at - 1) + "\n";
    CHECK(refusal(text + "int f(void)\n{\n\treturn M40;\n}\n").find("macro expansion does not end") !=
          std::string::npos);
}

TEST_CASE("a macro that names itself stays as it is") {
    CHECK(refusal("#define g() g()\nint f(void)\n{\n\treturn g();\n}\n").rfind("4:9: unknown function g", 0) == 0);
}

TEST_CASE("nesting beyond any sense is refused in every form") {
    CHECK(refusal("int f(int a)\n{\n\treturn " + nested("(", "a", ")", 5000) + ";\n}\n").find("nested too deeply") !=
          std::string::npos);
    CHECK(refusal("int f(int a)\n{\n\treturn " + nested("!", "a", "", 5000) + ";\n}\n").find("nesting this deep") !=
          std::string::npos);
    CHECK(refusal("int f(int a)\n{\n\t" + nested("if (a) ", "return 1;", "", 5000) + "\n\treturn 0;\n}\n")
              .find("nesting this deep") != std::string::npos);
    CHECK(refusal("int f(int a)\n{\n\treturn " + nested("", "a", " + a", 5000) + ";\n}\n").find("nesting this deep") !=
          std::string::npos);
    CHECK(refusal(nested("#ifdef CONFIG_A\n", "int f(void);\n", "#endif\n", 5000)).find("#if is nested too deeply") !=
          std::string::npos);
}

TEST_CASE("an expression of an #if that nests beyond any sense is refused") {
    CHECK(refusal("#if " + nested("(", "1", ")", 5000) + "\nint f(void) { return 1; }\n#endif\n")
              .find("nested too deeply") != std::string::npos);
}

TEST_CASE("files that include each other without a guard are refused, with one they are read once") {
    const auto told_of = [](const std::string& header) {
        lift::MemoryTree tree;
        tree.write(snippet::file, "#include \"a.h\"\nint f(void) { return N; }\n");
        tree.write("kernel/a.h", header);
        tree.write("kernel/b.h", "#include \"a.h\"\n");
        try {
            lift::lift_functions({}, tree, snippet::file, {"f"});
            return std::string("lifted");
        } catch (const lift::LiftError& error) {
            return error.file + ":" + told(error);
        }
    };
    const std::string text = "#include \"b.h\"\n#define N 1\n";
    CHECK(told_of(text) ==
          "kernel/b.h:1:10: this file includes itself without end (it has no #ifndef or #pragma once)");
    CHECK(told_of("#include \"a.h\"\n#define N 1\n").rfind("kernel/a.h:1:10: this file includes itself", 0) == 0);
    CHECK(told_of("#pragma once\n" + text) == "lifted");
    CHECK(told_of("#ifndef A_H\n#define A_H\n" + text + "#endif\n") == "lifted");
}

TEST_CASE("a file beyond any sense is refused, also without a newline in it") {
    CHECK(refusal(std::string(5u << 20, 'x')) == "0:0: the file is larger than 4 MiB (is this kernel source?)");
}

TEST_CASE("a path that leaves the tree is not read") {
    lift::MemoryTree tree;
    tree.write("../outside.h", "#define N 1\n");
    tree.write(snippet::file, "#include \"../../outside.h\"\nint f(void)\n{\n\treturn N;\n}\n");
    CHECK_THROWS_AS(lift::lift_functions({}, tree, snippet::file, {"f"}), lift::LiftError);
}

TEST_CASE("a directive inside a function that is not an #if or a macro is refused, where it counts") {
    CHECK(refusal("int f(void)\n{\n#include \"body.h\"\n\treturn 1;\n}\n").rfind("3:", 0) == 0);
    CHECK(refusal("int f(void)\n{\n#error no\n\treturn 1;\n}\n") ==
          "3:1: this directive inside a function is not supported");
    CHECK(is_lifted("#error no\nint f(void)\n{\n#ifdef NO\n#error no\n#endif\n\treturn 1;\n}\n"));
}

TEST_CASE("an enumerator that stands twice is refused") {
    CHECK(refusal("enum a { A };\nenum b { B, A };\nint f(void)\n{\n\treturn A;\n}\n").find("A is defined twice") !=
          std::string::npos);
}

TEST_CASE("text with random damage ends in IR or in a refusal, never otherwise") {
    const std::string plain =
        structures +
        "#define TWICE(x) ((x) + (x))\n#define PASTE(a, ...) a##_flag(__VA_ARGS__)\nenum e { A = 1 << 3, B };\n"
        "#ifdef CONFIG_A\nstatic inline int g(int a) { return a ? A : B; }\n#else\n"
        "static inline int g(int a) { return TWICE(a); }\n#endif\nstatic int new_flag(int a, int *b) { *b = 3; return "
        "a; }\n"
        "long f(struct pt_regs *regs, int a)\n{\n\tint b;\n\n\tif (a && g(a))\n\t\tgoto out;\n\tPASTE(new, 7, &b);\n"
        "\tswitch (a) {\n\tcase 1:\n\t\treturn regs->regs[b];\n\tdefault:\n\t\tbreak;\n\t}\nout:\n\treturn "
        "regs->orig_x0;\n}\n";
    REQUIRE(is_lifted(plain));
    std::mt19937_64 random(7);
    const std::string bits = "(){}[];,#*&\"'\\\n ?:=!ax_0";
    unsigned refused = 0;
    for (unsigned round = 0; round < 3000; ++round) {
        std::string text = plain;
        for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
                case 0:
                    text.erase(at, 1 + random() % 9);
                    break;
                case 1:
                    text.insert(at, 1, bits[random() % bits.size()]);
                    break;
                default:
                    text.insert(at, text.substr(random() % text.size(), random() % 40));
                    break;
            }
        }
        CAPTURE(text);
        try {
            const lift::Lifted all = snippet::lifted(text, {"f"});
            for (const ir::Flaw& flaw : ir::validate(all.program))
                REQUIRE_MESSAGE(flaw.message.find("entry") != std::string::npos, flaw.message);
        } catch (const lift::LiftError& error) {
            ++refused;
            REQUIRE(!error.reason.empty());
        }
    }
    CHECK(refused > 500);
    CHECK(refused < 2990);
}
