// SPDX-License-Identifier: MIT
// A grammar with one rule a function. Names of a snippet end with its number, so that many fit in one file.
#include "tests/model/lift/snippet_writer.h"

#include <utility>

namespace entryproof::snippet {

namespace {

const std::vector<Kind> kinds = {
    {"int", 32, true},
    {"unsigned int", 32, false},
    {"unsigned", 32, false},
    {"long", 64, true},
    {"unsigned long", 64, false},
    {"long long", 64, true},
    {"unsigned long long", 64, false},
    {"long unsigned int", 64, false},
    {"short", 16, true},
    {"unsigned short", 16, false},
    {"short int", 16, true},
    {"signed char", 8, true},
    {"unsigned char", 8, false},
    {"char", 8, false},
    {"bool", 1, false},
    {"u8", 8, false},
    {"s8", 8, true},
    {"u16", 16, false},
    {"s16", 16, true},
    {"u32", 32, false},
    {"s32", 32, true},
    {"u64", 64, false},
    {"s64", 64, true},
    {"__u32", 32, false},
    {"size_t", 64, false},
    {"our_word", 32, false},
    {"our_half", 16, true},
};

// Places that one expression reads and writes, as far as C leaves their order open.
struct Uses {
    std::set<std::string> read;
    std::set<std::string> written;
};

class Writer {
public:
    Writer(std::mt19937_64& random, unsigned number) : random_(random), suffix_("_" + std::to_string(number)) {}

    Snippet write() {
        Snippet snippet;
        snippet.name = "f" + suffix_;
        has_enum_ = pick(3) == 0;
        has_helpers_ = pick(2) == 0;
        snippet.text = macros();
        if (has_enum_) snippet.text += enumeration();
        if (has_helpers_) snippet.text += helpers();
        snippet.result = some_kind();
        std::string header = "static " + std::string(pick(3) ? "" : "__always_inline ") + snippet.result.name + " " +
                             snippet.name + "(struct pt_regs *regs, struct thread_info *ti, struct task_struct *task";
        for (const char* name : {"a", "b", "c", "d"}) {
            const Kind kind = some_kind();
            const bool is_constant = pick(5) == 0;
            snippet.parameters.push_back(kind);
            places_.push_back({name, kind});
            if (is_constant) constant_.insert(name);
            header += ", " + std::string(is_constant ? "const " : "") + kind.name + " " + name;
        }
        snippet.text += header + ")\n{\n" + body() + "}\n";
        return snippet;
    }

private:
    struct Place {
        std::string text;
        Kind kind;
    };

    std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
    const Kind& some_kind() { return kinds[pick(kinds.size())]; }
    std::string named(const std::string& name) const { return name + suffix_; }

    template <typename Choices>
    auto one_of(const Choices& choices) {
        return choices[pick(choices.size())];
    }
    std::string word(const std::vector<std::string>& words) { return one_of(words); }

    // What stands before the function.

    std::string macros() {
        return "#define " + named("ADD") + "(x, y) ((x) + (y))\n#define " + named("IS_ODD") +
               "(x) (!!((x) & 1))\n#define " + named("KEEP") + "(x, low, high) ({\t\\\n\t" +
               word({"long", "int", "u64"}) +
               " kept = (x);\t\\\n\tif (kept < (low))\t\\\n\t\tkept = (low);\t\\\n\telse if (kept > "
               "(high))\t\\\n\t\tkept "
               "= (high);\t\\\n\tkept;\t\\\n})\n#define " +
               named("BUMP") +
               "(place, by)\t\\\n\tdo {\t\\\n\t\tif ((by) == 0)\t\\\n\t\t\tbreak;\t\\\n\t\tplace += (by);\t\\\n"
               "\t} while (0)\n#define " +
               named("PASTE") + "(name, rest) name##rest\n";
    }

    std::string enumeration() {
        return "enum " + named("e") + " {\n\t" + named("E_A") + ",\n\t" + named("E_B") + " = " +
               word({"-2", "5", "1 << 4", "'a'", "0x7fffffff"}) + ",\n\t" + named("E_C") + " = " + named("E_B") +
               " - 1,\n\t" + named("E_D") + ",\n};\n";
    }

    // One that computes, one that writes through a pointer, one that changes a register.
    std::string helpers() {
        computes_ = some_kind();
        writes_ = some_kind();
        computes_from_ = some_kind();
        const std::string inside = word({"x >> 1", "x * 3", "~x", "x ? x : -1", "(u8)x", "-x", "x + 1"});
        const std::string value = word({"x", "x - 1", "!x", "x & 0xff", "(s8)x"});
        return "static inline " + computes_.name + " " + named("h") + "(" + computes_from_.name + " x)\n{\n\treturn " +
               inside + ";\n}\nstatic void " + named("r") + "(" + writes_.name + " *out, long x)\n{\n\t*out " +
               word({"=", "+=", "|="}) + " " + value + ";\n}\nstatic noinline long " + named("w") +
               "(struct pt_regs *regs, long x)\n{\n\tif (x)\n\t\tregs->orig_x0 = x;\n\telse\n\t\tregs->pc++;\n\treturn "
               "regs->sp + x;\n}\n";
    }

    // The function.

    std::string body() {
        std::string text;
        for (const char* name : {"v", "w", "x"}) {
            const Kind kind = some_kind();
            text += "\t" + kind.name + " " + name + " = " + full(1) + ";\n";
            places_.push_back({name, kind});
        }
        text += "\tunsigned long t[3];\n";
        if (has_enum_) text += "\tenum " + named("e") + " chosen = " + named(word({"E_A", "E_B", "E_C"})) + ";\n";
        text += "\n\tt[0] = a;\n\tt[1] = 7;\n\tt[2] = b;\n";
        for (const char* element : {"t[0]", "t[1]", "t[2]"}) places_.push_back({element, {"unsigned long", 64, false}});
        if (has_enum_) places_.push_back({"chosen", {"int", 32, true}});
        jumps_ = pick(3) == 0;
        const std::size_t count = 2 + pick(2);
        for (std::size_t at = 0; at < count; ++at) {
            text += statement(2);
            if (jumps_ && at == 0) {
                text += "middle:\n";
                has_middle_ = true;
            }
        }
        if (jumps_) text += "out:\n";
        text += "\ttask->ptrace_message = (v ^ (u64)w * 31) + x * 7 + t[0] + (t[1] << 3) + (t[2] << 9);\n";
        if (has_enum_) text += "\ttask->jobctl ^= chosen;\n";
        return text + "\treturn " + full(3) + ";\n";
    }

    std::string literal() {
        static const std::vector<std::string> some = {"0",
                                                      "1",
                                                      "2",
                                                      "7",
                                                      "0x80",
                                                      "255",
                                                      "0xffff",
                                                      "0x7fffffff",
                                                      "0x80000000",
                                                      "0xffffffffu",
                                                      "1UL",
                                                      "4095L",
                                                      "1L << 40",
                                                      "010",
                                                      "'a'",
                                                      "0xfULL",
                                                      "3lu",
                                                      "2147483648",
                                                      "4294967295",
                                                      "0777",
                                                      "0x8000000000000000",
                                                      "0xfffffffffffff001UL",
                                                      "true",
                                                      "false",
                                                      "-1",
                                                      "-38",
                                                      "~0UL",
                                                      "BIT(5)",
                                                      "BIT(63)",
                                                      "GENMASK(15, 4)",
                                                      "GENMASK(63, 62)",
                                                      "BIT_ULL(33)"};
        if (has_enum_ && pick(6) == 0) return named(word({"E_A", "E_B", "E_C", "E_D"}));
        return "(" + one_of(some) + ")";
    }

    static std::string root_of(const std::string& place) { return place.substr(0, place.find('[')); }

    // A place that may be read here.
    std::string readable() {
        if (pick(4) == 0) {
            const Field& field = one_of(fields());
            if (!uses_.written.count(root_of(field.text)) && !uses_.written.count("@call")) {
                uses_.read.insert(root_of(field.text));
                uses_.read.insert("@cells");
                return pick(8) == 0 ? "READ_ONCE(" + field.text + ")" : field.text;
            }
        }
        for (unsigned tries = 0; tries < 8; ++tries) {
            const Place& place = one_of(places_);
            if (uses_.written.count(root_of(place.text))) continue;
            uses_.read.insert(root_of(place.text));
            if (place.text == "t[0]" && pick(3) == 0) return "t[" + word({"a ? 0 : 2", "!b", "c < 0"}) + "]";
            return place.text;
        }
        return literal();
    }

    // A place that may be written here, or nothing.
    std::string writable() {
        for (unsigned tries = 0; tries < 8; ++tries) {
            const bool is_field = pick(4) == 0;
            const std::string place = is_field ? one_of(fields()).text : one_of(places_).text;
            if (is_field && (uses_.written.count("@call") || uses_.read.count("@call"))) continue;
            const std::string root = root_of(place);
            if (constant_.count(root) || uses_.written.count(root) || uses_.read.count(root)) continue;
            uses_.written.insert(root);
            if (is_field) uses_.read.insert("@cells");
            return place;
        }
        return "";
    }

    // Its side effects are over when it ends.
    std::string full(unsigned depth) {
        uses_ = {};
        effects_left_ = pick(3) == 0 ? 2 : 0;
        return expression(depth);
    }

    // `second` comes after `first`, so that they may use the same places.
    template <typename First, typename Second>
    std::pair<std::string, std::string> in_order(First&& first, Second&& second) {
        const Uses before = uses_;
        const std::string one = first();
        const Uses after_one = uses_;
        uses_ = before;
        const std::string two = second();
        uses_.read.insert(after_one.read.begin(), after_one.read.end());
        uses_.written.insert(after_one.written.begin(), after_one.written.end());
        return {one, two};
    }

    std::string effect(unsigned depth) {
        if (effects_left_ == 0) return plain(depth);
        --effects_left_;
        if (has_helpers_ && pick(4) == 0) return effect_of_call(depth);
        const std::string place = writable();
        if (place.empty()) return plain(depth);
        switch (pick(4)) {
            case 0:
                return "(" + place + word({"++", "--"}) + ")";
            case 1:
                return "(" + word({"++", "--"}) + place + ")";
            default:
                return "(" + place + " " + word({"=", "=", "+=", "-=", "*=", "&=", "|=", "^="}) + " " +
                       plain(depth > 0 ? depth - 1 : 0) + ")";
        }
    }

    std::string effect_of_call(unsigned depth) {
        if (pick(2) == 0) return named("h") + "(" + effect(depth > 0 ? depth - 1 : 0) + ")";
        if (uses_.read.count("@cells") || uses_.written.count("@call")) return plain(depth);
        const std::string argument = plain(0);
        uses_.written.insert("@call");
        uses_.read.insert("@cells");
        return named("w") + "(regs, " + argument + ")";
    }

    // An expression without side effects of its own.
    std::string plain(unsigned depth) {
        const unsigned kept = effects_left_;
        effects_left_ = 0;
        const std::string text = expression(depth);
        effects_left_ = kept;
        return text;
    }

    std::string operand(unsigned depth) { return plain(depth); }

    // Where C orders what happens, there may be side effects.
    std::string expression(unsigned depth) {
        if (depth == 0 || pick(7) == 0) return pick(3) == 0 ? literal() : readable();
        const unsigned below = depth - 1;
        switch (pick(effects_left_ ? 20 : 15)) {
            case 0:
                return "(" + word({"-", "~", "+"}) + expression(below) + ")";
            case 1:
                return "(" + word({"!", "!!"}) + expression(below) + ")";
            case 2: {
                const Kind& kind = some_kind();
                // "(our_word)(x)" is a call to C's grammar.
                if (kind.name.rfind("our_", 0) == 0)
                    return "((" + kind.name + ")" + word({"a", "b", "c", "~d", "~a"}) + ")";
                return "((" + kind.name + ")(" + expression(below) + "))";
            }
            case 3:
                return "(" + choice(below) + ")";
            case 4:
                return "(" + operand(below) + word({" << (", " >> ("}) + operand(below) + " & 31))";
            case 5:
                return "((" + word({"u64", "s64", "long", "unsigned long"}) + ")(" + operand(below) + ")" +
                       word({" << (", " >> ("}) + operand(below) + " & 63))";
            case 6:
                return "(" + operand(below) + word({" / ", " % "}) + word({"7", "13u", "10L", "0x100UL", "(u8)3"}) +
                       ")";
            case 7:
                return "(" + operand(below) + word({" << ", " >> "}) + word({"0", "1", "3u", "7L", "31"}) + ")";
            case 8:
            case 9: {
                const std::string op = word({" && ", " || "});
                const auto [left, right] =
                    in_order([&] { return expression(below); }, [&] { return expression(below); });
                return "(" + left + op + right + ")";
            }
            case 10:
                return macro_use(below);
            case 11:
                return has_helpers_ ? named("h") + "(" + operand(below) + ")"
                                    : word({"likely(", "unlikely("}) + operand(below) + ")";
            case 12:
                return bits(below);
            case 15: {
                const auto [left, right] = in_order([&] { return effect(below); }, [&] { return expression(below); });
                return "(" + left + ", " + right + ")";
            }
            case 16:
                return "({ " + some_kind().name + " inner = " + effect(below) + "; inner" + word({"", " + 1", " ^ 5"}) +
                       "; })";
            case 17:
            case 18:
            case 19:
                return effect(below);
            default:
                break;
        }
        // "(a * (b)) & c" may be a cast to C's grammar: a product starts with a sign here.
        const std::string op = word({"+", "-", "*", "&", "|", "^", "==", "!=", "<", ">", "<=", ">="});
        const std::string left = operand(below);
        return "(" + std::string(op == "*" ? "+" : "") + left + " " + op + " " + operand(below) + ")";
    }

    std::string choice(unsigned below) {
        const bool has_middle = pick(3) != 0;
        std::string middle;
        const auto [test, other] = in_order([&] { return expression(below); },
                                            [&] {
                                                if (has_middle) middle = expression(below);
                                                return expression(below);
                                            });
        return test + " ?" + (has_middle ? " " + middle + " " : "") + ": " + other;
    }

    std::string macro_use(unsigned below) {
        switch (pick(4)) {
            case 0:
                return named("ADD") + "(" + operand(below) + ", " + operand(below) + ")";
            case 1:
                return named("IS_ODD") + "(" + operand(below) + ")";
            case 2:
                return named("KEEP") + "(" + expression(below) + ", " + word({"-5", "0", "a"}) + ", " +
                       word({"100", "0xffff", "b"}) + ")";
            default:
                return named("PASTE") + "(0x, " + word({"ff", "7fUL", "80000000"}) + ")";
        }
    }

    std::string bits(unsigned below) {
        switch (pick(4)) {
            case 0:
                if (uses_.written.count("ti->flags") || uses_.written.count("@call")) return literal();
                uses_.read.insert("ti->flags");
                uses_.read.insert("@cells");
                return "test_bit(" + word({"0", "9", "63", "5u"}) + ", &ti->flags)";
            case 1:
                return "array_index_nospec(" + operand(below) + ", " + word({"8", "0x100UL", "(u8)200"}) + ")";
            case 2:
                return "!!(" + operand(below) + " & BIT(" + word({"0", "3", "40"}) + "))";
            default:
                return "WARN_ON_ONCE(" + operand(below) + ")";
        }
    }

    // Statements.

    std::string statement(unsigned depth) {
        switch (pick(depth == 0 ? 6 : 18)) {
            case 0:
                return "\t" + assigned() + ";\n";
            case 1:
                return "\t" + counted() + ";\n";
            case 2:
                return "\t" + word({"set_bit", "clear_bit", "__set_bit"}) + "(" + word({"1", "17", "63"}) +
                       ", &ti->flags);\n";
            case 3: {
                uses_ = {};
                const std::string place = writable();
                return place.empty() ? "\t;\n" : "\t" + named("BUMP") + "(" + place + ", " + plain(1) + ");\n";
            }
            case 4:
            case 5:
                return "\t" + assigned() + ";\n";
            case 6:
                return "\tif (" + full(2) + ") {\n" + statement(depth - 1) + "\t}\n";
            case 7:
                return "\tif (" + full(2) + ")\n" + braced(depth - 1) + "\telse if (" + full(1) + ")\n" +
                       braced(depth - 1) + "\telse\n" + braced(depth - 1);
            case 8:
                return "\tdo {\n\tif (" + full(1) + ")\n\t" + word({"break", "continue"}) + ";\n" +
                       statement(depth - 1) + "\t} while (0);\n";
            case 9:
            case 10:
                return chosen(depth);
            case 11:
                return jumps_
                           ? "\tif (" + full(1) + ")\n\tgoto " + (has_middle_ ? "out" : word({"middle", "out"})) + ";\n"
                           : "\t;\n";
            case 12:
                return "\tif (" + full(1) + ")\n\treturn " + full(2) + ";\n";
            case 13:
                return block(depth);
            case 14:
                return has_helpers_ ? call_statement() : "\t" + assigned() + ";\n";
            case 15:
                return "\tif (test_and_" + word({"set", "clear"}) + "_bit(" + word({"2", "40"}) + ", &ti->flags))\n" +
                       braced(depth - 1);
            case 16:
                return element();
            default:
                return "\tWRITE_ONCE(" + one_of(fields()).text + ", " + full_plain(2) + ");\n";
        }
    }

    std::string braced(unsigned depth) { return "\t{\n" + statement(depth) + "\t}\n"; }

    std::string full_plain(unsigned depth) {
        uses_ = {};
        return plain(depth);
    }

    std::string assigned() {
        uses_ = {};
        effects_left_ = pick(3) == 0 ? 1 : 0;
        const std::string place = writable();
        if (place.empty()) return "a == b";
        const bool is_field = place.find("->") != std::string::npos;
        // A field's own old value may be read, a variable's too: only the store comes last.
        if (!effects_left_) uses_ = {};
        if (is_field && effects_left_) uses_.written.insert("@call");
        const std::string op = word({"=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="});
        if (op == "<<=" || op == ">>=") return place + " " + op + " " + plain(1) + " & 31";
        if (op == "/=" || op == "%=") return place + " " + op + " " + word({"3", "10u", "255L"});
        if (op != "=") effects_left_ = 0;
        return place + " " + op + " " + expression(2);
    }

    std::string counted() {
        uses_ = {};
        const std::string place = writable();
        if (place.empty()) return "a";
        return pick(2) ? place + word({"++", "--"}) : word({"++", "--"}) + place;
    }

    std::string block(unsigned depth) {
        const Kind kind = some_kind();
        const std::size_t before = places_.size();
        std::string text =
            "\t{\n\t\t" + std::string(pick(3) ? "" : "const ") + kind.name + " inner = " + full(2) + ";\n\n";
        text += "\t\tx " + word({"=", "^=", "+="}) + " inner;\n" + statement(depth - 1);
        places_.resize(before);
        return text + "\t}\n";
    }

    std::string call_statement() {
        std::vector<std::string> of_kind;
        for (const Place& place : places_)
            if (place.kind.name == writes_.name && place.text.size() == 1 && !constant_.count(place.text))
                of_kind.push_back(place.text);
        if (of_kind.empty()) return "\tv = " + named("w") + "(regs, " + full_plain(1) + ");\n";
        const std::string place = one_of(of_kind);
        uses_ = {};
        uses_.written.insert(place);
        return "\t" + named("r") + "(&" + place + ", " + plain(1) + ");\n";
    }

    std::string element() {
        uses_ = {};
        const std::string index = word({"a ? 0 : 2", "!c", "b < 5", "1", "d > 3 ? 2 : 1"});
        return "\t" + word({"t", "regs->regs"}) + "[" + index + "] " + word({"=", "+=", "|="}) + " " + plain(2) + ";\n";
    }

    std::string chosen(unsigned depth) {
        std::string text = "\tswitch (" + full(2) + ") {\n";
        const bool jumped = jumps_;
        std::vector<std::string> labels = {"case 0:\n",  "case 1:\n",       "case -1:\n",
                                           "default:\n", "case 3 ... 9:\n", "case 'a' ... 'f':\n"};
        if (pick(2)) labels.push_back("case 255:\ncase 256:\n");
        for (std::size_t at = labels.size(); at > 1; --at) std::swap(labels[at - 1], labels[pick(at)]);
        labels.resize(2 + pick(labels.size() - 1));
        for (const std::string& label : labels) {
            text += label + statement(depth - 1);
            if (pick(2)) text += "\tbreak;\n";
        }
        jumps_ = jumped;
        return text + "\t}\n";
    }

    std::mt19937_64& random_;
    const std::string suffix_;
    std::vector<Place> places_;
    std::set<std::string> constant_;
    Uses uses_;
    Kind computes_{}, computes_from_{}, writes_{};
    unsigned effects_left_ = 0;
    bool has_enum_ = false;
    bool has_helpers_ = false;
    bool jumps_ = false;
    bool has_middle_ = false;
};

}  // namespace

const char* const declarations =
    "struct pt_regs { u64 regs[31]; u64 sp; u64 pc; u64 pstate; u64 orig_x0; s32 syscallno; };\n"
    "struct thread_info { unsigned long flags; };\n"
    "struct task_struct { unsigned int ptrace; int exit_code; unsigned long ptrace_message; unsigned long jobctl; };\n"
    "typedef unsigned int our_word;\ntypedef s16 our_half;\n"
    "#define BIT(nr) (1UL << (nr))\n#define BIT_ULL(nr) (1ULL << (nr))\n"
    "#define GENMASK(h, l) (((~0UL) << (l)) & (~0UL >> (64 - 1 - (h))))\n";

const char* const compiler_prelude =
    "#include <stdbool.h>\n#include <stdio.h>\n#include <stddef.h>\n"
    "typedef unsigned char u8; typedef signed char s8; typedef unsigned short u16; typedef short s16;\n"
    "typedef unsigned int u32; typedef int s32; typedef unsigned long long u64; typedef long long s64;\n"
    "typedef u32 __u32;\n"
    "#define __always_inline inline __attribute__((always_inline))\n#define noinline __attribute__((noinline))\n"
    "#define likely(x) __builtin_expect(!!(x), 1)\n#define unlikely(x) __builtin_expect(!!(x), 0)\n"
    "#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))\n"
    "#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))\n"
    "#define WARN_ON_ONCE(x) ({ int on = !!(x); unlikely(on); })\n"
    "#define array_index_nospec(i, n) ({ __typeof__(i) index = (i); __typeof__(n) size = (n);\\\n"
    "\t(__typeof__(i))((unsigned long)index < (unsigned long)size ? index : 0); })\n"
    "static inline void set_bit(long nr, unsigned long *p) { *p |= 1UL << nr; }\n"
    "static inline void __set_bit(long nr, unsigned long *p) { *p |= 1UL << nr; }\n"
    "static inline void clear_bit(long nr, unsigned long *p) { *p &= ~(1UL << nr); }\n"
    "static inline bool test_bit(long nr, const unsigned long *p) { return *p >> nr & 1; }\n"
    "static inline bool test_and_set_bit(long nr, unsigned long *p)\n"
    "{ bool was = test_bit(nr, p); set_bit(nr, p); return was; }\n"
    "static inline bool test_and_clear_bit(long nr, unsigned long *p)\n"
    "{ bool was = test_bit(nr, p); clear_bit(nr, p); return was; }\n";

const std::vector<Field>& fields() {
    static const std::vector<Field> table = [] {
        const Kind word{"u64", 64, false};
        std::vector<Field> rows = {{"regs->sp", "regs.sp", word},
                                   {"regs->pc", "regs.pc", word},
                                   {"regs->pstate", "regs.pstate", word},
                                   {"regs->orig_x0", "regs.orig_x0", word},
                                   {"regs->syscallno", "regs.syscallno", {"s32", 32, true}},
                                   {"ti->flags", "thread_info.flags", {"unsigned long", 64, false}},
                                   {"task->ptrace", "task.ptrace", {"unsigned int", 32, false}},
                                   {"task->exit_code", "task.exit_code", {"int", 32, true}},
                                   {"task->ptrace_message", "task.ptrace_message", {"unsigned long", 64, false}},
                                   {"task->jobctl", "task.jobctl", {"unsigned long", 64, false}}};
        for (const std::string number : {"0", "1", "2", "7", "8", "30"})
            rows.push_back({"regs->regs[" + number + "]", "regs.regs[" + number + "]", word});
        return rows;
    }();
    return table;
}

Snippet random_snippet(std::mt19937_64& random, unsigned number) { return Writer(random, number).write(); }

}  // namespace entryproof::snippet
