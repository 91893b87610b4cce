// SPDX-License-Identifier: MIT
#include "model/ir/equal.h"

#include <algorithm>

namespace entryproof::ir {

namespace {

template <typename Items, typename Same>
bool all_same(const Items& left, const Items& right, Same&& same) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), same);
}

bool same(const ExpressionRef& left, const ExpressionRef& right) {
    if (left == nullptr || right == nullptr) return left == right;
    return same_expression(*left, *right);
}

// Each node against one of its own kind.
struct SameExpression {
    bool operator()(const Constant& left, const Constant& right) const { return left.value == right.value; }
    bool operator()(const Read& left, const Read& right) const { return left.place == right.place; }
    bool operator()(const Unary& left, const Unary& right) const {
        return left.op == right.op && same(left.operand, right.operand);
    }
    bool operator()(const Binary& left, const Binary& right) const {
        return left.op == right.op && same(left.left, right.left) && same(left.right, right.right);
    }
    bool operator()(const Select& left, const Select& right) const {
        return same(left.condition, right.condition) && same(left.then_value, right.then_value) &&
               same(left.else_value, right.else_value);
    }
    bool operator()(const Extract& left, const Extract& right) const {
        return left.low == right.low && same(left.operand, right.operand);
    }
    bool operator()(const Extend& left, const Extend& right) const {
        return left.is_signed == right.is_signed && same(left.operand, right.operand);
    }
    // Of two kinds; a kind that nobody compares above is never the same either.
    template <typename Left, typename Right>
    bool operator()(const Left&, const Right&) const {
        return false;
    }
};

bool same(const Body& left, const Body& right);

struct SameStatement {
    bool operator()(const Assign& left, const Assign& right) const {
        return left.place == right.place && same(left.value, right.value);
    }
    bool operator()(const If& left, const If& right) const {
        return same(left.condition, right.condition) && same(left.then_body, right.then_body) &&
               same(left.else_body, right.else_body);
    }
    bool operator()(const Block& left, const Block& right) const {
        return left.label == right.label && same(left.body, right.body);
    }
    bool operator()(const Leave& left, const Leave& right) const { return left.label == right.label; }
    bool operator()(const Call& left, const Call& right) const {
        return left.function == right.function && left.result == right.result &&
               all_same(left.arguments, right.arguments, [](const Argument& one, const Argument& other) {
                   return one.reference == other.reference && same(one.value, other.value);
               });
    }
    bool operator()(const Return& left, const Return& right) const { return same(left.value, right.value); }
    bool operator()(const Halt&, const Halt&) const { return true; }
    bool operator()(const Hook& left, const Hook& right) const {
        return left.name == right.name && left.observer == right.observer && left.kind == right.kind &&
               left.sharing == right.sharing &&
               all_same(left.fields, right.fields,
                        [](const Field& one, const Field& other) {
                            return one.name == other.name && one.shown == other.shown && same(one.value, other.value);
                        }) &&
               all_same(left.answers, right.answers, [](const Answer& one, const Answer& other) {
                   return one.name == other.name && one.place == other.place;
               });
    }
    // Of two kinds; a kind that nobody compares above is never the same either.
    template <typename Left, typename Right>
    bool operator()(const Left&, const Right&) const {
        return false;
    }
};

bool same(const Body& left, const Body& right) {
    return all_same(left, right, [](const Statement& one, const Statement& other) {
        return std::visit(SameStatement(), one.node, other.node);
    });
}

}  // namespace

bool same_expression(const Expression& left, const Expression& right) {
    return left.width == right.width && std::visit(SameExpression(), left.node, right.node);
}

bool same_steps(const Function& left, const Function& right) {
    return left.name == right.name && left.result == right.result &&
           all_same(left.parameters, right.parameters,
                    [](const Parameter& one, const Parameter& other) {
                        return one.name == other.name && one.width == other.width &&
                               one.by_reference == other.by_reference;
                    }) &&
           all_same(left.locals, right.locals,
                    [](const Local& one, const Local& other) {
                        return one.name == other.name && one.width == other.width;
                    }) &&
           same(left.body, right.body);
}

bool same_layout(const Program& left, const Program& right) {
    return all_same(left.flag_bits, right.flag_bits,
                    [](const FlagBit& one, const FlagBit& other) {
                        return one.name == other.name && one.word == other.word && one.bit == other.bit;
                    }) &&
           all_same(left.flag_masks, right.flag_masks, [](const FlagMask& one, const FlagMask& other) {
               return one.name == other.name && one.word == other.word && one.value == other.value &&
                      one.members == other.members;
           });
}

bool same_steps(const Program& left, const Program& right) {
    return left.entry == right.entry && same_layout(left, right) &&
           all_same(left.cells, right.cells,
                    [](const auto& one, const auto& other) {
                        return one.first == other.first && one.second.name == other.second.name &&
                               one.second.width == other.second.width;
                    }) &&
           all_same(left.functions, right.functions, [](const auto& one, const auto& other) {
               return one.first == other.first && same_steps(one.second, other.second);
           });
}

}  // namespace entryproof::ir
