// SPDX-License-Identifier: MIT
// Root disagreements as formulas, by the rules of checker/disagreement.h, which decides the same on concrete runs; and
// disagreements about the order of events that no observer's own disagreement explains (shape.observer is "order").
#pragma once

#include "checker/compare.h"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace entryproof::checker {

// What a difference looks like. A kind, or "nothing" for a side that shows nothing there.
struct RootShape {
    std::string observer;
    std::string left;
    std::string right;
    friend auto operator<=>(const RootShape&, const RootShape&) = default;
};

std::string to_string(const RootShape& shape);  // "tracer: exit stop / nothing"

struct RootCase {
    DisagreementCase difference;
    Term condition;  // that it happens and nothing precedes it
};

// A declared difference as the formulas see it: allowed when its condition holds and only its fields differ.
struct AllowedRoot {
    RootShape shape;
    std::vector<std::string> fields;
    Term condition;
};

class Roots {
public:
    Roots(Terms& terms, const Comparison& comparison);

    // Every shape whose formula does not fold to false, sorted. Most of them are still impossible.
    std::vector<RootShape> shapes() const;
    // Every name that may differ in a root of this shape, sorted; empty when the kinds differ.
    std::vector<std::string> fields(const RootShape& shape) const;
    const std::vector<RootCase>& cases(const RootShape& shape) const;

    // There is a root of this shape (false for a shape not listed).
    Term of_shape(const RootShape& shape) const;
    // There is a root of this shape in which this field differs.
    Term with_field(const RootShape& shape, const std::string& field) const;
    // There is a root of this shape in which none but these fields differ.
    Term within_fields(const RootShape& shape, const std::vector<std::string>& fields) const;
    // There is a root; so there is exactly when some observer, or the order, disagrees.
    Term any() const;
    // There is a root that none of `allowed` allows, of any shape or of this one.
    Term not_allowed(const std::vector<AllowedRoot>& allowed) const;
    Term not_allowed(const RootShape& shape, const std::vector<AllowedRoot>& allowed) const;

private:
    void add(const Comparison& comparison, const DisagreementCase& at, Term condition);

    Terms& t_;
    std::map<RootShape, std::vector<RootCase>> by_shape_;
};

}  // namespace entryproof::checker
