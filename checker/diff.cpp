// SPDX-License-Identifier: MIT
// Comparison under premises -> shapes -> a condition for each by separation -> the printed text read back and checked
// both ways -> stories, in which the interpreter evaluates the printed text once more.
#include "checker/diff.h"

#include "checker/beside.h"
#include "checker/condition.h"
#include "checker/condition_text.h"
#include "checker/error.h"
#include "checker/exactness.h"
#include "checker/literal.h"
#include "checker/premises.h"
#include "checker/prove_induction.h"
#include "checker/prove_ledger.h"
#include "checker/prove_story.h"
#include "checker/separate.h"
#include "checker/version.h"
#include "checker/whole.h"
#include "spec/coverage.h"
#include "spec/observer.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace entryproof::checker {

namespace {

const std::string scope = "one syscall";

std::vector<std::string> known_observers(const DiffOptions& options) {
    std::vector<std::string> known;
    for (const spec::Observer& observer : spec::observers()) known.push_back(observer.name);
    for (const std::string& name : options.observers)
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            InputError error("", 0, 0, "there is no observer '" + name + "'", "'entryproof list observers' names them");
            error.is_usage = true;
            throw error;
        }
    return options.observers;
}

SolverOptions solver_options(const DiffOptions& options) {
    SolverOptions result;
    result.rlimit = options.rlimit;
    result.timeout_ms = options.timeout_ms;
    return result;
}

Provenance provenance_of(const LoadedPath& left, const LoadedPath& right, const DiffOptions& options) {
    Provenance provenance;
    provenance.tool_version = version;
    provenance.solver = solver_version();
    provenance.left_origin = left.origin;
    provenance.right_origin = right.origin;
    for (const std::string& text : options.assume) provenance.options.push_back("--assume '" + text + "'");
    for (const std::string& name : options.drop_assumptions) provenance.options.push_back("--drop-assumption " + name);
    for (const std::string& name : options.observers) provenance.options.push_back("--observer " + name);
    if (options.rlimit != 0) provenance.options.push_back("--rlimit " + std::to_string(options.rlimit));
    provenance.not_covered = spec::not_covered();
    provenance.trusted = spec::trusted();
    return provenance;
}

// One comparison and what was found in it.
class Differ {
public:
    Differ(const LoadedPath& left, const LoadedPath& right, const DiffOptions& options)
        : observers_(known_observers(options)),
          programs_(proof_programs(left, right, tasks_of(options.drop_assumptions))),
          initial_(shared_cells(terms_, programs_[0], programs_[1])),
          premises_(premises_of(terms_, initial_, options.assume, options.drop_assumptions)),
          jobs_(options.jobs),
          induction_(options.extends && options.assume.empty() && options.drop_assumptions.empty()
                         ? begin_induction(jobs_, left, right, solver_options(options))
                         : std::nullopt),
          comparison_(compare_under(terms_, programs_, initial_, premises_, solver_options(options), log_)),
          question_(question_about(terms_, comparison_, premises_, solver_options(options), log_)),
          roots_(terms_, comparison_) {
        result_.command = "diff";
        result_.left = left.name;
        result_.right = right.name;
        result_.provenance = provenance_of(left, right, options);
        for (const LoadedPath* path : {&left, &right})
            for (const std::string& note : path->notes) result_.notes.push_back(path->name + ": " + note);
    }

    Result run() {
        const Outcome possible = find(question_, "premises", terms_.truth(true)).outcome;
        if (!possible.sat()) {
            const Verdict verdict = possible.unsat() ? Verdict::vacuous : Verdict::unknown;
            const std::string reason = possible.unsat() ? "the assumptions contradict each other" : possible.reason;
            result_.claims.push_back({"complete", verdict, scope, {}, reason});
            return finished();
        }
        find_differences();
        check_both_ways();
        for (std::size_t i = 0; i < differences_.size(); ++i) {
            if (!is_asked(found_[i].shape)) continue;
            tell(i);
            result_.differences.push_back(std::move(differences_[i]));
        }
        extend_to_all_syscalls(result_, induction_, question_, comparison_);
        return finished();
    }

private:
    void find_differences() {
        found_ = find_shapes(question_, "roots", roots_, {});
        for (const FoundShape& shape : found_)
            if (!shape.finding.outcome.sat() && is_asked(shape.shape))
                result_.claims.push_back(
                    {"root." + to_string(shape.shape), Verdict::unknown, scope, {}, shape.finding.outcome.reason});
        std::erase_if(found_, [](const FoundShape& one) { return !one.finding.outcome.sat(); });
        if (found_.empty()) return;
        put_in_order();
        const std::vector<Atom> atoms = atoms_of(terms_, initial_, comparison_);
        std::vector<Term> wanted;
        for (const FoundShape& one : found_) wanted.push_back(roots_.of_shape(one.shape));
        Separator separator(question_, "condition", std::move(wanted), atoms);
        for (const FoundShape& one : found_) {
            // The others count as what comes first, so that conditions do not depend on who is asked about.
            if (!is_asked(one.shape)) {
                separator.pass_over_next();
                differences_.push_back(difference(one, {}, atoms));
                continue;
            }
            const Separation separation = separator.separate_next(
                to_string(one.shape),
                [&](const Atom& atom, bool positive) { return may_say(atom, positive, one.shape); });
            differences_.push_back(difference(one, separation, atoms));
        }
    }

    // What comes earlier in a run comes first; `order`, which anything else comes before, last.
    void put_in_order() {
        const auto place = [&](const RootShape& shape) {
            int earliest = std::numeric_limits<int>::max();
            for (const RootCase& one : roots_.cases(shape))
                earliest = std::min(earliest, std::max(one.difference.left_slot, one.difference.right_slot));
            return std::tuple(shape.observer == "order", earliest, shape);
        };
        std::stable_sort(found_.begin(), found_.end(),
                         [&](const FoundShape& a, const FoundShape& b) { return place(a.shape) < place(b.shape); });
    }

    Difference difference(const FoundShape& found, const Separation& separation, const std::vector<Atom>& atoms) {
        Difference made;
        made.observer = found.shape.observer;
        made.left = found.shape.left;
        made.right = found.shape.right;
        made.fields = found.fields;
        made.fields.insert(made.fields.end(), found.undecided_fields.begin(), found.undecided_fields.end());
        std::sort(made.fields.begin(), made.fields.end());
        made.id = difference_id(result_.left, result_.right, made);
        made.summary = summary_of(made);
        std::vector<std::vector<std::string>> texts = texts_of(separation.at_least, atoms);
        made.has_condition = separation.undecided.empty() && !texts.empty();
        made.condition = any_of_text(texts);
        if (separation.undecided.empty() && separation.beyond) {
            texts.push_back(texts_of({*separation.beyond}, atoms).front());
            made.at_most = any_of_text(texts);
            made.is_exact = false;
        }
        if (!separation.undecided.empty()) {
            made.is_exact = false;
            made.has_condition = false;
            made.undecided = separation.undecided;
        }
        return made;
    }

    static std::vector<std::vector<std::string>> texts_of(const std::vector<Conjunction>& conjunctions,
                                                          const std::vector<Atom>& atoms) {
        std::vector<std::vector<std::string>> texts;
        for (const Conjunction& one : conjunctions) {
            std::vector<std::string> words;
            for (const Literal& literal : one)
                words.push_back(literal.positive ? atoms[literal.atom].yes : atoms[literal.atom].no);
            texts.push_back(std::move(words));
        }
        return texts;
    }

    // As declared differences with these texts would be understood.
    AllowedRoot allowed(const Difference& difference, const std::string& condition) {
        spec::DeclaredDifference declared;
        declared.name = difference.id;
        declared.observer = difference.observer;
        declared.left = difference.left;
        declared.right = difference.right;
        declared.fields = difference.fields;
        declared.condition = condition;
        return allowed_roots(terms_, {declared}, initial_, comparison_).front();
    }

    // No root outside the conditions; and each condition as it is printed, read back, holds without its difference only
    // where an earlier one occurs.
    void check_both_ways() {
        std::vector<AllowedRoot> most;
        for (std::size_t i = 0; i < differences_.size(); ++i)
            if (const Difference& one = differences_[i]; is_asked(found_[i].shape) && one.undecided.empty())
                most.push_back(allowed(one, one.is_exact ? one.condition : one.at_most));
        Term outside = terms_.truth(false);
        for (const RootShape& shape : roots_.shapes())
            if (is_asked(shape)) outside = terms_.either(outside, roots_.not_allowed(shape, most));
        Beside complete(jobs_, question_, "complete", outside);
        Claim exact = how_exact();
        result_.claims.push_back(
            claim("complete", complete.answer(question_), "a root difference outside every condition"));
        if (std::any_of(found_.begin(), found_.end(), [&](const FoundShape& one) { return is_asked(one.shape); }))
            result_.claims.push_back(std::move(exact));
    }

    Claim how_exact() {
        Claim exact{"exact", Verdict::proved, scope, {}, ""};
        Exactness exactness(question_, conditioned());
        std::vector<Term> used;
        std::string inexact;
        for (std::size_t i = 0; i < differences_.size(); ++i) {
            if (!is_asked(found_[i].shape)) continue;
            if (differences_[i].has_condition) check_exact(exactness, i, exact, used);
            if (!differences_[i].is_exact) inexact += (inexact.empty() ? "" : " ") + differences_[i].id;
        }
        if (exact.verdict == Verdict::proved && !inexact.empty()) {
            exact.verdict = Verdict::unknown;
            exact.reason = "the vocabulary cannot say exactly when: " + inexact;
        }
        if (exact.verdict == Verdict::proved) {
            const LeanedOn names = names_of(premises_, comparison_, used);
            exact.assumptions = names.assumptions;
            exact.within = names.within;
        }
        return exact;
    }

    // Of a difference without a condition nothing is claimed, but it may hide others.
    std::vector<Conditioned> conditioned() {
        std::vector<Conditioned> all;
        for (std::size_t i = 0; i < differences_.size(); ++i) {
            const bool is_said = is_asked(found_[i].shape) && differences_[i].has_condition;
            all.push_back(
                {roots_.of_shape(found_[i].shape),
                 is_said ? allowed(differences_[i], differences_[i].condition).condition : terms_.truth(false)});
        }
        return all;
    }

    // Notes which earlier ones may hide it.
    void check_exact(Exactness& exactness, std::size_t index, Claim& exact, std::vector<Term>& used) {
        Difference& difference = differences_[index];
        const Exactness::Answer answer = exactness.check(index, "exact." + difference.id);
        used.insert(used.end(), answer.refuted.used.begin(), answer.refuted.used.end());
        const Outcome& outcome = answer.refuted.finding.outcome;
        if (!outcome.unsat()) {
            exact.verdict = Verdict::unknown;
            exact.reason =
                outcome.unknown() ? outcome.reason : "the condition of " + difference.id + " holds without it";
        }
        for (const std::size_t hides : answer.unless) difference.unless.push_back(differences_[hides].id);
    }

    bool is_asked(const RootShape& shape) const {
        return observers_.empty() ||
               std::find(observers_.begin(), observers_.end(), shape.observer) != observers_.end();
    }

    // What is expected was found, so anything but unsat is our own bug or undecided.
    Claim claim(const std::string& name, const Refuted& refuted, const std::string& otherwise) {
        const Outcome& outcome = refuted.finding.outcome;
        Claim made{name, Verdict::proved, scope, {}, ""};
        if (outcome.unsat()) {
            const LeanedOn names = names_of(premises_, comparison_, refuted.used);
            made.assumptions = names.assumptions;
            made.within = names.within;
            return made;
        }
        made.verdict = Verdict::unknown;
        made.reason = outcome.unknown() ? outcome.reason : otherwise;
        const bool all_decided = std::all_of(differences_.begin(), differences_.end(),
                                             [](const Difference& one) { return one.undecided.empty(); }) &&
                                 result_.claims.empty();
        if (outcome.sat() && all_decided) throw InternalError("diff found " + otherwise);
        return made;
    }

    void tell(std::size_t i) {
        Difference& told = differences_[i];
        const FoundShape& found = found_[i];
        const StoryContext context{question_, comparison_, programs_, result_};
        told.stories.push_back(
            minimal_story(context, found.shape, told.summary, roots_.of_shape(found.shape), found.finding));
        if (told.undecided.empty() && told.is_exact && !told.condition.empty()) {
            const Replay& replay = told.stories.back().replay;
            const ir::ExpressionRef condition = spec::parse_condition(told.condition, spec::outcome_vocabulary());
            check(outcome_value(condition, replay.left, replay.right),
                  "the interpreter finds the condition of a difference true in its story");
        }
    }

    Result finished() {
        std::vector<ExitCode> codes;
        for (const Claim& one : result_.claims)
            codes.push_back(one.verdict == Verdict::proved    ? ExitCode::proved
                            : one.verdict == Verdict::refuted ? ExitCode::refuted
                            : one.verdict == Verdict::vacuous ? ExitCode::vacuous
                                                              : ExitCode::unknown);
        if (!result_.differences.empty()) codes.push_back(ExitCode::refuted);
        result_.exit = worst(codes);
        result_.statistics = {static_cast<unsigned>(comparison_.left.slots.size()),
                              static_cast<unsigned>(comparison_.right.slots.size()), terms_.size(),
                              static_cast<unsigned>(log_.queries.size()), log_.rlimit()};
        return std::move(result_);
    }

    const std::vector<std::string> observers_;
    Terms terms_;
    QueryLog log_;
    const std::vector<ir::Program> programs_;
    const CellTerms initial_;
    const Premises premises_;
    Jobs jobs_;
    PendingInduction induction_;
    const Comparison comparison_;
    const Question question_;
    const Roots roots_;
    std::vector<FoundShape> found_;
    std::vector<Difference> differences_;  // of found_, asked about or not
    Result result_;
};

}  // namespace

Result diff(const LoadedPath& left, const LoadedPath& right, const DiffOptions& options) {
    return Differ(left, right, options).run();
}

}  // namespace entryproof::checker
