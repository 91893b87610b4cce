// SPDX-License-Identifier: MIT
#include "checker/page/story_figure.h"

#include "checker/number_text.h"
#include "checker/page/timeline.h"
#include "checker/story_step.h"

#include <set>

namespace entryproof::checker::page {

namespace {

class Figure {
public:
    Figure(const Timeline& timeline, const Scenario& scenario) : timeline_(timeline), scenario_(scenario) {}

    Markup tell(const std::vector<std::string>& config, const std::vector<std::string>& unfair) {
        html_.open("div", {{"class", "story"}}).newline();
        for (const std::string& reason : unfair) html_.element("p", "unfair: " + reason, {{"class", "flaw"}});
        html_.add(timeline(timeline_));
        html_.open("aside").newline();
        tell_differing_fields();
        tell_list("How it starts", start_parts(scenario_));
        tell_list("Kernel options it hangs on", config);
        tell_acts();
        tell_end();
        return html_.close().newline().close().newline().finish();
    }

private:
    void tell_list(const std::string& heading, const std::vector<std::string>& items) {
        if (items.empty()) return;
        html_.element("h4", heading).open("ul");
        for (const std::string& item : items) html_.element("li", item);
        html_.close().newline();
    }

    void tell_differing_fields() {
        if (!timeline_.marked || timeline_.marked->fields.empty()) return;
        const Event* left = event_at(timeline_.columns[0].run, timeline_.marked->left_event);
        const Event* right = event_at(timeline_.columns[1].run, timeline_.marked->right_event);
        if (left == nullptr || right == nullptr) return;
        html_.element("h4", "Fields that differ");
        open_table("field");
        for (const std::string& field : timeline_.marked->fields)
            row(field, value_of(*left, field), value_of(*right, field));
        html_.close().close().newline();
    }

    // field_text() without the name.
    static std::string value_of(const Event& event, const std::string& field) {
        const std::string text = field_text(event, field, Spelling::plain);
        return text.substr(text.find(' ') + 1);
    }

    void open_table(const std::string& what) {
        html_.open("table").open("thead").open("tr").element("th", what, {{"scope", "col"}});
        for (const Column& column : timeline_.columns) html_.element("th", column.name, {{"scope", "col"}});
        html_.close().close().open("tbody");
    }

    void row(const std::string& name, const std::string& left, const std::string& right) {
        html_.open("tr").element("th", name, {{"scope", "row"}}).element("td", left).element("td", right).close();
    }

    // What actors did before it, in order: with the start this is all that made it.
    void tell_acts() {
        std::vector<std::string> acts;
        std::set<std::string> told;
        std::size_t number = 0;
        for (const Step& step : steps_of(timeline_)) {
            ++number;
            if (step.is_marked) break;
            for (std::size_t at = 0; at < timeline_.columns.size(); ++at) {
                const Event* event = event_at(timeline_.columns[at].run, step.events[at]);
                if (event == nullptr) continue;
                for (const std::string& deed : deeds(*event)) {
                    const std::string act = std::to_string(number) + ". " + actor_of(*event) + " " + deed;
                    if (told.insert(act).second) acts.push_back(act);
                }
            }
        }
        tell_list(timeline_.marked ? "Acts that lead to it" : "Acts", acts);
    }

    static std::string actor_of(const Event& event) { return event.observer.empty() ? event.kind : event.observer; }

    // The rest is bookkeeping of the environment.
    static bool is_kernel_state(const std::string& cell) {
        return cell.rfind("regs.", 0) == 0 || cell.rfind("task.", 0) == 0 || cell.rfind("thread_info.", 0) == 0;
    }

    // A run does not know how wide its cells are: a large number is told as bits.
    static std::string value_text(const std::string& cell, std::uint64_t value) {
        return value > 0xffff ? plain_number_text("x", value, 64) : number_text(cell, value, 64);
    }

    // State of the task in which the two ends differ.
    void tell_end() {
        if (timeline_.columns.size() != 2) return;
        const Values& left = timeline_.columns[0].run.final;
        const Values& right = timeline_.columns[1].run.final;
        std::vector<std::string> cells;
        for (const auto& [cell, value] : left)
            if (const auto found = right.find(cell);
                found != right.end() && found->second != value && is_kernel_state(cell))
                cells.push_back(cell);
        if (cells.empty()) return;
        html_.element("h4", "State that differs at the end");
        open_table("cell");
        for (const std::string& cell : cells)
            row(cell, value_text(cell, left.at(cell)), value_text(cell, right.at(cell)));
        html_.close().close().newline();
    }

    const Timeline& timeline_;
    const Scenario& scenario_;
    Html html_;
};

}  // namespace

Markup story_figure(const StoryView& view, unsigned number) {
    const Timeline timeline{{{view.left, view.replay.left}, {view.right, view.replay.right}}, view.marked, number};
    return Figure(timeline, view.scenario).tell(view.config, view.replay.unfair);
}

Markup run_figure(const std::string& path, const Scenario& scenario, const Run& run, unsigned number) {
    const Timeline timeline{{{path, run}}, std::nullopt, number};
    return Figure(timeline, scenario).tell({}, {});
}

}  // namespace entryproof::checker::page
