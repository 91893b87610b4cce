// SPDX-License-Identifier: MIT
// The manual page and the completions against what --help says, option by option, and against the programs that read
// them. What writes them reads the same table as the command line; this asks the executable itself.
#include "tests/cli/shell.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

using namespace entryproof::cli;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// "--html" and "-h" in a text, wherever they stand as words of their own.
std::set<std::string> options_in(const std::string& text) {
    std::set<std::string> found;
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at)) {
        const std::size_t begin = at;
        const bool is_word = begin == 0 || text[begin - 1] == ' ' || text[begin - 1] == ',' || text[begin - 1] == '\n';
        while (at < text.size() && (text[at] == '-' || std::isalnum(static_cast<unsigned char>(text[at])) != 0)) ++at;
        const std::string word = text.substr(begin, at - begin);
        if (is_word && (word.size() == 2 || (word.size() > 3 && word[1] == '-'))) found.insert(word);
    }
    return found;
}

// The first column of the help's table of options: lines that are indented by two and start with a hyphen.
std::set<std::string> options_of_help(const std::string& help) {
    std::set<std::string> found;
    for (std::size_t at = help.find("\n  -"); at != std::string::npos; at = help.find("\n  -", at + 1)) {
        const std::string line = help.substr(at + 3, help.find('\n', at + 1) - at - 3);
        for (const std::string& option : options_in(line.substr(0, line.find("  ")))) found.insert(option);
    }
    return found;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    if (from == std::string::npos) return "";
    return text.substr(from, text.find(end, from + begin.size()) - from);
}

std::string manual(const std::string& file) {
    REQUIRE_MESSAGE(std::getenv("ENTRYPROOF_MANUAL") != nullptr, "ENTRYPROOF_MANUAL names the folder of the build");
    return std::string(std::getenv("ENTRYPROOF_MANUAL")) + "/" + file;
}

// As --help lists them: lines of the table that are indented by two.
std::vector<std::string> commands_of(const std::string& help) {
    std::vector<std::string> found;
    const std::string table = between(help + "\n\n", "Subcommands:\n", "\n\n");
    for (std::size_t at = table.find("\n  "); at != std::string::npos; at = table.find("\n  ", at + 1))
        if (std::isalpha(static_cast<unsigned char>(table[at + 3])) != 0)
            found.push_back(table.substr(at + 3, table.find(' ', at + 3) - at - 3));
    return found;
}

// Runs a shell command; what it prints is empty when all is well.
std::string complaints(const std::string& command) {
    const Shell shell;
    const int status = std::system(("{ " + command + "; } >'" + shell.folder + "/out' 2>&1").c_str());
    return (status == 0 ? "" : "status " + std::to_string(status) + ": ") + file_text(shell.folder + "/out");
}

bool is_there(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace

TEST_CASE("every option of every command stands in the manual page and in each completion, and no other") {
    const Shell shell;
    std::string page = file_text(manual("entryproof.1"));
    for (std::size_t at = page.find("\\-"); at != std::string::npos; at = page.find("\\-", at)) page.erase(at, 1);
    for (const std::string font : {"\\fB", "\\fR", "\\fI"})
        for (std::size_t at = page.find(font); at != std::string::npos; at = page.find(font)) page.replace(at, 3, " ");
    const std::string bash = file_text(manual("entryproof.bash"));
    const std::string zsh = file_text(manual("_entryproof"));
    const std::string fish = file_text(manual("entryproof.fish"));
    const std::vector<std::string> commands = commands_of(shell.run("--help").output);
    REQUIRE(commands.size() >= 8);
    for (const std::string& command : commands) {
        CAPTURE(command);
        const std::set<std::string> wanted = options_of_help(shell.run(command + " --help").output);
        REQUIRE(wanted.count("--help") == 1);
        REQUIRE(wanted.count("--output") == 1);
        const std::string in_page = between(page, ".SS \"entryproof " + command + "\"", "\n.S");
        const std::string in_bash = between(bash, "\n    " + command + ")", "fi ;;\n");
        const std::string in_zsh = between(zsh, "\n        " + command + ")", "return ;;");
        for (const std::string& option : wanted) {
            CAPTURE(option);
            CHECK((holds(in_bash, " " + option + " ") || holds(in_bash, "'" + option + " ") ||
                   holds(in_bash, " " + option + "'")));
            CHECK(holds(in_zsh, option + "["));
            const bool is_long = option.size() > 2;
            const std::string spelled = (is_long ? " -l " + option.substr(2) : " -s " + option.substr(1)) + " ";
            const std::string there = "__fish_seen_subcommand_from " + command + "'";
            CHECK((holds(fish, there + spelled) || holds(fish, there + " -s h" + spelled)));
        }
        // What is listed as a term of the page is an option of the command.
        std::set<std::string> listed;
        for (std::size_t at = in_page.find(".TP\n"); at != std::string::npos; at = in_page.find(".TP\n", at + 1)) {
            const std::string term = in_page.substr(at + 4, in_page.find('\n', at + 4) - at - 4);
            for (const std::string& option : options_in(term)) listed.insert(option);
        }
        CHECK(listed == wanted);
    }
}

TEST_CASE("every command of --help has a section, and the page has the exit codes") {
    const Shell shell;
    const std::string page = file_text(manual("entryproof.1"));
    unsigned sections = 0;
    for (std::size_t at = page.find(".SS "); at != std::string::npos; at = page.find(".SS ", at + 1)) ++sections;
    CHECK(sections == commands_of(shell.run("--help").output).size());
    for (const std::string code : {"0 proved", "10 refuted", "6 internal error", "8 stale or too wide declaration"})
        CHECK(holds(page, ".B \"" + code + "\""));
}

TEST_CASE("words that can be given are offered") {
    CHECK(holds(file_text(manual("entryproof.1")), "One of: undeclared, all, none."));
    CHECK(holds(file_text(manual("entryproof.bash")), "--stories) COMPREPLY=($(compgen -W 'undeclared all none'"));
    CHECK(holds(file_text(manual("_entryproof")), ":WORD:(undeclared all none)"));
    CHECK(holds(file_text(manual("entryproof.fish")), "-a 'undeclared all none'"));
    CHECK(holds(file_text(manual("entryproof.bash")), "'paths observers hooks"));
}

TEST_CASE("the page reads without a warning, and each shell reads its completion") {
    CHECK(complaints("groff -ww -z -man -Tutf8 '" + manual("entryproof.1") + "'") == "");
    CHECK(complaints("bash -n '" + manual("entryproof.bash") + "'") == "");
    // The other shells are no part of every machine; those of tests/run.sh are (cmake/install-packages.sh).
    for (const std::string shell : {"zsh", "fish"}) {
        if (!is_there(shell)) {
            MESSAGE(shell << " is not here: its completion was not read");
            continue;
        }
        CHECK(complaints(shell + " -n '" + manual(shell == "zsh" ? "_entryproof" : "entryproof.fish") + "'") == "");
    }
}

TEST_CASE("bash completes commands, options and words") {
    const auto completed = [](const std::string& line) {
        return complaints("bash -c 'source \"" + manual("entryproof.bash") + "\"; COMP_WORDS=(" + line +
                          "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); compopt() { :; }; _entryproof; echo "
                          "${COMPREPLY[*]}'");
    };
    CHECK(completed("entryproof pr") == "prove premerge\n");
    CHECK(completed("entryproof prove --ht") == "--html\n");
    CHECK(completed("entryproof lift --ht") == "\n");
    CHECK(completed("entryproof prove --color al") == "always\n");
    CHECK(completed("entryproof list obs") == "observers\n");
}
