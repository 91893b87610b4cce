// SPDX-License-Identifier: MIT
// Writing HTML: elements that are always closed, and text that is always escaped.
//
// Texts come from strangers (subjects and changelogs of posted patches, names in kernel source). Whatever they hold,
// they stay text: markup characters are escaped, control characters are shown as pictures, and what is no UTF-8 or
// would turn the direction of reading is shown as U+FFFD.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace entryproof::checker::page {

// HTML that is whole: made by Html, never from text.
struct Markup {
    std::string html;
};

std::string escaped(std::string_view text);

using Attributes = std::vector<std::pair<std::string, std::string>>;  // an empty value: the name alone

class Html {
public:
    Html& open(const std::string& tag, const Attributes& attributes = {});
    // Requires: something is open. Closes the innermost.
    Html& close();
    Html& text(std::string_view text);
    Html& add(const Markup& markup);
    // open, text, close
    Html& element(const std::string& tag, std::string_view text, const Attributes& attributes = {});
    // An element without an end tag: br, meta, link.
    Html& lone(const std::string& tag, const Attributes& attributes);
    Html& newline();

    // Requires: everything is closed.
    Markup finish();

private:
    void start(const std::string& tag, const Attributes& attributes);

    std::string html_;
    std::vector<std::string> open_;
};

}  // namespace entryproof::checker::page
