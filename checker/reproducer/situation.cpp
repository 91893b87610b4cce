// SPDX-License-Identifier: MIT
// The hooks of the environment (model/environment/tracer.cpp, seccomp.cpp, body.cpp) one by one, each turned into what
// a program, its tracer or its filters do.
#include "checker/reproducer/situation.h"

#include "checker/reproducer/features.h"
#include "checker/reproducer/numbers.h"
#include "checker/reproducer/start.h"
#include "checker/reproducer/stop.h"
#include "model/kernel/numbers.h"

#include <algorithm>
#include <stdexcept>

namespace entryproof::checker::reproducer {

namespace {

std::uint64_t value(const std::vector<FieldValue>& values, const std::string& name) {
    for (const FieldValue& one : values)
        if (one.name == name) return one.value;
    return 0;
}

bool is_stop(const Event& event) {
    return event.hook == "entry_stop" || event.hook == "exit_stop" || event.hook == "seccomp_stop" ||
           event.hook == "signal_stop";
}

// What a scenario leaves open.
struct Choice {
    Verdict verdict = Verdict::none;
    bool shows_result = false;  // the program ends with its result as its status
};

class Maker {
public:
    Maker(const Scenario& scenario, const Replay& replay, const Choice& choice)
        : scenario_(scenario), replay_(replay), choice_(choice), numbers_(start_value(scenario, "NR_syscalls")) {}

    Situation make() {
        made_.script = script_of_start(scenario_);
        made_.options = kernel_options(scenario_);
        if (!shows_record()) made_.script.task.audit = false;
        request_ = made_.script.task.start;
        collect_filters();
        for (const Event& event : longer_run().events) tell(event);
        made_.script.task.registers = registers();
        made_.script.filters = filters();
        choose_program();
        require_apart();
        return std::move(made_);
    }

private:
    Script& script() { return made_.script; }

    // An audit context alone is seen by nobody.
    bool shows_record() const {
        const auto is_record = [](const Event& event) { return event.observer == "audit"; };
        return std::any_of(replay_.left.events.begin(), replay_.left.events.end(), is_record) ||
               std::any_of(replay_.right.events.begin(), replay_.right.events.end(), is_record);
    }

    // Both tell the same as long as nobody has seen a difference, and one tells more.
    const Run& longer_run() const {
        const auto deeds = [](const Run& run) {
            return std::count_if(run.events.begin(), run.events.end(),
                                 [](const Event& event) { return is_stop(event) || event.hook == "body"; });
        };
        return deeds(replay_.right) > deeds(replay_.left) ? replay_.right : replay_.left;
    }

    void tell(const Event& event) {
        if (is_stop(event)) tell_stop(event);
        if (event.hook == "notification") tell_notification(event);
        if (event.hook == "body") tell_body(event);
        if (event.hook == "sys_enter" &&
            (value(event.answers, "sets_number") != 0 || value(event.answers, "sets_registers") != 0))
            throw CannotBeMade("the probe of a kernel module writes registers at sys_enter");
    }

    void tell_stop(const Event& event) {
        ScriptStop stop = script_stop(event, numbers_, made_);
        add_sibling(event, stop);
        request_ = stop.resume;
        script().stops.push_back(std::move(stop));
    }

    // model/environment/other_tasks.cpp: one more filter, whose answers are those of the whole chain from then on.
    void add_sibling(const Event& event, ScriptStop& stop) {
        if (value(event.answers, "tsync") == 0) return;
        if (generation_ != 0) throw CannotBeMade("a sibling thread installs a second filter by TSYNC");
        stop.tsync = rules_of_chain(++generation_);
        for (const ScriptRule& rule : *stop.tsync) {
            if (rule.action == kernel::SECCOMP_RET_USER_NOTIF)
                throw CannotBeMade("a filter that a sibling installs by TSYNC asks a supervisor");
            if (rule.action == kernel::SECCOMP_RET_KILL_THREAD)
                throw CannotBeMade("a thread is killed beside its sibling, and nobody can wait for it");
        }
    }

    // What neither a sibling nor a tracer that dies can be beside.
    void require_apart() {
        const Script& made = script();
        const std::set<std::string> wanted = features(made);
        const auto has = [&](const char* name) { return wanted.count(name) != 0; };
        if (has("tsync") && has("audit"))
            throw CannotBeMade("a sibling thread's own system calls would be among the records");
        if (has("dies") && (has("audit") || has("tracepoints") || has("listener") || has("forks") || has("tsync")))
            throw CannotBeMade("the tracer dies, and nobody then tells what others do beside it");
    }

    // A stop where the task sleeps anyway, so that others can act, and after which everything is as it was before.
    void add_stop_for_others(const Event& event, std::uint32_t option) {
        ScriptTask& task = script().task;
        if (!task.traced) {
            task.traced = true;
            task.start = request_ = kernel::PTRACE_CONT;
        }
        if (request_ == kernel::PTRACE_DETACH || request_ == kernel::tracer_died)
            throw CannotBeMade("another task acts while this one sleeps, and its tracer has gone");
        task.options |= option;
        ScriptStop stop;
        stop.resume = request_;
        add_other_tasks(event, stop);
        add_sibling(event, stop);
        script().stops.push_back(std::move(stop));
    }

    void tell_notification(const Event& event) {
        const bool goes_on = value(event.answers, "continues") != 0;
        if (others_act(event)) {
            if (!goes_on) throw CannotBeMade("another task acts while a supervisor makes up its mind to refuse");
            asks_tracer_ = true;
            add_stop_for_others(event, 1u << kernel::PTRACE_EVENT_SECCOMP);
            made_.remarks.push_back(
                "The filter asks the tracer, not a supervisor: the task sleeps in both, and a tracer can be scripted.");
            return;
        }
        if (value(event.answers, "interrupted") != 0)
            throw CannotBeMade("a signal interrupts the wait for a supervisor at one certain moment");
        ScriptNotification reply;
        const auto error = static_cast<std::int32_t>(value(event.answers, "error"));
        if (!goes_on && value(event.answers, "replies") == 0)
            throw CannotBeMade("a supervisor goes away at one certain moment");
        if (!goes_on) {
            if (error > 0) throw CannotBeMade("a supervisor's error is positive");
            reply.reply = error == 0 ? ScriptNotification::Reply::value : ScriptNotification::Reply::error;
            reply.error = -error;
            reply.value = static_cast<std::int64_t>(value(event.answers, "val"));
        }
        script().notifications.push_back(reply);
    }

    void tell_body(const Event& event) {
        const auto number = static_cast<std::int32_t>(value(event.fields, "nr"));
        for (const char* deed : {"forgets_number", "sets_registers"})
            if (value(event.answers, deed) != 0) throw CannotBeMade("the body rewrites the registers");
        if (value(event.answers, "installs_filter") != 0) throw CannotBeMade("the body installs a filter");
        if (value(event.answers, "never_returns") != 0) {
            constexpr std::int32_t exit_group = 94;
            numbers_.choose(number, exit_group);
            return;
        }
        if (!others_act(event)) return;
        constexpr std::int32_t clone = 220;
        numbers_.choose(number, clone);
        forks_ = true;
        add_stop_for_others(event, 1u << kernel::PTRACE_EVENT_FORK);
        made_.remarks.push_back(
            "The system call is a fork: its event is a stop in the middle of the body, where "
            "others can act.");
    }

    // What the filters of either side were asked, and said: the chain as it was at first is 0.
    void collect_filters() {
        const std::uint64_t first = start_value(scenario_, "seccomp.chain");
        for (const Run* run : {&replay_.left, &replay_.right})
            for (const Event& event : run->events)
                if (event.hook == "filter")
                    asked_.push_back({value(event.fields, "chain") - first,
                                      static_cast<std::int32_t>(value(event.fields, "nr")),
                                      static_cast<std::uint32_t>(value(event.answers, "filter_ret"))});
    }

    ScriptFilter rules_of_chain(std::uint64_t chain) {
        ScriptFilter rules;
        for (const Asked& one : asked_) {
            if (one.chain != chain) continue;
            ScriptRule rule;
            rule.nr = numbers_.real(one.number);
            rule.action = known_action(one.answer);
            rule.data = static_cast<std::uint16_t>(one.answer & kernel::SECCOMP_RET_DATA);
            if (asks_tracer_ && rule.action == kernel::SECCOMP_RET_USER_NOTIF) rule.action = kernel::SECCOMP_RET_TRACE;
            const auto same =
                std::find_if(rules.begin(), rules.end(), [&](const ScriptRule& other) { return other.nr == rule.nr; });
            if (same == rules.end())
                rules.push_back(rule);
            else if (!(*same == rule))
                throw CannotBeMade("a filter answers the same number in two ways");
        }
        return rules;
    }

    // seccomp.c:__seccomp_filter: what is unknown kills.
    static std::uint32_t known_action(std::uint32_t answer) {
        const std::uint32_t action = answer & kernel::SECCOMP_RET_ACTION_FULL;
        for (const std::uint32_t known :
             {kernel::SECCOMP_RET_KILL_THREAD, kernel::SECCOMP_RET_TRAP, kernel::SECCOMP_RET_ERRNO,
              kernel::SECCOMP_RET_USER_NOTIF, kernel::SECCOMP_RET_TRACE, kernel::SECCOMP_RET_LOG,
              kernel::SECCOMP_RET_ALLOW})
            if (action == known) return action;
        return kernel::SECCOMP_RET_KILL_PROCESS;
    }

    std::vector<ScriptFilter> filters() {
        if (start_value(scenario_, "task.seccomp") == 0) return {};
        return {rules_of_chain(0)};
    }

    std::map<unsigned, std::uint64_t> registers() {
        std::map<unsigned, std::uint64_t> registers = start_registers(scenario_);
        const auto number = static_cast<std::int32_t>(registers[8]);
        registers[8] = static_cast<std::uint64_t>(std::int64_t{numbers_.real(number)});
        if (forks_)
            for (unsigned i = 0; i < 6; ++i) registers[i] = i == 0 ? SIGCHLD : 0;
        for (auto one = registers.begin(); one != registers.end();)
            one = one->second == 0 ? registers.erase(one) : std::next(one);
        return registers;
    }

    void choose_program() {
        using Kind = ScriptInstruction::Kind;
        std::vector<ScriptInstruction>& program = script().program;
        if (script().task.rseq) set_section(choice_.verdict, made_);
        program.push_back({Kind::svc});
        program.push_back({Kind::nop});
        if (choice_.shows_result)
            made_.remarks.push_back("The program ends with its result as its status, for that is where it shows.");
        if (!choice_.shows_result && !script().task.rseq) return;
        // An end of its own, behind which an abort may go on: the word before is the signature.
        if (!choice_.shows_result) program.push_back({Kind::mov, 0, 0});
        program.push_back({Kind::mov, 8, 94});
        program.push_back({Kind::svc});
        program.push_back({Kind::brk});
        if (script().task.rseq) script().task.rseq->abort = 4 * program.size();
        if (choice_.verdict == Verdict::kills) deliver_segv();
    }

    // A SIGSEGV that the tracer keeps back would come again and again.
    void deliver_segv() {
        if (!script().task.traced) return;
        ScriptStop stop;
        stop.signal = SIGSEGV;
        script().stops.push_back(stop);
    }

    struct Asked {
        std::uint64_t chain;
        std::int32_t number;
        std::uint32_t answer;
    };

    const Scenario& scenario_;
    const Replay& replay_;
    const Choice choice_;
    Numbers numbers_;
    Situation made_;
    std::vector<Asked> asked_;
    unsigned request_ = 0;          // how the task was resumed last
    std::uint64_t generation_ = 0;  // filters of a sibling so far
    bool forks_ = false;
    bool asks_tracer_ = false;
};

}  // namespace

std::vector<Situation> situations(const Scenario& scenario, const Replay& replay) {
    require_possible_start(scenario);
    std::vector<Choice> choices = {{}, {Verdict::none, true}};
    if (start_value(scenario, "rseq.registered") != 0)
        for (const Verdict verdict : {Verdict::kills, Verdict::clears}) choices.push_back({verdict, false});
    std::vector<Situation> made;
    for (const Choice& choice : choices) made.push_back(Maker(scenario, replay, choice).make());
    return made;
}

}  // namespace entryproof::checker::reproducer
