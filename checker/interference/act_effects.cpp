// SPDX-License-Identifier: MIT
#include "checker/interference/act_effects.h"

#include "checker/error.h"
#include "checker/execute.h"
#include "model/ir/call_graph.h"

namespace entryproof::checker::interference {

namespace {

class NoHooks : public HookPolicy {
public:
    void at_hook(Slot& slot, std::vector<Term>&) override {
        throw InternalError("an act of others calls the hook " + slot.hook);
    }
};

}  // namespace

ActEffects::ActEffects(Terms& terms, const ir::Program& program, const std::vector<environment::Act>& acts)
    : terms_(terms), acts_(acts) {
    for (const environment::Act& act : acts) {
        ir::Program one;
        one.name = program.name;
        one.entry = act.function;
        one.cells = program.cells;
        one.functions = program.functions;
        programs_.push_back(std::move(one));
    }
}

std::vector<Term> ActEffects::after(std::size_t act, const std::vector<Term>& cells) const {
    CellTerms initial;
    std::size_t i = 0;
    for (const auto& [name, cell] : programs_[act].cells) initial.emplace(name, cells[i++]);
    NoHooks nobody;
    const Execution execution = execute(terms_, programs_[act], initial, nobody);
    std::vector<Term> result;
    for (const auto& [name, value] : execution.final) result.push_back(value);
    return result;
}

void ActEffects::apply(std::vector<Term>& cells, const Moment& from, const Moment& to) const {
    for (std::size_t act = 0; act < acts_.size(); ++act) {
        const unsigned group = acts_[act].group;
        const Term is_new = terms_.binary(ir::BinaryOperator::unsigned_less, from.position, to.last_of[group]);
        const Term is_it = terms_.equal(to.act_of[group], terms_.constant(position_width, act + 1));
        const Term happens = terms_.both(is_new, is_it);
        if (terms_.is_false(happens)) continue;
        const std::vector<Term> changed = after(act, cells);
        std::size_t i = 0;
        for (const auto& [name, cell] : programs_[act].cells) {
            Term value = changed[i];
            if (name == acts_[act].counted) {
                const Term times =
                    terms_.binary(ir::BinaryOperator::subtract, to.count_of[group], from.count_of[group]);
                const Term all =
                    terms_.binary(ir::BinaryOperator::add, cells[i], terms_.extend(times, cell.width, false));
                value = terms_.select(terms_.equal(value, cells[i]), cells[i], all);
            }
            cells[i] = terms_.select(happens, value, cells[i]);
            ++i;
        }
    }
}

}  // namespace entryproof::checker::interference
