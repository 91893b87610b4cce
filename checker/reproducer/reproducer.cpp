// SPDX-License-Identifier: MIT
#include "checker/reproducer/reproducer.h"

#include "checker/event_text.h"
#include "checker/layout.h"
#include "checker/reproducer/c_text.h"

namespace entryproof::checker::reproducer {

namespace {

std::string kind_at(const Run& run, int index) {
    return index < 0 ? "nothing" : run.events[static_cast<std::size_t>(index)].kind;
}

std::vector<std::string> places(const Run& run, int index) {
    if (index >= 0) return {place_of(run.events[static_cast<std::size_t>(index)])};
    return {};
}

std::string quoted(const std::string& kind) { return kind == "nothing" ? kind : "\"" + kind + "\""; }

Told told_of(const Story& story, const Wanted& wanted) {
    Told told;
    told.left = story.left.name;
    told.right = story.right.name;
    const std::vector<std::string>& fields = story.disagreement.fields;
    told.title = wanted.observer + " sees " + quoted(wanted.left) + " on " + told.left + " and " +
                 quoted(wanted.right) + " on " + told.right +
                 (fields.empty() ? "" : ", which differ in " + joined(fields, ", ")) + ".";
    if (!story.scenario.summary.empty()) told.paragraphs.push_back(story.scenario.summary);
    if (!story.config.empty()) told.paragraphs.push_back("It hangs on " + joined(story.config, ", ") + ".");
    told.left_places = places(story.replay.left, story.disagreement.left_event);
    told.right_places = places(story.replay.right, story.disagreement.right_event);
    return told;
}

void require_native_arm64(const LoadedPath& path) {
    if (path.program.functions.count("el0_svc") == 0)
        throw CannotBeMade(path.name + " is not a path of arm64, and reproducers run there");
}

// What comes in another order is seen by two observers, each of which sees the same on both. A judgement of rseq is no
// event that a program could date.
void require_visible_order(const Story& story) {
    if (story.disagreement.observer != "order") return;
    const Run& left = story.replay.left;
    const Run& right = story.replay.right;
    for (const auto& [run, index] :
         {std::make_pair(&left, story.disagreement.left_event), std::make_pair(&right, story.disagreement.right_event)})
        if (index >= 0 && run->events[static_cast<std::size_t>(index)].observer == "rseq")
            throw CannotBeMade("every observer by itself sees the same on both; whether \"" +
                               kind_at(left, story.disagreement.left_event) + "\" or \"" +
                               kind_at(right, story.disagreement.right_event) +
                               "\" comes first shows to no program, for the check leaves no mark of its time");
}

}  // namespace

Reproducer reproducer(const Story& story) {
    require_native_arm64(story.left);
    require_native_arm64(story.right);
    require_visible_order(story);
    const Wanted wanted = {story.disagreement.observer, kind_at(story.replay.left, story.disagreement.left_event),
                           kind_at(story.replay.right, story.disagreement.right_event)};
    Prediction prediction =
        predict(story.left.program, story.right.program, situations(story.scenario, story.replay), wanted);
    std::string text = c_text(told_of(story, wanted), prediction);
    return {std::move(text), std::move(prediction)};
}

}  // namespace entryproof::checker::reproducer
