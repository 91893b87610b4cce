// SPDX-License-Identifier: MIT
// arch/ARCH/include/asm/thread_info.h as Linux 7.3.4 still has it, over include/asm-generic/thread_info_tif.h of 7.0:
// the hunks of 13 RESEND 12 fit both. 7.3's generic header has TIF_HRTIMER_REARM at 12, the number that 12 gives to
// TIF_SINGLESTEP, so on 7.3 it would need another one.
#include "model/series/layouts.h"

#include "model/kernel/writer.h"

#include <map>
#include <string>

namespace entryproof::series {

namespace {

using Numbers = std::map<std::string, unsigned>;

const Numbers generic = {
    {"TIF_NOTIFY_RESUME", 0},      {"TIF_SIGPENDING", 1},
    {"TIF_NOTIFY_SIGNAL", 2},      {"TIF_MEMDIE", 3},
    {"TIF_NEED_RESCHED", 4},       {"TIF_NEED_RESCHED_LAZY", 5},
    {"TIF_USER_RETURN_NOTIFY", 7}, {"TIF_UPROBE", 8},
    {"TIF_PATCH_PENDING", 9},      {"TIF_RSEQ", 11},
};
const Numbers polling = {{"TIF_POLLING_NRFLAG", 6}};
const Numbers sigmask = {{"TIF_RESTORE_SIGMASK", 10}};
const Numbers singlestep = {{"TIF_SINGLESTEP", 12}};

const Numbers s390 = {{"TIF_ASCE_PRIMARY", 16}, {"TIF_GUARDED_STORAGE", 17}, {"TIF_ISOLATE_BP_GUEST", 18},
                      {"TIF_PER_TRAP", 19},     {"TIF_BLOCK_STEP", 22},      {"TIF_UPROBE_SINGLESTEP", 23}};
const Numbers s390_after = {{"TIF_ASCE_PRIMARY", 16}, {"TIF_GUARDED_STORAGE", 17}, {"TIF_ISOLATE_BP_GUEST", 18},
                            {"TIF_PER_TRAP", 19},     {"TIF_BLOCK_STEP", 20},      {"TIF_UPROBE_SINGLESTEP", 21}};

const Numbers loongarch = {
    {"TIF_NOHZ", 16},         {"TIF_USEDFPU", 17},      {"TIF_USEDSIMD", 18},      {"TIF_FIXADE", 19},
    {"TIF_LOGADE", 20},       {"TIF_32BIT_REGS", 21},   {"TIF_32BIT_ADDR", 22},    {"TIF_LOAD_WATCH", 23},
    {"TIF_SINGLESTEP", 24},   {"TIF_LSX_CTX_LIVE", 25}, {"TIF_LASX_CTX_LIVE", 26}, {"TIF_USEDLBT", 27},
    {"TIF_LBT_CTX_LIVE", 28},
};
const Numbers loongarch_after = {
    {"TIF_NOHZ", 16},         {"TIF_USEDFPU", 17},       {"TIF_USEDSIMD", 18},   {"TIF_FIXADE", 19},
    {"TIF_LOGADE", 20},       {"TIF_32BIT_REGS", 21},    {"TIF_32BIT_ADDR", 22}, {"TIF_LOAD_WATCH", 23},
    {"TIF_LSX_CTX_LIVE", 24}, {"TIF_LASX_CTX_LIVE", 25}, {"TIF_USEDLBT", 26},    {"TIF_LBT_CTX_LIVE", 27},
};

const Numbers x86 = {
    {"TIF_SSBD", 16},      {"TIF_SPEC_IB", 17},    {"TIF_SPEC_L1D_FLUSH", 18}, {"TIF_NEED_FPU_LOAD", 19},
    {"TIF_NOCPUID", 20},   {"TIF_NOTSC", 21},      {"TIF_IO_BITMAP", 22},      {"TIF_SPEC_FORCE_UPDATE", 23},
    {"TIF_FORCED_TF", 24}, {"TIF_SINGLESTEP", 25}, {"TIF_BLOCKSTEP", 26},      {"TIF_ADDR32", 27},
};
const Numbers x86_after = {
    {"TIF_SSBD", 16},      {"TIF_SPEC_IB", 17},   {"TIF_SPEC_L1D_FLUSH", 18}, {"TIF_NEED_FPU_LOAD", 19},
    {"TIF_NOCPUID", 20},   {"TIF_NOTSC", 21},     {"TIF_IO_BITMAP", 22},      {"TIF_SPEC_FORCE_UPDATE", 23},
    {"TIF_FORCED_TF", 24}, {"TIF_BLOCKSTEP", 25}, {"TIF_ADDR32", 26},
};

std::vector<ir::FlagBit> bits(const std::string& arch, const std::vector<Numbers>& tables) {
    std::vector<ir::FlagBit> made;
    const ir::Source source = kernel::at("arch/" + arch + "/include/asm/thread_info.h", "TIF_", "7.0");
    for (const Numbers& table : tables)
        for (const auto& [name, number] : table) made.push_back({name, "thread_info.flags", number, source});
    return made;
}

}  // namespace

Renumbering s390_rename() {
    const std::vector<Numbers> rest = {generic, polling, sigmask, s390};
    std::vector<Numbers> before = rest, after = rest;
    before.push_back({{"TIF_SINGLE_STEP", 21}});
    after.push_back({{"TIF_SINGLESTEP", 21}});
    return {"s390", bits("s390", before), bits("s390", after)};
}

std::vector<Renumbering> generic_singlestep() {
    return {{"loongarch", bits("loongarch", {generic, sigmask, loongarch}),
             bits("loongarch", {generic, sigmask, singlestep, loongarch_after})},
            {"s390", s390_rename().after, bits("s390", {generic, polling, sigmask, singlestep, s390_after})},
            {"x86", bits("x86", {generic, polling, x86}), bits("x86", {generic, polling, singlestep, x86_after})}};
}

}  // namespace entryproof::series
