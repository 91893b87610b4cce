// SPDX-License-Identifier: MIT
// Cut points: at each hook of the right side that surely is the same event as one of the left, replace what is provably
// equal by the left's terms (Kuehlmann's cut points, as equivalence checkers for circuits use them).
//
// 1. Every replacement is justified by equality as written or by a lemma: unsat under the premises alone.
// 2. Where a lemma is not proved (sat, unknown, out of budget) nothing is replaced; that is never an error.
// 3. Off: answers are shared and nothing else happens.
#pragma once

#include "checker/compare.h"
#include "checker/decide.h"
#include "checker/sharing.h"
#include "checker/smt.h"
#include "model/ir/program.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace entryproof::checker {

// What lemmas were answered: the right side is run twice, and most are asked again word for word.
using Lemmas = std::map<std::vector<Term>, Refuted>;  // by premises and condition

// The policy of the right side: cuts, then lets `answers` answer.
class Cutter : public HookPolicy {
public:
    using Programs = std::pair<const ir::Program*, const ir::Program*>;

    Cutter(Terms& terms, const Execution& left, const LeftAnswers& left_answers, RightAnswers& answers,
           Programs programs, const CellTerms& initial, const CutOptions& options, Lemmas& lemmas, QueryLog& log);

    void at_hook(Slot& slot, std::vector<Term>& cells) override;
    void at_undefined(const Slot& slot) override { answers_.at_undefined(slot); }

    const CutStatistics& statistics() const { return statistics_; }
    const Twins& twins() const { return twins_; }
    const std::set<Term>& used_premises() const { return used_; }

private:
    struct Twin {
        std::size_t slot;  // on the left
        std::size_t hook;  // its number among the left's hooks
    };

    std::optional<Twin> find_twin(const Slot& slot);
    void assume(Term condition);
    void lean_on(Term premise);
    Outcome ask(const std::string& name, Term condition);
    bool is_valid(const std::string& name, Term condition);
    void assume_passive(const Slot& slot);
    void adopt_sight(Slot& slot, const Slot& twin);
    void adopt_cells(const Slot& slot, const Twin& twin, std::vector<Term>& cells);

    Terms& terms_;
    const Execution& left_;
    const LeftAnswers& left_answers_;
    RightAnswers& answers_;
    CutOptions options_;
    Question question_;
    Lemmas& lemmas_;
    Assignment model_;  // of the last question, if it was answered with sat
    std::vector<std::pair<std::size_t, std::size_t>> common_cells_;  // left index, right index
    std::map<std::string, unsigned> chances_;                        // kind -> right calls still to come, at most
    std::vector<Term> known_;                                        // what the solver has been told
    std::vector<bool> taken_;                                        // left slots that have a twin
    CutStatistics statistics_;
    Twins twins_;
    std::set<Term> used_;
};

}  // namespace entryproof::checker
