// SPDX-License-Identifier: MIT
// `premerge`: read the series, find its base, judge, report.
#include "checker/command.h"

#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/premerge/base.h"
#include "checker/premerge/judge.h"
#include "checker/premerge/mail.h"
#include "checker/premerge/series.h"
#include "model/kernel/arch.h"

#include <algorithm>
#include <optional>

namespace entryproof::checker {

namespace {

using premerge::SeriesFormat;

[[noreturn]] void usage(const std::string& message, const std::string& hint) {
    InputError error("", 0, 0, message, hint);
    error.is_usage = true;
    throw error;
}

void require_one_of_each(const PremergeCommand& command) {
    if (command.tree.empty() == command.repository.empty())
        usage("one base is needed", "--tree DIR, or --git REPO with or without --base REV");
    if (!command.tree.empty() && !command.base.empty()) usage("--base names a revision of --git", "leave it out");
    const int inputs = !command.mails.empty() + !command.maildir.empty() + !command.range.empty();
    if (inputs != 1)
        usage("one series is needed", "mails in FILES, -, --mbox FILE, --maildir DIR, or --range A..B with --git");
    if (!command.range.empty() && command.repository.empty()) usage("--range needs --git", "");
}

std::vector<premerge::Mail> mails_of(const PremergeCommand& command) {
    if (!command.maildir.empty()) return premerge::read_maildir(command.maildir);
    std::vector<premerge::Mail> mails;
    for (const std::string& file : command.mails) {
        const bool is_standard = file == "-";
        const std::string text = read_input_file(is_standard ? "/dev/stdin" : file);
        for (premerge::Mail& mail : premerge::read_mails(text, is_standard ? "standard input" : file))
            mails.push_back(std::move(mail));
    }
    return mails;
}

premerge::JudgedSeries judged(const PremergeCommand& command) {
    require_one_of_each(command);
    const bool is_known = std::find(kernel::arch_names().begin(), kernel::arch_names().end(), command.options.arch) !=
                          kernel::arch_names().end();
    if (!is_known) usage("no architecture is called '" + command.options.arch + "'", "arm64, riscv, x86");
    if (command.repository.empty()) {
        const premerge::PostedSeries series = premerge::series_of(mails_of(command));
        return premerge::judge(series, premerge::tree_base(command.tree, command.options.arch), command.options);
    }
    const GitRepository repository(command.repository);
    if (command.range.empty()) {
        const premerge::PostedSeries series = premerge::series_of(mails_of(command));
        return premerge::judge(series, premerge::git_base(repository, command.base, series, command.options.arch),
                               command.options);
    }
    const std::vector<GitPatch> commits = repository.range(command.range);
    const premerge::PostedSeries series = premerge::series_of(commits);
    const std::string base = command.base.empty() ? commits.front().commit + "^" : command.base;
    return premerge::judge(series, premerge::git_base(repository, base, series, command.options.arch), command.options);
}

// A check for b4 gets every mail of a thread, covers and answers too: there nothing is wrong with a mail without a
// patch.
bool is_beside_the_point(const PremergeCommand& command, const InputError& error) {
    const bool is_b4 = command.format == SeriesFormat::b4_review || command.format == SeriesFormat::b4_check;
    return is_b4 && dynamic_cast<const premerge::NoPatch*>(&error) != nullptr;
}

Report report_of(const PremergeCommand& command) {
    const premerge::JudgedSeries series = judged(command);
    return {premerge::report(series, command.format, command.report), premerge::exit_in(command.format, series.exit)};
}

}  // namespace

Report run(const PremergeCommand& command, Format) {
    if (command.format == SeriesFormat::text || command.format == SeriesFormat::json) return report_of(command);
    try {
        return report_of(command);
    } catch (const InputError& error) {
        if (error.is_usage) throw;
        if (is_beside_the_point(command, error))
            return {command.format == SeriesFormat::b4_review ? "[]\n" : "",
                    premerge::exit_in(command.format, ExitCode::nothing_modelled)};
        const Failure failure = describe(std::current_exception());
        return {premerge::failure_report(failure, command.format), failure.exit};
    }
}

}  // namespace entryproof::checker
