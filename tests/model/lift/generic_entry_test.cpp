// SPDX-License-Identifier: MIT
// The constructs that generic entry and its architectures need beside arm64's: values of statement expressions, ?:
// without a middle, arrays walked by a pointer, reads of user memory; each beside a neighbour that is refused.
#include "checker/interpret.h"
#include "model/ir/builder.h"
#include "model/ir/printer.h"
#include "model/ir/validator.h"
#include "tests/model/lift/snippet.h"

#include <doctest/doctest.h>

using namespace entryproof;

namespace {

class NoAnswers : public checker::Oracle {
public:
    std::uint64_t answer(const checker::Event&, unsigned, const std::string&, ir::Width) override { return 0; }
    std::uint64_t undefined(const std::string&, const std::string&, ir::Width) override { return 0; }
};

// f(a, b) of the text, all of them long.
std::int64_t value(const std::string& text, std::int64_t a, std::int64_t b) {
    ir::Program program = snippet::lifted(text, {"f"}).program;
    program.entry = "run";
    for (const std::string name : {"In.a", "In.b", "Out.value"}) program.cells[name] = {name, 64, ""};
    ir::BodyBuilder body(ir::Source{});
    body.call("f", {ir::by_value(ir::read("In.a", 64)), ir::by_value(ir::read("In.b", 64))}, "result");
    body.assign("Out.value", ir::read("result", 64));
    program.functions["run"] = {"run", {}, {{"result", 64}}, 0, body.take(), {}};
    for (const ir::Flaw& flaw : ir::validate(program)) FAIL_CHECK(flaw.message);
    NoAnswers nobody;
    const checker::Values start = {{"In.a", static_cast<std::uint64_t>(a)}, {"In.b", static_cast<std::uint64_t>(b)}};
    return static_cast<std::int64_t>(checker::interpret(program, start, nobody).final.at("Out.value"));
}

std::string refusal(const std::string& text) { return snippet::error(text).reason; }

}  // namespace

TEST_CASE("a statement expression has the value of its last statement, in its own scope") {
    const std::string text =
        "long f(long a, long b)\n{\n\tlong c = 100;\n\tlong d = ({ long c = a; c += b; c * 2; });\n\treturn c + "
        "d;\n}\n";
    CHECK(value(text, 3, 4) == 114);
    CHECK(refusal("long f(long a, long b)\n{\n\treturn ({ if (a) b = 1; });\n}\n") ==
          "a statement expression without a value is not supported");
    CHECK(refusal("long f(long a, long b)\n{\n\treturn b + ({ b = a; b; });\n}\n") ==
          "side effects whose order C leaves open is not supported");
}

TEST_CASE("?: without a middle evaluates its condition once and takes part in the common type") {
    CHECK(value("long f(long a, long b)\n{\n\treturn a ?: b;\n}\n", 0, 9) == 9);
    CHECK(value("long f(long a, long b)\n{\n\treturn a ?: b;\n}\n", -5, 9) == -5);
    CHECK(value("long f(long a, long b)\n{\n\tlong c = a++ ?: b;\n\treturn 10 * c + a;\n}\n", 3, 9) == 34);
    CHECK(value("long f(long a, long b)\n{\n\tlong c = a ?: b++;\n\treturn 10 * c + b;\n}\n", 3, 9) == 39);
    CHECK(value("long f(long a, long b)\n{\n\treturn (int)a ?: 1u;\n}\n", -1, 0) == 0xffffffff);
}

TEST_CASE("an array parameter may be walked, in each arm of an if for itself") {
    const std::string text =
        "static void g(unsigned long *p, long a)\n{\n\tif (a) {\n\t\t*p++ = 1;\n\t\t*p++ = 2;\n\t\t*p = 3;\n\t} else "
        "{\n"
        "\t\t*p++ = 4;\n\t\t*p++ = 5;\n\t\t*p = 6;\n\t}\n}\n"
        "long f(long a, long b)\n{\n\tunsigned long v[3];\n\tg(v, a);\n\treturn v[0] * 100 + v[1] * 10 + v[2] + "
        "b;\n}\n";
    CHECK(value(text, 1, 1000) == 1123);
    CHECK(value(text, 0, 1000) == 1456);
}

TEST_CASE("a walk whose place depends on the way taken is refused") {
    CHECK(refusal("static void g(unsigned long *p, long a)\n{\n\tif (a)\n\t\tp++;\n\t*p = 1;\n}\n"
                  "long f(long a, long b)\n{\n\tunsigned long v[2];\n\tg(v, a);\n\treturn v[0];\n}\n") !=
          "it was lifted");
}

TEST_CASE("a read of user memory is a hook, whatever it is read into is assigned") {
    const std::string text =
        "long f(long a, long b)\n{\n\tchar state;\n\tif (__get_user(state, a))\n\t\treturn -1;\n\treturn state;\n}\n";
    const ir::Program program = snippet::lifted(text, {"f"}).program;
    CHECK(ir::to_string(program).find("call user_read(a)") != std::string::npos);
    CHECK(refusal("long f(long a, long b)\n{\n\tlong state;\n\treturn __get_user(state, a);\n}\n") != "it was lifted");
}
