// SPDX-License-Identifier: MIT
#include "model/lift/kconfig.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace entryproof::lift {

namespace {

std::string_view trimmed(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// Takes the first word off `line`.
std::string_view take_word(std::string_view& line) {
    line = trimmed(line);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view word = line.substr(0, end);
    line = trimmed(line.substr(end));
    return word;
}

bool is_type(std::string_view word) {
    static constexpr std::array<std::string_view, 5> types = {"bool", "tristate", "int", "hex", "string"};
    return std::find(types.begin(), types.end(), word) != types.end();
}

std::string upper(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

// What an arm64 kernel without its Kconfig is taken to be, so that a cut-down tree can be lifted; each use is noted.
std::optional<bool> without_kconfig(const std::string& bare) {
    static const std::map<std::string, bool> known = {{"GENERIC_ENTRY", false},
                                                      {"HAVE_ARCH_TRACEHOOK", true},
                                                      {"HAVE_ARCH_SECCOMP_FILTER", true},
                                                      {"HAVE_ARCH_AUDITSYSCALL", true},
                                                      {"THREAD_INFO_IN_TASK", true},
                                                      {"HAVE_SYSCALL_TRACEPOINTS", true},
                                                      {"64BIT", true}};
    const auto found = known.find(bare);
    return found == known.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

Kconfig::Kconfig(const SourceTree& tree, const kernel::Arch& arch, Conditions& conditions)
    : arch_(arch), conditions_(conditions) {
    const std::string arch_kconfig = "arch/" + arch.name + "/Kconfig";
    const std::vector<std::string> files = {arch_kconfig,           "arch/Kconfig",     "init/Kconfig",
                                            "kernel/trace/Kconfig", "security/Kconfig", "lib/Kconfig.debug"};
    for (const std::string& file : files) {
        const std::optional<std::string> text = tree.read(file);
        if (text && text->size() <= max_file_bytes) {
            read(*text);
            has_arch_ = has_arch_ || file == arch_kconfig;
        } else {
            notes_.push_back(file + " is missing: options defined there stay symbolic");
        }
    }
    select_from(upper(arch.name));
    for (const auto& [option, value] : arch.options)
        if (value) select_from(option);
}

// A line-wise reader: an entry lasts until the next keyword that starts at column one.
void Kconfig::read(const std::string& text) {
    std::istringstream lines(text);
    Entry* entry = nullptr;
    bool in_help = false;
    int conditional = 0;  // open `if` and `menu` blocks, whose conditions are not evaluated
    for (std::string raw; std::getline(lines, raw);) {
        std::string_view line = raw;
        const bool indented = !line.empty() && (line[0] == ' ' || line[0] == '\t');
        if (trimmed(line).empty() || trimmed(line)[0] == '#' || (indented && in_help)) continue;
        const std::string_view word = take_word(line);
        if (!indented) in_help = false;
        if (word == "config" || word == "menuconfig") {
            entry = &entries_[std::string(take_word(line))];
            ++entry->definitions;
            entry->depends = entry->depends || conditional > 0;
        } else if (!indented) {
            entry = nullptr;
            if (word == "if" || word == "menu") ++conditional;
            if (word == "endif" || word == "endmenu") --conditional;
        } else if (!entry) {
            continue;
        } else if (word == "help" || word == "---help---") {
            in_help = true;
        } else if (word == "prompt" || (is_type(word) && !line.empty() && line[0] == '"')) {
            entry->has_prompt = true;
        } else if (word.rfind("def_", 0) == 0 || word == "default") {
            entry->has_default = entry->has_default || line != "n";
            entry->is_always = entry->is_always || line == "y";
        } else if (word == "depends") {
            entry->depends = true;
            add_requirements(*entry, line);
        } else if (word == "select" || word == "imply") {
            const std::string selected(take_word(line));
            selected_somewhere_.insert(selected);
            if (line.empty() && word == "select") entry->selects.push_back(selected);
        }
    }
}

// The parts of "on A && !B"; of a line that says more than that, none.
void Kconfig::add_requirements(Entry& entry, std::string_view line) {
    if (take_word(line) != "on" || line.find_first_of("|()=<>#") != std::string_view::npos) return;
    std::istringstream words{std::string(line)};
    std::vector<Requirement> found;
    bool expects_option = true;
    for (std::string word; words >> word; expects_option = !expects_option) {
        if (!expects_option && word != "&&") return;
        if (!expects_option) continue;
        const bool is_negated = word[0] == '!';
        found.push_back({is_negated ? word.substr(1) : word, !is_negated});
    }
    entry.requirements.insert(entry.requirements.end(), found.begin(), found.end());
}

bool Kconfig::can_be_met(const Entry& entry) {
    return std::none_of(entry.requirements.begin(), entry.requirements.end(), [&](const Requirement& one) {
        return option("CONFIG_" + one.option) == (one.value ? Conditions::never : Conditions::always);
    });
}

void Kconfig::select_from(const std::string& option) {
    std::vector<std::string> open{option};
    while (!open.empty()) {
        const auto entry = entries_.find(open.back());
        open.pop_back();
        if (entry == entries_.end()) continue;
        for (const std::string& selected : entry->second.selects)
            if (selected_always_.insert(selected).second) open.push_back(selected);
    }
}

Conditions::Id Kconfig::decide(const std::string& bare, const std::string& name) {
    if (const auto given = arch_.options.find(bare); given != arch_.options.end()) {
        notes_.push_back(name + (given->second ? " is taken as y" : " is taken as n") + ": 64-bit kernels only");
        return given->second ? Conditions::always : Conditions::never;
    }
    if (selected_always_.count(bare)) return Conditions::always;
    const auto found = entries_.find(bare);
    if (found == entries_.end()) {
        const auto known = has_arch_ ? std::nullopt : without_kconfig(bare);
        if (!known) return conditions_.atom(name);
        notes_.push_back(name + (*known ? " is taken as y" : " is taken as n") + ": no Kconfig says");
        return *known ? Conditions::always : Conditions::never;
    }
    const Entry& entry = found->second;
    if (entry.is_always && !entry.depends && !entry.has_prompt) return Conditions::always;
    // `select` does not ask what an option depends on, and of several definitions one may ask for less.
    if (entry.definitions == 1 && !selected_somewhere_.count(bare) && !can_be_met(entry)) return Conditions::never;
    const bool can_be_on = entry.has_prompt || entry.has_default || selected_somewhere_.count(bare);
    return can_be_on || !has_arch_ ? conditions_.atom(name) : Conditions::never;
}

Conditions::Id Kconfig::option(const std::string& name) {
    const auto found = decided_.find(name);
    if (found != decided_.end()) return found->second;
    if (!deciding_.insert(name).second) return conditions_.atom(name);
    const Conditions::Id decided = decide(name.substr(7), name);
    deciding_.erase(name);
    return decided_[name] = decided;
}

}  // namespace entryproof::lift
