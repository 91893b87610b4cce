// SPDX-License-Identifier: MIT
#include "checker/reproducer/features.h"

#include "model/kernel/numbers.h"

#include <algorithm>

namespace entryproof::checker::reproducer {

namespace {

bool asks_supervisor(const ScriptFilter& filter) {
    return std::any_of(filter.begin(), filter.end(),
                       [](const ScriptRule& rule) { return rule.action == kernel::SECCOMP_RET_USER_NOTIF; });
}

constexpr std::string_view mark = "//@";

bool is_wanted(std::string_view name, const std::set<std::string>& features) {
    const bool is_without = name.substr(0, 1) == "!";
    return (features.count(std::string(name.substr(is_without ? 1 : 0))) != 0) != is_without;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t end = text.find_last_not_of(" \t");
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

}  // namespace

std::set<std::string> features(const Script& script) {
    std::set<std::string> names;
    const ScriptTask& task = script.task;
    if (!script.filters.empty()) names.insert("filter");
    if (std::any_of(script.filters.begin(), script.filters.end(), asks_supervisor)) names.insert("listener");
    const bool switches = std::any_of(script.stops.begin(), script.stops.end(),
                                      [](const ScriptStop& stop) { return stop.tracepoints.has_value(); });
    if (switches || task.tracepoints.sys_enter || task.tracepoints.sys_exit) names.insert("tracepoints");
    if (task.audit) names.insert("audit");
    if (task.rseq) names.insert("rseq");
    return names;
}

bool runs_on_x86(const Script& script) {
    const auto writes = [](const ScriptAct& act) { return act.kind == ScriptAct::Kind::registers; };
    for (const ScriptStop& stop : script.stops)
        if (std::any_of(stop.acts.begin(), stop.acts.end(), writes)) return false;
    constexpr std::size_t bare_program = 2;
    const bool is_bare = script.program.size() == bare_program;
    const bool has_place = script.task.registers.empty() || script.task.registers.rbegin()->first <= 8;
    return is_bare && has_place && !script.task.rseq;
}

std::string with_features(std::string_view text, const std::set<std::string>& features) {
    std::string kept;
    text.remove_prefix(text.find('\n') + 1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t at = line.find(mark);
        if (at == std::string_view::npos)
            kept += std::string(line) + "\n";
        else if (is_wanted(line.substr(at + mark.size()), features))
            kept += std::string(trimmed(line.substr(0, at))) + "\n";
    }
    return kept;
}

}  // namespace entryproof::checker::reproducer
