// SPDX-License-Identifier: MIT
#include "checker/drift.h"

#include "checker/error.h"
#include "checker/tree_name.h"
#include "model/ir/printer.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace entryproof::checker {

namespace {

// What a printed function calls its own: parameters, locals, labels.
using OwnNames = std::set<std::string>;

void forget_places(ir::Body& body, OwnNames& own) {
    for (ir::Statement& statement : body) {
        statement.source = {};
        if (auto* branch = std::get_if<ir::If>(&statement.node)) {
            forget_places(branch->then_body, own);
            forget_places(branch->else_body, own);
        }
        if (auto* block = std::get_if<ir::Block>(&statement.node)) {
            own.insert(block->label);
            forget_places(block->body, own);
        }
    }
}

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '[' || c == ']'; }

// Own names by order of appearance.
std::string with_numbered_names(const std::string& text, const OwnNames& own) {
    std::map<std::string, std::size_t> numbers;
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_name_part(text[end])) ++end;
        const std::string name = text.substr(at, end - at);
        if (own.count(name)) {
            result += "#" + std::to_string(numbers.try_emplace(name, numbers.size()).first->second);
        } else {
            result += name;
        }
        if (end < text.size()) result += text[end++];
        at = end;
    }
    return result;
}

std::string fnv(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    std::string digits(16, '0');
    for (std::size_t at = 16; at-- > 0; hash >>= 4) digits[at] = "0123456789abcdef"[hash & 15];
    return digits;
}

// The numbers of the flags and what the masks hold, as if they were one function.
const char* const flag_layout = "flag layout";

std::string flags_hash(const ir::Program& program) {
    std::string text;
    for (const ir::FlagBit& bit : program.flag_bits) text += bit.name + "=" + std::to_string(bit.bit) + "\n";
    for (const ir::FlagMask& mask : program.flag_masks) text += mask.name + "=" + std::to_string(mask.value) + "\n";
    return fnv(text);
}

std::string flags_place(const ir::Program& program) {
    return program.flag_bits.empty() ? "" : ir::to_string(program.flag_bits.front().source);
}

// 7.3.4 as numbers, so that 6.12 comes after 6.1.
std::vector<unsigned> numbers_of(std::string_view release) {
    std::vector<unsigned> numbers(1);
    for (const char c : release) {
        if (c == '.') {
            numbers.push_back(0);
        } else if (std::isdigit(static_cast<unsigned char>(c))) {
            numbers.back() = numbers.back() * 10 + static_cast<unsigned>(c - '0');
        }
    }
    return numbers;
}

bool is_generic(const ir::Program& program) { return program.cells.count("thread_info.syscall_work") > 0; }

std::string arch_of(const LoadedPath& path) { return path.pair_name.substr(path.pair_name.rfind(':') + 1); }

// The rows of the release and model that are nearest.
std::vector<BaselineRow> nearest_rows(const LoadedPath& path) {
    const std::string arch = arch_of(path);
    const std::vector<unsigned> wanted = numbers_of(path.lifted->kernel_version);
    std::vector<BaselineRow> nearest;
    const auto is_nearer = [&](const BaselineRow& row) {
        if (nearest.empty()) return true;
        const auto here = numbers_of(row.release), best = numbers_of(nearest.front().release);
        if (best <= wanted) return here <= wanted && here > best;
        return here < best;
    };
    for (const BaselineRow& row : baseline_rows()) {
        if (row.arch != arch || (row.model.rfind("generic", 0) == 0) != is_generic(path.program)) continue;
        if (is_nearer(row)) nearest.clear();
        if (nearest.empty() || nearest.front().release == row.release) nearest.push_back(row);
    }
    return nearest;
}

std::string place_of(const lift::LiftedFunction& function) {
    return function.file + ":" + std::to_string(function.first_line);
}

}  // namespace

std::string word(Moved moved) {
    switch (moved) {
        case Moved::same_steps:
            return "other text, same steps";
        case Moved::changed:
            return "changed";
        case Moved::added:
            return "new";
        case Moved::gone:
            return "gone";
    }
    throw InternalError("a function has moved in one of four ways");
}

std::string steps_hash(const ir::Program& program, const std::string& name) {
    ir::Function function = program.functions.at(name);
    OwnNames own;
    function.source = {};
    forget_places(function.body, own);
    for (const ir::Parameter& parameter : function.parameters) own.insert(parameter.name);
    for (const ir::Local& local : function.locals) own.insert(local.name);
    // The order in which locals are declared is no step.
    std::string widths;
    for (const ir::Local& local : function.locals) widths += std::to_string(local.width) + " ";
    function.locals.clear();
    return fnv(widths + with_numbered_names(ir::to_string(function), own));
}

Drift drift_of(const LoadedPath& path) {
    if (!path.lifted)
        throw InputError("", 0, 0, path.name + " is built in: only a tree can move", "lift tree:DIR --drift");
    const std::vector<BaselineRow> rows = nearest_rows(path);
    if (rows.empty())
        throw InputError("", 0, 0, "no model of this path of " + arch_of(path) + " is built in to compare with",
                         "see 'entryproof list paths'");
    Drift drift{std::string(rows.front().model), std::string(rows.front().release), 0, {}};
    std::set<std::string> known;
    for (const BaselineRow& row : rows) {
        known.insert(std::string(row.function));
        if (row.function == flag_layout) {
            const bool same = flags_hash(path.program) == row.text_hash;
            if (!same) drift.functions.push_back({flag_layout, flags_place(path.program), Moved::changed});
            continue;
        }
        const auto& functions = path.lifted->functions;
        const auto found = std::find_if(functions.begin(), functions.end(), [&](const lift::LiftedFunction& function) {
            return function.name == row.function;
        });
        if (found == functions.end()) {
            drift.functions.push_back({std::string(row.function), std::string(row.place), Moved::gone});
        } else if (found->hash == row.text_hash) {
            ++drift.same;
        } else {
            const bool same = steps_hash(path.program, found->name) == row.steps_hash;
            drift.functions.push_back({found->name, place_of(*found), same ? Moved::same_steps : Moved::changed});
        }
    }
    for (const lift::LiftedFunction& function : path.lifted->functions)
        if (!known.count(function.name)) drift.functions.push_back({function.name, place_of(function), Moved::added});
    std::sort(drift.functions.begin(), drift.functions.end(), [](const MovedFunction& a, const MovedFunction& b) {
        return std::tie(a.moved, a.function) < std::tie(b.moved, b.function);
    });
    return drift;
}

std::string baseline_text(const LoadedPath& path) {
    std::string text;
    const std::string model = is_generic(path.program) ? "generic" : "legacy";
    for (const lift::LiftedFunction& function : path.lifted->functions)
        text += "        {\"" + path.lifted->kernel_version + "\", \"" + model + "\", \"" + arch_of(path) + "\", \"" +
                function.name + "\",\n         \"" + place_of(function) + "\", \"" + function.hash + "\", \"" +
                steps_hash(path.program, function.name) + "\"},\n";
    const std::string flags = flags_hash(path.program);
    return text + "        {\"" + path.lifted->kernel_version + "\", \"" + model + "\", \"" + arch_of(path) + "\", \"" +
           flag_layout + "\",\n         \"" + flags_place(path.program) + "\", \"" + flags + "\", \"" + flags +
           "\"},\n";
}

}  // namespace entryproof::checker
