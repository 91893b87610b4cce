// SPDX-License-Identifier: MIT
// The command line: options to plain structs, one call per command, one place where a run ends.
//
// 1. Whatever is wrong with the command line ends with 1, whatever CLI11 thinks of it.
// 2. In text a verdict, and every failure, puts the exit code's word on the last line of stdout. With --format json
//    stdout holds one JSON document and nothing else.
#include "checker/command.h"
#include "checker/failure.h"
#include "checker/jobs.h"
#include "checker/output.h"
#include "checker/report_json.h"
#include "checker/smt.h"
#include "checker/version.h"

#include <malloc.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <variant>
#include <vector>

namespace {

using namespace entryproof::checker;

enum class ColourWhen { automatic, always, never };

struct OutputOptions {
    Format format = Format::text;
    std::string file;
    ColourWhen colour = ColourWhen::automatic;
    bool quiet = false;
};

using Command = std::variant<ProveCommand, CheckCommand, DiffCommand, TraceCommand, ExplainCommand, LiftCommand,
                             ListCommand, PremergeCommand, SeriesCommand>;

struct CommandLine {
    OutputOptions output;
    ProveCommand prove;
    CheckCommand check;
    unsigned check_timeout_seconds = 0;
    bool without_stories = false;
    bool without_side_conditions = false;
    DiffCommand diff;
    TraceCommand trace;
    ExplainCommand explain;
    LiftCommand lift;
    ListCommand list;
    PremergeCommand premerge;
    SeriesCommand series;
};

std::string version_text() {
    std::string build = std::string(compiler) + ", " + std::string(build_type) + ", " + solver_version();
    if (!commit.empty()) build = std::string(commit) + ", " + build;
    return "entryproof " + std::string(version) + " (" + build + ")";
}

// One of several words, which becomes the value that stands for it.
template <typename Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Value& value, const std::string& help,
                        const std::vector<std::pair<std::string, Value>>& choices) {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choices) words.push_back(word);
    const auto set = [&value, choices](const std::string& given) {
        for (const auto& [word, meaning] : choices)
            if (word == given) value = meaning;
    };
    return command.add_option_function<std::string>(name, set, help)
        ->type_name("WORD")
        ->check(CLI::IsMember(words).description(""));
}

// All but the format.
void add_place_options(CLI::App& command, OutputOptions& output) {
    command.add_option("--output", output.file, "Write to FILE, whole or not at all")->type_name("FILE");
    add_choice<ColourWhen>(
        command, "--color", output.colour, "Colour: auto, always or never (default auto)",
        {{"auto", ColourWhen::automatic}, {"always", ColourWhen::always}, {"never", ColourWhen::never}});
    command.add_flag("--quiet", output.quiet, "Verdicts only");
}

void add_output_options(CLI::App& command, OutputOptions& output) {
    add_choice<Format>(command, "--format", output.format, "How to print: text or json (default text)",
                       {{"text", Format::text}, {"json", Format::json}});
    add_place_options(command, output);
}

void add_assumption_options(CLI::App& command, std::vector<std::string>& assume, std::vector<std::string>& dropped) {
    command.add_option("--assume", assume, "Only starts where EXPR holds; may be repeated")
        ->type_name("EXPR")
        ->expected(1)
        ->take_all();
    command
        .add_option("--drop-assumption", dropped,
                    "Do without this assumption; may be repeated. See 'entryproof list assumptions'")
        ->type_name("NAME")
        ->expected(1)
        ->take_all();
}

void add_timeout(CLI::App& command, unsigned& seconds) {
    command.add_option("--timeout", seconds, "Outer guard per query, in seconds")
        ->type_name("SECONDS")
        ->check(CLI::Range(1u, 86400u).description(""));
}

void add_budget_options(CLI::App& command, std::uint64_t& rlimit, unsigned& timeout_seconds) {
    command.add_option("--rlimit", rlimit, "Solver budget per query in resource units, the same on any machine")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 53).description(""));
    add_timeout(command, timeout_seconds);
}

void add_jobs(CLI::App& command, unsigned& jobs) {
    command
        .add_option("--jobs", jobs,
                    "Questions at once (default: one for each processor, at most 4); the answers are\n"
                    "the same")
        ->type_name("N")
        ->check(CLI::Range(1u, 256u).description(""));
}

// Flat: one option after the other.
void add_prove(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "prove",
        "Can anyone who watches tell LEFT from RIGHT?\n"
        "Compares the two paths for one syscall, for every start, every answer of every actor and every\n"
        "kernel option, observer by observer. Prints one verdict line per claim, the differences with a\n"
        "story for each that is not declared, and ends with the word of the exit code.");
    ProveOptions& options = line.prove.options;
    CLI::Option* left =
        command.add_option("LEFT", line.prove.left, "A PATH (default legacy); see 'entryproof list paths'");
    CLI::Option* right = command.add_option("RIGHT", line.prove.right, "A PATH (default generic)");
    left->type_name("")->needs(right);
    right->type_name("");
    command.add_option("--observer", options.observers, "Compare for this observer only; may be repeated")
        ->type_name("NAME")
        ->expected(1)
        ->take_all();
    CLI::Option* expect = command.add_option("--expect", options.expect_file,
                                             "Declared differences from FILE instead of the built-in ones");
    expect->type_name("FILE");
    command.add_flag("--no-expect", options.no_expect, "No declared differences: every difference is undeclared")
        ->excludes(expect);
    add_assumption_options(command, options.assume, options.drop_assumptions);
    add_budget_options(command, options.rlimit, line.prove.timeout_seconds);
    options.jobs = default_jobs();
    add_jobs(command, options.jobs);
    command.add_option("--dump-smt2", line.prove.dump_folder, "Write every query as SMT-LIB into DIR")
        ->type_name("DIR");
    command
        .add_option("--recheck", line.prove.recheck_solver,
                    "Ask this solver (cvc5, z3, ...) every query again, encoded plainly")
        ->type_name("SOLVER");
    add_choice<StoriesTold>(
        command, "--stories", line.prove.text.stories, "Tell stories: undeclared, all or none (default undeclared)",
        {{"undeclared", StoriesTold::undeclared}, {"all", StoriesTold::all}, {"none", StoriesTold::none}});
    add_output_options(command, line.output);
    command.footer(
        "Example: what does a converted arm64 change for a tracer?\n"
        "  entryproof prove legacy generic --observer tracer --no-expect");
}

void add_check(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "check",
        "Is PATH what is promised of every path?\n"
        "Proves or refutes each property ('entryproof list properties') for one syscall, for every start and\n"
        "every answer of every actor. A refuted one is told as a small run that breaks it, replayed, with\n"
        "the facts under which it holds. Ends with 10 when one is refuted, 7 when one speaks of nothing that\n"
        "can happen on PATH, 4 when one is not covered.");
    CheckOptions& options = line.check.options;
    command.add_option("PATH", line.check.path, "See 'entryproof list paths'")->type_name("")->required();
    command.add_option("--property", options.properties, "This property only; may be repeated")
        ->type_name("ID")
        ->expected(1)
        ->take_all();
    command
        .add_option("--expect", options.expect,
                    "What is known to be refuted, vacuous or not covered: FILE, or the word built-in. That alone ends\n"
                    "with 0; what is expected and not found ends with 8")
        ->type_name("FILE");
    add_assumption_options(command, options.assume, options.drop_assumptions);
    command.add_flag("--no-stories", line.without_stories, "Do not tell the runs that break a property");
    command.add_flag("--no-side-conditions", line.without_side_conditions,
                     "Do not look for the facts under which a refuted property holds");
    add_budget_options(command, options.rlimit, line.check_timeout_seconds);
    add_output_options(command, line.output);
    command.footer(
        "Example: which promises does a kernel tree break that the built-in table does not know of?\n"
        "  entryproof check tree:linux-7.3:arm64 --expect built-in");
}

void add_diff(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "diff",
        "What differs between LEFT and RIGHT, and exactly when?\n"
        "Lists every root difference of two paths for one syscall, with the condition under which it occurs, in\n"
        "words that a declared difference can hold, and one minimal story. Declared differences play no part.");
    DiffOptions& options = line.diff.options;
    command.add_option("LEFT", line.diff.left, "A PATH; see 'entryproof list paths'")->type_name("")->required();
    command.add_option("RIGHT", line.diff.right, "A PATH")->type_name("")->required();
    command.add_option("--observer", options.observers, "What this observer sees only; may be repeated")
        ->type_name("NAME")
        ->expected(1)
        ->take_all();
    add_assumption_options(command, options.assume, options.drop_assumptions);
    command
        .add_option("--write-expect", line.diff.declarations_file,
                    "Write the differences to FILE, for 'prove --expect FILE'")
        ->type_name("FILE");
    add_budget_options(command, options.rlimit, line.diff.timeout_seconds);
    options.jobs = default_jobs();
    add_jobs(command, options.jobs);
    add_choice<StoriesTold>(command, "--stories", line.diff.text.stories, "Tell stories: all or none (default all)",
                            {{"all", StoriesTold::all}, {"none", StoriesTold::none}});
    add_output_options(command, line.output);
    command.footer(
        "Example: what does generic entry change, in one list?\n"
        "  entryproof diff legacy generic --stories none");
}

void add_trace(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "trace",
        "Run one scenario on PATH and print what each observer sees.\n"
        "A scenario in JSON, as counterexamples are written, says how everything starts and what every actor\n"
        "answers in one syscall; what it does not name is 0. 'entryproof list vocabulary' and 'list hooks'\n"
        "show what can be named. A scenario in TOML is a script: a program, and what its tracer, filters and\n"
        "senders of signals do, for any number of syscalls; tests/lab/scripts has some.");
    command.add_option("PATH", line.trace.path, "See 'entryproof list paths'")->type_name("")->required();
    command.add_option("--scenario", line.trace.scenario_file, "The scenario, FILE.json or FILE.toml")
        ->type_name("FILE")
        ->required();
    CLI::Option* against =
        command.add_option("--against", line.trace.against, "Run it on a second path too, side by side");
    against->type_name("PATH");
    command.add_option("--observer", line.trace.observers, "What this observer sees only; may be repeated")
        ->type_name("NAME")
        ->expected(1)
        ->take_all()
        ->excludes(against);
    command.add_flag("--all", line.trace.all_fields, "Every field, not only the telling ones");
    add_output_options(command, line.output);
    command.footer(
        "Example: the stops a debugger sees under PTRACE_SYSEMU_SINGLESTEP\n"
        "  entryproof trace legacy --scenario examples/sysemu_singlestep.json --observer tracer");
}

void add_explain(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "explain",
        "Tell a counterexample again.\n"
        "FILE is a scenario for two paths, or what 'entryproof prove --format json' printed. With --replay\n"
        "both sides are run in the interpreter; a story that is unfair or shows no disagreement ends with 6.");
    command.add_option("FILE", line.explain.file, "A scenario or a result, JSON")->type_name("")->required();
    command.add_option("--story", line.explain.story, "Which story of a result (default 1)")
        ->type_name("N")
        ->check(CLI::Range(1u, 1000000u).description(""));
    command.add_flag("--replay", line.explain.replays, "Check that it is fair and that both sides disagree as it says");
    add_output_options(command, line.output);
    command.footer(
        "Example:\n"
        "  entryproof prove legacy generic --no-expect --format json --output result.json\n"
        "  entryproof explain result.json --story 2 --replay");
}

void add_lift(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "lift",
        "Show what a path is made of.\n"
        "For a kernel tree: every function that was lifted with its place, its hash, its size and the options\n"
        "and hooks it meets, and everything that was left out on purpose with the reason.");
    command.add_option("PATH", line.lift.path, "See 'entryproof list paths'")->type_name("")->required();
    CLI::Option* ir = command.add_flag("--ir", line.lift.prints_ir, "Print the steps themselves");
    CLI::Option* dot =
        command.add_flag("--dot", line.lift.prints_dot, "Print a picture of the path for Graphviz")->excludes(ir);
    command
        .add_flag("--drift", line.lift.prints_drift,
                  "Which functions of a tree differ from the source that the nearest built-in path stands for")
        ->excludes(ir)
        ->excludes(dot);
    add_output_options(command, line.output);
    command.footer(
        "Example:\n"
        "  entryproof lift tree:linux-7.3:arm64\n"
        "Example: a picture\n"
        "  entryproof lift generic --dot | dot -Tsvg >generic.svg");
}

void add_list(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "list",
        "List what can be named.\n"
        "Paths, observers, hooks (what a scenario can answer), assumptions, invariants, properties, declared\n"
        "differences,\n"
        "or the vocabulary: the kernel functions that the lifter takes by their meaning, and the names that "
        "conditions\n"
        "and scenarios may hold.");
    command
        .add_option("WHAT", line.list.what,
                    "paths, observers, hooks, assumptions, invariants, properties, differences or vocabulary")
        ->type_name("")
        ->required()
        ->check(CLI::IsMember(listable()).description(""));
    add_output_options(command, line.output);
    command.footer(
        "Example: what can --assume speak of?\n"
        "  entryproof list vocabulary");
}

void add_series(CLI::App& app, CommandLine& line) {
    CLI::App& command = *app.add_subcommand(
        "series",
        "What does each patch of the arm64 conversion change, and does its changelog say so?\n"
        "The series that this tool was built around, patch by patch as edits of a model ('entryproof list\n"
        "paths': series:NN). Prints a table, then the differences with their conditions, claims confirmed or\n"
        "refuted, layouts of flags, and what a syscall costs when there is nothing to do.");
    SeriesOptions& options = line.series.options;
    command.add_flag("--against", line.series.against,
                     "The order of v16 with the flags read again, too, and what differs");
    CLI::Option* expect = command.add_option("--expect", options.expect_file,
                                             "Declared differences from FILE instead of the built-in ones");
    expect->type_name("FILE");
    command.add_flag("--no-expect", options.no_expect, "No declared differences: every difference is undeclared")
        ->excludes(expect);
    add_budget_options(command, options.rlimit, line.series.timeout_seconds);
    options.jobs = default_jobs();
    add_jobs(command, options.jobs);
    add_output_options(command, line.output);
    command.footer(
        "Example: the story of what a patch changes\n"
        "  entryproof prove series:02 series:03 --no-expect");
}

void add_premerge_input(CLI::App& command, PremergeCommand& premerge) {
    CLI::Option* tree = command.add_option("--tree", premerge.tree, "The base is the kernel tree in this folder");
    tree->type_name("DIR");
    CLI::Option* git = command.add_option("--git", premerge.repository, "The base is a revision of this repository");
    git->type_name("REPO")->excludes(tree);
    command.add_option("--base", premerge.base, "Which one (default: base-commit of the series, HEAD, youngest tags)")
        ->type_name("REV")
        ->needs(git);
    CLI::Option* files =
        command.add_option("FILE", premerge.mails, "The mails: an mbox, or patches one file each; - is standard input");
    files->type_name("");
    CLI::Option* mbox = command.add_option("--mbox", premerge.mails, "The same, by name")->type_name("FILE");
    mbox->excludes(files);
    CLI::Option* maildir = command.add_option("--maildir", premerge.maildir, "The mails are in a maildir");
    maildir->type_name("DIR")->excludes(files)->excludes(mbox);
    command.add_option("--range", premerge.range, "The series is this range of commits")
        ->type_name("A..B")
        ->needs(git)
        ->excludes(files)
        ->excludes(mbox)
        ->excludes(maildir);
}

void add_premerge(CLI::App& app, CommandLine& line) {
    using premerge::SeriesFormat;
    CLI::App& command = *app.add_subcommand(
        "premerge",
        "Does a patch series change what can be observed, and do its changelogs say so?\n"
        "Applies patch by patch in memory and compares before with after. Nothing is checked out, and nothing\n"
        "is written but --output and --cache. Verdicts: untouched, unchanged (proved), changed, undecided,\n"
        "unliftable, does-not-apply.");
    PremergeCommand& given = line.premerge;
    add_premerge_input(command, given);
    command.add_option("--arch", given.options.arch, "The architecture (default arm64)")->type_name("ARCH");
    command.add_option("--rlimit", given.options.rlimit, "Solver budget per query in resource units")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 53).description(""));
    command
        .add_option("--budget", given.options.budget,
                    "Solver budget of the whole run in resource units; what is left after it is undecided")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 53).description(""));
    command.add_option("--cache", given.cache_folder, "Keep reports in DIR and find them again when nothing changed")
        ->type_name("DIR");
    command.add_option("--jobs", given.options.jobs, "Comparisons at once (default 1); the answers are the same")
        ->type_name("N")
        ->check(CLI::Range(1u, 256u).description(""));
    add_timeout(command, given.timeout_seconds);
    command.add_option("--against", given.against, "Tell what differs from this earlier revision: mails, or A..B")
        ->type_name("SERIES");
    command.add_option("--baseline", given.baseline_file, "Changes that this JSON of an earlier run has are not news")
        ->type_name("FILE");
    add_choice<premerge::FailOn>(
        command, "--fail-on", given.fail_on,
        "What ends with 10: changed (any change), unmentioned (one that the changelog does not speak of,\n"
        "or denies) or claim (only a refuted claim) (default changed)",
        {{"changed", premerge::FailOn::changed},
         {"unmentioned", premerge::FailOn::unmentioned},
         {"claim", premerge::FailOn::claim}});
    add_choice<bool>(command, "--stories", given.report.stories, "Tell a story for each change: some or none",
                     {{"some", true}, {"none", false}});
    add_choice<SeriesFormat>(command, "--format", given.format,
                             "How to print: text, json, ktap, junit, sarif, b4-review, b4-check, patchwork or mail\n"
                             "(default text)",
                             {{"text", SeriesFormat::text},
                              {"json", SeriesFormat::json},
                              {"ktap", SeriesFormat::ktap},
                              {"junit", SeriesFormat::junit},
                              {"sarif", SeriesFormat::sarif},
                              {"b4-review", SeriesFormat::b4_review},
                              {"b4-check", SeriesFormat::b4_check},
                              {"patchwork", SeriesFormat::patchwork},
                              {"mail", SeriesFormat::mail}});
    add_place_options(command, line.output);
    command.footer(
        "Example: a thread as b4 writes it, on the repository that it is for\n"
        "  entryproof premerge --git linux v3_arm64_entry.mbx\n"
        "Example: the last five commits\n"
        "  entryproof premerge --git linux --range HEAD~5..HEAD");
}

void add_commands(CLI::App& app, CommandLine& line) {
    app.description(
        "Decides whether two versions of the kernel's syscall entry and exit work can be told apart by anyone\n"
        "who watches: a tracer, a seccomp filter, auditd, a tracepoint, rseq, the syscall body, user space.");
    app.footer(
        "Exit codes: 0 proved, 10 refuted, 5 unknown, 7 vacuous, 8 stale or too wide declaration,\n"
        "4 nothing modelled, 3 cannot run here, 1 usage, 2 unreadable input, 6 internal error.\n"
        "'entryproof COMMAND --help' says more. Example: entryproof prove legacy generic");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    add_prove(app, line);
    add_check(app, line);
    add_diff(app, line);
    add_trace(app, line);
    add_explain(app, line);
    add_lift(app, line);
    add_list(app, line);
    add_premerge(app, line);
    add_series(app, line);
}

Command command_of(const CLI::App& app, CommandLine line) {
    if (app.got_subcommand("prove")) {
        line.prove.text.quiet = line.output.quiet;
        line.prove.options.timeout_ms = line.prove.timeout_seconds * 1000;
        return line.prove;
    }
    if (app.got_subcommand("check")) {
        line.check.options.timeout_ms = line.check_timeout_seconds * 1000;
        line.check.options.side_conditions = !line.without_side_conditions;
        line.check.text = {line.output.quiet, !line.without_stories};
        return line.check;
    }
    if (app.got_subcommand("diff")) {
        line.diff.text.quiet = line.output.quiet;
        line.diff.options.timeout_ms = line.diff.timeout_seconds * 1000;
        return line.diff;
    }
    if (app.got_subcommand("trace")) return line.trace;
    if (app.got_subcommand("explain")) {
        line.explain.quiet = line.output.quiet;
        return line.explain;
    }
    if (app.got_subcommand("series")) {
        line.series.quiet = line.output.quiet;
        line.series.options.timeout_ms = line.series.timeout_seconds * 1000;
        return line.series;
    }
    if (app.got_subcommand("premerge")) {
        line.premerge.report.quiet = line.output.quiet;
        line.premerge.options.timeout_ms = line.premerge.timeout_seconds * 1000;
        return line.premerge;
    }
    if (app.got_subcommand("lift")) return line.lift;
    return line.list;
}

bool is_coloured(const OutputOptions& output) {
    if (output.format != Format::text || output.colour == ColourWhen::never) return false;
    if (output.colour == ColourWhen::always) return true;
    return output.file.empty() && ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1);
}

// To the file when one is named; then stdout still gets the verdict's word.
void deliver(const Report& report, const OutputOptions& output) {
    const std::string text = is_coloured(output) ? coloured(report.text) : report.text;
    if (output.file.empty()) return write_standard_output(text);
    write_file(output.file, text);
    const std::string last = last_line(report.text);
    if (output.format == Format::text && last == std::string(word(report.exit)) + "\n") write_standard_output(last);
}

int fail(const Failure& failure, Format format) {
    std::cerr << failure_text(failure) << std::flush;
    try {
        write_standard_output(format == Format::json ? error_json(failure.exit, failure.message, failure.file,
                                                                  failure.line, failure.column)
                                                     : std::string(word(failure.exit)) + "\n");
    } catch (const OutputError&) {
        // It was said on stderr, and the exit code stands.
    }
    return static_cast<int>(failure.exit);
}

// What the command line says about the format although the rest of it cannot be understood.
Format format_asked_for(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--format=json") return Format::json;
        if (argument == "--format" && i + 1 < argc && std::string(argv[i + 1]) == "json") return Format::json;
    }
    return Format::text;
}

// CLI11 calls a command that it does not know a missing one.
std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    const bool is_unknown = argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty();
    return is_unknown ? "no command is called '" + std::string(argv[1]) + "'" : error.what();
}

int end_of_parsing(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    if (error.get_exit_code() != 0) {
        const std::string hint = "'entryproof --help' or 'entryproof COMMAND --help'";
        return fail({ExitCode::usage, what_is_wrong(app, error, argc, argv), hint, "", 0, 0},
                    format_asked_for(argc, argv));
    }
    const bool is_version = error.get_name() == "CallForVersion";
    write_standard_output(is_version ? version_text() + "\n" : app.help());
    return 0;
}

int run_command(int argc, char** argv) {
    CommandLine line;
    CLI::App app("", "entryproof");
    add_commands(app, line);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return end_of_parsing(app, error, argc, argv);
    }
    OutputOptions& output = line.output;
    if (app.got_subcommand("premerge") && line.premerge.format != premerge::SeriesFormat::text)
        output.format = Format::json;  // a machine reads it
    try {
        if (!output.file.empty()) require_writable(output.file);
        const Report report =
            std::visit([&](const auto& command) { return run(command, output.format); }, command_of(app, line));
        deliver(report, output);
        return static_cast<int>(report.exit);
    } catch (...) {
        return fail(describe(std::current_exception()), output.format);
    }
}

// Every query has a solver of its own, of some megabytes: what one gives back the next takes, without the kernel.
void keep_freed_memory() {
    constexpr int gigabyte = 1 << 30;
    mallopt(M_TRIM_THRESHOLD, gigabyte);
    mallopt(M_MMAP_THRESHOLD, gigabyte);
}

}  // namespace

int main(int argc, char** argv) {
    keep_freed_memory();
    try {
        return run_command(argc, argv);
    } catch (...) {
        return fail(describe(std::current_exception()), Format::text);
    }
}
