// SPDX-License-Identifier: MIT
#include "tests/lab/shrink.h"

#include "checker/error.h"

#include <algorithm>

namespace entryproof::lab {

namespace {

using namespace checker;

std::size_t text_size(const Script& script) { return to_toml(script).size(); }

// A script that a file could not hold would be no script to keep.
bool is_valid(const Script& script) {
    try {
        return parse_script(to_toml(script), "smaller") == script;
    } catch (const InputError&) {
        return false;
    }
}

class Reducer {
public:
    explicit Reducer(const Script& script) : script_(script) {}

    std::vector<Script> reduce() {
        reduce_task();
        elements([](Script& script) { return &script.program; });
        elements([](Script& script) { return &script.filters; });
        elements([](Script& script) { return &script.notifications; });
        elements([](Script& script) { return &script.stops; });
        for (std::size_t i = 0; i < script_.program.size(); ++i)
            value([i](Script& script) { return &script.program[i].value; }, 0);
        for (std::size_t i = 0; i < script_.filters.size(); ++i)
            reduce_filter([i](Script& script) { return &script.filters[i]; });
        for (std::size_t i = 0; i < script_.stops.size(); ++i) reduce_stop(i);
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Sized& a, const Sized& b) { return a.first < b.first; });
        std::vector<Script> scripts;
        for (Sized& one : found_) scripts.push_back(std::move(one.second));
        return scripts;
    }

private:
    using Sized = std::pair<std::size_t, Script>;

    template <typename Edit>
    void edited(const Edit& edit) {
        Script smaller = script_;
        edit(smaller);
        const std::size_t size = text_size(smaller);
        if (size < size_ && is_valid(smaller)) found_.push_back({size, std::move(smaller)});
    }

    template <typename Place, typename Value>
    void value(const Place& place, const Value& simplest) {
        edited([&](Script& script) { *place(script) = simplest; });
    }

    // Each element, and each rest of the list.
    template <typename List>
    void elements(const List& list) {
        Script copy = script_;
        const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(list(copy)->size());
        for (std::ptrdiff_t i = 0; i < count; ++i) {
            edited([&](Script& script) { list(script)->erase(list(script)->begin() + i); });
            if (i + 1 < count)
                edited([&](Script& script) { list(script)->erase(list(script)->begin() + i, list(script)->end()); });
        }
    }

    template <typename Map>
    void keys(const Map& map) {
        Script copy = script_;
        for (const auto& entry : *map(copy)) edited([&](Script& script) { map(script)->erase(entry.first); });
    }

    template <typename Set>
    void bits(const Set& set) {
        Script copy = script_;
        using Word = std::remove_pointer_t<decltype(set(copy))>;
        for (unsigned bit = 0; bit < 8 * sizeof(Word); ++bit)
            if ((*set(copy) >> bit & 1) != 0) edited([&](Script& script) { *set(script) &= ~(Word{1} << bit); });
    }

    void reduce_task() {
        value([](Script& script) { return &script.task.audit; }, false);
        value([](Script& script) { return &script.task.start; }, ScriptTask{}.start);
        value([](Script& script) { return &script.task.rseq; }, ScriptTask{}.rseq);
        value([](Script& script) { return &script.task.tracepoints.sys_enter; }, false);
        value([](Script& script) { return &script.task.tracepoints.sys_exit; }, false);
        bits([](Script& script) { return &script.task.options; });
        bits([](Script& script) { return &script.task.blocked; });
        bits([](Script& script) { return &script.task.ignored; });
        keys([](Script& script) { return &script.task.registers; });
        elements([](Script& script) { return &script.task.handlers; });
        for (std::size_t i = 0; i < script_.task.handlers.size(); ++i)
            value([i](Script& script) { return &script.task.handlers[i].restart; }, false);
    }

    template <typename Filter>
    void reduce_filter(const Filter& filter) {
        elements(filter);
        Script copy = script_;
        for (std::size_t i = 0; i < filter(copy)->size(); ++i) {
            value([&](Script& script) { return &(*filter(script))[i].nr; }, std::nullopt);
            value([&](Script& script) { return &(*filter(script))[i].arg0; }, std::nullopt);
            value([&](Script& script) { return &(*filter(script))[i].data; }, 0);
        }
    }

    void reduce_stop(std::size_t i) {
        const auto stop = [i](Script& script) { return &script.stops[i]; };
        elements([&](Script& script) { return &stop(script)->acts; });
        value([&](Script& script) { return &stop(script)->resume; }, ScriptStop{}.resume);
        value([&](Script& script) { return &stop(script)->signal; }, 0);
        value([&](Script& script) { return &stop(script)->send; }, 0);
        value([&](Script& script) { return &stop(script)->tracepoints; }, std::nullopt);
        value([&](Script& script) { return &stop(script)->tsync; }, std::nullopt);
        if (script_.stops[i].tsync) reduce_filter([&](Script& script) { return &*stop(script)->tsync; });
        for (std::size_t k = 0; k < script_.stops[i].acts.size(); ++k) {
            const auto act = [&](Script& script) { return &stop(script)->acts[k]; };
            keys([&](Script& script) { return &act(script)->registers; });
            value([&](Script& script) { return &act(script)->pc; }, std::nullopt);
            bits([&](Script& script) { return &act(script)->options; });
        }
    }

    const Script& script_;
    const std::size_t size_ = text_size(script_);
    std::vector<Sized> found_;
};

}  // namespace

std::vector<Script> smaller_scripts(const Script& script) { return Reducer(script).reduce(); }

Script shrink(Script script, const Fails& fails) {
    for (;;) {
        std::vector<Script> smaller = smaller_scripts(script);
        if (smaller.empty()) return script;
        const std::vector<bool> failing = fails(smaller);
        const auto first = std::find(failing.begin(), failing.end(), true);
        if (first == failing.end()) return script;
        script = std::move(smaller[static_cast<std::size_t>(first - failing.begin())]);
    }
}

}  // namespace entryproof::lab
