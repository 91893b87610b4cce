// SPDX-License-Identifier: MIT
// Is a condition exactly right? Where it holds without its difference, an earlier difference must occur, and each of
// those that are named is needed: some run has it alone.
#pragma once

#include "checker/decide.h"
#include "checker/near_miss.h"

#include <string>
#include <vector>

namespace entryproof::checker {

struct Conditioned {
    Term occurs;     // the difference
    Term condition;  // the text that is printed, read back
};

class Exactness {
public:
    // `differences` in their order: an earlier one may hide a later one.
    Exactness(const Question& question, std::vector<Conditioned> differences);

    struct Answer {
        Refuted refuted;                  // unsat: the condition is right
        std::vector<std::size_t> unless;  // those that may hide it; ascending
    };
    Answer check(std::size_t index, const std::string& name);

private:
    enum class Named { no, on_trial, yes };

    void look();
    std::vector<std::size_t> earlier(std::size_t index) const;
    bool learn(std::size_t index, const Assignment& run);
    Term hidden_by_none(std::size_t index) const;
    Refuted settle(std::size_t index, const std::string& name);

    Question question_;
    std::vector<Conditioned> differences_;
    std::vector<Term> without_;              // the condition holds, its difference does not occur
    std::vector<std::vector<Named>> named_;  // by difference, then earlier one
    Sampler sampler_;
};

}  // namespace entryproof::checker
