// SPDX-License-Identifier: MIT
// Everything a path must provide: its entry, the functions the environment calls, the layout of its flag word.
#include "model/lift/lifter.h"
#include "model/lift/vocabulary.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace entryproof::lift {

namespace {

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

namespace {

const kernel::Arch& known_arch(const std::string& name) {
    const std::vector<std::string>& names = kernel::arch_names();
    if (std::find(names.begin(), names.end(), name) != names.end()) return kernel::arch(name);
    std::string known;
    for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
    throw LiftError("", 0, 0, name, "no entry point is known for this architecture", "known: " + known);
}

}  // namespace

Lifter::Lifter(const LiftOptions& options, const SourceTree& tree)
    : options_(options),
      arch_(known_arch(options.arch)),
      tree_(tree),
      sources_(tree, options.arch),
      kconfig_(tree, arch_, conditions_),
      entry_file_(arch_.entry_files.front()) {
    for (auto file = arch_.entry_files.rbegin(); file != arch_.entry_files.rend(); ++file)
        if (const auto found = sources_.file(*file); found && exports(*found, arch_.entry)) entry_file_ = *file;
}

Lifted Lifter::run() {
    lifted_.program.entry = arch_.entry;
    return finished([&] {
        for (const kernel::Signature& signature : arch_.functions) lift_path_function(signature);
        lift_flags();
    });
}

Lifted Lifter::run(const std::string& file, const std::vector<std::string>& names) {
    return finished([&] {
        Unit& home = unit(file);
        for (const std::string& name : names) function(name, home, Conditions::never, {}, home.root(), 0);
    });
}

Lifted Lifter::finished(const std::function<void()>& work) {
    read_version();
    lifted_.program.name = options_.name;
    try {
        work();
    } catch (const NeedsConstant& needed) {
        throw sources_.error(needed.file, needed.at, needed.reason, "only constants and values tested before are");
    } catch (const Undecided& undecided) {
        require_decidable(undecided.condition, "a flag");
        throw LiftError(entry_file_, 0, 0, "", "an option decides what the flags are", "");
    }
    for (auto& [name, function] : recorded_) lifted_.functions.push_back(std::move(function));
    std::sort(lifted_.abstracted.begin(), lifted_.abstracted.end(), [](const Abstracted& a, const Abstracted& b) {
        return std::tie(a.file, a.line, a.construct) < std::tie(b.file, b.line, b.construct);
    });
    for (const std::string& text : kconfig_.notes()) note(text);
    std::string missing;
    for (const std::string& header : sources_.missing()) missing += (missing.empty() ? "" : " ") + header;
    if (!missing.empty()) note("included but not in the tree, so taken to define nothing: " + missing);
    return std::move(lifted_);
}

void Lifter::read_version() {
    const auto makefile = tree_.read("Makefile");
    if (!makefile) return note("Makefile is missing: the version of the kernel is not known");
    std::map<std::string, std::string> values;
    std::istringstream lines(*makefile);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name, equals, value;
        if (words >> name >> equals >> value && equals == "=") values.try_emplace(name, value);
    }
    if (!values.count("VERSION") || !values.count("PATCHLEVEL"))
        return note("Makefile does not tell the version of the kernel");
    lifted_.kernel_version = values["VERSION"] + "." + values["PATCHLEVEL"];
    const std::string& sublevel = values["SUBLEVEL"];
    if (!sublevel.empty() && sublevel != "0") lifted_.kernel_version += "." + sublevel;
}

// In the file the signature names; a header's functions in whatever unit of the path includes it.
void Lifter::lift_path_function(const kernel::Signature& signature) {
    if (!signature.only_with.empty() && !has_function(signature.only_with, unit(entry_file_))) return;
    const std::size_t dot = signature.name.find('.');
    if (dot != std::string::npos)
        return lift_flag_setter(signature, signature.name.substr(0, dot), signature.name.substr(dot + 1));
    const bool is_compat_entry = signature.name == arch_.compat.function;
    const bool is_entry = signature.name == arch_.entry || is_compat_entry;
    const std::string file = is_entry ? entry_file_ : signature.source.substr(0, signature.source.find_first_of(":@"));
    Unit* home = &unit(ends_with(file, ".c") ? file : entry_file_);
    if (!ends_with(file, ".c"))
        for (const auto& [path, candidate] : units_)
            if (home->definitions(signature.name, Item::Kind::function).empty() &&
                !candidate->definitions(signature.name, Item::Kind::function).empty())
                home = candidate.get();
    const bool is_missing = home->definitions(signature.name, Item::Kind::function).empty();
    if (is_missing && is_older_than(signature.since)) return add_missing(signature, file);
    if (is_missing)
        throw LiftError(file, 0, 0, signature.name, "the function " + signature.name + " was not found",
                        "every path must provide it: model/kernel/interface.h");
    const FunctionInfo& info = function(signature.name, *home, Conditions::never, {}, home->root(), 0);
    if (!is_entry || !arch_.entry_takes_number) check_signature(signature, info, is_compat_entry);
}

// By the numbers of the tree's Makefile; not when they are unknown.
bool Lifter::is_older_than(const std::string& version) const {
    const auto numbers = [](const std::string& text) {
        unsigned major = 0, minor = 0;
        const bool is_known = std::sscanf(text.c_str(), "%u.%u", &major, &minor) == 2;
        return is_known ? std::optional(std::pair(major, minor)) : std::nullopt;
    };
    const auto wanted = numbers(version), own = numbers(lifted_.kernel_version);
    return wanted && own && *own < *wanted;
}

// What the environment calls and an old tree does not do.
void Lifter::add_missing(const kernel::Signature& signature, const std::string& file) {
    ir::Function nothing;
    nothing.name = signature.name;
    nothing.source = {file, signature.name, lifted_.kernel_version, 0, 0};
    lifted_.program.functions[signature.name] = std::move(nothing);
    note(file + " has no " + signature.name + ", which came with " + signature.since + ": nothing is done there");
}

// Declared or defined in a header of the path, other than as a stub, for some options at least.
bool Lifter::has_function(const std::string& name, Unit& unit) {
    if (!unit.definitions(name, Item::Kind::prototype).empty()) return true;
    const std::vector<Unit::Definition> found = unit.definitions(name, Item::Kind::function);
    return std::any_of(found.begin(), found.end(), [&](const Unit::Definition& one) {
        return !is_stub({&unit, one.instance, one.file, one.item, one.condition});
    });
}

// set_task_syscall_work.SECCOMP: one call of the tree's own macro, as a function.
void Lifter::lift_flag_setter(const kernel::Signature& signature, const std::string& macro, const std::string& flag) {
    Unit& home = unit(entry_file_);
    std::optional<Unit::Definition> found;
    for (const Item::Kind kind : {Item::Kind::define, Item::Kind::function})
        for (const Unit::Definition& definition : home.definitions(macro, kind))
            if (!found) found = definition;
    if (!found) throw LiftError(entry_file_, 0, 0, macro, "the setter " + macro + " was not found", "");
    const Definition where{&home, 0, home.root(), nullptr, Conditions::always};
    const bool of_task = macro.find("_task_") != std::string::npos;
    const bool tests = macro.rfind("test_", 0) == 0;
    Request request{"lifted_setter", signature.name, {where}, {}, "", std::nullopt};
    request.text = std::string(tests ? "bool" : "void") + " lifted_setter(struct task_struct *task) { " +
                   (tests ? "return " : "") + macro + "(" + (of_task ? "task, " : "") + flag + "); }";
    request.source = source_of({&home, found->instance, found->file, found->item, Conditions::always});
    request.source->function = macro;
    check_signature(signature, lifted(request));
    LiftedFunction& record = recorded_[signature.name];
    record.hash =
        hash_of({sources_.text(found->file).substr(found->item->begin, found->item->end - found->item->begin)});
    record.file = request.source->file;
    record.first_line = request.source->line;
    record.last_line = sources_.position(found->file, found->item->end - 1).line;
}

void Lifter::check_signature(const kernel::Signature& signature, const FunctionInfo& info, bool may_be_left_out) {
    const ir::Function& function = lifted_.program.functions.at(info.ir_name);
    const auto differs = [&](const std::string& what) {
        const ir::Source& at = function.source;
        return LiftError(at.file, at.line, at.column, signature.name, signature.name + " " + what,
                         "the environment calls it by the signature in model/kernel/interface.cpp");
    };
    if (info.domain != Conditions::always && !may_be_left_out) throw differs("exists only for some options");
    if (function.result != signature.result) throw differs("returns another type than expected");
    if (signature.result > 1 && info.result.is_signed != signature.result_signed)
        throw differs("returns another type than expected");
    bool same = function.parameters.size() == signature.parameters.size();
    for (std::size_t index = 0; same && index < function.parameters.size(); ++index)
        same = function.parameters[index].width == signature.parameters[index].width &&
               function.parameters[index].by_reference == signature.parameters[index].by_reference;
    if (!same) throw differs("takes other parameters than expected");
}

ir::Source Lifter::source_of(const Definition& definition) const {
    const Position at = sources_.position(definition.file, definition.item->name_at);
    return {sources_.path(definition.file), std::string(definition.item->name), lifted_.kernel_version, at.line,
            at.column};
}

Lifted lift(const LiftOptions& options, const SourceTree& tree) { return Lifter(options, tree).run(); }

Lifted lift_functions(const LiftOptions& options, const SourceTree& tree, const std::string& file,
                      const std::vector<std::string>& names) {
    return Lifter(options, tree).run(file, names);
}

}  // namespace entryproof::lift
