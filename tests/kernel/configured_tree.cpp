// SPDX-License-Identifier: MIT
#include "tests/kernel/configured_tree.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <unistd.h>

namespace entryproof::configured_tree {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> units_of_the_path = {"arch/arm64/kernel/entry-common.c",
                                                    "arch/arm64/kernel/syscall.c",
                                                    "arch/arm64/kernel/ptrace.c",
                                                    "arch/arm64/kernel/debug-monitors.c",
                                                    "kernel/ptrace.c",
                                                    "kernel/rseq.c",
                                                    "kernel/seccomp.c"};

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string found_tree(const std::string& version) {
    if (const char* named = std::getenv("ENTRYPROOF_CONFIGURED_TREE")) return named;
    const char* cache = std::getenv("ENTRYPROOF_CACHE");
    const fs::path kernels = fs::path(cache ? cache : ".cache") / "kernels";
    std::error_code none;
    std::string found;
    for (const fs::directory_entry& entry : fs::directory_iterator(kernels, none)) {
        const std::string name = entry.path().filename().string();
        const std::string end = "-" + version;
        const bool fits = name.rfind("tree-", 0) == 0 && name.size() > end.size() &&
                          name.compare(name.size() - end.size(), end.size(), end) == 0;
        if (fits && (found.empty() || entry.path().string() < found)) found = entry.path().string();
    }
    return found;
}

// The command that built the unit, without its output, its input and the list of what it depends on.
std::optional<std::string> command_of(const fs::path& tree, const std::string& unit) {
    const fs::path source(unit);
    const fs::path file = tree / source.parent_path() / ("." + source.stem().string() + ".o.cmd");
    const std::string text = text_of(file);
    const std::size_t begin = text.find(":= ");
    const std::size_t end = text.find(" -c -o ", begin);
    if (begin == std::string::npos || end == std::string::npos) return std::nullopt;
    std::istringstream words(text.substr(begin + 3, end - begin - 3));
    std::string command;
    for (std::string word; words >> word;)
        if (word != "ccache" && word.rfind("-Wp,-MMD", 0) != 0) command += word + " ";
    return command;
}

bool is_header(const std::string& file) { return fs::path(file).extension() == ".h"; }

// What the compiler is given before the tree's own folders: the one that holds the changed header.
std::string shadow_of(const std::string& file) {
    const std::size_t at = file.rfind("include/");
    return at == std::string::npos ? "" : file.substr(0, at + 7);
}

}  // namespace

ConfiguredTree::ConfiguredTree(const std::string& version) : folder_(found_tree(version)) {
    scratch_ = (fs::temp_directory_path() / ("entryproof_configured_" + std::to_string(getpid()))).string();
    fs::create_directories(scratch_);
}

ConfiguredTree::~ConfiguredTree() {
    std::error_code ignored;
    fs::remove_all(scratch_, ignored);
}

// Empty when it does not compile.
static std::string object_of(const std::string& folder, const std::string& scratch, const std::string& unit,
                             const std::string& file) {
    const auto command = command_of(folder, unit);
    if (!command) return "";
    const std::size_t compiler_end = command->find(' ');
    const fs::path input = is_header(file) ? fs::path(folder) / unit : fs::path(scratch) / file;
    const fs::path output = fs::path(scratch) / "out.o";
    fs::remove(output);
    std::string line = "cd '" + folder + "' && " + command->substr(0, compiler_end);
    if (is_header(file)) line += " -I" + scratch + "/" + shadow_of(file);
    line += command->substr(compiler_end) + " -iquote " + fs::path(unit).parent_path().string() + " -c -o " +
            output.string() + " " + input.string() + " >/dev/null 2>&1";
    return std::system(line.c_str()) == 0 ? text_of(output) : "";
}

Compared ConfiguredTree::compare(const std::string& file, const std::string& before, const std::string& after) const {
    if (folder_.empty()) return Compared::undecided;
    const std::vector<std::string> units = is_header(file) ? units_of_the_path : std::vector<std::string>{file};
    fs::remove_all(scratch_);
    fs::create_directories((fs::path(scratch_) / file).parent_path());
    for (const std::string& unit : units) {
        std::string& original = originals_[unit + " " + file];
        if (original.empty()) {
            std::ofstream(fs::path(scratch_) / file) << before;
            original = object_of(folder_, scratch_, unit, file);
            if (original.empty()) return Compared::undecided;
        }
        std::ofstream(fs::path(scratch_) / file) << after;
        const std::string changed = object_of(folder_, scratch_, unit, file);
        if (changed.empty()) return Compared::does_not_compile;
        if (changed != original) return Compared::differs;
    }
    return Compared::same;
}

}  // namespace entryproof::configured_tree
