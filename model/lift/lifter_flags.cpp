// SPDX-License-Identifier: MIT
// The layout of the flag words, from the tree's own numbers and masks: arch/ARCH/include/asm/thread_info.h for the
// thread flags, include/linux/thread_info.h and entry-common.h for the work flags of generic entry.
#include "model/lift/lifter.h"
#include "model/lift/vocabulary.h"

#include <algorithm>
#include <array>

namespace entryproof::lift {

namespace {

// How the flags of one word are called.
struct FlagWord {
    std::string_view word;
    std::string_view bit_prefix;
    std::string_view mask_prefix;
    Item::Kind bit_kind;
    std::vector<std::string_view> files;  // ends of paths
    std::string_view meaning;
};

const std::array<FlagWord, 2>& flag_words() {
    static const std::array<FlagWord, 2> words = {
        FlagWord{"thread_info.flags",
                 "TIF_",
                 "_TIF_",
                 Item::Kind::define,
                 {"asm/thread_info.h", "asm-generic/thread_info_tif.h"},
                 "TIF_ flag word"},
        FlagWord{"thread_info.syscall_work",
                 "SYSCALL_WORK_BIT_",
                 "SYSCALL_WORK_",
                 Item::Kind::enumerator,
                 {"linux/thread_info.h", "linux/entry-common.h"},
                 "SYSCALL_WORK_ flag word"},
    };
    return words;
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool holds(const FlagWord& word, const std::string& path) {
    return std::any_of(word.files.begin(), word.files.end(),
                       [&](std::string_view file) { return ends_with(path, file); });
}

bool is_bit(const FlagWord& word, const Item& item) {
    return item.kind == word.bit_kind && starts_with(item.name, word.bit_prefix);
}

bool is_mask(const FlagWord& word, const Item& item) {
    return item.kind == Item::Kind::define && starts_with(item.name, word.mask_prefix) &&
           !starts_with(item.name, word.bit_prefix);
}

}  // namespace

void Lifter::lift_flags() {
    for (const FlagWord& word : flag_words()) {
        const std::string name(word.word);
        std::map<std::string, ir::FlagBit> bits;
        for (const Definition& define : flag_definitions(
                 [&](const std::string&path, const Item&item) { return holds(word, path) && is_bit(word, item); }))
            lift_flag(define, name, bits);
        for (const auto& [flag, bit] : bits) lifted_.program.flag_bits.push_back(bit);
        for (const Definition& define : flag_definitions(
                 [&](const std::string&path, const Item&item) { return holds(word, path) && is_mask(word, item); }))
            lift_mask(define, name,
                      std::string(word.bit_prefix) + std::string(define.item->name.substr(word.mask_prefix.size())),
                      bits);
        if (!bits.empty()) use_cell(name, 64, std::string(word.meaning));
    }
    std::stable_sort(
        lifted_.program.flag_bits.begin(), lifted_.program.flag_bits.end(),
        [](const ir::FlagBit& a, const ir::FlagBit& b) { return std::tie(a.word, a.bit) < std::tie(b.word, b.bit); });
}

// Once each, whichever units of the path include them, when they can be compiled at all.
std::vector<Lifter::Definition> Lifter::flag_definitions(
    const std::function<bool(const std::string&, const Item&)>& is_wanted) {
    std::vector<Unit*> units;
    for (const auto& [path, unit] : units_) units.push_back(unit.get());
    std::set<const Item*> seen;
    std::vector<Definition> found;
    for (Unit* home : units)
        for (std::uint32_t instance = 0; instance < home->instances(); ++instance) {
            const FileId file = home->file(instance);
            for (const Item& item : sources_.index(file).items) {
                if (!is_wanted(sources_.path(file), item) || seen.count(&item)) continue;
                const Conditions::Id condition = home->condition(instance, item.arm);
                if (condition == Conditions::never || !has_value(file, item)) continue;
                seen.insert(&item);
                found.push_back({home, instance, file, &item, condition});
            }
        }
    return found;
}

bool Lifter::has_value(FileId file, const Item& item) {
    if (item.kind != Item::Kind::define) return true;
    const Macro& macro = sources_.macro(file, item);
    return !macro.takes_arguments && !macro.body.empty();
}

// The same number in every configuration that has the flag: where an option decides the text, both texts are evaluated.
std::uint64_t Lifter::flag_value(const Definition& define, Conditions::Id assumption, unsigned splits) {
    const Definition at_end{define.unit, 0, define.unit->root(), nullptr, assumption};
    std::optional<Conditions::Id> open;
    try {
        return constant(own_tokens(std::string(define.item->name), at_end), at_end, assumption);
    } catch (const Undecided& undecided) {
        open = undecided.condition;
    }
    require_decidable(*open, std::string(define.item->name));
    const Conditions::Id yes = conditions_.both(assumption, *open);
    const Conditions::Id no = conditions_.both(assumption, conditions_.negation(*open));
    const bool is_split = splits < max_splits && yes != Conditions::never && no != Conditions::never;
    if (is_split) {
        const std::uint64_t value = flag_value(define, yes, splits + 1);
        if (flag_value(define, no, splits + 1) == value) return value;
    }
    std::string options;
    for (const std::string& option : conditions_.atoms(*open)) options += (options.empty() ? "" : " and ") + option;
    throw sources_.error(define.file, define.item->name_at,
                         "what " + std::string(define.item->name) + " is depends on " + options,
                         "a flag is one bit, and a mask one set of flags, in all configurations");
}

void Lifter::lift_flag(const Definition& define, const std::string& word, std::map<std::string, ir::FlagBit>& bits) {
    const std::string name(define.item->name);
    const std::uint64_t value = flag_value(define, define.condition, 0);
    if (value >= 64)
        throw sources_.error(define.file, define.item->name_at, "the flag " + name + " is outside its word", "");
    const ir::FlagBit bit{name, word, static_cast<unsigned>(value), source_of(define)};
    if (bits.try_emplace(name, bit).first->second.bit != value)
        throw sources_.error(define.file, define.item->name_at, "an option decides the number of the flag " + name, "");
}

// A mask of one flag, unless the vocabulary knows it as one of several; of flags that do not exist it is no mask.
void Lifter::lift_mask(const Definition& define, const std::string& word, const std::string& flag,
                       const std::map<std::string, ir::FlagBit>& bits) {
    const std::string name(define.item->name);
    std::vector<std::string> members = {flag};
    for (const MaskMembers& row : mask_members())
        if (row.mask == name) members = row.flags;
    const bool is_known =
        std::all_of(members.begin(), members.end(), [&](const std::string& member) { return bits.count(member) > 0; });
    if (!is_known) return;
    lifted_.program.flag_masks.push_back(
        {name, word, flag_value(define, define.condition, 0), std::move(members), source_of(define)});
}

}  // namespace entryproof::lift
