// SPDX-License-Identifier: MIT
#include "tests/lab/batch.h"

namespace entryproof::lab {

namespace {

using checker::Script;
using checker::ScriptAct;
using checker::ScriptFilter;
using checker::ScriptInstruction;
using checker::ScriptNotification;

constexpr std::uint64_t sa_restart = 0x10000000;  // include/uapi/asm-generic/signal-defs.h
constexpr unsigned pc = 32;

std::string text(std::uint64_t value) { return " " + std::to_string(static_cast<std::int64_t>(value)); }
std::string line(const std::string& key, std::uint64_t value) { return key + text(value) + "\n"; }

std::uint64_t bits(const checker::ScriptTracepoints& on) { return (on.sys_enter ? 1u : 0u) | (on.sys_exit ? 2u : 0u); }

std::string rules(const ScriptFilter& filter) {
    std::string lines;
    for (const checker::ScriptRule& rule : filter) {
        lines += "rule " + (rule.nr ? std::to_string(*rule.nr) : "*");
        lines += rule.arg0 ? text(*rule.arg0) : " *";
        lines += text(rule.action | rule.data) + "\n";
    }
    return lines;
}

std::string code(const ScriptInstruction& instruction) {
    using Kind = ScriptInstruction::Kind;
    switch (instruction.kind) {
        case Kind::svc:
            return "code svc\n";
        case Kind::nop:
            return "code nop\n";
        case Kind::brk:
            return "code brk\n";
        case Kind::enter:
            return "code enter\n";
        case Kind::mov:
            return "code mov" + text(instruction.reg) + text(instruction.value) + "\n";
    }
    return "";
}

std::string notification(const ScriptNotification& reply) {
    using Reply = ScriptNotification::Reply;
    switch (reply.reply) {
        case Reply::go_on:
            return "notify continue\n";
        case Reply::error:
            return "notify error" + text(static_cast<std::uint64_t>(std::int64_t{reply.error})) + "\n";
        case Reply::value:
            return "notify value" + text(static_cast<std::uint64_t>(reply.value)) + "\n";
    }
    return "";
}

std::string act(const ScriptAct& act) {
    using Kind = ScriptAct::Kind;
    std::string words = "act ";
    switch (act.kind) {
        case Kind::number:
            return words + "number " + std::to_string(act.number) + "\n";
        case Kind::options:
            return words + "options " + std::to_string(act.options) + "\n";
        case Kind::registers:
            words += "registers";
            for (const auto& [number, value] : act.registers) words += text(number) + text(value);
            if (act.pc) words += text(pc) + text(*act.pc);
            return words + "\n";
        case Kind::syscall_entry:
            words += "info 6 " + std::to_string(act.number);
            for (std::size_t i = 0; i < act.arguments.size(); ++i) words += text(i) + text(act.arguments[i]);
            return words + "\n";
        case Kind::syscall_result:
            return words + "info 7 " + std::to_string(act.result) + " 8 " + (act.is_error ? "1\n" : "0\n");
        case Kind::enter:
            return words + "enter " + (act.enters ? "1\n" : "0\n");
    }
    return "";
}

std::string stop(const std::string& name, const checker::ScriptStop& stop) {
    std::string lines = name + "\n";
    for (const ScriptAct& one : stop.acts) lines += act(one);
    if (stop.send != 0) lines += line("send", stop.send);
    if (stop.tracepoints) lines += line("tracepoints", bits(*stop.tracepoints));
    if (stop.tsync) lines += "tsync\n" + rules(*stop.tsync);
    return lines + "resume" + text(stop.resume) + text(stop.signal) + "\n";
}

std::string rseq(const checker::ScriptRseq& area) {
    return "rseq" + text(static_cast<std::uint64_t>(area.pointer)) + text(area.version) + text(area.flags) +
           text(area.start) + text(area.length) + text(area.abort) + (area.debug ? " 1\n" : " 0\n");
}

std::string task(const checker::ScriptTask& task) {
    std::string lines;
    if (task.compat) lines += "compat\n";
    if (!task.traced) lines += "untraced\n";
    if (task.audit) lines += "audit\n";
    lines += line("options", task.options) + line("blocked", task.blocked) + line("ignored", task.ignored);
    for (const auto& [number, value] : task.registers) lines += "register" + text(number) + text(value) + "\n";
    for (const checker::ScriptHandler& handler : task.handlers)
        lines += "handler" + text(handler.signal) + text(handler.restart ? sa_restart : 0) + "\n";
    lines += line("start", task.start) + line("tracepoints", bits(task.tracepoints));
    if (task.exec) lines += line("exec", *task.exec);
    if (task.rseq) lines += rseq(*task.rseq);
    return lines;
}

}  // namespace

std::string to_batch(const std::vector<Script>& scripts) {
    std::string lines;
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        const Script& script = scripts[i];
        lines += line("script", i) + task(script.task) + line("handler-offset", script_handler_offset(script));
        for (const ScriptInstruction& instruction : script_text(script)) lines += code(instruction);
        for (const ScriptFilter& filter : script.filters) lines += "filter\n" + rules(filter);
        for (const ScriptFilter& filter : script.installs) lines += "install\n" + rules(filter);
        for (const ScriptNotification& reply : script.notifications) lines += notification(reply);
        for (const checker::ScriptStop& one : script.stops) lines += stop("stop", one);
        for (const checker::ScriptStop& one : script.child) lines += stop("child", one);
        lines += "end\n";
    }
    return lines;
}

}  // namespace entryproof::lab
