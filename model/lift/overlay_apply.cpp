// SPDX-License-Identifier: MIT
// All edits of one file are found in the text as the tree has it, then made together, so that their order is of no
// matter and none can find what another left.
#include <algorithm>

#include "model/lift/lift.h"
#include "model/lift/overlay_target.h"

namespace entryproof::lift {

namespace {

using Action = OverlayEdit::Action;

bool is_build_file_edit(Action action) {
    switch (action) {
        case Action::add_select:
        case Action::remove_select:
        case Action::add_object:
        case Action::remove_object:
            return true;
        case Action::add_file:
        case Action::replace_file:
        case Action::remove_function:
        case Action::replace_function:
        case Action::remove_prototype:
        case Action::remove_macro:
        case Action::remove_type:
        case Action::add_field:
        case Action::add_include:
            return false;
    }
    return false;
}

struct Change {
    Replacement replacement;
    const OverlayEdit* edit;
};

// In order of the text; insertions at one place keep the order of the edits.
std::string changed(std::string_view text, std::vector<Change> changes) {
    std::stable_sort(changes.begin(), changes.end(), [](const Change& left, const Change& right) {
        return left.replacement.begin < right.replacement.begin;
    });
    std::string result;
    Offset at = 0;
    const OverlayEdit* before = nullptr;
    for (const auto& [replacement, edit] : changes) {
        if (replacement.begin < at)
            refuse(*edit, "'" + edit->name + "' overlaps the edit of '" + before->name + "' at " + before->origin +
                              ":" + std::to_string(before->line));
        result += text.substr(at, replacement.begin - at);
        result += replacement.text;
        at = replacement.end;
        before = edit;
    }
    return result.append(text.substr(at));
}

std::string beside(const std::string& file, const std::string& name) {
    const std::size_t slash = file.rfind('/');
    return slash == std::string::npos ? name : file.substr(0, slash + 1) + name;
}

class Application {
public:
    explicit Application(const SourceTree& tree) : tree_(tree) {}

    std::map<std::string, OverlaidFile> run(const Overlay& overlay) {
        for (const OverlayEdit& edit : overlay.edits) take(edit);
        for (const auto& [path, changes] : changes_) files_[path] = {changed(originals_[path], changes), ""};
        return std::move(files_);
    }

private:
    void take(const OverlayEdit& edit) {
        if (edit.action == Action::add_file) return add(edit, edit.file);
        if (edit.action == Action::replace_file) {
            const auto found = files_.find(edit.file);
            if (found == files_.end()) refuse(edit, "no overlay below this one adds this file");
            found->second = {edit.text, edit.own};
            return;
        }
        const std::string& text = original(edit);
        const Replacement replacement =
            is_build_file_edit(edit.action) ? replacement_in_build_file(edit, text) : replacement_in_c(edit, text);
        changes_[edit.file].push_back({replacement, &edit});
        if (edit.action != Action::replace_function) return;
        require_function(edit, edit.text);
        add(edit, beside(edit.file, edit.to));
    }

    void add(const OverlayEdit& edit, const std::string& path) {
        if (tree_.read(path)) refuse(edit, "the tree has a file " + path + " already");
        if (!files_.emplace(path, OverlaidFile{edit.text, edit.own}).second) refuse(edit, "another edit adds " + path);
    }

    const std::string& original(const OverlayEdit& edit) {
        const auto found = originals_.find(edit.file);
        if (found != originals_.end()) return found->second;
        std::optional<std::string> text = tree_.read(edit.file);
        if (!text) refuse(edit, "the tree has no such file");
        if (text->size() > max_file_bytes) refuse(edit, "the file is larger than 4 MiB");
        return originals_[edit.file] = std::move(*text);
    }

    const SourceTree& tree_;
    std::map<std::string, std::string> originals_;
    std::map<std::string, std::vector<Change>> changes_;
    std::map<std::string, OverlaidFile> files_;
};

}  // namespace

std::map<std::string, OverlaidFile> apply_overlay(const Overlay& overlay, const SourceTree& tree) {
    return Application(tree).run(overlay);
}

}  // namespace entryproof::lift
