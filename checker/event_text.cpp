// SPDX-License-Identifier: MIT
#include "checker/event_text.h"

#include "checker/interference/acts.h"
#include "checker/layout.h"
#include "checker/number_text.h"
#include "model/environment/act_points.h"

#include <algorithm>
#include <map>
#include <set>

namespace entryproof::checker {

namespace {

const FieldValue* find(const std::vector<FieldValue>& values, const std::string& name) {
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const FieldValue& value) { return value.name == name; });
    return found == values.end() ? nullptr : &*found;
}

// A deed that is done when `flag` is answered with 1, and the answers that say how.
struct Deed {
    std::string flag;
    std::string words;
    std::vector<std::string> details;
};

// In the order in which the environment does them.
const std::vector<Deed>& known_deeds() {
    static const std::vector<Deed> table = {
        {"sets_options", "sets options", {"options"}},
        {"writes_memory", "writes user memory", {"rseq_memory", "user_memory"}},
        {"sets_number", "sets nr", {"number"}},
        {"sets_x0", "sets x0", {"first_x0"}},
        {"sets_number_again", "sets nr", {"number_again"}},
        {"sets_registers", "", {}},
        {"never_returns", "never returns", {"exit_signal"}},
        {"forgets_number", "forgets the number, as sigreturn does", {}},
        {"installs_filter", "installs a filter", {}},
        {"continues", "lets the syscall continue", {}},
        {"replies", "replies", {"error", "val"}},
        {"interrupted", "is interrupted by a signal", {}},
        {"has_handler", "has a handler", {"handler", "sa_restart", "frame"}},
        {"harmless", "is harmless by default", {}},
        {"takes_other", "takes bit", {"other"}},
        {"rules_match", "the rules ask for a record", {}},
        {"segv", "finds a violation", {}},
        {"clears", "clears the pointer to the critical section", {}},
        {"sigkill", "SIGKILL arrives", {}},
        {"tsync", "another thread installs a filter (TSYNC)", {}},
        {"tracepoint_on", "a syscall tracepoint is switched on", {}},
        {"tracepoint_off", "the syscall tracepoints are switched off", {}},
    };
    return table;
}

class DeedTeller {
public:
    explicit DeedTeller(const Event& event) : event_(event) {}

    std::vector<std::string> tell() {
        if (event_.hook == environment::act_hook) return interference::acts_told(event_);
        if (const FieldValue* value = take("value")) say("returns " + number_text("value", value->value, value->width));
        if (const FieldValue* action = take("filter_ret"))
            say("answers " + number_text("filter_ret", action->value, action->width));
        for (const Deed& deed : known_deeds()) tell(deed);
        tell_resume();
        for (const FieldValue& answer : event_.answers)
            if (taken_.count(answer.name) == 0 && answer.value != 0)
                say(answer.name + " = " + number_text(answer.name, answer.value, answer.width));
        return std::move(told_);
    }

private:
    void say(const std::string& text) { told_.push_back(text); }

    const FieldValue* take(const std::string& name) {
        taken_.insert(name);
        return find(event_.answers, name);
    }
    bool is_set(const std::string& name) {
        const FieldValue* answer = take(name);
        return answer != nullptr && answer->value != 0;
    }

    void tell(const Deed& deed) {
        if (deed.flag == "sets_registers") return tell_registers(deed.flag);
        std::string details;
        for (const std::string& name : deed.details) {
            const FieldValue* answer = take(name);
            if (answer == nullptr || (answer->value == 0 && deed.details.size() > 1)) continue;
            const std::string label = deed.details.size() > 1 ? " " + name + " " : " ";
            details += label + number_text(name, answer->value, answer->width);
        }
        if (is_set(deed.flag)) say(deed.words + details);
    }

    static bool is_register(const std::string& name) {
        static const std::set<std::string> others = {"rest", "pc", "pstate", "orig_x0"};
        const bool is_numbered =
            name.size() > 1 && name[0] == 'x' && name.find_first_not_of("0123456789", 1) == std::string::npos;
        return is_numbered || others.count(name) != 0;
    }

    // A tracer that writes registers writes back most of them as it read them: only what changes is told.
    void tell_registers(const std::string& flag) {
        std::string changed;
        for (const FieldValue& answer : event_.answers) {
            if (!is_register(answer.name)) continue;
            taken_.insert(answer.name);
            const FieldValue* before = find(event_.fields, answer.name);
            if (answer.value != (before == nullptr ? 0 : before->value))
                changed += " " + answer.name + " " + number_text(answer.name, answer.value, answer.width);
        }
        if (is_set(flag)) say(changed.empty() ? "writes the registers back unchanged" : "writes registers" + changed);
    }

    void tell_resume() {
        const FieldValue* request = take("request");
        const FieldValue* signal = take("signal");
        const bool killed_first = is_set("killed_first");
        const FieldValue* kill = find(event_.answers, "sigkill");
        if (request == nullptr) return;
        if (killed_first && kill != nullptr && kill->value != 0) return say("the stop ends before it resumes");
        const std::string name = number_text("request", request->value, request->width);
        say(name.rfind("PTRACE_", 0) == 0 ? "resumes with " + name : name);
        if (signal != nullptr && signal->value != 0) say("injects " + signal_name(signal->value));
    }

    const Event& event_;
    std::set<std::string> taken_;
    std::vector<std::string> told_;
};

// Says nothing: no message, a flag that is off, a stop whose code only repeats its status.
bool is_idle(const Event& event, const FieldValue& field) {
    const FieldValue* status = find(event.fields, "status");
    if (field.name == "si_code" && status != nullptr) return field.value == status->value;
    static const std::set<std::string> told_when_set = {"message", "pstate", "steps", "segv"};
    return field.value == 0 && told_when_set.count(field.name) != 0;
}

bool is_entry_code(const ir::Source& source) {
    return source.file.rfind("arch/", 0) == 0 || source.file.find("entry") != std::string::npos;
}

}  // namespace

std::string title_of(const Event& event) {
    const std::string title = (event.observer.empty() ? "(environment)" : event.observer) + ": " + event.kind;
    return event.subject.empty() ? title : title + " " + event.subject;
}

std::vector<std::string> telling_fields(const Event& event) {
    static const std::vector<std::string> reading_order = {"status",  "signal", "si_code", "code", "nr",   "id",
                                                           "major",   "x0",     "x7",      "ret",  "exit", "segv",
                                                           "message", "pc",     "pstate",  "steps"};
    std::vector<std::string> names;
    for (const std::string& name : reading_order) {
        const FieldValue* field = find(event.fields, name);
        if (field != nullptr && field->shown && !is_idle(event, *field)) names.push_back(name);
    }
    return names.empty() ? all_shown_fields(event) : names;
}

std::vector<std::string> all_shown_fields(const Event& event) {
    std::vector<std::string> names;
    for (const FieldValue& field : event.fields)
        if (field.shown) names.push_back(field.name);
    return names;
}

std::string field_text(const Event& event, const std::string& field, Spelling spelling) {
    const std::string label = field == "message" ? "msg" : field;
    const FieldValue* found = find(event.fields, field);
    if (found == nullptr) return label + " -";
    return label + " " +
           (spelling == Spelling::symbolic ? number_text(field, found->value, found->width)
                                           : plain_number_text(field, found->value, found->width));
}

std::vector<std::string> deeds(const Event& event) { return DeedTeller(event).tell(); }

std::string place_of(const Event& event) {
    if (is_entry_code(event.source)) return ir::to_string(event.source);
    for (auto frame = event.call_chain.rbegin(); frame != event.call_chain.rend(); ++frame)
        if (is_entry_code(*frame)) return ir::to_string(*frame);
    return ir::to_string(event.source);
}

}  // namespace entryproof::checker
