// SPDX-License-Identifier: MIT
// How far a lifted tree has moved from the source that a built-in model stands for.
//
// Each built-in path was written from one release; for every function of that release that is lifted, the table
// (drift_baseline.cpp, written by tests/tools/record_baseline.cpp) keeps a hash of its text and one of its steps, names
// of locals left out. A function whose text differs may still take the same steps.
#pragma once

#include "checker/load.h"

#include <string>
#include <string_view>
#include <vector>

namespace entryproof::checker {

struct BaselineRow {
    std::string_view release;  // 7.3.4
    std::string_view model;    // legacy
    std::string_view arch;
    std::string_view function;
    std::string_view place;  // file:line
    std::string_view text_hash;
    std::string_view steps_hash;
};
const std::vector<BaselineRow>& baseline_rows();

enum class Moved { same_steps, changed, added, gone };
std::string word(Moved moved);

struct MovedFunction {
    std::string function;
    std::string place;  // in the tree; of one that is gone: in the model's release
    Moved moved;
};

struct Drift {
    std::string model;    // legacy
    std::string release;  // 7.3.4
    unsigned same = 0;    // functions whose text is the same
    std::vector<MovedFunction> functions;
};

// Against the release nearest to the tree's: the newest that is not newer, else the oldest. InputError: the path is not
// a tree, or no model of its architecture is built in.
Drift drift_of(const LoadedPath& path);

// 16 hexadecimal digits of the steps of `function`; names of locals, of labels and places in the source do not count.
std::string steps_hash(const ir::Program& program, const std::string& function);

// The table for a tree, as text to be compiled in.
std::string baseline_text(const LoadedPath& path);

}  // namespace entryproof::checker
