// SPDX-License-Identifier: MIT
// Every scenario of a small space, one after the other, by the interpreter alone. A choice is made when a run asks for
// it, so what a path never asks is never multiplied; depth first, the last choice changing fastest.
//
// Actors are fair and, where they see something that the other side does not show, passive: the rules of
// checker/sharing.h, on numbers.
#pragma once

#include "checker/interpret.h"
#include "tests/checker/fair_oracle.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace entryproof::tests {

// What a name (of a start cell or an answer) may be; what is not listed is 0. An answer by history needs 0 among its
// values: it is what a passive actor answers.
using Space = std::map<std::string, std::vector<std::uint64_t>>;

class Choices {
public:
    // The value for `key` in this round: one of `values`, the same whenever it is asked for again.
    std::uint64_t pick(std::uint64_t key, const std::vector<std::uint64_t>& values) {
        const auto known = made_.find(key);
        if (known != made_.end()) return known->second;
        if (next_ == turns_.size()) turns_.push_back({0, values.size()});
        const std::uint64_t value = values[turns_[next_++].at];
        made_.emplace(key, value);
        return value;
    }

    // On to the next round; false when there is none.
    bool advance() {
        made_.clear();
        turns_.resize(next_);
        next_ = 0;
        while (!turns_.empty() && turns_.back().at + 1 == turns_.back().count) turns_.pop_back();
        if (turns_.empty()) return false;
        ++turns_.back().at;
        return true;
    }

private:
    struct Turn {
        std::size_t at;
        std::size_t count;
    };
    std::vector<Turn> turns_;
    std::size_t next_ = 0;
    std::map<std::uint64_t, std::uint64_t> made_;
};

class ChoosingOracle : public checker::Oracle {
public:
    // `other`: what the side that ran before was asked; null for the first side.
    ChoosingOracle(Choices& choices, const Space& space, const ChoosingOracle* other)
        : choices_(choices), space_(space), other_(other) {}

    std::uint64_t answer(const checker::Event& event, unsigned occurrence, const std::string& name,
                         ir::Width) override {
        if (event.answers.empty()) question_ = ask(event, occurrence);
        const auto values = space_.find(name);
        if (values == space_.end()) return 0;
        const bool is_function = event.sharing == ir::Sharing::function;
        if (!is_function && other_ != nullptr && other_->asked_.count(question_) == 0) return 0;
        const std::uint64_t value = choices_.pick(mix(question_, name), values->second);
        if (!is_function && value != 0) acted_.insert(question_);
        return value;
    }

    std::uint64_t undefined(const std::string&, const std::string&, ir::Width) override { return 0; }

    // No actor did anything after what `second` never showed it.
    bool is_passive_beside(const ChoosingOracle& second) const {
        for (const std::uint64_t question : acted_)
            if (second.asked_.count(question) == 0) return false;
        return true;
    }

private:
    std::uint64_t ask(const checker::Event& event, unsigned occurrence) {
        const bool is_function = event.sharing == ir::Sharing::function;
        std::uint64_t hash = mix(is_function ? 1 : histories_[event.observer], event.hook + "/" + event.kind);
        if (!is_function) hash = mix(hash, std::uint64_t{occurrence});
        for (const checker::FieldValue& field : event.fields)
            if (field.shown || is_function) hash = mix(mix(hash, field.name), field.value);
        if (is_function) return hash;
        histories_[event.observer] = hash;
        asked_.insert(hash);
        return hash;
    }

    Choices& choices_;
    const Space& space_;
    const ChoosingOracle* other_;
    std::uint64_t question_ = 0;
    std::map<std::string, std::uint64_t> histories_;
    std::set<std::uint64_t> asked_;
    std::set<std::uint64_t> acted_;
};

// Runs both programs in every scenario of `space` that `may_start` admits and calls `visit`. Gives their number.
inline std::uint64_t enumerate(const ir::Program& left, const ir::Program& right, const Space& space,
                               const std::function<bool(checker::Values&)>& may_start,
                               const std::function<void(const checker::Run&, const checker::Run&)>& visit) {
    const auto own = [](const ir::Program& program, const checker::Values& start) {
        checker::Values values;
        for (const auto& [name, value] : start)
            if (program.cells.count(name) != 0) values.emplace(name, value);
        return values;
    };
    Choices choices;
    std::uint64_t count = 0;
    do {
        checker::Values start;
        for (const auto& [name, values] : space)
            if (left.cells.count(name) != 0 || right.cells.count(name) != 0)
                start[name] = choices.pick(mix(std::uint64_t{0}, "start " + name), values);
        if (!may_start(start)) continue;
        ChoosingOracle left_actors(choices, space, nullptr);
        const checker::Run left_run = checker::interpret(left, own(left, start), left_actors);
        ChoosingOracle right_actors(choices, space, &left_actors);
        const checker::Run right_run = checker::interpret(right, own(right, start), right_actors);
        if (!left_actors.is_passive_beside(right_actors)) continue;
        ++count;
        visit(left_run, right_run);
    } while (choices.advance());
    return count;
}

}  // namespace entryproof::tests
