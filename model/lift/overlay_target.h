// SPDX-License-Identifier: MIT
// Where in a file that is which an edit of an overlay names. Each must be found exactly once.
#pragma once

#include "model/lift/overlay.h"
#include "model/lift/token.h"

#include <string>
#include <string_view>

namespace entryproof::lift {

// A stretch of a file and what stands there afterwards.
struct Replacement {
    Offset begin;
    Offset end;
    std::string text;
};

[[noreturn]] void refuse(const OverlayEdit& edit, const std::string& reason);

// For an edit of C text: its removal leaves the line ends it spans. Throws LiftError.
Replacement replacement_in_c(const OverlayEdit& edit, std::string_view text);

// For an edit of a Kconfig file or a Makefile. Throws LiftError.
Replacement replacement_in_build_file(const OverlayEdit& edit, std::string_view text);

// Throws LiftError, naming the edit, unless `text` defines the function exactly once.
void require_function(const OverlayEdit& edit, std::string_view text);

}  // namespace entryproof::lift
