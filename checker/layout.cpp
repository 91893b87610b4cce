// SPDX-License-Identifier: MIT
#include "checker/layout.h"

#include <algorithm>

namespace entryproof::checker {

std::vector<std::string> wrap(const std::string& text, std::size_t width, std::size_t indent) {
    std::vector<std::string> lines;
    std::string rest = text;
    std::string lead;
    while (lead.size() + rest.size() > width) {
        const std::size_t room = width - lead.size();
        std::size_t end = rest.rfind(' ', room);
        if (end == std::string::npos || end == 0) end = room;
        lines.push_back(lead + rest.substr(0, end));
        rest.erase(0, std::min(rest.size(), rest[end] == ' ' ? end + 1 : end));
        lead = std::string(std::min(indent, width - 1), ' ');
    }
    if (!rest.empty() || lines.empty()) lines.push_back(lead + rest);
    return lines;
}

std::vector<std::string> wrap_parts(const std::vector<std::string>& parts, std::size_t width, std::size_t indent) {
    std::vector<std::string> lines;
    for (const std::string& part : parts) {
        const bool fits = !lines.empty() && lines.back().size() + 1 + part.size() <= width;
        if (fits) {
            lines.back() += " " + part;
            continue;
        }
        for (const std::string& line : wrap(part, width - indent))
            lines.push_back(std::string(lines.empty() ? 0 : indent, ' ') + line);
    }
    return lines;
}

std::string paragraph(const std::string& lead, const std::string& text) {
    std::string result;
    const std::string under(lead.size(), ' ');
    const std::vector<std::string> lines = wrap(text, page_width - lead.size());
    for (std::size_t i = 0; i < lines.size(); ++i) result += (i == 0 ? lead : under) + lines[i] + "\n";
    return result;
}

std::string padded(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}

std::string joined(const std::vector<std::string>& parts, const std::string& separator) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : separator) + parts[i];
    return text;
}

}  // namespace entryproof::checker
