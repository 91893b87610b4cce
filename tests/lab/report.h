// SPDX-License-Identifier: MIT
// What the agent says of a batch: the event lines of each script.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace entryproof::lab {

using Lines = std::vector<std::string>;

struct Report {
    std::string release;      // uname -r
    std::vector<Lines> seen;  // by the script's index
    long boot_ms = 0;         // of the machine's own clock: to the agent's first line, and from there to its last
    long run_ms = 0;
};

// Throws std::runtime_error, with what is the matter, unless every one of `scripts` scripts was begun and ended in turn
// and the agent came to its end.
Report read_report(const std::string& text, std::size_t scripts);

}  // namespace entryproof::lab
