// SPDX-License-Identifier: MIT
// Sets of terms that have something in common, as union-find over the arena. Constants belong to no set: one number
// may stand beside words of several.
#pragma once

#include "checker/term.h"

#include <cstdint>
#include <vector>

namespace entryproof::checker {

class TermClasses {
public:
    explicit TermClasses(const Terms& terms) : terms_(terms) {}

    // Room for terms up to this one; must cover every term asked about.
    void reserve(Term last) {
        for (std::uint32_t i = static_cast<std::uint32_t>(parent_.size()); i <= last.index; ++i) parent_.push_back(i);
    }

    // The index of the term that represents the class of `term`: its oldest, whatever the order of joining.
    std::uint32_t of(Term term) const {
        std::uint32_t index = term.index;
        while (parent_[index] != index) {
            parent_[index] = parent_[parent_[index]];
            index = parent_[index];
        }
        return index;
    }

    void join(Term one, Term other) {
        if (terms_.is_constant(one) || terms_.is_constant(other)) return;
        const std::uint32_t a = of(one);
        const std::uint32_t b = of(other);
        parent_[a < b ? b : a] = a < b ? a : b;
    }

private:
    const Terms& terms_;
    mutable std::vector<std::uint32_t> parent_;  // by term
};

}  // namespace entryproof::checker
