// SPDX-License-Identifier: MIT
// The manual page and the completions of shells, each written from the one table of options. Same table, same bytes.
#pragma once

#include "checker/manual/option_table.h"

#include <string>

namespace entryproof::checker::manual {

// entryproof(1) for man(7)'s macros. Written without a date, which would differ from build to build.
std::string man_page(const OptionTable& table);

// Files to be read by the shell's own completion: functions for bash and zsh, commands for fish.
std::string bash_completion(const OptionTable& table);
std::string zsh_completion(const OptionTable& table);
std::string fish_completion(const OptionTable& table);

// What an argument called FILE, DIR, REPO or PATH is completed with.
enum class Completes { nothing, files, folders };
Completes completes(const OptionRow& row);

// The help in one line: up to the end of its first sentence or line.
std::string summary(const std::string& help);
// The options that have a name, and those without.
std::vector<OptionRow> named(const std::vector<OptionRow>& rows);
std::vector<OptionRow> positional(const std::vector<OptionRow>& rows);

}  // namespace entryproof::checker::manual
