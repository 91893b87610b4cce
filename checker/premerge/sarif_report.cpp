// SPDX-License-Identifier: MIT
// SARIF 2.1.0. A patch that is unchanged passes, one that is undecided is open, one out of the model does not apply; a
// change fails, with a code flow of two threads. Fingerprints hold no line numbers.
#include "checker/premerge/formats.h"
#include "checker/version.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace entryproof::checker::premerge {

namespace {

using Json = nlohmann::ordered_json;

Json message(const std::string& text) { return {{"text", ascii(text)}}; }

// A path in the kernel tree, as a URI relative to its top.
std::string uri(const std::string& path) {
    std::string result;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = std::isalnum(byte) != 0 || std::string("/._-~").find(c) != std::string::npos;
        static const char* const digits = "0123456789ABCDEF";
        if (is_plain)
            result += c;
        else
            (result += '%') += {digits[byte >> 4], digits[byte & 15]};
    }
    return result;
}

Json physical(const std::string& file, unsigned line) {
    Json location = {{"artifactLocation", {{"uri", uri(file)}, {"uriBaseId", "KERNEL"}}}};
    if (line != 0) location["region"] = {{"startLine", line}};
    return {{"physicalLocation", std::move(location)}};
}

// The events of one side that somebody sees, in order.
Json thread(const Run& run, const std::string& name, unsigned& order) {
    Json locations = Json::array();
    for (const Event& event : run.events) {
        if (event.observer.empty()) continue;
        Json location = physical(event.source.file, event.source.line);
        location["message"] = message(event.observer + ": " + event.kind);
        locations.push_back({{"location", std::move(location)}, {"executionOrder", ++order}});
    }
    // A thread flow must have a location: that of nothing is none of the tree's.
    if (locations.empty())
        locations.push_back(
            {{"location", {{"message", message("nothing that anyone sees")}}}, {"executionOrder", ++order}});
    return {{"id", name}, {"message", message(name)}, {"locations", std::move(locations)}};
}

Json code_flow(const Story& story) {
    unsigned order = 0;
    Json threads = Json::array();
    threads.push_back(thread(story.replay.left, "before", order));
    order = 0;
    threads.push_back(thread(story.replay.right, "after", order));
    return {{"message", message(story.title.empty() ? "one run before and after" : story.title)},
            {"threadFlows", std::move(threads)}};
}

// Where the marked event stands; of a patch otherwise its first file.
Json location_of(const FoundChange& change, const JudgedPatch& patch) {
    if (!change.difference.stories.empty()) {
        const Story& story = change.difference.stories.front();
        for (const auto& [run, event] : {std::pair{&story.replay.right, story.disagreement.right_event},
                                         std::pair{&story.replay.left, story.disagreement.left_event}})
            if (event >= 0 && run->events[static_cast<std::size_t>(event)].source.line != 0) {
                const ir::Source& source = run->events[static_cast<std::size_t>(event)].source;
                return physical(source.file, source.line);
            }
    }
    return patch.paths.empty() ? Json() : physical(patch.paths.front(), 0);
}

Json result(const std::string& rule, const std::string& kind, const std::string& text, const Json& location,
            const std::string& fingerprint) {
    Json root = {{"ruleId", rule},
                 {"kind", kind},
                 {"level", kind == "fail" ? "error" : "none"},
                 {"message", message(text)},
                 {"partialFingerprints", {{"entryproof/v1", fingerprint}}}};
    if (!location.is_null()) root["locations"] = Json::array({location});
    return root;
}

void add_results(Json& results, const JudgedSeries& judged, const JudgedPatch& patch) {
    const std::string lead = "patch " + name_of(judged, patch) + ": ";
    const Judgement& judgement = patch.judgement;
    const Json place = patch.paths.empty() ? Json() : physical(patch.paths.front(), 0);
    const std::string key = ascii(patch.posted.subject);
    for (const FoundChange& change : judgement.changes) {
        Json one = result("changed/" + change.difference.observer, "fail", lead + change.words,
                          location_of(change, patch), change.difference.id + " " + key);
        if (!change.difference.stories.empty())
            one["codeFlows"] = Json::array({code_flow(change.difference.stories.front())});
        results.push_back(std::move(one));
    }
    if (const JudgedStatement* refuted = refuted_statement(patch))
        results.push_back(
            result("changelog", "fail",
                   lead + "its changelog says \"" + refuted->statement.quote + "\", yet " + refuted->words, place,
                   "changelog " + key));
    const std::string verdict = word(judgement.verdict);
    const bool is_fail = judgement.verdict == PatchVerdict::unliftable ||
                         judgement.verdict == PatchVerdict::does_not_apply ||
                         (judgement.verdict == PatchVerdict::changed && judgement.changes.empty());
    if (!is_fail && judgement.verdict == PatchVerdict::changed) return;
    const std::string kind = is_fail                                        ? "fail"
                             : judgement.verdict == PatchVerdict::unchanged ? "pass"
                             : judgement.verdict == PatchVerdict::untouched ? "notApplicable"
                                                                            : "open";
    results.push_back(result(verdict, kind, lead + judgement.reason, place, verdict + " " + key));
}

Json rules_of(const Json& results) {
    Json rules = Json::array();
    std::vector<std::string> known;
    for (const Json& one : results) {
        const std::string id = one.at("ruleId");
        if (std::find(known.begin(), known.end(), id) != known.end()) continue;
        known.push_back(id);
        rules.push_back({{"id", id}, {"shortDescription", {{"text", "entryproof premerge: " + id}}}});
    }
    return rules;
}

std::string text_of(const Json& results, bool is_successful, ExitCode exit) {
    Json run = {{"tool",
                 {{"driver",
                   {{"name", "entryproof"}, {"semanticVersion", std::string(version)}, {"rules", rules_of(results)}}}}},
                {"originalUriBaseIds", {{"KERNEL", {{"description", {{"text", "the top of the kernel tree"}}}}}}},
                {"invocations", Json::array({{{"executionSuccessful", is_successful},
                                              {"exitCode", static_cast<int>(exit)},
                                              {"exitCodeDescription", checker::word(exit)}}})},
                {"columnKind", "unicodeCodePoints"},
                {"results", results}};
    const Json root = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", Json::array({run})}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string sarif_report(const JudgedSeries& judged) {
    Json results = Json::array();
    for (const JudgedPatch& patch : judged.patches) add_results(results, judged, patch);
    return text_of(results, true, judged.exit);
}

std::string sarif_failure(const Failure& failure) {
    return text_of(Json::array({result("unreadable", "fail", failure_line(failure), Json(), "unreadable")}), false,
                   failure.exit);
}

}  // namespace entryproof::checker::premerge
