// SPDX-License-Identifier: MIT
// The seam between a path and its environment: which functions each must provide to the other, with their signatures.
//
// A path (hand-built or lifted) calls the kernel hooks below; model/environment says what they do and what they show.
// The environment in turn acts through the path's own setters (a tracer that resumes calls ptrace_resume), so that a
// change to one of those is seen. Pointers to the task's own state are dropped from the signatures; everything else
// keeps its C width. Linking the two gives a whole program.
#pragma once

#include "model/ir/program.h"

#include <string>
#include <vector>

namespace entryproof::kernel {

struct Signature {
    std::string name;
    std::vector<ir::Parameter> parameters;
    ir::Width result;    // 0: void
    bool result_signed;  // C's signedness of the result
    std::string source;  // file:function@version
    std::string why;     // what it stands for, in a few words
    // Of a path function: a path provides it only when the tree has this other function, and not as a mere stub.
    std::string only_with = {};
    // Of a hook: where the tree's own source file has this function, the hook is lifted like any other function.
    std::string unless = {};
    // Of a path function: trees older than this version ("6.12") may lack it; then it does nothing.
    std::string since = {};
};

// Provided by the environment, called by a path.
const std::vector<Signature>& hooks();

// Provided by a path, called by the environment. Setters of one flag are written set_task_syscall_work.SECCOMP and so
// on.
const std::vector<Signature>& path_functions();

// Kernel functions that have no effect any observer can see (context tracking, stack randomisation, FP state); calls to
// them are dropped. `why` is the reason.
const std::vector<Signature>& without_effect();

}  // namespace entryproof::kernel
