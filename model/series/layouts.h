// SPDX-License-Identifier: MIT
// Thread flags of the architectures that 13 RESEND 11 and 12 renumber. Only their numbers are compared.
#pragma once

#include "model/series/patch.h"

#include <vector>

namespace entryproof::series {

Renumbering s390_rename();                      // 11
std::vector<Renumbering> generic_singlestep();  // 12: loongarch, s390, x86

}  // namespace entryproof::series
