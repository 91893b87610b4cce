// SPDX-License-Identifier: MIT
// Writes a script in its TOML form; what has its default value is left out.
#include "checker/script.h"
#include "checker/script_names.h"

namespace entryproof::checker {

namespace {

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') result += '\\';
        result += letter == '\n' || letter == '\t' ? ' ' : letter;
    }
    return result + "\"";
}

std::string whole(std::uint64_t value) { return std::to_string(static_cast<std::int64_t>(value)); }

std::string list(const std::string& opening, const std::vector<std::string>& parts, const std::string& closing) {
    std::string text = opening;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ", ") + parts[i];
    return text + closing;
}

std::string array(const std::vector<std::string>& parts) { return list("[", parts, "]"); }
std::string table(const std::vector<std::string>& parts) { return parts.empty() ? "{}" : list("{ ", parts, " }"); }

std::string signal(unsigned number) { return quoted(name_of(script_signals(), number)); }
std::string request(unsigned number) { return quoted(name_of(script_requests(), number)); }

std::string signals(std::uint64_t set) {
    std::vector<std::string> parts;
    for (const auto& [name, number] : script_signals())
        if ((set >> (number - 1) & 1) != 0) parts.push_back(quoted(name));
    return array(parts);
}

std::string options(std::uint32_t set) {
    std::vector<std::string> parts;
    for (const auto& [name, bit] : script_options())
        if ((set & bit) != 0) parts.push_back(quoted(name));
    return array(parts);
}

std::string tracepoints(const ScriptTracepoints& on) {
    std::vector<std::string> parts;
    if (on.sys_enter) parts.push_back(quoted("sys_enter"));
    if (on.sys_exit) parts.push_back(quoted("sys_exit"));
    return array(parts);
}

std::string registers(const std::map<unsigned, std::uint64_t>& values, const std::optional<std::uint64_t>& pc = {}) {
    std::vector<std::string> parts;
    for (const auto& [number, value] : values) parts.push_back("x" + std::to_string(number) + " = " + whole(value));
    if (pc) parts.push_back("pc = " + whole(*pc));
    return table(parts);
}

std::string rules(const ScriptFilter& filter) {
    std::vector<std::string> parts;
    for (const ScriptRule& rule : filter) {
        std::vector<std::string> keys;
        if (rule.nr) keys.push_back("nr = " + std::to_string(*rule.nr));
        if (rule.arg0) keys.push_back("arg0 = " + whole(*rule.arg0));
        keys.push_back("action = " + quoted(name_of(script_actions(), rule.action)));
        if (rule.data != 0) keys.push_back("data = " + std::to_string(rule.data));
        parts.push_back(table(keys));
    }
    return array(parts);
}

std::string rseq(const ScriptRseq& area) {
    static const std::vector<std::string> pointers = {"section", "unmapped", "kernel"};
    const ScriptRseq usual;
    std::vector<std::string> keys = {"start = " + whole(area.start), "length = " + whole(area.length),
                                     "abort = " + whole(area.abort)};
    if (area.version != usual.version) keys.push_back("version = " + std::to_string(area.version));
    if (area.flags != usual.flags) keys.push_back("flags = " + std::to_string(area.flags));
    if (area.pointer != usual.pointer)
        keys.push_back("pointer = " + quoted(pointers.at(static_cast<std::size_t>(area.pointer))));
    if (area.debug) keys.push_back("debug = true");
    return table(keys);
}

std::string act(const ScriptAct& act) {
    switch (act.kind) {
        case ScriptAct::Kind::number:
            return table({"number = " + std::to_string(act.number)});
        case ScriptAct::Kind::registers:
            return table({"registers = " + registers(act.registers, act.pc)});
        case ScriptAct::Kind::options:
            return table({"options = " + options(act.options)});
        case ScriptAct::Kind::syscall_entry: {
            std::vector<std::string> arguments;
            for (const std::uint64_t value : act.arguments) arguments.push_back(whole(value));
            return table(
                {"syscall_info = " + table({"nr = " + std::to_string(act.number), "args = " + array(arguments)})});
        }
        case ScriptAct::Kind::syscall_result:
            return table(
                {"syscall_info = " + table({(act.is_error ? "error = " : "value = ") + std::to_string(act.result)})});
        case ScriptAct::Kind::enter:
            return table({std::string("enter = ") + (act.enters ? "true" : "false")});
    }
    return "";
}

std::string task_text(const ScriptTask& task) {
    const ScriptTask usual;
    std::string text = "\n[task]\n";
    const auto line = [&](const std::string& key, const std::string& value) { text += key + " = " + value + "\n"; };
    if (task.compat) line("compat", "true");
    if (!task.traced) line("traced", "false");
    if (task.options != 0) line("options", options(task.options));
    if (!task.registers.empty()) line("registers", registers(task.registers));
    if (task.blocked != 0) line("blocked", signals(task.blocked));
    if (task.ignored != 0) line("ignored", signals(task.ignored));
    std::vector<std::string> handlers;
    for (const ScriptHandler& handler : task.handlers) {
        std::vector<std::string> keys = {"signal = " + signal(handler.signal)};
        if (handler.restart) keys.push_back("restart = true");
        handlers.push_back(table(keys));
    }
    if (!handlers.empty()) line("handlers", array(handlers));
    if (task.start != usual.start) line("start", request(task.start));
    if (task.tracepoints != usual.tracepoints) line("tracepoints", tracepoints(task.tracepoints));
    if (task.audit) line("audit", "true");
    if (task.exec) line("exec", whole(*task.exec));
    if (task.rseq) line("rseq", rseq(*task.rseq));
    return text;
}

std::string instruction_text(const ScriptInstruction& instruction) {
    static const std::vector<std::string> names = {"svc", "mov", "nop", "brk", "enter"};
    std::string text = "\n[[program]]\ndo = " + quoted(names.at(static_cast<std::size_t>(instruction.kind))) + "\n";
    if (instruction.kind == ScriptInstruction::Kind::mov)
        text += "register = \"x" + std::to_string(instruction.reg) + "\"\nvalue = " + whole(instruction.value) + "\n";
    return text;
}

std::string notification_text(const ScriptNotification& notification) {
    using Reply = ScriptNotification::Reply;
    const std::string head = "\n[[notification]]\nreply = ";
    if (notification.reply == Reply::error)
        return head + "\"error\"\nerror = " + std::to_string(notification.error) + "\n";
    if (notification.reply == Reply::value)
        return head + "\"value\"\nvalue = " + std::to_string(notification.value) + "\n";
    return head + "\"continue\"\n";
}

std::string stop_text(const std::string& name, const ScriptStop& stop) {
    std::string text = "\n[[" + name + "]]\n";
    std::vector<std::string> acts;
    for (const ScriptAct& each : stop.acts) acts.push_back(act(each));
    if (!acts.empty()) text += "acts = " + array(acts) + "\n";
    text += "resume = " + request(stop.resume) + "\n";
    if (stop.signal != 0) text += "signal = " + signal(stop.signal) + "\n";
    if (stop.send != 0) text += "send = " + signal(stop.send) + "\n";
    if (stop.tracepoints) text += "tracepoints = " + tracepoints(*stop.tracepoints) + "\n";
    if (stop.tsync) text += "tsync = " + rules(*stop.tsync) + "\n";
    return text;
}

}  // namespace

std::string to_toml(const Script& script) {
    std::string text = "version = 1\n";
    if (!script.summary.empty()) text += "summary = " + quoted(script.summary) + "\n";
    text += task_text(script.task);
    for (const ScriptInstruction& instruction : script.program) text += instruction_text(instruction);
    for (const ScriptFilter& filter : script.filters) text += "\n[[filter]]\nrules = " + rules(filter) + "\n";
    for (const ScriptFilter& filter : script.installs) text += "\n[[install]]\nrules = " + rules(filter) + "\n";
    for (const ScriptNotification& notification : script.notifications) text += notification_text(notification);
    for (const ScriptStop& stop : script.stops) text += stop_text("stop", stop);
    for (const ScriptStop& stop : script.child) text += stop_text("child", stop);
    return text;
}

}  // namespace entryproof::checker
