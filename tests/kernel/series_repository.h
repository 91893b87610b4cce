// SPDX-License-Identifier: MIT
// A scratch repository of what lifting reads of a real kernel tree, and a series made on it by short edits; git writes
// it in every form in which a series is posted. No kernel text is kept. Needs ENTRYPROOF_KERNEL_SOURCE.
#pragma once

#include "tests/kernel/edited_tree.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace entryproof::tests {

// The files that lifting asked for and that are there.
class AskedFiles : public lift::SourceTree {
public:
    explicit AskedFiles(const lift::SourceTree& tree) : tree_(tree) {}
    std::optional<std::string> read(const std::string& path) const override {
        std::optional<std::string> text = tree_.read(path);
        if (text) paths_.insert(path);
        return text;
    }
    const std::set<std::string>& paths() const { return paths_; }

private:
    const lift::SourceTree& tree_;
    mutable std::set<std::string> paths_;
};

// A body in a transfer encoding, written without a library.
inline std::string encoded(const std::string& text, const std::string& encoding) {
    std::string result;
    if (encoding == "quoted-printable") {
        std::size_t column = 0;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            static const char* const digits = "0123456789ABCDEF";
            const bool is_plain = (byte > ' ' && byte < 0x7f && c != '=' && c != 'F') || c == '\n';
            const std::string shown =
                is_plain ? std::string(1, c) : std::string{'=', digits[byte >> 4], digits[byte & 15]};
            if (c != '\n' && column + shown.size() > 75) {
                result += "=\n";
                column = 0;
            }
            column = c == '\n' ? 0 : column + shown.size();
            result += shown;
        }
        return result;
    }
    static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t at = 0; at < text.size(); at += 3) {
        unsigned bits = 0;
        for (std::size_t one = 0; one < 3; ++one)
            bits = bits << 8 | (at + one < text.size() ? static_cast<unsigned char>(text[at + one]) : 0u);
        const std::size_t there = std::min<std::size_t>(3, text.size() - at);
        for (std::size_t one = 0; one < 4; ++one) result += one <= there ? letters[bits >> (18 - 6 * one) & 63] : '=';
        if (at % 57 == 54) result += '\n';
    }
    return result;
}

class SeriesRepository {
public:
    SeriesRepository() {
        std::string pattern = (std::filesystem::temp_directory_path() / "series.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        folder = pattern;
        const AskedFiles asked(kernel_tree());
        lift::lift({}, asked);
        for (const std::string& path : asked.paths()) write(path, *kernel_tree().read(path));
        run("git init -q -b main . && git add -A && git commit -q -m base && git tag base");
    }
    ~SeriesRepository() { std::filesystem::remove_all(folder); }
    SeriesRepository(const SeriesRepository&) = delete;
    SeriesRepository& operator=(const SeriesRepository&) = delete;

    void run(const std::string& commands) const {
        const std::string all =
            "export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A"
            " GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d; set -e; cd " +
            tree() + "; { " + commands + "; } >" + folder + "/out 2>&1";
        const bool done = std::system(all.c_str()) == 0;
        REQUIRE_MESSAGE(done, (commands + ": " + text("out")));
    }

    void write(const std::string& path, const std::string& text) const {
        const std::string full = tree() + "/" + path;
        std::filesystem::create_directories(std::filesystem::path(full).parent_path());
        std::ofstream(full, std::ios::binary) << text;
    }

    std::string text(const std::string& name) const {
        std::ifstream stream(folder + "/" + name, std::ios::binary);
        std::stringstream all;
        all << stream.rdbuf();
        return all.str();
    }

    // One patch. A message may have several paragraphs.
    void commit(const std::string& subject, const std::string& message, const std::vector<Edit>& edits) const {
        for (const Edit& edit : edits) {
            std::string now = text("tree/" + edit.file);
            const std::size_t start = now.find(edit.after);
            const std::size_t at = start == std::string::npos ? start : now.find(edit.from, start);
            REQUIRE_MESSAGE(at != std::string::npos, (edit.file + " does not hold: " + edit.from));
            write(edit.file, now.replace(at, edit.from.size(), edit.to));
        }
        std::ofstream(folder + "/message") << subject << "\n\n" << message << "\n";
        run("git add -A && git commit -q -F ../message");
    }

    // Back to the tree without a series.
    void restart() const { run("git reset -q --hard base"); }

    std::string tree() const {
        std::filesystem::create_directories(folder + "/tree");
        return folder + "/tree";
    }

    std::string folder;
};

}  // namespace entryproof::tests
