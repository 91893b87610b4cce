// SPDX-License-Identifier: MIT
#include "checker/premises.h"

#include "checker/condition.h"
#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

[[noreturn]] void usage(const std::string& message, const std::string& hint) {
    InputError error("", 0, 0, message, hint);
    error.is_usage = true;
    throw error;
}

void require_known(const std::string& name) {
    const auto& known = spec::assumptions();
    if (std::none_of(known.begin(), known.end(), [&](const spec::Assumption& one) { return one.name == name; }))
        usage("there is no assumption '" + name + "'", "'entryproof list assumptions' names them");
}

ir::ExpressionRef parsed(const std::string& text) {
    try {
        return spec::parse_condition(text, spec::start_vocabulary());
    } catch (const spec::ConditionError& error) {
        usage("--assume, character " + std::to_string(error.offset + 1) + ": " + error.message, text);
    }
}

}  // namespace

std::vector<StartPremise> start_premises(Terms& terms, const CellTerms& initial,
                                         const std::vector<std::string>& dropped,
                                         const std::vector<std::string>& assumed) {
    for (const std::string& name : dropped) require_known(name);
    std::vector<StartPremise> premises;
    for (const spec::Assumption& one : spec::assumptions()) {
        if (std::find(dropped.begin(), dropped.end(), one.name) != dropped.end()) continue;
        premises.push_back({one.name, start_term(terms, one.condition, initial),
                            one.kind == spec::AssumptionKind::limit, one.kind == spec::AssumptionKind::invariant});
    }
    for (const std::string& text : assumed)
        premises.push_back({"'" + text + "'", start_term(terms, parsed(text), initial)});
    return premises;
}

}  // namespace entryproof::checker
