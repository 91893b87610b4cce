// SPDX-License-Identifier: MIT
#include "checker/result.h"

#include "checker/error.h"

namespace entryproof::checker {

std::string_view word(Verdict verdict) {
    switch (verdict) {
        case Verdict::proved:
            return "proved";
        case Verdict::refuted:
            return "refuted";
        case Verdict::unknown:
            return "unknown";
        case Verdict::vacuous:
            return "vacuous";
    }
    throw InternalError("a verdict has one of four values");
}

}  // namespace entryproof::checker
