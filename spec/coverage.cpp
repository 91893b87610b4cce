// SPDX-License-Identifier: MIT
#include "spec/coverage.h"

namespace entryproof::spec {

const std::vector<std::string>& not_covered() {
    static const std::vector<std::string> sentences = {
        "timing, memory ordering, FP/SVE/SME state, EL1 paths, user memory other than the rseq area",
        "32-bit tasks where a verdict is within native (on arm64 it can be dropped), seccomp strict mode, stops in the "
        "middle of a body, a second rseq judge: "
        "between two syscalls no rseq event is taken to wait",
        sleeping_others_only(),
        one_syscall_only(),
    };
    return sentences;
}

const std::string& one_syscall_only() {
    static const std::string sentence =
        "one syscall; that the invariants are preserved from syscall to syscall is not proved here";
    return sentence;
}

const std::string& sleeping_others_only() {
    static const std::string sentence = "other tasks act only where the task sleeps, not between two instructions";
    return sentence;
}

const std::string& interference_limits() {
    static const std::string sentence =
        "between two reads others send SIGKILL, add a filter by TSYNC, switch tracepoints, and the tracer dies, each "
        "in one step: not what a read between a flag and what it guards can tell, no attach, no other signals; a run "
        "in which a kind of difference shows that was found or declared is not looked at for others";
    return sentence;
}

const std::vector<std::string>& trusted() {
    static const std::vector<std::string> sentences = {
        "model/environment: what each kernel hook does, function by function with its source",
        "what follows the exit work is one event: it is the same code for every path, so equal state there is enough",
        "a claim is about roots: an actor that has seen something else is passive, and what follows from a difference "
        "that is refuted or declared is not judged",
        "a probe at sys_enter may write registers and the number, a probe at sys_exit only looks",
        "the solver named above; 'entryproof prove --recheck cvc5' asks a second one the plain questions",
    };
    return sentences;
}

}  // namespace entryproof::spec
