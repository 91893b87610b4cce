// SPDX-License-Identifier: MIT
#include "model/lift/source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace entryproof::lift {

std::optional<std::string> FolderTree::read(const std::string& path) const {
    const std::string full = root_ + "/" + path;
    std::error_code error;
    const auto status = std::filesystem::status(full, error);
    if (error || status.type() != std::filesystem::file_type::regular) return std::nullopt;
    std::ifstream stream(full, std::ios::binary);
    if (!stream) return std::nullopt;
    const auto size = std::filesystem::file_size(full, error);
    if (error) return std::nullopt;
    std::string text(std::min<std::uintmax_t>(size, max_file_bytes + 1), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

std::optional<std::string> MemoryTree::read(const std::string& path) const {
    const auto found = files_.find(path);
    if (found != files_.end()) return found->second;
    return below_ ? below_->read(path) : std::nullopt;
}

}  // namespace entryproof::lift
