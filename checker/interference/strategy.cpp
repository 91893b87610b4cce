// SPDX-License-Identifier: MIT
#include "checker/interference/strategy.h"

#include <algorithm>
#include <limits>

namespace entryproof::checker::interference {

namespace {

constexpr unsigned no_limit = std::numeric_limits<unsigned>::max();

std::string key_of(std::uint64_t number, const std::vector<ir::Source>& call_chain) {
    std::string text = std::to_string(number);
    for (const ir::Source& source : call_chain) text += "|" + ir::to_string(source);
    return text;
}

std::string key_of(const Event& event) { return key_of(event.fields.at(0).value, event.call_chain); }

unsigned likeness(const Place& one, const Place& other) {
    if (one.point.before_event != other.point.before_event) return 0;
    const unsigned same_function = one.point.function == other.point.function ? 1 : 0;
    if (one.point.what == other.point.what) return 4 + same_function;
    const std::string word = "the read of thread_info.";  // either flag word
    const bool are_flag_words = one.point.what.rfind(word, 0) == 0 && other.point.what.rfind(word, 0) == 0;
    return are_flag_words ? 2 + same_function : 0;
}

// Positions of the acts of a free run: where the places it came through stand in the program.
std::vector<unsigned> positions_of_acts(const Run& free, const std::vector<Place>& places, unsigned digits) {
    std::vector<unsigned> positions;
    std::size_t next = 0;
    for (const Event& event : free.events) {
        if (event.hook != environment::act_hook) continue;
        const std::string key = key_of(event);
        std::size_t at = next;
        while (at < places.size() && places[at].key != key) ++at;
        if (at == places.size()) return {};
        next = at + 1;
        unsigned digit = 0;
        for (std::uint64_t list = event.answers.at(0).value; list != 0; list >>= environment::act_bits)
            positions.push_back(static_cast<unsigned>(at) * digits + digit++);
    }
    return positions;
}

}  // namespace

std::vector<Place> places_of(const Terms& terms, const environment::ActPoints& points, const Execution& execution) {
    std::vector<Place> places;
    for (const Slot& slot : execution.slots) {
        if (slot.hook != environment::act_hook) continue;
        const std::uint64_t number = terms.node(slot.fields.at(0).value).value;
        places.push_back({points.points.at(number), key_of(number, slot.call_chain)});
    }
    return places;
}

Strategy side_by_side(const std::vector<Place>& free, const std::vector<Place>& follower, unsigned digits) {
    // best[i][j]: the best that free places from i on and follower places from j on can be laid beside each other.
    std::vector<std::vector<unsigned>> best(free.size() + 1, std::vector<unsigned>(follower.size() + 1, 0));
    const auto beside = [&](std::size_t i, std::size_t j) {
        const unsigned found = likeness(free[i], follower[j]);
        return found == 0 ? 0 : found + best[i + 1][j + 1];
    };
    for (std::size_t i = free.size(); i-- > 0;)
        for (std::size_t j = follower.size(); j-- > 0;)
            best[i][j] = std::max({best[i + 1][j], best[i][j + 1], beside(i, j)});
    Strategy strategy(follower.size(), 0);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < free.size() && j < follower.size()) {
        if (beside(i, j) == best[i][j] && likeness(free[i], follower[j]) != 0) {
            strategy[j++] = static_cast<unsigned>(i++ + 1) * digits;  // acts stand before what the place is before
        } else if (best[i][j + 1] == best[i][j]) {
            strategy[j++] = static_cast<unsigned>(i) * digits;
        } else {
            ++i;
        }
    }
    for (; j < follower.size(); ++j) strategy[j] = no_limit;
    return strategy;
}

Strategy at_once(const std::vector<Place>& follower) { return Strategy(follower.size(), no_limit); }

Strategy learned(const Timings& timings, const std::vector<Place>& free, const std::vector<Place>& follower,
                 unsigned digits, Strategy before) {
    const std::vector<unsigned> acts = positions_of_acts(timings.free, free, digits);
    for (const Choice& choice : timings.fitting->choices) {
        if (choice.done > acts.size()) continue;
        const unsigned least = choice.done == 0 ? 0 : acts[choice.done - 1] + 1;
        const unsigned most = choice.done < acts.size() ? acts[choice.done] : no_limit;
        const std::string key = key_of(choice.place);
        for (std::size_t i = 0; i < follower.size(); ++i)
            if (follower[i].key == key) before[i] = std::clamp(before[i], least, most);
    }
    return before;
}

}  // namespace entryproof::checker::interference
