// SPDX-License-Identifier: MIT
// What a changelog says about behaviour, found by its words: that nothing changes, an [Impact] paragraph, Fixes, a
// revert. Found is not understood: whether a text describes a change rightly is for its reader to judge.
#pragma once

#include <string>
#include <vector>

namespace entryproof::checker::premerge {

enum class Said { no_change, impact, fixes, reverts };

struct ChangelogStatement {
    Said said;
    std::string quote;  // the sentence or line, blanks made one, at most 200 bytes
    std::string about;  // fixes, reverts: the commit or the subject in quotes; else empty
};

// In the order in which they stand. `subject` without brackets.
std::vector<ChangelogStatement> changelog_statements(const std::string& subject, const std::string& message);

// Whether the text speaks of what this observer watches, by the words that kernel developers use for it.
bool speaks_of(const std::string& text, const std::string& observer);

}  // namespace entryproof::checker::premerge
