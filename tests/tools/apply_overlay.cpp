// SPDX-License-Identifier: MIT
// apply_overlay OVERLAY TREE SCRATCH: writes what the overlay makes of TREE's files into SCRATCH, a copy of TREE.
// A file that says so already keeps its time, so that a build in SCRATCH makes only what changed.
#include "model/lift/lift.h"
#include "model/lift/overlay.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

using namespace entryproof;

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.close();
    if (!stream) throw std::runtime_error(file.string() + ": cannot be written");
}

void apply(const std::string& overlay, const std::string& tree, const std::string& scratch) {
    if (!std::filesystem::is_directory(scratch)) throw std::runtime_error(scratch + ": no such folder");
    const lift::FolderTree now(scratch);
    for (const auto& [path, file] : lift::apply_overlay(lift::read_overlay(overlay), lift::FolderTree(tree))) {
        if (now.read(path) == file.text) continue;
        write(std::filesystem::path(scratch) / path, file.text);
        std::cout << path << '\n';
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) {
        std::cerr << "usage: apply_overlay OVERLAY TREE SCRATCH\n";
        return 1;
    }
    try {
        apply(words[1], words[2], words[3]);
        return 0;
    } catch (const lift::LiftError& error) {
        std::cerr << error.file << ':' << error.line << ": " << error.reason << '\n';
    } catch (const std::exception& error) {
        std::cerr << "apply_overlay: " << error.what() << '\n';
    }
    return 2;
}
