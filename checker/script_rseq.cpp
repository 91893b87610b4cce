// SPDX-License-Identifier: MIT
// One function a kernel, in its order. Addresses are offsets from the text; what is beyond user space is then an offset
// of 2^56 and more (script.cpp lets none near the border in), and below it negative.
#include "checker/script_rseq.h"

namespace entryproof::checker {

namespace {

constexpr RseqVerdict fails{true, false};
constexpr RseqVerdict clears{false, false};
constexpr RseqVerdict aborts{false, true};

bool beyond_user_space(std::uint64_t offset) { return offset >= std::uint64_t{1} << 56; }

bool has_signature(const Script& script) {
    const std::vector<ScriptInstruction> text = script_text(script);
    const std::uint64_t before = script.task.rseq->abort - 4;
    return before % 4 == 0 && before / 4 < text.size() && text[before / 4].kind == ScriptInstruction::Kind::brk;
}

// kernel/rseq.c:rseq_get_rseq_cs, rseq_ip_fixup and rseq_need_restart @6.1
RseqVerdict judge_as_old(const Script& script, std::uint64_t pc) {
    const ScriptRseq& cs = *script.task.rseq;
    if (cs.pointer != ScriptPointer::section) return fails;
    if (beyond_user_space(cs.start) || beyond_user_space(cs.start + cs.length) || beyond_user_space(cs.abort))
        return fails;
    if (cs.version > 0 || cs.start + cs.length < cs.start) return fails;
    if (cs.abort - cs.start < cs.length || !has_signature(script)) return fails;
    if (pc - cs.start >= cs.length) return clears;
    return cs.flags != 0 ? fails : aborts;
}

// include/linux/rseq_entry.h:rseq_update_user_cs @7.3
RseqVerdict judge_as_new(const Script& script, std::uint64_t pc) {
    const ScriptRseq& cs = *script.task.rseq;
    if (cs.pointer != ScriptPointer::section) return fails;
    if (pc - cs.start >= cs.length) return clears;
    return beyond_user_space(cs.abort) || !has_signature(script) ? fails : aborts;
}

// include/linux/rseq_entry.h:rseq_debug_update_user_cs @7.3
RseqVerdict judge_as_debug(const Script& script, std::uint64_t pc, bool user_irq) {
    const ScriptRseq& cs = *script.task.rseq;
    if (cs.pointer != ScriptPointer::section || beyond_user_space(cs.start)) return fails;
    if (pc < cs.start) return clears;
    const std::uint64_t end = cs.start + cs.length;
    if (beyond_user_space(end) || end < cs.start) return fails;
    if (pc >= end) return clears;
    if (beyond_user_space(cs.abort) || cs.abort - cs.start < cs.length) return fails;
    if (cs.version != 0 || cs.flags != 0 || !has_signature(script)) return fails;
    return user_irq ? aborts : fails;
}

}  // namespace

RseqVerdict judge_rseq(const Script& script, std::uint64_t pc, RseqKernel kernel, bool user_irq) {
    switch (kernel) {
        case RseqKernel::old:
            return judge_as_old(script, pc);
        case RseqKernel::plain:
            return judge_as_new(script, pc);
        case RseqKernel::debug:
            return judge_as_debug(script, pc, user_irq);
    }
    return fails;
}

}  // namespace entryproof::checker
