// SPDX-License-Identifier: MIT
// The commands, each from plain options to a finished report. How options are spelled is main.cpp's affair.
#pragma once

#include "checker/check_report.h"
#include "checker/diff.h"
#include "checker/exit_code.h"
#include "checker/premerge/gate.h"
#include "checker/premerge/judge.h"
#include "checker/premerge/report.h"
#include "checker/prove.h"
#include "checker/report_text.h"
#include "checker/series/judge.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

enum class Format { text, json };

// What a command prints, and how the program ends.
struct Report {
    std::string text;
    ExitCode exit = ExitCode::internal;
    std::string page = {};  // --html: the same as one page; empty: none was asked for
};

struct ProveCommand {
    std::string left = "legacy";
    std::string right = "generic";
    ProveOptions options;  // expect_text is read by run()
    std::string dump_folder;
    std::string recheck_solver;
    bool makes_page = false;
    unsigned timeout_seconds = 0;
    TextReportOptions text;
};
Report run(const ProveCommand& command, Format format);

struct CheckCommand {
    std::string path;
    CheckOptions options;  // expect_text is read by run()
    bool makes_page = false;
    CheckReportOptions text;
};
Report run(const CheckCommand& command, Format format);
struct DiffCommand {
    std::string left;
    std::string right;
    DiffOptions options;
    std::string declarations_file;  // --write-expect; empty: none
    bool makes_page = false;
    unsigned timeout_seconds = 0;
    TextReportOptions text;
};
Report run(const DiffCommand& command, Format format);

struct TraceCommand {
    std::string path;
    std::string against;  // a second path; empty: none
    std::string scenario_file;
    std::vector<std::string> observers;  // empty: all
    bool all_fields = false;
};
Report run(const TraceCommand& command, Format format);

struct ExplainCommand {
    std::string file;    // a scenario, or the JSON of prove
    unsigned story = 1;  // which one of the JSON of prove
    std::string id;      // of those of this difference only; empty: of all
    bool replays = false;
    std::string reproducer_file;  // a C program that shows it on a real kernel; empty: none
    bool quiet = false;
    bool makes_page = false;
};
Report run(const ExplainCommand& command, Format format);

struct LiftCommand {
    std::string path;
    // At most one; none: what was lifted.
    bool prints_ir = false;
    bool prints_dot = false;
    bool prints_drift = false;
};
Report run(const LiftCommand& command, Format format);

struct ListCommand {
    std::string what;
};
Report run(const ListCommand& command, Format format);

struct SeriesCommand {
    SeriesOptions options;  // expect_text is read by run()
    bool against = false;   // the second series too, and what differs
    bool quiet = false;
    bool makes_page = false;
    unsigned timeout_seconds = 0;
};
Report run(const SeriesCommand& command, Format format);

struct PremergeCommand {
    std::string tree;        // folder of the base; or
    std::string repository;  // that of a repository
    std::string base;        // revision; empty: looked for
    // One of these three:
    std::vector<std::string> mails;  // files of mails; "-" is standard input
    std::string maildir;
    std::string range;               // A..B of the repository
    std::string against;             // an earlier revision: a file of mails, or a range of the repository
    std::string cache_folder;        // what earlier runs found; empty: nothing is kept
    std::string shard;               // "I/N": only this share of the comparisons; empty: all
    std::vector<std::string> merge;  // outputs of all shards; empty: none
    std::string baseline_file;       // findings of an earlier run that are not news
    bool makes_page = false;
    unsigned timeout_seconds = 0;
    premerge::JudgeOptions options;
    premerge::FailOn fail_on = premerge::FailOn::changed;
    premerge::SeriesFormat format = premerge::SeriesFormat::text;
    premerge::SeriesReportOptions report;
};
// `format` says how failures are printed; the command has more formats of its own.
Report run(const PremergeCommand& command, Format format);

// What `list` can list, in the order of its help.
const std::vector<std::string>& listable();

}  // namespace entryproof::checker
