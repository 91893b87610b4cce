// SPDX-License-Identifier: MIT
// Overview pages against the reports they are made of.
#include "checker/page/overview.h"

#include "checker/check_report.h"
#include "checker/error.h"
#include "checker/page/report_page.h"
#include "checker/report_json.h"
#include "tests/checker/sample_result.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Json = nlohmann::ordered_json;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string page_of(const Result& result) { return page::page_of(result, report_json(result, std::nullopt), {}); }

CheckedProperty property(const std::string& id, PropertyVerdict verdict) {
    CheckedProperty one;
    one.id = id;
    one.name = "name-of-" + id;
    one.sentence = "what " + id + " promises";
    one.source = "a man page";
    one.verdict = verdict;
    return one;
}

CheckResult checked() {
    CheckResult result;
    result.path = "legacy";
    result.origin = "built-in";
    result.properties = {property("P1", PropertyVerdict::proved), property("P2", PropertyVerdict::refuted),
                         property("P3", PropertyVerdict::refuted), property("P4", PropertyVerdict::not_covered)};
    for (std::size_t at : {1u, 2u})
        result.properties[at].breach = Breach{sample::refused_visitor(), sample::refused_replay().left};
    result.properties[1].is_expected = true;
    result.properties[2].holds_when = {{"!exit.emu", "task.watched"}};
    result.properties[2].is_exact = true;
    result.exit = ExitCode::refuted;
    return result;
}

std::string page_of(const CheckResult& result) {
    return page::page_of(result, check_json(result), load_path("legacy"));
}

}  // namespace

TEST_CASE("the page of a result has its claims, differences, flaws and stories") {
    const std::string html = page_of(sample::result());
    CHECK(holds(html, "<h1>prove gate gate-ignoring<span class=\"verdict refuted\">refuted</span></h1>"));
    CHECK(holds(html, "<th scope=\"row\">agreement.guard</th><td><span class=\"verdict proved\">proved</span></td>"));
    CHECK(holds(html, "<span class=\"verdict unknown\">vacuous</span>"));
    CHECK(holds(html, "1 undeclared, 1 declared"));
    CHECK(holds(html, "declaration &#39;old-lock&#39; is stale: no run shows it"));
    CHECK(holds(html, "narrower: <code>now.day</code>"));
    CHECK(holds(html, "task.watched &amp;&amp; !now.day"));
    CHECK(holds(html, "<a href=\"#story-1\""));
    CHECK(holds(html, "<article id=\"story-2\""));
    CHECK(holds(html, "id=\"story-2-mark\""));
    CHECK(holds(html, "nobody rings the bell"));
    CHECK(html == page_of(sample::result()));
}

TEST_CASE("the first finding is the first difference that nobody declared, and there may be none") {
    Result result = sample::result();
    CHECK(holds(page_of(result), "id=\"first-finding\" tabindex=\"-1\"><th scope=\"row\" class=\"short\">0123abcd"));
    result.differences[0].declared = true;
    CHECK_FALSE(holds(page_of(result), "first-finding"));
}

TEST_CASE("diff says how good each condition is") {
    Result result = sample::result();
    result.command = "diff";
    result.differences[0].condition = "";
    result.differences[1].is_exact = false;
    result.differences[1].at_most = "task.watched";
    result.differences[1].unless = {"0123abcd"};
    const std::string html = page_of(result);
    CHECK(holds(html, "<p>always</p>"));
    CHECK(holds(html, "at least: </span>task.watched &amp;&amp; !now.day"));
    CHECK(holds(html, "at most: </span>task.watched</p>"));
    CHECK(holds(html, "hidden by </span>0123abcd"));
    CHECK_FALSE(holds(html, "UNDECLARED"));
    result.differences[1].condition = "";
    CHECK(holds(page_of(result), "at least: </span>(not known)"));
    result.differences[0].undecided = "out of budget";
    CHECK(holds(page_of(result), "not decided: out of budget"));
}

TEST_CASE("a second solver that disagrees, or is missing, is told in red") {
    const Result result = sample::result();
    const Recheck differs{"cvc5", false, {{"undefined", "unsat", "sat", ""}, {"order", "sat", "sat", ""}}};
    const std::string html = page::page_of(result, report_json(result, differs), {});
    CHECK(holds(html, "<p class=\"flaw\">undefined: we said unsat, it said sat "));
    CHECK(holds(html, "1 of 2 queries answered the same"));
    CHECK(holds(page::page_of(result, report_json(result, Recheck{"cvc5", true, {}}), {}), "nothing was re-checked"));
}

TEST_CASE("check puts what is not proved first and marks what nobody expected") {
    const std::string html = page_of(checked());
    CHECK(html.find("P4 name-of-P4") < html.find("P1 name-of-P1"));
    CHECK(holds(html, "id=\"first-finding\" tabindex=\"-1\"><th scope=\"row\">P3 name-of-P3"));
    CHECK(holds(html, "holds exactly when </span><code>!exit.emu &amp;&amp; task.watched</code>"));
    CHECK(holds(html, "<span class=\"verdict unknown\">not covered</span>"));
    CHECK(holds(html, "<article id=\"story-2\""));
    CHECK(html == page_of(checked()));
}

TEST_CASE("the built-in series has a column for each way of asking, and marks the patch that shows what nobody knows") {
    const auto difference = [](const std::string& known) {
        return Json{
            {"id", "0123abcd"}, {"known_as", known}, {"summary", "a <stop> is gone"}, {"condition", "exit.emu"}};
    };
    const auto patch = [](int number, const Json& differences) {
        const Json column = {{"name", "default"},
                             {"verdict", differences.empty() ? "unchanged" : "changed"},
                             {"reason", "why"},
                             {"assumptions", Json::array({"I2"})},
                             {"differences", differences},
                             {"flaws", Json::array()}};
        const Json claim = {{"claim", "No functional change."}, {"verdict", "not checked"}, {"words", ""}};
        return Json{{"number", number},
                    {"subject", "patch"},
                    {"note", ""},
                    {"before", "series:00"},
                    {"after", "series:01"},
                    {"columns", Json::array({column})},
                    {"claims", Json::array({claim})},
                    {"layouts", Json::array()},
                    {"cost", nullptr}};
    };
    Json report = Json::parse(report_json(sample::result(), std::nullopt));
    report["kind"] = "built-in series";
    report["command"] = "series";
    const Json patches =
        Json::array({patch(1, Json::array({difference("D18")})), patch(2, Json::array({difference("")}))});
    report["series"] = Json::array();
    report["series"].push_back({{"name", "resend"}, {"description", "as posted"}, {"patches", patches}});
    const std::string html = page::overview_page(report.dump(), {}, {});
    CHECK(holds(html, "D18: a &lt;stop&gt; is gone; when <code>exit.emu</code>"));
    CHECK(holds(html, "id=\"first-finding\" tabindex=\"-1\"><th scope=\"row\">2 patch"));
    CHECK(holds(html, "NOT KNOWN"));
    CHECK(holds(html, "series:00 series:01 --no-expect"));
    CHECK(holds(html, "<span class=\"verdict unknown\">not checked</span>"));
}

TEST_CASE("stories that are not those of the report are our bug") {
    const std::string report = report_json(sample::result(), std::nullopt);
    std::vector<page::Markup> stories = page::stories_of(sample::result());
    stories.pop_back();
    CHECK_THROWS_AS(page::overview_page(report, stories, {}), InternalError);
    stories.resize(3);
    CHECK_THROWS_AS(page::overview_page(report, stories, {}), InternalError);
}

TEST_CASE("a report of another kind gives no page") {
    Json report = Json::parse(report_json(sample::result(), std::nullopt));
    report["kind"] = "forecast";
    CHECK_THROWS_AS(page::overview_page(report.dump(), {}, {}), InternalError);
}

TEST_CASE("texts of a result stay text") {
    Result result = sample::result();
    result.differences[0].summary = "<img src=x onerror=alert(1)>";
    result.differences[0].stories[0].title = "</article><script>1</script>";
    result.claims[0].reason = "\xff\x01</td>";
    const std::string html = page_of(result);
    CHECK_FALSE(holds(html, "<img"));
    CHECK_FALSE(holds(html, "<script>1"));
    CHECK(holds(html, "&lt;/article&gt;&lt;script&gt;1&lt;/script&gt;"));
    CHECK(holds(html, "\ufffd\u2401&lt;/td&gt;"));
}
