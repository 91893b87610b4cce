// SPDX-License-Identifier: MIT
// Three sweeps in index order: join classes, count what is in them, rebuild.
#include "checker/narrow.h"

#include <bit>
#include <set>
#include <string>

namespace entryproof::checker {

namespace {

bool is_moved(const TermNode& node) { return node.operation == Operation::select && node.width > 1; }

// The width that holds `count` different values.
ir::Width bits_for(std::uint64_t count) { return count <= 2 ? 2 : static_cast<ir::Width>(std::bit_width(count - 1)); }

}  // namespace

Narrowing::Narrowing(Terms& terms, const std::vector<Term>& conditions) : terms_(terms), sets_(terms) {
    const std::vector<Term> all = terms.reachable(conditions);
    if (!all.empty()) {
        find_classes(all);
        measure(all);
        rebuilt_.resize(all.back().index + 1);
        for (const Term term : all) rebuilt_[term.index] = rebuilt(term);
    }
    for (const Term condition : conditions) narrowed_.push_back(rebuilt_[condition.index]);
}

void Narrowing::find_classes(const std::vector<Term>& terms) {
    sets_.reserve(terms.back());
    for (const Term term : terms) {
        const TermNode& node = terms_.node(term);
        if (is_moved(node)) {
            sets_.join(term, node.operands[1]);
            sets_.join(term, node.operands[2]);
        }
        if (node.operation == Operation::equal) sets_.join(node.operands[0], node.operands[1]);
    }
}

// The class that a select or an equal moves values of: one operand at least is no constant, else it would have folded.
std::uint32_t Narrowing::moved_class(Term term) {
    const TermNode& node = terms_.node(term);
    if (is_moved(node)) return sets_.of(term);
    return sets_.of(terms_.is_constant(node.operands[0]) ? node.operands[1] : node.operands[0]);
}

void Narrowing::measure(const std::vector<Term>& terms) {
    for (const Term term : terms) {
        const TermNode& node = terms_.node(term);
        if (node.operation == Operation::constant) continue;
        Class& own = classes_[sets_.of(term)];
        own.width = node.width;
        if (node.operation == Operation::variable) ++own.variables;
        if (node.operand_count != 0 && !is_moved(node)) own.opaque = false;
        const bool moves = is_moved(node) || node.operation == Operation::equal;
        for (unsigned i = is_moved(node) ? 1 : 0; i < node.operand_count; ++i) {
            const Term operand = node.operands[i];
            if (!moves)
                classes_[sets_.of(operand)].opaque = false;
            else if (terms_.is_constant(operand))
                classes_[moved_class(term)].numbers.emplace(terms_.node(operand).value, 0);
        }
    }
    for (auto& [representative, one] : classes_) {
        std::uint64_t next = 0;
        for (auto& [constant, number] : one.numbers) number = next++;
        const ir::Width enough = bits_for(one.variables + next);
        if (one.opaque && one.width > enough) one.narrow = enough;
    }
}

Term Narrowing::rebuilt_variable(Term term) {
    const std::uint32_t representative = sets_.of(term);
    const ir::Width narrow = classes_.at(representative).narrow;
    const Term made = narrow == 0 ? term : terms_.variable(terms_.name(term) + "~" + std::to_string(narrow), narrow);
    variables_.emplace(made, std::make_pair(term, representative));
    return made;
}

Term Narrowing::rebuilt(Term term) {
    TermNode node = terms_.node(term);
    if (node.operation == Operation::constant) return term;
    if (node.operation == Operation::variable) return rebuilt_variable(term);
    const bool moves = is_moved(node) || node.operation == Operation::equal;
    const Class* moved = moves ? &classes_.at(moved_class(term)) : nullptr;
    const bool is_narrow = moved != nullptr && moved->narrow != 0;
    for (unsigned i = 0; i < node.operand_count; ++i) {
        const Term operand = node.operands[i];
        const bool is_number = is_narrow && terms_.is_constant(operand) && (i > 0 || !is_moved(node));
        node.operands[i] = is_number ? terms_.constant(moved->narrow, moved->numbers.at(terms_.node(operand).value))
                                     : rebuilt_[operand.index];
    }
    if (is_narrow && is_moved(node)) node.width = static_cast<std::uint8_t>(moved->narrow);
    return terms_.make(node);
}

// Numbers that are no constant's become the smallest values that are no constant's either, in order.
Assignment Narrowing::widened(const Assignment& narrow) const {
    std::map<std::uint32_t, std::map<std::uint64_t, std::uint64_t>> wide;  // class -> number -> value
    Assignment values;
    for (const auto& [representative, one] : classes_)
        for (const auto& [constant, number] : one.numbers) wide[representative][number] = constant;
    for (const auto& [variable, value] : narrow) {
        const auto found = variables_.find(variable);
        if (found == variables_.end()) continue;
        const auto& [original, representative] = found->second;
        const Class& own = classes_.at(representative);
        if (own.narrow == 0) {
            values[original] = value;
            continue;
        }
        auto& meanings = wide[representative];
        if (meanings.count(value) == 0) {
            std::set<std::uint64_t> used;
            for (const auto& [number, meaning] : meanings) used.insert(meaning);
            std::uint64_t fresh = 0;
            while (used.count(fresh) != 0) ++fresh;
            meanings[value] = fresh;
        }
        values[original] = meanings.at(value);
    }
    return values;
}

}  // namespace entryproof::checker
