// SPDX-License-Identifier: MIT
// How options are spelled: from the command line to plain structs. The only file that sees CLI11.
#include "checker/command_line.h"

#include "checker/jobs.h"
#include "checker/smt.h"
#include "checker/version.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <vector>

namespace entryproof::checker {

namespace {

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

// The words are kept as the name of the validator, which appears nowhere, so that words_of() finds them again.
constexpr char between_words = '|';

CLI::Validator one_of(const std::vector<std::string>& words) {
    std::string name;
    for (const std::string& word : words) name += word + between_words;
    return CLI::IsMember(words).description("").name(name);
}

std::vector<std::string> words_of(CLI::Option& option) {
    std::vector<std::string> words;
    std::string name;
    try {
        name = option.get_validator(0)->get_name();
    } catch (const CLI::OptionNotFound&) {
        return words;
    }
    for (std::size_t at = 0, end = name.find(between_words); end != std::string::npos;
         at = end + 1, end = name.find(between_words, at))
        words.push_back(name.substr(at, end - at));
    return words;
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
    return command.add_option_function<std::string>(name, set, help)->type_name("WORD")->check(one_of(words));
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

constexpr const char* page_help = "Also write the report as one HTML page, complete in itself, to FILE";

void add_page(CLI::App& command, OutputOptions& output, const std::string& help) {
    command.add_option("--html", output.page_file, help)->type_name("FILE");
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
    command.add_flag("--interference", options.interference,
                     "Others act between any two reads, too, not only where the task sleeps");
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
    add_page(command, line.output, page_help);
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
    add_page(command, line.output, page_help);
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
    command.add_flag("--interference", options.interference, "Not offered here yet: see 'prove --interference'");
    add_budget_options(command, options.rlimit, line.diff.timeout_seconds);
    add_page(command, line.output, page_help);
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
        "FILE is a scenario for two paths, or what 'entryproof prove' or 'diff' printed with --format json. With "
        "--replay\n"
        "both sides are run in the interpreter; a story that is unfair or shows no disagreement ends with 6.");
    command.add_option("FILE", line.explain.file, "A scenario or a result, JSON")->type_name("")->required();
    command.add_option("--story", line.explain.story, "Which story of a result (default 1)")
        ->type_name("N")
        ->check(CLI::Range(1u, 1000000u).description(""));
    command.add_option("--id", line.explain.id, "Count only the stories of the difference with this id")
        ->type_name("ID");
    command.add_flag("--replay", line.explain.replays, "Check that it is fair and that both sides disagree as it says");
    command
        .add_option("--reproducer", line.explain.reproducer_file,
                    "Write a C program that makes it happen on a real arm64 kernel; 2 when none can")
        ->type_name("FILE");
    add_page(command, line.output, "Write the story as one HTML page, complete in itself, to FILE");
    add_output_options(command, line.output);
    command.footer(
        "Example:\n"
        "  entryproof prove legacy generic --no-expect --format json --output result.json\n"
        "  entryproof explain result.json --story 2 --replay\n"
        "Example: a program that shows it on a real kernel\n"
        "  entryproof explain result.json --story 2 --reproducer reproducer.c");
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
        ->check(one_of(listable()));
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
    add_page(command, line.output, page_help);
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
    command
        .add_option("--base", premerge.base,
                    "Which one (default: what B4_TRACKING_FILE says for b4-review, base-commit of the series, HEAD,\n"
                    "youngest tags)")
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
    given.options.jobs = default_jobs();
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
    command.add_flag("--conditions", given.options.conditions,
                     "Say of each change exactly when it occurs, as 'diff' does; takes several times as long");
    command
        .add_option("--cache", given.cache_folder,
                    "Keep reports and answers in DIR and find them again when nothing changed; differences are\n"
                    "replayed, the rest is trusted as the executable is")
        ->type_name("DIR");
    command
        .add_option("--shard", given.shard,
                    "Make only share I of N of the comparisons and print the answers as JSON for --merge")
        ->type_name("I/N");
    command.add_option("--merge", given.merge, "Report from the outputs of all shards of the same command")
        ->type_name("FILE");
    command
        .add_option("--jobs", given.options.jobs,
                    "Comparisons at once (default: as many as processors, 4 at most); the answers are the same")
        ->type_name("N")
        ->check(CLI::Range(1u, 256u).description(""));
    add_timeout(command, given.timeout_seconds);
    command.add_option("--against", given.against, "Tell what differs from this earlier revision: mails, or A..B")
        ->type_name("SERIES");
    command.add_option("--baseline", given.baseline_file, "Changes that this JSON of an earlier run has are not news")
        ->type_name("FILE");
    add_page(command, line.output, page_help);
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
    app.set_version_flag("--version", version_text(), "What this is, and with which solver");
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
    const bool makes_page = !line.output.page_file.empty();
    if (app.got_subcommand("prove")) {
        line.prove.makes_page = makes_page;
        line.prove.text.quiet = line.output.quiet;
        line.prove.options.timeout_ms = line.prove.timeout_seconds * 1000;
        return line.prove;
    }
    if (app.got_subcommand("check")) {
        line.check.makes_page = makes_page;
        line.check.options.timeout_ms = line.check_timeout_seconds * 1000;
        line.check.options.side_conditions = !line.without_side_conditions;
        line.check.text = {line.output.quiet, !line.without_stories};
        return line.check;
    }
    if (app.got_subcommand("diff")) {
        line.diff.makes_page = makes_page;
        line.diff.text.quiet = line.output.quiet;
        line.diff.options.timeout_ms = line.diff.timeout_seconds * 1000;
        return line.diff;
    }
    if (app.got_subcommand("series")) {
        line.series.makes_page = makes_page;
        line.series.quiet = line.output.quiet;
        line.series.options.timeout_ms = line.series.timeout_seconds * 1000;
        return line.series;
    }
    if (app.got_subcommand("trace")) return line.trace;
    if (app.got_subcommand("explain")) {
        line.explain.makes_page = makes_page;
        line.explain.quiet = line.output.quiet;
        return line.explain;
    }
    if (app.got_subcommand("premerge")) {
        line.premerge.makes_page = makes_page;
        line.premerge.report.quiet = line.output.quiet;
        line.premerge.options.timeout_ms = line.premerge.timeout_seconds * 1000;
        return line.premerge;
    }
    if (app.got_subcommand("lift")) return line.lift;
    return line.list;
}

// CLI11 calls a command that it does not know a missing one.
std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    const bool is_unknown = argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty();
    return is_unknown ? "no command is called '" + std::string(argv[1]) + "'" : error.what();
}

manual::OptionRow row_of(CLI::Option& option) {
    manual::OptionRow row;
    for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
    row.is_positional = row.names.empty();
    if (row.is_positional) row.names.push_back(option.get_name(true));
    const bool takes_argument = option.get_items_expected_max() > 0;
    if (takes_argument && !row.is_positional) row.argument = option.get_type_name();
    row.words = words_of(option);
    row.help = option.get_description();
    row.is_required = option.get_required();
    row.is_repeated =
        option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll || option.get_expected_max() > 1;
    return row;
}

std::vector<manual::OptionRow> rows_of(CLI::App& app) {
    std::vector<manual::OptionRow> rows;
    for (CLI::Option* option : app.get_options()) rows.push_back(row_of(*option));
    return rows;
}

}  // namespace

std::variant<Request, ToBeShown, Misuse> read_command_line(int argc, char** argv) {
    CommandLine line;
    CLI::App app("", "entryproof");
    add_commands(app, line);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0)
            return Misuse{what_is_wrong(app, error, argc, argv), "'entryproof --help' or 'entryproof COMMAND --help'"};
        return ToBeShown{error.get_name() == "CallForVersion" ? version_text() + "\n" : app.help()};
    }
    if (app.got_subcommand("premerge") && line.premerge.format != premerge::SeriesFormat::text)
        line.output.format = Format::json;
    return Request{command_of(app, line), line.output};
}

manual::OptionTable option_table() {
    CommandLine line;
    CLI::App app("", "entryproof");
    add_commands(app, line);
    manual::OptionTable table{std::string(version), app.get_description(), app.get_footer(), rows_of(app), {}};
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
        table.commands.push_back(
            {command->get_name(), command->get_description(), command->get_footer(), rows_of(*command)});
    return table;
}

}  // namespace entryproof::checker
