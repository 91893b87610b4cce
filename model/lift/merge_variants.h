// SPDX-License-Identifier: MIT
// One body from the variants of a function, which differ in a few places only: what they have in common stands once,
// and the options are asked where they matter. A hook that every configuration has is then one call site, as it is in
// C, and not one for each combination of options.
#pragma once

#include "model/ir/program.h"
#include "model/lift/condition.h"

#include <functional>
#include <vector>

namespace entryproof::lift {

struct Variant {
    Conditions::Id condition;
    ir::Body body;
};

// Requires: exactly one of the conditions holds wherever the function is called, and none of their options changes
// while it runs. Labels are unique in each variant; they are in the result. `expression_of` gives a condition as IR,
// `source` is the place of the function: that of the choices between its variants. Statements are the same when their
// text is, place in the source included.
ir::Body merge_variants(std::vector<Variant> variants, Conditions& conditions,
                        const std::function<ir::ExpressionRef(Conditions::Id)>& expression_of,
                        const ir::Source& source);

}  // namespace entryproof::lift
