// SPDX-License-Identifier: MIT
// `list`: what can be named on the command line, in conditions and in scenarios.
#include "checker/command.h"
#include "checker/error.h"
#include "checker/layout.h"
#include "checker/whole.h"
#include "model/environment/environment.h"
#include "model/kernel/arch.h"
#include "model/lift/vocabulary.h"
#include "model/paths/paths.h"
#include "model/series/series.h"
#include "spec/assumption.h"
#include "spec/difference.h"
#include "spec/invariant.h"
#include "spec/observer.h"
#include "spec/property.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

// One line of a list: a name, and what is to be said about it. A kernel function also says how the lifter treats it,
// and the declaration that it is expected to have.
struct Row {
    std::string name;
    std::string text;
    std::string treatment = "";
    std::string declaration = "";
};
using Rows = std::vector<Row>;

void collect_hooks(const ir::Body& body, std::map<std::string, ir::Hook>& hooks) {
    for (const ir::Statement& statement : body) {
        if (const auto* hook = std::get_if<ir::Hook>(&statement.node)) hooks.emplace(hook->name, *hook);
        if (const auto* branch = std::get_if<ir::If>(&statement.node)) {
            collect_hooks(branch->then_body, hooks);
            collect_hooks(branch->else_body, hooks);
        }
        if (const auto* block = std::get_if<ir::Block>(&statement.node)) collect_hooks(block->body, hooks);
    }
}

std::map<std::string, ir::Hook> event_hooks() {
    std::map<std::string, ir::Hook> hooks;
    for (const ir::Program& program : whole_programs({load_path("legacy"), load_path("generic")}))
        for (const auto& [name, function] : program.functions) collect_hooks(function.body, hooks);
    return hooks;
}

Rows paths() {
    Rows rows;
    for (const paths::PathInfo& info : paths::built_in_paths()) rows.push_back({info.name, info.description});
    for (const series::SeriesPath& info : series::series_paths()) rows.push_back({info.name, info.description});
    rows.push_back({"tree:DIR[:ARCH]", "lifted from the kernel tree in DIR; ARCH is arm64 unless said otherwise"});
    rows.push_back({"tree:DIR+OVERLAY[:ARCH]", "the same with an overlay laid over it (examples/conversion)"});
    rows.push_back(
        {"git:REPO@REV[+OVERLAY][:ARCH]", "the same at a revision of a repository, read without a checkout"});
    return rows;
}

Rows observers() {
    Rows rows;
    for (const spec::Observer& observer : spec::observers()) rows.push_back({observer.name, observer.sees});
    return rows;
}

Rows hooks() {
    Rows rows;
    for (const auto& [name, hook] : event_hooks()) {
        std::vector<std::string> answers;
        for (const ir::Answer& answer : hook.answers) answers.push_back(answer.name);
        rows.push_back(
            {name, (hook.observer.empty() ? "seen by nobody" : hook.observer + " sees \"" + hook.kind + "\"") +
                       (answers.empty() ? "; no answer" : "; answers: " + joined(answers, " "))});
    }
    return rows;
}

std::string kind_text(spec::AssumptionKind kind) {
    switch (kind) {
        case spec::AssumptionKind::invariant:
            return "invariant";
        case spec::AssumptionKind::premise:
            return "premise";
        case spec::AssumptionKind::limit:
            return "limit";
    }
    throw InternalError("an assumption is of one of three kinds");
}

Rows assumptions() {
    Rows rows;
    for (const spec::Assumption& row : spec::assumptions())
        rows.push_back({row.name, row.text + " (" + kind_text(row.kind) + ": " + row.why + ")"});
    return rows;
}

// Those of arm64, which has them all.
Rows properties() {
    Rows rows;
    for (const spec::Property& row : spec::properties(kernel::arch("arm64")))
        rows.push_back({row.id, row.name + ": " + row.sentence + " (" + row.source + ")"});
    return rows;
}

Rows invariants() {
    Rows rows;
    for (const spec::Invariant& row : spec::invariants()) rows.push_back({row.name, row.text});
    return rows;
}

Rows differences() {
    Rows rows;
    for (const spec::DeclaredDifference& row : spec::built_in_differences()) {
        const std::string fields = row.fields.empty() ? "" : " in " + joined(row.fields, " ");
        rows.push_back({row.name, row.left_path + " and " + row.right_path + ", " + row.observer + ": \"" + row.left +
                                      "\" and \"" + row.right + "\"" + fields + " when " +
                                      (row.condition.empty() ? "always" : row.condition) + ". " + row.reason});
    }
    return rows;
}

// The kernel functions that the lifter takes by their meaning, the names that conditions and the start of a scenario
// may hold, then the names of numbers.
Rows vocabulary() {
    Rows rows;
    for (const lift::KernelFunction& row : lift::kernel_functions())
        rows.push_back({row.name, row.why, row.treatment, row.declaration});
    for (const environment::Fact& fact : environment::start_facts()) rows.push_back({fact.cell, fact.meaning});
    for (const environment::Fact& fact : environment::decision_points()) rows.push_back({fact.cell, fact.meaning});
    const auto is_listed = [&](const std::string& name) {
        return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
    };
    for (const auto& [name, width] : spec::start_vocabulary().names)
        if (!is_listed(name)) rows.push_back({name, std::to_string(width) + (width == 1 ? " bit" : " bits")});
    for (const auto& [name, value] : environment::named_numbers()) rows.push_back({name, std::to_string(value)});
    return rows;
}

using Lister = Rows (*)();

const std::vector<std::pair<std::string, Lister>>& listers() {
    static const std::vector<std::pair<std::string, Lister>> table = {{"paths", paths},
                                                                      {"observers", observers},
                                                                      {"hooks", hooks},
                                                                      {"assumptions", assumptions},
                                                                      {"invariants", invariants},
                                                                      {"properties", properties},
                                                                      {"differences", differences},
                                                                      {"vocabulary", vocabulary}};
    return table;
}

Rows rows_of(const std::string& what) {
    for (const auto& [name, lister] : listers())
        if (name == what) return lister();
    throw InternalError("what can be listed was checked with the command line");
}

std::string text_of(const Row& row) {
    if (row.treatment.empty()) return row.text;
    return row.treatment + ": " + row.text + "; " +
           (row.declaration.empty() ? "no function of the kernel" : row.declaration);
}

std::string text_of(const Rows& rows) {
    std::size_t width = 0;
    for (const Row& row : rows) width = std::max(width, row.name.size());
    width = std::min<std::size_t>(width, 26);
    std::string text;
    for (const Row& row : rows) {
        if (row.name.size() > width) text += row.name + "\n";
        text += paragraph((row.name.size() > width ? std::string(width, ' ') : padded(row.name, width)) + "  ",
                          text_of(row));
    }
    return text;
}

}  // namespace

const std::vector<std::string>& listable() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> found;
        for (const auto& [name, lister] : listers()) found.push_back(name);
        return found;
    }();
    return names;
}

Report run(const ListCommand& command, Format format) {
    const Rows rows = rows_of(command.what);
    if (format == Format::text)
        return {rows.empty() ? "there are no " + command.what + "\n" : text_of(rows), ExitCode::proved};
    nlohmann::ordered_json root = {{"version", 1},
                                   {"kind", "list"},
                                   {"exit", {{"code", 0}, {"word", "done"}}},
                                   {"list", command.what},
                                   {"items", nlohmann::ordered_json::array()}};
    for (const Row& row : rows) {
        nlohmann::ordered_json item = {{"name", row.name}, {"text", row.text}};
        if (!row.treatment.empty()) item["treatment"] = row.treatment;
        if (!row.declaration.empty()) item["declaration"] = row.declaration;
        root["items"].push_back(std::move(item));
    }
    return {root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n", ExitCode::proved};
}

}  // namespace entryproof::checker
