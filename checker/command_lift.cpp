// SPDX-License-Identifier: MIT
// `lift`: what a path is made of, and its IR.
#include "checker/command.h"
#include "checker/layout.h"
#include "model/ir/printer.h"

#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

std::string listed(const std::set<std::string>& names) { return joined({names.begin(), names.end()}, " "); }

std::string function_text(const lift::LiftedFunction& function) {
    std::string text = function.file + ":" + std::to_string(function.first_line) + "-" +
                       std::to_string(function.last_line) + " " + function.name + " " + function.hash + "\n";
    if (!function.options.empty()) text += paragraph("    options: ", listed(function.options));
    if (!function.hooks.empty()) text += paragraph("    hooks:   ", listed(function.hooks));
    return text;
}

std::string text_of(const LoadedPath& path) {
    std::string text = path.name + ": " + path.origin + "\n";
    if (!path.lifted) {
        for (const auto& [name, function] : path.program.functions)
            text += ir::to_string(function.source) + " " + name + "\n";
        return text;
    }
    for (const lift::LiftedFunction& function : path.lifted->functions) text += function_text(function);
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
            functions.push_back({{"name", name}, {"source", ir::to_string(function.source)}});
        return functions;
    }
    for (const lift::LiftedFunction& function : path.lifted->functions)
        functions.push_back({{"name", function.name},
                             {"source", function.file + ":" + std::to_string(function.first_line)},
                             {"last_line", function.last_line},
                             {"hash", function.hash},
                             {"options", function.options},
                             {"hooks", function.hooks}});
    return functions;
}

std::string json_of(const LoadedPath& path, bool prints_ir) {
    nlohmann::ordered_json root = {
        {"version", 1},       {"kind", "path"},        {"exit", {{"code", 0}, {"word", "done"}}},
        {"path", path.name},  {"origin", path.origin}, {"functions", functions_json(path)},
        {"notes", path.notes}};
    root["abstracted"] = nlohmann::ordered_json::array();
    if (path.lifted)
        for (const lift::Abstracted& row : path.lifted->abstracted)
            root["abstracted"].push_back(
                {{"file", row.file}, {"line", row.line}, {"construct", row.construct}, {"why", row.why}});
    if (prints_ir) root["ir"] = ir::to_string(path.program);
    return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

Report run(const LiftCommand& command, Format format) {
    const LoadedPath path = load_path(command.path);
    if (format == Format::json) return {json_of(path, command.prints_ir), ExitCode::proved};
    return {command.prints_ir ? ir::to_string(path.program) : text_of(path), ExitCode::proved};
}

}  // namespace entryproof::checker
