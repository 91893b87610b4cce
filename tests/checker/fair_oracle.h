// SPDX-License-Identifier: MIT
// Actors that answer at random but fairly: an answer is a hash of the seed and of all the actor has seen, so the same
// history (or, for a function, the same question) gives the same answer on both sides without any bookkeeping.
//
// Values are drawn so that runs go somewhere: resume modes and filter actions are real ones, flags are rare enough that
// a syscall often ends normally, opaque values come from a small set so that they often agree.
#pragma once

#include "checker/interpret.h"
#include "model/environment/environment.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace entryproof::tests {

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {  // splitmix64
    hash += 0x9e3779b97f4a7c15u + value;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
}

inline std::uint64_t mix(std::uint64_t hash, const std::string& text) {
    for (const char c : text) hash = mix(hash, static_cast<unsigned char>(c));
    return mix(hash, text.size());
}

class FairOracle : public checker::Oracle {
public:
    explicit FairOracle(std::uint64_t seed) : seed_(seed) {}

    std::uint64_t answer(const checker::Event& event, unsigned occurrence, const std::string& name,
                         ir::Width width) override {
        if (event.answers.empty()) question_ = ask(event, occurrence);
        return value(mix(question_, name), name, width);
    }

    std::uint64_t undefined(const std::string& function, const std::string& variable, ir::Width) override {
        return mix(mix(seed_, function), variable);
    }

    // A value for `name` out of the hash: also used for the start of a syscall.
    static std::uint64_t value(std::uint64_t hash, const std::string& name, ir::Width width) {
        static const std::vector<std::uint64_t> requests = {7, 24, 9, 31, 32, 24, 24, 17, 255};
        static const std::vector<std::uint64_t> actions = {0x7fff0000, 0x7ff00000, 0x7ff00000, 0x00050001, 0x00030002,
                                                           0x7fc00000, 0x7ffc0000, 0x80000000, 0x00000000, 0x12340000};
        static const std::vector<std::uint64_t> numbers = {172, 172, 172, 0xffffffff, 0xfffffff6, 9999};
        static const std::vector<std::uint64_t> signals = {0, 0, 0, 0, 10, 5, 11, 9, 65};
        static const std::vector<std::uint64_t> values = {0,
                                                          1,
                                                          7,
                                                          55,
                                                          static_cast<std::uint64_t>(-38),
                                                          static_cast<std::uint64_t>(-512),
                                                          static_cast<std::uint64_t>(-516)};
        const auto pick = [&](const std::vector<std::uint64_t>& choices) { return choices[hash % choices.size()]; };
        if (name == "request") return pick(requests);
        if (name == "filter_ret") return pick(actions);
        if (name == "number" || name == "number_again" || name == "regs.regs[8]") return pick(numbers);
        if (name == "signal") return pick(signals);
        if (name == "NR_syscalls" || name == "NR_compat_syscalls") return 472;
        if (name == "task.ptrace") return hash % 4 == 0 ? 0 : (hash % 4 == 1 ? 1 : 0x409);
        if (name == "task.pending") return hash % 16 == 0 ? 0x100 : 0;
        if (name == "never_returns" || name == "sigkill" || name == "task.mte_fault" || name == "tsync")
            return hash % 16 == 0;
        if (name.rfind("CONFIG_", 0) == 0) return hash % 8 != 0;
        if (width == 1) return hash % 4 == 0;
        return pick(values);
    }

private:
    std::uint64_t ask(const checker::Event& event, unsigned occurrence) {
        const bool is_function = event.sharing == ir::Sharing::function;
        std::uint64_t hash =
            mix(mix(is_function || event.observer.empty() ? mix(seed_, event.hook)
                                                          : histories_.try_emplace(event.observer, seed_).first->second,
                    event.kind),
                is_function ? 0 : occurrence);
        for (const checker::FieldValue& field : event.fields)
            if (field.shown || is_function) hash = mix(mix(hash, field.name), field.value);
        if (!is_function) histories_[event.observer] = hash;
        return hash;
    }

    std::uint64_t seed_;
    std::uint64_t question_ = 0;
    std::map<std::string, std::uint64_t> histories_;
};

// A start that the assumptions allow.
inline checker::Values fair_start(const ir::Program& program, std::uint64_t seed) {
    checker::Values values;
    for (const auto& [name, cell] : program.cells)
        values[name] = FairOracle::value(mix(mix(seed, name), std::uint64_t{1}), name, cell.width);
    values["task.compat"] =
        values.count(environment::compat_is_modelled) ? values["task.compat"] & values["CONFIG_COMPAT"] : 0;
    if (values["task.compat"] != 0) values["regs.regs[7]"] = values["regs.regs[8]"];
    values["audit.in_syscall"] = 0;
    values["audit.context"] = values["task.audit"];
    if (values["task.trace"] != 0) values["task.emu"] = 0;
    if (values["task.trace"] != 0 || values["task.emu"] != 0) values["task.ptrace"] |= 1;
    if (values["task.seccomp"] != 0) values["CONFIG_SECCOMP"] = 1;
    if (values["task.audit"] != 0) values["CONFIG_AUDITSYSCALL"] = 1;
    if (values["rseq.registered"] != 0) values["CONFIG_RSEQ"] = 1;
    if (values["CONFIG_RSEQ"] == 0) values["CONFIG_DEBUG_RSEQ"] = 0;
    return values;
}

}  // namespace entryproof::tests
