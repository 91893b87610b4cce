// SPDX-License-Identifier: MIT
#include "checker/check_report.h"

#include "checker/breach_text.h"
#include "checker/layout.h"
#include "checker/smt.h"
#include "checker/version.h"
#include "spec/coverage.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

std::string in_words(const std::string& kind) {
    if (kind == "wart") return "a known wart";
    if (kind == "abi") return "documented ABI";
    if (kind == "bug") return "looks like a kernel bug";
    return "the model allows what a kernel does not";
}

class TextReport {
public:
    TextReport(const CheckResult& result, const CheckReportOptions& options) : result_(result), options_(options) {}

    std::string tell() {
        if (!options_.quiet) line("check " + result_.path);
        for (const CheckedProperty& property : result_.properties) line(property_line(property));
        if (!options_.quiet) {
            for (const CheckedProperty& property : result_.properties) tell(property);
            for (const std::string& sentence : result_.stale) {
                line("");
                text_ += paragraph("expectation is stale: ", sentence);
            }
            tell_provenance();
            line("");
        }
        line(summary());
        line(std::string(word(result_.exit)));
        return std::move(text_);
    }

private:
    void line(const std::string& text) { text_ += text + "\n"; }

    void tell(const CheckedProperty& property) {
        if (!property.breach) return;
        line("");
        text_ += paragraph(property.id + " ", "refuted: " + property.sentence);
        text_ += paragraph("  promised by: ", property.source);
        if (!property.note.empty()) text_ += paragraph("  " + in_words(property.kind) + ": ", property.note);
        tell_side_conditions(property);
        if (!options_.stories) return;
        line("");
        for (const std::string& row : breach_lines(property.breach->scenario, property.breach->run)) line(row);
    }

    void tell_side_conditions(const CheckedProperty& property) {
        if (!property.is_explained) return;
        if (property.holds_when.empty()) {
            line(property.is_exact ? "  holds in no run that it speaks of"
                                   : "  holds when: (not to be said in a few facts)");
            return;
        }
        std::string lead = property.is_exact ? "  holds exactly when: " : "  holds when: ";
        for (const std::vector<std::string>& conjunction : property.holds_when) {
            text_ += paragraph(lead, joined(conjunction, " && "));
            lead = std::string(lead.size() - 3, ' ') + "or ";
        }
    }

    void tell_provenance() {
        line("");
        for (const std::string& note : result_.notes) text_ += paragraph("note: ", note);
        text_ += paragraph("checked by:  ", "entryproof " + std::string(version) + ", " + solver_version());
        text_ += paragraph("path:        ", result_.path + ": " + result_.origin);
        if (!result_.options.empty()) text_ += paragraph("options:     ", joined(result_.options, " "));
        const auto is_explained = [](const CheckedProperty& one) { return one.is_explained; };
        if (std::any_of(result_.properties.begin(), result_.properties.end(), is_explained))
            text_ += paragraph("conditions:  ",
                               "!HOOK.ACT: in no call of the hook does the actor do that; HOOK.ACT == VALUE: in every "
                               "call; number: what user space passed; the rest is in 'entryproof list vocabulary'");
        text_ += paragraph("size:        ", std::to_string(result_.slots) + " event slots, " +
                                                std::to_string(result_.terms) + " terms, " +
                                                std::to_string(result_.queries) + " queries, " +
                                                std::to_string(result_.rlimit) + " solver resource units");
        tell_list("not covered: ", spec::not_covered());
        tell_list("trusted:     ", spec::trusted());
    }

    void tell_list(const std::string& lead, const std::vector<std::string>& items) {
        for (std::size_t i = 0; i < items.size(); ++i)
            text_ += paragraph(i == 0 ? lead : std::string(lead.size(), ' '), items[i]);
    }

    std::string summary() const {
        std::array<unsigned, 5> count{};
        unsigned expected = 0;
        for (const CheckedProperty& property : result_.properties) {
            ++count.at(static_cast<std::size_t>(property.verdict));
            expected += property.is_expected ? 1 : 0;
        }
        std::string text;
        for (const PropertyVerdict verdict :
             {PropertyVerdict::proved, PropertyVerdict::refuted, PropertyVerdict::unknown, PropertyVerdict::vacuous,
              PropertyVerdict::not_covered})
            if (const unsigned number = count.at(static_cast<std::size_t>(verdict)); number != 0)
                text += (text.empty() ? "" : ", ") + std::to_string(number) + " " + std::string(word(verdict));
        if (expected != 0) text += "; " + std::to_string(expected) + " of these as expected";
        return text;
    }

    const CheckResult& result_;
    const CheckReportOptions& options_;
    std::string text_;
};

using Json = nlohmann::ordered_json;

Json to_json(const CheckedProperty& property) {
    return {{"id", property.id},
            {"name", property.name},
            {"sentence", property.sentence},
            {"source", property.source},
            {"verdict", word(property.verdict)},
            {"scope", "one syscall"},
            {"assumptions", property.assumptions},
            {"within", property.within},
            {"reason", property.reason},
            {"holds_when", property.holds_when},
            {"exact", property.is_exact},
            {"expected", property.is_expected},
            {"kind", property.kind},
            {"note", property.note},
            {"story", property.breach ? Json::parse(to_json(property.breach->scenario)) : Json(nullptr)}};
}

}  // namespace

std::string property_line(const CheckedProperty& property) {
    std::string text = property.id + " " + property.name + ": " + std::string(word(property.verdict)) + " (one syscall";
    if (!property.assumptions.empty()) text += "; assumes, unproved: " + joined(property.assumptions, " ");
    if (!property.within.empty()) text += "; within: " + joined(property.within, " ");
    text += ")";
    if (!property.reason.empty()) text += ": " + property.reason;
    if (property.is_expected) text += ", as expected";
    return text;
}

std::string check_text(const CheckResult& result, const CheckReportOptions& options) {
    return TextReport(result, options).tell();
}

std::string check_json(const CheckResult& result) {
    Json properties = Json::array();
    for (const CheckedProperty& property : result.properties) properties.push_back(to_json(property));
    const Json root = {
        {"version", 1},
        {"kind", "check"},
        {"command", "check"},
        {"path", result.path},
        {"exit", {{"code", static_cast<int>(result.exit)}, {"word", word(result.exit)}}},
        {"properties", std::move(properties)},
        {"stale", result.stale},
        {"notes", result.notes},
        {"provenance",
         {{"tool_version", version},
          {"solver", solver_version()},
          {"origin", result.origin},
          {"options", result.options},
          {"not_covered", spec::not_covered()},
          {"trusted", spec::trusted()}}},
        {"statistics",
         {{"slots", result.slots}, {"terms", result.terms}, {"queries", result.queries}, {"rlimit", result.rlimit}}}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace entryproof::checker
