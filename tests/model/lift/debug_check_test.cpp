// SPDX-License-Identifier: MIT
// Checks of debug kernels on the path of generic entry, and functions that a .c file takes from another.
#include "model/ir/printer.h"
#include "tests/model/lift/snippet.h"

#include <doctest/doctest.h>

using namespace entryproof;

namespace {

std::string body(const std::string& text) {
    return ir::to_string(snippet::lifted(text, {"f"}).program.functions.at("f"));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string refusal(const std::string& text) { return snippet::told(snippet::error(text)); }

}  // namespace

TEST_CASE("a warning with a text has the value of its condition, and the text is left out") {
    const std::string text =
        body("int f(int a)\n{\n\tif (WARN(a == 3, \"a is %d\", a))\n\t\treturn 1;\n\treturn 2;\n}\n");
    CHECK(contains(text, "a == 3:32"));
    CHECK(contains(text, "return 1:32"));
    CHECK(contains(text, "return 2:32"));
}

TEST_CASE("an effect in what is left out of a warning is refused") {
    CHECK(contains(refusal("int f(int a)\n{\n\treturn WARN(a, \"%d\", a++);\n}\n"), "an effect in the argument"));
    CHECK(contains(refusal("int f(int a)\n{\n\tCT_WARN_ON(a++);\n\treturn a;\n}\n"), "an effect in the argument"));
    CHECK(contains(refusal("int f(int a)\n{\n\tCT_WARN_ON(our_state() != 1);\n\treturn a;\n}\n"), "an effect"));
    CHECK(refusal("int f(int a)\n{\n\tCT_WARN_ON(ct_state() != 1);\n\treturn a;\n}\n") == "0:0: it was lifted");
}

TEST_CASE("interrupts are never off on the path, and that is listed as left out") {
    const std::string source = "int f(int a)\n{\n\tif (irqs_disabled())\n\t\treturn 1;\n\treturn 2;\n}\n";
    CHECK_FALSE(contains(body(source), "return 1:32"));
    CHECK(contains(body(source), "return 2:32"));
    const lift::Lifted lifted = snippet::lifted(source, {"f"});
    REQUIRE(lifted.abstracted.size() == 1);
    CHECK(lifted.abstracted[0].construct == "irqs_disabled");
}

TEST_CASE("a function is found in a .c file that a file of the path includes, not in a header's prototype alone") {
    lift::MemoryTree tree;
    tree.write("kernel/snippet.c", "int g(int a);\nint f(int a)\n{\n\treturn g(a);\n}\n");
    CHECK_THROWS_AS(lift::lift_functions({}, tree, "kernel/snippet.c", {"f"}), lift::LiftError);
    tree.write("arch/arm64/kernel/ptrace.c", "#include \"ours.c\"\n");
    tree.write("arch/arm64/kernel/ours.c", "int g(int a)\n{\n\treturn a + 5;\n}\n");
    const lift::Lifted lifted = lift::lift_functions({}, tree, "kernel/snippet.c", {"f"});
    CHECK(contains(ir::to_string(lifted.program.functions.at("g")), "5:32"));
    tree.write("arch/arm64/kernel/ours.c", "static int g(int a)\n{\n\treturn a + 5;\n}\n");
    CHECK_THROWS_AS(lift::lift_functions({}, tree, "kernel/snippet.c", {"f"}), lift::LiftError);
}
