// SPDX-License-Identifier: MIT
// Three sweeps in index order: join classes, see what is done to them, rebuild.
#include "checker/slice.h"

#include <algorithm>
#include <string>
#include <utility>

namespace entryproof::checker {

namespace {

bool is_word(const TermNode& node) { return node.width > 1; }

// Its operands from `first_word` on are words of its own class.
bool is_bitwise(const TermNode& node) {
    switch (node.operation) {
        case Operation::select:
        case Operation::bit_and:
        case Operation::bit_or:
        case Operation::bit_xor:
        case Operation::bit_not:
            return is_word(node);
        default:
            return false;
    }
}

unsigned first_word(const TermNode& node) { return node.operation == Operation::select ? 1 : 0; }

std::uint64_t picked(std::uint64_t value, const std::vector<ir::Width>& positions) {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) result |= (value >> positions[i] & 1) << i;
    return result;
}

}  // namespace

Slicing::Slicing(Terms& terms, const std::vector<Term>& conditions) : terms_(terms), sets_(terms) {
    const std::vector<Term> all = terms.reachable(conditions);
    if (!all.empty()) {
        find_classes(all);
        measure(all);
        rebuilt_.resize(all.back().index + 1);
        for (const Term term : all) rebuilt_[term.index] = rebuilt(term);
    }
    for (const Term condition : conditions) sliced_.push_back(rebuilt_[condition.index]);
}

void Slicing::find_classes(const std::vector<Term>& terms) {
    sets_.reserve(terms.back());
    for (const Term term : terms) {
        const TermNode& node = terms_.node(term);
        if (is_bitwise(node))
            for (unsigned i = first_word(node); i < node.operand_count; ++i) sets_.join(term, node.operands[i]);
        if (node.operation == Operation::equal) sets_.join(node.operands[0], node.operands[1]);
    }
}

void Slicing::measure(const std::vector<Term>& terms) {
    const auto is_power = [&](const TermNode& node) {
        return node.operation == Operation::shift_left && terms_.is_constant(node.operands[0], 1);
    };
    for (const Term term : terms) {
        const TermNode& node = terms_.node(term);
        if (node.operation == Operation::constant) continue;
        Class& own = classes_[sets_.of(term)];
        own.width = node.width;
        if (node.operation != Operation::variable && !is_bitwise(node) && !is_power(node)) own.bitwise = false;
        const bool compares = node.operation == Operation::equal;
        const bool tests = node.operation == Operation::extract && node.width == 1;
        for (unsigned i = 0; i < node.operand_count; ++i) {
            const Term operand = node.operands[i];
            const bool same_class = (is_bitwise(node) && i >= first_word(node)) || compares;
            if (terms_.is_constant(operand)) {
                const Term other = compares ? node.operands[1 - i] : term;
                if (same_class) classes_[sets_.of(other)].constants.insert(terms_.node(operand).value);
            } else if (tests) {
                classes_[sets_.of(operand)].tested.insert(node.low);
            } else if (!same_class) {
                classes_[sets_.of(operand)].bitwise = false;
            }
        }
        if (compares)
            ++classes_[sets_.of(terms_.is_constant(node.operands[0]) ? node.operands[1] : node.operands[0])].equalities;
    }
    for (auto& [representative, one] : classes_)
        if (one.bitwise && one.width > 2) choose(one);
}

void Slicing::choose(Class& one) const {
    std::map<std::vector<bool>, std::vector<ir::Width>> groups;
    one.stands_in_of.resize(one.width);
    for (ir::Width position = 0; position < one.width; ++position) {
        one.stands_in_of[position] = position;
        if (one.tested.count(position) != 0) {
            one.kept.push_back(position);
            continue;
        }
        std::vector<bool> column;
        for (const std::uint64_t value : one.constants) column.push_back((value >> position & 1) != 0);
        std::vector<ir::Width>& group = groups[column];
        if (group.size() < one.equalities) {
            group.push_back(position);
            one.kept.push_back(position);
        } else if (!group.empty()) {
            one.stands_in_of[position] = group.front();
        } else {
            group.push_back(position);  // no equality: one stands for all
            one.kept.push_back(position);
        }
    }
    if (one.kept.size() < 2 || one.kept.size() == one.width) one.kept.clear();
}

const Slicing::Class* Slicing::sliced_class(Term term) {
    const auto found = classes_.find(sets_.of(term));
    return found == classes_.end() || found->second.kept.empty() ? nullptr : &found->second;
}

// A word of a sliced class, or a constant that stands beside one.
Term Slicing::sliced_word(Term term, const Class& own) {
    return terms_.is_constant(term)
               ? terms_.constant(static_cast<ir::Width>(own.kept.size()), picked(terms_.node(term).value, own.kept))
               : rebuilt_[term.index];
}

// Bits that are tested say whether the exponent is their position, the others are open; equal exponents give equal
// words.
Term Slicing::power_of_two(Term term, const Class& own) {
    const Term exponent = rebuilt_[terms_.node(term).operands[1].index];
    const auto width = static_cast<ir::Width>(own.kept.size());
    std::uint64_t open = 0;
    for (ir::Width i = 0; i < width; ++i)
        if (own.tested.count(own.kept[i]) == 0) open |= std::uint64_t{1} << i;
    const Term free = terms_.variable("power!" + std::to_string(term.index) + "~" + std::to_string(width), width);
    Term result = terms_.both(free, terms_.constant(width, open));
    for (ir::Width i = 0; i < width; ++i) {
        if ((open >> i & 1) != 0) continue;
        const Term here = terms_.equal(exponent, terms_.constant(terms_.width(exponent), own.kept[i]));
        const Term bit = terms_.constant(width, std::uint64_t{1} << i);
        result = terms_.either(result, terms_.select(here, bit, terms_.constant(width, 0)));
    }
    std::vector<std::pair<Term, Term>>& earlier = powers_[sets_.of(term)];
    for (auto other = earlier.rbegin(); other != earlier.rend(); ++other)
        result = terms_.select(terms_.equal(exponent, other->first), other->second, result);
    earlier.emplace_back(exponent, result);
    return result;
}

Term Slicing::rebuilt(Term term) {
    TermNode node = terms_.node(term);
    if (node.operation == Operation::constant) return term;
    const Class* own = sliced_class(term);
    if (own != nullptr) {
        changes_ = true;
        const auto width = static_cast<ir::Width>(own->kept.size());
        if (node.operation == Operation::variable) {
            const Term made = terms_.variable(terms_.name(term) + "/" + std::to_string(width), width);
            variables_.emplace(made, term);
            return made;
        }
        if (node.operation == Operation::shift_left) return power_of_two(term, *own);
        for (unsigned i = 0; i < node.operand_count; ++i)
            node.operands[i] =
                i < first_word(node) ? rebuilt_[node.operands[i].index] : sliced_word(node.operands[i], *own);
        node.width = static_cast<std::uint8_t>(width);
        return terms_.make(node);
    }
    if (node.operation == Operation::variable) {
        variables_.emplace(term, term);
        return term;
    }
    if (node.operation == Operation::equal || node.operation == Operation::extract) {
        const Term word = terms_.is_constant(node.operands[0]) ? node.operands[1] : node.operands[0];
        if (const Class* compared = sliced_class(word)) {
            if (node.operation == Operation::extract) {
                const auto place = std::find(compared->kept.begin(), compared->kept.end(), node.low);
                return terms_.extract(rebuilt_[word.index], static_cast<ir::Width>(place - compared->kept.begin()), 1);
            }
            return terms_.equal(sliced_word(node.operands[0], *compared), sliced_word(node.operands[1], *compared));
        }
    }
    for (unsigned i = 0; i < node.operand_count; ++i) node.operands[i] = rebuilt_[node.operands[i].index];
    return terms_.make(node);
}

Assignment Slicing::widened(const Assignment& sliced) const {
    Assignment values;
    for (const auto& [variable, value] : sliced) {
        const auto found = variables_.find(variable);
        if (found == variables_.end()) continue;
        const Term original = found->second;
        if (original == variable) {
            values[original] = value;
            continue;
        }
        const Class& own = classes_.at(sets_.of(original));
        std::uint64_t wide = 0;
        for (ir::Width position = 0; position < own.width; ++position) {
            const auto place = std::find(own.kept.begin(), own.kept.end(), own.stands_in_of[position]);
            wide |= (value >> (place - own.kept.begin()) & 1) << position;
        }
        values[original] = wide;
    }
    return values;
}

}  // namespace entryproof::checker
