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

TEST_CASE("a program needs what its script uses, and nothing else") {
    Script script;
    CHECK(features(script).empty());
    script.filters = {{}};
    CHECK(features(script) == std::set<std::string>{"filter"});
    script.filters = {{{172, std::nullopt, kernel::SECCOMP_RET_USER_NOTIF, 0}}};
    CHECK(features(script) == std::set<std::string>{"filter", "listener"});
    script = {};
    script.stops.resize(1);
    script.stops[0].tracepoints = ScriptTracepoints{};
    script.task.audit = true;
    script.task.rseq = ScriptRseq{};
    CHECK(features(script) == std::set<std::string>{"audit", "rseq", "tracepoints"});
}

TEST_CASE("every mark of the fixed part names a feature, and every piece begins with its licence") {
    const std::vector<std::string> known = {"filter", "listener", "tracepoints", "audit", "rseq"};
    REQUIRE(embedded_runtime().size() == 10);
    for (const Piece& piece : embedded_runtime()) {
        CHECK(piece.text.rfind("// SPDX-License-Identifier: MIT\n", 0) == 0);
        const std::string text(piece.text);
        for (std::size_t at = text.find("//@"); at != std::string::npos; at = text.find("//@", at + 1)) {
            std::string name = text.substr(at + 3, text.find('\n', at) - at - 3);
            if (name.rfind("!", 0) == 0) name = name.substr(1);
            CHECK_MESSAGE(std::find(known.begin(), known.end(), name) != known.end(), name);
        }
    }
}
