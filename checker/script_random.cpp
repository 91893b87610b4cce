// SPDX-License-Identifier: MIT
#include "checker/script_random.h"

#include "model/kernel/numbers.h"

#include <utility>

namespace entryproof::checker {

namespace {

template <typename Value>
using Weighed = std::vector<std::pair<unsigned, Value>>;

// splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. The standard library's
// distributions differ from library to library.
class Choices {
public:
    explicit Choices(std::uint64_t seed) : state_(seed) {}

    std::uint64_t below(std::uint64_t count) { return next() % count; }
    bool percent(unsigned chance) { return below(100) < chance; }
    template <typename Value>
    const Value& of(const std::vector<Value>& values) {
        return values[below(values.size())];
    }
    template <typename Value>
    const Value& of(const Weighed<Value>& values) {
        unsigned total = 0;
        for (const auto& [weight, value] : values) total += weight;
        std::uint64_t left = below(total);
        for (const auto& [weight, value] : values) {
            if (left < weight) return value;
            left -= weight;
        }
        return values.back().second;
    }

private:
    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        return mixed ^ mixed >> 31;
    }

    std::uint64_t state_;
};

// The syscalls of one ABI: those that sleep, clone, and the others with weights: getpid, getuid, gettid, sched_yield;
// -1; a hole in the table; numbers out of range; exit_group; restart_syscall.
struct Numbers {
    unsigned reg;  // where the program puts the number
    std::int32_t ppoll;
    std::int32_t nanosleep;
    std::int32_t futex;
    std::int32_t clone;
    Weighed<std::int32_t> others;
};

const Numbers native_numbers = {
    8,  73,  101,
    98, 220, {{30, 172}, {10, 174}, {10, 178}, {5, 124}, {20, -1}, {6, 300}, {4, 1000}, {4, -10}, {2, 94}, {2, 128}}};
// The last two would be ARM private calls.
const Numbers compat_numbers = {7,
                                336,
                                162,
                                240,
                                120,
                                {{30, 20},
                                 {10, 199},
                                 {10, 224},
                                 {5, 158},
                                 {20, -1},
                                 {6, 17},
                                 {4, 1000},
                                 {4, -10},
                                 {2, 248},
                                 {2, 0},
                                 {2, 0xf0000},
                                 {2, 0xf1000}}};

const std::vector<std::uint64_t> values = {0, 7, 55, 0xffff, ~std::uint64_t{0}, static_cast<std::uint64_t>(-38)};
// What a tracer may leave in x0 at the exit: restart codes, and one that is a restart code only in its lower half.
const std::vector<std::uint64_t> results = {static_cast<std::uint64_t>(-512),
                                            static_cast<std::uint64_t>(-513),
                                            static_cast<std::uint64_t>(-514),
                                            static_cast<std::uint64_t>(-516),
                                            0xfffffe00,
                                            static_cast<std::uint64_t>(-515)};
const std::vector<unsigned> signals = {SIGUSR1, SIGUSR2, SIGTERM, SIGTRAP, SIGSYS, SIGSEGV, SIGHUP, SIGWINCH, SIGCHLD};
const std::vector<unsigned> harmless_signals = {SIGWINCH, SIGCHLD, SIGURG};

constexpr std::uint32_t event_clone = 1u << 3;  // PTRACE_O_TRACECLONE

class Drawer {
public:
    Drawer(std::uint64_t seed, const RandomScriptOptions& options) : choices_(seed), options_(options) {}

    Script draw() {
        script_.summary = "random";
        notifies_ = choices_.percent(12);
        if (options_.compat && choices_.percent(30)) {
            script_.task.compat = true;
            numbers_ = &compat_numbers;
        }
        has_sibling_ = !script_.task.compat && choices_.percent(15);
        draw_task();
        draw_program();
        draw_filters();
        if (script_.task.traced) draw_stops();
        return std::move(script_);
    }

private:
    using Instruction = ScriptInstruction;

    static std::uint64_t bit(unsigned signal) { return std::uint64_t{1} << (signal - 1); }

    void draw_task() {
        ScriptTask& task = script_.task;
        task.traced = task.compat || choices_.percent(94);
        if (task.traced) draw_tracer();
        for (const unsigned signal : signals) {
            const bool may_handle = signal != SIGTRAP || task.traced;
            if (choices_.percent(12)) task.blocked |= bit(signal);
            if (choices_.percent(8))
                task.ignored |= bit(signal);
            else if (may_handle && choices_.percent(signal == SIGTRAP ? 6 : 25))
                task.handlers.push_back({signal, choices_.percent(50)});
        }
        task.tracepoints = draw_tracepoints();
        task.audit = options_.audit && choices_.percent(40);
    }

    void draw_tracer() {
        ScriptTask& task = script_.task;
        task.options = draw_options();
        task.start = choices_.of(Weighed<unsigned>{{45, kernel::PTRACE_SYSCALL},
                                                   {20, kernel::PTRACE_SINGLESTEP},
                                                   {15, kernel::PTRACE_SYSEMU_SINGLESTEP},
                                                   {8, kernel::PTRACE_SYSEMU},
                                                   {12, kernel::PTRACE_CONT}});
    }

    std::uint32_t draw_options() {
        const std::uint32_t good = choices_.percent(85) ? 1u : 0u;
        const std::uint32_t seccomp = choices_.percent(70) ? 1u << 7 : 0u;
        const std::uint32_t exit_kill = choices_.percent(10) ? 1u << 20 : 0u;
        // In the exit event the sibling is gone.
        const std::uint32_t exit = !has_sibling_ && choices_.percent(18) ? 1u << 6 : 0u;
        const std::uint32_t clone = clones_ || choices_.percent(30) ? event_clone : 0u;
        const std::uint32_t suspend = choices_.percent(3) ? 1u << 21 : 0u;
        return good | seccomp | exit_kill | exit | clone | suspend;
    }

    ScriptTracepoints draw_tracepoints() { return {choices_.percent(35), choices_.percent(35)}; }

    // The first syscall takes its number and arguments from the registers at the start, the others from moves.
    void draw_program() {
        script_.task.registers = {{script_.task.compat ? 12u : 7u, 77000}};
        draw_first_call();
        const std::uint64_t calls = choices_.below(4);
        for (std::uint64_t i = 0; i < calls; ++i) {
            if (choices_.percent(30)) script_.program.push_back({Instruction::Kind::nop, 0, 0});
            // A child's pid is shown as another number, so it must not become an argument.
            if (choices_.percent(i == 0 && clones_ ? 100 : 30))
                script_.program.push_back({Instruction::Kind::mov, 0, choices_.of(values)});
            if (choices_.percent(i == 0 && is_special_ ? 100 : 60))
                script_.program.push_back({Instruction::Kind::mov, numbers_->reg, draw_number()});
            script_.program.push_back({Instruction::Kind::svc, 0, 0});
        }
        if (choices_.percent(60)) script_.program.push_back({Instruction::Kind::nop, 0, 0});
        if (choices_.percent(2)) script_.program.push_back({Instruction::Kind::brk, 0, 0});
    }

    void draw_first_call() {
        auto& registers = script_.task.registers;
        const bool sleeps = script_.task.traced && !notifies_ && choices_.percent(25);
        const std::int32_t number =
            sleeps ? choices_.of(std::vector<std::int32_t>{numbers_->ppoll, numbers_->nanosleep, numbers_->futex})
            : may_clone() && choices_.percent(12) ? numbers_->clone
                                                  : choices_.of(numbers_->others);
        registers[0] = choices_.of(values);
        if (number == numbers_->clone) registers[0] = 0;
        if (number == numbers_->nanosleep) registers[0] = script_data_address;
        if (number == numbers_->futex) registers[0] = script_data_address + 16;
        if (number == numbers_->futex && choices_.percent(40)) registers[3] = script_data_address;
        registers[numbers_->reg] = static_cast<std::uint64_t>(std::int64_t{number});
        if (choices_.percent(30)) script_.program.push_back({Instruction::Kind::nop, 0, 0});
        script_.program.push_back({Instruction::Kind::svc, 0, 0});
        sleeps_ = sleeps;
        clones_ = number == numbers_->clone;
        is_special_ = sleeps || number == numbers_->clone;
    }

    // The child is known by the event stop; and its syscalls would be asked about, too.
    bool may_clone() const { return !notifies_ && (script_.task.options & event_clone) != 0; }

    std::uint64_t draw_number() { return static_cast<std::uint64_t>(std::int64_t{choices_.of(numbers_->others)}); }

    void draw_filters() {
        const std::uint64_t count = notifies_ ? 1 : choices_.of(Weighed<std::uint64_t>{{55, 0}, {35, 1}, {10, 2}});
        for (std::uint64_t i = 0; i < count; ++i) script_.filters.push_back(draw_filter(notifies_));
        if (notifies_) draw_notifications();
    }

    ScriptFilter draw_filter(bool notifies) {
        using namespace kernel;
        ScriptFilter filter;
        const std::uint64_t rules = 1 + choices_.below(3);
        for (std::uint64_t i = 0; i < rules; ++i) {
            ScriptRule rule;
            if (!choices_.percent(4)) rule.nr = choices_.of(numbers_->others);
            if (choices_.percent(10)) rule.arg0 = choices_.of(values);
            rule.action = choices_.of(Weighed<std::uint32_t>{{25, SECCOMP_RET_ERRNO},
                                                             {35, SECCOMP_RET_TRACE},
                                                             {12, SECCOMP_RET_TRAP},
                                                             {6, SECCOMP_RET_LOG},
                                                             {8, SECCOMP_RET_ALLOW},
                                                             {5, SECCOMP_RET_KILL_PROCESS},
                                                             {has_sibling_ ? 0u : 2u, SECCOMP_RET_KILL_THREAD}});
            if (notifies && choices_.percent(60)) rule.action = SECCOMP_RET_USER_NOTIF;
            rule.data = choices_.of(std::vector<std::uint16_t>{0, 1, 5, 38, 512, 513, 514, 516, 4095, 5000, 65535});
            filter.push_back(rule);
        }
        return filter;
    }

    void draw_notifications() {
        using Reply = ScriptNotification::Reply;
        const std::uint64_t count = choices_.below(4);
        for (std::uint64_t i = 0; i < count; ++i) {
            ScriptNotification reply;
            reply.reply = choices_.of(std::vector<Reply>{Reply::go_on, Reply::error, Reply::value});
            if (reply.reply == Reply::error) reply.error = choices_.of(std::vector<std::int32_t>{1, 5, 38, -7, 4096});
            if (reply.reply == Reply::value) reply.value = static_cast<std::int64_t>(choices_.of(values));
            script_.notifications.push_back(reply);
        }
    }

    void draw_stops() {
        const std::uint64_t count = 1 + choices_.below(12);
        for (std::uint64_t i = 0; i < count; ++i) script_.stops.push_back(draw_stop(i));
    }

    ScriptStop draw_stop(std::uint64_t index) {
        ScriptStop stop;
        const std::uint64_t acts = choices_.of(Weighed<std::uint64_t>{{60, 0}, {25, 1}, {10, 2}, {5, 3}});
        for (std::uint64_t i = 0; i < acts; ++i) stop.acts.push_back(draw_act());
        stop.resume = choices_.of(Weighed<unsigned>{{45, kernel::PTRACE_SYSCALL},
                                                    {22, kernel::PTRACE_SINGLESTEP},
                                                    {12, kernel::PTRACE_SYSEMU_SINGLESTEP},
                                                    {7, kernel::PTRACE_SYSEMU},
                                                    {10, kernel::PTRACE_CONT},
                                                    {2, kernel::PTRACE_DETACH},
                                                    {1, script_kill}});
        draw_signals(stop, index);
        if (choices_.percent(7)) stop.tracepoints = draw_tracepoints();
        if (has_sibling_ && choices_.percent(20)) stop.tsync = draw_filter(false);
        return stop;
    }

    // A syscall that sleeps needs one.
    void draw_signals(ScriptStop& stop, std::uint64_t index) {
        const bool wakes = sleeps_ && index == 0;
        if (stop.resume != script_kill && (wakes || choices_.percent(25))) stop.signal = draw_signal();
        if (choices_.percent(wakes ? 50 : 12)) stop.send = draw_signal();
    }

    // Mostly one that the task survives.
    unsigned draw_signal() {
        if (!choices_.percent(65)) return choices_.of(signals);
        if (!script_.task.handlers.empty() && choices_.percent(70)) return choices_.of(script_.task.handlers).signal;
        return choices_.of(harmless_signals);
    }

    ScriptAct draw_act() {
        using Kind = ScriptAct::Kind;
        ScriptAct act;
        act.kind = choices_.of(Weighed<Kind>{{45, Kind::number},
                                             {40, Kind::registers},
                                             {5, Kind::options},
                                             {options_.syscall_info ? 5u : 0u, Kind::syscall_entry},
                                             {options_.syscall_info ? 5u : 0u, Kind::syscall_result}});
        act.number = choices_.of(numbers_->others);
        if (act.kind == Kind::registers) draw_registers(act);
        if (act.kind == Kind::options) act.options = draw_options();
        if (act.kind == Kind::syscall_entry)
            for (int i = 0; i < 6; ++i) act.arguments.push_back(i == 0 ? choices_.of(values) : 0);
        if (act.kind == Kind::syscall_result) {
            act.is_error = choices_.percent(50);
            act.result = act.is_error ? -choices_.of(std::vector<std::int64_t>{1, 5, 38, 514}) : 9;
        }
        if (act.kind != Kind::number && act.kind != Kind::syscall_entry) act.number = 0;
        return act;
    }

    void draw_registers(ScriptAct& act) {
        if (choices_.percent(60)) act.registers[0] = choices_.of(choices_.percent(25) ? results : values);
        if (choices_.percent(20)) act.registers[script_.task.compat ? 12 : 7] = choices_.of(values);
        if (choices_.percent(20)) act.registers[numbers_->reg] = draw_number();
        if (choices_.percent(12)) act.pc = 4 * choices_.below(script_.program.size() + 1);
    }

    Choices choices_;
    RandomScriptOptions options_;
    Script script_;
    const Numbers* numbers_ = &native_numbers;
    bool has_sibling_ = false;  // it may install filters
    bool notifies_ = false;     // a supervisor may be asked
    bool clones_ = false;       // the first syscall is clone
    bool sleeps_ = false;       // the first syscall sleeps
    bool is_special_ = false;   // it can only be called with its own arguments, so the next one is another
};

}  // namespace

Script random_script(std::uint64_t seed, const RandomScriptOptions& options) { return Drawer(seed, options).draw(); }

}  // namespace entryproof::checker
