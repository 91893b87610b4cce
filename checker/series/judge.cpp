// SPDX-License-Identifier: MIT
// State after state -> one comparison -> each column's question -> differences, claims, layouts, costs.
#include "checker/series/judge.h"

#include "checker/condition.h"
#include "checker/error.h"
#include "checker/evaluate.h"
#include "checker/flag_layout.h"
#include "checker/jobs.h"
#include "checker/premerge/words.h"
#include "checker/premises.h"
#include "checker/prove_story.h"
#include "checker/series/claims.h"
#include "checker/vacuity.h"
#include "checker/whole.h"
#include "model/ir/equal.h"
#include "spec/assumption.h"
#include "spec/change.h"

#include <algorithm>
#include <map>

namespace entryproof::checker {

using premerge::ClaimVerdict;
using premerge::PatchVerdict;

namespace {

// What is known of a patch: by the file, or built in.
std::vector<spec::KnownChange> known_changes(const std::string& path, const SeriesOptions& options,
                                             const SeriesColumn& column) {
    if (options.no_expect) return {};
    try {
        const std::vector<spec::KnownChange> all = options.expect_file
                                                       ? spec::parse_changes(options.expect_text, *options.expect_file)
                                                       : spec::built_in_changes();
        return spec::changes_of(all, path, column.dropped);
    } catch (const spec::KnownChangeError& error) {
        throw InputError(error.file, error.line, error.column, error.message);
    }
}

// A column that needs no solver.
ColumnVerdict settled(const SeriesColumn& column, PatchVerdict verdict, const std::string& reason) {
    ColumnVerdict made;
    made.is_covered = column.not_covered.empty();
    made.verdict = verdict;
    made.reason = made.is_covered ? reason : column.not_covered;
    return made;
}

// Two states with everything that the columns share.
class Pair {
public:
    Pair(const LoadedPath& before, const LoadedPath& after, const SeriesOptions& options)
        : before_(before),
          after_(after),
          options_(options),
          programs_(proof_programs(before, after)),
          initial_(shared_cells(terms_, programs_[0], programs_[1])),
          comparison_(
              compare_under(terms_, programs_, initial_, premises_of(terms_, initial_, {}, {}), solver(), log_)),
          roots_(terms_, comparison_) {}

    ColumnVerdict ask(const SeriesColumn& column) {
        if (!column.not_covered.empty()) return settled(column, PatchVerdict::undecided, "");
        const std::vector<spec::KnownChange> known = known_changes(after_.name, options_, column);
        // The lemmas of the comparison lean on everything but invariants.
        for (const spec::Assumption& one : spec::assumptions())
            check(one.kind == spec::AssumptionKind::invariant ||
                      std::find(column.dropped.begin(), column.dropped.end(), one.name) == column.dropped.end(),
                  "a column of the series drops invariants only");
        if (first_ && answers(*first_, column, known)) return *first_;
        const Premises premises = premises_of(terms_, initial_, {}, column.dropped);
        const Question question = question_about(terms_, comparison_, premises, solver(), log_);
        ColumnVerdict verdict;
        verdict.is_covered = true;
        const Coverage coverage = check_coverage(question, comparison_, false);
        if (coverage.claim.verdict != Verdict::proved) {
            verdict.is_vacuous = coverage.claim.verdict == Verdict::vacuous;
            verdict.reason = coverage.claim.reason;
            return verdict;
        }
        look(question, premises, known, verdict);
        if (!first_) {
            first_ = verdict;
            first_known_ = known;
        }
        return verdict;
    }

    std::vector<JudgedSeriesClaim> claims(const series::Patch& patch, const std::vector<ColumnVerdict>& columns) {
        return judged_claims(patch, columns, [&](const series::Seen& seen, const SeriesColumn& column) {
            const Premises premises = premises_of(terms_, initial_, {}, column.dropped);
            const Question question = question_about(terms_, comparison_, premises, solver(), log_);
            return find(question, "claim", occurrence(seen)).outcome;
        });
    }

    const QueryLog& log() const { return log_; }

private:
    SolverOptions solver() const {
        SolverOptions made;
        made.rlimit = options_.rlimit;
        made.timeout_ms = options_.timeout_ms;
        return made;
    }

    // Whether the verdict of the first column is that of another: it leans on nothing that is dropped there, every run
    // that it found is one there too, and the same is known.
    bool answers(const ColumnVerdict& first, const SeriesColumn& column,
                 const std::vector<spec::KnownChange>& known) const {
        const auto is_dropped = [&](const std::string& name) {
            return std::find(column.dropped.begin(), column.dropped.end(), name) != column.dropped.end();
        };
        return !first.is_undecided && first.flaws.empty() && known.size() == first_known_.size() &&
               std::none_of(first.assumptions.begin(), first.assumptions.end(), is_dropped);
    }

    void look(const Question& question, const Premises& premises, const std::vector<spec::KnownChange>& known,
              ColumnVerdict& verdict) {
        std::vector<RootShape> found;
        bool undecided = false;
        for (const spec::KnownChange& one : known) {
            const Outcome occurs = find(question, "known", roots_.of_shape(shape_of(one))).outcome;
            if (occurs.sat()) found.push_back(shape_of(one));
            if (occurs.unsat()) verdict.flaws.push_back({SeriesFlaw::Kind::stale, one.name(), "no run shows it"});
            undecided = undecided || occurs.unknown();
        }
        undecided = !find_others(question, premises, found, verdict) || undecided;
        for (const RootShape& shape : found)
            verdict.differences.push_back(difference(question, premises, shape, known, verdict));
        for (const spec::KnownChange& one : known)
            undecided = !check_condition(question, premises, one, verdict) || undecided;
        undecided = undecided || verdict.is_undecided;
        verdict.is_undecided = undecided;
        verdict.verdict = !verdict.differences.empty() ? PatchVerdict::changed
                          : undecided                  ? PatchVerdict::undecided
                                                       : PatchVerdict::unchanged;
        verdict.reason = verdict.verdict == PatchVerdict::unchanged   ? "proved for one syscall"
                         : verdict.verdict == PatchVerdict::undecided ? "the solver did not decide it"
                         : undecided                                  ? "and what else is undecided"
                                     : "in a run without these nobody sees a difference, proved for one syscall";
    }

    // Adds root after root until a run without all of them shows none. False: the solver did not decide that. The user,
    // who sees the final state and is by far the hardest to decide, is asked for alone, at last.
    bool find_others(const Question& question, const Premises& premises, std::vector<RootShape>& found,
                     ColumnVerdict& verdict) {
        for (const bool of_user : {false, true})
            for (;;) {
                Term other = terms_.truth(false);
                for (const RootShape& shape : roots_.shapes())
                    if ((shape.observer == "user") == of_user) other = terms_.either(other, roots_.of_shape(shape));
                for (const RootShape& shape : found)
                    other = terms_.both(other, terms_.negation(roots_.of_shape(shape)));
                const Refuted refuted = find_with_fewest(question, of_user ? "others.user" : "others", other);
                if (refuted.finding.outcome.unknown()) return false;
                if (refuted.finding.outcome.unsat()) {
                    lean_on(premises, refuted, verdict);
                    break;
                }
                found.push_back(earliest(refuted.finding.assignment));
            }
        return true;
    }

    // What was refuted leans on these, beside what every answer leans on.
    void lean_on(const Premises& premises, const Refuted& refuted, ColumnVerdict& verdict) const {
        for (const std::string& name : names_of(premises, comparison_, refuted.used).assumptions)
            if (std::find(verdict.assumptions.begin(), verdict.assumptions.end(), name) == verdict.assumptions.end())
                verdict.assumptions.push_back(name);
        std::sort(verdict.assumptions.begin(), verdict.assumptions.end());
    }

    // The root that comes first in this run.
    RootShape earliest(const Assignment& run) const {
        Evaluator evaluator(terms_, run);
        std::optional<std::pair<int, RootShape>> first;
        for (const RootShape& shape : roots_.shapes())
            for (const RootCase& one : roots_.cases(shape)) {
                if (!evaluator.is_true(one.condition)) continue;
                const int left = one.difference.left_slot, right = one.difference.right_slot;
                const std::pair at{left < 0 ? right : right < 0 ? left : std::min(left, right), shape};
                if (!first || at < *first) first = at;
            }
        check(first.has_value(), "a run in which somebody sees a difference has a root");
        return first->second;
    }

    // That the known change occurs exactly where it says. False: undecided.
    bool check_condition(const Question& question, const Premises& premises, const spec::KnownChange& known,
                         ColumnVerdict& verdict) {
        if (known.condition.empty()) return true;
        const Term condition = term_of(known.condition, known.file, known.line);
        const Term root = roots_.of_shape(shape_of(known));
        const Refuted outside = find_with_fewest(question, "outside", terms_.both(root, terms_.negation(condition)));
        if (outside.finding.outcome.sat())
            verdict.flaws.push_back(
                {SeriesFlaw::Kind::outside, known.name(), "it occurs where its condition does not hold"});
        const Refuted wider =
            find_with_fewest(question, "wider", terms_.both(condition, terms_.negation(roots_.any())));
        if (wider.finding.outcome.sat())
            verdict.flaws.push_back(
                {SeriesFlaw::Kind::wider, known.name(), "its condition also holds in runs in which nothing differs"});
        for (const Refuted* one : {&outside, &wider})
            if (one->finding.outcome.unsat()) lean_on(premises, *one, verdict);
        return !outside.finding.outcome.unknown() && !wider.finding.outcome.unknown();
    }

    static RootShape shape_of(const spec::KnownChange& known) { return {known.observer, known.left, known.right}; }

    SeriesDifference difference(const Question& question, const Premises& premises, const RootShape& shape,
                                const std::vector<spec::KnownChange>& known, ColumnVerdict& verdict) {
        std::vector<std::string> fields;
        for (const std::string& field : roots_.fields(shape)) {
            const Refuted differs = find_with_fewest(question, "field", roots_.with_field(shape, field));
            if (!differs.finding.outcome.unsat()) fields.push_back(field);
            if (differs.finding.outcome.unsat()) lean_on(premises, differs, verdict);
            verdict.is_undecided = verdict.is_undecided || differs.finding.outcome.unknown();
        }
        SeriesDifference made;
        made.difference = shaped(shape, fields);
        made.words = premerge::change_words(made.difference);
        for (const spec::KnownChange& one : known)
            if (shape_of(one) == shape) {
                made.difference.declared = true;
                made.difference.condition = one.condition;
                made.difference.reason = one.note;
                made.known_as = one.known_as;
            }
        return made;
    }

    Term term_of(const std::string& condition, const std::string& file, unsigned line) {
        try {
            return outcome_term(terms_, spec::parse_condition(condition, spec::outcome_vocabulary()), initial_,
                                comparison_);
        } catch (const spec::ConditionError& error) {
            throw InputError(file, line, 0,
                             "condition, character " + std::to_string(error.offset + 1) + ": " + error.message,
                             condition);
        }
    }

    Difference shaped(const RootShape& shape, const std::vector<std::string>& fields) const {
        Difference made;
        made.observer = shape.observer;
        made.left = shape.left;
        made.right = shape.right;
        made.fields = fields;
        made.id = difference_id(before_.name, after_.name, made);
        made.summary = summary_of(made);
        return made;
    }

    // That a root difference is there which looks like this.
    Term occurrence(const series::Seen& seen) {
        Term some = terms_.truth(false);
        for (const RootShape& shape : roots_.shapes()) {
            const auto fits = [](const std::string& wanted, const std::string& found) {
                return wanted.empty() || wanted == found;
            };
            if (!fits(seen.observer, shape.observer) || !fits(seen.left, shape.left) || !fits(seen.right, shape.right))
                continue;
            some =
                terms_.either(some, seen.field.empty() ? roots_.of_shape(shape) : roots_.with_field(shape, seen.field));
        }
        if (seen.condition.empty()) return some;
        return terms_.both(some, term_of(seen.condition, "model/series", 0));
    }

    const LoadedPath& before_;
    const LoadedPath& after_;
    const SeriesOptions& options_;
    Terms terms_;
    QueryLog log_;
    const std::vector<ir::Program> programs_;
    const CellTerms initial_;
    const Comparison comparison_;
    const Roots roots_;
    std::optional<ColumnVerdict> first_;  // of the first column, when it is covered and not vacuous
    std::vector<spec::KnownChange> first_known_;
};

unsigned moved_flags(const std::vector<ir::FlagBit>& before, const std::vector<ir::FlagBit>& after) {
    std::map<std::string, std::pair<int, int>> places;
    const auto place = [](const ir::FlagBit& bit) {
        return static_cast<int>(bit.bit) + (bit.word == "thread_info.flags" ? 0 : 64);
    };
    for (const ir::FlagBit& bit : before) places[bit.name] = {place(bit), -1};
    for (const ir::FlagBit& bit : after) {
        const auto found = places.emplace(bit.name, std::pair(-1, -1)).first;
        found->second.second = place(bit);
    }
    return static_cast<unsigned>(std::count_if(places.begin(), places.end(),
                                               [](const auto& one) { return one.second.first != one.second.second; }));
}

LayoutVerdict layout(const std::string& arch, const ir::Program& before, const ir::Program& after) {
    LayoutVerdict made{arch, moved_flags(before.flag_bits, after.flag_bits), layout_claims(before, "before")};
    for (Claim& claim : layout_claims(after, "after")) made.claims.push_back(std::move(claim));
    // Where only numbers are known, no mask is.
    std::erase_if(made.claims, [](const Claim& claim) { return claim.verdict == Verdict::vacuous; });
    return made;
}

void judge_layouts(JudgedSeriesPatch& judged, const ir::Program& before, const ir::Program& after) {
    if (!ir::same_layout(before, after)) judged.layouts.push_back(layout("arm64", before, after));
    for (const series::Renumbering& one : judged.patch->renumbered) {
        ir::Program numbers_before, numbers_after;
        numbers_before.flag_bits = one.before;
        numbers_after.flag_bits = one.after;
        judged.layouts.push_back(layout(one.arch, numbers_before, numbers_after));
    }
}

void settle_all(JudgedSeriesPatch& judged, PatchVerdict verdict, const std::string& reason) {
    for (const SeriesColumn& column : series_columns()) judged.columns.push_back(settled(column, verdict, reason));
    judged.claims = judged_claims(*judged.patch, judged.columns, [](const series::Seen&, const SeriesColumn&) {
        return Outcome{Answer::unsat, ""};
    });
}

ExitCode exit_of(const ColumnVerdict& column) {
    std::vector<ExitCode> codes = {ExitCode::proved};
    if (!column.is_covered) return ExitCode::proved;
    if (column.is_vacuous) codes.push_back(ExitCode::vacuous);
    if (column.verdict == PatchVerdict::undecided && !column.is_vacuous) codes.push_back(ExitCode::unknown);
    for (const SeriesFlaw& flaw : column.flaws)
        codes.push_back(flaw.kind == SeriesFlaw::Kind::outside ? ExitCode::refuted : ExitCode::ledger);
    for (const SeriesDifference& one : column.differences)
        if (!one.difference.declared) codes.push_back(ExitCode::refuted);
    if (column.is_undecided) codes.push_back(ExitCode::unknown);
    return worst(codes);
}

ExitCode exit_of(const JudgedSeriesPatch& judged) {
    std::vector<ExitCode> codes = {ExitCode::proved};
    for (const ColumnVerdict& column : judged.columns) codes.push_back(exit_of(column));
    for (const LayoutVerdict& one : judged.layouts)
        for (const Claim& claim : one.claims)
            if (claim.verdict == Verdict::refuted) codes.push_back(ExitCode::refuted);
    return worst(codes);
}

std::vector<std::string> options_of(const SeriesOptions& options) {
    std::vector<std::string> given;
    if (options.no_expect) given.push_back("--no-expect");
    if (options.expect_file) given.push_back("--expect " + *options.expect_file);
    if (options.rlimit != 0) given.push_back("--rlimit " + std::to_string(options.rlimit));
    return given;
}

}  // namespace

std::string_view word(SeriesFlaw::Kind kind) {
    switch (kind) {
        case SeriesFlaw::Kind::stale:
            return "stale";
        case SeriesFlaw::Kind::outside:
            return "outside";
        case SeriesFlaw::Kind::wider:
            return "wider";
    }
    throw InternalError("a flaw is of one of three kinds");
}

const std::vector<SeriesColumn>& series_columns() {
    static const std::vector<SeriesColumn> columns = {
        {"default", {}},
        {"interference", {}, "other tasks that act between two instructions are not modelled"},
        {"without I1", {"I1"}}};
    return columns;
}

JudgedSeriesPatch judge_patch(const series::Patch& patch, const LoadedPath& before, const LoadedPath& after,
                              const SeriesOptions& options) {
    JudgedSeriesPatch judged;
    judged.patch = &patch;
    judged.before = before.name;
    judged.after = after.name;
    judge_layouts(judged, before.program, after.program);
    if (ir::same_steps(before.program, after.program) && ir::same_layout(before.program, after.program)) {
        if (patch.only_compiles_otherwise)
            settle_all(judged, PatchVerdict::unchanged, "proved: the same steps");
        else
            settle_all(judged, PatchVerdict::untouched, "nothing that is modelled");
        judge_layout_claims(judged);
        return judged;
    }
    Pair pair(before, after, options);
    for (const SeriesColumn& column : series_columns()) judged.columns.push_back(pair.ask(column));
    judged.claims = pair.claims(patch, judged.columns);
    judge_layout_claims(judged);
    judged.rlimit = pair.log().rlimit();
    judged.queries = static_cast<unsigned>(pair.log().queries.size());
    return judged;
}

SeriesVerdict judge_series(const series::Series& series, const SeriesOptions& options) {
    SeriesVerdict verdict;
    verdict.series = &series;
    verdict.options = options_of(options);
    std::vector<LoadedPath> states;
    for (unsigned number = 0; number <= series.patches.size(); ++number)
        states.push_back(load_path(series::path_name(series, number)));
    Jobs jobs(options.jobs);
    std::vector<Jobs::Pending<JudgedSeriesPatch>> pending;
    for (std::size_t i = 0; i < series.patches.size(); ++i)
        pending.push_back(
            jobs.add([&, i] { return judge_patch(series.patches[i], states[i], states[i + 1], options); }));
    verdict.no_work = fast_path_cost(states.front(), QuietTask::no_work);
    verdict.audited = fast_path_cost(states.front(), QuietTask::audited);
    std::vector<ExitCode> codes = {ExitCode::proved};
    for (std::size_t i = 0; i < series.patches.size(); ++i) {
        JudgedSeriesPatch judged = pending[i].get();
        if (!series.patches[i].only_compiles_otherwise) {
            judged.no_work = fast_path_cost(states[i + 1], QuietTask::no_work);
            judged.audited = fast_path_cost(states[i + 1], QuietTask::audited);
        }
        codes.push_back(exit_of(judged));
        verdict.patches.push_back(std::move(judged));
    }
    verdict.exit = worst(codes);
    return verdict;
}

}  // namespace entryproof::checker
