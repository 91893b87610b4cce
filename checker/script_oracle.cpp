// SPDX-License-Identifier: MIT
#include "checker/script_oracle.h"

#include "checker/error.h"
#include "checker/script_rseq.h"
#include "model/environment/rounds.h"
#include "model/kernel/numbers.h"

namespace entryproof::checker {

using namespace environment;

namespace {

constexpr std::uint64_t audit_mask_bits = 64 * 32;

std::uint64_t field(const Event& event, const std::string& name) {
    for (const FieldValue& value : event.fields)
        if (value.name == name) return value.value;
    throw InternalError("a hook of the rounds shows the fields that its answers need");
}

std::int32_t int_field(const Event& event, const std::string& name) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(field(event, name)));
}

}  // namespace

std::uint64_t ScriptOracle::answer(const Event& event, unsigned, const std::string& name, ir::Width) {
    if (event.answers.empty()) answers_ = decide(event);
    const auto found = answers_.find(name);
    return found == answers_.end() ? 0 : found->second;
}

std::uint64_t ScriptOracle::undefined(const std::string& function, const std::string& variable, ir::Width) {
    throw InputError("", 0, 0, function + " reads " + variable + ", which holds no value");
}

ScriptOracle::Answers ScriptOracle::decide(const Event& event) {
    static const std::map<std::string, Decider> deciders = {
        {"user_instruction", &ScriptOracle::instruction},  {"tracer_act", &ScriptOracle::act},
        {"tracer_resume", &ScriptOracle::resume},          {"filter", &ScriptOracle::filter},
        {"notification", &ScriptOracle::notification},     {"body", &ScriptOracle::body},
        {"signal_handler", &ScriptOracle::signal_handler}, {"rseq_fixup", &ScriptOracle::rseq_fixup},
        {"rseq_judge", &ScriptOracle::rseq_judge}};
    const auto found = deciders.find(event.hook);
    if (found != deciders.end()) return (this->*found->second)(event);
    // The rule names every syscall that a rule can name (auditfilter.c:audit_in_mask@7.3: AUDIT_BITMASK_SIZE words).
    if (event.hook == "audit_rules")
        return {{"rules_match", script_.task.audit && field(event, "major") < audit_mask_bits ? 1 : 0}};
    if (event.hook == "private_call") {
        const PrivateCallResult result = private_call(int_field(event, "nr"));
        return {{"value", static_cast<std::uint64_t>(result.value)}, {"forces_sigill", result.forces_sigill ? 1 : 0}};
    }
    if (event.hook == "listener") return {{"listens", has_listener_ ? 1 : 0}};
    if (event.hook == "sys_enter") return {};  // its probe only looks
    throw InternalError("every hook of the rounds is answered by somebody in a script");
}

// As the tracer reads them, and as they are saved on a signal frame.
ScriptOracle::Answers ScriptOracle::registers_of(const Event& event) const {
    Answers registers;
    for (unsigned i = 0; i <= 30; ++i) {
        const std::string name = "x" + std::to_string(i);
        registers[name] = register_value(field(event, name));
    }
    for (const std::string name : {"rest", "pc", "pstate"}) registers[name] = field(event, name);
    return registers;
}

std::uint64_t ScriptOracle::register_value(std::uint64_t value) const {
    return script_.task.compat ? value & 0xffffffff : value;
}

ScriptOracle::Answers ScriptOracle::instruction(const Event& event) {
    const std::uint64_t offset = field(event, "pc") - script_text_address;
    if (offset % 4 != 0 || offset / 4 >= text_.size())
        throw InputError("", 0, 0,
                         "the task runs at offset " + std::to_string(static_cast<std::int64_t>(offset)) +
                             ", where there is no instruction");
    const ScriptInstruction& instruction = text_[offset / 4];
    static const std::map<ScriptInstruction::Kind, std::uint64_t> kinds = {
        {ScriptInstruction::Kind::svc, instruction_svc},
        {ScriptInstruction::Kind::mov, instruction_mov},
        {ScriptInstruction::Kind::nop, instruction_nop},
        {ScriptInstruction::Kind::brk, instruction_brk},
        {ScriptInstruction::Kind::enter, instruction_enter}};
    return {{"kind", kinds.at(instruction.kind)},
            {"register", instruction.reg},
            {"value", register_value(instruction.value)}};
}

// Past the last stop the tracer lets the task go on; past the limit it kills it.
const ScriptStop& ScriptOracle::stop() const {
    static const ScriptStop goes_on;
    static const ScriptStop kills = [] {
        ScriptStop stop;
        stop.resume = script_kill;
        return stop;
    }();
    if (stop_ >= script_stop_limit) return kills;
    return stop_ < stops().size() ? stops()[stop_] : goes_on;
}

ScriptOracle::Answers ScriptOracle::act(const Event& event) {
    if (act_ >= stop().acts.size()) return {};
    const ScriptAct& act = stop().acts[act_++];
    const auto bits = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    switch (act.kind) {
        case ScriptAct::Kind::number:
            return {{"sets_number", 1}, {"number", bits(act.number)}};
        case ScriptAct::Kind::registers: {
            Answers answers = registers_of(event);
            for (const auto& [number, value] : act.registers)
                answers["x" + std::to_string(number)] = register_value(value);
            if (act.pc) answers["pc"] = script_text_address + *act.pc;
            answers["sets_registers"] = 1;
            return answers;
        }
        case ScriptAct::Kind::options:
            return {{"sets_options", 1}, {"options", act.options}};
        case ScriptAct::Kind::syscall_entry: {
            Answers answers = {{"sets_entry", 1}, {"number", bits(act.number)}};
            for (std::size_t i = 0; i < act.arguments.size(); ++i)
                answers["arg" + std::to_string(i)] = act.arguments[i];
            return answers;
        }
        case ScriptAct::Kind::syscall_result:
            return {{"sets_result", 1}, {"result", bits(act.result)}, {"is_error", act.is_error ? 1 : 0}};
        case ScriptAct::Kind::enter:
            return {{"sets_pointer", 1}, {"pointer", act.enters ? 1 : 0}};
    }
    throw InternalError("an act is one of those of a script");
}

ScriptOracle::Answers ScriptOracle::resume(const Event&) {
    const ScriptStop& stop = this->stop();
    Answers answers = {{"request", stop.resume}, {"signal", stop.signal}, {"send", stop.send}};
    if (stop.tracepoints) {
        answers["switches"] = 1;
        answers["sys_enter"] = stop.tracepoints->sys_enter ? 1 : 0;
        answers["sys_exit"] = stop.tracepoints->sys_exit ? 1 : 0;
    }
    if (stop.tsync && !chain_.is_own()) {
        answers["tsync"] = 1;
        chain_.add(*stop.tsync);
    }
    ++stop_;
    act_ = 0;
    return answers;
}

ScriptOracle::Answers ScriptOracle::filter(const Event& event) {
    const FilterVerdict verdict = chain_.ask({int_field(event, "nr"), field(event, "args[0]")});
    has_listener_ = verdict.by_listener_owner;
    return {{"filter_ret", verdict.value}};
}

ScriptOracle::Answers ScriptOracle::notification(const Event&) {
    using Reply = ScriptNotification::Reply;
    const std::size_t number = notification_++;
    const ScriptNotification reply =
        number < script_.notifications.size() ? script_.notifications[number] : ScriptNotification{};
    if (reply.reply == Reply::go_on) return {{"continues", 1}};
    if (reply.reply == Reply::error)
        return {{"replies", 1}, {"error", static_cast<std::uint64_t>(-std::int64_t{reply.error})}};
    return {{"replies", 1}, {"val", static_cast<std::uint64_t>(reply.value)}};
}

ScriptOracle::Answers ScriptOracle::body(const Event& event) {
    BodyCall call{int_field(event, "nr"),
                  {},
                  field(event, "signal_pending") != 0,
                  field(event, "restart_block") != 0,
                  script_.task.compat,
                  child_,
                  script_.task.exec,
                  static_cast<std::uint32_t>(field(event, "ptrace") >> kernel::PT_OPT_FLAG_SHIFT),
                  static_cast<unsigned>(field(event, "seccomp_mode")),
                  executed_ ? 0 : script_.installs.size()};
    for (std::size_t i = 0; i < call.arguments.size(); ++i) call.arguments[i] = field(event, "arg" + std::to_string(i));
    const BodyResult result = syscall_body(call);
    if (result.deed == body_clones) return begin_child(result);
    if (result.deed == body_seccomp && result.value == kernel::SECCOMP_MODE_FILTER)
        chain_.install(script_.installs.at((call.arguments[2] - script_install_address) / script_install_distance));
    if (result.deed == body_execs) {
        frames_.clear();
        executed_ = true;
        return {{"deed", result.deed}, {"value", script_text_address + result.value}, {"sp", script_stack_address}};
    }
    if (result.deed != body_sigreturn)
        return {{"deed", result.deed}, {"value", result.value}, {"sets_restart_block", result.sets_restart_block}};
    if (frames_.empty()) throw InputError("", 0, 0, "rt_sigreturn outside of a handler is not in the table of bodies");
    Answers answers = std::move(frames_.back().registers);
    answers["deed"] = body_sigreturn;
    answers["blocked"] = frames_.back().blocked;
    frames_.pop_back();
    return answers;
}

ScriptOracle::Answers ScriptOracle::begin_child(const BodyResult& result) {
    if (!child_chain_) {
        child_chain_ = chain_;
        child_frames_ = frames_;
    }
    return {{"deed", result.deed}, {"value", result.value}, {"event", result.event}};
}

void ScriptOracle::become_child() {
    child_ = true;
    stop_ = 0;
    act_ = 0;
    chain_ = *child_chain_;
    frames_ = child_frames_;
}

ScriptOracle::Answers ScriptOracle::signal_handler(const Event& event) {
    frames_.push_back({registers_of(event), field(event, "blocked")});
    constexpr std::uint64_t frame_size = 0x1000;
    return {{"handler", script_text_address + script_handler_offset(script_)},
            {"frame", script_stack_address - frame_size * frames_.size()}};
}

ScriptOracle::Answers ScriptOracle::rseq_fixup(const Event& event) {
    const RseqKernel kernel = field(event, "old") != 0     ? RseqKernel::old
                              : field(event, "debug") != 0 ? RseqKernel::debug
                                                           : RseqKernel::plain;
    const std::uint64_t pc = field(event, "pc") - script_text_address;
    const RseqVerdict verdict = judge_rseq(script_, pc, kernel, field(event, "user_irq") != 0);
    return {{"failed", verdict.failed ? 1 : 0},
            {"aborts", verdict.aborts ? 1 : 0},
            {"abort", script_text_address + script_.task.rseq->abort}};
}

// __rseq_debug_syscall_return: an empty pointer is fine, and a syscall is no interrupt.
ScriptOracle::Answers ScriptOracle::rseq_judge(const Event& event) {
    if (field(event, "memory") == 0) return {};
    const std::uint64_t pc = field(event, "pc") - script_text_address;
    const RseqVerdict verdict = judge_rseq(script_, pc, RseqKernel::debug, false);
    return {{"segv", verdict.failed ? 1 : 0}, {"clears", 1}};
}

}  // namespace entryproof::checker
