// SPDX-License-Identifier: MIT
// From a command line to an exit code, one call per command, one place where a run ends.
//
// 1. Whatever is wrong with the command line ends with 1.
// 2. In text a verdict, and every failure, puts the exit code's word on the last line of stdout. With --format json
//    stdout holds one JSON document and nothing else.
#include "checker/command_line.h"
#include "checker/failure.h"
#include "checker/output.h"
#include "checker/report_json.h"

#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <variant>

namespace {

using namespace entryproof::checker;

bool is_coloured(const OutputOptions& output) {
    if (output.format != Format::text || output.colour == ColourWhen::never) return false;
    if (output.colour == ColourWhen::always) return true;
    return output.file.empty() && ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1);
}

// Before the work is done.
void require_places(const OutputOptions& output) {
    if (!output.file.empty() && output.file == output.page_file)
        throw OutputError(output.file + ": --output and --html name the same file", true);
    for (const std::string& file : {output.file, output.page_file})
        if (!file.empty()) require_writable(file);
}

// To the file when one is named; then stdout still gets the verdict's word.
void deliver(const Report& report, const OutputOptions& output) {
    if (!report.page.empty()) write_file(output.page_file, report.page);
    const std::string text = is_coloured(output) ? coloured(report.text) : report.text;
    if (output.file.empty()) return write_standard_output(text);
    write_file(output.file, text);
    const std::string last = last_line(report.text);
    if (output.format == Format::text && last == std::string(word(report.exit)) + "\n") write_standard_output(last);
}

int fail(const Failure& failure, Format format) {
    std::cerr << failure_text(failure) << std::flush;
    try {
        write_standard_output(format == Format::json ? error_json(failure.exit, failure.message, failure.file,
                                                                  failure.line, failure.column)
                                                     : std::string(word(failure.exit)) + "\n");
    } catch (const OutputError&) {
        // It was said on stderr, and the exit code stands.
    }
    return static_cast<int>(failure.exit);
}

// What the command line says about the format although the rest of it cannot be understood.
Format format_asked_for(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--format=json") return Format::json;
        if (argument == "--format" && i + 1 < argc && std::string(argv[i + 1]) == "json") return Format::json;
    }
    return Format::text;
}

int run_command(int argc, char** argv) {
    const auto asked = read_command_line(argc, argv);
    if (const auto* wrong = std::get_if<Misuse>(&asked))
        return fail({ExitCode::usage, wrong->message, wrong->hint, "", 0, 0}, format_asked_for(argc, argv));
    if (const auto* shown = std::get_if<ToBeShown>(&asked)) {
        write_standard_output(shown->text);
        return 0;
    }
    const auto& [asked_command, output] = std::get<Request>(asked);
    try {
        require_places(output);
        const Report report =
            std::visit([format = output.format](const auto& command) { return run(command, format); }, asked_command);
        deliver(report, output);
        return static_cast<int>(report.exit);
    } catch (...) {
        return fail(describe(std::current_exception()), output.format);
    }
}

// Every query has a solver of its own, of some megabytes: what one gives back the next takes, without the kernel.
void keep_freed_memory() {
    constexpr int gigabyte = 1 << 30;
    mallopt(M_TRIM_THRESHOLD, gigabyte);
    mallopt(M_MMAP_THRESHOLD, gigabyte);
}

}  // namespace

int main(int argc, char** argv) {
    keep_freed_memory();
    try {
        return run_command(argc, argv);
    } catch (...) {
        return fail(describe(std::current_exception()), Format::text);
    }
}
