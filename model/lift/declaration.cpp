// SPDX-License-Identifier: MIT
// A flat table, and the comparison of declarations token by token.
#include "model/lift/declaration.h"

#include "model/lift/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>

namespace entryproof::lift {

namespace {

constexpr std::array declarations = {
    // Hooks.
    ExpectedDeclaration{"ptrace_notify", "int ptrace_notify(int exit_code, unsigned long message)", false},
    ExpectedDeclaration{"send_sig", "int send_sig(int sig, struct task_struct *p, int priv)", false},
    ExpectedDeclaration{"fatal_signal_pending", "int fatal_signal_pending(struct task_struct *p)", false},
    ExpectedDeclaration{"user_single_step_report", "void user_single_step_report(struct pt_regs *regs)", false},
    ExpectedDeclaration{"__seccomp_permit_syscall", "bool __seccomp_permit_syscall(void)", false},
    ExpectedDeclaration{"__enter_from_user_mode", "void __enter_from_user_mode(struct pt_regs *regs)", false},
    ExpectedDeclaration{"__exit_to_user_mode", "void __exit_to_user_mode(void)", false},
    ExpectedDeclaration{"set_task_blockstep", "void set_task_blockstep(struct task_struct *task, bool on)", false},
    ExpectedDeclaration{"is_setting_trap_flag",
                        "int is_setting_trap_flag(struct task_struct *child, struct pt_regs *regs)", false},
    ExpectedDeclaration{"arch_syscall_is_vdso_sigreturn", "bool arch_syscall_is_vdso_sigreturn(struct pt_regs *regs)",
                        false},
    ExpectedDeclaration{"x64_sys_call", "long x64_sys_call(const struct pt_regs *, unsigned int nr)", false},
    ExpectedDeclaration{"x32_sys_call", "long x32_sys_call(const struct pt_regs *, unsigned int nr)", false},
    ExpectedDeclaration{"__x64_sys_ni_syscall", "long __x64_sys_ni_syscall(const struct pt_regs *regs)", false},
    ExpectedDeclaration{"trace_sys_enter", "void trace_sys_enter(struct pt_regs *regs, long id)", false},
    ExpectedDeclaration{"trace_sys_exit", "void trace_sys_exit(struct pt_regs *regs, long ret)", false},
    ExpectedDeclaration{"audit_context", "struct audit_context *audit_context(void)", false},
    ExpectedDeclaration{"__audit_syscall_entry",
                        "void __audit_syscall_entry(int major, unsigned long a0, unsigned long a1, unsigned long a2, "
                        "unsigned long a3)",
                        false},
    ExpectedDeclaration{"__audit_syscall_exit", "void __audit_syscall_exit(int success, long return_code)", false},
    ExpectedDeclaration{"__rseq_debug_syscall_return", "void __rseq_debug_syscall_return(struct pt_regs *regs)", false},
    ExpectedDeclaration{"arm64_syscall_exit_to_user_mode", "void arm64_syscall_exit_to_user_mode(struct pt_regs *regs)",
                        false},
    ExpectedDeclaration{"sys_ni_syscall", "long sys_ni_syscall(void)", false},
    ExpectedDeclaration{"compat_arm_syscall", "long compat_arm_syscall(struct pt_regs *regs, int scno)", false},
    // Hooks of generic entry, as other architectures and releases call them.
    ExpectedDeclaration{"exit_to_user_mode_prepare", "void exit_to_user_mode_prepare(struct pt_regs *regs)", false},
    ExpectedDeclaration{"__exit_to_user_mode_prepare",
                        "void __exit_to_user_mode_prepare(struct pt_regs *regs, const unsigned long work_mask)", true},
    ExpectedDeclaration{"__secure_computing", "int __secure_computing(const struct seccomp_data *sd)", false},
    ExpectedDeclaration{"rseq_syscall", "void rseq_syscall(struct pt_regs *regs)", false},
    ExpectedDeclaration{"trigger_sigsys", "void trigger_sigsys(struct pt_regs *regs)", false},
    ExpectedDeclaration{"force_exit_sig", "void force_exit_sig(int sig)", false},
    ExpectedDeclaration{"rseq_syscall_enter_work", "void rseq_syscall_enter_work(long syscall)", false},
    // Without an effect that any observer sees.
    ExpectedDeclaration{"enter_from_user_mode", "void enter_from_user_mode(struct pt_regs *regs)", false},
    ExpectedDeclaration{"exit_to_user_mode", "void exit_to_user_mode(void)", false},
    ExpectedDeclaration{"__exit_to_user_mode_validate", "void __exit_to_user_mode_validate(void)", false},
    ExpectedDeclaration{"rseq_syscall_exit_to_user_mode", "void rseq_syscall_exit_to_user_mode(void)", false},
    ExpectedDeclaration{"add_random_kstack_offset_irqsoff", "void add_random_kstack_offset_irqsoff(void)", true},
    ExpectedDeclaration{"choose_random_kstack_offset", "void choose_random_kstack_offset(u32 rand)", true},
    ExpectedDeclaration{"local_irq_enable", "void local_irq_enable(void)", true},
    ExpectedDeclaration{"local_irq_disable", "void local_irq_disable(void)", true},
    ExpectedDeclaration{"local_irq_disable_exit_to_user", "void local_irq_disable_exit_to_user(void)", false},
    ExpectedDeclaration{"set_single_step", "int set_single_step(struct task_struct *tsk, unsigned long addr)", false},
    ExpectedDeclaration{"local_daif_mask", "void local_daif_mask(void)", false},
    ExpectedDeclaration{"fp_user_discard", "void fp_user_discard(void)", false},
    ExpectedDeclaration{"riscv_v_vstate_discard", "void riscv_v_vstate_discard(struct pt_regs *regs)", true},
    ExpectedDeclaration{"add_random_kstack_offset", "void add_random_kstack_offset(void)", true},
    ExpectedDeclaration{"arm64_syscall_enter_from_user_mode",
                        "void arm64_syscall_enter_from_user_mode(struct pt_regs *regs)", false},
    ExpectedDeclaration{"cortex_a76_erratum_1463225_svc_handler", "void cortex_a76_erratum_1463225_svc_handler(void)",
                        false},
    ExpectedDeclaration{"fpsimd_syscall_enter", "void fpsimd_syscall_enter(void)", false},
    ExpectedDeclaration{"fpsimd_syscall_exit", "void fpsimd_syscall_exit(void)", false},
    ExpectedDeclaration{"local_daif_restore", "void local_daif_restore(unsigned long flags)", false},
    ExpectedDeclaration{"memcpy", "void *memcpy(void *dest, const void *src, size_t count)", true},
    ExpectedDeclaration{"CT_WARN_ON", "void CT_WARN_ON(bool condition)", true},
    ExpectedDeclaration{"barrier", "void barrier(void)", true},
    ExpectedDeclaration{"cond_resched", "int cond_resched(void)", true},
    ExpectedDeclaration{"instrumentation_begin", "void instrumentation_begin(void)", true},
    ExpectedDeclaration{"instrumentation_end", "void instrumentation_end(void)", true},
    ExpectedDeclaration{"lockdep_assert_irqs_disabled", "void lockdep_assert_irqs_disabled(void)", true},
    ExpectedDeclaration{"lockdep_assert_irqs_enabled", "void lockdep_assert_irqs_enabled(void)", true},
    ExpectedDeclaration{"might_sleep", "void might_sleep(void)", true},
    ExpectedDeclaration{"spin_lock_irq", "void spin_lock_irq(spinlock_t *lock)", false},
    ExpectedDeclaration{"spin_unlock_irq", "void spin_unlock_irq(spinlock_t *lock)", false},
    ExpectedDeclaration{"wake_up_state", "int wake_up_state(struct task_struct *tsk, unsigned int state)", false},
    // Taken by their meaning. Architectures differ in their types.
    ExpectedDeclaration{"__get_user", "int __get_user(value, pointer)", true},
    ExpectedDeclaration{"user_mode", "bool user_mode(regs)", true},
    ExpectedDeclaration{"likely", "long likely(condition)", true},
    ExpectedDeclaration{"unlikely", "long unlikely(condition)", true},
    ExpectedDeclaration{"IS_ENABLED", "int IS_ENABLED(option)", true},
    ExpectedDeclaration{"IS_BUILTIN", "int IS_BUILTIN(option)", true},
    ExpectedDeclaration{"IS_REACHABLE", "int IS_REACHABLE(option)", true},
    ExpectedDeclaration{"static_branch_likely", "bool static_branch_likely(key)", true},
    ExpectedDeclaration{"static_branch_unlikely", "bool static_branch_unlikely(key)", true},
    ExpectedDeclaration{"cpu_feature_enabled", "bool cpu_feature_enabled(bit)", true},
    ExpectedDeclaration{"READ_ONCE", "type READ_ONCE(place)", true},
    ExpectedDeclaration{"WRITE_ONCE", "void WRITE_ONCE(place, value)", true},
    ExpectedDeclaration{"WARN_ON", "bool WARN_ON(condition)", true},
    ExpectedDeclaration{"WARN_ON_ONCE", "bool WARN_ON_ONCE(condition)", true},
    ExpectedDeclaration{"WARN", "bool WARN(condition, format)", true},
    ExpectedDeclaration{"BUILD_BUG_ON", "void BUILD_BUG_ON(condition)", true},
    ExpectedDeclaration{"irqs_disabled", "bool irqs_disabled(void)", true},
    ExpectedDeclaration{"array_index_nospec", "type array_index_nospec(index, size)", true},
    ExpectedDeclaration{"set_bit", "void set_bit(long nr, unsigned long *addr)", true},
    ExpectedDeclaration{"__set_bit", "void __set_bit(long nr, unsigned long *addr)", true},
    ExpectedDeclaration{"clear_bit", "void clear_bit(long nr, unsigned long *addr)", true},
    ExpectedDeclaration{"__clear_bit", "void __clear_bit(long nr, unsigned long *addr)", true},
    ExpectedDeclaration{"test_bit", "bool test_bit(long nr, const unsigned long *addr)", true},
    ExpectedDeclaration{"arch_test_bit", "bool arch_test_bit(long nr, const unsigned long *addr)", true},
    ExpectedDeclaration{"test_and_set_bit", "bool test_and_set_bit(long nr, unsigned long *addr)", true},
    ExpectedDeclaration{"test_and_clear_bit", "bool test_and_clear_bit(long nr, unsigned long *addr)", true},
    ExpectedDeclaration{"current_thread_info", "struct thread_info *current_thread_info(void)", true},
    ExpectedDeclaration{"task_thread_info", "struct thread_info *task_thread_info(task)", true},
    ExpectedDeclaration{"task_pt_regs", "struct pt_regs *task_pt_regs(task)", true},
    ExpectedDeclaration{"current_pt_regs", "struct pt_regs *current_pt_regs(void)", true},
};

bool is_storage(std::string_view word) { return word == "extern" || word == "static" || word == "inline"; }

bool is_type_word(std::string_view word) {
    static constexpr std::array words = {"int",    "long", "short", "char",  "unsigned",
                                         "signed", "bool", "void",  "const", "volatile"};
    return std::find(words.begin(), words.end(), word) != words.end() || !integer_type(word).empty();
}

using Words = std::vector<std::string_view>;

std::string normal_type(Words words) {
    std::string text;
    for (const std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
    const std::string integer = normal_integer(text);
    return integer.empty() ? text : integer;
}

// "unsigned long message" and "unsigned long" are the same parameter.
std::string normal_parameter(Words words) {
    if (words.size() > 1 && is_identifier_start(words.back()[0]) && !is_type_word(words.back())) {
        const std::string_view before = words[words.size() - 2];
        if (before != "struct" && before != "enum" && before != "union") words.pop_back();
    }
    return normal_type(words);
}

}  // namespace

const ExpectedDeclaration* expected_declaration(std::string_view name) {
    const auto* found = std::find_if(declarations.begin(), declarations.end(),
                                     [&](const ExpectedDeclaration& row) { return row.name == name; });
    return found == declarations.end() ? nullptr : found;
}

std::optional<std::string> normal_declaration(const std::vector<Token>& tokens, std::string_view name) {
    std::size_t at = 0;
    Words result;
    while (at + 1 < tokens.size() && !(tokens[at].text == name && tokens[at + 1].text == "(")) {
        if (tokens[at].text == ")" || tokens[at].text == ";") {
            result.clear();  // behind a macro that stands before the declaration
        } else if (!is_storage(tokens[at].text)) {
            result.push_back(tokens[at].text);
        }
        ++at;
    }
    if (at + 1 >= tokens.size() || result.empty()) return std::nullopt;
    std::string text = normal_type(result) + " " + std::string(name) + "(";
    std::vector<Words> parameters(1);
    int depth = 0;
    for (++at; at < tokens.size(); ++at) {
        const std::string_view word = tokens[at].text;
        if (word == "(" && depth++ == 0) continue;
        if (word == ")" && --depth == 0) break;
        if (word == "," && depth == 1) {
            parameters.emplace_back();
        } else {
            parameters.back().push_back(word);
        }
    }
    if (depth != 0) return std::nullopt;
    const bool takes_none = parameters.size() == 1 && (parameters[0].empty() || parameters[0] == Words{"void"});
    for (std::size_t index = 0; index < parameters.size() && !takes_none; ++index)
        text += (index ? ", " : "") + normal_parameter(parameters[index]);
    return text + ")";
}

std::string normal_declaration(std::string_view text, std::string_view name) {
    return normal_declaration(tokenise(text, 0, 0, static_cast<Offset>(text.size())), name).value_or("");
}

std::size_t parameters_of(const std::string& normal) {
    const std::size_t open = normal.find('(');
    if (open == std::string::npos || normal[open + 1] == ')') return 0;
    return static_cast<std::size_t>(std::count(normal.begin() + static_cast<std::ptrdiff_t>(open), normal.end(), ',')) +
           1;
}

std::string normal_integer(std::string_view text) {
    static const std::map<std::string_view, std::string_view> names = {{"unsigned int", "uint32_t"},
                                                                       {"unsigned", "uint32_t"},
                                                                       {"int", "int32_t"},
                                                                       {"signed int", "int32_t"},
                                                                       {"unsigned long", "uint64_t"},
                                                                       {"unsigned long long", "uint64_t"},
                                                                       {"unsigned long int", "uint64_t"},
                                                                       {"long", "int64_t"},
                                                                       {"long int", "int64_t"},
                                                                       {"long long", "int64_t"},
                                                                       {"unsigned short", "uint16_t"},
                                                                       {"short", "int16_t"},
                                                                       {"unsigned char", "uint8_t"},
                                                                       {"signed char", "int8_t"},
                                                                       {"uint8_t", "uint8_t"},
                                                                       {"int8_t", "int8_t"},
                                                                       {"uint16_t", "uint16_t"},
                                                                       {"int16_t", "int16_t"},
                                                                       {"uint32_t", "uint32_t"},
                                                                       {"int32_t", "int32_t"},
                                                                       {"uint64_t", "uint64_t"},
                                                                       {"int64_t", "int64_t"}};
    const auto found = names.find(text);
    return found == names.end() ? "" : std::string(found->second);
}

}  // namespace entryproof::lift
