// SPDX-License-Identifier: MIT
// The command line: the one table of commands and options, read in two ways, to run and to describe.
#pragma once

#include "checker/command.h"
#include "checker/manual/option_table.h"

#include <string>
#include <variant>

namespace entryproof::checker {

enum class ColourWhen { automatic, always, never };

// Of all commands.
struct OutputOptions {
    Format format = Format::text;
    std::string file;
    ColourWhen colour = ColourWhen::automatic;
    bool quiet = false;
    std::string page_file;  // --html; empty: none
};

using Command = std::variant<ProveCommand, CheckCommand, DiffCommand, TraceCommand, ExplainCommand, LiftCommand,
                             ListCommand, PremergeCommand, SeriesCommand>;

struct Request {
    Command command;
    OutputOptions output;  // a command with formats of its own that a machine reads counts as json
};

// --help or --version.
struct ToBeShown {
    std::string text;
};

// Whatever is wrong with the command line, whatever CLI11 thinks of it.
struct Misuse {
    std::string message;
    std::string hint;
};

std::variant<Request, ToBeShown, Misuse> read_command_line(int argc, char** argv);

// The same table, for the manual page and for shells.
manual::OptionTable option_table();

}  // namespace entryproof::checker
