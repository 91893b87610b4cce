// SPDX-License-Identifier: MIT
#include "checker/premerge/judgement_json.h"

#include "checker/error.h"
#include "checker/premerge/compare_states.h"
#include "checker/premerge/words.h"
#include "checker/prove_story.h"
#include "checker/whole.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace entryproof::checker::premerge {

namespace {

using Json = nlohmann::json;

bool is_layout(const Difference& difference) { return difference.observer == "layout"; }

Json claim_json(const Claim& claim) {
    return {{"name", claim.name},     {"verdict", std::string(word(claim.verdict))},
            {"scope", claim.scope},   {"assumptions", claim.assumptions},
            {"reason", claim.reason}, {"within", claim.within}};
}

Verdict verdict_of(const std::string& text) {
    for (const Verdict one : {Verdict::proved, Verdict::refuted, Verdict::unknown, Verdict::vacuous})
        if (word(one) == text) return one;
    throw InputError("", 0, 0, "no verdict is called '" + text + "'", "");
}

Claim claim_of(const Json& json) {
    Claim claim;
    claim.name = json.at("name");
    claim.verdict = verdict_of(json.at("verdict"));
    claim.scope = json.at("scope");
    claim.assumptions = json.at("assumptions").get<std::vector<std::string>>();
    claim.reason = json.at("reason");
    claim.within = json.at("within").get<std::vector<std::string>>();
    return claim;
}

Json difference_json(const Difference& difference) {
    Json stories = Json::array();
    for (const Story& story : difference.stories)
        stories.push_back({{"title", story.title}, {"scenario", to_json(story.scenario)}});
    return {{"id", difference.id},
            {"observer", difference.observer},
            {"left", difference.left},
            {"right", difference.right},
            {"fields", difference.fields},
            {"condition", difference.condition},
            {"summary", difference.summary},
            {"has_condition", difference.has_condition},
            {"is_exact", difference.is_exact},
            {"at_most", difference.at_most},
            {"unless", difference.unless},
            {"undecided", difference.undecided},
            {"stories", stories}};
}

Difference difference_of(const Json& json, const std::vector<ir::Program>& programs) {
    Difference difference;
    difference.id = json.at("id");
    difference.observer = json.at("observer");
    difference.left = json.at("left");
    difference.right = json.at("right");
    difference.fields = json.at("fields").get<std::vector<std::string>>();
    difference.condition = json.at("condition");
    difference.summary = json.at("summary");
    difference.has_condition = json.at("has_condition");
    difference.is_exact = json.at("is_exact");
    difference.at_most = json.at("at_most");
    difference.unless = json.at("unless").get<std::vector<std::string>>();
    difference.undecided = json.at("undecided");
    const RootShape shape{difference.observer, difference.left, difference.right};
    for (const Json& story : json.at("stories"))
        difference.stories.push_back(
            replayed_story(programs, shape, story.at("title"), parse_scenario(story.at("scenario"), "a kept story")));
    return difference;
}

// Every difference was replayed, and those of the flags are as they are found now.
bool is_shown(const Judgement& judgement, const State& before, const State& after) {
    std::vector<std::string> told, found;
    for (const FoundChange& change : judgement.changes) {
        if (is_layout(change.difference))
            told.push_back(change.difference.id + change.difference.summary);
        else if (change.difference.stories.empty())
            return false;
    }
    for (const FoundChange& change : layout_changes(before, after))
        found.push_back(change.difference.id + change.difference.summary);
    const bool must_show = judgement.verdict == PatchVerdict::changed;
    return told == found && must_show == !judgement.changes.empty();
}

PatchVerdict patch_verdict_of(const std::string& text) {
    for (const PatchVerdict one :
         {PatchVerdict::untouched, PatchVerdict::unchanged, PatchVerdict::changed, PatchVerdict::undecided})
        if (word(one) == text) return one;
    throw InputError("", 0, 0, "two states are not '" + text + "'", "");
}

Judgement judgement_of(const Json& json, const State& before, const State& after) {
    Judgement judgement;
    judgement.verdict = patch_verdict_of(json.at("verdict"));
    judgement.reason = json.at("reason");
    judgement.notes = json.at("notes").get<std::vector<std::string>>();
    judgement.is_vacuous = json.at("is_vacuous");
    judgement.rlimit = json.at("rlimit");
    judgement.queries = json.at("queries");
    for (const Json& claim : json.at("claims")) judgement.claims.push_back(claim_of(claim));
    const std::vector<ir::Program> programs = proof_programs(*before.path, *after.path);
    for (const Json& change : json.at("changes")) {
        Difference difference = difference_of(change, programs);
        std::string words = change_words(difference);
        judgement.changes.push_back({std::move(difference), std::move(words)});
    }
    return judgement;
}

}  // namespace

std::string judgement_json(const Judgement& judgement) {
    Json claims = Json::array(), changes = Json::array();
    for (const Claim& claim : judgement.claims) claims.push_back(claim_json(claim));
    for (const FoundChange& change : judgement.changes) changes.push_back(difference_json(change.difference));
    const Json root = {{"verdict", word(judgement.verdict)},
                       {"reason", judgement.reason},
                       {"changes", changes},
                       {"claims", claims},
                       {"notes", judgement.notes},
                       {"is_vacuous", judgement.is_vacuous},
                       {"rlimit", judgement.rlimit},
                       {"queries", judgement.queries}};
    return root.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::optional<Judgement> read_judgement(const std::string& text, const State& before, const State& after) {
    try {
        Judgement judgement = judgement_of(Json::parse(text), before, after);
        if (!is_shown(judgement, before, after)) return std::nullopt;
        return judgement;
    } catch (const Json::exception&) {
        return std::nullopt;
    } catch (const InputError&) {
        return std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;  // a scenario names what neither side has
    } catch (const InternalError&) {
        return std::nullopt;  // a replay does not show its difference
    }
}

bool is_finished(const Judgement& judgement) {
    if (judgement.verdict == PatchVerdict::undecided) return false;
    if (judgement.verdict == PatchVerdict::changed && judgement.changes.empty()) return false;
    const bool is_decided = std::none_of(judgement.claims.begin(), judgement.claims.end(),
                                         [](const Claim& claim) { return claim.verdict == Verdict::unknown; });
    return is_decided && std::all_of(judgement.changes.begin(), judgement.changes.end(), [](const FoundChange& change) {
               return change.difference.undecided.empty() || change.difference.undecided == conditions_not_asked;
           });
}

}  // namespace entryproof::checker::premerge
