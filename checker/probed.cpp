// SPDX-License-Identifier: MIT
// A probe at a call stands in front of the function's body. One at a return needs the function wrapped, as it may
// return in many places: the wrapper bears the name, the body moves to "NAME.probed".
#include "checker/probed.h"

#include "model/environment/environment.h"
#include "model/ir/builder.h"
#include "model/kernel/arch.h"
#include "model/kernel/cells.h"
#include "spec/property.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

ir::ExpressionRef fitted(const ir::ExpressionRef& value, ir::Width width) {
    if (value->width == width) return value;
    return value->width > width ? ir::extract(value, 0, width) : ir::zero_extend(value, width);
}

ir::ExpressionRef cell(const ir::Program& program, const std::string& name) {
    return ir::read(name, program.cells.at(name).width);
}

// The state in roles, as spec::Probe says.
std::vector<ir::Field> state(const ir::Program& program) {
    const kernel::Arch& arch = kernel::arch_of(program);
    std::vector<ir::Field> fields = {{"nr", fitted(cell(program, arch.number), 32)},
                                     {"result", cell(program, arch.result)},
                                     {"pc", cell(program, arch.pc)},
                                     {"pending", cell(program, "task.pending")},
                                     {"rseq_memory", cell(program, "rseq.memory")},
                                     {"in_syscall", cell(program, "audit.in_syscall")}};
    for (std::size_t i = 0; i < arch.arguments.size(); ++i)
        fields.push_back({"arg" + std::to_string(i), cell(program, arch.arguments[i])});
    if (arch.name == "arm64") fields.push_back({"x7", cell(program, kernel::register_cell(7))});
    return fields;
}

ir::Statement event(const ir::Program& program, const ir::Function& function, const spec::Probe& probe) {
    ir::Hook hook{probe.hook(), "", probe.hook(), state(program), {}, ir::Sharing::history};
    for (const ir::Parameter& parameter : function.parameters)
        if (!parameter.by_reference) hook.fields.push_back({parameter.name, ir::read(parameter.name, parameter.width)});
    if (probe.at_return && function.result != 0)
        hook.fields.push_back({"returned", ir::read("returned", function.result)});
    return {hook, function.source};
}

void probe_call(ir::Program& program, ir::Function& function, const spec::Probe& probe) {
    function.body.insert(function.body.begin(), event(program, function, probe));
}

void probe_return(ir::Program& program, const std::string& name, const spec::Probe& probe) {
    ir::Function inner = program.functions.at(name);
    ir::Function wrapper = inner;
    inner.name = name + ".probed";
    wrapper.locals.clear();
    ir::BodyBuilder body(inner.source);
    std::vector<ir::Argument> arguments;
    for (const ir::Parameter& parameter : inner.parameters)
        arguments.push_back(ir::by_value(ir::read(parameter.name, parameter.width)));
    if (inner.result != 0) wrapper.locals.push_back({"returned", inner.result});
    body.call(inner.name, arguments, inner.result == 0 ? "" : "returned");
    wrapper.body = body.take();
    wrapper.body.push_back(event(program, wrapper, probe));
    if (inner.result != 0) wrapper.body.push_back({ir::Return{ir::read("returned", inner.result)}, inner.source});
    program.functions[inner.name] = std::move(inner);
    program.functions[name] = std::move(wrapper);
}

}  // namespace

ProbedProgram with_probes(ir::Program program) {
    ProbedProgram probed;
    for (const spec::Probe& probe : spec::probes()) {
        const auto found = program.functions.find(probe.function);
        if (found == program.functions.end()) continue;
        const auto& parameters = found->second.parameters;
        const bool has_reference = std::any_of(parameters.begin(), parameters.end(),
                                               [](const ir::Parameter& one) { return one.by_reference; });
        if (probe.at_return && has_reference) continue;
        if (probe.at_return)
            probe_return(program, probe.function, probe);
        else
            probe_call(program, found->second, probe);
        probed.events.insert(probe.hook());
    }
    probed.program = std::move(program);
    return probed;
}

}  // namespace entryproof::checker
