// SPDX-License-Identifier: MIT
// The follower on numbers: one run beside a given run of the free side, with the others' acts at chosen times. The
// rules are those of follower.h and sharing.h, written again for the interpreter; nothing is shared with the formulas.
#pragma once

#include "checker/interference/acts.h"
#include "checker/interpret.h"
#include "checker/scenario.h"
#include "model/environment/act_points.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker::interference {

// Where one choice was made, and how far that was.
struct Choice {
    unsigned taken = 0;    // acts done there
    unsigned allowed = 0;  // at most
    Event place;           // the hook call
    unsigned done = 0;     // acts done afterwards, of all
};

struct Followed {
    Run run;
    std::vector<Choice> choices;
    bool is_late = false;          // an act stands behind an event that it stood before
    bool needs_long_list = false;  // more acts at one place than a list holds
};

class Following : public Oracle, public Watcher {
public:
    // `branches`: the follower may choose even where the sequence of events has come to differ.
    Following(const Run& free, const Scenario& scenario, const environment::ActPoints& points, bool branches);

    // With the given number of acts at the first places of choice and none at the others.
    Followed run(const Values& initial, const std::vector<unsigned>& taken);

    std::uint64_t answer(const Event& event, unsigned occurrence, const std::string& name, ir::Width width) override;
    std::uint64_t undefined(const std::string& function, const std::string& variable, ir::Width width) override;
    void enters(const ir::Function&) override {}
    void leaves(const ir::Function&) override {}
    void reads(const std::string&) override {}
    void decides(const ir::Expression&) override {}
    void happens(const Event& event) override;

private:
    using Question = std::pair<std::string, Values>;

    std::uint64_t acts(const Event& event);
    std::uint64_t list_of(unsigned count);
    unsigned allowed_now() const;
    const Event* same_history(const Event& event) const;
    const Event* same_unobserved(const Event& event) const;
    static Question question(const Event& event);

    const Run& free_;
    const Scenario& scenario_;
    const environment::ActPoints& points_;
    bool branches_;
    ActsDone acts_;
    std::vector<const Event*> free_events_;                            // observed, in order
    std::map<Question, const Event*> free_answers_;                    // of functions
    std::map<std::string, std::vector<const Event*>> free_histories_;  // by observer; "hook:NAME" for unobserved ones

    // Of the run that goes on.
    std::vector<unsigned> taken_;
    Followed result_;
    unsigned done_ = 0;
    unsigned matched_ = 0;  // observed events so far, as long as they are the same
    bool is_same_ = true;
    std::map<std::string, std::vector<Event>> histories_;
};

}  // namespace entryproof::checker::interference
