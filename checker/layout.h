// SPDX-License-Identifier: MIT
// Plain text in columns: wrapping and padding. Width is counted in bytes, so texts are ASCII.
#pragma once

#include <string>
#include <vector>

namespace entryproof::checker {

constexpr std::size_t page_width = 78;

// Breaks at blanks; a word longer than the width is cut. Lines after the first start with `indent` blanks. Never empty.
std::vector<std::string> wrap(const std::string& text, std::size_t width, std::size_t indent = 0);

// The parts with blanks between them, broken only between parts; lines after the first start with `indent` blanks.
std::vector<std::string> wrap_parts(const std::vector<std::string>& parts, std::size_t width, std::size_t indent = 0);

// `lead` and then the text, wrapped to the page, continued under the text.
std::string paragraph(const std::string& lead, const std::string& text);

std::string padded(const std::string& text, std::size_t width);

std::string joined(const std::vector<std::string>& parts, const std::string& separator);

}  // namespace entryproof::checker
