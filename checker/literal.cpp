// SPDX-License-Identifier: MIT
// Ranks: options, then facts of the start, then decision points of the left run, then those of the right; whatever only
// holds when all is over comes late, and so do comparisons of two names.
#include "checker/literal.h"

#include "checker/condition.h"
#include "model/environment/environment.h"
#include "model/ir/builder.h"
#include "spec/assumption.h"

#include <algorithm>
#include <map>
#include <set>

namespace entryproof::checker {

namespace {

const std::string right_prefix = "right.";

bool starts_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

std::string without_right(const std::string& name) {
    return starts_with(name, right_prefix) ? name.substr(right_prefix.size()) : name;
}

unsigned rank_of(const std::string& name) {
    if (starts_with(name, "right.now.")) return 6;
    if (starts_with(name, "now.")) return 5;
    if (starts_with(name, right_prefix)) return 4;
    for (const environment::Fact& point : environment::decision_points())
        if (point.cell == name) return 2;
    const bool is_option = name[0] >= 'A' && name[0] <= 'Z';
    return is_option ? 0 : 1;
}

// seen.exit_stop -> "exit stop"
std::string kind_seen(const std::string& name) {
    const std::string point = without_right(name);
    if (!starts_with(point, "seen.")) return "";
    std::string kind = point.substr(std::string("seen.").size());
    if (kind == "sys_enter" || kind == "sys_exit") return kind;
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return kind;
}

class Collector {
public:
    Collector(Terms& terms, const CellTerms& initial, const Comparison& comparison)
        : terms_(terms), initial_(initial), comparison_(comparison) {}

    std::vector<Atom> all() {
        const std::map<std::string, ir::Width>& names = spec::outcome_vocabulary().names;
        std::map<std::string, std::vector<std::string>> related;  // the same flag at different times
        std::vector<std::pair<unsigned, std::string>> ranked;
        for (const auto& [name, width] : names) ranked.emplace_back(rank_of(name), name);
        std::sort(ranked.begin(), ranked.end());
        for (const auto& [rank, name] : ranked) {
            const ir::Width width = names.at(name);
            const ir::ExpressionRef value = ir::read(name, width);
            if (width == 1) {
                add({name, "!" + name, outcome(value), rank, kind_seen(name)});
                const std::string flag = without_right(name);
                related[flag.substr(flag.find('.') + 1)].push_back(name);
                continue;
            }
            for (const std::uint64_t number : {std::uint64_t{0}, ir::mask_of(width)}) {
                const std::string text = number == 0 ? "0" : "-1";
                add({name + " == " + text, name + " != " + text, outcome(ir::equal(value, ir::constant(width, number))),
                     rank + 1});
            }
        }
        for (const auto& [flag, same] : related)
            for (std::size_t i = 0; i < same.size(); ++i)
                for (std::size_t j = i + 1; j < same.size(); ++j) add_pair(same[i], same[j]);
        std::stable_sort(atoms_.begin(), atoms_.end(), [](const Atom& a, const Atom& b) { return a.rank < b.rank; });
        return std::move(atoms_);
    }

private:
    Term outcome(const ir::ExpressionRef& condition) { return outcome_term(terms_, condition, initial_, comparison_); }

    // Whether a flag changed on the way. Not for what both sides saw: that would restate the difference.
    void add_pair(const std::string& one, const std::string& other) {
        if (!kind_seen(one).empty() || starts_with(one, right_prefix) || starts_with(other, right_prefix)) return;
        add({one + " == " + other, one + " != " + other, outcome(ir::equal(ir::read(one, 1), ir::read(other, 1))), 7});
    }

    void add(Atom atom) {
        if (terms_.is_constant(atom.holds)) return;
        if (known_.count(atom.holds) != 0 || known_.count(terms_.negation(atom.holds)) != 0) return;
        known_.insert(atom.holds);
        atoms_.push_back(std::move(atom));
    }

    Terms& terms_;
    const CellTerms& initial_;
    const Comparison& comparison_;
    std::set<Term> known_;
    std::vector<Atom> atoms_;
};

}  // namespace

std::vector<Atom> atoms_of(Terms& terms, const CellTerms& initial, const Comparison& comparison) {
    return Collector(terms, initial, comparison).all();
}

bool may_say(const Atom& atom, bool positive, const RootShape& shape) {
    return positive || atom.needed.empty() || (atom.needed != shape.left && atom.needed != shape.right);
}

}  // namespace entryproof::checker
