// SPDX-License-Identifier: MIT
// A patch's counterpart has its theme. What is gone from one patch and new in another has moved.
#include "checker/series/against.h"

#include <algorithm>
#include <tuple>

namespace entryproof::checker {

namespace {

const JudgedSeriesPatch* counterpart(const JudgedSeriesPatch& patch, const SeriesVerdict& other) {
    for (const JudgedSeriesPatch& one : other.patches)
        if (one.patch->theme == patch.patch->theme) return &one;
    return nullptr;
}

// One difference of one series, where it shows.
struct Shown {
    std::size_t column;
    const SeriesDifference* difference;
    const JudgedSeriesPatch* patch;
};

bool is_same(const Shown& a, const Shown& b) {
    const auto key = [](const Shown& one) {
        const Difference& d = one.difference->difference;
        return std::tie(one.column, d.observer, d.left, d.right, d.fields);
    };
    return key(a) == key(b);
}

std::vector<Shown> shown_by(const SeriesVerdict& series) {
    std::vector<Shown> all;
    for (const JudgedSeriesPatch& patch : series.patches)
        for (std::size_t column = 0; column < patch.columns.size(); ++column)
            for (const SeriesDifference& one : patch.columns[column].differences) all.push_back({column, &one, &patch});
    return all;
}

// Takes the first that is the same out of `others`, of the counterpart alone or of any patch.
const JudgedSeriesPatch* take(const Shown& wanted, std::vector<Shown>& others, bool of_counterpart) {
    const auto found = std::find_if(others.begin(), others.end(), [&](const Shown& one) {
        return is_same(one, wanted) && (!of_counterpart || one.patch->patch->theme == wanted.patch->patch->theme);
    });
    if (found == others.end()) return nullptr;
    const JudgedSeriesPatch* patch = found->patch;
    others.erase(found);
    return patch;
}

SeriesDelta delta(const Shown& one, const std::string& first, const std::string& second) {
    return {series_columns()[one.column].name, one.difference->words, one.difference->known_as, first, second};
}

std::string named(const JudgedSeriesPatch& patch) { return patch.after + " " + patch.patch->subject; }

std::string verdict_of(const JudgedSeriesPatch& patch, std::size_t column) {
    const ColumnVerdict& verdict = patch.columns[column];
    return verdict.is_covered ? premerge::word(verdict.verdict) : "not covered";
}

void compare_patches(const SeriesVerdict& first, const SeriesVerdict& second, std::vector<std::string>& lines) {
    for (const JudgedSeriesPatch& patch : first.patches) {
        const JudgedSeriesPatch* other = counterpart(patch, second);
        if (other == nullptr) {
            lines.push_back(named(patch) + ": no counterpart in " + second.series->name);
            continue;
        }
        for (std::size_t column = 0; column < patch.columns.size(); ++column) {
            const std::string was = verdict_of(patch, column), is = verdict_of(*other, column);
            if (was != is)
                lines.push_back(patch.after + " " + was + ", " + other->after + " " + is + " (" +
                                series_columns()[column].name + "): " + other->patch->subject);
        }
    }
    for (const JudgedSeriesPatch& patch : second.patches)
        if (counterpart(patch, first) == nullptr)
            lines.push_back(named(patch) + ": no counterpart in " + first.series->name);
}

}  // namespace

SeriesAgainst against(const SeriesVerdict& first, const SeriesVerdict& second) {
    SeriesAgainst made;
    std::vector<Shown> others = shown_by(second);
    // Counterparts take theirs before others look for what has moved.
    std::vector<Shown> left = shown_by(first);
    std::erase_if(left, [&](const Shown& one) { return take(one, others, true) != nullptr; });
    for (const Shown& one : left) {
        const JudgedSeriesPatch* there = take(one, others, false);
        (there == nullptr ? made.vanished : made.moved)
            .push_back(delta(one, one.patch->after, there == nullptr ? "" : there->after));
    }
    for (const Shown& one : others) made.appeared.push_back(delta(one, "", one.patch->after));
    compare_patches(first, second, made.patches);
    return made;
}

}  // namespace entryproof::checker
