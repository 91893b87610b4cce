// SPDX-License-Identifier: MIT
#include "tests/lab/mutants.h"

#include "model/ir/builder.h"
#include "model/ir/printer.h"

#include <stdexcept>

namespace entryproof::lab {

namespace {

using namespace ir;

std::string arguments_text(const Call& call) {
    std::string text;
    for (const Argument& argument : call.arguments)
        text += (text.empty() ? "" : ", ") + (argument.value ? to_string(*argument.value) : "&" + argument.reference);
    return text;
}

// What a statement says before its blocks.
std::string head(const Statement& statement) {
    if (const auto* assign = std::get_if<Assign>(&statement.node))
        return assign->place + " := " + to_string(*assign->value);
    if (const auto* branch = std::get_if<If>(&statement.node)) return "if " + to_string(*branch->condition);
    if (const auto* call = std::get_if<Call>(&statement.node))
        return "call " + call->function + "(" + arguments_text(*call) + ")";
    return "";
}

// The first statement whose head holds the text, with the body it is in.
struct Place {
    Body* body = nullptr;
    std::size_t index = 0;
    Statement& statement() const { return (*body)[index]; }
};

Place find(Body& body, const std::string& text) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (head(body[i]).find(text) != std::string::npos) return {&body, i};
        std::vector<Body*> inner;
        if (auto* branch = std::get_if<If>(&body[i].node)) inner = {&branch->then_body, &branch->else_body};
        if (auto* block = std::get_if<Block>(&body[i].node)) inner = {&block->body};
        for (Body* one : inner)
            if (const Place place = find(*one, text); place.body != nullptr) return place;
    }
    return {};
}

Place find(Program& program, const std::string& function, const std::string& text) {
    const auto found = program.functions.find(function);
    const Place place = found == program.functions.end() ? Place{} : find(found->second.body, text);
    if (place.body == nullptr) throw std::runtime_error("the model has no '" + text + "' in " + function);
    return place;
}

using Edit = std::function<void(Program&)>;

Edit drop(const std::string& function, const std::string& text) {
    return [=](Program& program) {
        const Place place = find(program, function, text);
        place.body->erase(place.body->begin() + static_cast<std::ptrdiff_t>(place.index));
    };
}

Edit swap_with_next(const std::string& function, const std::string& text) {
    return [=](Program& program) {
        const Place place = find(program, function, text);
        std::swap(place.body->at(place.index), place.body->at(place.index + 1));
    };
}

Edit assign(const std::string& function, const std::string& text, const ExpressionRef& value) {
    return [=](Program& program) { std::get<Assign>(find(program, function, text).statement().node).value = value; };
}

Edit condition(const std::string& function, const std::string& text, const ExpressionRef& value) {
    return [=](Program& program) { std::get<If>(find(program, function, text).statement().node).condition = value; };
}

Edit argument(const std::string& function, const std::string& text, std::size_t index, const ExpressionRef& value) {
    return [=](Program& program) {
        std::get<Call>(find(program, function, text).statement().node).arguments.at(index) = by_value(value);
    };
}

// A call becomes an assignment of its result.
Edit answer(const std::string& function, const std::string& text, const ExpressionRef& value) {
    return [=](Program& program) {
        Statement& statement = find(program, function, text).statement();
        statement.node = Assign{std::get<Call>(statement.node).result, value};
    };
}

ExpressionRef has(const std::string& place, std::uint64_t bits) {
    return is_nonzero(binary(BinaryOperator::bit_and, read(place, 64), constant(64, bits)));
}

ExpressionRef requests(std::vector<std::uint64_t> numbers) {
    ExpressionRef any = truth(false);
    for (const std::uint64_t number : numbers) any = either(any, equal(read("request", 64), constant(64, number)));
    return any;
}

ExpressionRef untruncated_result() {
    const ExpressionRef low = extract(read("regs.regs[0]", 64), 0, 32);
    return select(equal(sign_extend(low, 64), read("regs.regs[0]", 64)), low, constant(32, 0));
}

}  // namespace

// Flat: one row a fact.
const std::vector<Mutant>& mutants() {
    static const std::vector<Mutant> table = {
        {"x7 reads 1 in an entry stop", argument("report_syscall_entry", "call ptrace_save_reg", 0, constant(64, 1))},
        {"x7 is itself in an exit stop", swap_with_next("report_syscall_exit", "call ptrace_report_syscall_exit(0")},
        {"a user number of -1 leaves x0 alone", drop("el0_svc_common", "if (scno == 0xffffffff:32)")},
        {"the filter runs before the entry stop", swap_with_next("syscall_trace_enter", "& 0x1100:64")},
        {"an emulated syscall is executed",
         condition("syscall_trace_enter", "& 0x1000:64", is_nonzero(read("ret", 32)))},
        {"sys_enter goes by the flags at the entry",
         condition("syscall_trace_enter", "if !((thread_info.flags & 0x400:64)", has("flags", 0x400))},
        {"orig_x0 follows x0 even when the number is -1",
         drop("update_syscall_orig_x0_after_ptrace", "if (regs.syscallno == 0xffffffff:32)")},
        {"orig_x0 follows x0 even in an exit stop",
         drop("update_syscall_orig_x0_after_ptrace", "task.ptrace_message == 2:64")},
        {"a restart code is judged in 64 bits",
         assign("do_signal_begin", "do_signal.retval := regs", untruncated_result())},
        {"the number survives a signal", drop("do_signal_begin", "regs.syscallno :=")},
        {"-516 restarts the syscall itself", drop("do_signal_end", "do_signal.retval == 0xfffffdfc:32")},
        {"a number changed in a seccomp stop is not judged again",
         answer("__seccomp_filter", "call __seccomp_filter.recheck", truth(true))},
        {"a negative number in a seccomp stop is executed", drop("__seccomp_filter", "if (regs.syscallno <s 0:32)")},
        {"ERRNO is not capped", argument("__seccomp_filter", "call syscall_set_return_value(-", 0,
                                         unary(UnaryOperator::negate, read("data", 32)))},
        {"TRAP does not roll x0 back", drop("__seccomp_filter", "call syscall_rollback")},
        {"CONT still shows the exit stop", drop("ptrace_resume", "call clear_task_syscall_work.SYSCALL_TRACE")},
        {"SYSEMU_SINGLESTEP does not step", condition("ptrace_resume", "request == 9:64", requests({9}))},
        {"the pseudo step looks like a step",
         argument("user_single_step_report", "call force_signal", 1, constant(32, 2))},
        {"a register write leaves the step as it is", drop("tracer_act", "call user_regs_reset_single_step")},
        {"a blocked SIGTRAP stays blocked when it is forced", drop("force_signal", "signals.blocked")},
        {"a handler sees a syscall that is always restarted", drop("handle_signal", "do_signal.restart_addr")},
        {"a detached task goes on stepping", drop("ptrace_detach", "call user_disable_single_step")},
        {"TSYNC does not reach a task in a stop", drop("seccomp_assign_mode", "call set_task_syscall_work.SECCOMP")},
        {"a task that dies in its syscall leaves no audit record", drop("do_exit", "CONFIG_AUDITSYSCALL")},
        {"audit shows restart codes", assign("__audit_syscall_exit", "code := ", read("return_code", 64))},
    };
    return table;
}

}  // namespace entryproof::lab
