// SPDX-License-Identifier: MIT
// sys_enter and sys_exit: include/trace/events/syscalls.h @7.3.
//
// A sys_enter probe of a module may write registers and the number; the generic code expects it (domain facts mark this
// as unsettled, so it is an answer like any other). Probes at sys_exit only look.
//
// Without a probe a tracepoint that is passed shows nothing: kernel/tracepoint.c:syscall_unregfunc @7.3 clears the work
// flag with the last probe, so a path that goes by a flag it read earlier may pass a tracepoint that is off by now.
#include "model/environment/parts.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

void add_tracepoints(Program& program, const Registers& registers) {
    const Arch& arch = registers.arch();
    const Source source = at("include/trace/events/syscalls.h", "sys_enter");
    {
        FunctionWriter f("trace_sys_enter.probe", source, {{"id", 64}});
        Hook hook{"sys_enter", "tracepoints",   "sys_enter", {{"id", read("id", 64)}, {"arg0", argument(arch, 0)}},
                  {},          Sharing::history};
        for (unsigned i = 1; i < 6; ++i) hook.fields.push_back({"arg" + std::to_string(i), argument(arch, i)});
        if (arch.number_is_apart())
            hook.answers = {f.answer("sets_number", 1), f.answer("number", 32), f.answer("sets_registers", 1),
                            f.answer("orig_x0", 64)};
        else
            hook.answers = {f.answer("sets_registers", 1)};
        for (Answer& answer : registers.answers(f, "")) hook.answers.push_back(std::move(answer));
        f.hook(hook);
        f.assign("seen.sys_enter", truth(true));
        if (arch.number_is_apart())
            f.if_(read("sets_number", 1), [](BodyBuilder& then) { then.assign("regs.syscallno", read("number", 32)); });
        f.if_(read("sets_registers", 1), [&](BodyBuilder& then) {
            registers.assign(then, "");
            if (arch.number_is_apart()) then.assign("regs.orig_x0", read("orig_x0", 64));
        });
        f.add_to(program);
    }
    {
        FunctionWriter f("trace_sys_exit.probe", at("include/trace/events/syscalls.h", "sys_exit"), {{"ret", 64}});
        const ExpressionRef nr = number_got(f, arch);
        f.hook({"sys_exit", "tracepoints", "sys_exit", {{"id", nr}, {"ret", read("ret", 64)}}, {}, Sharing::history});
        f.assign("seen.sys_exit", truth(true));
        f.add_to(program);
    }
    for (const std::string name : {"sys_enter", "sys_exit"}) add_tracepoint_key(program, name, fact("now.tracepoint"));
}

void add_tracepoint_key(Program& program, const std::string& name, const ExpressionRef& is_on) {
    const std::string function = "trace_" + name;
    const Parameter parameter = program.functions.at(function + ".probe").parameters.at(0);
    FunctionWriter f(function, at("include/trace/events/syscalls.h", name), {parameter});
    f.if_(is_on,
          [&](BodyBuilder& on) { on.call(function + ".probe", {by_value(read(parameter.name, parameter.width))}); });
    program.functions.erase(function);
    f.add_to(program);
}

}  // namespace entryproof::environment
