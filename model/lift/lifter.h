// SPDX-License-Identifier: MIT
// A whole path: finds functions on demand, splits them where options decide what their text is, and collects the
// program.
#pragma once

#include "model/lift/declaration.h"
#include "model/lift/lift.h"
#include "model/lift/merge_variants.h"
#include "model/lift/translator.h"

#include "model/kernel/arch.h"

#include <functional>
#include <memory>

namespace entryproof::lift {

class Lifter {
public:
    Lifter(const LiftOptions& options, const SourceTree& tree);
    Lifter(const Lifter&) = delete;

    Lifted run();
    Lifted run(const std::string& file, const std::vector<std::string>& names);

    // For the translator:
    Sources& sources() { return sources_; }
    Conditions& conditions() { return conditions_; }
    const std::string& version() const { return lifted_.kernel_version; }
    const kernel::Arch& arch() const { return arch_; }
    // A function of the tree, lifted if it is not yet. `file` and `at` are where it is called.
    const FunctionInfo& function(const std::string& name, Unit& unit, Conditions::Id context,
                                 const ConstantArguments& constants, FileId file, Offset at);
    // The row of the hook that a call of this name is, or null: none, or lifted in this tree like any other function.
    const kernel::Signature* hook_of(const std::string& name);
    // Throws Undecided when an option replaces the hook by a stub.
    bool is_stubbed(const std::string& hook, Unit& unit, Conditions::Id context);
    // The value of an enumerator, or nothing when there is none of this name.
    std::optional<std::int64_t> enumerator(std::string_view name, Unit& unit, Conditions::Id context);
    // Whether an enumeration has a negative enumerator, which makes gcc take int for it, else unsigned int.
    bool is_signed_enumeration(const Node& tag, Unit& unit, Conditions::Id context);
    // What a typedef stands for, as C text; empty when there is none.
    std::string type_name(std::string_view name, Unit& unit, Conditions::Id context);
    // Throws LiftError when the tree declares a function of the vocabulary otherwise than its row expects, with both.
    void check_declaration(const std::string& name, Unit& unit, Conditions::Id context);
    void check_declaration(const std::string& name, const ExpectedDeclaration& expected, Unit& unit,
                           Conditions::Id context);
    // The present name of what older versions call so; checks its declaration, too. Else the name itself.
    std::string present_name(const std::string& name, Unit& unit, Conditions::Id context);
    // Throws LiftError when the tree declares a field otherwise than its cell says.
    void check_field(const std::string& structure, const kernel::FieldCell& cell, Unit& unit, Conditions::Id context,
                     const Token& where);
    void use_cell(const std::string& name, ir::Width width, const std::string& meaning);
    void abstract(const ir::Source& source, const std::string& construct, const std::string& why);
    void note(const std::string& text);
    // Throws LiftError when an opaque test is part of it.
    ir::ExpressionRef expression_of(Conditions::Id condition);

private:
    struct Definition {
        Unit* unit;
        std::uint32_t instance;
        FileId file;
        const Item* item;
        Conditions::Id condition;
    };
    // What is to become one IR function: text of the tree, or (for a flag setter, a constant) text of our own.
    struct Request {
        std::string name;
        std::string ir_name;
        std::vector<Definition> definitions;
        ConstantArguments constants;
        std::string text;
        std::optional<ir::Source> source;
    };

    // lifter.cpp: functions and their variants.
    const FunctionInfo& lifted(const Request& request);
    FunctionInfo lift_function(const Request& request);
    void lift_variants(const Request& request, const Definition& definition, Conditions::Id assumption,
                       FunctionBuild& build, std::vector<Variant>& variants, unsigned splits);
    Variant lift_variant(const Request& request, const Definition& definition, Conditions::Id assumption,
                         FunctionBuild& build);
    // `what` depends on the condition: "the text of do_syscall".
    void require_decidable(Conditions::Id condition, const std::string& what);
    void record(const Request& request, const FunctionBuild& build);
    static std::string hash_of(const std::vector<std::string_view>& texts);

    // lifter_names.cpp: what a name means, and the text of it.
    Unit& unit(const std::string& path);
    const std::vector<Definition>& resolve(const std::string& name, Unit& unit, FileId file, Offset at);
    std::vector<FileId> with_included_sources(FileId file);
    bool exports(FileId file, const std::string& name) const;
    void search_elsewhere(const std::string& name, Unit& unit, std::vector<Definition>& found, Conditions::Id covered);
    bool is_stub(const Definition& definition);
    void refuse_directives(const Definition& definition, Offset begin, Offset end, Conditions::Id assumption);
    std::vector<Token> tokens_of(const Definition& definition, Offset begin, Offset end, Conditions::Id assumption);
    std::vector<Token> prepared(std::vector<Token> tokens, const Definition& definition, Conditions::Id assumption);
    std::vector<Token> own_tokens(const std::string& text, const Definition& where);
    std::optional<Definition> only(std::string_view name, Item::Kind kind, Unit& unit, Conditions::Id context);
    std::uint64_t constant(std::vector<Token> tokens, const Definition& where, Conditions::Id assumption);

    // lift_program.cpp: everything a path must provide.
    void lift_path_function(const kernel::Signature& signature);
    void lift_flag_setter(const kernel::Signature& signature, const std::string& macro, const std::string& flag);
    bool is_older_than(const std::string& version) const;
    void add_missing(const kernel::Signature& signature, const std::string& file);
    bool has_function(const std::string& name, Unit& unit);
    void check_signature(const kernel::Signature& signature, const FunctionInfo& info, bool may_be_left_out = false);

    // lifter_flags.cpp: the layout of the flag words.
    void lift_flags();
    std::vector<Definition> flag_definitions(const std::function<bool(const std::string&, const Item&)>& is_wanted);
    bool has_value(FileId file, const Item& item);
    static constexpr unsigned max_splits = 10;  // options that may decide one text
    std::uint64_t flag_value(const Definition& define, Conditions::Id assumption, unsigned splits);
    void lift_flag(const Definition& define, const std::string& word, std::map<std::string, ir::FlagBit>& bits);
    void lift_mask(const Definition& define, const std::string& word, const std::string& flag,
                   const std::map<std::string, ir::FlagBit>& bits);

    ir::Source source_of(const Definition& definition) const;
    void read_version();
    Lifted finished(const std::function<void()>& work);

    const LiftOptions options_;
    const kernel::Arch& arch_;
    const SourceTree& tree_;
    Sources sources_;
    Conditions conditions_;
    Kconfig kconfig_;
    std::string entry_file_;
    std::map<std::string, std::unique_ptr<Unit>> units_;
    std::map<std::pair<const Unit*, std::string>, std::vector<Definition>> resolved_;
    std::map<std::string, std::set<const Item*>> meanings_;  // the text a name stands for, over all units
    std::map<std::string, FunctionInfo> functions_;
    std::map<const Item*, std::int64_t> enumerators_;
    std::set<std::string> specialised_;
    std::set<std::string> in_progress_;
    std::set<std::string> checked_fields_;
    std::set<std::pair<const Item*, Conditions::Id>> checked_declarations_;
    std::map<std::string, LiftedFunction> recorded_;
    Lifted lifted_;
};

}  // namespace entryproof::lift
