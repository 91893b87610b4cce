// SPDX-License-Identifier: MIT
// memcpy between arrays of the path, sizeof, and pointers that have walked before; each beside a neighbour that is
// refused.
#include "model/ir/printer.h"
#include "tests/model/lift/snippet.h"

#include <doctest/doctest.h>

using namespace entryproof;

namespace {

const std::string registers = "struct pt_regs { u64 regs[31]; u64 orig_x0; };\n";

std::string with_array(const std::string& inside) {
    return registers + "int f(struct pt_regs *regs, unsigned long *args)\n{\n\t" + inside + "\n\treturn 0;\n}\n";
}

std::string refusal(const std::string& inside) { return snippet::told(snippet::error(with_array(inside))); }
bool is_lifted(const std::string& inside) { return snippet::error(with_array(inside)).reason == "it was lifted"; }

std::string body(const std::string& inside) {
    return ir::to_string(snippet::lifted(with_array(inside), {"f"}).program.functions.at("f"));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("memcpy copies element by element, from the element that is named") {
    const std::string text = body("memcpy(&args[1], &regs->regs[5], 2 * sizeof(long));");
    CHECK(contains(text, "args[1] := regs.regs[5]"));
    CHECK(contains(text, "args[2] := regs.regs[6]"));
    CHECK(!contains(text, "args[3]"));
    CHECK(!contains(text, "args[0] :="));
    CHECK(contains(body("memcpy(&regs->regs[29], args, 2 * sizeof(args[0]));"), "regs.regs[30] := args[1]"));
}

TEST_CASE("what memcpy would cut, run over or copy onto itself is refused") {
    CHECK(contains(refusal("memcpy(&args[0], &regs->regs[30], 2 * sizeof(long));"), "2 elements do not fit"));
    CHECK(is_lifted("memcpy(&args[0], &regs->regs[29], 2 * sizeof(long));"));
    CHECK(contains(refusal("memcpy(&args[0], &regs->regs[0], 3 * sizeof(int));"), "parts of elements"));
    CHECK(contains(refusal("memcpy(&regs->regs[0], &regs->regs[1], 2 * sizeof(long));"), "inside one array"));
    CHECK(is_lifted("memcpy(&regs->regs[0], &regs->regs[2], 2 * sizeof(long));"));
    CHECK(contains(refusal("memcpy(&args[0], &regs->regs[0], 16);"), "copying this much of an array parameter"));
    CHECK(contains(refusal("memcpy(&args[0], &regs->orig_x0, 1 * sizeof(long));"), "copying from or to this"));
    CHECK(contains(refusal("memcpy(&args[0], &regs->regs[0]);"), "expected 3 arguments"));
}

TEST_CASE("a pointer that has walked names what follows") {
    const std::string text =
        body("args[0] = regs->orig_x0;\n\targs++;\n\tmemcpy(args, &regs->regs[1], 2 * sizeof(args[0]));");
    CHECK(contains(text, "args[0] := regs.orig_x0"));
    CHECK(contains(text, "args[1] := regs.regs[1]"));
    CHECK(contains(text, "args[2] := regs.regs[2]"));
    CHECK(contains(body("args++;\n\targs[1] = 7;"), "args[2] := "));
    CHECK(contains(refusal("if (regs->orig_x0)\n\t\targs++;\n\targs[0] = 1;"), "this walk along an array"));
    CHECK(contains(refusal("++args;"), "this walk along an array"));
    CHECK(contains(refusal("args--;"), "this walk along an array"));
}

TEST_CASE("sizeof is unsigned long, and its operand is not evaluated") {
    const auto returned = [](const std::string& expression) {
        const std::string text = "unsigned long f(int a, u16 b, bool c)\n{\n\treturn " + expression + ";\n}\n";
        return ir::to_string(snippet::lifted(text, {"f"}).program.functions.at("f"));
    };
    CHECK(contains(returned("sizeof(long)"), "return 8:64"));
    CHECK(contains(returned("sizeof(a)"), "return 4:64"));
    CHECK(contains(returned("sizeof b"), "return 2:64"));
    CHECK(contains(returned("sizeof(bool)"), "return 1:64"));
    CHECK(contains(returned("-1 < sizeof(c)"), "return 0:64"));  // -1 becomes unsigned
    CHECK(contains(snippet::told(snippet::error("int f(int a)\n{\n\treturn sizeof(a++);\n}\n")), "the size of this"));
    CHECK(contains(
        snippet::told(snippet::error(registers + "int f(struct pt_regs *regs)\n{\n\treturn sizeof(regs);\n}\n")),
        "the size of this"));
}
