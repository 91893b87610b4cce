// SPDX-License-Identifier: MIT
// Every format is read back by a stand-in for its reader, written from that reader's rules and not from our writer.
#include "checker/premerge/formats.h"
#include "tests/checker/json_schema.h"
#include "tests/checker/premerge/sample_series.h"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

using namespace entryproof;
using namespace entryproof::checker;
using namespace entryproof::checker::premerge;
using Json = nlohmann::json;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// As tools/testing/kunit/kunit_parser.py reads it: versions, plans, numbers in order, subtests before their result.
class KtapReader {
public:
    explicit KtapReader(const std::string& text) : lines_(lines_of(text)) {}

    // Names of the top level with their status; `flaw` is empty when all is well formed.
    std::map<std::string, std::string> read() {
        level("");
        if (at_ != lines_.size()) fail("text behind the last test");
        return statuses_;
    }
    std::string flaw;

private:
    void fail(const std::string& why) {
        if (flaw.empty()) flaw = "line " + std::to_string(at_ + 1) + ": " + why;
        at_ = lines_.size();
    }
    bool is(const std::string& indent, const std::string& start) const {
        return at_ < lines_.size() && lines_[at_].rfind(indent + start, 0) == 0;
    }
    // Whether every test of the level passed.
    bool level(const std::string& indent) {
        if (!is(indent, "KTAP version 1")) {
            fail("no version");
            return false;
        }
        ++at_;
        if (!is(indent, "1..")) {
            fail("no plan");
            return false;
        }
        const int plan = std::stoi(lines_[at_++].substr(indent.size() + 3));
        bool passed = true;
        for (int number = 1; number <= plan; ++number) passed = test(indent, number) && passed;
        while (is(indent, "# Totals:")) ++at_;
        return passed;
    }
    bool test(const std::string& indent, int number) {
        bool has_children = false, children_passed = true;
        while (at_ < lines_.size() && (is(indent, "#") || is(indent, "  KTAP"))) {
            if (is(indent, "#")) {
                ++at_;
                continue;
            }
            has_children = true;
            children_passed = level(indent + "  ");
        }
        static const std::regex form("(ok|not ok) ([0-9]+) ([^#]+?)( # (SKIP|XFAIL|TODO|TIMEOUT|ERROR)( .*)?)?");
        std::smatch match;
        const std::string line = at_ < lines_.size() ? lines_[at_].substr(indent.size()) : "";
        if (!std::regex_match(line, match, form)) {
            fail("no result");
            return false;
        }
        const bool ok = match[1] == "ok";
        if (std::stoi(match[2]) != number) fail("a number out of order");
        if (ok && (match[5] == "TIMEOUT" || match[5] == "ERROR")) fail("a directive that goes with not ok");
        if (has_children && ok != children_passed) fail("a parent that contradicts its children");
        if (indent.empty()) statuses_[match[3]] = match[5].matched ? std::string(match[5]) : ok ? "pass" : "fail";
        ++at_;
        return ok;
    }

    std::vector<std::string> lines_;
    std::size_t at_ = 0;
    std::map<std::string, std::string> statuses_;
};

// Well formed XML of elements, attributes and text: the names that were opened, in order; "flaw: ..." when it is not.
std::vector<std::string> elements_of(const std::string& xml) {
    static const std::regex tag("<(\\?xml[^?]*\\?|/?[a-z]+)((?: [a-z]+=\"[^\"<]*\")*)(/?)>");
    std::vector<std::string> names, open;
    std::size_t end = 0;
    for (std::sregex_iterator at(xml.begin(), xml.end(), tag), none; at != none; ++at) {
        const std::string between = xml.substr(end, static_cast<std::size_t>(at->position()) - end);
        if (between.find_first_of("<>") != std::string::npos) return {"flaw: " + between};
        if (std::regex_search(between + (*at)[2].str(), std::regex("&(?!amp;|lt;|gt;|quot;)"))) return {"flaw: &"};
        end = static_cast<std::size_t>(at->position() + at->length());
        const std::string name = (*at)[1];
        if (name[0] == '?') continue;
        if (name[0] == '/') {
            if (open.empty() || open.back() != name.substr(1)) return {"flaw: closes " + name};
            open.pop_back();
            continue;
        }
        names.push_back(name);
        if ((*at)[3] != "/") open.push_back(name);
    }
    if (!open.empty() || xml.substr(end).find_first_not_of("\n") != std::string::npos) return {"flaw: end"};
    return names;
}

long count(const std::vector<std::string>& names, const std::string& name) {
    return std::count(names.begin(), names.end(), name);
}

const Failure failure{ExitCode::unreadable, "no \"such\" <file> # 1", "look & see", "mbox", 3, 0};

std::string schema_flaw(const Json& value) {
    const Json rules = tests::schema("premerge-v1.json");
    return tests::Validator(rules).flaw(value);
}

}  // namespace

TEST_CASE("JSON is as its schema says") {
    const Json root = Json::parse(json_report(premerge_sample::series()));
    CHECK(schema_flaw(root) == "");
    CHECK(root["exit"]["code"] == 2);
    CHECK(root["patches"][2]["verdict"] == "changed");
    CHECK(root["patches"][2]["changelog"][0]["verdict"] == "refuted");
    CHECK(root["patches"][2]["differences"][0]["mentioned"] == false);
    CHECK(root["patches"][3]["differences"][0]["mentioned"] == true);
    Json spoilt = root;
    spoilt["patches"][0]["verdict"] = "fine";
    CHECK(schema_flaw(spoilt) != "");
    spoilt = root;
    spoilt["patches"][0].erase("impact");
    CHECK(schema_flaw(spoilt) != "");
    CHECK(schema_flaw(Json::parse(failure_report(failure, SeriesFormat::json))) == "");
}

TEST_CASE("KTAP is read back by an independent parser") {
    KtapReader reader(ktap_report(premerge_sample::series()));
    const auto statuses = reader.read();
    CHECK(reader.flaw == "");
    CHECK(statuses.size() == 7);
    CHECK(statuses.at("patch 1/6 docs: x") == "SKIP");
    CHECK(statuses.at("patch 2/6 arm64: tidy   1") == "pass");
    CHECK(statuses.at("patch 3/6 arm64: move \"it\"  [31m?") == "fail");
    CHECK(statuses.at("patch 5/6 arm64: hard") == "TIMEOUT");
    CHECK(statuses.at("patch 6/6 arm64: odd") == "ERROR");
    CHECK(statuses.at("base to end of the series") == "TIMEOUT");
    KtapReader broken(ktap_failure(failure));
    CHECK(broken.read().at("premerge") == "ERROR");
    CHECK(broken.flaw == "");
}

TEST_CASE("the KTAP parser has teeth") {
    std::string text = ktap_report(premerge_sample::series());
    text.replace(text.find("not ok 3"), 8, "ok 3");
    KtapReader contradicted(text);
    contradicted.read();
    CHECK(contradicted.flaw.find("contradicts") != std::string::npos);
    text = ktap_report(premerge_sample::series());
    KtapReader short_plan(text.replace(text.find("1..7"), 4, "1..8"));
    short_plan.read();
    CHECK(short_plan.flaw != "");
}

TEST_CASE("JUnit is well formed, and its counts are right") {
    const std::string text = junit_report(premerge_sample::series());
    const std::vector<std::string> names = elements_of(text);
    CHECK(count(names, "testcase") == 7);
    CHECK(count(names, "failure") == 2);
    CHECK(count(names, "error") == 3);
    CHECK(count(names, "skipped") == 1);
    CHECK(text.find("tests=\"7\" failures=\"2\" errors=\"3\" skipped=\"1\"") != std::string::npos);
    CHECK(count(elements_of(junit_failure(failure)), "error") == 1);
    CHECK(elements_of("<a><b></a>").front() == "flaw: closes /a");
}

TEST_CASE("SARIF keeps its rules") {
    const Json root = Json::parse(sarif_report(premerge_sample::series()));
    CHECK(root["version"] == "2.1.0");
    const Json& run = root["runs"][0];
    std::set<std::string> rules, fingerprints;
    for (const Json& rule : run["tool"]["driver"]["rules"]) rules.insert(rule["id"].get<std::string>());
    std::map<std::string, int> kinds;
    for (const Json& result : run["results"]) {
        const std::string kind = result["kind"];
        ++kinds[kind];
        CHECK(rules.count(result["ruleId"]) == 1);
        CHECK((result["level"] == "none") == (kind != "fail"));
        CHECK(result["message"]["text"] != "");
        CHECK(fingerprints.insert(result["partialFingerprints"].dump()).second);
        for (const Json& place : result["locations"])
            CHECK(place["physicalLocation"]["artifactLocation"]["uri"].get<std::string>().find(' ') ==
                  std::string::npos);
        if (!result.contains("codeFlows")) continue;
        const Json& threads = result["codeFlows"][0]["threadFlows"];
        REQUIRE(threads.size() == 2);
        CHECK(threads[0]["id"] == "before");
        CHECK(threads[1]["id"] == "after");
        CHECK_FALSE(threads[0]["locations"].empty());
    }
    CHECK(kinds == std::map<std::string, int>{{"fail", 5}, {"notApplicable", 1}, {"open", 1}, {"pass", 1}});
    const Json failed = Json::parse(sarif_failure(failure));
    CHECK(failed["runs"][0]["invocations"][0]["executionSuccessful"] == false);
}

namespace {

// As b4's review/checks.py reads an answer: an array of objects of known status; entries of one tool overwrite.
std::map<std::string, std::string> b4_review(const std::string& text) {
    std::map<std::string, std::string> store;
    const Json root = Json::parse(text);
    REQUIRE(root.is_array());
    for (const Json& entry : root) {
        const std::string status = entry.at("status");
        CHECK((status == "pass" || status == "warn" || status == "fail"));
        CHECK(entry.at("summary").get<std::string>().size() < 80);
        CHECK(entry.at("details").is_string());
        CHECK_MESSAGE(store.emplace(entry.at("tool"), status).second, "one tool twice");
    }
    return store;
}

}  // namespace

TEST_CASE("b4 review reads every entry under a name of its own") {
    using Store = std::map<std::string, std::string>;
    CHECK(b4_review(b4_review_report(premerge_sample::series())) == Store{{"entryproof/2", "pass"},
                                                                          {"entryproof/3/audit", "fail"},
                                                                          {"entryproof/3/tracer", "fail"},
                                                                          {"entryproof/4/tracer", "warn"},
                                                                          {"entryproof/5", "warn"},
                                                                          {"entryproof/6", "fail"}});
    JudgedSeries one = premerge_sample::series();
    one.patches.resize(1);
    CHECK(b4_review_report(one) == "[]\n");
    CHECK(b4_review(b4_review_failure(failure)) == Store{{"entryproof", "fail"}});
}

TEST_CASE("b4 check is silent when all is fine") {
    JudgedSeries judged = premerge_sample::series();
    int errors = 0, warnings = 0;
    for (const std::string& line : lines_of(b4_check_report(judged))) {
        CHECK(line.find("-:") == std::string::npos);
        const bool is_error = line.find("ERROR:") != std::string::npos;
        errors += is_error;
        warnings += !is_error && line.rfind("WARNING: ", 0) == 0;
    }
    CHECK(errors == 2);
    CHECK(warnings == 2);
    judged.patches.resize(2);
    CHECK(b4_check_report(judged) == "");
    CHECK(exit_in(SeriesFormat::b4_check, ExitCode::nothing_modelled) == ExitCode::proved);
    CHECK(exit_in(SeriesFormat::b4_check, ExitCode::unknown) == ExitCode::unknown);
    CHECK(exit_in(SeriesFormat::text, ExitCode::nothing_modelled) == ExitCode::nothing_modelled);
    CHECK(lines_of(b4_check_failure(failure)).size() == 1);
}

TEST_CASE("Patchwork gets one of four states, and no success for what was not decided") {
    std::map<std::string, std::string> states;
    for (const Json& one : Json::parse(patchwork_report(premerge_sample::series()))) {
        states[one["msgid"]] = one["check"]["state"];
        CHECK(one["check"]["description"].get<std::string>().size() < 256);
    }
    CHECK(states == std::map<std::string, std::string>{{"2@example.org", "success"},
                                                       {"3@example.org", "fail"},
                                                       {"4@example.org", "warning"},
                                                       {"5@example.org", "warning"},
                                                       {"6@example.org", "fail"}});
}

TEST_CASE("the reply is plain, narrow, and asks") {
    const std::string text = mail_report(premerge_sample::series(), {});
    for (const std::string& line : lines_of(text)) {
        CHECK_MESSAGE(line.size() <= 78, line);
        for (const char c : line) CHECK_MESSAGE((c >= ' ' && c < 0x7f), line);
    }
    CHECK(text.find("> No functional change intended.\n") != std::string::npos);
    CHECK(text.find("> +       new\n") != std::string::npos);
    CHECK(text.find("2.45") == std::string::npos);
    const std::string flat = std::regex_replace(text, std::regex("\n"), " ");
    CHECK(flat.find("Is that intended? The changelog does not mention it.") != std::string::npos);
    CHECK(text.find("already there") != std::string::npos);
    CHECK(text.find("docs: x") == std::string::npos);
    JudgedSeries fine = premerge_sample::series();
    fine.patches.resize(2);
    CHECK(mail_report(fine, {}) == "");
}

TEST_CASE("the text says first what matters, and last the word") {
    const std::string text = text_report(premerge_sample::series(), {});
    const std::vector<std::string> lines = lines_of(text);
    CHECK(lines.back() == "unreadable");
    CHECK(text.find("REFUTED patch 3/6") < text.find("1/6   untouched"));
    CHECK(text.find("REPAIRED patch 3/6 breaks what patch 4/6 repairs") != std::string::npos);
    CHECK(text.find("kernel/f.c:3:4") != std::string::npos);
    for (const std::string& line : lines)
        for (const char c : line) CHECK_MESSAGE((c >= ' ' && c < 0x7f), line);
    SeriesReportOptions quiet;
    quiet.quiet = true;
    CHECK(lines_of(text_report(premerge_sample::series(), quiet)).size() == 7);
}

TEST_CASE("every format says the same twice, and something when there is no judgement") {
    for (const SeriesFormat format :
         {SeriesFormat::text, SeriesFormat::json, SeriesFormat::ktap, SeriesFormat::junit, SeriesFormat::sarif,
          SeriesFormat::b4_review, SeriesFormat::b4_check, SeriesFormat::patchwork, SeriesFormat::mail}) {
        CHECK(report(premerge_sample::series(), format, {}) == report(premerge_sample::series(), format, {}));
        CHECK(failure_report(failure, format) != "");
    }
}
