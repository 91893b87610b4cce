// SPDX-License-Identifier: MIT
// A subject line as the kernel's lists write it: "Re: [RFC PATCH v3 RESEND 04/14] arm64: ptrace: rename a local".
#pragma once

#include <string>

namespace entryproof::checker::premerge {

struct Subject {
    bool is_reply = false;       // Re:, Aw:, Fwd: ...
    bool has_patch = false;      // PATCH (or PATCHv3) in brackets
    std::string revision = "1";  // "3" or "3.1"
    unsigned number = 0;         // 04; 0: a cover, or none given
    unsigned total = 0;          // 14; 0: none given
    std::string title;           // what follows the brackets
};

Subject parse_subject(const std::string& text);

// Whether the left revision is older: by number, part after part.
bool is_older(const std::string& left, const std::string& right);

}  // namespace entryproof::checker::premerge
