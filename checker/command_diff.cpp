// SPDX-License-Identifier: MIT
// `diff`: load, find every difference, write the declarations, report.
#include "checker/command.h"
#include "checker/error.h"
#include "checker/output.h"
#include "checker/page/report_page.h"
#include "checker/prove_ledger.h"
#include "checker/report_json.h"

namespace entryproof::checker {

Report run(const DiffCommand& command, Format format) {
    if (command.options.interference) {
        InputError error("", 0, 0, "diff does not offer --interference: it has no conditions for such differences",
                         "'entryproof prove LEFT RIGHT --interference' finds them");
        error.is_usage = true;
        throw error;
    }
    if (!command.declarations_file.empty()) require_writable(command.declarations_file);
    const LoadedPath left = load_path(command.left);
    const LoadedPath right = load_path(command.right);
    const Result result = diff(left, right, command.options);
    if (!command.declarations_file.empty())
        write_file(command.declarations_file,
                   declarations_text(result, left.pair_name, right.pair_name, declarations(left, right, {})));
    const std::string page =
        command.makes_page ? page::page_of(result, report_json(result, std::nullopt), {left, right}) : "";
    return {
        format == Format::json ? report_json(result, std::nullopt) : report_text(result, std::nullopt, command.text),
        result.exit, page};
}

}  // namespace entryproof::checker
