// SPDX-License-Identifier: MIT
#include "checker/load.h"

#include "checker/error.h"
#include "model/environment/environment.h"
#include "model/ir/validator.h"
#include "model/paths/paths.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <stdexcept>

namespace entryproof::checker {

namespace {

constexpr std::array<const char*, 4> known_architectures = {"arm64", "loongarch", "riscv", "x86"};

// Insertions, deletions and replacements that make one word the other.
std::size_t edit_distance(const std::string& left, const std::string& right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

[[noreturn]] void refuse_unknown(const std::string& path) {
    std::string nearest;
    std::size_t distance = 4;  // beyond 3 edits it is no typo
    for (const paths::PathInfo& info : paths::built_in_paths())
        if (const std::size_t found = edit_distance(path, info.name); found < distance) {
            nearest = info.name;
            distance = found;
        }
    const std::string hint = nearest.empty() ? "a PATH is legacy, generic, generic-permit or tree:DIR[:ARCH]"
                                             : "did you mean '" + nearest + "'?";
    InputError error("", 0, 0, "no path is called '" + path + "'", hint);
    error.is_usage = true;
    throw error;
}

struct TreeName {
    std::string folder;
    std::string arch = "arm64";
};

// What follows the last colon counts as the architecture only if it is one, since a folder's name may hold a colon.
TreeName tree_name(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos)
        for (const char* arch : known_architectures)
            if (text.substr(colon + 1) == arch) return {text.substr(0, colon), arch};
    return {text, "arm64"};
}

void require_folder(const TreeName& name, const std::string& path) {
    std::error_code error;
    const auto refuse = [&](const std::string& message, const std::string& hint) {
        throw InputError(name.folder, 0, 0, message, hint);
    };
    if (name.folder.empty()) {
        InputError usage("", 0, 0, "'" + path + "' names no folder", "write tree:DIR, the top of a kernel tree");
        usage.is_usage = true;
        throw usage;
    }
    const std::filesystem::file_status status = std::filesystem::status(name.folder, error);
    if (!std::filesystem::exists(status)) refuse("no such folder", "tree:DIR wants the top of a kernel tree");
    if (!std::filesystem::is_directory(status)) refuse("not a folder", "tree:DIR wants the top of a kernel tree");
    if (!std::filesystem::is_directory(name.folder + "/arch/" + name.arch, error))
        refuse("no kernel tree: arch/" + name.arch + " is not there", "tree:DIR wants the top of a kernel tree");
}

// One number for all that was lifted: FNV-1a over the functions' names and hashes.
std::string digest(const std::vector<lift::LiftedFunction>& functions) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const lift::LiftedFunction& function : functions)
        for (const char letter : function.name + " " + function.hash + "\n") {
            hash ^= static_cast<unsigned char>(letter);
            hash *= 0x100000001b3u;
        }
    std::string digits(16, '0');
    for (std::size_t i = 16; i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
    return digits;
}

lift::Lifted lifted(const TreeName& name, const std::string& path) {
    require_folder(name, path);
    try {
        return lift::lift({name.arch, path}, lift::FolderTree(name.folder));
    } catch (const lift::LiftError& error) {
        const std::string what = error.construct.empty() ? error.reason : "'" + error.construct + "': " + error.reason;
        throw InputError(error.file.empty() ? name.folder : name.folder + "/" + error.file, error.line, error.column,
                         what, error.hint);
    }
}

// A path must be a whole program once its environment is there.
void require_valid(const LoadedPath& path) {
    const ir::Program whole =
        environment::with_environment(path.program, environment::addressed_registers(path.program));
    const std::vector<ir::Flaw> flaws = ir::validate(whole);
    if (flaws.empty()) return;
    throw InternalError(path.name + ": " + ir::to_string(flaws.front().source) + ": " + flaws.front().message);
}

LoadedPath load_tree(const std::string& path, const std::string& rest) {
    const TreeName name = tree_name(rest);
    LoadedPath loaded{path, "tree:" + name.arch, "", {}, lifted(name, path), {}};
    loaded.program = loaded.lifted->program;
    loaded.origin = "lifted from linux " + loaded.lifted->kernel_version + ", " +
                    std::to_string(loaded.lifted->functions.size()) + " functions, hash " +
                    digest(loaded.lifted->functions);
    loaded.notes = loaded.lifted->notes;
    return loaded;
}

std::string release_of(const std::string& built_in) {
    for (const paths::PathInfo& info : paths::built_in_paths())
        if (info.name == built_in) return info.release;
    throw InternalError("a path that is built in is listed");
}

}  // namespace

LoadedPath load_path(const std::string& path) {
    const std::string tree_prefix = "tree:";
    LoadedPath loaded;
    if (path.rfind(tree_prefix, 0) == 0) {
        loaded = load_tree(path, path.substr(tree_prefix.size()));
    } else {
        std::optional<ir::Program> program = paths::built_in_path(path);
        if (!program) refuse_unknown(path);
        loaded = {path, path, "built-in, Linux " + release_of(path), std::move(*program), std::nullopt, {}};
    }
    try {
        require_valid(loaded);
    } catch (const std::invalid_argument& error) {
        throw InputError(path, 0, 0, error.what(), "the tree's entry path lacks what the environment calls");
    }
    return loaded;
}

}  // namespace entryproof::checker
