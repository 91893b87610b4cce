// SPDX-License-Identifier: MIT
// The vocabulary: every kernel function that is taken by its meaning has a reason, and a declaration that agrees with
// what the environment is told.
#include "model/lift/vocabulary.h"

#include "model/lift/declaration.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;

namespace {

// The parameters of a declaration that carry a value: all but pointers to structures.
std::size_t values_of(const std::string& normal) {
    const auto stars = std::count(normal.begin() + static_cast<std::ptrdiff_t>(normal.find('(')), normal.end(), '*');
    return lift::parameters_of(normal) - static_cast<std::size_t>(stars);
}

}  // namespace

TEST_CASE("every function of the vocabulary has a treatment, a reason and an expected declaration") {
    const std::vector<lift::KernelFunction> all = lift::kernel_functions();
    CHECK(all.size() > 50);
    for (const lift::KernelFunction& row : all) {
        CAPTURE(row.name);
        CHECK(!row.treatment.empty());
        CHECK(!row.why.empty());
        // The table entries, whatever they are, and a read of user memory are called so by us alone.
        const bool is_ours = row.name.find("syscall_body") != std::string::npos || row.name == "user_read";
        CHECK(row.declaration.empty() == is_ours);
        if (!is_ours) CHECK(lift::normal_declaration(row.declaration, row.name) != "");
    }
}

TEST_CASE("the declaration of a hook has the values that the environment takes") {
    for (const kernel::Signature& hook : kernel::hooks()) {
        const lift::ExpectedDeclaration* expected = lift::expected_declaration(hook.name);
        if (!expected) continue;
        CAPTURE(hook.name);
        const std::string normal = lift::normal_declaration(expected->text, hook.name);
        CHECK(values_of(normal) == hook.parameters.size());
        CHECK((normal.rfind("void ", 0) == 0) == (hook.result == 0));
    }
}

TEST_CASE("declarations are compared by types: names of parameters, storage and annotations do not count") {
    const std::string normal = lift::normal_declaration("int f(unsigned long a, struct s *b)", "f");
    CHECK(normal == "int32_t f(uint64_t, struct s *)");
    CHECK(lift::normal_declaration("extern int f(unsigned long, struct s *);", "f") == normal);
    CHECK(lift::normal_declaration("static inline signed int f(unsigned long int x, struct s *y)", "f") == normal);
    CHECK(lift::normal_declaration("EXPORT(g) int f(unsigned long, struct s *);", "f") == normal);
    CHECK(lift::normal_declaration("int f(long, struct s *);", "f") != normal);
    CHECK(lift::normal_declaration("int f(unsigned long, struct t *);", "f") != normal);
    CHECK(lift::normal_declaration("int f(unsigned long, struct s);", "f") != normal);
    CHECK(lift::normal_declaration("int f(void)", "f") == lift::normal_declaration("int f()", "f"));
    CHECK(lift::normal_declaration("int g(void)", "f") == "");
}
