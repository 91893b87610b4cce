// SPDX-License-Identifier: MIT
// Reads overlay.toml, key by key. Everything that is not exactly what overlay.h describes is refused with its place.
#include "model/lift/overlay.h"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "model/lift/lift.h"

namespace entryproof::lift {

namespace {

using Action = OverlayEdit::Action;

// What the key that names an action brings with it.
struct ActionKey {
    const char* key;
    Action action;
    const char* companion;  // the key that must stand beside it, or none
    bool takes_list;
};

constexpr ActionKey action_keys[] = {
    {"add-file", Action::add_file, nullptr, false},
    {"replace-file", Action::replace_file, nullptr, false},
    {"remove-function", Action::remove_function, nullptr, true},
    {"replace-function", Action::replace_function, "with", false},
    {"remove-prototype", Action::remove_prototype, nullptr, true},
    {"remove-macro", Action::remove_macro, nullptr, true},
    {"remove-type", Action::remove_type, nullptr, true},
    {"add-field", Action::add_field, "to", false},
    {"add-include", Action::add_include, nullptr, false},
    {"add-select", Action::add_select, "to", false},
    {"remove-select", Action::remove_select, "to", false},
    {"add-object", Action::add_object, "to", false},
    {"remove-object", Action::remove_object, nullptr, true},
};

constexpr int max_bases = 8;

bool is_path_in_tree(const std::string& path) {
    return !path.empty() && path.front() != '/' && path.back() != '/' && path.find("//") == std::string::npos &&
           ("/" + path + "/").find("/../") == std::string::npos && ("/" + path + "/").find("/./") == std::string::npos;
}

class OverlayReader {
public:
    OverlayReader(const SourceTree& files, const std::string& folder)
        : files_(files), folder_(folder), origin_(in_folder("overlay.toml")) {}

    // The edits of this folder after those of its bases.
    std::vector<OverlayEdit> read(int bases) {
        const std::optional<std::string> text = files_.read(origin_);
        if (!text) throw LiftError(origin_, 0, 0, "", "no such file", "an overlay is a folder with overlay.toml in it");
        const toml::table root = parse(*text);
        for (const auto& [key, node] : root)
            if (key.str() != "edit" && key.str() != "base") unknown(key);
        std::vector<OverlayEdit> edits;
        if (const toml::node* base = root.get("base")) edits = read_base(*base, bases);
        if (const toml::node* own = root.get("edit")) {
            const toml::array* array = own->as_array();
            if (array == nullptr) fail(own->source().begin, "'edit' must be tables [[edit]]");
            for (const toml::node& item : *array) read_edit(item, edits);
        }
        if (edits.empty()) fail({}, "the overlay has no edits");
        return edits;
    }

private:
    [[noreturn]] void fail(const toml::source_position& at, const std::string& message) const {
        throw LiftError(origin_, static_cast<unsigned>(at.line), static_cast<unsigned>(at.column), "", message, "");
    }

    [[noreturn]] void unknown(const toml::key& key) const {
        fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
    }

    std::string in_folder(const std::string& name) const {
        return (std::filesystem::path(folder_) / name).lexically_normal().generic_string();
    }

    toml::table parse(const std::string& text) const {
        try {
            return toml::parse(std::string_view(text), std::string_view(origin_));
        } catch (const toml::parse_error& error) {
            fail(error.source().begin, "not TOML: " + std::string(error.description()));
        }
    }

    std::vector<OverlayEdit> read_base(const toml::node& node, int bases) const {
        const std::string base = string(node, "base");
        if (bases >= max_bases) fail(node.source().begin, "too many overlays, each the base of the next");
        return OverlayReader(files_, in_folder(base)).read(bases + 1);
    }

    std::string string(const toml::node& node, const std::string& key) const {
        const std::optional<std::string> value = node.value_exact<std::string>();
        if (!value || value->empty()) fail(node.source().begin, "'" + key + "' must be a string that is not empty");
        return *value;
    }

    const ActionKey& action_of(const toml::table& table) const {
        const ActionKey* found = nullptr;
        for (const ActionKey& one : action_keys) {
            if (!table.contains(one.key)) continue;
            if (found != nullptr)
                fail(table.source().begin,
                     "an edit has one action, not both '" + std::string(found->key) + "' and '" + one.key + "'");
            found = &one;
        }
        if (found == nullptr) fail(table.source().begin, "the edit says no action");
        return *found;
    }

    void read_edit(const toml::node& node, std::vector<OverlayEdit>& edits) const {
        const toml::table* table = node.as_table();
        if (table == nullptr) fail(node.source().begin, "'edit' must be tables [[edit]]");
        const ActionKey& action = action_of(*table);
        const std::string companion = action.companion == nullptr ? "" : action.companion;
        for (const auto& [key, value] : *table)
            if (key.str() != "file" && key.str() != action.key && (companion.empty() || key.str() != companion))
                unknown(key);

        OverlayEdit edit;
        edit.action = action.action;
        edit.origin = origin_;
        edit.file = required(*table, "file");
        if (!is_path_in_tree(edit.file))
            fail(table->get("file")->source().begin, "'" + edit.file + "' is no path inside a tree");
        if (!companion.empty()) edit.to = required(*table, companion);
        if (edit.action == Action::replace_function) take_own_file(edit, *table->get("with"), edit.to);

        const toml::node& names = *table->get(action.key);
        if (const toml::array* list = action.takes_list ? names.as_array() : nullptr) {
            if (list->empty()) fail(names.source().begin, "'" + std::string(action.key) + "' names nothing");
            for (const toml::node& name : *list) edits.push_back(named(edit, name, action.key));
        } else {
            edits.push_back(named(edit, names, action.key));
        }
    }

    OverlayEdit named(OverlayEdit edit, const toml::node& name, const std::string& key) const {
        edit.name = string(name, key);
        edit.line = static_cast<unsigned>(name.source().begin.line);
        if (edit.action == Action::add_file || edit.action == Action::replace_file)
            take_own_file(edit, name, edit.name);
        return edit;
    }

    std::string required(const toml::table& table, const std::string& key) const {
        const toml::node* node = table.get(key);
        if (node == nullptr) fail(table.source().begin, "the key '" + key + "' is missing");
        return string(*node, key);
    }

    void take_own_file(OverlayEdit& edit, const toml::node& node, const std::string& name) const {
        if (name.find('/') != std::string::npos) fail(node.source().begin, "'" + name + "' is no file of the folder");
        edit.own = in_folder(name);
        std::optional<std::string> text = files_.read(edit.own);
        if (!text) fail(node.source().begin, "there is no file " + edit.own);
        if (text->size() > max_file_bytes) fail(node.source().begin, edit.own + " is larger than 4 MiB");
        edit.text = std::move(*text);
    }

    const SourceTree& files_;
    std::string folder_;
    std::string origin_;
};

// Any file of the disk, by the path a person wrote.
class Disk : public SourceTree {
public:
    std::optional<std::string> read(const std::string& path) const override {
        const std::filesystem::path whole(path);
        const std::filesystem::path folder = whole.parent_path();
        return FolderTree(folder.empty() ? "." : folder.string()).read(whole.filename().string());
    }
};

}  // namespace

Overlay read_overlay(const SourceTree& files, const std::string& folder) {
    return {OverlayReader(files, folder).read(0)};
}

Overlay read_overlay(const std::string& folder) { return read_overlay(Disk(), folder); }

}  // namespace entryproof::lift
