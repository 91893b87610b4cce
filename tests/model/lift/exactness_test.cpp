// SPDX-License-Identifier: MIT
// Random functions of the liftable subset (snippet_writer.h), lifted and interpreted, against gcc and clang: the value
// returned and every field of the task must be the same. Seed and number are fixed; a compiler that is missing fails
// the test. What the lifter refuses is counted, by reason: it must stay rare, and be what it is said to be.
#include "checker/interpret.h"
#include "model/ir/builder.h"
#include "model/ir/printer.h"
#include "model/ir/validator.h"
#include "tests/model/lift/snippet.h"
#include "tests/model/lift/snippet_writer.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <optional>
#include <sstream>

#include <unistd.h>

using namespace entryproof;
using snippet::Kind;
using snippet::Snippet;

namespace {

constexpr unsigned batches = 6;
constexpr unsigned functions_per_batch = 1800;
constexpr unsigned inputs = 6;

// A start value of a field or parameter: small numbers, either sign, or anything.
const char* const value_in_c =
    "static u64 value(u64 seed, u64 at)\n{\n\tu64 z = (seed * 64 + at + 1) * 0x9e3779b97f4a7c15ull;\n\n"
    "\tz = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;\n\tz = (z ^ (z >> 27)) * 0x94d049bb133111ebull;\n\tz ^= z >> 31;\n"
    "\tif ((z & 7) < 3)\n\t\treturn z >> 61;\n\tif ((z & 7) == 3)\n\t\treturn -(z >> 60);\n\treturn z >> (z & "
    "24);\n}\n";

std::uint64_t value(std::uint64_t seed, std::uint64_t at) {
    std::uint64_t z = (seed * 64 + at + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    if ((z & 7) < 3) return z >> 61;
    if ((z & 7) == 3) return -(z >> 60);
    return z >> (z & 24);
}

// The seed of one call: no two calls of a batch start alike.
std::uint64_t seed_of(unsigned number, unsigned input) { return std::uint64_t{number} * inputs + input; }

// A program that prints one number a call: a hash of the value returned and of every field.
std::string harness(const std::vector<Snippet>& snippets) {
    std::ostringstream text;
    text << snippet::compiler_prelude << snippet::declarations << value_in_c;
    text << "static struct pt_regs the_regs, *regs = &the_regs;\nstatic struct thread_info the_ti, *ti = &the_ti;\n"
            "static struct task_struct the_task, *task = &the_task;\n#define current (&the_task)\n"
            "static void fill(u64 seed)\n{\n";
    for (std::size_t at = 0; at < snippet::fields().size(); ++at)
        text << "\t" << snippet::fields()[at].text << " = value(seed, " << at << ");\n";
    text << "}\nstatic void show(u64 hash)\n{\n";
    for (const snippet::Field& field : snippet::fields())
        text << "\thash = (hash ^ (u64)" << field.text << ") * 1099511628211ull;\n";
    text << "\tprintf(\"%llx\\n\", hash);\n}\n";
    for (unsigned number = 0; number < snippets.size(); ++number) {
        const Snippet& one = snippets[number];
        text << one.text << "static void run_" << one.name << "(void)\n{\n\tfor (u64 i = 0; i < " << inputs
             << "; ++i) {\n"
             << "\t\tconst u64 seed = " << seed_of(number, 0) << " + i;\n\t\tfill(seed);\n\t\tshow((u64)" << one.name
             << "(regs, ti, task";
        for (std::size_t at = 0; at < one.parameters.size(); ++at)
            text << ", (" << one.parameters[at].name << ")value(seed, " << 32 + at << ")";
        text << "));\n\t}\n}\n";
    }
    text << "int main(void)\n{\n";
    for (const Snippet& one : snippets) text << "\trun_" << one.name << "();\n";
    text << "\treturn 0;\n}\n";
    return text.str();
}

std::vector<std::uint64_t> compiled(const std::string& compiler, const std::filesystem::path& folder) {
    const std::string program = (folder / compiler).string();
    const std::string flags = " -w -O0 -std=gnu11 -fwrapv -fno-strict-aliasing -funsigned-char";
    std::vector<std::uint64_t> results;
    if (std::system((compiler + flags + " -o " + program + " " + (folder / "batch.c").string()).c_str()) != 0)
        return results;
    FILE* pipe = popen(program.c_str(), "r");
    if (!pipe) return results;
    unsigned long shown = 0;
    while (std::fscanf(pipe, "%lx", &shown) == 1) results.push_back(shown);
    pclose(pipe);
    return results;
}

class NoAnswers : public checker::Oracle {
    std::uint64_t answer(const checker::Event&, unsigned, const std::string&, ir::Width) override { return 0; }
    std::uint64_t undefined(const std::string&, const std::string&, ir::Width) override {
        ++undefined_reads;
        return 0;
    }

public:
    unsigned undefined_reads = 0;
};

// The lifted snippet, called with the cells In.0 ... ; Out.value takes the result, widened as C would.
ir::Program calling(ir::Program program, const Snippet& snippet) {
    program.entry = "run";
    ir::BodyBuilder body({"", "run", "", 0, 0});
    std::vector<ir::Argument> arguments;
    for (std::size_t at = 0; at < snippet.parameters.size(); ++at) {
        const std::string cell = "In." + std::to_string(at);
        program.cells[cell] = {cell, snippet.parameters[at].width, ""};
        arguments.push_back(ir::by_value(ir::read(cell, snippet.parameters[at].width)));
    }
    program.cells["Out.value"] = {"Out.value", 64, ""};
    body.call(snippet.name, arguments, "result");
    const ir::ExpressionRef result = ir::read("result", snippet.result.width);
    body.assign("Out.value", snippet.result.is_signed ? ir::sign_extend(result, 64) : ir::zero_extend(result, 64));
    program.functions["run"] = {"run", {}, {{"result", snippet.result.width}}, 0, body.take(), {}};
    return program;
}

std::uint64_t widened(std::uint64_t value, const Kind& kind) {
    value &= ir::mask_of(kind.width);
    return kind.is_signed && value >> (kind.width - 1) ? value | ~ir::mask_of(kind.width) : value;
}

// What the harness prints for this call. An uninitialised read is no meaning at all: 0.
std::uint64_t meaning(const ir::Program& program, const Snippet& snippet, std::uint64_t seed) {
    checker::Values values;
    for (std::size_t at = 0; at < snippet.parameters.size(); ++at) {
        const std::uint64_t given = value(seed, 32 + at);
        const Kind& kind = snippet.parameters[at];
        values["In." + std::to_string(at)] = kind.width == 1 ? given != 0 : given & ir::mask_of(kind.width);
    }
    const std::vector<snippet::Field>& fields = snippet::fields();
    for (std::size_t at = 0; at < fields.size(); ++at)
        if (program.cells.count(fields[at].cell))
            values[fields[at].cell] = value(seed, at) & ir::mask_of(fields[at].kind.width);
    NoAnswers oracle;
    const checker::Run run = checker::interpret(program, values, oracle);
    if (oracle.undefined_reads > 0) return 0;
    std::uint64_t hash = run.final.at("Out.value");
    for (std::size_t at = 0; at < fields.size(); ++at) {
        const auto found = run.final.find(fields[at].cell);
        hash = (hash ^ widened(found == run.final.end() ? value(seed, at) : found->second, fields[at].kind)) *
               1099511628211u;
    }
    return hash;
}

struct Batch {
    explicit Batch(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        for (unsigned number = 0; number < functions_per_batch; ++number)
            snippets.push_back(snippet::random_snippet(random, number));
        folder = std::filesystem::temp_directory_path() / ("entryproof_exactness_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "batch.c") << harness(snippets);
    }
    ~Batch() { std::filesystem::remove_all(folder); }
    Batch(const Batch&) = delete;

    std::vector<Snippet> snippets;
    std::filesystem::path folder;
};

struct Count {
    unsigned lifted = 0;
    unsigned refused = 0;
    unsigned wrong = 0;
    std::map<std::string, unsigned> reasons;
    std::string first_wrong;
    std::string first_refused;
};

std::optional<ir::Program> lifted(const Snippet& snippet, Count& count) {
    try {
        return snippet::lifted(std::string(snippet::declarations) + snippet.text, {snippet.name}).program;
    } catch (const lift::LiftError& error) {
        ++count.refused;
        ++count.reasons[error.reason.substr(0, error.reason.find_first_of("0123456789"))];
        REQUIRE(error.line > 0);
        REQUIRE(error.column > 0);
        if (count.first_refused.empty()) count.first_refused = snippet::told(error) + "\n" + snippet.text;
        return std::nullopt;
    }
}

using Change = std::function<void(ir::Program&)>;

// Calls that the IR answers otherwise than the compilers; `change` is applied to what was lifted.
void compare(const Batch& batch, const std::vector<std::uint64_t>& expected, Count& count, const Change& change = {}) {
    for (unsigned number = 0; number < batch.snippets.size(); ++number) {
        const Snippet& one = batch.snippets[number];
        auto found = lifted(one, count);
        if (!found) continue;
        ++count.lifted;
        ir::Program program = calling(std::move(*found), one);
        if (change) change(program);
        const std::vector<ir::Flaw> flaws = ir::validate(program);
        bool is_wrong = !flaws.empty();
        for (unsigned input = 0; input < inputs && !is_wrong; ++input)
            is_wrong = meaning(program, one, seed_of(number, input)) != expected[number * inputs + input];
        if (!is_wrong) continue;
        ++count.wrong;
        if (count.first_wrong.empty())
            count.first_wrong = (flaws.empty() ? "" : flaws.front().message) + "\n" + one.text + ir::to_string(program);
    }
}

}  // namespace

TEST_CASE("ten thousand random functions mean in IR what gcc and clang make of them") {
    Count count;
    for (unsigned seed = 1; seed <= batches; ++seed) {
        CAPTURE(seed);
        const Batch batch(seed);
        auto other = std::async(std::launch::async, [&] { return compiled("clang", batch.folder); });
        const std::vector<std::uint64_t> gcc = compiled("gcc", batch.folder), clang = other.get();
        REQUIRE(gcc.size() == functions_per_batch * inputs);
        REQUIRE(gcc == clang);
        compare(batch, gcc, count);
        INFO(count.first_wrong);
        REQUIRE(count.wrong == 0);
    }
    std::string reasons = std::to_string(count.lifted) + " lifted, " + std::to_string(count.refused) + " refused:\n";
    for (const auto& [reason, times] : count.reasons) reasons += "  " + std::to_string(times) + " " + reason + "\n";
    MESSAGE(reasons);
    INFO(count.first_refused);
    CHECK(count.lifted >= 10000);
    CHECK(count.refused * 100 < count.lifted);
}

TEST_CASE("a function whose IR is off by one somewhere is told apart from the compilers") {
    const Batch batch(1);
    const std::vector<std::uint64_t> gcc = compiled("gcc", batch.folder);
    REQUIRE(gcc.size() == functions_per_batch * inputs);
    Count count;
    compare(batch, gcc, count, [](ir::Program& program) {
        for (auto& [name, function] : program.functions) {
            if (name == "run" || function.body.empty()) continue;
            for (ir::Statement& statement : function.body)
                if (auto* returned = std::get_if<ir::Return>(&statement.node); returned && returned->value)
                    returned->value =
                        ir::binary(ir::BinaryOperator::add, returned->value, ir::constant(returned->value->width, 1));
        }
    });
    CHECK(count.wrong > count.lifted / 2);
}
