// SPDX-License-Identifier: MIT
// One C program in kselftest style from a predicted situation. Same input, same bytes out.
#pragma once

#include "checker/reproducer/predict.h"

namespace entryproof::checker::reproducer {

struct Told {
    std::string left;  // the names of the paths
    std::string right;
    std::string title;                     // of the difference: who sees what on either
    std::vector<std::string> paragraphs;   // what a reader wants to know first
    std::vector<std::string> left_places;  // file:function of the steps that differ
    std::vector<std::string> right_places;
};

std::string c_text(const Told& told, const Prediction& prediction);

}  // namespace entryproof::checker::reproducer
