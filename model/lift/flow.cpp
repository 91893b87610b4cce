// SPDX-License-Identifier: MIT
#include "model/lift/flow.h"

#include "model/lift/fold.h"

#include <algorithm>
#include <iterator>

namespace entryproof::lift {

namespace {

constexpr std::size_t max_values = 8;

std::optional<Flow::Values> joined(const std::optional<Flow::Values>& left, const std::optional<Flow::Values>& right) {
    if (!left || !right) return std::nullopt;
    Flow::Values both = *left;
    both.insert(right->begin(), right->end());
    if (both.size() > max_values) return std::nullopt;
    return both;
}

}  // namespace

void Flow::declare(const std::string& place) {
    known_[place] = {};
    unassigned_.insert(place);
    declared_.insert(place);
}

void Flow::declare_reference(const std::string& place) {
    known_.erase(place);
    unassigned_.insert(place);
}

void Flow::forget(const std::string& place) {
    known_.erase(place);
    unassigned_.erase(place);
}

void Flow::assign(const std::string& place, const std::optional<Values>& values) {
    forget(place);
    if (values) known_[place] = *values;
}

std::optional<Flow::Values> Flow::values(const std::string& place) const {
    const auto found = known_.find(place);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Flow::Values> Flow::values(const ir::ExpressionRef& expression) const {
    if (const auto value = constant_value(expression)) return Values{*value};
    if (const auto* read = std::get_if<ir::Read>(&expression->node);
        read && (expression->width > 1 || values(read->place)))
        return values(read->place);
    if (const auto* choice = std::get_if<ir::Select>(&expression->node))
        return joined(values(choice->then_value), values(choice->else_value));
    const auto resize = [&](const ir::ExpressionRef& operand, bool is_signed) {
        std::optional<Values> inner = values(operand);
        if (!inner) return inner;
        Values result;
        for (const std::uint64_t value : *inner)
            result.insert(*constant_value(resized(ir::constant(operand->width, value), expression->width, is_signed)));
        return std::optional(result);
    };
    if (const auto* extend = std::get_if<ir::Extend>(&expression->node))
        return resize(extend->operand, extend->is_signed);
    if (const auto* extract = std::get_if<ir::Extract>(&expression->node); extract && extract->low == 0)
        return resize(extract->operand, false);
    if (expression->width == 1) return Values{0, 1};
    return std::nullopt;
}

void Flow::join(const Flow& other) {
    if (!other.live_) return;
    if (!live_) {
        *this = other;
        return;
    }
    std::map<std::string, Values> known;
    for (const auto& [place, values] : known_)
        if (const auto both = joined(values, other.values(place))) known[place] = *both;
    known_ = std::move(known);
    unassigned_.insert(other.unassigned_.begin(), other.unassigned_.end());
    std::set_symmetric_difference(declared_.begin(), declared_.end(), other.declared_.begin(), other.declared_.end(),
                                  std::inserter(unassigned_, unassigned_.end()));
    declared_.insert(other.declared_.begin(), other.declared_.end());
}

}  // namespace entryproof::lift
