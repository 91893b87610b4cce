// SPDX-License-Identifier: MIT
// Completions. Helps are our own texts, yet quoted as if they were not.
#include "checker/manual/manual.h"

namespace entryproof::checker::manual {

namespace {

constexpr const char* head =
    "# SPDX-License-Identifier: MIT\n# Written by write_manual from the table of options; do not edit.\n";

// In single quotes, for a POSIX shell; `more` are characters that take a backslash besides.
std::string quoted(const std::string& text, const std::string& more = "") {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'')
            result += "'\\''";
        else if (more.find(c) != std::string::npos)
            result += std::string("\\") + c;
        else
            result += c;
    }
    return result + "'";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::vector<std::string> all_names(const std::vector<OptionRow>& rows) {
    std::vector<std::string> names;
    for (const OptionRow& row : named(rows)) names.insert(names.end(), row.names.begin(), row.names.end());
    return names;
}

std::vector<std::string> command_names(const OptionTable& table) {
    std::vector<std::string> names;
    for (const CommandRow& command : table.commands) names.push_back(command.name);
    return names;
}

std::string bash_reply(const OptionRow& row) {
    if (!row.words.empty()) return "COMPREPLY=($(compgen -W " + quoted(joined(row.words)) + " -- \"$current\"))";
    if (completes(row) == Completes::files) return "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))";
    if (completes(row) == Completes::folders) return "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))";
    return "COMPREPLY=()";
}

// What stands without a name: the words of the first one that has some, else files where one takes any.
std::string bash_positional(const std::vector<OptionRow>& rows) {
    for (const OptionRow& row : positional(rows))
        if (!row.words.empty() || completes(row) != Completes::nothing) return bash_reply(row);
    return "COMPREPLY=()";
}

void bash_command(std::string& text, const std::string& pattern, const std::vector<OptionRow>& rows,
                  const std::string& positional_reply) {
    text += "    " + pattern + ")\n        case $previous in\n";
    for (const OptionRow& row : named(rows)) {
        if (row.argument.empty()) continue;
        std::string names;
        for (const std::string& name : row.names) names += (names.empty() ? "" : "|") + name;
        text += "        " + names + ") " + bash_reply(row) + "; return ;;\n";
    }
    text += "        esac\n        if [[ $current == -* ]]; then\n            COMPREPLY=($(compgen -W " +
            quoted(joined(all_names(rows))) + " -- \"$current\"))\n        else\n            " + positional_reply +
            "\n        fi ;;\n";
}

std::string zsh_action(const OptionRow& row) {
    if (!row.words.empty()) return "(" + joined(row.words) + ")";
    if (completes(row) == Completes::files) return "_files";
    return completes(row) == Completes::folders ? "_files -/" : " ";
}

// Brackets, colons and backslashes mean something in a specification.
std::string zsh_text(const std::string& text) {
    std::string result;
    for (const char c : text)
        result += (std::string("[]:\\").find(c) == std::string::npos ? "" : "\\") + std::string(1, c);
    return result;
}

void zsh_options(std::string& text, const std::vector<OptionRow>& rows, const std::string& indent) {
    for (const OptionRow& row : named(rows))
        for (const std::string& name : row.names) {
            std::string spec = (row.is_repeated ? "*" : "") + name + "[" + zsh_text(summary(row.help)) + "]";
            if (!row.argument.empty()) spec += ":" + row.argument + ":" + zsh_action(row);
            text += indent + quoted(spec) + " \\\n";
        }
}

void zsh_positional(std::string& text, const std::vector<OptionRow>& rows, const std::string& indent) {
    for (const OptionRow& row : positional(rows))
        text +=
            indent + "'" + (row.is_repeated ? "*" : "") + ":" + row.names.front() + ":" + zsh_action(row) + "' \\\n";
}

std::string fish_option(const std::string& condition, const OptionRow& row) {
    std::string text = "complete -c entryproof -n " + quoted(condition);
    for (const std::string& name : row.names)
        text += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!row.argument.empty()) text += " -r";
    if (!row.words.empty()) text += " -f -a " + quoted(joined(row.words));
    if (completes(row) == Completes::files) text += " -F";
    if (completes(row) == Completes::folders) text += " -f -a '(__fish_complete_directories)'";
    return text + " -d " + quoted(summary(row.help), "\\") + "\n";
}

}  // namespace

std::string bash_completion(const OptionTable& table) {
    std::string text = head;
    text +=
        "_entryproof() {\n    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    COMPREPLY=()\n    case ${COMP_WORDS[1]} in\n";
    for (const CommandRow& command : table.commands)
        bash_command(text, command.name, command.options, bash_positional(command.options));
    bash_command(text, "*", table.options,
                 "COMPREPLY=($(compgen -W " + quoted(joined(command_names(table))) + " -- \"$current\"))");
    return text + "    esac\n}\ncomplete -F _entryproof entryproof\n";
}

std::string zsh_completion(const OptionTable& table) {
    std::string text = "#compdef entryproof\n";
    text += head;
    text += "_entryproof() {\n    local -a commands\n    local line state\n    commands=(\n";
    for (const CommandRow& command : table.commands)
        text += "        " + quoted(command.name + ":" + summary(command.description)) + "\n";
    text += "    )\n    _arguments -C \\\n";
    zsh_options(text, table.options, "        ");
    text +=
        "        '1:command:->command' \\\n        '*::argument:->argument'\n    case $state in\n"
        "    command) _describe command commands ;;\n    argument)\n        case $line[1] in\n";
    for (const CommandRow& command : table.commands) {
        text += "        " + command.name + ")\n            _arguments \\\n";
        zsh_options(text, command.options, "                ");
        zsh_positional(text, command.options, "                ");
        text += "                && return ;;\n";
    }
    return text + "        esac ;;\n    esac\n}\n_entryproof \"$@\"\n";
}

std::string fish_completion(const OptionTable& table) {
    std::string text = head;
    text += "complete -c entryproof -f\n";
    for (const OptionRow& row : named(table.options)) text += fish_option("__fish_use_subcommand", row);
    for (const CommandRow& command : table.commands) {
        text += "complete -c entryproof -n '__fish_use_subcommand' -a " + command.name + " -d " +
                quoted(summary(command.description), "\\") + "\n";
        const std::string condition = "__fish_seen_subcommand_from " + command.name;
        for (const OptionRow& row : named(command.options)) text += fish_option(condition, row);
        for (const OptionRow& row : positional(command.options)) {
            if (!row.words.empty())
                text += "complete -c entryproof -n " + quoted(condition) + " -a " + quoted(joined(row.words)) + "\n";
            if (completes(row) == Completes::files) text += "complete -c entryproof -n " + quoted(condition) + " -F\n";
        }
    }
    return text;
}

}  // namespace entryproof::checker::manual
