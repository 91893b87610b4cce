// SPDX-License-Identifier: MIT
// How the kernel functions that the vocabulary knows are declared, and whether a tree still declares them so.
//
// The vocabulary says what a function means without looking into it, so its row holds only while the function has the
// signature that the row was written for. Names of parameters do not count, types do; of a macro the number of
// parameters counts.
#pragma once

#include "model/lift/token.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace entryproof::lift {

// As the kernel declares it (7.3, and as far as they have it 6.1 and 6.12): "int ptrace_notify(int exit_code,
// unsigned long message)". Null: the vocabulary expects nothing.
struct ExpectedDeclaration {
    std::string_view name;
    std::string_view text;
    bool is_macro;  // by nature: only the number of its parameters is looked at
};
const ExpectedDeclaration* expected_declaration(std::string_view name);

// "int32_t ptrace_notify(int32_t, uint64_t)" of a declaration or the head of a definition, without annotations;
// nothing when `name` is not declared there. An integer type has its fixed-width name.
std::optional<std::string> normal_declaration(const std::vector<Token>& tokens, std::string_view name);
std::string normal_declaration(std::string_view text, std::string_view name);

// How many parameters a normal declaration has.
std::size_t parameters_of(const std::string& normal);

// An integer type as the parser's fixed-width name; empty when it is none.
std::string normal_integer(std::string_view text);

}  // namespace entryproof::lift
