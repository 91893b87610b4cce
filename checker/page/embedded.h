// SPDX-License-Identifier: MIT
// page.css and page.js, compiled in byte for byte (cmake/embed.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace entryproof::checker::page {

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_style();   // one file
const std::vector<EmbeddedFile>& embedded_script();  // one file

}  // namespace entryproof::checker::page
