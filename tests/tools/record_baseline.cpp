// SPDX-License-Identifier: MIT
// record_baseline TREE...: prints checker/drift_baseline.cpp for these kernel trees, the oldest first. Run it when the
// built-in paths are taken to a new release:
//   build/release/tests/record_baseline $(sh tests/kernel/fetch-source.sh) >checker/drift_baseline.cpp
#include "checker/drift.h"
#include "checker/failure.h"

#include <iostream>

using namespace entryproof;

int main(int argc, char** argv) {
    std::string rows;
    try {
        for (int at = 1; at < argc; ++at)
            rows += checker::baseline_text(checker::load_path("tree:" + std::string(argv[at])));
    } catch (...) {
        std::cerr << checker::failure_text(checker::describe(std::current_exception()));
        return 2;
    }
    std::cout
        << "// SPDX-License-Identifier: MIT\n// A flat table, written by tests/tools/record_baseline.cpp.\n"
           "// clang-format off\n#include \"checker/drift.h\"\n\nnamespace entryproof::checker {\n\n"
           "const std::vector<BaselineRow>& baseline_rows() {\n    static const std::vector<BaselineRow> table = {\n"
        << rows << "    };\n    return table;\n}\n\n}  // namespace entryproof::checker\n";
}
