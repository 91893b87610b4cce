// SPDX-License-Identifier: MIT
// Flat tables, one row a name.
#include "model/lift/vocabulary.h"

#include "model/lift/declaration.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace entryproof::lift {

namespace {

using Names = std::unordered_set<std::string_view>;

struct Dropped {
    std::string_view name;
    std::string_view why;
};

constexpr std::array dropped = {
    Dropped{"CT_WARN_ON", "debug check of context tracking"},
    Dropped{"barrier", "compiler barrier; memory ordering is not covered"},
    Dropped{"cond_resched", "may run other tasks; timing is not covered"},
    Dropped{"instrumentation_begin", "marks code for a build-time checker"},
    Dropped{"instrumentation_end", "marks code for a build-time checker"},
    Dropped{"lockdep_assert_irqs_disabled", "debug check of a lock rule"},
    Dropped{"lockdep_assert_irqs_enabled", "debug check of a lock rule"},
    Dropped{"might_sleep", "debug check"},
    Dropped{"spin_lock_irq", "locking; interference is modelled by the environment"},
    Dropped{"spin_unlock_irq", "locking; interference is modelled by the environment"},
    Dropped{"wake_up_state", "wakes the task that is being modelled: it goes on by itself here"},
};

constexpr std::array generated = {
    GeneratedValue{"__NR_syscalls", "NR_syscalls", "size of the native table, generated when the kernel is built"},
    GeneratedValue{"NR_syscalls", "NR_syscalls", "size of the native table, generated when the kernel is built"},
    GeneratedValue{"__NR_compat_syscalls", "NR_compat_syscalls",
                   "size of the compat table, generated when the kernel is built"},
    GeneratedValue{"__NR_compat32_syscalls", "NR_compat_syscalls",
                   "size of the compat table, generated when the kernel is built"},
    GeneratedValue{"X32_NR_syscalls", "X32_NR_syscalls", "size of the x32 table, generated when the kernel is built"},
    GeneratedValue{"boot_cpu_data . x86", "boot_cpu_data.x86", "family of the processor; block stepping needs 6"},
    GeneratedValue{"TASK_SIZE_MAX", "TASK_SIZE_MAX", "end of user addresses, which depends on the processor", 64},
};

const std::unordered_map<std::string_view, Primitive>& primitives() {
    static const std::unordered_map<std::string_view, Primitive> table = {
        {"likely", Primitive::expectation},
        {"unlikely", Primitive::expectation},
        {"IS_ENABLED", Primitive::option},
        {"IS_BUILTIN", Primitive::option},
        {"IS_REACHABLE", Primitive::option},
        {"static_branch_likely", Primitive::static_key},
        {"static_branch_unlikely", Primitive::static_key},
        {"cpu_feature_enabled", Primitive::cpu_feature},
        {"READ_ONCE", Primitive::read_once},
        {"WRITE_ONCE", Primitive::write_once},
        {"WARN_ON", Primitive::warning},
        {"WARN_ON_ONCE", Primitive::warning},
        {"WARN", Primitive::warning_text},
        {"BUILD_BUG_ON", Primitive::build_check},
        {"irqs_disabled", Primitive::interrupts_off},
        {"user_mode", Primitive::from_user_mode},
        {"__get_user", Primitive::user_read},
        {"array_index_nospec", Primitive::clamped_index},
        {"memcpy", Primitive::copy},
        {"set_bit", Primitive::set_bit},
        {"__set_bit", Primitive::set_bit},
        {"clear_bit", Primitive::clear_bit},
        {"__clear_bit", Primitive::clear_bit},
        {"test_bit", Primitive::test_bit},
        {"arch_test_bit", Primitive::test_bit},
        {"test_and_set_bit", Primitive::test_and_set_bit},
        {"test_and_clear_bit", Primitive::test_and_clear_bit},
        {"current", Primitive::task_struct_of},
        {"current_thread_info", Primitive::thread_info_of},
        {"task_thread_info", Primitive::thread_info_of},
        {"task_pt_regs", Primitive::pt_regs_of},
        {"current_pt_regs", Primitive::pt_regs_of},
    };
    return table;
}

const std::unordered_map<std::string_view, std::string_view>& integer_types() {
    static const std::unordered_map<std::string_view, std::string_view> table = {
        {"u8", "uint8_t"},     {"u16", "uint16_t"},   {"u32", "uint32_t"},   {"u64", "uint64_t"},
        {"s8", "int8_t"},      {"s16", "int16_t"},    {"s32", "int32_t"},    {"s64", "int64_t"},
        {"__u8", "uint8_t"},   {"__u16", "uint16_t"}, {"__u32", "uint32_t"}, {"__u64", "uint64_t"},
        {"__s8", "int8_t"},    {"__s16", "int16_t"},  {"__s32", "int32_t"},  {"__s64", "int64_t"},
        {"ulong", "uint64_t"}, {"uint", "uint32_t"},  {"_Bool", "bool"},     {"compat_ulong_t", "uint32_t"},
    };
    return table;
}

const Names& annotation_words() {
    static const Names names = {
        "__always_inline",
        "__always_unused",
        "__attribute_const__",
        "__cold",
        "__flatten",
        "__force",
        "__inline",
        "__inline__",
        "__kprobes",
        "__lockfunc",
        "__maybe_unused",
        "__must_check",
        "__no_kcsan",
        "__no_stack_protector",
        "__no_sanitize_address",
        "__nocfi",
        "__noinstr",
        "__private",
        "__pure",
        "__sched",
        "__trap_section",
        "__unused",
        "__used",
        "__user",
        "__visible",
        "asmlinkage",
        "inline",
        "noinline",
        "noinstr",
        "nokprobe_inline",
        "notrace",
        "__kernel",
    };
    return names;
}

const Names& annotation_calls() {
    static const Names names = {"__acquires", "__must_hold", "__printf", "__releases"};
    return names;
}

// Words of C that a macro must not redefine here. (CONFIG_PROFILE_ALL_BRANCHES makes `if` a macro that counts.)
const Names& keywords() {
    static const Names names = {"if",    "else",  "switch",   "case",     "default", "do",   "while",
                                "for",   "goto",  "break",    "continue", "return",  "int",  "long",
                                "char",  "short", "unsigned", "signed",   "void",    "bool", "true",
                                "false", "NULL",  "const",    "static",   "struct",  "enum"};
    return names;
}

const std::unordered_map<std::string_view, const kernel::Signature*>& hook_table() {
    static const std::unordered_map<std::string_view, const kernel::Signature*> table = [] {
        std::unordered_map<std::string_view, const kernel::Signature*> rows;
        for (const kernel::Signature& signature : kernel::hooks()) rows[signature.name] = &signature;
        return rows;
    }();
    return table;
}

const std::unordered_map<std::string_view, std::string_view>& drop_table() {
    static const std::unordered_map<std::string_view, std::string_view> table = [] {
        std::unordered_map<std::string_view, std::string_view> rows;
        for (const Dropped& row : dropped) rows[row.name] = row.why;
        for (const kernel::Signature& row : kernel::without_effect()) rows[row.name] = row.why;
        return rows;
    }();
    return table;
}

struct Meaning {
    std::string_view treatment;
    std::string_view why;
};

// A table as a switch.
Meaning meaning_of(Primitive primitive) {
    switch (primitive) {
        case Primitive::expectation:
            return {"pure", "whether the condition holds; the hint to the compiler changes no value"};
        case Primitive::option:
            return {"pure", "whether the option is set: a constant of the architecture, or the user's choice"};
        case Primitive::static_key:
            return {"pure", "the static key as a cell that may hold either value"};
        case Primitive::read_once:
            return {"pure", "the value of the place"};
        case Primitive::write_once:
            return {"write", "stores the value; memory ordering is not covered"};
        case Primitive::warning:
            return {"pure", "whether the condition holds; no observer sees the kernel's warning"};
        case Primitive::warning_text:
            return {"pure", "whether the condition holds; no observer sees the kernel's warning, its text is left out"};
        case Primitive::build_check:
            return {"without effect", "checked when the kernel is built"};
        case Primitive::cpu_feature:
            return {"pure", "whether the processor has the feature, as a cell that may hold either value"};
        case Primitive::from_user_mode:
            return {"pure", "true: the path begins in user mode"};
        case Primitive::user_read:
            return {"hook", "reads user memory: any value, or a fault"};
        case Primitive::interrupts_off:
            return {"pure", "false: interrupts are on from entry work to exit work"};
        case Primitive::clamped_index:
            return {"pure", "the index when it is below the size, else 0"};
        case Primitive::copy:
            return {"write", "copies whole elements from one array to another"};
        case Primitive::set_bit:
        case Primitive::clear_bit:
            return {"write", "changes one bit of a flag word of the task"};
        case Primitive::test_bit:
            return {"pure", "one bit of a flag word of the task"};
        case Primitive::test_and_set_bit:
        case Primitive::test_and_clear_bit:
            return {"write", "changes one bit of a flag word of the task; its value before"};
        case Primitive::task_struct_of:
        case Primitive::thread_info_of:
        case Primitive::pt_regs_of:
            return {"pure", "the task has exactly one"};
    }
    return {};
}

}  // namespace

Annotation annotation(std::string_view word) {
    if (annotation_words().count(word)) return Annotation::word;
    return annotation_calls().count(word) ? Annotation::with_arguments : Annotation::none;
}

std::optional<Primitive> primitive(std::string_view name) {
    const auto found = primitives().find(name);
    return found == primitives().end() ? std::nullopt : std::optional(found->second);
}

const GeneratedValue* generated_value(std::string_view name) {
    for (const GeneratedValue& value : generated)
        if (value.name == name) return &value;
    return nullptr;
}

bool is_compat_syscall_table(std::string_view name) { return name == "compat_sys_call_table"; }

bool is_syscall_table(std::string_view name) { return name == "sys_call_table" || is_compat_syscall_table(name); }

bool is_syscall_function(std::string_view type_name) {
    return type_name == "syscall_fn_t" || type_name == "syscall_t" || type_name == "sys_call_ptr_t" ||
           type_name == "sys_call_fn";
}

std::string_view integer_type(std::string_view type_name) {
    const auto found = integer_types().find(type_name);
    return found == integer_types().end() ? std::string_view() : found->second;
}

const kernel::Signature* hook(std::string_view name) {
    const auto found = hook_table().find(name);
    return found == hook_table().end() ? nullptr : found->second;
}

std::string_view reason_to_drop(std::string_view name) {
    const auto found = drop_table().find(name);
    return found == drop_table().end() ? std::string_view() : found->second;
}

bool only_reads(std::string_view name) {
    return name == "ct_state" || name == "__ct_state" || name == "irqs_disabled" || name == "get_random_u16";
}

bool is_known(std::string_view name) {
    return primitive(name) || hook(name) || !reason_to_drop(name).empty() || generated_value(name) ||
           is_syscall_table(name) || is_syscall_function(name) || annotation(name) != Annotation::none ||
           !integer_type(name).empty() || keywords().count(name) || name.rfind("CONFIG_", 0) == 0;
}

std::vector<KernelFunction> kernel_functions() {
    std::vector<KernelFunction> rows;
    const auto add = [&](std::string_view name, std::string_view treatment, std::string_view why) {
        const ExpectedDeclaration* declaration = expected_declaration(name);
        rows.push_back({std::string(name), std::string(treatment),
                        std::string(declaration ? declaration->text : std::string_view()), std::string(why)});
    };
    for (const kernel::Signature& row : kernel::hooks()) add(row.name, "hook", row.why);
    for (const auto& [name, why] : drop_table()) add(name, "without effect", why);
    for (const auto& [name, primitive] : primitives()) {
        if (primitive == Primitive::task_struct_of) continue;  // `current` is no function
        const Meaning meaning = meaning_of(primitive);
        add(name, meaning.treatment, meaning.why);
    }
    std::sort(rows.begin(), rows.end(), [](const KernelFunction& a, const KernelFunction& b) {
        return std::tie(a.treatment, a.name) < std::tie(b.treatment, b.name);
    });
    return rows;
}

std::optional<std::string_view> embedded(std::string_view structure, std::string_view field) {
    if (structure == "pt_regs" && field == "user_regs") return "user_pt_regs";
    if (structure == "task_struct" && field == "thread_info") return "thread_info";
    if (structure == "task_struct" && field == "thread") return "thread_struct";
    if (structure == "task_struct" && field == "syscall_dispatch") return "syscall_user_dispatch";
    return std::nullopt;
}

bool is_of_the_task(std::string_view structure) {
    return structure == "pt_regs" || structure == "user_pt_regs" || structure == "thread_info" ||
           structure == "task_struct" || structure == "thread_struct" || structure == "syscall_user_dispatch";
}

std::vector<std::string> files_that_may_define(std::string_view function, const kernel::Arch& arch) {
    std::vector<std::string> files = arch.files;
    for (const char* file : {"kernel/rseq.c", "kernel/ptrace.c", "kernel/seccomp.c", "kernel/entry/common.c",
                             "kernel/entry/syscall-common.c", "kernel/entry/syscall_user_dispatch.c"})
        files.push_back(file);
    const bool is_rseq = function.rfind("rseq_", 0) == 0;
    if (is_rseq) std::rotate(files.begin(), std::find(files.begin(), files.end(), "kernel/rseq.c"), files.end());
    return files;
}

const std::vector<MaskMembers>& mask_members() {
    static const std::vector<MaskMembers> table = {
        {"_TIF_SYSCALL_WORK",
         {"TIF_SYSCALL_TRACE", "TIF_SYSCALL_AUDIT", "TIF_SYSCALL_TRACEPOINT", "TIF_SECCOMP", "TIF_SYSCALL_EMU"}},
        {"SYSCALL_WORK_ENTER",
         {"SYSCALL_WORK_BIT_SECCOMP", "SYSCALL_WORK_BIT_SYSCALL_TRACEPOINT", "SYSCALL_WORK_BIT_SYSCALL_TRACE",
          "SYSCALL_WORK_BIT_SYSCALL_EMU", "SYSCALL_WORK_BIT_SYSCALL_AUDIT", "SYSCALL_WORK_BIT_SYSCALL_USER_DISPATCH",
          "SYSCALL_WORK_BIT_SYSCALL_RSEQ_SLICE"}},
        {"SYSCALL_WORK_EXIT",
         {"SYSCALL_WORK_BIT_SYSCALL_TRACEPOINT", "SYSCALL_WORK_BIT_SYSCALL_TRACE", "SYSCALL_WORK_BIT_SYSCALL_AUDIT",
          "SYSCALL_WORK_BIT_SYSCALL_USER_DISPATCH", "SYSCALL_WORK_BIT_SYSCALL_EXIT_TRAP"}},
    };
    return table;
}

}  // namespace entryproof::lift
