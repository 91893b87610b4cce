// SPDX-License-Identifier: MIT
// `lift`: what a path is made of, its IR, its picture, and how far it has moved from the built-in model.
#include "checker/command.h"
#include "checker/drift.h"
#include "checker/layout.h"
#include "checker/lift_dot.h"
#include "model/ir/printer.h"

#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

std::string listed(const std::set<std::string>& names) { return joined({names.begin(), names.end()}, " "); }

// Statements of the IR, those inside others too.
std::size_t steps_of(const ir::Body& body) {
    std::size_t steps = body.size();
    for (const ir::Statement& statement : body) {
        if (const auto* branch = std::get_if<ir::If>(&statement.node))
            steps += steps_of(branch->then_body) + steps_of(branch->else_body);
        if (const auto* block = std::get_if<ir::Block>(&statement.node)) steps += steps_of(block->body);
    }
    return steps;
}

std::size_t steps_of(const LoadedPath& path, const std::string& function) {
    return steps_of(path.program.functions.at(function).body);
}

unsigned lines_of(const lift::LiftedFunction& function) { return function.last_line - function.first_line + 1; }

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string function_text(const LoadedPath& path, const lift::LiftedFunction& function) {
    std::string text = function.file + ":" + std::to_string(function.first_line) + "-" +
                       std::to_string(function.last_line) + " " + function.name + " " + function.hash + ", " +
                       counted(lines_of(function), "line") + ", " + counted(steps_of(path, function.name), "step") +
                       "\n";
    if (!function.options.empty()) text += paragraph("    options: ", listed(function.options));
    if (!function.hooks.empty()) text += paragraph("    hooks:   ", listed(function.hooks));
    return text;
}

std::string text_of(const LoadedPath& path) {
    std::string text = path.name + ": " + path.origin + "\n";
    if (!path.lifted) {
        for (const auto& [name, function] : path.program.functions)
            text +=
                ir::to_string(function.source) + " " + name + ", " + counted(steps_of(function.body), "step") + "\n";
        return text;
    }
    for (const lift::LiftedFunction& function : path.lifted->functions) text += function_text(path, function);
    for (const lift::Abstracted& row : path.lifted->abstracted)
        text +=
            paragraph("left out: ", row.file + ":" + std::to_string(row.line) + ": " + row.construct + ": " + row.why);
    for (const std::string& note : path.notes) text += paragraph("note: ", note);
    return text;
}

nlohmann::ordered_json functions_json(const LoadedPath& path) {
    nlohmann::ordered_json functions = nlohmann::ordered_json::array();
    if (!path.lifted) {
        for (const auto& [name, function] : path.program.functions)
            functions.push_back(
                {{"name", name}, {"source", ir::to_string(function.source)}, {"steps", steps_of(function.body)}});
        return functions;
    }
    for (const lift::LiftedFunction& function : path.lifted->functions)
        functions.push_back({{"name", function.name},
                             {"source", function.file + ":" + std::to_string(function.first_line)},
                             {"last_line", function.last_line},
                             {"lines", lines_of(function)},
                             {"steps", steps_of(path, function.name)},
                             {"hash", function.hash},
                             {"options", function.options},
                             {"hooks", function.hooks}});
    return functions;
}

std::string drift_text(const LoadedPath& path, const Drift& drift) {
    std::string text = path.name + ": " + path.origin + "\ncompared with the source of '" + drift.model + "', linux " +
                       drift.release + "\n";
    for (const MovedFunction& row : drift.functions)
        text += row.place + " " + row.function + ": " + word(row.moved) + "\n";
    return text + counted(drift.same, "function") + " the same, " + std::to_string(drift.functions.size()) + " not\n";
}

nlohmann::ordered_json drift_json(const Drift& drift) {
    nlohmann::ordered_json functions = nlohmann::ordered_json::array();
    for (const MovedFunction& row : drift.functions)
        functions.push_back({{"name", row.function}, {"source", row.place}, {"moved", word(row.moved)}});
    return {{"model", drift.model}, {"release", drift.release}, {"same", drift.same}, {"functions", functions}};
}

std::string json_of(const LoadedPath& path, const LiftCommand& command) {
    nlohmann::ordered_json root = {
        {"version", 1},       {"kind", "path"},        {"exit", {{"code", 0}, {"word", "done"}}},
        {"path", path.name},  {"origin", path.origin}, {"functions", functions_json(path)},
        {"notes", path.notes}};
    root["abstracted"] = nlohmann::ordered_json::array();
    if (path.lifted)
        for (const lift::Abstracted& row : path.lifted->abstracted)
            root["abstracted"].push_back(
                {{"file", row.file}, {"line", row.line}, {"construct", row.construct}, {"why", row.why}});
    if (command.prints_ir) root["ir"] = ir::to_string(path.program);
    if (command.prints_dot) root["dot"] = dot_of(path);
    if (command.prints_drift) root["drift"] = drift_json(drift_of(path));
    return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

Report run(const LiftCommand& command, Format format) {
    const LoadedPath path = load_path(command.path);
    if (format == Format::json) return {json_of(path, command), ExitCode::proved};
    if (command.prints_ir) return {ir::to_string(path.program), ExitCode::proved};
    if (command.prints_dot) return {dot_of(path), ExitCode::proved};
    return {command.prints_drift ? drift_text(path, drift_of(path)) : text_of(path), ExitCode::proved};
}

}  // namespace entryproof::checker
