// SPDX-License-Identifier: MIT
#include "checker/check_premises.h"

#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

std::vector<Premise> of_some_architectures(Terms& terms, const CellTerms& initial) {
    std::vector<Premise> premises;
    // Numbers of x32 have bit 30 set, so the size of their table has not.
    if (const auto table = initial.find("X32_NR_syscalls"); table != initial.end())
        premises.push_back({"x32-table",
                            terms.binary(ir::BinaryOperator::unsigned_less, table->second,
                                         terms.constant(terms.width(table->second), 1u << 30)),
                            spec::AssumptionKind::premise});
    // The exit work clears the latch of user dispatch.
    if (const auto latch = initial.find("dispatch.on_dispatch"); latch != initial.end())
        premises.push_back({"I5", terms.equal(latch->second, terms.constant(terms.width(latch->second), 0)),
                            spec::AssumptionKind::invariant});
    return premises;
}

}  // namespace

Premises check_premises(Terms& terms, const CellTerms& initial, const std::vector<std::string>& assume,
                        const std::vector<std::string>& dropped) {
    if (std::find(dropped.begin(), dropped.end(), "native") != dropped.end()) {
        InputError error("", 0, 0, "properties are stated of 64-bit tasks", "prove and diff can do without 'native'");
        error.is_usage = true;
        throw error;
    }
    std::vector<Premise> own = of_some_architectures(terms, initial);
    std::vector<std::string> others = dropped;
    std::erase_if(own, [&](const Premise& one) { return std::erase(others, one.name) != 0; });
    Premises premises = premises_of(terms, initial, assume, others);
    premises.named.insert(premises.named.end(), own.begin(), own.end());
    return premises;
}

}  // namespace entryproof::checker
