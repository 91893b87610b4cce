// SPDX-License-Identifier: MIT
// `premerge`: read the series, find its base, judge, report.
#include "checker/command.h"

#include "checker/digest.h"
#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/layout.h"
#include "checker/output.h"
#include "checker/premerge/against.h"
#include "checker/premerge/answers.h"
#include "checker/premerge/base.h"
#include "checker/premerge/cache.h"
#include "checker/premerge/judge.h"
#include "checker/premerge/mail.h"
#include "checker/premerge/page.h"
#include "checker/premerge/series.h"
#include "checker/premerge/shard.h"
#include "checker/premerge/tracking.h"
#include "model/kernel/arch.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
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

// b4 review names a file; one that cannot be read is none.
std::vector<std::string> tracked(const PremergeCommand& command, const premerge::PostedSeries& series) {
    const char* file = std::getenv("B4_TRACKING_FILE");
    const bool is_review = command.format == SeriesFormat::b4_review && command.range.empty();
    if (file == nullptr || !is_review || !std::filesystem::is_regular_file(file)) return {};
    return premerge::tracked_bases(read_input_file(file), series);
}

premerge::Base base_of(const PremergeCommand& command, const GitRepository* repository,
                       const premerge::PostedSeries& series) {
    if (repository == nullptr) return premerge::tree_base(command.tree, command.options.arch);
    // A range stands on the parent of its first commit.
    const bool is_range = !command.range.empty() && command.base.empty();
    const std::string revision = is_range ? series.patches.front().commit + "^" : command.base;
    return premerge::git_base(*repository, revision, series, command.options.arch, tracked(command, series));
}

// A series and what it stands on.
struct Question {
    premerge::PostedSeries series;
    premerge::Base base;
};

Question question_of(const PremergeCommand& command, const GitRepository* repository) {
    Question question;
    question.series = posted(command, repository);
    question.base = base_of(command, repository, question.series);
    return question;
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

void require_known_architecture(const std::string& arch) {
    const std::vector<std::string>& known = kernel::arch_names();
    if (std::find(known.begin(), known.end(), arch) == known.end())
        usage("no architecture is called '" + arch + "'", "known: " + joined(known, ", "));
}

// All that a report depends on besides the files of the base. Each part has its length before it, so that no two
// questions are alike.
class QuestionText {
public:
    QuestionText& operator<<(const std::string& part) {
        text_ += std::to_string(part.size()) + ":" + part;
        return *this;
    }
    QuestionText& operator<<(std::uint64_t number) { return *this << std::to_string(number); }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

// What the judgement depends on.
void add_question(QuestionText& all, const PremergeCommand& command, const Question& question) {
    all << command.options.arch << command.options.rlimit << command.options.timeout_ms << command.options.conditions
        << command.options.budget << question.base.name << question.base.commit << question.base.attempts.size();
    for (const premerge::BaseAttempt& attempt : question.base.attempts)
        all << attempt.revision << attempt.outcome << attempt.is_taken;
    const premerge::PostedSeries& series = question.series;
    all << series.title << series.revision << series.total << series.cover << series.notes.size();
    for (const std::string& note : series.notes) all << note;
    all << series.left_out.size();
    for (const premerge::LeftOut& one : series.left_out) all << one.subject << one.reason;
    for (const premerge::PostedPatch& patch : series.patches)
        all << patch.number << patch.subject << patch.message << patch.diff << patch.message_id << patch.commit
            << patch.from << patch.place;
}

std::string question_text(const PremergeCommand& command, const Question& question, const std::string& baseline,
                          const std::string& tool) {
    QuestionText all;
    all << tool << static_cast<std::uint64_t>(command.format) << command.report.quiet << command.report.stories
        << command.makes_page << static_cast<std::uint64_t>(command.fail_on) << baseline;
    add_question(all, command, question);
    return all.text();
}

void add_options(premerge::JudgedSeries& series, const PremergeCommand& command) {
    if (command.options.conditions) series.options.push_back("--conditions");
    if (!command.baseline_file.empty()) series.options.push_back("--baseline");
    if (command.fail_on == premerge::FailOn::claim) series.options.push_back("--fail-on claim");
    if (command.fail_on == premerge::FailOn::unmentioned) series.options.push_back("--fail-on unmentioned");
}

// A check for b4 gets every mail of a thread, covers and answers too: there nothing is wrong with a mail without a
// patch.
bool is_beside_the_point(const PremergeCommand& command, const InputError& error) {
    const bool is_b4 = command.format == SeriesFormat::b4_review || command.format == SeriesFormat::b4_check;
    return is_b4 && dynamic_cast<const premerge::NoPatch*>(&error) != nullptr;
}

// Empty: no cache.
std::string made_folder(const std::string& folder) {
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) throw OutputError(folder + ": " + error.message());
    return folder;
}

premerge::Shard shard_of(const PremergeCommand& command, const Question& question, const std::string& tool) {
    premerge::Shard shard;
    shard.tool = tool;
    QuestionText text;
    add_question(text, command, question);
    shard.question = sha256(text.text());
    return shard;
}

// "I/N", 1 <= I <= N.
void read_shard_number(const std::string& text, premerge::JudgeOptions& options) {
    const std::size_t slash = text.find('/');
    const auto number = [&](const std::string& digits) -> unsigned {
        const bool is_number =
            !digits.empty() && digits.size() < 5 && digits.find_first_not_of("0123456789") == std::string::npos;
        return is_number ? static_cast<unsigned>(std::stoul(digits)) : 0;
    };
    options.shard = slash == std::string::npos ? 0 : number(text.substr(0, slash));
    options.shard_count = slash == std::string::npos ? 0 : number(text.substr(slash + 1));
    if (options.shard == 0 || options.shard > options.shard_count)
        usage("--shard " + text + " is no share", "I/N with I from 1 to N");
    if (options.budget != 0) usage("--budget is spent in order, by one alone", "leave out --shard, or use --rlimit");
}

Report shard_report(const PremergeCommand& command, const Question& question, const std::string& tool,
                    premerge::Answers& answers) {
    premerge::JudgeOptions options = command.options;
    options.answers = &answers;
    read_shard_number(command.shard, options);
    premerge::Shard shard = shard_of(command, question, tool);
    const ExitCode exit = premerge::judge(question.series, question.base, options).exit;
    shard.number = options.shard;
    shard.count = options.shard_count;
    shard.answers = answers.given();
    return {premerge::shard_json(shard, exit), exit, ""};
}

void take_shards(const PremergeCommand& command, const Question& question, const std::string& tool,
                 premerge::Answers& answers) {
    std::vector<premerge::Shard> shards;
    for (const std::string& file : command.merge) shards.push_back(premerge::read_shard(read_input_file(file), file));
    premerge::require_whole(shards, shard_of(command, question, tool));
    for (const premerge::Shard& shard : shards) answers.add(shard.answers);
}

void require_no_clash(const PremergeCommand& command) {
    if (!command.shard.empty() && !command.merge.empty())
        usage("--shard and --merge are two steps", "give one of them");
    const bool is_part = !command.shard.empty() || !command.merge.empty();
    if (is_part && !command.against.empty()) usage("--against has no shards", "leave it out");
    if (!command.shard.empty() && command.makes_page) usage("a shard has no page", "give --html with --merge");
}

premerge::JudgedSeries judged(const PremergeCommand& command, const GitRepository* repository, const Question& question,
                              premerge::Answers& answers, const std::string& baseline) {
    premerge::JudgeOptions options = command.options;
    options.answers = &answers;
    options.merges = !command.merge.empty();
    premerge::JudgedSeries series = premerge::judge(question.series, question.base, options);
    const bool has_baseline = !command.baseline_file.empty();
    series.exit = premerge::gated_exit(
        series, command.fail_on,
        has_baseline ? premerge::read_baseline(baseline, command.baseline_file) : premerge::Baseline());
    add_options(series, command);
    if (!command.against.empty()) {
        const Question earlier = question_of(earlier_of(command), repository);
        series.against = std::make_shared<premerge::SeriesDelta>(
            premerge::delta_of(premerge::judge(earlier.series, earlier.base, options), series));
    }
    return series;
}

Report report_of(const PremergeCommand& command) {
    require_one_of_each(command);
    require_no_clash(command);
    require_known_architecture(command.options.arch);
    const std::string baseline = command.baseline_file.empty() ? "" : read_input_file(command.baseline_file);
    std::optional<GitRepository> opened;
    if (!command.repository.empty()) opened.emplace(command.repository);
    const GitRepository* repository = opened ? &*opened : nullptr;
    Question question = question_of(command, repository);
    const std::string tool = sha256_of_file("/proc/self/exe");
    premerge::Answers answers(tool, made_folder(command.cache_folder));
    if (!command.shard.empty()) return shard_report(command, question, tool, answers);
    if (!command.merge.empty()) take_shards(command, question, tool, answers);
    // Two revisions may stand on two bases, of which one entry cannot tell.
    const bool keeps_report = !command.cache_folder.empty() && command.against.empty();
    const premerge::ReportCache cache(keeps_report ? command.cache_folder : "",
                                      keeps_report ? question_text(command, question, baseline, tool) : "");
    const std::shared_ptr<const lift::SourceTree> files = question.base.tree;
    if (const std::optional<Report> known = cache.find(*files)) return *known;
    const auto digested = std::make_shared<const premerge::DigestedTree>(*files);
    if (keeps_report) question.base.tree = digested;
    const premerge::JudgedSeries series = judged(command, repository, question, answers, baseline);
    const Report report{premerge::report(series, command.format, command.report),
                        premerge::exit_in(command.format, series.exit),
                        command.makes_page ? premerge::page_of(series) : ""};
    cache.keep(report, digested->digests());
    return report;
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
