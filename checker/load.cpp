// SPDX-License-Identifier: MIT
#include "checker/load.h"

#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/tree_name.h"
#include "model/environment/environment.h"
#include "model/ir/validator.h"
#include "model/kernel/arch.h"
#include "model/lift/overlay.h"
#include "model/paths/paths.h"
#include "model/series/series.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <stdexcept>

namespace entryproof::checker {

namespace {

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

std::vector<std::string> built_in_names() {
    std::vector<std::string> names;
    for (const paths::PathInfo& info : paths::built_in_paths()) names.push_back(info.name);
    for (const series::SeriesPath& info : series::series_paths()) names.push_back(info.name);
    return names;
}

[[noreturn]] void refuse_unknown(const std::string& path) {
    std::string nearest;
    std::size_t distance = 4;  // beyond 3 edits it is no typo
    for (const std::string& name : built_in_names())
        if (const std::size_t found = edit_distance(path, name); found < distance) {
            nearest = name;
            distance = found;
        }
    const std::string hint = nearest.empty() ? "a PATH is legacy, generic, generic-permit, series:NN, series-fixed:NN, "
                                               "tree:DIR[+OVERLAY][:ARCH] or git:REPO@REV[+OVERLAY][:ARCH]"
                                             : "did you mean '" + nearest + "'?";
    InputError error("", 0, 0, "no path is called '" + path + "'", hint);
    error.is_usage = true;
    throw error;
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

[[noreturn]] void refuse(const lift::LiftError& error, const std::string& file) {
    const std::string what = error.construct.empty() ? error.reason : "'" + error.construct + "': " + error.reason;
    throw InputError(file, error.line, error.column, what, error.hint);
}

using OverlaidFiles = std::map<std::string, lift::OverlaidFile>;

OverlaidFiles overlaid(const TreeName& name, const lift::SourceTree& tree) {
    if (name.overlay.empty()) return {};
    try {
        return lift::apply_overlay(lift::read_overlay(name.overlay), tree);
    } catch (const lift::LiftError& error) {
        refuse(error, error.file);
    }
}

// Our own files are named where they are, not where they were laid.
std::string place_of(const std::string& file, const TreeName& name, const OverlaidFiles& overlay) {
    if (file.empty()) return place_name(name);
    const auto found = overlay.find(file);
    if (found != overlay.end() && !found->second.own.empty()) return found->second.own;
    return place_name(name) + (name.revision.empty() ? "/" : ":") + file;
}

lift::Lifted lifted(const TreeName& name, const std::string& path) {
    const std::unique_ptr<lift::SourceTree> source = source_tree(name, path);
    const OverlaidFiles overlay = overlaid(name, *source);
    lift::MemoryTree tree(source.get());
    for (const auto& [file, laid] : overlay) tree.write(file, laid.text);
    try {
        return lift::lift({name.arch, path}, tree);
    } catch (const lift::LiftError& error) {
        refuse(error, place_of(error.file, name, overlay));
    }
}

// A path must be a whole program once its environment is there.
void require_valid(const LoadedPath& path) {
    const bool is_arm64 = kernel::arch_of(path.program).name == "arm64";  // whose exit loop is there in detail
    const ir::Program whole = environment::with_environment(
        path.program, environment::addressed_registers(path.program),
        is_arm64 ? environment::AfterExitWork::deliver_signals : environment::AfterExitWork::hand_over);
    const std::vector<ir::Flaw> flaws = ir::validate(whole);
    if (flaws.empty()) return;
    throw InternalError(path.name + ": " + ir::to_string(flaws.front().source) + ": " + flaws.front().message);
}

std::string origin_of(const lift::Lifted& lifted) {
    return "lifted from linux " + lifted.kernel_version + ", " + std::to_string(lifted.functions.size()) +
           " functions, hash " + digest(lifted.functions);
}

LoadedPath load_tree(const std::string& path, const TreeName& name) {
    const std::string kind = name.overlay.empty() ? "tree:" : "tree+overlay:";
    LoadedPath loaded;
    loaded.name = path;
    loaded.pair_name = kind + name.arch;
    loaded.lifted = lifted(name, path);
    loaded.tree = place_name(name) + ":" + name.arch;
    loaded.program = loaded.lifted->program;
    loaded.origin = origin_of(*loaded.lifted);
    loaded.notes = loaded.lifted->notes;
    const std::string differences = name.overlay + "/differences.toml";
    if (!name.overlay.empty() && std::filesystem::exists(differences)) {
        loaded.differences_file = differences;
        loaded.differences_text = read_input_file(differences);
    }
    return loaded;
}

std::string release_of(const std::string& built_in) {
    for (const paths::PathInfo& info : paths::built_in_paths())
        if (info.name == built_in) return info.release;
    for (const series::SeriesPath& info : series::series_paths())
        if (info.name == built_in) return info.release;
    throw InternalError("a path that is built in is listed");
}

}  // namespace

LoadedPath path_of(const std::string& name, const std::string& arch, lift::Lifted lifted) {
    LoadedPath path;
    path.name = name;
    path.pair_name = "tree:" + arch;
    path.program = lifted.program;
    path.origin = origin_of(lifted);
    path.notes = lifted.notes;
    path.lifted = std::move(lifted);
    try {
        require_valid(path);
    } catch (const std::invalid_argument& error) {
        throw lift::LiftError("", 0, 0, "", error.what(), "the tree's entry path lacks what the environment calls");
    }
    return path;
}

LoadedPath load_path(const std::string& path) {
    const std::string tree_prefix = "tree:", git_prefix = "git:";
    LoadedPath loaded;
    if (path.rfind(tree_prefix, 0) == 0) {
        loaded = load_tree(path, tree_name(path.substr(tree_prefix.size())));
    } else if (path.rfind(git_prefix, 0) == 0) {
        loaded = load_tree(path, git_name(path.substr(git_prefix.size())));
    } else {
        std::optional<ir::Program> program = paths::built_in_path(path);
        if (!program) program = series::series_path(path);
        if (!program) refuse_unknown(path);
        loaded.name = path;
        loaded.pair_name = path;
        loaded.origin = "built-in, Linux " + release_of(path);
        loaded.program = std::move(*program);
    }
    try {
        require_valid(loaded);
    } catch (const std::invalid_argument& error) {
        throw InputError(path, 0, 0, error.what(), "the tree's entry path lacks what the environment calls");
    }
    return loaded;
}

}  // namespace entryproof::checker
