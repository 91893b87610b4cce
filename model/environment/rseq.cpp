// SPDX-License-Identifier: MIT
// kernel/rseq.c:__rseq_debug_syscall_return @7.3: the judgement is a function of pc and of user memory, and it may
// write the area. A task without an area is not judged.
//
// Not here: the second judge after the exit work, which a context switch wakes.
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

// kernel/rseq.c:rseq_syscall @6.12, @6.1: judges the whole descriptor, never writes.
void add_older_judge(Program& program) {
    FunctionWriter f("rseq_syscall", at("kernel/rseq.c", "rseq_syscall", "6.12"));
    const ExpressionRef pc = user_pc(arch_of(program));
    f.if_(negation(fact("rseq.registered")), [](BodyBuilder& then) { then.return_(); });
    Hook judge{"rseq_judge_6_12", "", "rseq judge", {{"pc", pc}, {"memory", fact("rseq.memory")}}, {},
               Sharing::function};
    judge.answers = {f.answer("segv", 1)};
    f.hook(judge);
    f.hook({"judgement_6_12",
            "rseq",
            "judgement",
            {{"pc", pc}, {"memory", fact("rseq.memory")}, {"segv", read("segv", 1)}, {"clears_pointer", truth(false)}},
            {},
            Sharing::history});
    f.assign("seen.judgement", truth(true));
    f.if_(read("segv", 1), [](BodyBuilder& then) { then.call("force_sigsegv"); });
    f.add_to(program);
}

}  // namespace

void add_rseq(Program& program) {
    add_older_judge(program);
    FunctionWriter f("__rseq_debug_syscall_return", at("kernel/rseq.c", "__rseq_debug_syscall_return"));
    const ExpressionRef pc = user_pc(arch_of(program));
    f.if_(negation(fact("rseq.registered")), [](BodyBuilder& then) { then.return_(); });
    Hook judge{"rseq_judge", "", "rseq judge", {{"pc", pc}, {"memory", fact("rseq.memory")}}, {}, Sharing::function};
    judge.answers = {f.answer("segv", 1), f.answer("clears", 1)};
    f.hook(judge);
    const ExpressionRef clears = both(negation(read("segv", 1)), read("clears", 1));
    f.hook({"judgement",
            "rseq",
            "judgement",
            {{"pc", pc}, {"memory", fact("rseq.memory")}, {"segv", read("segv", 1)}, {"clears_pointer", clears}},
            {},
            Sharing::history});
    f.assign("seen.judgement", truth(true));
    f.assign("judgement.clears", clears);
    // The same memory with the pointer cleared: some other value, and always the same one. Judged at most once a run.
    f.if_(clears, [](BodyBuilder& then) {
        then.assign("rseq.memory", binary(BinaryOperator::bit_xor, fact("rseq.memory"), constant(64, 1)));
    });
    f.if_(read("segv", 1), [](BodyBuilder& then) {
        then.assign("judgement.adds_segv", negation(is_pending(SIGSEGV)));
        then.call("force_sigsegv");
    });
    f.add_to(program);
}

}  // namespace entryproof::environment
