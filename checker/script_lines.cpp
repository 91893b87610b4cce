// SPDX-License-Identifier: MIT
#include "checker/script_lines.h"

#include "checker/error.h"
#include "checker/script_oracle.h"
#include "model/kernel/numbers.h"

#include <cstdio>

namespace entryproof::checker {

namespace {

const FieldValue& field(const Event& event, const std::string& name) {
    for (const FieldValue& value : event.fields)
        if (value.name == name) return value;
    throw InternalError("an event of the rounds has the fields that its line needs");
}

std::int64_t signed_value(const Event& event, const std::string& name) {
    const FieldValue& value = field(event, name);
    const std::uint64_t sign = std::uint64_t{1} << (value.width - 1);
    return static_cast<std::int64_t>(
        value.width > 1 && (value.value & sign) != 0 ? value.value | ~ir::mask_of(value.width) : value.value);
}

std::string decimal(const Event& event, const std::string& name) { return std::to_string(signed_value(event, name)); }

std::string hexadecimal(const Event& event, const std::string& name) {
    char text[19];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(field(event, name).value));
    return text;
}

// si_code: what the kernel sends is small and known by its number, SI_KERNEL and the codes of stops by their bits.
std::string code(const Event& event) {
    return signed_value(event, "si_code") <= 9 ? decimal(event, "si_code") : hexadecimal(event, "si_code");
}

std::string offset(const Event& event, const std::string& name) {
    const auto distance = static_cast<std::int64_t>(field(event, name).value - script_text_address);
    return (distance < 0 ? "" : "+") + std::to_string(distance);
}

// The registers of a 32-bit task are read as 32 bits, whatever the kernel holds above them.
std::string general_register(const Event& event, const std::string& name) {
    const bool is_compat = (field(event, "pstate").value & kernel::PSR_MODE32) != 0;
    return is_compat ? std::to_string(field(event, name).value & 0xffffffff) : decimal(event, name);
}

std::string stop_line(const Event& event) {
    return "tracer: stop status " + hexadecimal(event, "status") + " code " + code(event) + " message " +
           decimal(event, "message") + " nr " + decimal(event, "nr") + " x0 " + general_register(event, "x0") + " x7 " +
           general_register(event, "x7") + " pc " + offset(event, "pc") + " pending " + hexadecimal(event, "pending") +
           (field(event, "rseq_area").value != 0 ? " cs " + decimal(event, "rseq_pointer") : "");
}

std::string arguments(const Event& event, const std::string& prefix, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += " arg" + std::to_string(i) + " " + decimal(event, prefix + std::to_string(i));
    return text;
}

std::string record_line(const Event& event, const std::string& result) {
    return "audit: record nr " + decimal(event, "major") + arguments(event, "a", 4) + result;
}

std::string death_line(const Event& event) {
    const bool is_traced = field(event, "ptrace").value != 0;
    const bool is_signal = field(event, "signal").value != 0;
    const std::string value = std::to_string(field(event, "value").value & 0xff);
    if (is_signal) return (is_traced ? "tracer: killed " : "user: ended by signal ") + decimal(event, "signal");
    return (is_traced ? "tracer: exited " : "user: exit ") + value;
}

bool is_stop(const Event& event) {
    const std::string& kind = event.kind;
    return event.observer == "tracer" && kind.size() > 5 && kind.substr(kind.size() - 5) == " stop";
}

}  // namespace

std::optional<std::string> script_line(const Event& event) {
    if (is_stop(event)) return stop_line(event);
    if (event.hook == "notification")
        return "seccomp: notification nr " + decimal(event, "nr") + " arg0 " + decimal(event, "arg0") + " pc " +
               offset(event, "ip");
    if (event.hook == "sys_enter")
        return "tracepoints: sys_enter nr " + decimal(event, "id") + arguments(event, "arg", 6);
    if (event.hook == "sys_exit")
        return "tracepoints: sys_exit nr " + decimal(event, "id") + " value " + decimal(event, "ret");
    if (event.hook == "audit_record")
        return record_line(
            event, " success " + std::to_string(field(event, "success").value) + " value " + decimal(event, "exit"));
    if (event.hook == "audit_last_record") return record_line(event, "");
    if (event.hook == "death") return death_line(event);
    return std::nullopt;
}

}  // namespace entryproof::checker
