// SPDX-License-Identifier: MIT
#include "checker/prove_ledger.h"

#include "checker/condition.h"
#include "checker/error.h"
#include "model/environment/environment.h"
#include "model/ir/builder.h"
#include "spec/assumption.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

RootShape shape_of(const spec::DeclaredDifference& declared) {
    return {declared.observer, declared.left, declared.right};
}

// Decision points and options, each as it is and negated: what a narrower condition is made of.
std::vector<NamedTerm> literals(Terms& terms, const CellTerms& initial, const Comparison& comparison) {
    std::vector<NamedTerm> result;
    for (const auto& [name, width] : spec::outcome_vocabulary().names) {
        if (width != 1) continue;
        const Term term = outcome_term(terms, ir::read(name, 1), initial, comparison);
        if (terms.is_constant(term)) continue;
        result.push_back({name, term});
        result.push_back({"!" + name, terms.negation(term)});
    }
    return result;
}

std::string narrower_text(const spec::DeclaredDifference& declared,
                          const std::optional<std::vector<NamedTerm>>& narrower) {
    if (!narrower) return "";
    std::string text;
    if (!declared.condition.empty())
        text = narrower->empty() || declared.condition.find("||") == std::string::npos ? declared.condition
                                                                                       : "(" + declared.condition + ")";
    for (const NamedTerm& literal : *narrower) text += (text.empty() ? "" : " && ") + literal.name;
    return text;
}

std::vector<spec::DeclaredDifference> declarations_of(const std::string& file, const std::string& text,
                                                      const LoadedPath& left, const LoadedPath& right) {
    std::vector<spec::DeclaredDifference> found;
    try {
        found = spec::parse_differences(text, file);
    } catch (const spec::DifferenceFileError& error) {
        throw InputError(error.file, error.line, error.column, error.message);
    }
    for (const spec::DeclaredDifference& declared : found)
        if (declared.left_path != left.pair_name || declared.right_path != right.pair_name)
            throw InputError(declared.file, declared.line, 0,
                             "'" + declared.name + "' is about " + declared.left_path + " and " + declared.right_path,
                             "this run compares " + left.pair_name + " and " + right.pair_name);
    return found;
}

std::vector<spec::DeclaredDifference> all_declarations(const LoadedPath& left, const LoadedPath& right,
                                                       const ProveOptions& options) {
    if (options.no_expect) return {};
    if (options.expect_file) return declarations_of(*options.expect_file, options.expect_text, left, right);
    const bool is_overlaid = !left.tree.empty() && left.tree == right.tree && left.pair_name != right.pair_name;
    if (is_overlaid && !right.differences_file.empty())
        return declarations_of(right.differences_file, right.differences_text, left, right);
    return spec::built_in_differences(left.pair_name, right.pair_name);
}

}  // namespace

std::vector<spec::DeclaredDifference> declarations(const LoadedPath& left, const LoadedPath& right,
                                                   const ProveOptions& options, bool with_interference) {
    std::vector<spec::DeclaredDifference> found = all_declarations(left, right, options);
    std::erase_if(found, [&](const spec::DeclaredDifference& one) { return one.interference != with_interference; });
    return found;
}

std::vector<AllowedRoot> allowed_roots(Terms& terms, const std::vector<spec::DeclaredDifference>& declared,
                                       const CellTerms& initial, const Comparison& comparison) {
    std::vector<AllowedRoot> result;
    for (const spec::DeclaredDifference& one : declared) {
        try {
            const ir::ExpressionRef condition = one.condition.empty()
                                                    ? ir::truth(true)
                                                    : spec::parse_condition(one.condition, spec::outcome_vocabulary());
            result.push_back({shape_of(one), one.fields, outcome_term(terms, condition, initial, comparison)});
        } catch (const spec::ConditionError& error) {
            throw InputError(
                one.file, one.line, 0,
                "condition of '" + one.name + "', character " + std::to_string(error.offset + 1) + ": " + error.message,
                one.condition);
        }
    }
    return result;
}

std::vector<Finding> find_occurrences(const Question& question, const Roots& roots,
                                      const std::vector<spec::DeclaredDifference>& declared,
                                      const std::vector<AllowedRoot>& allowed) {
    std::vector<Finding> found;
    for (std::size_t i = 0; i < declared.size(); ++i)
        found.push_back(find_declared(question, "declared." + declared[i].name + ".occurs", roots, allowed[i]));
    return found;
}

LedgerFindings check_ledger(const Question& question, const Roots& roots,
                            const std::vector<spec::DeclaredDifference>& declared,
                            const std::vector<AllowedRoot>& allowed, const std::vector<Finding>& occurrences,
                            const CellTerms& initial, const Comparison& comparison) {
    LedgerFindings findings;
    // One question for all of them first: that none is wider is what is expected.
    Term some_wider = question.terms.truth(false);
    for (const AllowedRoot& one : allowed)
        some_wider = question.terms.either(some_wider, wider_condition(question.terms, roots, one, true));
    const bool none_wider = find(question, "declared.wider", some_wider).outcome.unsat();
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const std::string& name = declared[i].name;
        const Finding& occurs = occurrences[i];
        findings.met.push_back(occurs.outcome.sat());
        if (occurs.outcome.unknown()) findings.undecided.push_back(name);
        if (occurs.outcome.unsat())
            findings.flaws.push_back({LedgerFlaw::Kind::stale, name, "no run shows it as declared", ""});
        if (!occurs.outcome.sat() || none_wider) continue;
        const Finding wider = find_wider(question, "declared." + name + ".wider", roots, allowed[i], true);
        if (wider.outcome.unknown()) findings.undecided.push_back(name);
        if (!wider.outcome.sat()) continue;
        const auto narrower = find_narrower(question, "declared." + name + ".narrower", roots, allowed[i],
                                            literals(question.terms, initial, comparison), true);
        findings.flaws.push_back({LedgerFlaw::Kind::wider, name,
                                  "its condition also holds in runs in which nothing differs",
                                  narrower_text(declared[i], narrower)});
    }
    return findings;
}

}  // namespace entryproof::checker
