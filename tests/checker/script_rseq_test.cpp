// SPDX-License-Identifier: MIT
#include "checker/script_rseq.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;

namespace {

using Kind = ScriptInstruction::Kind;

// Ten instructions, the sixth a brk; the section is the second to fourth, the abort address behind the brk.
Script script_with(const ScriptRseq& area) {
    Script script;
    for (unsigned i = 0; i < 10; ++i) script.program.push_back({i == 5 ? Kind::brk : Kind::nop, 0, 0});
    script.task.rseq = area;
    return script;
}

std::string word(const RseqVerdict& verdict) { return verdict.failed ? "fails" : verdict.aborts ? "aborts" : "clears"; }

std::string judge(const ScriptRseq& area, std::uint64_t pc, RseqKernel kernel, bool user_irq = true) {
    return word(judge_rseq(script_with(area), pc, kernel, user_irq));
}

// On the three kernels, inside and, behind the bar, outside.
std::string on_all(const ScriptRseq& area) {
    std::string words;
    for (const std::uint64_t pc : {8u, 16u})
        for (const RseqKernel kernel : {RseqKernel::old, RseqKernel::plain, RseqKernel::debug})
            words += (words.empty()                           ? ""
                      : pc == 16 && kernel == RseqKernel::old ? " | "
                                                              : " ") +
                     judge(area, pc, kernel);
    return words;
}

constexpr std::uint64_t beyond = std::uint64_t{1} << 56;

}  // namespace

TEST_CASE("a good section is aborted inside and cleared outside") {
    const ScriptRseq good{4, 12, 24};
    CHECK(on_all(good) == "aborts aborts aborts | clears clears clears");
    CHECK(judge(good, 0, RseqKernel::debug) == "clears");
    CHECK(judge(good, 8, RseqKernel::debug, false) == "fails");
    CHECK(judge(good, 8, RseqKernel::plain, false) == "aborts");
}

TEST_CASE("what is bad about a section is seen by some kernels and in some places") {
    CHECK(on_all({4, 12, 20}) == "fails fails fails | fails clears clears");  // no signature
    CHECK(on_all({4, 12, beyond}) == "fails fails fails | fails clears clears");
    CHECK(on_all({4, 24, 24}) == "fails aborts fails | fails aborts fails");  // abort inside
    CHECK(on_all({4, 12, 24, 1}) == "fails aborts fails | fails clears clears");
    CHECK(on_all({4, 12, 24, 0, 1}) == "fails aborts fails | clears clears clears");
    CHECK(on_all({beyond, 12, 24}) == "fails clears fails | fails clears fails");
    CHECK(on_all({4, ~std::uint64_t{0}, 24}) == "fails aborts fails | fails aborts fails");
    CHECK(on_all({4, 12, 24, 0, 0, ScriptPointer::unmapped}) == "fails fails fails | fails fails fails");
    CHECK(on_all({4, 12, 24, 0, 0, ScriptPointer::kernel}) == "fails fails fails | fails fails fails");
}
