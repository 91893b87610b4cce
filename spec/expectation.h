// SPDX-License-Identifier: MIT
// What is known of a path: which properties it does not have and why, written down so that a change is seen.
//
// spec/expectations/*.toml, compiled in; or a file given with --expect:
//
//   [[expect]]
//   paths = ["legacy"]         # or "tree:arm64:7.3", any tree of that architecture and release
//   property = "P17"
//   verdict = "refuted"        # or "vacuous", "not covered"; what is not listed is to be proved
//   kind = "wart"              # of a refuted one: "wart", known and left; "abi", documented; "bug", looks like one;
//                              # "model": the model allows what a kernel does not
//   note = "..."               # one sentence why
#pragma once

#include <string>
#include <vector>

namespace entryproof::spec {

struct Expectation {
    std::string path;
    std::string property;
    std::string verdict;
    std::string kind;
    std::string note;
    std::string file;  // where it stands, for messages
    unsigned line = 0;
};

struct ExpectationFileError {
    std::string file;
    unsigned line;
    unsigned column;
    std::string message;
};

// All of a file, in order, one for each path. Unknown or missing keys, wrong types, unknown words, a property twice for
// one path: ExpectationFileError.
std::vector<Expectation> parse_expectations(const std::string& text, const std::string& file_name);

// Every built-in one.
std::vector<Expectation> built_in_expectations();

}  // namespace entryproof::spec
