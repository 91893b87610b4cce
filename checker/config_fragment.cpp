// SPDX-License-Identifier: MIT
// Options are let go one after the other, as long as the story holds whatever those let go are.
#include "checker/config_fragment.h"

#include <algorithm>
#include <set>

namespace entryproof::checker {

namespace {

const std::string prefix = "CONFIG_";

using Options = std::set<std::string>;

Options options_of(const ir::Program& left, const ir::Program& right) {
    Options found;
    for (const ir::Program* program : {&left, &right})
        for (const auto& [name, cell] : program->cells)
            if (name.rfind(prefix, 0) == 0) found.insert(name);
    return found;
}

std::string kind_of(const Run& run, int event) {
    return event < 0 ? "nothing" : run.events[static_cast<std::size_t>(event)].kind;
}

class Search {
public:
    Search(const ir::Program& left, const ir::Program& right, const Scenario& scenario, const Disagreement& found)
        : left_(left), right_(right), scenario_(scenario), observer_(found.observer) {
        const Replay runs = replay(left, right, scenario);
        left_kind_ = kind_of(runs.left, found.left_event);
        right_kind_ = kind_of(runs.right, found.right_event);
    }

    // With every option in `free` off, with every one on, and with each alone the other way.
    bool holds_without(const Options& free) const {
        Scenario off = scenario_, on = scenario_;
        for (const std::string& option : free) {
            off.initial[option] = 0;
            on.initial[option] = 1;
            Scenario flipped = scenario_;
            flipped.initial[option] = flipped.initial[option] == 0 ? 1 : 0;
            if (!shows(flipped)) return false;
        }
        return shows(off) && shows(on);
    }

private:
    // The same root: who disagrees about what. "order" is no observer of its own there.
    bool shows(const Scenario& scenario) const {
        const Replay runs = replay(left_, right_, scenario);
        if (!runs.unfair.empty()) return false;
        std::vector<Disagreement> all = disagreements(runs.left, runs.right);
        if (observer_ != "order") all = roots(all, runs.left, runs.right);
        return std::any_of(all.begin(), all.end(), [&](const Disagreement& one) {
            return one.observer == observer_ && kind_of(runs.left, one.left_event) == left_kind_ &&
                   kind_of(runs.right, one.right_event) == right_kind_;
        });
    }

    const ir::Program& left_;
    const ir::Program& right_;
    const Scenario& scenario_;
    std::string observer_;
    std::string left_kind_;
    std::string right_kind_;
};

}  // namespace

std::vector<std::string> config_fragment(const ir::Program& left, const ir::Program& right, const Scenario& scenario,
                                         const Disagreement& found) {
    const Search search(left, right, scenario, found);
    Options free;
    std::vector<std::string> lines;
    for (const std::string& option : options_of(left, right)) {
        Options more = free;
        more.insert(option);
        if (search.holds_without(more)) {
            free = std::move(more);
            continue;
        }
        const auto value = scenario.initial.find(option);
        const bool is_on = value != scenario.initial.end() && value->second != 0;
        lines.push_back(is_on ? option + "=y" : "# " + option + " is not set");
    }
    return lines;
}

}  // namespace entryproof::checker
