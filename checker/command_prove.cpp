// SPDX-License-Identifier: MIT
// `prove`: load, prove, dump, ask the second solver, report.
#include "checker/command.h"

#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/output.h"
#include "checker/page/report_page.h"
#include "checker/report_json.h"

#include <filesystem>

namespace entryproof::checker {

namespace {

void dump(const std::vector<Smt2File>& files, const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw OutputError(folder + ": " + error.message());
    for (const Smt2File& file : files) write_file(folder + "/" + file.name, file.text);
}

// The second solver gets the plain encoding, so that a mistake in the cut points shows too.
Recheck recheck_plainly(const LoadedPath& left, const LoadedPath& right, const ProveCommand& command) {
    ProveOptions plain = command.options;
    plain.cut_points = false;
    plain.collect_smt2 = true;
    return recheck(command.recheck_solver, prove(left, right, plain).smt2, command.timeout_seconds);
}

}  // namespace

Report run(const ProveCommand& command, Format format) {
    ProveOptions options = command.options;
    if (options.expect_file) options.expect_text = read_input_file(*options.expect_file);
    options.collect_smt2 = !command.dump_folder.empty();
    const LoadedPath left = load_path(command.left);
    const LoadedPath right = load_path(command.right);
    ProveOutcome outcome = prove(left, right, options);
    if (!command.dump_folder.empty()) dump(outcome.smt2, command.dump_folder);
    std::optional<Recheck> rechecked;
    if (!command.recheck_solver.empty()) {
        ProveCommand again = command;
        again.options = options;
        rechecked = recheck_plainly(left, right, again);
        outcome.result.exit = worst({outcome.result.exit, exit_of(*rechecked)});
    }
    const Result& result = outcome.result;
    const std::string page =
        command.makes_page ? page::page_of(result, report_json(result, rechecked), {left, right}) : "";
    return {format == Format::json ? report_json(result, rechecked) : report_text(result, rechecked, command.text),
            result.exit, page};
}

}  // namespace entryproof::checker
