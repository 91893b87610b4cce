// SPDX-License-Identifier: MIT
// Unmodified C source of a kernel's syscall entry and exit path, as IR.
//
// 1. Fails closed: whatever is met on the path and not understood is a LiftError with its place; nothing is skipped or
//    guessed. What is abstracted on purpose is listed with its reason.
// 2. No compiler, no configured tree: options that the user decides stay symbolic cells named CONFIG_X, options that
// the
//    architecture selects are constants read from its Kconfig.
// 3. Only functions that are reached are parsed; the rest of the tree may hold anything.
//
// It does not link an environment, and does not judge what it lifts.
#pragma once

#include "model/ir/program.h"
#include "model/lift/source_tree.h"

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace entryproof::lift {

struct LiftOptions {
    std::string arch = "arm64";  // one of kernel::arch_names()
    std::string name = "tree";   // becomes Program::name
};

// A construct on the path that cannot be lifted, or source that cannot be read. The caller ends with exit 2.
class LiftError : public std::runtime_error {
public:
    LiftError(std::string file, unsigned line, unsigned column, std::string construct, std::string reason,
              std::string hint);
    std::string file;
    unsigned line;          // 1-based; 0: the whole file
    unsigned column;        // 1-based; 0: the whole line
    std::string construct;  // the source text there, cut short
    std::string reason;     // one line
    std::string hint;       // what to do about it
};

// One function of the tree that became IR.
struct LiftedFunction {
    std::string name;  // as in the IR: with ".31" when specialised on a constant argument
    std::string file;
    unsigned first_line = 0;
    unsigned last_line = 0;
    std::string hash;               // of its source text, 16 hexadecimal digits
    std::set<std::string> options;  // CONFIG_ options and static keys that its text asks for
    std::set<std::string> hooks;    // kernel::hooks() that it calls
};

// Something on the path that was left out on purpose.
struct Abstracted {
    std::string file;
    unsigned line = 0;
    std::string construct;  // the callee or annotation
    std::string why;
};

struct Lifted {
    ir::Program program;  // every function of the kernel::Arch, entry its own; hooks still open
    std::string kernel_version = "unknown";
    std::vector<LiftedFunction> functions;  // by name
    std::vector<Abstracted> abstracted;     // by place
    std::vector<std::string> notes;         // in order of discovery
};

// The whole path. Throws LiftError.
Lifted lift(const LiftOptions& options, const SourceTree& tree);

// Only these functions of one file, and what they call; the program has no entry. Throws LiftError.
Lifted lift_functions(const LiftOptions& options, const SourceTree& tree, const std::string& file,
                      const std::vector<std::string>& names);

}  // namespace entryproof::lift
