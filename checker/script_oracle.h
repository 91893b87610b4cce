// SPDX-License-Identifier: MIT
// Everybody a script speaks of, answering the hooks of model/environment/rounds.h: the user's instructions and memory,
// the tracer, the filters, the supervisor, the sibling, auditd's rules, the syscalls.
#pragma once

#include "checker/interpret.h"
#include "checker/script.h"
#include "checker/script_body.h"
#include "checker/script_filter.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

constexpr std::uint64_t script_text_address = 0x400000;  // where the model puts the text; shown only as offsets
constexpr std::uint64_t script_stack_address = 0x7ffff000;

class ScriptOracle : public Oracle {
public:
    explicit ScriptOracle(const Script& script) : script_(script), text_(script_text(script)), chain_(script.filters) {}

    // From now on it answers for the task's child; what the child has in common with the task is as it was when the
    // child began.
    void become_child();

    std::uint64_t answer(const Event& event, unsigned occurrence, const std::string& name, ir::Width width) override;
    std::uint64_t undefined(const std::string& function, const std::string& variable, ir::Width width) override;

private:
    using Answers = std::map<std::string, std::uint64_t>;
    using Decider = Answers (ScriptOracle::*)(const Event& event);

    Answers decide(const Event& event);
    Answers instruction(const Event& event);
    Answers act(const Event& event);
    Answers resume(const Event& event);
    Answers filter(const Event& event);
    Answers notification(const Event& event);
    Answers body(const Event& event);
    Answers begin_child(const BodyResult& result);
    Answers signal_handler(const Event& event);
    Answers rseq_fixup(const Event& event);
    Answers rseq_judge(const Event& event);

    const std::vector<ScriptStop>& stops() const { return child_ ? script_.child : script_.stops; }
    const ScriptStop& stop() const;
    // As wide as the task's registers are.
    std::uint64_t register_value(std::uint64_t value) const;
    Answers registers_of(const Event& event) const;

    // What the kernel puts on the user's stack for a handler.
    struct Frame {
        Answers registers;
        std::uint64_t blocked;
    };

    const Script& script_;
    const std::vector<ScriptInstruction> text_;
    FilterChain chain_;
    bool child_ = false;
    bool executed_ = false;                   // another program: nothing to install is mapped
    std::optional<FilterChain> child_chain_;  // of the first child
    Answers answers_;                         // of the present hook call
    std::vector<Frame> frames_;
    std::vector<Frame> child_frames_;
    std::size_t stop_ = 0;          // which stop it is, from 0
    std::size_t act_ = 0;           // which act in it
    std::size_t notification_ = 0;  // which notification it is
    bool has_listener_ = false;     // of the filter that decided last
};

}  // namespace entryproof::checker
