// SPDX-License-Identifier: MIT
// Conditions as people write them, what they become, and every mistake with its offset.
#include "spec/condition.h"

#include <doctest/doctest.h>

#include <random>

#include "model/ir/printer.h"

using namespace entryproof;
using namespace entryproof::spec;

namespace {

const ConditionVocabulary vocabulary = {{{"task.emu", 1},
                                         {"exit.step", 1},
                                         {"right.exit.step", 1},
                                         {"CONFIG_DEBUG_RSEQ", 1},
                                         {"exit_stop.request", 64},
                                         {"regs.regs[7]", 32}},
                                        {{"PTRACE_SYSCALL", 24}, {"SIGKILL", 9}}};

std::string read(const std::string& text) { return ir::to_string(*parse_condition(text, vocabulary)); }

// "offset: message"
std::string error_of(const std::string& text) {
    try {
        parse_condition(text, vocabulary);
        return "";
    } catch (const ConditionError& error) {
        return std::to_string(error.offset) + ": " + error.message;
    }
}

std::string repeated(const std::string& text, unsigned times) {
    std::string all;
    for (unsigned i = 0; i < times; ++i) all += text;
    return all;
}

}  // namespace

TEST_CASE("a name alone means that it is not zero") {
    CHECK(read("task.emu") == "task.emu");
    CHECK(read("exit_stop.request") == "!(exit_stop.request == 0:64)");
    CHECK(read("!regs.regs[7]") == "!!(regs.regs[7] == 0:32)");
    CHECK(parse_condition("regs.regs[7]", vocabulary)->width == 1);
}

TEST_CASE("names with dots, brackets, digits and capitals are read whole") {
    CHECK(read("right.exit.step") == "right.exit.step");
    CHECK(read("CONFIG_DEBUG_RSEQ") == "CONFIG_DEBUG_RSEQ");
    CHECK(read("regs.regs[7]==1") == "(regs.regs[7] == 1:32)");
}

TEST_CASE("not binds tighter than comparison, comparison than and, and than or") {
    CHECK(read("task.emu && !exit.step || exit_stop.request == PTRACE_SYSCALL") ==
          "((task.emu & !exit.step) | (exit_stop.request == 0x18:64))");
    CHECK(read("task.emu || exit.step && right.exit.step") == "(task.emu | (exit.step & right.exit.step))");
    CHECK(read("!task.emu == exit.step") == "(!task.emu == exit.step)");
    CHECK(read("task.emu == regs.regs[7] < 5") == "(task.emu == (regs.regs[7] <u 5:32))");
}

TEST_CASE("parentheses come first, and any space is fine") {
    CHECK(read("\t( task.emu||exit.step )\n&& right.exit.step ") == "((task.emu | exit.step) & right.exit.step)");
    CHECK(read("!(task.emu && exit.step)") == "!(task.emu & exit.step)");
}

TEST_CASE("and and or group from the left") {
    CHECK(read("task.emu && exit.step && right.exit.step") == "((task.emu & exit.step) & right.exit.step)");
    CHECK(read("task.emu || exit.step || right.exit.step") == "((task.emu | exit.step) | right.exit.step)");
}

TEST_CASE("all six comparisons are read, the orders unsigned") {
    CHECK(read("regs.regs[7] != 5") == "!(regs.regs[7] == 5:32)");
    CHECK(read("regs.regs[7] < 5") == "(regs.regs[7] <u 5:32)");
    CHECK(read("regs.regs[7] <= 5") == "(regs.regs[7] <=u 5:32)");
    CHECK(read("regs.regs[7] > 5") == "(5:32 <u regs.regs[7])");
    CHECK(read("regs.regs[7] >= 5") == "(5:32 <=u regs.regs[7])");
}

TEST_CASE("a number takes the width of the name it is compared with, on either side") {
    CHECK(read("5 == regs.regs[7]") == "(5:32 == regs.regs[7])");
    CHECK(read("exit_stop.request == 0xFFffFFffFFffFFff") == "(exit_stop.request == 0xffffffffffffffff:64)");
    CHECK(read("regs.regs[7] == SIGKILL") == "(regs.regs[7] == 9:32)");
    CHECK(read("3 < 4") == "(3:64 <u 4:64)");
}

TEST_CASE("a negative number wraps to the width") {
    CHECK(read("regs.regs[7] == -1") == "(regs.regs[7] == 0xffffffff:32)");
    CHECK(read("exit_stop.request == -SIGKILL") == "(exit_stop.request == 0xfffffffffffffff7:64)");
    CHECK(read("regs.regs[7] == -2147483648") == "(regs.regs[7] == 0x80000000:32)");
}

TEST_CASE("the narrower of two names is widened with zeros") {
    CHECK(read("regs.regs[7] < exit_stop.request") == "(zero_extend64(regs.regs[7]) <u exit_stop.request)");
    CHECK(read("exit_stop.request == task.emu") == "(exit_stop.request == zero_extend64(task.emu))");
}

TEST_CASE("a number alone is true unless it is 0") {
    CHECK(read("SIGKILL") == "1:1");
    CHECK(read("task.emu && 0") == "(task.emu & 0:1)");
}

TEST_CASE("a name hides a constant of the same name") {
    ConditionVocabulary both = vocabulary;
    both.names["SIGKILL"] = 8;
    CHECK(ir::to_string(*parse_condition("SIGKILL == 1", both)) == "(SIGKILL == 1:8)");
}

TEST_CASE("an unknown name is refused with the nearest known one") {
    CHECK(error_of("exit.step && task.emo") == "13: unknown name 'task.emo'; did you mean 'task.emu'?");
    CHECK(error_of("regs.reg[7] == 1") == "0: unknown name 'regs.reg[7]'; did you mean 'regs.regs[7]'?");
    CHECK(error_of("regs.regs[7] == PTRACE_SYSCALLS") ==
          "16: unknown name 'PTRACE_SYSCALLS'; did you mean 'PTRACE_SYSCALL'?");
}

TEST_CASE("with an empty vocabulary there is nothing to suggest") {
    CHECK_THROWS_AS(parse_condition("x", {}), ConditionError);
    try {
        parse_condition("x", {});
    } catch (const ConditionError& error) {
        CHECK(error.message == "unknown name 'x'");
    }
}

TEST_CASE("a number that does not fit is refused") {
    CHECK(error_of("regs.regs[7] == 4294967296") == "16: 4294967296 does not fit into 32 bits");
    CHECK(error_of("regs.regs[7] == -2147483649") == "16: -2147483649 does not fit into 32 bits");
    CHECK(error_of("task.emu == 2") == "12: 2 does not fit into 1 bit");
    CHECK(error_of("3 == task.emu") == "0: 3 does not fit into 1 bit");
    CHECK(error_of("exit_stop.request == 18446744073709551616") ==
          "21: 18446744073709551616 does not fit into 64 bits");
    CHECK(error_of("exit_stop.request == -9223372036854775809") ==
          "21: -9223372036854775809 does not fit into 64 bits");
}

TEST_CASE("what looks like a number but is none is refused") {
    CHECK(error_of("task.emu == 0x") == "12: '0x' is not a number");
    CHECK(error_of("task.emu == 0xg") == "12: '0xg' is not a number");
    CHECK(error_of("task.emu == 1a") == "12: '1a' is not a number");
    CHECK(error_of("task.emu == 01") == "12: a decimal number starts with 0");
}

TEST_CASE("minus stands before numbers only") {
    CHECK(error_of("-task.emu") == "0: '-' stands before numbers only");
    CHECK(error_of("task.emu == --1") == "13: a name or number is expected here, not '-1'");
}

TEST_CASE("comparisons do not chain") {
    CHECK(error_of("1 < 2 < 3") == "6: comparisons do not chain: use && or parentheses");
    CHECK(error_of("task.emu == exit.step != right.exit.step") ==
          "22: comparisons do not chain: use && or parentheses");
    CHECK(error_of("(1 < 2) < 1").empty());
}

TEST_CASE("an incomplete condition is refused where it ends") {
    CHECK(error_of("") == "0: the condition is empty");
    CHECK(error_of("  \n") == "0: the condition is empty");
    CHECK(error_of("task.emu &&") == "11: a name or number is missing at the end");
    CHECK(error_of("!") == "1: a name or number is missing at the end");
    CHECK(error_of("(task.emu") == "9: ')' is missing for the '(' at column 1");
}

TEST_CASE("what does not belong there is refused") {
    CHECK(error_of("task.emu)") == "8: an operator is expected here, not ')'");
    CHECK(error_of("task.emu exit.step") == "9: an operator is expected here, not 'exit.step'");
    CHECK(error_of("task.emu = 1") == "9: an operator is expected here, not '= 1'");
    CHECK(error_of("task.emu & exit.step") == "9: an operator is expected here, not '& exit.step'");
    CHECK(error_of("task.emu | exit.step") == "9: an operator is expected here, not '| exit.step'");
    CHECK(error_of("() && task.emu") == "1: a name or number is expected here, not ') && task.emu'");
    CHECK(error_of("regs.regs[7] << 1") == "14: a name or number is expected here, not '< 1'");
}

TEST_CASE("hostile text ends in an error, not in a crash") {
    CHECK(error_of(std::string(200, '(') + "1" + std::string(200, ')')).empty());
    CHECK(error_of(std::string(100000, '(')) == "201: nested more than 200 levels deep");
    CHECK(error_of(std::string(100000, '!')) == "201: nested more than 200 levels deep");
    CHECK(error_of(repeated("(1)||", 300) + "1").empty());
    CHECK(error_of(repeated("1||", 100000) + "1") == "3000: more than 1000 operands");
    CHECK(error_of(std::string(100000, 'a')) == "0: a name of more than 200 letters");
    CHECK(error_of(std::string("task.emu\0", 9)).find("8: an operator is expected here") == 0);
}

TEST_CASE("random strings of tokens are read as one bit or refused inside the text, and never crash") {
    const std::vector<std::string> tokens = {"task.emu",
                                             "regs.regs[7]",
                                             "exit_stop.request",
                                             "SIGKILL",
                                             "-1",
                                             "0x10",
                                             "7",
                                             " ",
                                             "(",
                                             ")",
                                             "!",
                                             "==",
                                             "!=",
                                             "<",
                                             ">=",
                                             "&&",
                                             "||",
                                             "&"};
    std::mt19937_64 dice(1);
    unsigned readable = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (unsigned i = 1 + dice() % 8; i-- > 0;) text += tokens[dice() % tokens.size()];
        try {
            const ir::ExpressionRef condition = parse_condition(text, vocabulary);
            CHECK(condition->width == 1);
            ++readable;
        } catch (const ConditionError& error) {
            CHECK(error.offset <= text.size());
        }
    }
    CHECK(readable > 500);
}
