// SPDX-License-Identifier: MIT
// Texts are those that a person would write; each function makes one block of the program.
#include "checker/reproducer/c_plan.h"

#include "checker/error.h"
#include "checker/reproducer/features.h"
#include "checker/script_names.h"
#include "model/kernel/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace entryproof::checker::reproducer {

namespace {

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result + "\"";
}

// As C has it: small ones decimal, others as bits.
std::string number(std::uint64_t value) {
    const auto as_signed = static_cast<std::int64_t>(value);
    if (as_signed >= -4096 && as_signed <= 0xfffff) return std::to_string(as_signed);
    return fmt::format("(long)0x{:x}UL", value);
}

std::string request_name(unsigned request) { return "PTRACE_" + name_of(script_requests(), request); }

std::string options_text(std::uint32_t options) {
    std::string text;
    std::uint32_t rest = options;
    for (const auto& [name, bit] : script_options()) {
        if ((options & bit) == 0) continue;
        text += (text.empty() ? "PTRACE_O_" : " | PTRACE_O_") + name;
        rest &= ~static_cast<std::uint32_t>(bit);
    }
    if (rest != 0) text += fmt::format("{}0x{:x}", text.empty() ? "" : " | ", rest);
    return text.empty() ? "0" : text;
}

std::string signal_name(unsigned signal) { return signal == 0 ? "0" : name_of(script_signals(), signal); }

std::string define(const std::string& name, const std::string& value) { return "#define " + name + " " + value + "\n"; }

constexpr std::uint64_t exit_group = 94;

// The macros of the architectures.
std::string instruction(const ScriptInstruction& one) {
    switch (one.kind) {
        case ScriptInstruction::Kind::svc:
            return "SYSCALL";
        case ScriptInstruction::Kind::mov:
            check((one.reg == 8 && one.value == exit_group) || (one.reg == 0 && one.value == 0),
                  "situations load nothing else");
            return one.reg == 8 ? "NUMBER_EXIT_GROUP" : "FIRST_ARGUMENT_0";
        case ScriptInstruction::Kind::nop:
            return "NOP";
        case ScriptInstruction::Kind::brk:
            return "TRAP";
        case ScriptInstruction::Kind::enter:
            return "ENTER_SECTION";
    }
    throw InternalError("an instruction is one of those of a script");
}

// The program and the way out; there are no handlers.
std::string text_block(const Script& script) {
    std::string text =
        "/* What the tracee runs: the plan's part, then exit_group(0). */\n"
        "__asm__(\"\t.pushsection .text\\n\"\n\t\"\t.balign 4096\\n\"\n\t\"\t.globl text, "
        "text_end\\n\"\n\t\"text:\\n\"\n";
    const std::vector<ScriptInstruction> all = script_text(script);
    for (std::size_t i = 0; i + script_handler_length < all.size(); ++i)
        text += fmt::format("\t{}\t/* +{} */\n", instruction(all[i]), 4 * i);
    return text + "\t\"text_end:\\n\"\n\t\"\t.popsection\\n\");\n";
}

std::string registers_block(const Script& script) {
    std::string rows;
    const auto add = [&](unsigned reg, const std::string& value) {
        rows += fmt::format("\t{{ {}, {} }},\n", reg, value);
    };
    for (const auto& [reg, value] : script.task.registers) add(reg, number(value));
    if (script.task.rseq) {
        add(27, "(long)&rseq_area.rseq_cs");
        add(28, "(long)&rseq_section");
    }
    if (rows.empty()) add(8, "0");
    return fmt::format(
        "/* Its registers there, by number; the others are 0. */\n"
        "static const struct write tracee_registers[] = {{\n{}}};\n",
        rows);
}

std::string action_text(const ScriptRule& rule) {
    const std::string name = "SECCOMP_RET_" + name_of(script_actions(), rule.action);
    return rule.data == 0 ? name : fmt::format("{} | {}", name, rule.data);
}

bool asks_supervisor(const ScriptFilter& filter) {
    return std::any_of(filter.begin(), filter.end(),
                       [](const ScriptRule& rule) { return rule.action == kernel::SECCOMP_RET_USER_NOTIF; });
}

std::string rules_text(const ScriptFilter& filter, const std::string& index) {
    if (filter.empty()) return "";
    std::string text = fmt::format("\tstatic const struct rule rules_{}[] = {{\n", index);
    for (const ScriptRule& rule : filter) {
        check(rule.nr && !rule.arg0, "situations ask for numbers only");
        text += fmt::format("\t\t{{ {}, {} }},\n", *rule.nr, action_text(rule));
    }
    return text + "\t};\n";
}

// A filter without rules allows everything.
std::string filter_text(const ScriptFilter& filter, const std::string& index, const std::string& flags) {
    return fmt::format("add_filter({}, {}, {})", filter.empty() ? "NULL" : "rules_" + index, filter.size(), flags);
}

// There is one at most.
std::string sibling_block(const Script& script) {
    for (const ScriptStop& stop : script.stops)
        if (stop.tsync)
            return "/* In the tracee's sibling. */\nstatic bool sibling_filter(void)\n{\n" +
                   rules_text(*stop.tsync, "of_sibling") + (stop.tsync->empty() ? "" : "\n") + "\treturn " +
                   filter_text(*stop.tsync, "of_sibling", "SECCOMP_FILTER_FLAG_TSYNC") + ";\n}\n";
    throw InternalError("there is a filter by TSYNC");
}

std::string set_up_block(const Script& script) {
    std::string rules;
    std::string calls;
    const auto also = [&](const std::string& call) { calls += (calls.empty() ? "" : " &&\n\t       ") + call; };
    for (std::size_t i = 0; i < script.filters.size(); ++i) {
        const std::string flags = asks_supervisor(script.filters[i]) ? "SECCOMP_FILTER_FLAG_NEW_LISTENER" : "0";
        rules += rules_text(script.filters[i], std::to_string(i));
        also(filter_text(script.filters[i], std::to_string(i), flags));
    }
    if (script.task.rseq) also("register_rseq()");
    if (features(script).count("tsync") != 0) also("start_sibling()");
    return "/* In the tracee, before it is let go. */\nstatic bool set_up_tracee(void)\n{\n" + rules +
           (rules.empty() ? "" : "\n") + "\treturn " + (calls.empty() ? "true" : calls) + ";\n}\n";
}

std::string act_text(const ScriptAct& act) {
    switch (act.kind) {
        case ScriptAct::Kind::number:
            return fmt::format("set_number(pid, {});", act.number);
        case ScriptAct::Kind::registers: {
            std::string rows;
            for (const auto& [reg, value] : act.registers) rows += fmt::format("{{ {}, {} }}, ", reg, number(value));
            if (act.pc) rows += fmt::format("{{ PC, {} }}, ", *act.pc);
            if (rows.empty()) return "write_registers(pid, NULL, 0);\t/* as they are */";
            rows.erase(rows.size() - 2);
            return fmt::format("write_registers(pid, (const struct write[]){{ {} }}, {});", rows,
                               act.registers.size() + (act.pc ? 1 : 0));
        }
        case ScriptAct::Kind::options:
            return fmt::format("ptrace(PTRACE_SETOPTIONS, pid, 0, (void *)(long)({}));", options_text(act.options));
        case ScriptAct::Kind::enter:
            return fmt::format("point_rseq(pid, {});", act.enters);
        case ScriptAct::Kind::syscall_entry:
        case ScriptAct::Kind::syscall_result:
            break;
    }
    throw InternalError("situations have no acts but these");
}

std::string stop_text(const ScriptStop& stop) {
    std::string text;
    for (const ScriptAct& act : stop.acts) text += "\t\t" + act_text(act) + "\n";
    if (stop.tsync) text += "\t\tsynchronise();\n";
    if (stop.tracepoints)
        text +=
            fmt::format("\t\tswitch_tracepoints({}, {});\n", stop.tracepoints->sys_enter, stop.tracepoints->sys_exit);
    if (stop.send != 0) text += "\t\tkill(pid, " + signal_name(stop.send) + ");\n";
    if (stop.resume == kernel::tracer_died) return text + "\t\tleave(KSFT_DIED);\n";
    if (stop.resume == script_kill) return text + "\t\tkill(pid, SIGKILL);\n";
    return text + fmt::format("\t\tresume(pid, {}, {});\n", request_name(stop.resume), signal_name(stop.signal));
}

// What the predicted line of a stop is called.
std::string kind_of(const std::string& line) {
    const auto has = [&](const char* text) { return line.find(text) != std::string::npos; };
    if (has(" status 0x705 ")) return "seccomp stop";
    if (has(" status 0x105 ")) return "fork stop";
    if (has(" message 1 ")) return "entry stop";
    if (has(" message 2 ")) return "exit stop";
    return "signal stop";
}

std::vector<std::string> stops_of(const std::vector<std::string>& lines) {
    std::vector<std::string> kinds;
    for (const std::string& line : lines)
        if (line.rfind("tracer: stop ", 0) == 0) kinds.push_back(kind_of(line));
    return kinds;
}

std::string stops_block(const Prediction& prediction) {
    const std::vector<ScriptStop>& stops = prediction.situation.script.stops;
    const std::vector<std::string> left = stops_of(prediction.left);
    const std::vector<std::string> right = stops_of(prediction.right);
    std::string text =
        "/* What the tracer does in its n-th stop, and how it resumes. */\n"
        "static void in_stop(pid_t pid, unsigned int stop)\n{\n\tswitch (stop) {\n";
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const std::string on_left = i < left.size() ? left[i] : "no stop";
        const std::string on_right = i < right.size() ? right[i] : "no stop";
        text += fmt::format("\tcase {}:\t/* {} */\n", i, on_left == on_right ? on_left : on_left + " or " + on_right);
        const bool dies = stops[i].resume == kernel::tracer_died;  // then nothing comes behind
        text += stop_text(stops[i]) + (dies ? "" : "\t\tbreak;\n");
    }
    return "static void resume(pid_t pid, int request, int signal);\n\n" + text +
           "\tdefault:\n\t\tresume(pid, PTRACE_CONT, 0);\n\t}\n}\n";
}

std::string answers_block(const Script& script) {
    using Reply = ScriptNotification::Reply;
    std::string text =
        "/* What the supervisor answers to the n-th notification. */\n"
        "static void answer_notification(unsigned int count, struct seccomp_notif_resp *reply)\n{\n"
        "\tswitch (count) {\n";
    for (std::size_t i = 0; i < script.notifications.size(); ++i) {
        const ScriptNotification& one = script.notifications[i];
        if (one.reply == Reply::go_on) continue;
        text += fmt::format(
            "\tcase {}:\n\t\treply->{} = {};\n\t\tbreak;\n", i, one.reply == Reply::error ? "error" : "val",
            one.reply == Reply::error ? std::to_string(-one.error) : number(static_cast<std::uint64_t>(one.value)));
    }
    return text + "\tdefault:\n\t\treply->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;\n\t}\n}\n";
}

// Pids are not the same in two runs.
std::string with_named_pids(const std::string& line) {
    std::istringstream words(line);
    std::string text;
    for (std::string word; words >> word;) {
        if (word == std::to_string(script_pid)) word = "PID";
        if (word == std::to_string(script_child_pid)) word = "CHILD";
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::string lines_block(const std::string& name, const std::vector<std::string>& lines,
                        const std::vector<std::string>& others) {
    std::string text = "static const char *const " + name + "[] = {\n";
    bool differed = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool differs = !differed && (i >= others.size() || others[i] != lines[i]);
        text += "\t" + quoted(with_named_pids(lines[i])) + "," + (differs ? "\t/* here they part */" : "") + "\n";
        differed = differed || differs;
    }
    return text + "\tNULL\n};\n";
}

}  // namespace

std::string plan_names(const Told& told, const Script& script) {
    const std::set<std::string> wanted = features(script);
    const auto digit = [](bool on) { return std::string(on ? "1" : "0"); };
    std::string text = define("LEFT", quoted(told.left)) + define("RIGHT", quoted(told.right));
    text += "/* How the tracer lets the tracee go, and what it asked for before. */\n";
    text += define("START_REQUEST", script.task.traced ? request_name(script.task.start) : "PTRACE_DETACH");
    text += define("TRACEE_OPTIONS", "(" + options_text(script.task.options) + ")");
    if (wanted.count("tracepoints") != 0)
        text += define("START_SYS_ENTER", digit(script.task.tracepoints.sys_enter)) +
                define("START_SYS_EXIT", digit(script.task.tracepoints.sys_exit));
    if (const auto& section = script.task.rseq)
        text += "/* The critical section, counted from the text, and the kernel's switch of the check. */\n" +
                define("SECTION_START", std::to_string(section->start)) +
                define("SECTION_LENGTH", std::to_string(section->length)) +
                define("SECTION_ABORT", std::to_string(section->abort)) +
                define("RSEQ_CHECK", section->debug ? "'1'" : "'0'");
    return text;
}

std::string plan_sibling(const Script& script) { return sibling_block(script); }

std::string plan_text(const Prediction& prediction) {
    const Script& script = prediction.situation.script;
    const std::set<std::string> wanted = features(script);
    std::string text = text_block(script) + "\n" + registers_block(script) + "\n" + set_up_block(script) + "\n";
    if (wanted.count("listener") != 0) text += answers_block(script) + "\n";
    if (wanted.count("stops") != 0) text += stops_block(prediction) + "\n";
    text += "/* What is seen, in the order of each observer. */\n";
    return text + lines_block("left_shows", prediction.left, prediction.right) + "\n" +
           lines_block("right_shows", prediction.right, prediction.left);
}

}  // namespace entryproof::checker::reproducer
