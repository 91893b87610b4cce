// SPDX-License-Identifier: MIT
#include "checker/failure.h"

#include "checker/error.h"
#include "checker/output.h"

#include <fstream>
#include <new>

namespace entryproof::checker {

namespace {

constexpr std::size_t longest_line = 160;

// Control characters of a hostile file must not reach the terminal.
std::string printable(std::string text) {
    for (char& letter : text)
        if (static_cast<unsigned char>(letter) < ' ' || letter == '\177') letter = ' ';
    return text;
}

std::string source_line(const Failure& failure) {
    std::ifstream stream(failure.file);
    std::string line;
    for (unsigned number = 0; number < failure.line; ++number)
        if (!std::getline(stream, line)) return "";
    return printable(line.substr(0, longest_line));
}

std::string caret(const Failure& failure) {
    const std::string line = failure.line == 0 || failure.file.empty() ? "" : source_line(failure);
    if (line.empty()) return "";
    std::string text = "  " + line + "\n";
    if (failure.column != 0 && failure.column <= line.size() + 1)
        text += "  " + std::string(failure.column - 1, ' ') + "^\n";
    return text;
}

}  // namespace

Failure describe(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const InputError& input) {
        const ExitCode exit = input.is_usage ? ExitCode::usage : ExitCode::unreadable;
        return {exit, input.what(), input.hint, input.file, input.line, input.column};
    } catch (const OutputError& output) {
        return {output.is_usage ? ExitCode::usage : ExitCode::cannot_run,
                "cannot write " + std::string(output.what()),
                "",
                "",
                0,
                0};
    } catch (const std::bad_alloc&) {
        return {ExitCode::unknown, "out of memory", "", "", 0, 0};
    } catch (const std::exception& other) {
        return {ExitCode::internal,
                std::string("internal error: ") + other.what(),
                "this is a bug in entryproof; please report it with the command line",
                "",
                0,
                0};
    } catch (...) {
        return {ExitCode::internal, "internal error of an unknown kind", "", "", 0, 0};
    }
}

std::string failure_text(const Failure& failure) {
    std::string text = "entryproof: ";
    if (!failure.file.empty()) {
        text += printable(failure.file) + ":";
        if (failure.line != 0) text += std::to_string(failure.line) + ":";
        if (failure.line != 0 && failure.column != 0) text += std::to_string(failure.column) + ":";
        text += " ";
    }
    text += printable(failure.message) + "\n" + caret(failure);
    if (!failure.hint.empty()) text += "hint: " + printable(failure.hint) + "\n";
    return text;
}

}  // namespace entryproof::checker
