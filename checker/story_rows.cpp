// SPDX-License-Identifier: MIT
// Alignment of two runs: the longest common sequence of steps, where equal events count more than events of one kind.
#include "checker/story.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

struct Range {
    int begin;
    int end;
};

// 0: must not stand beside each other.
int likeness(const Event& left, const Event& right) {
    if (left.observer != right.observer || left.kind != right.kind || left.subject != right.subject) return 0;
    return same_event(left, right) ? 3 : 2;
}

class Aligner {
public:
    Aligner(const Replay& replay, const std::optional<Disagreement>& marked) : replay_(replay), marked_(marked) {}

    std::vector<Row> align() {
        const int left_end = static_cast<int>(replay_.left.events.size());
        const int right_end = static_cast<int>(replay_.right.events.size());
        if (!marked_ || marked_->left_event < 0 || marked_->right_event < 0) {
            add({0, left_end}, {0, right_end});
        } else {
            add({0, marked_->left_event}, {0, marked_->right_event});
            rows_.push_back({marked_->left_event, marked_->right_event, true});
            add({marked_->left_event + 1, left_end}, {marked_->right_event + 1, right_end});
        }
        return std::move(rows_);
    }

private:
    int score(int left, int right) const {
        if (marked_ && (left == marked_->left_event || right == marked_->right_event)) return 0;
        return likeness(replay_.left.events[static_cast<std::size_t>(left)],
                        replay_.right.events[static_cast<std::size_t>(right)]);
    }

    // best[i][j]: the best score of what stands at or after i on the left and j on the right.
    void add(Range left, Range right) {
        const std::size_t height = static_cast<std::size_t>(left.end - left.begin) + 1;
        const std::size_t width = static_cast<std::size_t>(right.end - right.begin) + 1;
        std::vector<std::vector<int>> best(height, std::vector<int>(width, 0));
        const auto paired = [&](std::size_t i, std::size_t j) {
            const int found = score(left.begin + static_cast<int>(i), right.begin + static_cast<int>(j));
            return found == 0 ? -1 : found + best[i + 1][j + 1];
        };
        for (std::size_t i = height - 1; i-- > 0;)
            for (std::size_t j = width - 1; j-- > 0;)
                best[i][j] = std::max({best[i + 1][j], best[i][j + 1], paired(i, j)});
        std::size_t i = 0;
        std::size_t j = 0;
        while (i + 1 < height || j + 1 < width) {
            const bool both = i + 1 < height && j + 1 < width;
            if (both && paired(i, j) == best[i][j])
                push(left.begin + static_cast<int>(i++), right.begin + static_cast<int>(j++));
            else if (j + 1 == width || (both && best[i + 1][j] == best[i][j]))
                push(left.begin + static_cast<int>(i++), -1);
            else
                push(-1, right.begin + static_cast<int>(j++));
        }
    }

    void push(int left, int right) {
        const bool is_marked =
            marked_ && ((left >= 0 && left == marked_->left_event) || (right >= 0 && right == marked_->right_event));
        rows_.push_back({left, right, is_marked});
    }

    const Replay& replay_;
    const std::optional<Disagreement>& marked_;
    std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> align(const Replay& replay, const std::optional<Disagreement>& marked) {
    return Aligner(replay, marked).align();
}

std::optional<Disagreement> first_disagreement(const Replay& replay) {
    const std::vector<Disagreement> all = disagreements(replay.left, replay.right);
    const std::vector<Disagreement> causes = roots(all, replay.left, replay.right);
    if (!causes.empty()) return causes.front();
    if (!all.empty()) return all.front();
    return std::nullopt;
}

}  // namespace entryproof::checker
