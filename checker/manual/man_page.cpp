// SPDX-License-Identifier: MIT
// roff: a line that starts with a dot or an apostrophe is a request, and a backslash starts an escape.
#include "checker/manual/manual.h"

#include "checker/exit_code.h"

#include <utility>
#include <vector>

namespace entryproof::checker::manual {

namespace {

// A hyphen in roff is a character for typography; "\-" is the one that can be copied into a shell.
std::string escaped(const std::string& text) {
    std::string result;
    bool is_line_start = true;
    for (const char c : text) {
        if (is_line_start && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
        is_line_start = c == '\n';
    }
    return result;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : escaped(text)) result += c == '"' ? "\\(dq" : std::string(1, c);
    return result + "\"";
}

class Writer {
public:
    void section(const std::string& name) { text_ += ".SH " + quoted(name) + "\n"; }
    void subsection(const std::string& name) { text_ += ".SS " + quoted(name) + "\n"; }

    // Lines run together; an empty line starts a new paragraph.
    void prose(const std::string& text) {
        std::size_t begin = 0;
        while (begin < text.size()) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const std::string line = text.substr(begin, end - begin);
            text_ += line.empty() ? ".PP\n" : escaped(line) + "\n";
            begin = end + 1;
        }
    }

    // Examples keep their lines: words first, commands indented.
    void verbatim(const std::string& text) { text_ += ".PP\n.nf\n" + escaped(text) + "\n.fi\n"; }

    void option(const OptionRow& row) {
        text_ += ".TP\n" + term(row) + "\n";
        if (!row.help.empty()) prose(row.help);
        if (!row.words.empty()) {
            std::string words;
            for (const std::string& word : row.words) words += (words.empty() ? "" : ", ") + word;
            text_ += ".br\nOne of: " + escaped(words) + ".\n";
        }
        if (row.is_required) text_ += ".br\nRequired.\n";
        if (row.is_positional && row.help.empty() && !row.is_required) text_ += "\n";
    }

    void entry(const std::string& term, const std::string& meaning) {
        text_ += ".TP\n.B " + quoted(term) + "\n" + escaped(meaning) + "\n";
    }

    void raw(const std::string& text) { text_ += text; }
    std::string take() { return std::move(text_); }

private:
    static std::string term(const OptionRow& row) {
        if (row.is_positional) return ".I " + quoted(row.names.front());
        std::string text;
        for (const std::string& name : row.names)
            text += (text.empty() ? "" : ", ") + std::string("\\fB") + escaped(name) + "\\fR";
        return row.argument.empty() ? text : text + " \\fI" + escaped(row.argument) + "\\fR";
    }

    std::string text_;
};

void write_options(Writer& writer, const std::vector<OptionRow>& rows) {
    for (const OptionRow& row : positional(rows)) writer.option(row);
    for (const OptionRow& row : named(rows)) writer.option(row);
}

std::string synopsis(const CommandRow& command) {
    std::string text = "\\fBentryproof " + escaped(command.name) + "\\fR";
    for (const OptionRow& row : positional(command.options)) {
        const std::string name = "\\fI" + row.names.front() + "\\fR";
        text += row.is_required ? " " + name : " [" + name + "]";
        if (row.is_repeated) text += "...";
    }
    return text + " [\\fIoptions\\fR]\n.br\n";
}

const std::vector<std::pair<ExitCode, std::string>>& exit_codes() {
    static const std::vector<std::pair<ExitCode, std::string>> table = {
        {ExitCode::proved, "every claim is proved"},
        {ExitCode::refuted, "an undeclared difference, or a property is refuted"},
        {ExitCode::unknown, "undecided: the solver does not know, a budget is spent, or not inductive"},
        {ExitCode::vacuous, "premises contradict each other, or there is nothing to compare"},
        {ExitCode::ledger, "a declaration or expectation is stale or wider than the truth"},
        {ExitCode::nothing_modelled, "the input touches nothing that is modelled, or something is not covered"},
        {ExitCode::cannot_run, "a prerequisite is missing on this machine, or a result cannot be written"},
        {ExitCode::usage, "the command line is wrong"},
        {ExitCode::unreadable, "an input cannot be read, cannot be lifted, or does not apply"},
        {ExitCode::internal, "our bug, or a re-check or replay that disagrees"},
    };
    return table;
}

}  // namespace

std::string man_page(const OptionTable& table) {
    Writer writer;
    writer.raw(
        ".\\\" SPDX-License-Identifier: MIT\n.\\\" Written by write_manual from the table of options; do not edit.\n");
    writer.raw(".TH ENTRYPROOF 1 \"\" \"entryproof " + table.version + "\" \"User Commands\"\n.nh\n.ad l\n");
    writer.section("NAME");
    writer.raw("entryproof \\- tell two versions of the syscall entry and exit work apart, or prove that nobody can\n");
    writer.section("SYNOPSIS");
    for (const CommandRow& command : table.commands) writer.raw(synopsis(command));
    writer.section("DESCRIPTION");
    writer.prose(table.description);
    writer.section("OPTIONS");
    write_options(writer, table.options);
    writer.section("COMMANDS");
    for (const CommandRow& command : table.commands) {
        writer.subsection("entryproof " + command.name);
        writer.prose(command.description);
        write_options(writer, command.options);
        if (!command.footer.empty()) writer.verbatim(command.footer);
    }
    writer.section("EXIT STATUS");
    writer.prose("Of several, the worst counts: 6, 2, 10, 7, 8, 5, 3, 4, 0. In text the word is the last line.");
    for (const auto& [code, meaning] : exit_codes())
        writer.entry(std::to_string(static_cast<int>(code)) + " " + std::string(word(code)), meaning);
    return writer.take();
}

}  // namespace entryproof::checker::manual
