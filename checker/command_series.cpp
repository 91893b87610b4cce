// SPDX-License-Identifier: MIT
// `series`: judge the built-in series, or two of them, and report.
#include "checker/command.h"
#include "checker/input_file.h"
#include "checker/page/overview.h"
#include "checker/series/report.h"

namespace entryproof::checker {

Report run(const SeriesCommand& command, Format format) {
    SeriesOptions options = command.options;
    if (options.expect_file) options.expect_text = read_input_file(*options.expect_file);
    SeriesReport report;
    report.series.push_back(judge_series(series::resend13(), options));
    if (command.against) report.series.push_back(judge_series(series::fixed(), options));
    std::vector<ExitCode> codes;
    for (const SeriesVerdict& verdict : report.series) codes.push_back(verdict.exit);
    report.exit = worst(codes);
    const std::string page = command.makes_page ? page::overview_page(series_json(report), {}, {}) : "";
    return {format == Format::json ? series_json(report) : series_text(report, command.quiet), report.exit, page};
}

}  // namespace entryproof::checker
