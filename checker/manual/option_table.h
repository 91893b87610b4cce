// SPDX-License-Identifier: MIT
// What the command line offers, as plain values: what the manual page and the completions are written from.
#pragma once

#include <string>
#include <vector>

namespace entryproof::checker::manual {

struct OptionRow {
    std::vector<std::string> names;  // "--html", "-h"; of what stands without a name: "FILE"
    std::string argument;            // "FILE", "N", "WORD"; empty: none is taken
    std::vector<std::string> words;  // the only ones that can be given; empty: not listed
    std::string help;                // may have lines
    bool is_positional = false;
    bool is_required = false;
    bool is_repeated = false;
};

struct CommandRow {
    std::string name;
    std::string description;  // its first line is a summary
    std::string footer;       // examples
    std::vector<OptionRow> options;
};

struct OptionTable {
    std::string version;  // "0.1.0"
    std::string description;
    std::string footer;
    std::vector<OptionRow> options;  // without a command
    std::vector<CommandRow> commands;
};

}  // namespace entryproof::checker::manual
