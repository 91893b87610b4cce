// SPDX-License-Identifier: MIT
#include "checker/reproducer/features.h"

#include "checker/reproducer/pieces.h"
#include "model/kernel/numbers.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;
using namespace entryproof::checker;
using namespace entryproof::checker::reproducer;

TEST_CASE("a line is there as its mark says, without the mark") {
    const std::string text = "// licence\na;\n\tb;\t//@rseq\n\tc;\t//@!rseq\nd;\n";
    CHECK(with_features(text, {"rseq"}) == "a;\n\tb;\nd;\n");
    CHECK(with_features(text, {}) == "a;\n\tc;\nd;\n");
}

TEST_CASE("lines between the marks of a block are there as it says, and marks inside hold besides") {
    const std::string text = "// licence\na;\nb;\t//@rseq {\nc;\nd;\t//@audit\n//@}\ne;\n";
    CHECK(with_features(text, {"rseq", "audit"}) == "a;\nb;\nc;\nd;\ne;\n");
    CHECK(with_features(text, {"rseq"}) == "a;\nb;\nc;\ne;\n");
    CHECK(with_features(text, {"audit"}) == "a;\ne;\n");
    CHECK(with_features(text, {}) == "a;\ne;\n");
}

TEST_CASE("a program needs what its script uses, and nothing else") {
    Script script;
    script.task.traced = false;
    CHECK(features(script).empty());
    script.filters = {{}};
    CHECK(features(script) == std::set<std::string>{"filter"});
    script.filters = {{{172, std::nullopt, kernel::SECCOMP_RET_USER_NOTIF, 0}}};
    CHECK(features(script) == std::set<std::string>{"filter", "listener", "polls", "shared", "told_number"});
    script = {};
    CHECK(features(script) == std::set<std::string>{"stops", "value"});
    script.stops.resize(1);
    script.stops[0].acts.resize(1);
    CHECK(features(script) == std::set<std::string>{"sets_number", "stops", "value"});
    script.stops[0].acts.clear();
    script.stops[0].tracepoints = ScriptTracepoints{};
    script.task.audit = true;
    script.task.rseq = ScriptRseq{};
    CHECK(features(script) ==
          std::set<std::string>{"audit", "files", "polls", "rseq", "stops", "told_number", "tracepoints", "value"});
}

TEST_CASE("every mark of the fixed part names a feature, and every piece begins with its licence") {
    const std::vector<std::string> known = {"filter", "listener",    "tracepoints", "audit",  "rseq",  "stops",
                                            "forks",  "sets_number", "writes",      "enters", "value", "told_number",
                                            "files",  "polls",       "tsync",       "dies",   "shared"};
    REQUIRE(embedded_runtime().size() == 15);
    for (const Piece& piece : embedded_runtime()) {
        CHECK(piece.text.rfind("// SPDX-License-Identifier: MIT\n", 0) == 0);
        const std::string text(piece.text);
        int open = 0;
        for (std::size_t at = text.find("//@"); at != std::string::npos; at = text.find("//@", at + 1)) {
            std::string name = text.substr(at + 3, text.find('\n', at) - at - 3);
            if (name == "}") {
                CHECK(open-- > 0);
                continue;
            }
            if (name.rfind("!", 0) == 0) name = name.substr(1);
            if (const std::size_t brace = name.find(" {"); brace != std::string::npos) {
                ++open;
                name = name.substr(0, brace);
            }
            CHECK_MESSAGE(std::find(known.begin(), known.end(), name) != known.end(), name);
        }
        CHECK_MESSAGE(open == 0, piece.name);
    }
}
