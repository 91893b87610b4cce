// SPDX-License-Identifier: MIT
// Lays a story out. Places are footnotes, since a file and a function seldom fit into half a page. A story that is too
// long is told without what follows the disagreement, then with the steps that both sides share by title alone.
#include "checker/story.h"

#include "checker/layout.h"
#include "checker/story_step.h"
#include "model/environment/act_points.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

constexpr std::size_t left_width = 36;
constexpr std::size_t right_width = 37;

enum class Detail { everything, no_aftermath, titles };

using Column = std::vector<std::string>;

// With a star before what differs from the counterpart.
Column starred(const Event& own, const Event* other) {
    Column texts;
    for (const StepField& field : fields_to_tell(own, other)) texts.push_back((field.differs ? "*" : "") + field.text);
    return texts;
}

class StoryTeller {
public:
    StoryTeller(const StoryView& view, Detail detail) : view_(view), detail_(detail) {}

    std::vector<std::string> tell() {
        tell_start();
        lines_.push_back("");
        line(" ", view_.left, view_.right);
        lines_.push_back("  " + std::string(left_width, '-') + "-+-" + std::string(right_width, '-'));
        tell_rows();
        if (!view_.marked) lines_.push_back("  (both sides see the same)");
        tell_places();
        return std::move(lines_);
    }

private:
    void tell_start() {
        tell_parts("  start:  ", start_parts(view_.scenario));
        if (!view_.config.empty()) tell_parts("  config: ", view_.config);
    }

    void tell_parts(const std::string& lead, std::vector<std::string> parts) {
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) parts[i] += ";";
        const std::vector<std::string> wrapped = wrap_parts(parts, page_width - lead.size());
        for (std::size_t i = 0; i < wrapped.size(); ++i)
            lines_.push_back((i == 0 ? lead : std::string(lead.size(), ' ')) + wrapped[i]);
    }

    void tell_rows() {
        const std::vector<Row> rows = align(view_.replay, view_.marked);
        bool is_aftermath = false;
        std::size_t untold = 0;
        for (const Row& row : rows) {
            if (is_aftermath && detail_ != Detail::everything)
                ++untold;
            else
                tell_row(row, is_aftermath);
            is_aftermath = is_aftermath || row.is_marked;
        }
        if (untold != 0) lines_.push_back("  (" + std::to_string(untold) + " later steps are not shown)");
    }

    void tell_row(const Row& row, bool is_aftermath) {
        const Event* left = told(event_at(view_.replay.left, row.left));
        const Event* right = told(event_at(view_.replay.right, row.right));
        if (is_idle(left) && is_idle(right)) return;
        const bool is_shared = is_same_step(left, right) && !row.is_marked;
        const bool by_title = is_aftermath || (is_shared && detail_ == Detail::titles);
        Column left_column = side(left, right, by_title, left_width);
        Column right_column = side(right, left, by_title, right_width);
        if (is_shared) right_column = {"the same" + footnote(*right, is_aftermath)};
        if (row.is_marked && left == nullptr) left_column = {"nothing"};
        if (row.is_marked && right == nullptr) right_column = {"nothing"};
        const std::size_t height = std::max(left_column.size(), right_column.size());
        left_column.resize(height);
        right_column.resize(height);
        for (std::size_t i = 0; i < height; ++i) line(row.is_marked ? "!" : " ", left_column[i], right_column[i]);
    }

    // A place at which others could have acted and did not is no step.
    static const Event* told(const Event* event) {
        return event != nullptr && event->hook == environment::act_hook && is_idle(event) ? nullptr : event;
    }

    Column side(const Event* own, const Event* other, bool by_title, std::size_t width) {
        Column column;
        if (own == nullptr) return column;
        append(column, wrap(title_of(*own) + footnote(*own, by_title && detail_ == Detail::everything), width));
        if (by_title) return column;
        append(column, wrap_parts(starred(*own, other), width - 2), 2);
        for (const std::string& deed : deeds(*own)) append(column, wrap("-> " + deed, width - 2, 3), 2);
        return column;
    }

    static void append(Column& column, const std::vector<std::string>& lines, std::size_t indent = 0) {
        for (const std::string& line : lines) column.push_back(std::string(indent, ' ') + line);
    }

    // " [3]"; nothing for what is only mentioned.
    std::string footnote(const Event& event, bool is_mentioned) {
        if (is_mentioned) return "";
        const std::string place = place_of(event);
        auto found = std::find(places_.begin(), places_.end(), place);
        if (found == places_.end()) found = places_.insert(places_.end(), place);
        return " [" + std::to_string(found - places_.begin() + 1) + "]";
    }

    // Broken after the file where one line is too short.
    void tell_places() {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const std::string lead = "  [" + std::to_string(i + 1) + "] ";
            const std::size_t colon = places_[i].find(':');
            if (lead.size() + places_[i].size() <= page_width || colon == std::string::npos) {
                lines_.push_back(lead + places_[i]);
                continue;
            }
            lines_.push_back(lead + places_[i].substr(0, colon + 1));
            lines_.push_back(std::string(lead.size() + 2, ' ') + places_[i].substr(colon + 1));
        }
    }

    void line(const std::string& margin, const std::string& left, const std::string& right) {
        std::string text = margin + " " + padded(left, left_width) + " | " + right;
        text.erase(text.find_last_not_of(' ') + 1);
        lines_.push_back(text);
    }

    const StoryView& view_;
    Detail detail_;
    std::vector<std::string> places_;
    std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> story_lines(const StoryView& view) {
    std::vector<std::string> lines;
    for (const Detail detail : {Detail::everything, Detail::no_aftermath, Detail::titles}) {
        lines = StoryTeller(view, detail).tell();
        if (lines.size() <= story_lines_wanted) break;
    }
    return lines;
}

}  // namespace entryproof::checker
