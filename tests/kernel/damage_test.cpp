// SPDX-License-Identifier: MIT
// Random damage to single tokens of functions of the real source that the path needs. Every damaged text is refused or
// gives valid IR; where the IR is that of the undamaged text, or where the damaged path is proved equal to the
// undamaged one, the damaged text means the same.
//
// What it means is decided in this order:
// 1. the same tokens (a swap of equal ones): the same text;
// 2. both texts compiled for arm64 in a configured tree (the lab's, or ENTRYPROOF_CONFIGURED_TREE): the same objects.
//    That is one configuration and one compiler: code that it leaves out is not judged;
// 3. the damage lies in a line that `lift` lists as left out, with its reason: there equal is what it says.
// Without a configured tree only 1 and 3 can be decided, and the rest is counted as undecided.
// A storage class, an annotation (static, noinstr, __always_inline), a hint (likely) and READ_ONCE are no step: `list
// vocabulary` says what they stand for. Text that is the same without them and compiles means the same here, although
// its object has another symbol, section or order of branches.
// ENTRYPROOF_DAMAGES sets the number (20000 is the full run), ENTRYPROOF_DAMAGE_FIRST the first seed,
// ENTRYPROOF_DAMAGE_LOG a file for every case that needed a decision. Needs ENTRYPROOF_KERNEL_SOURCE (with-source.sh).
#include "tests/kernel/damage.h"
#include "tests/kernel/edited_tree.h"

#include "checker/drift.h"
#include "checker/prove.h"
#include "model/environment/environment.h"
#include "model/ir/validator.h"
#include "model/lift/token.h"
#include "model/lift/vocabulary.h"
#include "tests/kernel/configured_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

using namespace entryproof;
using damage::Damage;
using tests::kernel_tree;

namespace {

unsigned number_from(const char* variable, unsigned otherwise) {
    const char* given = std::getenv(variable);
    return given ? static_cast<unsigned>(std::stoul(given)) : otherwise;
}

// Every function's steps, the cells and the layout of the flags.
std::map<std::string, std::string> steps_of(const ir::Program& program) {
    std::map<std::string, std::string> steps;
    for (const auto& [name, function] : program.functions) steps[name] = checker::steps_hash(program, name);
    for (const auto& [name, cell] : program.cells) steps["cell " + name] = std::to_string(cell.width);
    for (const ir::FlagBit& bit : program.flag_bits)
        steps["bit " + bit.name + " " + bit.word] = std::to_string(bit.bit);
    for (const ir::FlagMask& mask : program.flag_masks) {
        std::string text = std::to_string(mask.value);
        for (const std::string& member : mask.members) text += " " + member;
        steps["mask " + mask.name] = text;
    }
    return steps;
}

checker::LoadedPath path_of(const lift::Lifted& lifted) {
    return {"tree", "tree:arm64", "source", lifted.program, std::nullopt, {}};
}

bool proved_equal(const lift::Lifted& left, const lift::Lifted& right) {
    checker::ProveOptions options;
    options.rlimit = 20000000;
    return checker::prove(path_of(left), path_of(right), options).result.exit == checker::ExitCode::proved;
}

bool is_step(std::string_view word) {
    const auto known = lift::primitive(word);
    if (known == lift::Primitive::expectation || known == lift::Primitive::read_once) return false;
    return word != "static" && word != "extern" && lift::annotation(word) == lift::Annotation::none;
}

std::vector<std::string> words_of(const std::string& text, bool steps_only = false) {
    std::vector<std::string> words;
    for (const lift::Token& token : lift::tokenise(text, 0, 0, static_cast<lift::Offset>(text.size())))
        if (!steps_only || is_step(token.text)) words.emplace_back(token.text);
    return words;
}

bool is_left_out(const Damage& damage, const lift::Lifted& lifted) {
    return std::any_of(lifted.abstracted.begin(), lifted.abstracted.end(), [&](const lift::Abstracted& row) {
        return row.file == damage.file && row.line >= damage.line && row.line <= damage.last_line;
    });
}

struct Tally {
    std::map<std::string, unsigned> counts;
    std::vector<std::string> wrong;
    std::ofstream log;

    Tally() {
        if (const char* file = std::getenv("ENTRYPROOF_DAMAGE_LOG")) log.open(file);
    }
    void add(const std::string& what, const Damage* damage = nullptr, std::uint64_t seed = 0) {
        ++counts[what];
        if (damage)
            log << seed << ": " << what << ": " << damage->file << ":" << damage->line << ": " << damage->description
                << std::endl;
    }
    std::string text() const {
        std::string all;
        for (const auto& [what, count] : counts) all += "  " + std::to_string(count) + " " + what + "\n";
        return all;
    }
};

// `claim`: what was said to be equal. Adds to the tally what became of it.
void decide(const Damage& damage, std::uint64_t seed, const std::string& claim, const lift::Lifted& before,
            const lift::Lifted& after, Tally& tally) {
    static const configured_tree::ConfiguredTree tree(before.kernel_version);
    const std::string original = kernel_tree().read(damage.file).value();
    if (words_of(original) == words_of(damage.text)) return tally.add(claim + ": the same tokens");
    const configured_tree::Compared compared = tree.compare(damage.file, original, damage.text);
    if (compared == configured_tree::Compared::same) return tally.add(claim + ": the same object");
    if (compared == configured_tree::Compared::differs && words_of(original, true) == words_of(damage.text, true))
        return tally.add(claim + ": but for storage, annotations and hints", &damage, seed);
    if (is_left_out(damage, before) || is_left_out(damage, after))
        return tally.add(claim + ": in what is left out", &damage, seed);
    if (compared == configured_tree::Compared::undecided) return tally.add(claim + ": undecided here", &damage, seed);
    const std::string how = compared == configured_tree::Compared::differs ? "another object" : "does not compile";
    tally.add(claim + ": " + how, &damage, seed);
    tally.wrong.push_back(std::to_string(seed) + ": " + claim + ", " + how + ": " + damage.file + ":" +
                          std::to_string(damage.line) + ": " + damage.description);
}

}  // namespace

TEST_CASE("damaged source is refused, or lifted to what it means") {
    const lift::Lifted before = lift::lift({}, kernel_tree());
    const auto steps = steps_of(before.program);
    const damage::Damager damager(kernel_tree(), before);
    Tally tally;
    const unsigned wanted = number_from("ENTRYPROOF_DAMAGES", 150);
    const std::uint64_t first = number_from("ENTRYPROOF_DAMAGE_FIRST", 1);
    const unsigned every = std::max(1u, wanted / 12);  // one of so many lifted ones is proved
    unsigned lifted = 0;
    for (std::uint64_t seed = first; seed < first + wanted; ++seed) {
        const Damage damage = damager.damage(seed);
        CAPTURE(seed);
        INFO(damage.file << ":" << damage.line << ": " << damage.description);
        lift::MemoryTree tree(&kernel_tree());
        tree.write(damage.file, damage.text);
        try {
            const lift::Lifted after = lift::lift({}, tree);
            const ir::Program whole =
                environment::with_environment(after.program, environment::addressed_registers(after.program));
            const std::vector<ir::Flaw> flaws = ir::validate(whole);
            REQUIRE_MESSAGE(flaws.empty(), flaws.front().message);
            ++lifted;
            if (steps_of(after.program) == steps) {
                decide(damage, seed, "lifted to the same steps", before, after, tally);
            } else if (lifted % every == 0 && proved_equal(before, after)) {
                decide(damage, seed, "proved equal", before, after, tally);
            } else {
                tally.add("lifted to other steps");
            }
        } catch (const lift::LiftError& error) {
            REQUIRE(!error.reason.empty());
            REQUIRE(!error.file.empty());
            tally.add("refused");
        }
    }
    MESSAGE(wanted << " damages:\n" << tally.text());
    std::string wrong;
    for (const std::string& line : tally.wrong) wrong += line + "\n";
    CHECK_MESSAGE(tally.wrong.empty(), wrong);
    if (wanted < 100) return;
    CHECK(lifted > wanted / 20);
    CHECK(tally.counts["refused"] > wanted / 4);
}
