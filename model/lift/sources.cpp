// SPDX-License-Identifier: MIT
#include "model/lift/sources.h"

#include <algorithm>
#include <sstream>

namespace entryproof::lift {

namespace {

constexpr std::size_t max_files = 20000;
constexpr std::size_t max_construct = 60;

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash);
}

// "a/b/../c" as "a/c"; nothing when it leaves the tree.
std::optional<std::string> normalised(const std::string& path) {
    std::vector<std::string> parts;
    std::istringstream stream(path);
    for (std::string part; std::getline(stream, part, '/');) {
        if (part.empty() || part == ".") continue;
        if (part != "..") {
            parts.push_back(part);
        } else if (parts.empty()) {
            return std::nullopt;
        } else {
            parts.pop_back();
        }
    }
    std::string joined;
    for (const std::string& part : parts) joined += (joined.empty() ? "" : "/") + part;
    return joined;
}

// The words after `generic-y +=` and `mandatory-y +=` in a Kbuild file.
void add_wrapped(const std::optional<std::string>& kbuild, std::set<std::string>& headers) {
    std::istringstream lines(kbuild.value_or(""));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string list, plus, header;
        words >> list >> plus;
        if (plus == "+=" && (list == "generic-y" || list == "mandatory-y"))
            while (words >> header) headers.insert(header);
    }
}

std::string shortened(std::string_view text, Offset at) {
    std::string construct(text.substr(at, text.substr(at).find('\n')));
    if (construct.size() > max_construct) construct = construct.substr(0, max_construct) + "...";
    return construct;
}

}  // namespace

std::optional<FileId> Sources::file(const std::string& path) {
    const auto [entry, fresh] = by_path_.try_emplace(path, std::nullopt);
    if (!fresh) return entry->second;
    std::optional<std::string> text = tree_.read(path);
    if (!text) return std::nullopt;
    if (text->size() > max_file_bytes)
        throw LiftError(path, 0, 0, "", "the file is larger than 4 MiB", "is this kernel source?");
    const FileId id = add(path, std::move(*text));
    by_path_[path] = id;
    return id;
}

FileId Sources::add(std::string path, std::string text) {
    if (files_.empty()) heads_.reserve(1u << 17);
    if (files_.size() >= max_files) throw LiftError(path, 0, 0, "", "too many files are included", "");
    const FileId id = static_cast<FileId>(files_.size());
    files_.push_back(std::make_unique<File>(File{std::move(path), std::move(text), {}, {}, {}}));
    File& file = *files_.back();
    file.index = index_file(file.text);
    file.resolved.resize(file.index.includes.size());
    if (file.index.too_deep) throw LiftError(file.path, 0, 0, "", "#if is nested too deeply", "");
    for (std::uint32_t item = 0; item < file.index.items.size(); ++item) {
        const auto [head, fresh] = heads_.try_emplace(file.index.items[item].name, none);
        named_.push_back({id, item, head->second});
        head->second = static_cast<std::uint32_t>(named_.size() - 1);
    }
    return id;
}

std::uint32_t Sources::first_named(std::string_view name) const {
    const auto found = heads_.find(name);
    return found == heads_.end() ? none : found->second;
}

const std::set<std::string>& Sources::wrapped() {
    if (!wrapped_) {
        wrapped_.emplace();
        add_wrapped(tree_.read("include/asm-generic/Kbuild"), *wrapped_);
        add_wrapped(tree_.read("arch/" + arch_ + "/include/asm/Kbuild"), *wrapped_);
    }
    return *wrapped_;
}

std::optional<FileId> Sources::resolve(FileId from, const Include& include) {
    const auto index = static_cast<std::size_t>(&include - files_[from]->index.includes.data());
    if (!files_[from]->resolved[index]) {
        const std::optional<FileId> found = resolve_new(from, include);
        files_[from]->resolved[index] = found;
    }
    return *files_[from]->resolved[index];
}

std::optional<FileId> Sources::resolve_new(FileId from, const Include& include) {
    if (include.quoted) {
        const std::string folder = folder_of(path(from));
        if (const auto beside = normalised(folder + "/" + std::string(include.path)))
            if (const auto found = file(*beside)) return found;
    }
    const auto [entry, fresh] = by_header_.try_emplace(std::string(include.path), std::nullopt);
    if (!fresh) return entry->second;
    const std::optional<FileId> found = search(include);
    by_header_[std::string(include.path)] = found;
    if (!found) missing_.insert(std::string(include.path));
    return found;
}

// scripts/Makefile.asm-headers and LINUXINCLUDE: the architecture first, then its generated wrappers, then the rest.
std::optional<FileId> Sources::search(const Include& include) {
    const std::string name(include.path);
    const std::string here = "arch/" + arch_ + "/include/";
    std::vector<std::string> places = {here + name};
    const bool is_asm = name.rfind("asm/", 0) == 0;
    const std::string bare = is_asm ? name.substr(4) : name;
    if (is_asm && wrapped().count(bare)) places.push_back("include/asm-generic/" + bare);
    places.insert(places.end(), {"include/" + name, here + "uapi/" + name});
    if (is_asm) places.insert(places.end(), {"include/asm-generic/" + bare, "include/uapi/asm-generic/" + bare});
    places.push_back("include/uapi/" + name);
    if (name.rfind("uapi/asm/", 0) == 0) places.push_back("include/uapi/asm-generic/" + name.substr(9));
    for (const std::string& place : places)
        if (const auto path = normalised(place))
            if (const auto found = file(*path)) return found;
    return std::nullopt;
}

Position Sources::position(FileId file, Offset at) const {
    const File& source = *files_[file];
    if (source.lines.empty()) {
        source.lines.push_back(0);
        for (Offset here = 0; here < source.text.size(); ++here)
            if (source.text[here] == '\n') source.lines.push_back(here + 1);
    }
    const auto after = std::upper_bound(source.lines.begin(), source.lines.end(), at);
    return {static_cast<unsigned>(after - source.lines.begin()), at - *(after - 1) + 1};
}

namespace {

// NAME, or NAME(a, b, ...) when the parenthesis follows at once.
Macro parse_macro(std::string_view text, FileId file, const Item& item) {
    Macro macro;
    Offset body = item.body;
    bool behind_name = false, is_named = false;
    if (body < item.end && text[body] == '(') {
        macro.takes_arguments = true;
        std::size_t close = text.find(')', body);
        if (close == std::string_view::npos || close > item.end) close = item.end;
        for (const Token& token : tokenise(text, file, body + 1, static_cast<Offset>(close))) {
            if (token.text == "...") {
                macro.variadic = true;
                is_named = behind_name;
            } else if (token.kind == Token::Kind::identifier) {
                macro.parameters.push_back(token.text);
            }
            behind_name = token.kind == Token::Kind::identifier;
        }
        body = static_cast<Offset>(close) + 1;
    }
    macro.body = tokenise(text, file, body, item.end);
    if (!is_named || macro.parameters.empty()) return macro;
    // #define M(x, rest...): the rest has a name instead of __VA_ARGS__.
    for (Token& token : macro.body)
        if (token.text == macro.parameters.back()) token.text = "__VA_ARGS__";
    macro.parameters.pop_back();
    return macro;
}

}  // namespace

const Macro& Sources::macro(FileId file, const Item& item) {
    const auto found = macros_.find(&item);
    if (found != macros_.end()) return found->second;
    return macros_[&item] = parse_macro(text(file), file, item);
}

std::string_view Sources::keep(std::string text) { return kept_.emplace_back(std::move(text)); }

LiftError Sources::error(FileId file, Offset at, const std::string& reason, const std::string& hint) const {
    const Position where = position(file, at);
    return LiftError(path(file), where.line, where.column, shortened(text(file), at), reason, hint);
}

}  // namespace entryproof::lift
