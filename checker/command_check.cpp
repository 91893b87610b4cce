// SPDX-License-Identifier: MIT
// `check`: load, check, report.
#include "checker/command.h"

#include "checker/input_file.h"
#include "checker/page/report_page.h"

namespace entryproof::checker {

namespace {

std::vector<std::string> as_given(const CheckOptions& options) {
    std::vector<std::string> texts;
    for (const std::string& id : options.properties) texts.push_back("--property " + id);
    for (const std::string& text : options.assume) texts.push_back("--assume '" + text + "'");
    for (const std::string& name : options.drop_assumptions) texts.push_back("--drop-assumption " + name);
    if (options.expect) texts.push_back("--expect " + *options.expect);
    if (!options.side_conditions) texts.push_back("--no-side-conditions");
    if (options.rlimit != 0) texts.push_back("--rlimit " + std::to_string(options.rlimit));
    return texts;
}

}  // namespace

Report run(const CheckCommand& command, Format format) {
    CheckOptions options = command.options;
    if (options.expect && *options.expect != built_in_word) options.expect_text = read_input_file(*options.expect);
    const LoadedPath path = load_path(command.path);
    CheckResult result = check_path(path, options);
    result.options = as_given(options);
    return {format == Format::json ? check_json(result) : check_text(result, command.text), result.exit,
            command.makes_page ? page::page_of(result, check_json(result), path) : ""};
}

}  // namespace entryproof::checker
