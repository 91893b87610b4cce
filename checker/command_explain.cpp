// SPDX-License-Identifier: MIT
// `explain`: tells a counterexample again, from a scenario or from the JSON of `prove`, and replays it.
#include "checker/command.h"
#include "checker/config_fragment.h"

#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/interference/acts.h"
#include "checker/json_tree.h"
#include "checker/layout.h"
#include "checker/output.h"
#include "checker/page/story_page.h"
#include "checker/reproducer/reproducer.h"
#include "checker/reproducer/situation.h"
#include "checker/story.h"
#include "checker/whole.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

struct Told {
    Scenario scenario;
    std::string observer = {};   // whose disagreement it is about; empty: not said
    std::string id = {};         // of the difference in a result
    std::string condition = {};  // of the difference
};

// When a difference occurs, as far as the result knows: `diff` says how good its condition is, `prove` has declared
// ones.
std::string condition_of(const nlohmann::json& difference) {
    const std::string condition = difference.at("condition").get<std::string>();
    if (!difference.contains("exact")) return condition;
    if (const std::string reason = difference.at("undecided"); !reason.empty()) return "not decided: " + reason;
    const auto always = [](const std::string& text) { return text.empty() ? "always" : text; };
    if (difference.at("exact").get<bool>()) return always(condition);
    return "at most when: " + always(difference.at("at_most").get<std::string>());
}

bool is_result(const JsonNode& root) {
    return std::any_of(root.members.begin(), root.members.end(), [](const JsonNode::Member& member) {
        return member.key == "kind" && member.value.text == "result";
    });
}

[[noreturn]] void refuse_number(unsigned wanted, unsigned count) {
    InputError error("", 0, 0, "there is no story " + std::to_string(wanted),
                     "the file holds " + std::to_string(count) + (count == 1 ? " story" : " stories"));
    error.is_usage = true;
    throw error;
}

[[noreturn]] void refuse_id(const std::string& id) {
    InputError error("", 0, 0, "there is no story of a difference " + id,
                     "the ids stand in the result, one a difference");
    error.is_usage = true;
    throw error;
}

// `id`: count those of this difference only; empty: all.
Told story_of_result(const std::string& text, const std::string& file, unsigned wanted, const std::string& id) {
    unsigned count = 0;
    try {
        const nlohmann::json root = nlohmann::json::parse(text);
        for (const nlohmann::json& difference : root.at("differences"))
            for (const nlohmann::json& story : difference.at("stories"))
                if ((id.empty() || difference.at("id") == id) && ++count == wanted)
                    return {parse_scenario(story.dump(), file + " (story " + std::to_string(wanted) + ")"),
                            difference.at("observer").get<std::string>(), difference.at("id").get<std::string>(),
                            condition_of(difference)};
    } catch (const nlohmann::json::exception& error) {
        throw InputError(file, 0, 0, "not a result of prove: " + std::string(error.what()));
    }
    if (count == 0 && !id.empty()) refuse_id(id);
    refuse_number(wanted, count);
}

Told read(const ExplainCommand& command) {
    const std::string text = read_input_file(command.file);
    if (is_result(parse_json(text, command.file)))
        return story_of_result(text, command.file, command.story, command.id);
    if (!command.id.empty()) refuse_id(command.id);
    if (command.story != 1) refuse_number(command.story, 1);
    return {parse_scenario(text, command.file)};
}

std::optional<Disagreement> disagreement_of(const Told& told, const Replay& runs) {
    if (told.observer.empty()) return first_disagreement(runs);
    for (const Disagreement& found : disagreements(runs.left, runs.right))
        if (found.observer == told.observer) return found;
    return std::nullopt;
}

std::string kind(const Run& run, int index) {
    return index < 0 ? "nothing" : run.events[static_cast<std::size_t>(index)].kind;
}

struct Judgement {
    std::string text;
    bool holds = false;
};

// A story must be fair and end in the disagreement it is about.
Judgement judge(const Told& told, const Replay& runs, const std::optional<Disagreement>& found) {
    std::string text;
    for (const std::string& reason : runs.unfair) text += paragraph("unfair: ", reason);
    if (!runs.unfair.empty()) return {text + "replayed: the actors answer differently to the same question\n", false};
    const std::string who = told.observer.empty() ? "no observer" : told.observer;
    if (!found)
        return {"replayed: " + who + (told.observer.empty() ? " sees" : " does not see") + " a disagreement\n", false};
    std::string fields = found->fields.empty() ? "" : ", which differ in " + joined(found->fields, " ");
    return {paragraph("replayed: ", found->observer + " sees \"" + kind(runs.left, found->left_event) + "\" on " +
                                        told.scenario.left + " and \"" + kind(runs.right, found->right_event) +
                                        "\" on " + told.scenario.right + fields),
            true};
}

std::vector<std::string> config_of(const Told& told, const std::optional<Disagreement>& found,
                                   const std::vector<ir::Program>& whole) {
    if (!found) return {};
    return config_fragment(whole[0], whole[1], told.scenario, *found);
}

std::string story_text(const Told& told, const Replay& runs, const std::optional<Disagreement>& found,
                       const std::vector<ir::Program>& whole) {
    std::string text = told.scenario.summary.empty() ? "" : paragraph("", told.scenario.summary);
    for (const std::string& line : story_lines(
             {told.scenario.left, told.scenario.right, told.scenario, runs, found, config_of(told, found, whole)}))
        text += line + "\n";
    return text;
}

// The whole C program, before anything is written.
std::string reproducer_of(const ExplainCommand& command, const Told& told, const std::vector<LoadedPath>& paths,
                          const std::vector<ir::Program>& whole) {
    const auto refuse = [&](const std::string& why) -> InputError {
        return {command.file, 0, 0, "this story cannot be run on a real kernel: " + why,
                "nothing was written; the story itself is told without --reproducer"};
    };
    if (interference::has_acts(told.scenario)) throw refuse("others act between two reads, which no program can time");
    const Replay runs = replay(whole[0], whole[1], told.scenario);
    const std::optional<Disagreement> found = disagreement_of(told, runs);
    if (!runs.unfair.empty()) throw refuse("its actors answer differently to the same question");
    if (!found) throw refuse("it shows no disagreement");
    try {
        return reproducer::reproducer({told.scenario, runs, *found,
                                       config_fragment(whole[0], whole[1], told.scenario, *found), paths[0], paths[1]})
            .text;
    } catch (const reproducer::CannotBeMade& reason) {
        throw refuse(reason.what());
    }
}

std::string explanation_json(const Told& told, const Judgement& judgement, const ExplainCommand& command,
                             ExitCode exit) {
    nlohmann::ordered_json root = {
        {"version", 1},
        {"kind", "explanation"},
        {"exit", {{"code", static_cast<int>(exit)}, {"word", word(exit)}}},
        {"observer", told.observer},
        {"scenario", nlohmann::ordered_json::parse(to_json(told.scenario))},
    };
    if (!command.reproducer_file.empty()) root["reproducer"] = command.reproducer_file;
    if (command.replays) root["replay"] = {{"disagrees", judgement.holds}, {"text", judgement.text}};
    return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

Report run(const ExplainCommand& command, Format format) {
    const Told told = read(command);
    if (told.scenario.left.empty() || told.scenario.right.empty())
        throw InputError(command.file, 0, 0, "the scenario names no pair of paths",
                         "'entryproof trace PATH --scenario FILE' runs it on one path");
    const std::vector<LoadedPath> paths = {load_path(told.scenario.left), load_path(told.scenario.right)};
    const std::vector<ir::Program> whole = whole_programs(paths, told.scenario);
    require_known_names(told.scenario, whole, command.file);
    const Replay runs = replay(whole[0], whole[1], told.scenario);
    const std::optional<Disagreement> found = disagreement_of(told, runs);
    const Judgement judgement = judge(told, runs, found);
    const ExitCode exit = command.replays && !judgement.holds ? ExitCode::internal : ExitCode::proved;
    if (!command.reproducer_file.empty() && exit == ExitCode::proved)
        write_file(command.reproducer_file, reproducer_of(command, told, paths, whole));
    const std::string page = command.makes_page
                                 ? page::story_page({{told.scenario.left, told.scenario.right, told.scenario, runs,
                                                      found, config_of(told, found, whole)},
                                                     told.observer,
                                                     told.id,
                                                     told.condition,
                                                     judgement.text,
                                                     judgement.holds,
                                                     paths,
                                                     whole,
                                                     command.file})
                                 : "";
    if (format == Format::json) return {explanation_json(told, judgement, command, exit), exit, page};
    std::string text = command.quiet ? "" : story_text(told, runs, found, whole);
    if (command.replays) text += judgement.text;
    if (exit != ExitCode::proved) text += std::string(word(exit)) + "\n";
    return {text, exit, page};
}

}  // namespace entryproof::checker
