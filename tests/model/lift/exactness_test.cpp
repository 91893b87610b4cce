// SPDX-License-Identifier: MIT
// Random functions of the liftable subset, lifted and interpreted, against gcc and clang.
// Seed and number are fixed; a compiler that is missing fails the test. Nothing here is undefined in C as the kernel
// compiles it (-fwrapv), shift amounts are masked, divisors are positive constants.
#include "checker/interpret.h"
#include "model/ir/builder.h"
#include "model/ir/printer.h"
#include "model/ir/validator.h"
#include "tests/model/lift/snippet.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <random>
#include <sstream>

#include <unistd.h>

using namespace entryproof;

namespace {

constexpr unsigned batches = 20;
constexpr unsigned functions_per_batch = 510;
constexpr unsigned inputs = 6;

struct Kind {
    const char* name;
    ir::Width width;
    bool is_signed;
};

const std::vector<Kind> kinds = {{"int", 32, true},  {"unsigned int", 32, false},
                                 {"long", 64, true}, {"unsigned long", 64, false},
                                 {"u8", 8, false},   {"s8", 8, true},
                                 {"u16", 16, false}, {"s16", 16, true},
                                 {"bool", 1, false}};

const char* const prelude =
    "#include <stdbool.h>\n#include <stdio.h>\n"
    "typedef unsigned char u8; typedef signed char s8; typedef unsigned short u16; typedef short s16;\n";

// Writes one function: parameters a..d of random types, some locals, statements, a return.
class Writer {
public:
    Writer(std::mt19937_64& random, std::string name) : random_(random), name_(std::move(name)) {}

    std::string write() {
        std::string text = "static " + pick_kind() + " " + name_ + "(";
        for (char name = 'a'; name <= 'd'; ++name) {
            parameters.push_back(kinds[pick(kinds.size())]);
            variables_.push_back(std::string(1, name));
            text += std::string(name == 'a' ? "" : ", ") + parameters.back().name + " " + name;
        }
        text += ")\n{\n";
        const unsigned count = static_cast<unsigned>(1 + pick(3));
        for (unsigned local = 0; local < count; ++local) {
            const std::string initial = expression(2);
            const std::string name = "v" + std::to_string(local);
            text += "\t" + pick_kind() + " " + name + " = " + initial + ";\n";
            variables_.push_back(name);
        }
        const bool jumps = pick(4) == 0;
        const unsigned statements = static_cast<unsigned>(1 + pick(4));
        for (unsigned at = 0; at < statements; ++at) text += statement(2, jumps);
        if (jumps) text += "out:\n";
        return text + "\treturn " + expression(3) + ";\n}\n";
    }

    std::vector<Kind> parameters;

private:
    std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
    std::string pick_kind() { return kinds[pick(kinds.size())].name; }
    std::string variable() { return variables_[pick(variables_.size())]; }

    std::string literal() {
        static const std::vector<std::string> some = {
            "0",           "1",    "-1",     "2",          "7",
            "0x80",        "255",  "0xffff", "0x7fffffff", "0x80000000",
            "0xffffffffu", "1UL",  "-38",    "4095L",      "0xfffffffffffff001UL",
            "1L << 40",    "true", "010"};
        return "(" + some[pick(some.size())] + ")";
    }

    std::string expression(unsigned depth) {
        if (depth == 0 || pick(6) == 0) return pick(3) == 0 ? literal() : variable();
        const auto sub = [&] { return expression(depth - 1); };
        static const std::vector<std::string> operators = {
            "+", "-", "*", "&", "|", "^", "==", "!=", "<", ">", "<=", ">=", "&&", "||"};
        switch (pick(9)) {
            case 0:
                return "(" + std::string(pick(2) ? "-" : "~") + sub() + ")";
            case 1:
                return "(!" + sub() + ")";
            case 2:
                return "((" + pick_kind() + ")(" + sub() + "))";
            case 3:
                return "(" + sub() + " ? " + sub() + " : " + sub() + ")";
            case 4:
                return "(" + sub() + (pick(2) ? " << (" : " >> (") + sub() + " & 31))";
            case 5:
                return "(" + sub() + (pick(2) ? " / " : " % ") + (pick(2) ? "7" : "13u") + ")";
            default:
                break;
        }
        // "(a * (b)) & c" may be a cast to C's grammar: a product starts with a sign here.
        const std::string op = operators[pick(operators.size())];
        return "(" + std::string(op == "*" ? "+" : "") + sub() + " " + op + " " + sub() + ")";
    }

    std::string statement(unsigned depth, bool jumps) {
        static const std::vector<std::string> assigning = {"=", "+=", "-=", "*=", "&=", "|=", "^="};
        switch (depth == 0 ? 0 : pick(8)) {
            case 1:
                return "\tif (" + expression(2) + ") {\n" + statement(depth - 1, jumps) + "\t}\n";
            case 2:
                return "\tif (" + expression(2) + ")\n" + statement(depth - 1, jumps) + "\telse\n" +
                       statement(depth - 1, jumps);
            case 3:
                return "\t" + variable() + (pick(2) ? "++" : "--") + ";\n";
            case 4:
                return "\tdo {\n\tif (" + expression(1) + ")\n\tbreak;\n" + statement(depth - 1, jumps) +
                       "\t} while (0);\n";
            case 5:
                return chosen(depth);
            case 6:
                return jumps ? "\tif (" + expression(1) + ")\n\tgoto out;\n" : "\t;\n";
            case 7:
                return "\tif (" + expression(1) + ")\n\treturn " + expression(2) + ";\n";
            default:
                return "\t" + variable() + " " + assigning[pick(assigning.size())] + " " + expression(2) + ";\n";
        }
    }

    std::string chosen(unsigned depth) {
        std::string text = "\tswitch (" + expression(2) + ") {\n";
        for (const char* label : {"case 0:\n", "case 1:\n", "case -1:\n", "default:\n"}) {
            text += label + statement(depth - 1, false);
            if (pick(2)) text += "\tbreak;\n";
        }
        return text + "\t}\n";
    }

    std::mt19937_64& random_;
    std::string name_;
    std::vector<std::string> variables_;
};

struct Snippet {
    std::string name;
    std::string text;
    std::vector<Kind> parameters;
    std::vector<std::vector<std::uint64_t>> inputs;
};

std::uint64_t interesting(std::mt19937_64& random) {
    static const std::vector<std::uint64_t> some = {
        0, 1, ~0ull, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, 31, 200};
    return random() % 2 ? some[random() % some.size()] : random();
}

Snippet make(std::mt19937_64& random, unsigned number) {
    Snippet snippet;
    snippet.name = "snippet_" + std::to_string(number);
    Writer writer(random, snippet.name);
    snippet.text = writer.write();
    snippet.parameters = writer.parameters;
    for (unsigned input = 0; input < inputs; ++input) {
        snippet.inputs.emplace_back();
        for (const Kind& kind : snippet.parameters)
            snippet.inputs.back().push_back(interesting(random) & ir::mask_of(kind.width));
    }
    return snippet;
}

// A program that prints the result of every call, one a line, as an unsigned 64-bit number.
std::string harness(const std::vector<Snippet>& snippets) {
    std::ostringstream text;
    text << prelude;
    for (const Snippet& snippet : snippets) text << snippet.text;
    for (const Snippet& snippet : snippets) {
        text << "static const unsigned long in_" << snippet.name << "[][4] = {";
        for (const auto& input : snippet.inputs) {
            text << "{";
            for (const std::uint64_t value : input) text << value << "UL,";
            text << "},";
        }
        text << "};\nstatic void run_" << snippet.name << "(const unsigned long *in)\n{\n";
        text << "\tprintf(\"%lx\\n\", (unsigned long)" << snippet.name << "(";
        for (std::size_t at = 0; at < snippet.parameters.size(); ++at)
            text << (at ? ", " : "") << "(" << snippet.parameters[at].name << ")in[" << at << "]";
        text << "));\n}\n";
    }
    text << "int main(void)\n{\n";
    for (const Snippet& snippet : snippets) {
        text << "\tfor (int i = 0; i < " << inputs << "; ++i)\n";
        text << "\t\trun_" << snippet.name << "(in_" << snippet.name << "[i]);\n";
    }
    text << "\treturn 0;\n}\n";
    return text.str();
}

std::vector<std::uint64_t> compiled(const std::string& compiler, const std::filesystem::path& folder) {
    const std::string program = (folder / compiler).string();
    const std::string build = compiler + " -w -O0 -fwrapv -o " + program + " " + (folder / "batch.c").string();
    std::vector<std::uint64_t> results;
    if (std::system(build.c_str()) != 0) return results;
    FILE* pipe = popen(program.c_str(), "r");
    if (!pipe) return results;
    unsigned long value = 0;
    while (std::fscanf(pipe, "%lx", &value) == 1) results.push_back(value);
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

// A program whose entry calls one snippet with the cells In.a ... and keeps the result, widened as C would.
ir::Program calling(const ir::Program& all, const Snippet& snippet, bool is_signed) {
    ir::Program program;
    program.entry = "run";
    const ir::Function& function = all.functions.at(snippet.name);
    program.functions[snippet.name] = function;
    ir::BodyBuilder body({"", "run", "", 0, 0});
    std::vector<ir::Argument> arguments;
    for (std::size_t at = 0; at < snippet.parameters.size(); ++at) {
        const std::string cell = "In." + std::to_string(at);
        program.cells[cell] = {cell, snippet.parameters[at].width, ""};
        arguments.push_back(ir::by_value(ir::read(cell, snippet.parameters[at].width)));
    }
    program.cells["Out.value"] = {"Out.value", 64, ""};
    body.call(snippet.name, arguments, "result");
    const ir::ExpressionRef result = ir::read("result", function.result);
    body.assign("Out.value", is_signed ? ir::sign_extend(result, 64) : ir::zero_extend(result, 64));
    program.functions["run"] = {"run", {}, {{"result", function.result}}, 0, body.take(), {}};
    return program;
}

bool result_is_signed(const Snippet& snippet) {
    const std::string type = snippet.text.substr(7, snippet.text.find(" " + snippet.name + "(") - 7);
    for (const Kind& kind : kinds)
        if (type == kind.name) return kind.is_signed;
    return false;
}

struct Batch {
    explicit Batch(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        for (unsigned number = 0; number < functions_per_batch; ++number) snippets.push_back(make(random, number));
        folder = std::filesystem::temp_directory_path() / ("entryproof_exactness_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "batch.c") << harness(snippets);
    }
    ~Batch() { std::filesystem::remove_all(folder); }

    ir::Program lifted() const {
        std::string text;
        std::vector<std::string> names;
        for (const Snippet& snippet : snippets) {
            text += snippet.text;
            names.push_back(snippet.name);
        }
        try {
            return snippet::lifted(text, names).program;
        } catch (const lift::LiftError& error) {
            FAIL(snippet::told(error) << " at " << error.construct);
            throw;
        }
    }

    std::vector<Snippet> snippets;
    std::filesystem::path folder;
};

// How many calls the IR answers otherwise than the compilers; the first is reported.
unsigned disagreements(const Batch& batch, const ir::Program& all, const std::vector<std::uint64_t>& expected) {
    unsigned wrong = 0;
    std::size_t at = 0;
    for (const Snippet& snippet : batch.snippets) {
        const ir::Program program = calling(all, snippet, result_is_signed(snippet));
        if (!ir::validate(program).empty()) {
            ++wrong;
            MESSAGE(ir::validate(program).front().message << " in\n" << snippet.text);
        }
        for (const auto& input : snippet.inputs) {
            checker::Values values;
            for (std::size_t parameter = 0; parameter < input.size(); ++parameter)
                values["In." + std::to_string(parameter)] = input[parameter];
            NoAnswers oracle;
            const std::uint64_t value = checker::interpret(program, values, oracle).final.at("Out.value");
            if (value == expected[at++] && oracle.undefined_reads == 0) continue;
            if (++wrong == 1) MESSAGE(snippet.text << "\n" << ir::to_string(all.functions.at(snippet.name)));
        }
    }
    return wrong;
}

}  // namespace

TEST_CASE("ten thousand random functions mean in IR what gcc and clang make of them") {
    unsigned functions = 0;
    for (unsigned seed = 1; seed <= batches; ++seed) {
        CAPTURE(seed);
        const Batch batch(seed);
        const ir::Program program = batch.lifted();
        auto other = std::async(std::launch::async, [&] { return compiled("clang", batch.folder); });
        const std::vector<std::uint64_t> gcc = compiled("gcc", batch.folder), clang = other.get();
        REQUIRE(gcc.size() == functions_per_batch * inputs);
        REQUIRE(gcc == clang);
        REQUIRE(disagreements(batch, program, gcc) == 0);
        functions += functions_per_batch;
    }
    CHECK(functions >= 10000);
}

TEST_CASE("a function that is lifted with one wrong constant is told apart from the compilers") {
    Batch batch(1);
    ir::Program program = batch.lifted();
    const std::vector<std::uint64_t> gcc = compiled("gcc", batch.folder);
    ir::Function& function = program.functions.at("snippet_0");
    function.body.insert(function.body.begin(),
                         {ir::Return{ir::constant(function.result, gcc.front() + 1)}, function.source});
    CHECK(disagreements(batch, program, gcc) > 0);
}
