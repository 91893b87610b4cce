// SPDX-License-Identifier: MIT
// kernel/auditsc.c @7.3: the entry call marks the context, the exit call writes the record and resets it. Only the
// record is seen by anybody.
#include "model/environment/parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::string auditsc_c = "kernel/auditsc.c";

// audit_return_fixup: a restart code is recorded as -EINTR.
ExpressionRef fixed_up(ExpressionRef code) {
    const ExpressionRef restarts =
        both(both(binary(BinaryOperator::signed_less_equal, code, long_constant(-ERESTARTSYS)),
                  binary(BinaryOperator::signed_less_equal, long_constant(-ERESTART_RESTARTBLOCK), code)),
             differs(code, long_constant(-ENOIOCTLCMD)));
    return select(restarts, long_constant(-EINTR), code);
}

void add_entry(Program& program) {
    FunctionWriter f("__audit_syscall_entry", at(auditsc_c, "__audit_syscall_entry"),
                     {{"major", 32}, {"a0", 64}, {"a1", 64}, {"a2", 64}, {"a3", 64}});
    const auto leave = [](BodyBuilder& then) { then.return_(); };
    const ExpressionRef arch = f.local("arch", 32);
    f.if_(either(negation(fact("audit.enabled")), negation(fact("audit.context"))), leave);
    f.if_(fact("audit.in_syscall"), leave);  // audit_panic: I6 says it does not happen
    f.if_(fact("audit.disabled_state"), leave);
    f.assign("audit.dummy", negation(fact("audit.rules")));
    f.if_(both(both(negation(fact("audit.dummy")), negation(fact("audit.record_state"))), fact("audit.daemon")), leave);
    f.call("syscall_get_arch", {}, "arch");
    f.assign("audit.arch", arch);
    f.assign("audit.major", read("major", 32));
    for (int i = 0; i < 4; ++i) f.assign("audit.argv[" + std::to_string(i) + "]", read("a" + std::to_string(i), 64));
    f.assign("audit.in_syscall", truth(true));
    f.assign("audit.syscall_record", fact("audit.record_state"));
    f.add_to(program);
}

void add_exit(Program& program) {
    FunctionWriter f("__audit_syscall_exit", at(auditsc_c, "__audit_syscall_exit"),
                     {{"success", 32}, {"return_code", 64}});
    const ExpressionRef code = f.local("code", 64);
    f.assign("code", fixed_up(read("return_code", 64)));
    std::vector<Field> record = {{"arch", fact("audit.arch")}, {"major", fact("audit.major")}};
    for (int i = 0; i < 4; ++i)
        record.push_back({"a" + std::to_string(i), fact("audit.argv[" + std::to_string(i) + "]")});
    record.push_back({"success", read("success", 32)});
    record.push_back({"exit", code});
    f.if_(both(both(fact("audit.context"), negation(fact("audit.dummy"))), fact("audit.in_syscall")),
          [&](BodyBuilder& marked) {
              // audit_filter_syscall and audit_filter_inodes: the rules, as a function of the record.
              Hook rules{"audit_rules", "", "audit rules", record, {}, Sharing::function};
              rules.answers = {f.answer("rules_match", 1)};
              marked.hook(rules);
              marked.if_(either(fact("audit.syscall_record"), read("rules_match", 1)), [&](BodyBuilder& recorded) {
                  recorded.hook({"audit_record", "audit", "record", record, {}, Sharing::history});
                  recorded.assign("seen.record", truth(true));
              });
          });
    f.if_(fact("audit.context"), [](BodyBuilder& then) { then.assign("audit.in_syscall", truth(false)); });
    f.add_to(program);
}

}  // namespace

void add_audit(Program& program) {
    FunctionWriter f("audit_context", at("include/linux/audit.h", "audit_context"), {}, 64);
    f.return_(zero_extend(both(cell("CONFIG_AUDITSYSCALL"), fact("audit.context")), 64));
    f.add_to(program);
    add_entry(program);
    add_exit(program);
}

}  // namespace entryproof::environment
