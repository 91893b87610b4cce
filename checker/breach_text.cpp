// SPDX-License-Identifier: MIT
// Places are footnotes, as in the story of two sides (checker/story.cpp).
#include "checker/breach_text.h"

#include "checker/layout.h"
#include "checker/story_step.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

class Teller {
public:
    Teller(const Scenario& scenario, const Run& run) : scenario_(scenario), run_(run) {}

    std::vector<std::string> tell() {
        tell_start();
        for (const Event& event : run_.events)
            if (!event.observer.empty() || !deeds(event).empty()) tell(event);
        for (std::size_t i = 0; i < places_.size(); ++i) tell_place("[" + std::to_string(i + 1) + "] ", places_[i]);
        return std::move(lines_);
    }

private:
    void tell_start() {
        std::vector<std::string> parts = start_parts(scenario_);
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) parts[i] += ";";
        parts.front() = "start: " + parts.front();
        append(wrap_parts(parts, page_width - 4, 7), 4);
    }

    void tell(const Event& event) {
        append(wrap(title_of(event) + " [" + std::to_string(footnote(place_of(event))) + "]", page_width - 4), 4);
        std::vector<std::string> fields;
        if (!event.observer.empty())
            for (const std::string& name : telling_fields(event))
                fields.push_back(field_text(event, name, Spelling::symbolic));
        if (!fields.empty()) append(wrap_parts(fields, page_width - 6), 6);
        for (const std::string& deed : deeds(event)) append(wrap("-> " + deed, page_width - 6, 3), 6);
    }

    // Broken after the file where one line is too short.
    void tell_place(const std::string& lead, const std::string& place) {
        const std::size_t colon = place.find(':');
        if (4 + lead.size() + place.size() <= page_width || colon == std::string::npos)
            return append({lead + place}, 4);
        append({lead + place.substr(0, colon + 1), std::string(lead.size() + 2, ' ') + place.substr(colon + 1)}, 4);
    }

    std::size_t footnote(const std::string& place) {
        const auto found = std::find(places_.begin(), places_.end(), place);
        if (found != places_.end()) return static_cast<std::size_t>(found - places_.begin()) + 1;
        places_.push_back(place);
        return places_.size();
    }

    void append(const std::vector<std::string>& lines, std::size_t indent) {
        for (const std::string& line : lines) lines_.push_back(std::string(indent, ' ') + line);
    }

    const Scenario& scenario_;
    const Run& run_;
    std::vector<std::string> places_;
    std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> breach_lines(const Scenario& scenario, const Run& run) { return Teller(scenario, run).tell(); }

}  // namespace entryproof::checker
