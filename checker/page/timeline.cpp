// SPDX-License-Identifier: MIT
// Steps that both sides share long before the disagreement are folded away, so that it is seen without scrolling.
#include "checker/page/timeline.h"

#include "checker/layout.h"
#include "checker/story_step.h"
#include "spec/observer.h"

#include <algorithm>

namespace entryproof::checker::page {

namespace {

constexpr std::size_t shown_before_mark = 3;
constexpr const char* environment = "environment";

std::string lane_of(const Event& event) { return event.observer.empty() ? environment : event.observer; }

const Event* event_of(const Timeline& timeline, const Step& step, std::size_t column) {
    return event_at(timeline.columns[column].run, step.events[column]);
}

// Those that a told step belongs to, in the order of the spec; the environment last.
std::vector<std::string> lanes_of(const Timeline& timeline, const std::vector<Step>& steps) {
    const auto is_met = [&](const std::string& lane) {
        for (const Step& step : steps)
            for (std::size_t at = 0; at < timeline.columns.size(); ++at)
                if (const Event* event = event_of(timeline, step, at); event != nullptr && lane_of(*event) == lane)
                    return true;
        return false;
    };
    std::vector<std::string> lanes;
    for (const spec::Observer& observer : spec::observers())
        if (is_met(observer.name)) lanes.push_back(observer.name);
    for (const Step& step : steps)
        for (std::size_t at = 0; at < timeline.columns.size(); ++at)
            if (const Event* event = event_of(timeline, step, at); event != nullptr)
                if (const std::string lane = lane_of(*event);
                    lane != environment && std::find(lanes.begin(), lanes.end(), lane) == lanes.end())
                    lanes.push_back(lane);
    if (is_met(environment)) lanes.emplace_back(environment);
    return lanes;
}

class Teller {
public:
    explicit Teller(const Timeline& timeline)
        : timeline_(timeline), steps_(steps_of(timeline)), lanes_(lanes_of(timeline, steps_)) {}

    Markup tell() {
        html_.open("div", {{"class", timeline_.columns.size() == 2 ? "timeline two" : "timeline one"}}).newline();
        tell_heads();
        const std::size_t folded = folded_steps();
        if (folded != 0) {
            html_.open("details", {{"class", "fold"}});
            html_.element("summary", std::to_string(folded) + " earlier steps, the same on both sides");
            tell_steps(0, folded);
            html_.close().newline();
        }
        tell_steps(folded, steps_.size());
        if (timeline_.columns.size() == 2 && !timeline_.marked)
            html_.element("p", "Both sides show every observer the same.", {{"class", "agree"}});
        return html_.close().newline().finish();
    }

private:
    // Every one of them is shared: a step is folded only when nothing in it differs.
    std::size_t folded_steps() const {
        std::size_t same = 0;
        while (same < steps_.size() && is_shared(steps_[same])) ++same;
        if (same == steps_.size() || same <= shown_before_mark + 1) return 0;
        return same - shown_before_mark;
    }

    bool is_shared(const Step& step) const {
        return timeline_.columns.size() == 2 && !step.is_marked &&
               is_same_step(event_of(timeline_, step, 0), event_of(timeline_, step, 1));
    }

    void tell_heads() {
        html_.open("div", {{"class", "heads"}}).element("span", "step", {{"class", "number"}});
        for (const Column& column : timeline_.columns) {
            html_.open("span", {{"class", "lanes"}, {"aria-hidden", "true"}});
            for (const std::string& lane : lanes_) html_.element("i", lane);
            html_.close().element("b", column.name);
        }
        html_.close().newline();
    }

    void tell_steps(std::size_t begin, std::size_t end) {
        html_.open("ol", {{"start", std::to_string(begin + 1)}}).newline();
        for (std::size_t at = begin; at < end; ++at) tell_step(steps_[at], at + 1);
        html_.close().newline();
    }

    void tell_step(const Step& step, std::size_t number) {
        const std::string story = "story-" + std::to_string(timeline_.number);
        const std::string kind = step.is_marked ? " mark" : step.is_after ? " after" : "";
        Attributes attributes = {{"class", "step" + kind},
                                 {"id", story + (step.is_marked ? "-mark" : "-step-" + std::to_string(number))},
                                 {"data-step", std::to_string(number)},
                                 {"tabindex", "-1"}};
        html_.open("li", attributes);
        if (step.is_marked)
            html_.open("p", {{"class", "why"}})
                .element("b", "\u2260 first disagreement")
                .text(": " + disagreement_text(timeline_))
                .close();
        html_.element("span", std::to_string(number), {{"class", "number"}});
        for (std::size_t at = 0; at < timeline_.columns.size(); ++at) tell_side(step, at);
        html_.close().newline();
    }

    void tell_side(const Step& step, std::size_t column) {
        const Event* own = event_of(timeline_, step, column);
        const Event* other = timeline_.columns.size() == 2 ? event_of(timeline_, step, 1 - column) : nullptr;
        html_.open("span", {{"class", "lanes"}, {"aria-hidden", "true"}});
        for (const std::string& lane : lanes_)
            html_.element("i", "",
                          own != nullptr && lane_of(*own) == lane ? Attributes{{"class", "dot"}} : Attributes{});
        html_.close().open("div", {{"class", "event"}});
        if (own == nullptr)
            html_.element("div", step.is_marked ? "nothing" : "\u2014", {{"class", "nothing"}});
        else if (column == 1 && is_shared(step))
            html_.element("div", "the same", {{"class", "same"}}), tell_place(*own);
        else
            tell_event(*own, other);
        html_.close();
    }

    void tell_event(const Event& own, const Event* other) {
        html_.open("div", {{"class", "title"}});
        html_.element("span", lane_of(own) + ":", {{"class", "who"}});
        html_.text(" " + own.kind + (own.subject.empty() ? "" : " " + own.subject)).close();
        const std::vector<StepField> fields = fields_to_tell(own, other);
        if (!fields.empty()) {
            html_.open("div", {{"class", "fields"}});
            for (const StepField& field : fields) {
                if (field.differs)
                    html_.element("mark", "\u2260 " + field.text);
                else
                    html_.element("span", field.text);
                html_.text(" ");
            }
            html_.close();
        }
        for (const std::string& deed : deeds(own)) html_.element("div", "\u2192 " + deed, {{"class", "deed"}});
        tell_place(own);
    }

    // Where in the entry code; folded: the calls that led there.
    void tell_place(const Event& event) {
        html_.open("details", {{"class", "place"}});
        html_.element("summary", place_of(event));
        html_.open("ol");
        for (const ir::Source& frame : event.call_chain) html_.element("li", ir::to_string(frame));
        html_.element("li", ir::to_string(event.source));
        html_.close().close();
    }

    const Timeline& timeline_;
    const std::vector<Step> steps_;
    const std::vector<std::string> lanes_;
    Html html_;
};

std::string shown(const Run& run, int index) {
    const Event* event = event_at(run, index);
    return event == nullptr ? "nothing" : "\"" + event->kind + "\"";
}

}  // namespace

std::vector<Step> steps_of(const Timeline& timeline) {
    std::vector<Step> steps;
    if (timeline.columns.size() == 1) {
        const std::vector<Event>& events = timeline.columns[0].run.events;
        for (std::size_t at = 0; at < events.size(); ++at)
            if (!is_idle(&events[at])) steps.push_back({{static_cast<int>(at)}});
        return steps;
    }
    const Run& left = timeline.columns[0].run;
    const Run& right = timeline.columns[1].run;
    bool is_after = false;
    for (const Row& row : align({left, right, {}}, timeline.marked)) {
        if (is_idle(event_at(left, row.left)) && is_idle(event_at(right, row.right)) && !row.is_marked) continue;
        steps.push_back({{row.left, row.right}, row.is_marked, is_after});
        is_after = is_after || row.is_marked;
    }
    return steps;
}

std::string disagreement_text(const Timeline& timeline) {
    if (!timeline.marked) return "";
    const Disagreement& found = *timeline.marked;
    std::string text = found.observer + " sees " + shown(timeline.columns[0].run, found.left_event) + " on " +
                       timeline.columns[0].name + ", " + shown(timeline.columns[1].run, found.right_event) + " on " +
                       timeline.columns[1].name;
    return found.fields.empty() ? text : text + ", which differ in " + joined(found.fields, ", ");
}

Markup timeline(const Timeline& timeline) { return Teller(timeline).tell(); }

}  // namespace entryproof::checker::page
