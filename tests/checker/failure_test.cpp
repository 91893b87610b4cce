// SPDX-License-Identifier: MIT
#include "checker/failure.h"

#include "checker/error.h"
#include "checker/output.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace entryproof::checker;

namespace {

template <typename Error>
Failure described(const Error& error) {
    return describe(std::make_exception_ptr(error));
}

}  // namespace

TEST_CASE("each kind of failure has its exit code") {
    InputError usage("", 0, 0, "no");
    usage.is_usage = true;
    CHECK(described(usage).exit == ExitCode::usage);
    CHECK(described(InputError("f", 1, 2, "no")).exit == ExitCode::unreadable);
    CHECK(described(InternalError("why")).exit == ExitCode::internal);
    CHECK(described(std::runtime_error("?")).exit == ExitCode::internal);
    CHECK(described(7).exit == ExitCode::internal);
    CHECK(described(std::bad_alloc()).exit == ExitCode::unknown);
    CHECK(described(OutputError("disk full")).exit == ExitCode::cannot_run);
    CHECK(described(OutputError("no folder", true)).exit == ExitCode::usage);
}

TEST_CASE("no failure counts as proved") {
    CHECK(described(std::logic_error("")).exit != ExitCode::proved);
    CHECK(described(std::exception()).exit != ExitCode::proved);
}

TEST_CASE("the message names the place and shows the line with a caret") {
    const std::string file = (std::filesystem::temp_directory_path() / "failure_test.c").string();
    std::ofstream(file) << "first\n\tint x;\n";
    CHECK(failure_text(described(InputError(file, 2, 6, "what is x?", "ask"))) ==
          "entryproof: " + file + ":2:6: what is x?\n   int x;\n       ^\nhint: ask\n");
    CHECK(failure_text(described(InputError(file, 9, 1, "beyond"))) == "entryproof: " + file + ":9:1: beyond\n");
    std::filesystem::remove(file);
}

TEST_CASE("a place that is not known is left out") {
    CHECK(failure_text(described(InputError("", 0, 0, "no"))) == "entryproof: no\n");
    CHECK(failure_text(described(InputError("/no/file", 0, 0, "no"))) == "entryproof: /no/file: no\n");
    CHECK(failure_text(described(InputError("/no/file", 3, 1, "no"))) == "entryproof: /no/file:3:1: no\n");
}

TEST_CASE("control characters of a hostile file do not reach the terminal") {
    const std::string text = failure_text(described(InputError("a\033b", 0, 0, "c\nd\r")));
    CHECK(text == "entryproof: a b: c d \n");
}
