// SPDX-License-Identifier: MIT
#include "checker/check_expectations.h"

#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

std::vector<spec::Expectation> expectations(const std::optional<std::string>& where, const std::string& text) {
    if (!where || *where == built_in_word) return spec::built_in_expectations();
    try {
        return spec::parse_expectations(text, *where);
    } catch (const spec::ExpectationFileError& error) {
        throw InputError(error.file, error.line, error.column, error.message);
    }
}

}  // namespace

// "7.3.4" is 7.3 as far as expectations go.
std::string expectation_name(const LoadedPath& path) {
    if (!path.lifted) return path.pair_name;
    const std::string& version = path.lifted->kernel_version;
    const std::size_t dot = version.find('.');
    const std::size_t second = dot == std::string::npos ? dot : version.find_first_not_of("0123456789", dot + 1);
    return path.pair_name + ":" + version.substr(0, second);
}

void compare_with_expectations(CheckResult& result, const LoadedPath& path, const CheckOptions& options) {
    const std::string name = expectation_name(path);
    for (const spec::Expectation& expected : expectations(options.expect, options.expect_text)) {
        if (expected.path != name) continue;
        const auto found = std::find_if(result.properties.begin(), result.properties.end(),
                                        [&](const CheckedProperty& one) { return one.id == expected.property; });
        if (found == result.properties.end()) {
            if (options.properties.empty()) result.stale.push_back(expected.property + ": there is no such property");
            continue;
        }
        if (word(found->verdict) == expected.verdict) {
            found->kind = expected.kind;
            found->note = expected.note;
            found->is_expected = options.expect.has_value();
        } else {
            result.stale.push_back(expected.property + ": expected " + expected.verdict + ", found " +
                                   std::string(word(found->verdict)));
        }
    }
    if (!options.expect) result.stale.clear();
}

}  // namespace entryproof::checker
