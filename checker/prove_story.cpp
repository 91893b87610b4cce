// SPDX-License-Identifier: MIT
#include "checker/prove_story.h"

#include "checker/condition.h"
#include "checker/config_fragment.h"
#include "checker/error.h"
#include "checker/minimise.h"
#include "model/ir/builder.h"

#include <algorithm>
#include <cstdio>

namespace entryproof::checker {

namespace {

std::string kind_of(const Run& run, int event) {
    return event < 0 ? "nothing" : run.events[static_cast<std::size_t>(event)].kind;
}

// The disagreement of the replay that the story is about. A story that does not show it is our bug.
Disagreement marked(const Replay& replay, const RootShape& shape) {
    if (!replay.unfair.empty()) throw InternalError("a counterexample is unfair: " + replay.unfair.front());
    for (const Disagreement& found : disagreements(replay.left, replay.right))
        if (found.observer == shape.observer && kind_of(replay.left, found.left_event) == shape.left &&
            kind_of(replay.right, found.right_event) == shape.right)
            return found;
    throw InternalError("the replay of a counterexample does not show " + to_string(shape));
}

// What is asked for one story: a title and what it demands beside the root itself.
struct Plot {
    std::string title;
    Term condition;
};

class Storyteller {
public:
    Storyteller(const Question& question, const Roots& roots, const std::vector<AllowedRoot>& allowed,
                const Comparison& comparison, const CellTerms& initial, const std::vector<ir::Program>& programs,
                const Result& result)
        : question_(question),
          roots_(roots),
          allowed_(allowed),
          comparison_(comparison),
          initial_(initial),
          programs_(programs),
          result_(result) {}

    // A story for each plot that is possible; at least one, from the finding itself.
    std::vector<Story> stories(const FoundShape& found) const {
        std::vector<Story> told;
        const Term root = roots_.not_allowed(found.shape, allowed_);
        const std::vector<Plot> plots = found.fields.empty() ? by_body() : by_field(found);
        for (const Plot& plot : plots) {
            const Term condition = question_.terms.both(root, plot.condition);
            const Finding possible = find(question_, "story." + to_string(found.shape) + "." + plot.title, condition);
            if (possible.outcome.sat()) told.push_back(story(found.shape, plot.title, condition, possible));
        }
        if (told.empty()) told.push_back(story(found.shape, "", root, found.finding));
        return told;
    }

private:
    std::vector<Plot> by_body() const {
        const Term ran = outcome_term(question_.terms, ir::read("seen.body", 1), initial_, comparison_);
        return {{"the body was skipped", question_.terms.negation(ran)}, {"the body ran", ran}};
    }

    // One field alone, where that is possible.
    std::vector<Plot> by_field(const FoundShape& found) const {
        std::vector<Plot> plots;
        for (const std::string& field : found.fields)
            plots.push_back({"only " + field + " differs", roots_.within_fields(found.shape, {field})});
        return plots;
    }

    Story story(const RootShape& shape, const std::string& title, Term condition, const Finding& possible) const {
        return minimal_story({question_, comparison_, programs_, result_}, shape, title, condition, possible);
    }

    const Question& question_;
    const Roots& roots_;
    const std::vector<AllowedRoot>& allowed_;
    const Comparison& comparison_;
    const CellTerms& initial_;
    const std::vector<ir::Program>& programs_;
    const Result& result_;
};

std::string joined_fields(const std::vector<std::string>& fields) {
    std::string text;
    for (const std::string& field : fields) text += (text.empty() ? "" : ", ") + field;
    return text;
}

}  // namespace

std::string summary_of(const Difference& difference) {
    if (difference.observer == "order")
        return "the left shows '" + difference.left + "' where the right shows '" + difference.right + "' first";
    if (!difference.fields.empty())
        return "both show '" + difference.left + "' but differ in " + joined_fields(difference.fields);
    return "the left shows '" + difference.left + "', the right '" + difference.right + "'";
}

Story replayed_story(const std::vector<ir::Program>& programs, const RootShape& shape, const std::string& title,
                     Scenario scenario) {
    Story told;
    told.title = title;
    told.scenario = std::move(scenario);
    told.replay = replay(programs[0], programs[1], told.scenario);
    told.disagreement = marked(told.replay, shape);
    told.config = config_fragment(programs[0], programs[1], told.scenario, told.disagreement);
    return told;
}

Story minimal_story(const StoryContext& context, const RootShape& shape, const std::string& title, Term condition,
                    const Finding& possible) {
    Scenario scenario = minimal_scenario(context.question, "minimise." + to_string(shape), context.comparison,
                                         condition, possible, {500'000, 2, true});
    scenario.left = context.result.left;
    scenario.right = context.result.right;
    scenario.summary = to_string(shape);
    return replayed_story(context.programs, shape, title, std::move(scenario));
}

std::string difference_id(const std::string& left, const std::string& right, const Difference& difference) {
    std::uint32_t hash = 2166136261u;
    const auto add = [&hash](const std::string& text) {
        for (const char c : text + "\n") hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    };
    for (const std::string& text : {left, right, difference.observer, difference.left, difference.right}) add(text);
    for (const std::string& field : difference.fields) add(field);
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", hash);
    return digits;
}

std::vector<Difference> undeclared_differences(const Question& question, const Roots& roots,
                                               const std::vector<AllowedRoot>& allowed,
                                               const std::vector<std::string>& observers, const Comparison& comparison,
                                               const CellTerms& initial, const std::vector<ir::Program>& programs,
                                               Result& result) {
    const Storyteller teller(question, roots, allowed, comparison, initial, programs, result);
    std::vector<Difference> differences;
    for (const FoundShape& found : find_shapes(question, "roots", roots, allowed, observers)) {
        if (!found.finding.outcome.sat()) {
            result.claims.push_back(
                {"root." + to_string(found.shape), Verdict::unknown, "one syscall", {}, found.finding.outcome.reason});
            continue;
        }
        Difference difference;
        difference.observer = found.shape.observer;
        difference.left = found.shape.left;
        difference.right = found.shape.right;
        difference.fields = found.fields;
        difference.id = difference_id(result.left, result.right, difference);
        difference.summary = summary_of(difference);
        difference.stories = teller.stories(found);
        differences.push_back(std::move(difference));
    }
    return differences;
}

}  // namespace entryproof::checker
