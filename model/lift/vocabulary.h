// SPDX-License-Identifier: MIT
// What the lifter knows about kernel names beyond the source: annotations, bit and pointer primitives, calls that no
// observer sees, and where to look for functions that a header only declares. Every row has its reason.
#pragma once

#include "model/ir/program.h"
#include "model/kernel/arch.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace entryproof::lift {

// Blanked in place before parsing.
enum class Annotation { none, word, with_arguments };
Annotation annotation(std::string_view word);

// Names that have a meaning of their own here, whatever macro or function the tree defines for them.
enum class Primitive {
    expectation,     // likely(x): !!x
    option,          // IS_ENABLED(CONFIG_X)
    static_key,      // static_branch_unlikely(&key)
    cpu_feature,     // cpu_feature_enabled(X86_FEATURE_X)
    read_once,       // READ_ONCE(x): x
    write_once,      // WRITE_ONCE(x, v): x = v
    warning,         // WARN_ON_ONCE(x): !!x
    warning_text,    // WARN(x, format, ...): !!x
    build_check,     // BUILD_BUG_ON(x): nothing
    interrupts_off,  // irqs_disabled(): never, on the path
    from_user_mode,  // user_mode(regs): always, on the path
    user_read,       // __get_user(x, address)
    clamped_index,   // array_index_nospec(i, n): i below n, else 0
    copy,            // memcpy(to, from, bytes): elements of two arrays
    set_bit,
    clear_bit,
    test_bit,
    test_and_set_bit,
    test_and_clear_bit,
    task_struct_of,  // current
    thread_info_of,  // current_thread_info(), task_thread_info(t)
    pt_regs_of       // task_pt_regs(t), current_pt_regs()
};
std::optional<Primitive> primitive(std::string_view name);

// A name that stands for a value which the tree generates at build time: a shared cell.
struct GeneratedValue {
    std::string_view name;  // __NR_syscalls
    std::string_view cell;  // NR_syscalls
    std::string_view why;
    ir::Width width = 32;  // 64: unsigned long
};
const GeneratedValue* generated_value(std::string_view name);

bool is_syscall_table(std::string_view name);
bool is_compat_syscall_table(std::string_view name);  // one of the above
bool is_syscall_function(std::string_view type_name);

// Fixed-width integer types by the kernel's names, as the parser knows them: u64 is uint64_t.
std::string_view integer_type(std::string_view type_name);

// The hook, path function or row without effect of this name, or null.
const kernel::Signature* hook(std::string_view name);
// Why calls to this function are dropped; empty when they are not.
std::string_view reason_to_drop(std::string_view name);

// A function that reads what no observer sees, and does nothing else.
bool only_reads(std::string_view name);

// All of the above: macros of these names are not expanded.
bool is_known(std::string_view name);

// A structure inside another one that has cells of its own: pt_regs.user_regs is a user_pt_regs.
std::optional<std::string_view> embedded(std::string_view structure, std::string_view field);
// The task has exactly one, so a pointer to it needs no value.
bool is_of_the_task(std::string_view structure);

// Where to look for the definition of a function that is only declared, the likeliest file first.
std::vector<std::string> files_that_may_define(std::string_view function, const kernel::Arch& arch);

// What `list vocabulary` says about one kernel function, by treatment and name.
struct KernelFunction {
    std::string name;
    std::string treatment;    // "hook", "without effect", "pure", "changes a bit", ...
    std::string declaration;  // expected
    std::string why;
};
std::vector<KernelFunction> kernel_functions();

// The flags that a named mask is said to hold, apart from _TIF_X, which holds TIF_X.
struct MaskMembers {
    std::string_view mask;
    std::vector<std::string> flags;
};
const std::vector<MaskMembers>& mask_members();

}  // namespace entryproof::lift
