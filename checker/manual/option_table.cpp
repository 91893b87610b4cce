// SPDX-License-Identifier: MIT
#include "checker/manual/manual.h"

#include <algorithm>
#include <iterator>

namespace entryproof::checker::manual {

namespace {

std::vector<OptionRow> those(const std::vector<OptionRow>& rows, bool is_positional) {
    std::vector<OptionRow> found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
                 [&](const OptionRow& row) { return row.is_positional == is_positional; });
    return found;
}

}  // namespace

Completes completes(const OptionRow& row) {
    const std::string& what = row.is_positional ? row.names.front() : row.argument;
    if (what == "FILE" || what == "SERIES") return Completes::files;
    if (what == "DIR" || what == "REPO") return Completes::folders;
    return Completes::nothing;
}

std::string summary(const std::string& help) {
    std::string line = help.substr(0, help.find('\n'));
    if (const std::size_t stop = line.find(". "); stop != std::string::npos) line.resize(stop);
    return line;
}

std::vector<OptionRow> named(const std::vector<OptionRow>& rows) { return those(rows, false); }
std::vector<OptionRow> positional(const std::vector<OptionRow>& rows) { return those(rows, true); }

}  // namespace entryproof::checker::manual
