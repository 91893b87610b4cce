// SPDX-License-Identifier: MIT
// Reads scripts from TOML, key by key: one function per table of script.h.
#include "checker/script.h"

#include "checker/error.h"
#include "checker/script_names.h"
#include "checker/script_reader.h"
#include "model/kernel/numbers.h"

namespace entryproof::checker {

namespace {

std::uint64_t bit_of(unsigned signal) { return std::uint64_t{1} << (signal - 1); }

bool is_job_control(std::uint64_t signal) {
    return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU || signal == SIGCONT;
}

class ScriptParser : private ScriptReader {
public:
    using ScriptReader::ScriptReader;

    Script read(const std::string& text) {
        const toml::table root = parse(text);
        refuse_other_keys(
            root, {"version", "summary", "task", "program", "filter", "install", "notification", "stop", "child"});
        if (number(member(root, "version"), "'version'", 0, 1000) != 1)
            fail(*root.get("version"), "'version' must be 1");
        Script script;
        if (const toml::node* node = root.get("summary")) script.summary = string(*node, "'summary'");
        if (const toml::node* node = root.get("task")) script.task = task(table(*node, "'task'"));
        for (const toml::table* item : tables(root, "program")) script.program.push_back(instruction(*item));
        for (const toml::table* item : tables(root, "filter")) script.filters.push_back(filter(*item));
        for (const toml::table* item : tables(root, "install")) script.installs.push_back(filter(*item));
        for (const toml::table* item : tables(root, "notification"))
            script.notifications.push_back(notification(*item));
        for (const toml::table* item : tables(root, "stop")) script.stops.push_back(stop(*item));
        for (const toml::table* item : tables(root, "child")) script.child.push_back(stop(*item));
        require_sense(root, script);
        return script;
    }

private:
    // A register's number: x0 .. x30, of 32-bit programs all but sp and pc.
    unsigned register_number(const toml::node& place, std::string_view name) const {
        for (unsigned i = 0; i <= (compat_ ? 14u : 30u); ++i)
            if (name == "x" + std::to_string(i) && !(compat_ && i == 13)) return i;
        fail(place, "no register is called '" + std::string(name) + "'; there are " +
                        (compat_ ? "x0 to x12 and x14" : "x0 to x30"));
    }

    std::map<unsigned, std::uint64_t> registers(const toml::node& node, std::optional<std::uint64_t>* pc) const {
        std::map<unsigned, std::uint64_t> values;
        for (const auto& [key, value] : table(node, "'registers'")) {
            const std::uint64_t bits = static_cast<std::uint64_t>(integer(value, "'" + std::string(key.str()) + "'"));
            if (pc != nullptr && key.str() == "pc")
                *pc = bits;
            else
                values[register_number(value, key.str())] = bits;
        }
        return values;
    }

    unsigned signal(const toml::node& node, const std::string& what) const {
        return static_cast<unsigned>(named(node, what, "signal", script_signals()));
    }

    unsigned sent_signal(const toml::node& node, const std::string& what) const {
        const unsigned number = signal(node, what);
        if (is_job_control(number)) fail(node, what + ": job control is not modelled");
        return number;
    }

    unsigned changeable_signal(const toml::node& node, const std::string& what) const {
        const unsigned number = signal(node, what);
        if (number == SIGKILL || number == SIGSTOP)
            fail(node, "SIGKILL and SIGSTOP cannot be blocked, ignored or handled");
        return number;
    }

    std::uint64_t signals(const toml::node& node, const std::string& what) const {
        std::uint64_t set = 0;
        for (const toml::node& item : array(node, what)) set |= bit_of(changeable_signal(item, what));
        return set;
    }

    std::uint32_t options(const toml::node& node) const {
        std::uint64_t set = 0;
        for (const toml::node& item : array(node, "'options'"))
            set |= named(item, "'options'", "option", script_options());
        return static_cast<std::uint32_t>(set);
    }

    ScriptTracepoints tracepoints(const toml::node& node) const {
        ScriptTracepoints on;
        for (const toml::node& item : array(node, "'tracepoints'")) {
            const std::string name = string(item, "a tracepoint");
            if (name != "sys_enter" && name != "sys_exit")
                fail(item, "no tracepoint is called '" + name + "'; there are sys_enter and sys_exit");
            (name == "sys_enter" ? on.sys_enter : on.sys_exit) = true;
        }
        return on;
    }

    // An offset from the text: near it, or so far off that every kernel finds it beyond user space.
    std::uint64_t place(const toml::node& node, const std::string& what, bool is_address) const {
        const std::int64_t offset = integer(node, what);
        const bool before_text = is_address && offset < 0 && offset > -(std::int64_t{1} << 32);
        if (before_text || (offset > std::int64_t{1} << 32 && offset < std::int64_t{1} << 56))
            fail(node, what + " is where some kernels have user space and some have not");
        return static_cast<std::uint64_t>(offset);
    }

    ScriptRseq rseq(const toml::node& node) const {
        const toml::table& row = table(node, "'rseq'");
        refuse_other_keys(row, {"start", "length", "abort", "version", "flags", "pointer", "debug"});
        static const NumberedNames pointers = {{"section", static_cast<std::uint64_t>(ScriptPointer::section)},
                                               {"unmapped", static_cast<std::uint64_t>(ScriptPointer::unmapped)},
                                               {"kernel", static_cast<std::uint64_t>(ScriptPointer::kernel)}};
        ScriptRseq area;
        area.start = place(member(row, "start"), "'start'", true);
        area.length = place(member(row, "length"), "'length'", false);
        area.abort = place(member(row, "abort"), "'abort'", true);
        if (const toml::node* version = row.get("version"))
            area.version = static_cast<std::uint32_t>(number(*version, "'version'", 0, 1));
        if (const toml::node* flags = row.get("flags"))
            area.flags = static_cast<std::uint32_t>(number(*flags, "'flags'", 0, 255));
        if (const toml::node* pointer = row.get("pointer"))
            area.pointer = static_cast<ScriptPointer>(named(*pointer, "'pointer'", "rseq pointer", pointers));
        if (const toml::node* debug = row.get("debug")) area.debug = boolean(*debug, "'debug'");
        return area;
    }

    std::vector<ScriptHandler> handlers(const toml::node& node, std::uint64_t ignored) const {
        std::vector<ScriptHandler> handlers;
        std::uint64_t taken = ignored;
        for (const toml::node& item : array(node, "'handlers'")) {
            const toml::table& row = table(item, "a handler");
            refuse_other_keys(row, {"signal", "restart"});
            ScriptHandler handler{changeable_signal(member(row, "signal"), "'signal'"), false};
            if (const toml::node* restart = row.get("restart")) handler.restart = boolean(*restart, "'restart'");
            if ((taken & bit_of(handler.signal)) != 0) fail(item, "the signal is ignored or handled already");
            taken |= bit_of(handler.signal);
            handlers.push_back(handler);
        }
        return handlers;
    }

    unsigned request(const toml::node& node, const std::string& what) const {
        return static_cast<unsigned>(named(node, what, "request", script_requests()));
    }

    ScriptTask task(const toml::table& row) {
        refuse_other_keys(row, {"compat", "traced", "options", "registers", "blocked", "ignored", "handlers", "start",
                                "tracepoints", "audit", "exec", "rseq"});
        ScriptTask task;
        if (const toml::node* node = row.get("compat")) task.compat = boolean(*node, "'compat'");
        compat_ = task.compat;
        if (const toml::node* node = row.get("traced")) task.traced = boolean(*node, "'traced'");
        if (const toml::node* node = row.get("options")) task.options = options(*node);
        if (const toml::node* node = row.get("registers")) task.registers = registers(*node, nullptr);
        if (const toml::node* node = row.get("blocked")) task.blocked = signals(*node, "'blocked'");
        if (const toml::node* node = row.get("ignored")) task.ignored = signals(*node, "'ignored'");
        if (const toml::node* node = row.get("handlers")) task.handlers = handlers(*node, task.ignored);
        if (const toml::node* node = row.get("start")) task.start = request(*node, "'start'");
        if (const toml::node* node = row.get("tracepoints")) task.tracepoints = tracepoints(*node);
        if (const toml::node* node = row.get("audit")) task.audit = boolean(*node, "'audit'");
        if (const toml::node* node = row.get("exec"))
            task.exec = static_cast<std::uint64_t>(number(*node, "'exec'", 0, 4096));
        if (const toml::node* node = row.get("rseq")) task.rseq = rseq(*node);
        if (task.start == kernel::PTRACE_DETACH || task.start == script_kill || task.start == kernel::tracer_died)
            fail(*row.get("start"), "'start' cannot be DETACH, KILL or DIE");
        if (!task.traced && (row.contains("options") || row.contains("start")))
            fail(row, "'options' and 'start' are a tracer's, and nobody traces");
        return task;
    }

    // The immediates of A32: eight bits, rotated by an even number.
    static bool is_rotated_byte(std::uint32_t value) {
        for (unsigned turn = 0; turn < 32; turn += 2)
            if ((turn == 0 ? value : (value << turn | value >> (32 - turn))) <= 0xff) return true;
        return false;
    }

    static bool fits_one_compat_move(std::uint64_t value) {
        const auto word = static_cast<std::uint32_t>(value);
        const bool is_word =
            value == word || value == static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(word)});
        return is_word && (word <= 0xffff || is_rotated_byte(word) || is_rotated_byte(~word));
    }

    static bool fits_one_move(std::uint64_t value) {
        for (unsigned shift = 0; shift < 64; shift += 16) {
            const std::uint64_t elsewhere = ~(std::uint64_t{0xffff} << shift);
            if ((value & elsewhere) == 0 || (~value & elsewhere) == 0) return true;
        }
        return false;
    }

    ScriptInstruction instruction(const toml::table& row) const {
        using Kind = ScriptInstruction::Kind;
        refuse_other_keys(row, {"do", "register", "value"});
        static const NumberedNames kinds = {{"svc", static_cast<std::uint64_t>(Kind::svc)},
                                            {"mov", static_cast<std::uint64_t>(Kind::mov)},
                                            {"nop", static_cast<std::uint64_t>(Kind::nop)},
                                            {"brk", static_cast<std::uint64_t>(Kind::brk)},
                                            {"enter", static_cast<std::uint64_t>(Kind::enter)}};
        ScriptInstruction result;
        result.kind = static_cast<Kind>(named(member(row, "do"), "'do'", "instruction", kinds));
        if (result.kind != Kind::mov) {
            if (row.size() != 1) fail(row, "only mov has a register and a value");
            return result;
        }
        const toml::node& reg = member(row, "register");
        const toml::node& value = member(row, "value");
        result.reg = register_number(reg, string(reg, "'register'"));
        result.value = static_cast<std::uint64_t>(integer(value, "'value'"));
        if (compat_ && !fits_one_compat_move(result.value)) fail(value, "no single movw, mov or mvn loads this value");
        if (!compat_ && !fits_one_move(result.value)) fail(value, "no single movz or movn loads this value");
        return result;
    }

    ScriptFilter rules(const toml::node& node, const std::string& what) const {
        ScriptFilter filter;
        for (const toml::node& item : array(node, what)) {
            const toml::table& row = table(item, "a rule");
            refuse_other_keys(row, {"nr", "arg0", "action", "data"});
            ScriptRule rule;
            if (const toml::node* nr = row.get("nr")) rule.nr = int32(*nr, "'nr'");
            if (const toml::node* arg = row.get("arg0"))
                rule.arg0 = static_cast<std::uint64_t>(integer(*arg, "'arg0'"));
            rule.action =
                static_cast<std::uint32_t>(named(member(row, "action"), "'action'", "action", script_actions()));
            if (const toml::node* data = row.get("data"))
                rule.data = static_cast<std::uint16_t>(number(*data, "'data'", 0, 0xffff));
            filter.push_back(rule);
        }
        return filter;
    }

    ScriptFilter filter(const toml::table& row) const {
        refuse_other_keys(row, {"rules"});
        return rules(member(row, "rules"), "'rules'");
    }

    ScriptNotification notification(const toml::table& row) const {
        using Reply = ScriptNotification::Reply;
        refuse_other_keys(row, {"reply", "error", "value"});
        static const NumberedNames replies = {{"continue", static_cast<std::uint64_t>(Reply::go_on)},
                                              {"error", static_cast<std::uint64_t>(Reply::error)},
                                              {"value", static_cast<std::uint64_t>(Reply::value)}};
        ScriptNotification result;
        result.reply = static_cast<Reply>(named(member(row, "reply"), "'reply'", "reply", replies));
        if (result.reply == Reply::error) result.error = int32(member(row, "error"), "'error'");
        if (result.reply == Reply::value) result.value = integer(member(row, "value"), "'value'");
        if (row.size() != (result.reply == Reply::go_on ? 1u : 2u))
            fail(row, "'error' goes with the reply error, 'value' with the reply value");
        return result;
    }

    void syscall_info(const toml::node& node, ScriptAct& act) const {
        const toml::table& row = table(node, "'syscall_info'");
        refuse_other_keys(row, {"nr", "args", "value", "error"});
        const bool is_entry = row.contains("nr");
        act.kind = is_entry ? ScriptAct::Kind::syscall_entry : ScriptAct::Kind::syscall_result;
        if (is_entry) {
            act.number = int32(*row.get("nr"), "'nr'");
            for (const toml::node& item : array(member(row, "args"), "'args'"))
                act.arguments.push_back(static_cast<std::uint64_t>(integer(item, "an argument")));
            if (act.arguments.size() != 6) fail(*row.get("args"), "'args' must hold 6 arguments");
        } else {
            act.is_error = row.contains("error");
            act.result = integer(member(row, act.is_error ? "error" : "value"), "the result");
        }
        if (row.size() != (is_entry ? 2u : 1u)) fail(row, "either nr and args, or value, or error");
    }

    ScriptAct act(const toml::node& node) const {
        const toml::table& row = table(node, "an act");
        refuse_other_keys(row, {"number", "registers", "options", "syscall_info", "enter"});
        if (row.size() != 1) fail(node, "an act is one thing: number, registers, options, syscall_info or enter");
        ScriptAct act;
        if (const toml::node* number = row.get("number")) {
            act.kind = ScriptAct::Kind::number;
            act.number = int32(*number, "'number'");
        } else if (const toml::node* values = row.get("registers")) {
            act.kind = ScriptAct::Kind::registers;
            act.registers = registers(*values, &act.pc);
        } else if (const toml::node* names = row.get("options")) {
            act.kind = ScriptAct::Kind::options;
            act.options = options(*names);
        } else if (const toml::node* enters = row.get("enter")) {
            act.kind = ScriptAct::Kind::enter;
            act.enters = boolean(*enters, "'enter'");
        } else {
            syscall_info(*row.get("syscall_info"), act);
        }
        return act;
    }

    ScriptStop stop(const toml::table& row) const {
        refuse_other_keys(row, {"acts", "resume", "signal", "send", "tracepoints", "tsync"});
        ScriptStop stop;
        if (const toml::node* node = row.get("acts"))
            for (const toml::node& item : array(*node, "'acts'")) stop.acts.push_back(act(item));
        if (stop.acts.size() > script_act_limit)
            fail(*row.get("acts"), "more than " + std::to_string(script_act_limit) + " acts in one stop");
        if (const toml::node* node = row.get("resume")) stop.resume = request(*node, "'resume'");
        if (const toml::node* node = row.get("signal")) stop.signal = sent_signal(*node, "'signal'");
        if (const toml::node* node = row.get("send")) stop.send = sent_signal(*node, "'send'");
        if (stop.send == SIGKILL || stop.signal == SIGKILL)
            fail(row, "SIGKILL ends the stop at once: write resume = \"KILL\"");
        if ((stop.resume == script_kill || stop.resume == kernel::tracer_died) && stop.signal != 0)
            fail(row, "KILL and DIE take no signal");
        if (const toml::node* node = row.get("tracepoints")) stop.tracepoints = tracepoints(*node);
        if (const toml::node* node = row.get("tsync")) stop.tsync = rules(*node, "'tsync'");
        return stop;
    }

    static bool uses_rseq_registers(const std::map<unsigned, std::uint64_t>& registers) {
        return registers.count(27) != 0 || registers.count(28) != 0;
    }

    // Whoever enters needs an area, and two registers.
    void require_rseq(const toml::table& root, const Script& script) const {
        const bool has_area = script.task.rseq.has_value();
        if (has_area && script.task.compat) fail(root, "rseq in a 32-bit program is not modelled");
        bool enters = false;
        bool uses = uses_rseq_registers(script.task.registers);
        for (const ScriptInstruction& one : script.program) {
            enters = enters || one.kind == ScriptInstruction::Kind::enter;
            uses = uses || (one.kind == ScriptInstruction::Kind::mov && (one.reg == 27 || one.reg == 28));
        }
        for (const ScriptStop& stop : script.stops)
            for (const ScriptAct& act : stop.acts) {
                enters = enters || act.kind == ScriptAct::Kind::enter;
                uses = uses || uses_rseq_registers(act.registers);
            }
        if (enters && !has_area) fail(root, "'enter' needs an rseq area: [task] rseq");
        if (has_area && uses) fail(root, "x27 and x28 are those of 'enter'");
    }

    // What a child would have to share with the task, or with its own tracer, is not modelled.
    void require_child(const toml::table& root, const Script& script, bool has_listener) const {
        if (script.child.empty()) return;
        if (script.task.audit || has_listener) fail(*root.get("child"), "no child beside audit or a supervisor");
        if (script.child.size() > script_stop_limit)
            fail(*root.get("child"), "more than " + std::to_string(script_stop_limit) + " stops");
        for (const ScriptStop& stop : script.child)
            if (stop.tsync) fail(*root.get("child"), "a child has no sibling");
    }

    static bool uses(const ScriptFilter& filter, std::uint32_t action) {
        for (const ScriptRule& rule : filter)
            if (rule.action == action) return true;
        return false;
    }

    // Who looks on is the tracer's process in the lab.
    void require_death(const toml::table& root, const Script& script, bool has_listener) const {
        bool dies = false;
        bool traces = script.task.tracepoints != ScriptTracepoints{};
        for (const ScriptStop& stop : script.stops) {
            dies = dies || stop.resume == kernel::tracer_died;
            traces = traces || stop.tracepoints.has_value();
        }
        for (const ScriptStop& stop : script.child)
            if (stop.resume == kernel::tracer_died) fail(*root.get("child"), "DIE is for [[stop]]");
        if (dies && (traces || has_listener || script.task.audit || !script.child.empty()))
            fail(*root.get("stop"), "no DIE beside tracepoints, audit, a supervisor or [[child]]");
    }

    void require_installs(const toml::table& root, const Script& script) const {
        if (script.installs.empty()) return;
        const toml::node& place = *root.get("install");
        if (script.task.compat) fail(place, "filters that a 32-bit program installs are not modelled");
        if (script.installs.size() > script_install_limit)
            fail(place, "more than " + std::to_string(script_install_limit) + " filters to install");
        for (const ScriptFilter& filter : script.installs)
            if (uses(filter, kernel::SECCOMP_RET_USER_NOTIF)) fail(place, "nobody listens to an installed filter");
    }

    // What no single table can know.
    void require_sense(const toml::table& root, const Script& script) const {
        if (script.program.empty()) fail(root, "there is no [[program]]");
        if (!script.task.traced && !script.stops.empty()) fail(*root.get("stop"), "there is no stop: nobody traces");
        if (script.stops.size() > script_stop_limit)
            fail(*root.get("stop"), "more than " + std::to_string(script_stop_limit) + " stops");
        require_rseq(root, script);
        require_installs(root, script);
        unsigned listeners = 0;
        bool kills_thread = false;
        for (const ScriptFilter& filter : script.filters) {
            listeners += uses(filter, kernel::SECCOMP_RET_USER_NOTIF) ? 1 : 0;
            kills_thread = kills_thread || uses(filter, kernel::SECCOMP_RET_KILL_THREAD);
        }
        if (listeners > 1) fail(*root.get("filter"), "only one filter of a task can have a listener");
        require_child(root, script, listeners > 0);
        require_death(root, script, listeners > 0);
        bool has_sibling = false;
        for (const ScriptStop& stop : script.stops) {
            has_sibling = has_sibling || stop.tsync.has_value();
            kills_thread = kills_thread || (stop.tsync && uses(*stop.tsync, kernel::SECCOMP_RET_KILL_THREAD));
        }
        if (kills_thread && has_sibling) fail(root, "KILL_THREAD beside a sibling is not modelled: write KILL_PROCESS");
    }

    bool compat_ = false;  // known once [task] is read
};

}  // namespace

Script parse_script(const std::string& text, const std::string& file_name) {
    return ScriptParser(file_name).read(text);
}

std::vector<ScriptInstruction> script_text(const Script& script) {
    using Kind = ScriptInstruction::Kind;
    std::vector<ScriptInstruction> text = script.program;
    const bool compat = script.task.compat;
    const ScriptInstruction exit_group{Kind::mov, compat ? 7u : 8u, compat ? 248u : 94u};
    const ScriptInstruction sigreturn{Kind::mov, compat ? 7u : 8u, compat ? 119u : 139u};
    const std::vector<ScriptInstruction> rest = {
        {Kind::mov, 0, 0}, exit_group, {Kind::svc, 0, 0}, {Kind::brk, 0, 0},   // exit_group(0)
        {Kind::nop, 0, 0}, sigreturn,  {Kind::svc, 0, 0}, {Kind::brk, 0, 0}};  // the handler
    text.insert(text.end(), rest.begin(), rest.end());
    return text;
}

std::uint64_t script_handler_offset(const Script& script) { return 4 * (script.program.size() + script_exit_length); }

}  // namespace entryproof::checker
