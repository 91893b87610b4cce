// SPDX-License-Identifier: MIT
#include "checker/premerge/formats.h"
#include "checker/premerge/words.h"

namespace entryproof::checker::premerge {

namespace {

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += c;
    }
    return result;
}

struct Case {
    std::string name;
    std::string element;  // failure, error, skipped; empty: passed
    std::string message;
    std::string text;
};

std::string element_of(const Judgement& judgement) {
    switch (judgement.verdict) {
        case PatchVerdict::unchanged:
            return "";
        case PatchVerdict::untouched:
            return "skipped";
        case PatchVerdict::changed:
            return "failure";
        default:
            return "error";
    }
}

std::string lines_of(const Judgement& judgement) {
    std::string text = judgement.place.empty() ? "" : judgement.place + ": ";
    text += judgement.reason + "\n";
    for (const FoundChange& change : judgement.changes) {
        text += change.difference.id + " " + change.difference.observer + ": " + change.words;
        if (const std::string when = when_words(change.difference); !when.empty()) text += "\n  when: " + when;
        text += "\n";
    }
    for (const std::string& note : judgement.notes) text += "note: " + note + "\n";
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines += ascii(text.substr(at, end - at)) + "\n";
        at = end + 1;
    }
    return lines;
}

std::string suite(const std::string& name, const std::vector<Case>& cases) {
    std::size_t failures = 0, errors = 0, skipped = 0;
    for (const Case& one : cases) {
        failures += one.element == "failure";
        errors += one.element == "error";
        skipped += one.element == "skipped";
    }
    const std::string counts = "tests=\"" + std::to_string(cases.size()) + "\" failures=\"" + std::to_string(failures) +
                               "\" errors=\"" + std::to_string(errors) + "\" skipped=\"" + std::to_string(skipped) +
                               "\" time=\"0\"";
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"entryproof\" " + counts +
                       ">\n  <testsuite name=\"" + escaped(ascii(name)) + "\" " + counts + ">\n";
    for (const Case& one : cases) {
        text += "    <testcase classname=\"entryproof.premerge\" name=\"" + escaped(ascii(one.name)) + "\" time=\"0\"";
        if (one.element.empty()) {
            text += "/>\n";
            continue;
        }
        text += ">\n      <" + one.element + " message=\"" + escaped(ascii(one.message)) + "\">" + escaped(one.text) +
                "</" + one.element + ">\n    </testcase>\n";
    }
    return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace

std::string junit_report(const JudgedSeries& judged) {
    std::vector<Case> cases;
    for (const JudgedPatch& patch : judged.patches)
        cases.push_back(
            {name_of(judged, patch), element_of(patch.judgement), summary_of(patch), lines_of(patch.judgement)});
    cases.push_back({"base to end of the series", element_of(judged.sum),
                     word(judged.sum.verdict) + ": " + judged.sum.reason, lines_of(judged.sum)});
    return suite("premerge: " + judged.posted.title, cases);
}

std::string junit_failure(const Failure& failure) {
    return suite("premerge", {{"premerge", "error", failure_line(failure), ascii(failure_line(failure)) + "\n"}});
}

}  // namespace entryproof::checker::premerge
