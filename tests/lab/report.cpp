// SPDX-License-Identifier: MIT
#include "tests/lab/report.h"

#include <sstream>
#include <stdexcept>

namespace entryproof::lab {

namespace {

// The rest of a line that begins with `key` and a blank.
bool after(const std::string& line, const std::string& key, std::string& rest) {
    if (line.rfind(key + " ", 0) != 0) return false;
    rest = line.substr(key.size() + 1);
    return true;
}

[[noreturn]] void fail(const Report& report, const std::string& line) {
    throw std::runtime_error("the report of kernel " + report.release + " breaks off in script " +
                             std::to_string(report.seen.empty() ? 0 : report.seen.size() - 1) +
                             (line.empty() ? "" : " at: " + line));
}

}  // namespace

Report read_report(const std::string& text, std::size_t scripts) {
    Report report;
    std::istringstream stream(text);
    std::string line;
    std::string rest;
    bool open = false;
    bool done = false;
    while (std::getline(stream, line)) {
        if (done) fail(report, line);
        if (after(line, "script", rest)) {
            if (open || rest != std::to_string(report.seen.size())) fail(report, line);
            report.seen.emplace_back();
            open = true;
        } else if (after(line, "end", rest)) {
            if (!open || rest != std::to_string(report.seen.size() - 1)) fail(report, line);
            open = false;
        } else if (open) {
            report.seen.back().push_back(line);
        } else if (report.seen.empty() && after(line, "kernel", rest)) {
            report.release = rest;
        } else {
            std::istringstream words(line);
            std::string word;
            std::size_t count = 0;
            words >> word >> count >> word >> word >> word >> report.boot_ms >> word >> word >> word >> report.run_ms;
            if (!words || line.rfind("done ", 0) != 0 || count != scripts || report.seen.size() != scripts)
                fail(report, line);
            done = true;
        }
    }
    if (!done) fail(report, "");
    return report;
}

}  // namespace entryproof::lab
