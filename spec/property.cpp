// SPDX-License-Identifier: MIT
#include "spec/property.h"

#include "model/ir/builder.h"
#include "spec/assumption.h"
#include "spec/property_tables.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace entryproof::spec {

namespace {

const std::string start_of = "start.";
const std::string final_of = "final.";
const std::string shown_by = ".shows.";
const std::string done_by = ".does.";

StatementRef made(decltype(Statement::node) node) {
    return std::make_shared<const Statement>(Statement{std::move(node)});
}

ir::Width width_of(const std::string& cell) {
    static const ConditionVocabulary vocabulary = outcome_vocabulary();
    const auto found = vocabulary.names.find(cell);
    if (found == vocabulary.names.end()) throw std::invalid_argument("no cell is called " + cell);
    return found->second;
}

// P2 before P10, and all P before all S.
std::tuple<char, unsigned long, std::string> place(const std::string& id) {
    return {id.front(), std::stoul(id.substr(1)), id};
}

}  // namespace

ir::ExpressionRef start(const std::string& cell) { return ir::read(start_of + cell, width_of(cell)); }
ir::ExpressionRef final(const std::string& cell) { return ir::read(final_of + cell, width_of(cell)); }

ir::ExpressionRef shows(const std::string& event, const std::string& field, ir::Width width) {
    return ir::read(event + shown_by + field, width);
}

ir::ExpressionRef does(const std::string& event, const std::string& answer, ir::Width width) {
    return ir::read(event + done_by + answer, width);
}

Reading reading(const std::string& place) {
    if (place.rfind(start_of, 0) == 0) return {Reading::Of::start, "", place.substr(start_of.size())};
    if (place.rfind(final_of, 0) == 0) return {Reading::Of::final, "", place.substr(final_of.size())};
    if (const std::size_t at = place.find(shown_by); at != std::string::npos)
        return {Reading::Of::shown, place.substr(0, at), place.substr(at + shown_by.size())};
    if (const std::size_t at = place.find(done_by); at != std::string::npos)
        return {Reading::Of::done, place.substr(0, at), place.substr(at + done_by.size())};
    throw std::invalid_argument("a statement reads no place called " + place);
}

StatementRef holds(ir::ExpressionRef condition) { return made(Holds{std::move(condition)}); }
StatementRef negated(StatementRef operand) { return made(Not{std::move(operand)}); }
StatementRef all(std::vector<StatementRef> operands) { return made(Join{true, std::move(operands)}); }
StatementRef any(std::vector<StatementRef> operands) { return made(Join{false, std::move(operands)}); }
StatementRef before(const std::string& earlier, const std::string& later) { return made(Before{earlier, later}); }

StatementRef implies(StatementRef premise, StatementRef conclusion) {
    return any({negated(std::move(premise)), std::move(conclusion)});
}

StatementRef every(const std::string& variable, std::vector<std::string> hooks, StatementRef body) {
    return made(Quantified{true, variable, std::move(hooks), std::move(body)});
}

StatementRef some(const std::string& variable, std::vector<std::string> hooks, StatementRef body) {
    return made(Quantified{false, variable, std::move(hooks), std::move(body)});
}

StatementRef happens(std::vector<std::string> hooks) { return some("any", std::move(hooks), all({})); }
StatementRef never(std::vector<std::string> hooks) { return every("any", std::move(hooks), any({})); }

StatementRef none_before(std::vector<std::string> hooks, const std::string& event) {
    return every("other", std::move(hooks), negated(before("other", event)));
}

StatementRef none_after(std::vector<std::string> hooks, const std::string& event) {
    return every("other", std::move(hooks), negated(before(event, "other")));
}

StatementRef none_between(std::vector<std::string> hooks, const std::string& earlier, const std::string& later) {
    return every("other", std::move(hooks), negated(all({before(earlier, "other"), before("other", later)})));
}

const std::vector<Probe>& probes() {
    static const std::vector<Probe> table = {
        {"entry_stop", true},
        {"seccomp_stop", true},
        {"exit_stop", true},
        {"syscall_trace_enter", true},
        {"__seccomp_permit_syscall", true},
        {"fatal_signal_pending", true},
        {"__audit_syscall_entry", true},
        {"__audit_syscall_exit", false},
        {"audit_syscall_exit", false},
        {"sys_ni_syscall", false},
        {"__x64_sys_ni_syscall", false},
        {"trigger_sigsys", false},
        {"user_single_step_report", false},
        {"do_signal_begin", false},
    };
    return table;
}

std::vector<Property> properties(const kernel::Arch& arch) {
    std::vector<Property> result;
    for (const auto& table : {entry_properties(arch), filter_properties(arch), number_properties(arch),
                              exit_properties(arch), return_properties(arch)})
        result.insert(result.end(), table.begin(), table.end());
    std::stable_sort(result.begin(), result.end(),
                     [](const Property& one, const Property& other) { return place(one.id) < place(other.id); });
    return result;
}

}  // namespace entryproof::spec
