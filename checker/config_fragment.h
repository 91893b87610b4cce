// SPDX-License-Identifier: MIT
// The build options that a difference hangs on, as the lines of a .config that shows it.
//
// Found by the interpreter: an option is left out when the story shows the same root with the option either way, alone
// and together with all others that are left out. What options depend on (SECCOMP needs the architecture's support) is
// Kconfig's affair and not listed.
#pragma once

#include "checker/disagreement.h"
#include "checker/scenario.h"
#include "model/ir/program.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// "CONFIG_SECCOMP=y", "# CONFIG_DEBUG_RSEQ is not set"; sorted by option. `found` is a disagreement of the scenario's
// replay. Empty: no option matters.
std::vector<std::string> config_fragment(const ir::Program& left, const ir::Program& right, const Scenario& scenario,
                                         const Disagreement& found);

}  // namespace entryproof::checker
