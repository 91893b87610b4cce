// SPDX-License-Identifier: MIT
// The toy kernel tree on disk, and patches about it, for premerge from the outside.
#pragma once

#include "tests/cli/shell.h"
#include "tests/model/lift/toy_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace entryproof::cli {

// The toy tree on disk, and mails about it.
class Toy {
public:
    Toy() {
        const lift::MemoryTree tree = toy_tree::make();
        for (const std::string* path :
             {&toy_tree::entry, &toy_tree::header, &toy_tree::steps, &toy_tree::tracing, &toy_tree::resume})
            write(*path, tree.read(*path).value());
        write("arch/arm64/Kconfig", tree.read("arch/arm64/Kconfig").value_or("config ARM64\n\tdef_bool y\n"));
        write("drivers/ours.c", "int ours;\n");
    }

    void write(const std::string& path, const std::string& text) const {
        const std::string full = shell.folder + "/k/" + path;
        std::filesystem::create_directories(std::filesystem::path(full).parent_path());
        std::ofstream(full) << text;
    }

    Ended run(const std::string& arguments) const { return shell.run("premerge --tree $F/k " + arguments); }

    Shell shell;
};

// A patch of one line of the toy tree.
inline std::string change(const std::string& path, const std::string& from, const std::string& to) {
    const std::string text = toy_tree::make().read(path).value_or("int ours;\n");
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error(from);
    const std::size_t begin = text.rfind('\n', at) + 1, end = text.find('\n', at);
    const std::string line = text.substr(begin, end - begin);
    std::string changed = line;
    changed.replace(at - begin, from.size(), to);
    const std::string number =
        std::to_string(std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n') + 1);
    // With the lines around, as far as there are any: else it would belong to the beginning or the end.
    std::string head, tail;
    const bool has_before = begin > 0, has_after = end + 1 < text.size();
    if (has_before) {
        const std::size_t start = begin >= 2 ? text.rfind('\n', begin - 2) + 1 : 0;
        head = " " + text.substr(start, begin - start);
    }
    if (has_after) tail = " " + text.substr(end + 1, text.find('\n', end + 1) + 1 - end - 1);
    const std::string count = std::to_string(1 + has_before + has_after);
    const std::string first = std::to_string(std::stoi(number) - has_before);
    return "diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n+++ b/" + path + "\n@@ -" + first + "," +
           count + " +" + first + "," + count + " @@\n" + head + "-" + line + "\n+" + changed + "\n" + tail;
}

inline const std::string harmless = change("drivers/ours.c", "int ours", "long ours");
inline const std::string same_steps =
    change(toy_tree::entry, "static void noinstr el0_svc(", "static void  noinstr el0_svc(");
inline const std::string inverted = change(toy_tree::entry, "if (unlikely(flags", "if (!unlikely(flags");
inline const std::string unknown = change(toy_tree::header, "return regs->syscallno;", "return nobody_knows(regs);");

}  // namespace entryproof::cli
