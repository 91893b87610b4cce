// SPDX-License-Identifier: MIT
#include "checker/premerge/patched_tree.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace entryproof::checker::premerge {

namespace {

constexpr unsigned most_fuzz = 2;

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        lines.push_back(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

// What a hunk looks for, with some context given up.
struct Pattern {
    std::vector<std::string_view> old_lines;
    std::vector<std::string_view> new_lines;
    unsigned given_up = 0;  // lines of leading context
    bool at_beginning = false;
    bool at_end = false;
};

std::size_t context_of(const std::vector<HunkLine>& lines, bool trailing) {
    std::size_t count = 0;
    while (count < lines.size() && lines[trailing ? lines.size() - 1 - count : count].kind == ' ') ++count;
    return count;
}

Pattern pattern_of(const Hunk& hunk, unsigned fuzz) {
    Pattern pattern;
    const std::size_t leading = context_of(hunk.lines, false), trailing = context_of(hunk.lines, true);
    const std::size_t skip = std::min<std::size_t>(fuzz, leading), drop = std::min<std::size_t>(fuzz, trailing);
    for (std::size_t at = skip; at + drop < hunk.lines.size(); ++at) {
        const HunkLine& line = hunk.lines[at];
        if (line.kind != '+') pattern.old_lines.push_back(line.text);
        if (line.kind != '-') pattern.new_lines.push_back(line.text);
    }
    pattern.given_up = static_cast<unsigned>(skip);
    pattern.at_beginning = fuzz == 0 && hunk.old_start <= 1;
    pattern.at_end = fuzz == 0 && trailing == 0;
    return pattern;
}

using Lines = std::vector<std::string_view>;

bool fits(const Lines& lines, const Pattern& pattern, std::size_t at) {
    if (at + pattern.old_lines.size() > lines.size()) return false;
    if (pattern.at_beginning && at != 0) return false;
    if (pattern.at_end && at + pattern.old_lines.size() != lines.size()) return false;
    return std::equal(pattern.old_lines.begin(), pattern.old_lines.end(), lines.begin() + static_cast<long>(at));
}

// Every place at or behind `from` where the pattern fits.
std::vector<std::size_t> places(const Lines& lines, const Pattern& pattern, std::size_t from) {
    std::vector<std::size_t> found;
    for (std::size_t at = from; at + pattern.old_lines.size() <= lines.size(); ++at)
        if (fits(lines, pattern, at)) found.push_back(at);
    return found;
}

std::size_t nearest(const std::vector<std::size_t>& places, long wanted) {
    return *std::min_element(places.begin(), places.end(), [&](std::size_t left, std::size_t right) {
        return std::labs(static_cast<long>(left) - wanted) < std::labs(static_cast<long>(right) - wanted);
    });
}

std::string by_lines(long offset) {
    const std::string count = std::to_string(std::labs(offset)) + (std::labs(offset) == 1 ? " line" : " lines");
    return count + (offset > 0 ? " further down" : " further up");
}

// The text with all hunks of one file in place.
class FileApplier {
public:
    FileApplier(const FilePatch& file, const std::string& text, std::vector<std::string>& notes)
        : file_(file), before_(lines_of(text)), notes_(notes) {}

    std::string apply() {
        for (std::size_t number = 0; number < file_.hunks.size(); ++number) apply(file_.hunks[number], number + 1);
        for (; taken_ < before_.size(); ++taken_) after_ += before_[taken_];
        return std::move(after_);
    }

private:
    void apply(const Hunk& hunk, std::size_t number) {
        for (unsigned fuzz = 0; fuzz <= most_fuzz; ++fuzz) {
            const Pattern pattern = pattern_of(hunk, fuzz);
            // With nothing to look for, only its own line tells where it goes.
            if (pattern.old_lines.empty() && (fuzz > 0 || hunk.old_count != 0)) break;
            const long wanted = static_cast<long>(hunk.old_start) - (hunk.old_count == 0 ? 0 : 1) + offset_ +
                                static_cast<long>(pattern.given_up);
            std::vector<std::size_t> found = places(before_, pattern, taken_);
            if (pattern.old_lines.empty())
                found = wanted >= static_cast<long>(taken_) && wanted <= static_cast<long>(before_.size())
                            ? std::vector<std::size_t>{static_cast<std::size_t>(wanted)}
                            : std::vector<std::size_t>{};
            if (found.empty()) continue;
            if (fuzz > 0 && found.size() > 1)
                throw PatchError(
                    name(number) + " fits " + std::to_string(found.size()) + " places when context is given up",
                    hunk.line);
            return put(hunk, pattern, nearest(found, wanted), wanted, number, fuzz);
        }
        throw PatchError(name(number) + " does not apply", hunk.line);
    }

    void put(const Hunk&, const Pattern& pattern, std::size_t at, long wanted, std::size_t number, unsigned fuzz) {
        const long moved = static_cast<long>(at) - wanted;
        offset_ += moved;
        for (; taken_ < at; ++taken_) after_ += before_[taken_];
        for (const std::string_view line : pattern.new_lines) after_ += line;
        taken_ += pattern.old_lines.size();
        std::string how;
        if (offset_ != 0) how = by_lines(offset_);
        if (fuzz != 0) how += (how.empty() ? "" : ", ") + std::string("fuzz ") + std::to_string(fuzz);
        if (!how.empty()) notes_.push_back(name(number) + " applied " + (offset_ == 0 ? "with " : "") + how);
    }

    std::string name(std::size_t number) const { return file_.path() + ": hunk " + std::to_string(number); }

    const FilePatch& file_;
    Lines before_;
    std::vector<std::string>& notes_;
    std::string after_;
    std::size_t taken_ = 0;  // lines of `before_` that are in `after_`
    long offset_ = 0;        // of the hunk before
};

}  // namespace

std::optional<std::string> PatchedTree::read(const std::string& path) const {
    const auto found = files_.find(path);
    return found == files_.end() ? base_->read(path) : found->second;
}

AppliedPatch PatchedTree::apply(const std::vector<FilePatch>& patch) {
    PatchedTree next = *this;
    AppliedPatch applied;
    std::set<std::string> paths;
    for (const FilePatch& file : patch) {
        for (const std::string* path : {&file.old_path, &file.new_path})
            if (!path->empty()) paths.insert(*path);
        const bool is_new = file.kind == FilePatch::Kind::add;
        std::optional<std::string> text = is_new ? std::nullopt : next.read(file.old_path);
        if (file.is_binary || file.is_special) {
            // Its bytes are not followed; who needs them has to know.
            const std::string why = file.is_binary ? "a binary patch" : "a symbolic link or a submodule";
            next.opaque_[file.path()] = why;
            next.files_[file.path()] = std::nullopt;
            applied.notes.push_back(file.path() + ": " + why + ", not followed");
            continue;
        }
        const bool was_opaque = !is_new && next.opaque_.count(file.old_path) != 0;
        if (was_opaque) throw PatchError(file.old_path + " is no text: " + next.opaque_.at(file.old_path), file.line);
        if (!is_new && !text) throw PatchError(file.old_path + " is not in the tree", file.line);
        const bool is_changed_in_place = file.kind == FilePatch::Kind::change || file.kind == FilePatch::Kind::remove;
        if (!is_changed_in_place && next.read(file.new_path))
            throw PatchError(file.new_path + " is in the tree already", file.line);
        if (text && text->size() > lift::max_file_bytes) {
            next.opaque_[file.path()] = "a file of more than 4 MB";
            next.files_[file.path()] = std::nullopt;
            applied.notes.push_back(file.path() + ": bigger than 4 MB, not followed");
            continue;
        }
        std::string after = FileApplier(file, text.value_or(""), applied.notes).apply();
        if (file.kind == FilePatch::Kind::remove && !after.empty())
            throw PatchError(file.old_path + " is removed, but holds more than the patch takes away", file.line);
        if (file.kind == FilePatch::Kind::remove || file.kind == FilePatch::Kind::rename)
            next.files_[file.old_path] = std::nullopt;
        if (file.kind != FilePatch::Kind::remove) {
            next.files_[file.new_path] = std::move(after);
            next.opaque_.erase(file.new_path);
        }
    }
    applied.paths.assign(paths.begin(), paths.end());
    *this = std::move(next);
    return applied;
}

}  // namespace entryproof::checker::premerge
