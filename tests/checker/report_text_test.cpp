// SPDX-License-Identifier: MIT
#include "checker/report_text.h"

#include "checker/layout.h"
#include "tests/checker/sample_result.h"

#include <doctest/doctest.h>

#include <sstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::stringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string told(const TextReportOptions& options = {}) { return report_text(sample::result(), std::nullopt, options); }

}  // namespace

TEST_CASE("a claim is one line with scope, assumptions and reason") {
    const std::vector<Claim> claims = sample::result().claims;
    CHECK(claim_line(claims[0]) == "agreement.guard: proved (one visit; assumes, unproved: I2 I3)");
    CHECK(claim_line(claims[1]) == "agreement.owner: refuted (one visit): 1 undeclared difference");
    CHECK(claim_line(claims[2]) == "undefined: unknown (one visit): out of budget");
    CHECK(claim_line(claims[3]) == "layout.distinct.left: vacuous (one visit): there is no flag");
}

TEST_CASE("the last line is the exit code's word, whatever the verdict") {
    for (const ExitCode code : {ExitCode::proved, ExitCode::refuted, ExitCode::unknown, ExitCode::vacuous,
                                ExitCode::ledger, ExitCode::internal}) {
        Result result = sample::result();
        result.exit = code;
        for (const bool quiet : {false, true})
            CHECK(lines_of(report_text(result, std::nullopt, {quiet, StoriesTold::none})).back() == word(code));
    }
}

TEST_CASE("quiet leaves the verdict lines and the word") {
    const std::vector<std::string> lines = lines_of(told({true, StoriesTold::all}));
    REQUIRE(lines.size() == 5);
    CHECK(lines[0] == "agreement.guard: proved (one visit; assumes, unproved: I2 I3)");
    CHECK(lines[4] == "refuted");
}

TEST_CASE("only verdict lines may be wider than a page") {
    for (const std::string& line : lines_of(told({false, StoriesTold::all})))
        CHECK_MESSAGE((line.size() <= page_width || line.find(": ") < line.find(" (")), line);
}

TEST_CASE("an undeclared difference is told with its story, a declared one without") {
    const std::string text = told();
    CHECK(holds(text, "UNDECLARED difference 0123abcd: owner sees nothing on gate"));
    CHECK(holds(text, "story 1: the guard refused"));
    CHECK(holds(text, "declared difference 89ef4567"));
    CHECK(holds(text, "when:    task.watched && !now.day"));
    CHECK(holds(text, "reason:  Nobody minds."));
    CHECK_FALSE(holds(text, "story 2:"));
    CHECK(holds(text, "(1 story is not told here"));
}

TEST_CASE("all stories are told on demand, under numbers that do not depend on it") {
    CHECK(holds(told({false, StoriesTold::all}), "story 2: the guard refused"));
    const std::string none = told({false, StoriesTold::none});
    CHECK_FALSE(holds(none, "story 1:"));
    CHECK(holds(none, "(2 stories are not told here"));
}

TEST_CASE("the ledger's flaws name the declaration, and the narrower condition") {
    const std::string text = told();
    CHECK(holds(text, "declaration 'old-lock' is stale: no run shows it"));
    CHECK(holds(text, "declaration 'wide-gate' is too wide: it also allows nights\n  narrower: now.day"));
}

TEST_CASE("what is not covered and what is trusted stands in every full report") {
    const std::string text = told();
    CHECK(holds(text, "not covered: Timing."));
    CHECK(holds(text, "trusted:     The toy."));
    CHECK(holds(text, "options:     --rlimit 5"));
    CHECK(holds(text, "note: nobody rings the bell"));
}

TEST_CASE("a re-check that disagrees names the query and both answers") {
    const Recheck second{"cvc5", false, {{"agreement.guard", "unsat", "sat", ""}, {"undefined", "unsat", "unsat", ""}}};
    const std::string text = report_text(sample::result(), second, {});
    CHECK(holds(text, "1 DISAGREE"));
    CHECK(holds(text, "agreement.guard: we said unsat, it said sat"));
    CHECK_FALSE(holds(text, "undefined: we said"));
}

TEST_CASE("colour changes nothing but colour") {
    const std::string plain = told({false, StoriesTold::all});
    std::string stripped = coloured(plain);
    CHECK(stripped != plain);
    for (std::size_t at; (at = stripped.find('\033')) != std::string::npos;)
        stripped.erase(at, stripped.find('m', at) - at + 1);
    CHECK(stripped == plain);
}

TEST_CASE("the same result gives the same text") { CHECK(told() == told()); }
