// SPDX-License-Identifier: MIT
#include "checker/trace_report.h"

#include "checker/event_text.h"
#include "checker/layout.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

using Json = nlohmann::ordered_json;

bool is_seen(const Event& event, const std::vector<std::string>& observers) {
    if (event.observer.empty()) return false;
    return observers.empty() || std::find(observers.begin(), observers.end(), event.observer) != observers.end();
}

std::string fields_of(const Event& event, bool all) {
    std::string text;
    for (const std::string& name : all ? all_shown_fields(event) : telling_fields(event))
        text += " " + field_text(event, name, Spelling::plain);
    return event.subject.empty() ? text : " " + event.subject + text;
}

// Beyond 2^53 a reader that keeps numbers as doubles rounds.
Json number_to_json(std::uint64_t value) {
    if (value <= std::uint64_t{1} << 53) return value;
    std::string digits;
    for (; value != 0; value >>= 4) digits.insert(digits.begin(), "0123456789abcdef"[value & 15]);
    return "0x" + digits;
}

Json values_to_json(const std::vector<FieldValue>& values) {
    Json object = Json::object();
    for (const FieldValue& value : values)
        if (value.shown) object[value.name] = number_to_json(value.value);
    return object;
}

Json event_to_json(const Event& event) {
    Json calls = Json::array();
    for (const ir::Source& call : event.call_chain) calls.push_back(ir::to_string(call));
    Json object = {{"observer", event.observer}, {"kind", event.kind}, {"hook", event.hook}};
    if (!event.subject.empty()) object["subject"] = event.subject;
    object["fields"] = values_to_json(event.fields);
    object["answers"] = values_to_json(event.answers);
    object["source"] = ir::to_string(event.source);
    object["calls"] = std::move(calls);
    return object;
}

}  // namespace

std::string trace_text(const TraceView& view) {
    std::string text;
    for (const Event& event : view.run.events)
        if (is_seen(event, view.observers))
            text +=
                padded(event.observer, 11) + " " + padded(event.kind, 14) + fields_of(event, view.all_fields) + "\n";
    return text.empty() ? "nobody sees anything\n" : text;
}

std::string trace_json(const TraceView& view) {
    Json events = Json::array();
    for (const Event& event : view.run.events)
        if (is_seen(event, view.observers)) events.push_back(event_to_json(event));
    const Json root = {{"version", 1},
                       {"kind", "trace"},
                       {"path", view.path},
                       {"exit", {{"code", 0}, {"word", "done"}}},
                       {"halted", view.run.halted},
                       {"events", std::move(events)}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace entryproof::checker
