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
constexpr std::string_view block_begin = " {";
constexpr std::string_view block_end = "}";

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

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
    const auto add = [&](const char* name, bool is_used) {
        if (is_used) names.insert(name);
    };
    const auto acts = [&](ScriptAct::Kind kind) {
        return std::any_of(script.stops.begin(), script.stops.end(), [&](const ScriptStop& stop) {
            return std::any_of(stop.acts.begin(), stop.acts.end(),
                               [&](const ScriptAct& act) { return act.kind == kind; });
        });
    };
    const ScriptTask& task = script.task;
    const auto any_stop = [&](bool (*is_it)(const ScriptStop&)) {
        return std::any_of(script.stops.begin(), script.stops.end(), is_it);
    };
    const bool switches = any_stop([](const ScriptStop& stop) { return stop.tracepoints.has_value(); });
    const bool tracepoints = switches || task.tracepoints.sys_enter || task.tracepoints.sys_exit;
    const bool listener = std::any_of(script.filters.begin(), script.filters.end(), asks_supervisor);
    const bool tsync = any_stop([](const ScriptStop& stop) { return stop.tsync.has_value(); });
    add("filter", !script.filters.empty() || tsync);
    add("tsync", tsync);
    add("shared", listener || tsync);
    add("dies", any_stop([](const ScriptStop& stop) { return stop.resume == kernel::tracer_died; }));
    add("listener", listener);
    add("tracepoints", tracepoints);
    add("audit", task.audit);
    add("rseq", task.rseq.has_value());
    add("stops", task.traced);
    add("forks", (task.options & 1u << kernel::PTRACE_EVENT_FORK) != 0);
    add("sets_number", acts(ScriptAct::Kind::number));
    add("writes", acts(ScriptAct::Kind::registers));
    add("enters", acts(ScriptAct::Kind::enter));
    add("value", task.traced || tracepoints || task.audit);
    add("told_number", tracepoints || task.audit || listener);
    add("files", tracepoints || task.rseq.has_value());
    add("polls", listener || task.audit);
    return names;
}

std::string with_features(std::string_view text, const std::set<std::string>& features) {
    std::string kept;
    std::vector<bool> blocks;
    text.remove_prefix(text.find('\n') + 1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t at = line.find(mark);
        std::string_view name = at == std::string_view::npos ? std::string_view() : line.substr(at + mark.size());
        if (name == block_end) {
            blocks.pop_back();
            continue;
        }
        const bool begins_block = ends_with(name, block_begin);
        if (begins_block) name.remove_suffix(block_begin.size());
        const bool wanted = at == std::string_view::npos || is_wanted(name, features);
        const bool is_in = std::find(blocks.begin(), blocks.end(), false) == blocks.end();
        if (begins_block) blocks.push_back(wanted);
        if (wanted && is_in)
            kept += std::string(at == std::string_view::npos ? line : trimmed(line.substr(0, at))) + "\n";
    }
    return kept;
}

}  // namespace entryproof::checker::reproducer
