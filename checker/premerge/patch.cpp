// SPDX-License-Identifier: MIT
#include "checker/premerge/patch.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace entryproof::checker::premerge {

namespace {

constexpr unsigned most_lines = 10'000'000;

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

bool is_octal(char c) { return c >= '0' && c <= '7'; }

class DiffReader {
public:
    explicit DiffReader(const std::string& text) : text_(text) { advance(); }

    std::vector<FilePatch> read() {
        while (!ended_) {
            if (starts_with(line_, "diff --git ")) {
                read_git_header();
            } else if (starts_with(line_, "--- ") && starts_with(peek(), "+++ ")) {
                files_.emplace_back();
                files_.back().line = number_;
                read_names();
                read_hunks();
            } else if (starts_with(line_, "@@ -")) {
                refuse("a hunk that belongs to no file");
            } else if (starts_with(line_, "diff --cc ") || starts_with(line_, "diff --combined ")) {
                refuse("a merge's diff");
            } else {
                advance();
            }
        }
        if (files_.empty()) throw PatchError("no diff", 0);
        return std::move(files_);
    }

private:
    [[noreturn]] void refuse(const std::string& why) const { throw PatchError(why, number_); }

    std::string_view line_at(std::size_t at) const {
        const std::size_t end = std::min(text_.find('\n', at), text_.size());
        return std::string_view(text_).substr(at, end - at);
    }
    std::string_view peek() const { return next_ < text_.size() ? line_at(next_) : std::string_view(); }

    void advance() {
        if (next_ >= text_.size()) {
            ended_ = true;
            line_ = {};
            return;
        }
        line_ = line_at(next_);
        next_ += line_.size() + 1;
        ++number_;
    }

    // C-style quotes, as git writes names with strange bytes.
    std::string unquoted(std::string_view text) const {
        if (text.empty() || text.front() != '"') return std::string(text.substr(0, text.find('\t')));
        std::string name;
        for (std::size_t at = 1; at < text.size(); ++at) {
            if (text[at] == '"') return name;
            if (text[at] != '\\') {
                name += text[at];
                continue;
            }
            if (++at == text.size()) break;
            const std::string_view letters = "abtnvfr\\\"", means = "\a\b\t\n\v\f\r\\\"";
            if (const std::size_t found = letters.find(text[at]); found != std::string_view::npos) {
                name += means[found];
            } else if (at + 2 < text.size() && is_octal(text[at]) && is_octal(text[at + 1]) && is_octal(text[at + 2])) {
                name += static_cast<char>((text[at] - '0') * 64 + (text[at + 1] - '0') * 8 + (text[at + 2] - '0'));
                at += 2;
            } else {
                break;
            }
        }
        refuse("a quoted name that cannot be read");
    }

    // Relative, without ".." and without what a repository is kept in.
    std::string checked(const std::string& path) const {
        if (path.empty() || path.front() == '/') refuse("a name that is not relative: '" + path + "'");
        std::size_t at = 0;
        while (at <= path.size()) {
            const std::size_t end = std::min(path.find('/', at), path.size());
            const std::string part = path.substr(at, end - at);
            if (part.empty() || part == "." || part == ".." || part == ".git")
                refuse("a name that leaves the tree: '" + path + "'");
            at = end + 1;
        }
        if (std::any_of(path.begin(), path.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }))
            refuse("a name with a control character");
        return path;
    }

    // "a/arch/arm64/kernel/ptrace.c" without its first folder; "/dev/null" is no file.
    std::optional<std::string> name_of(std::string_view rest) const {
        std::string name = unquoted(rest);
        while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
        if (name == "/dev/null") return std::nullopt;
        if (!name.empty() && name.front() == '/') refuse("a name that is not relative: '" + name + "'");
        const std::size_t slash = name.find('/');
        if (slash == std::string::npos) refuse("a name without its first folder: '" + name + "'");
        return checked(name.substr(slash + 1));
    }

    // "diff --git a/X b/X" names a file that no other line names: one that is empty, or only changes its mode.
    void read_names_of_git_line(FilePatch& file) const {
        const std::string_view rest = line_.substr(11);
        if (starts_with(rest, "\"")) return;  // the other lines have to do
        if (rest.size() < 5 || rest.size() % 2 == 0) return;
        const std::string_view left = rest.substr(0, rest.size() / 2), right = rest.substr(rest.size() / 2 + 1);
        if (left.substr(left.find('/') + 1) != right.substr(right.find('/') + 1)) return;
        file.old_path = file.new_path = name_of(left).value();
    }

    void read_mode(FilePatch& file, std::string_view mode) const {
        if (starts_with(mode, "120") || starts_with(mode, "160")) file.is_special = true;
        if (!starts_with(mode, "100") && !file.is_special) refuse("a mode that is not known");
    }

    void read_git_header() {
        files_.emplace_back();
        FilePatch& file = files_.back();
        file.line = number_;
        read_names_of_git_line(file);
        for (advance(); !ended_ && !starts_with(line_, "diff --git "); advance()) {
            if (starts_with(line_, "--- ") && starts_with(peek(), "+++ ")) {
                read_names();
                return read_hunks();
            }
            if (starts_with(line_, "new file mode ")) {
                file.kind = FilePatch::Kind::add;
                read_mode(file, line_.substr(14));
            } else if (starts_with(line_, "deleted file mode ")) {
                file.kind = FilePatch::Kind::remove;
                read_mode(file, line_.substr(18));
            } else if (starts_with(line_, "old mode ") || starts_with(line_, "new mode ")) {
                file.changes_mode = true;
                read_mode(file, line_.substr(9));
            } else if (starts_with(line_, "rename from ")) {
                file.kind = FilePatch::Kind::rename;
                file.old_path = checked(unquoted(line_.substr(12)));
            } else if (starts_with(line_, "rename to ")) {
                file.new_path = checked(unquoted(line_.substr(10)));
            } else if (starts_with(line_, "copy from ")) {
                file.kind = FilePatch::Kind::copy;
                file.old_path = checked(unquoted(line_.substr(10)));
            } else if (starts_with(line_, "copy to ")) {
                file.new_path = checked(unquoted(line_.substr(8)));
            } else if (starts_with(line_, "index ")) {
                const std::size_t mode = line_.rfind(' ');
                if (mode > 6) read_mode(file, line_.substr(mode + 1));
            } else if (starts_with(line_, "GIT binary patch") || starts_with(line_, "Binary files ")) {
                file.is_binary = true;
            } else if (starts_with(line_, "@@ -")) {
                refuse("a hunk before the names of its file");
            } else if (!starts_with(line_, "similarity ") && !starts_with(line_, "dissimilarity ") && !file.is_binary) {
                break;
            }
        }
        settle(file);
    }

    void read_names() {
        FilePatch& file = files_.back();
        const std::optional<std::string> old_name = name_of(line_.substr(4));
        advance();
        const std::optional<std::string> new_name = name_of(line_.substr(4));
        advance();
        if (!old_name && !new_name) refuse("a file that is neither before nor after");
        if (!old_name) file.kind = FilePatch::Kind::add;
        if (!new_name) file.kind = FilePatch::Kind::remove;
        const bool moves = file.kind == FilePatch::Kind::rename || file.kind == FilePatch::Kind::copy;
        if (moves && (file.old_path != old_name || file.new_path != new_name))
            refuse("names that contradict each other");
        // Quilt's "a.orig/x" against "a/x" is the same name; two different ones are not a change of one file.
        if (!moves && old_name && new_name && *old_name != *new_name) refuse("two names without a rename");
        file.old_path = old_name.value_or("");
        file.new_path = new_name.value_or("");
        settle(file);
    }

    void settle(FilePatch& file) const {
        if (file.kind == FilePatch::Kind::add) file.old_path.clear();
        if (file.kind == FilePatch::Kind::remove) file.new_path.clear();
        if (file.path().empty()) throw PatchError("a file without a name", file.line);
    }

    void read_hunks() {
        if (!starts_with(line_, "@@ -")) refuse("no hunk after the names of a file");
        while (!ended_ && starts_with(line_, "@@ -")) read_hunk();
    }

    unsigned number(std::string_view& rest) const {
        std::size_t digits = 0;
        unsigned value = 0;
        while (digits < rest.size() && std::isdigit(static_cast<unsigned char>(rest[digits])) && digits < 9)
            value = value * 10 + static_cast<unsigned>(rest[digits++] - '0');
        if (digits == 0 || value > most_lines) refuse("a hunk's header that cannot be read");
        rest.remove_prefix(digits);
        return value;
    }

    // "12,7" or "12"
    void read_span(std::string_view& rest, unsigned& start, unsigned& count) const {
        start = number(rest);
        count = 1;
        if (!starts_with(rest, ",")) return;
        rest.remove_prefix(1);
        count = number(rest);
    }

    void read_hunk() {
        Hunk hunk;
        hunk.line = number_;
        std::string_view rest = line_.substr(4);
        read_span(rest, hunk.old_start, hunk.old_count);
        if (!starts_with(rest, " +")) refuse("a hunk's header that cannot be read");
        rest.remove_prefix(2);
        read_span(rest, hunk.new_start, hunk.new_count);
        if (!starts_with(rest, " @@")) refuse("a hunk's header that cannot be read");
        unsigned old_left = hunk.old_count, new_left = hunk.new_count;
        advance();
        while (old_left > 0 || new_left > 0) {
            if (ended_) refuse("a hunk that ends too early");
            // A mailer that strips blanks at ends of lines leaves nothing of an empty line of context.
            const bool is_stripped = line_.empty() || line_ == "\r";
            const char kind = is_stripped ? ' ' : line_.front();
            if (kind == '\\') {
                drop_newline(hunk);
                advance();
                continue;
            }
            const bool uses_old = kind == ' ' || kind == '-', uses_new = kind == ' ' || kind == '+';
            if ((!uses_old && !uses_new) || (uses_old && old_left == 0) || (uses_new && new_left == 0))
                refuse("a hunk that does not hold what its header promises");
            old_left -= uses_old ? 1 : 0;
            new_left -= uses_new ? 1 : 0;
            hunk.lines.push_back({kind, std::string(is_stripped ? line_ : line_.substr(1)) + "\n"});
            advance();
        }
        if (starts_with(line_, "\\ ")) {
            drop_newline(hunk);
            advance();
        }
        const auto is_edit = [](const HunkLine& line) { return line.kind != ' '; };
        if (std::none_of(hunk.lines.begin(), hunk.lines.end(), is_edit))
            throw PatchError("a hunk that changes nothing", hunk.line);
        files_.back().hunks.push_back(std::move(hunk));
        if (!ended_ && !line_.empty() && (line_.front() == '+' || (line_.front() == '-' && !is_end())))
            refuse("a line that belongs to no hunk");
    }

    // The signature below a patch, or the names of the next file.
    bool is_end() const {
        return line_ == "-- " || line_ == "--" || line_ == "-- \r" || starts_with(line_, "--- ") ||
               starts_with(line_, "---");
    }

    void drop_newline(Hunk& hunk) const {
        if (hunk.lines.empty() || hunk.lines.back().text.back() != '\n') refuse("no line that could lack its end");
        hunk.lines.back().text.pop_back();
    }

    const std::string& text_;
    std::size_t next_ = 0;
    std::string_view line_;
    bool ended_ = false;
    unsigned number_ = 0;
    std::vector<FilePatch> files_;
};

}  // namespace

std::vector<FilePatch> parse_diff(const std::string& text) { return DiffReader(text).read(); }

}  // namespace entryproof::checker::premerge
