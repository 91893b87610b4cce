// SPDX-License-Identifier: MIT
// From both ends inwards: statements that are the same in all variants, or that become the same once their arms are
// merged, stay outside; what is left between is chosen by condition.
#include "model/lift/merge_variants.h"

#include "model/ir/printer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace entryproof::lift {

namespace {

// Calls `act` with every block, outer ones first.
void for_each_block(ir::Body& body, const std::function<void(ir::Statement&, ir::Block&)>& act) {
    for (ir::Statement& statement : body) {
        if (auto* choice = std::get_if<ir::If>(&statement.node)) {
            for_each_block(choice->then_body, act);
            for_each_block(choice->else_body, act);
        }
        if (auto* block = std::get_if<ir::Block>(&statement.node)) {
            act(statement, *block);
            for_each_block(block->body, act);
        }
    }
}

void rename_leaves(ir::Body& body, const std::string& from, const std::string& to) {
    for (ir::Statement& statement : body) {
        if (auto* leave = std::get_if<ir::Leave>(&statement.node))
            if (leave->label == from) leave->label = to;
        if (auto* choice = std::get_if<ir::If>(&statement.node)) {
            rename_leaves(choice->then_body, from, to);
            rename_leaves(choice->else_body, from, to);
        }
        if (auto* block = std::get_if<ir::Block>(&statement.node)) rename_leaves(block->body, from, to);
    }
}

void rename(ir::Block& block, const std::string& label) {
    rename_leaves(block.body, block.label, label);
    block.label = label;
}

// Labels by place, so that the same block has the same label in every variant. The first pass keeps new names from
// meeting old ones.
void name_labels_by_place(ir::Body& body) {
    unsigned count = 0;
    for_each_block(body, [&](ir::Statement&, ir::Block& block) { rename(block, "." + std::to_string(++count)); });
    std::map<std::string, unsigned> seen;
    for_each_block(body, [&](ir::Statement& statement, ir::Block& block) {
        const std::string place =
            "at_" + std::to_string(statement.source.line) + "_" + std::to_string(statement.source.column);
        const unsigned before = seen[place]++;
        rename(block, before == 0 ? place : place + "_" + std::to_string(before + 1));
    });
}

// Blocks of different variants may have one label; they never stand inside each other.
void make_labels_unique(ir::Body& body) {
    std::set<std::string> taken;
    for_each_block(body, [&](ir::Statement&, ir::Block& block) {
        std::string label = block.label;
        for (unsigned count = 2; !taken.insert(label).second; ++count)
            label = block.label + "_v" + std::to_string(count);
        if (label != block.label) rename(block, label);
    });
}

std::string text(const ir::Body& body) {
    ir::Function function;
    function.body = body;
    return ir::to_string(function);
}

std::vector<std::string> common_subsequence(const std::vector<std::string>& one,
                                            const std::vector<std::string>& other) {
    std::vector<std::vector<std::size_t>> longest(one.size() + 1, std::vector<std::size_t>(other.size() + 1, 0));
    for (std::size_t i = one.size(); i-- > 0;)
        for (std::size_t j = other.size(); j-- > 0;)
            longest[i][j] =
                one[i] == other[j] ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
    std::vector<std::string> common;
    for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
        if (one[i] == other[j]) {
            common.push_back(one[i]);
            ++i, ++j;
        } else if (longest[i + 1][j] >= longest[i][j + 1]) {
            ++i;
        } else {
            ++j;
        }
    }
    return common;
}

class Merger {
public:
    Merger(Conditions& conditions, const std::function<ir::ExpressionRef(Conditions::Id)>& expression_of,
           const ir::Source& source)
        : conditions_(conditions), expression_of_(expression_of), source_(source) {}

    ir::Body merge(std::vector<Variant> variants) {
        variants = distinct(std::move(variants));
        if (variants.size() == 1) return std::move(variants.front().body);
        ir::Body before;
        while (const std::optional<ir::Statement> common = take(variants, true)) before.push_back(*common);
        ir::Body after;
        while (const std::optional<ir::Statement> common = take(variants, false)) after.push_back(*common);
        ir::Body between = aligned(distinct(std::move(variants)));
        before.insert(before.end(), between.begin(), between.end());
        before.insert(before.end(), after.rbegin(), after.rend());
        return before;
    }

private:
    // Variants with the same text are one.
    std::vector<Variant> distinct(std::vector<Variant> variants) {
        std::vector<Variant> result;
        std::vector<std::string> texts;
        for (Variant& variant : variants) {
            const std::string own = text(variant.body);
            const auto same = std::find(texts.begin(), texts.end(), own);
            if (same == texts.end()) {
                texts.push_back(own);
                result.push_back(std::move(variant));
            } else {
                Variant& known = result[static_cast<std::size_t>(same - texts.begin())];
                known.condition = conditions_.either(known.condition, variant.condition);
            }
        }
        return result;
    }

    // Takes the first or last statement off all variants if that is one statement.
    std::optional<ir::Statement> take(std::vector<Variant>& variants, bool first) {
        std::vector<std::pair<Conditions::Id, ir::Statement>> ends;
        for (const Variant& variant : variants) {
            if (variant.body.empty()) return std::nullopt;
            ends.emplace_back(variant.condition, first ? variant.body.front() : variant.body.back());
        }
        std::optional<ir::Statement> common = one(std::move(ends));
        if (!common) return std::nullopt;
        for (Variant& variant : variants) variant.body.erase(first ? variant.body.begin() : variant.body.end() - 1);
        return common;
    }

    // The statement that does what each of these does under its condition, when they differ inside only.
    std::optional<ir::Statement> one(std::vector<std::pair<Conditions::Id, ir::Statement>> statements) {
        const ir::Statement model = statements.front().second;
        const std::string known = text({model});
        if (std::all_of(statements.begin(), statements.end(),
                        [&](const auto& other) { return text({other.second}) == known; }))
            return model;
        if (std::holds_alternative<ir::If>(model.node)) return one_choice(std::move(statements));
        if (std::holds_alternative<ir::Block>(model.node)) return one_block(std::move(statements));
        return std::nullopt;
    }

    std::optional<ir::Statement> one_choice(std::vector<std::pair<Conditions::Id, ir::Statement>> statements) {
        ir::Statement model = statements.front().second;
        auto& choice = std::get<ir::If>(model.node);
        const auto test_of = [](ir::Statement statement) {
            auto& own = std::get<ir::If>(statement.node);
            own.then_body.clear();
            own.else_body.clear();
            return text({std::move(statement)});
        };
        const std::string test = test_of(model);
        std::vector<Variant> then_bodies;
        std::vector<Variant> else_bodies;
        for (auto& [condition, statement] : statements) {
            if (!std::holds_alternative<ir::If>(statement.node) || test_of(statement) != test) return std::nullopt;
            auto& own = std::get<ir::If>(statement.node);
            then_bodies.push_back({condition, std::move(own.then_body)});
            else_bodies.push_back({condition, std::move(own.else_body)});
        }
        choice.then_body = merge(std::move(then_bodies));
        choice.else_body = merge(std::move(else_bodies));
        return model;
    }

    std::optional<ir::Statement> one_block(std::vector<std::pair<Conditions::Id, ir::Statement>> statements) {
        ir::Statement model = statements.front().second;
        auto& block = std::get<ir::Block>(model.node);
        std::vector<Variant> bodies;
        for (auto& [condition, statement] : statements) {
            auto* own = std::get_if<ir::Block>(&statement.node);
            if (own == nullptr || own->label != block.label) return std::nullopt;
            bodies.push_back({condition, std::move(own->body)});
        }
        block.body = merge(std::move(bodies));
        return model;
    }

    // Statements that all have, in one order, split the variants into pieces, which are merged one by one.
    ir::Body aligned(std::vector<Variant> variants) {
        std::vector<std::vector<std::string>> texts;
        for (const Variant& variant : variants) {
            texts.emplace_back();
            for (const ir::Statement& statement : variant.body) texts.back().push_back(text({statement}));
        }
        std::vector<std::string> anchors = texts.front();
        for (const std::vector<std::string>& other : texts) anchors = common_subsequence(anchors, other);
        if (anchors.empty()) return chosen(std::move(variants));
        ir::Body result;
        std::vector<std::size_t> begin(variants.size(), 0);
        const auto add_pieces = [&](const std::vector<std::size_t>& end) {
            std::vector<Variant> pieces;
            for (std::size_t i = 0; i < variants.size(); ++i) {
                const ir::Body& body = variants[i].body;
                pieces.push_back({variants[i].condition, ir::Body(body.begin() + static_cast<std::ptrdiff_t>(begin[i]),
                                                                  body.begin() + static_cast<std::ptrdiff_t>(end[i]))});
            }
            ir::Body piece = merge(std::move(pieces));
            result.insert(result.end(), piece.begin(), piece.end());
        };
        for (const std::string& anchor : anchors) {
            std::vector<std::size_t> at;
            for (std::size_t i = 0; i < variants.size(); ++i) {
                const auto from = texts[i].begin() + static_cast<std::ptrdiff_t>(begin[i]);
                at.push_back(static_cast<std::size_t>(std::find(from, texts[i].end(), anchor) - texts[i].begin()));
            }
            add_pieces(at);
            result.push_back(variants.front().body[at.front()]);
            for (std::size_t i = 0; i < variants.size(); ++i) begin[i] = at[i] + 1;
        }
        std::vector<std::size_t> ends;
        for (const Variant& variant : variants) ends.push_back(variant.body.size());
        add_pieces(ends);
        return result;
    }

    // A chain of choices; the last variant needs no test, so that is the one that does nothing, if there is one.
    ir::Body chosen(std::vector<Variant> variants) {
        std::stable_partition(variants.begin(), variants.end(), [](const Variant& one) { return !one.body.empty(); });
        ir::Body body = std::move(variants.back().body);
        for (std::size_t at = variants.size() - 1; at-- > 0;) {
            ir::Body outer;
            outer.push_back(
                {ir::If{expression_of_(variants[at].condition), std::move(variants[at].body), std::move(body)},
                 source_});
            body = std::move(outer);
        }
        return body;
    }

    Conditions& conditions_;
    const std::function<ir::ExpressionRef(Conditions::Id)>& expression_of_;
    const ir::Source& source_;
};

}  // namespace

ir::Body merge_variants(std::vector<Variant> variants, Conditions& conditions,
                        const std::function<ir::ExpressionRef(Conditions::Id)>& expression_of,
                        const ir::Source& source) {
    if (variants.size() == 1) return std::move(variants.front().body);
    for (Variant& variant : variants) name_labels_by_place(variant.body);
    ir::Body body = Merger(conditions, expression_of, source).merge(std::move(variants));
    make_labels_unique(body);
    return body;
}

}  // namespace entryproof::lift
