// SPDX-License-Identifier: MIT
#include "checker/interference/moment.h"

namespace entryproof::checker::interference {

Moment select(Terms& terms, Term condition, const Moment& then_moment, const Moment& else_moment) {
    const auto one = [&](Term then_term, Term else_term) { return terms.select(condition, then_term, else_term); };
    const auto all = [&](const std::vector<Term>& then_terms, const std::vector<Term>& else_terms) {
        std::vector<Term> result;
        for (std::size_t i = 0; i < then_terms.size(); ++i) result.push_back(one(then_terms[i], else_terms[i]));
        return result;
    };
    return {one(then_moment.position, else_moment.position), one(then_moment.last, else_moment.last),
            all(then_moment.last_of, else_moment.last_of), all(then_moment.act_of, else_moment.act_of),
            all(then_moment.count_of, else_moment.count_of)};
}

Moment beginning(Terms& terms, std::size_t groups) {
    const Term zero = terms.constant(position_width, 0);
    const std::vector<Term> none(groups, zero);
    return {zero, zero, none, none, none};
}

}  // namespace entryproof::checker::interference
