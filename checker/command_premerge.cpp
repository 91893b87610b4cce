// SPDX-License-Identifier: MIT
// `premerge`: read the series, find its base, judge, report.
#include "checker/command.h"

#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/layout.h"
#include "checker/premerge/against.h"
#include "checker/premerge/base.h"
#include "checker/premerge/judge.h"
#include "checker/premerge/mail.h"
#include "checker/premerge/series.h"
#include "model/kernel/arch.h"

#include <algorithm>
#include <filesystem>
#include <memory>
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

// Where one series comes from: mails, or a range.
premerge::PostedSeries posted(const PremergeCommand& command, const GitRepository* repository) {
    if (command.range.empty()) return premerge::series_of(mails_of(command));
    return premerge::series_of(repository->range(command.range));
}

premerge::Base base_of(const PremergeCommand& command, const GitRepository* repository,
                       const premerge::PostedSeries& series) {
    if (repository == nullptr) return premerge::tree_base(command.tree, command.options.arch);
    // A range stands on the parent of its first commit.
    const bool is_range = !command.range.empty() && command.base.empty();
    const std::string revision = is_range ? series.patches.front().commit + "^" : command.base;
    return premerge::git_base(*repository, revision, series, command.options.arch);
}

premerge::JudgedSeries judged_one(const PremergeCommand& command, const GitRepository* repository) {
    const premerge::PostedSeries series = posted(command, repository);
    return premerge::judge(series, base_of(command, repository, series), command.options);
}

// The same command for the earlier revision.
PremergeCommand earlier_of(const PremergeCommand& command) {
    PremergeCommand earlier = command;
    earlier.mails.clear();
    earlier.maildir.clear();
    earlier.range.clear();
    const bool is_range = !command.repository.empty() && command.against.find("..") != std::string::npos &&
                          !std::filesystem::exists(command.against);
    (is_range ? earlier.range : earlier.mails.emplace_back()) = command.against;
    return earlier;
}

premerge::JudgedSeries judged(const PremergeCommand& command) {
    require_one_of_each(command);
    const std::vector<std::string>& known = kernel::arch_names();
    if (std::find(known.begin(), known.end(), command.options.arch) == known.end())
        usage("no architecture is called '" + command.options.arch + "'", "known: " + joined(known, ", "));
    premerge::Baseline baseline;
    if (!command.baseline_file.empty())
        baseline = premerge::read_baseline(read_input_file(command.baseline_file), command.baseline_file);
    std::optional<GitRepository> opened;
    if (!command.repository.empty()) opened.emplace(command.repository);
    const GitRepository* repository = opened ? &*opened : nullptr;
    premerge::JudgedSeries series = judged_one(command, repository);
    series.exit = premerge::gated_exit(series, command.fail_on, baseline);
    if (!command.baseline_file.empty()) series.options.push_back("--baseline");
    if (command.fail_on != premerge::FailOn::changed)
        series.options.push_back(command.fail_on == premerge::FailOn::claim ? "--fail-on claim"
                                                                            : "--fail-on unmentioned");
    if (!command.against.empty())
        series.against = std::make_shared<premerge::SeriesDelta>(
            premerge::delta_of(judged_one(earlier_of(command), repository), series));
    return series;
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
