// SPDX-License-Identifier: MIT
#include "spec/expectation.h"

namespace entryproof::spec {

std::vector<Expectation> parse_expectations(const std::string&, const std::string&) { return {}; }
std::vector<Expectation> built_in_expectations() { return {}; }

}  // namespace entryproof::spec
