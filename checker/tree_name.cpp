// SPDX-License-Identifier: MIT
#include "checker/tree_name.h"

#include "checker/error.h"
#include "checker/git_repository.h"

#include <array>
#include <filesystem>

namespace entryproof::checker {

namespace {

constexpr std::array<const char*, 4> known_architectures = {"arm64", "loongarch", "riscv", "x86"};

bool is_folder(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

// Cuts the overlay off `name.folder`.
void split_overlay(TreeName& name) {
    const std::string whole = name.folder;
    if (is_folder(whole)) return;
    std::size_t plus = whole.rfind('+');
    const std::size_t last = plus;
    while (plus != std::string::npos && !is_folder(whole.substr(0, plus)))
        plus = plus == 0 ? std::string::npos : whole.rfind('+', plus - 1);
    if (plus == std::string::npos) plus = last;
    if (plus == std::string::npos) return;
    name.folder = whole.substr(0, plus);
    name.overlay = whole.substr(plus + 1);
}

[[noreturn]] void refuse_usage(const std::string& message, const std::string& hint) {
    InputError usage("", 0, 0, message, hint);
    usage.is_usage = true;
    throw usage;
}

}  // namespace

namespace {

// Cuts the architecture off.
TreeName with_architecture(const std::string& text) {
    TreeName name{text, "", "arm64"};
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos)
        for (const char* arch : known_architectures)
            if (text.substr(colon + 1) == arch) name = {text.substr(0, colon), "", arch};
    return name;
}

}  // namespace

TreeName tree_name(const std::string& text) {
    TreeName name = with_architecture(text);
    split_overlay(name);
    return name;
}

TreeName git_name(const std::string& text) {
    TreeName name = with_architecture(text);
    const std::string whole = name.folder;
    std::size_t at = std::string::npos;
    for (std::size_t one = whole.find('@'); one != std::string::npos; one = whole.find('@', one + 1))
        if (is_folder(whole.substr(0, one))) at = one;
    if (at == std::string::npos) at = whole.find('@');
    if (at == std::string::npos || at + 1 == whole.size())
        refuse_usage("'git:" + text + "' names no revision", "write git:REPO@REV");
    name.folder = whole.substr(0, at);
    name.revision = whole.substr(at + 1);
    const std::size_t plus = name.revision.rfind('+');
    if (plus != std::string::npos && is_folder(name.revision.substr(plus + 1))) {
        name.overlay = name.revision.substr(plus + 1);
        name.revision.resize(plus);
    }
    return name;
}

std::string place_name(const TreeName& name) {
    return name.revision.empty() ? name.folder : name.folder + "@" + name.revision;
}

std::unique_ptr<lift::SourceTree> source_tree(const TreeName& name, const std::string& path) {
    if (name.revision.empty()) {
        require_tree(name, path);
        return std::make_unique<lift::FolderTree>(name.folder);
    }
    auto tree = std::make_unique<GitTree>(GitRepository(name.folder).tree(name.revision));
    if (!tree->read("arch/" + name.arch + "/Kconfig"))
        throw InputError(place_name(name), 0, 0, "no kernel tree: arch/" + name.arch + "/Kconfig is not there",
                         "git:REPO@REV wants a revision of a kernel tree");
    return tree;
}

void require_tree(const TreeName& name, const std::string& path) {
    if (name.folder.empty()) refuse_usage("'" + path + "' names no folder", "write tree:DIR, the top of a kernel tree");
    const auto refuse = [&](const std::string& message) {
        throw InputError(name.folder, 0, 0, message, "tree:DIR wants the top of a kernel tree");
    };
    std::error_code error;
    if (!std::filesystem::exists(name.folder, error)) refuse("no such folder");
    if (!is_folder(name.folder)) refuse("not a folder");
    if (!is_folder(name.folder + "/arch/" + name.arch)) refuse("no kernel tree: arch/" + name.arch + " is not there");
}

}  // namespace entryproof::checker
