// SPDX-License-Identifier: MIT
#include "checker/series/fast_path.h"

#include "checker/error.h"
#include "checker/interpret.h"
#include "checker/layout.h"
#include "checker/whole.h"
#include "model/kernel/arch.h"
#include "model/kernel/cells.h"

#include <algorithm>
#include <set>
#include <variant>

namespace entryproof::checker {

namespace {

// Every actor answers 0: nobody does anything.
class Passive : public Oracle {
public:
    std::uint64_t answer(const Event&, unsigned, const std::string&, ir::Width) override { return 0; }
    // Patch 03 of 13 RESEND has one on the audited way.
    std::uint64_t undefined(const std::string&, const std::string&, ir::Width) override { return 0; }
};

bool is_option(const std::string& place) {
    const std::vector<ir::Cell>& options = kernel::option_cells();
    return std::any_of(options.begin(), options.end(), [&](const ir::Cell& cell) { return cell.name == place; });
}

// Reads nothing but options and static keys.
bool is_fixed(const ir::Expression& expression) {
    if (const auto* read = std::get_if<ir::Read>(&expression.node)) return is_option(read->place);
    if (const auto* unary = std::get_if<ir::Unary>(&expression.node)) return is_fixed(*unary->operand);
    if (const auto* binary = std::get_if<ir::Binary>(&expression.node))
        return is_fixed(*binary->left) && is_fixed(*binary->right);
    if (const auto* select = std::get_if<ir::Select>(&expression.node))
        return is_fixed(*select->condition) && is_fixed(*select->then_value) && is_fixed(*select->else_value);
    if (const auto* extract = std::get_if<ir::Extract>(&expression.node)) return is_fixed(*extract->operand);
    if (const auto* extend = std::get_if<ir::Extend>(&expression.node)) return is_fixed(*extend->operand);
    return true;  // a constant
}

class Counter : public Watcher {
public:
    explicit Counter(const ir::Program& path) : path_(path) {}

    void enters(const ir::Function& function) override {
        if (counts()) ++cost.calls;
        if (depth_ == 0 && function.name != path_.entry) return;
        ++depth_;
        if (outside_ != 0 || path_.functions.count(function.name) == 0) ++outside_;
    }
    void leaves(const ir::Function& function) override {
        if (depth_ == 0) return;
        --depth_;
        if (outside_ != 0) --outside_;
        (void)function;
    }
    void reads(const std::string& place) override {
        if (counts() && (place == "thread_info.flags" || place == "thread_info.syscall_work")) ++cost.reads;
    }
    void decides(const ir::Expression& condition) override {
        if (counts() && !is_fixed(condition)) ++cost.branches;
    }

    PathCost cost;

private:
    bool counts() const { return depth_ != 0 && outside_ == 0; }

    const ir::Program& path_;
    unsigned depth_ = 0;    // functions entered since the entry function
    unsigned outside_ = 0;  // of these, from the first on that the path does not have
};

Values start(QuietTask task) {
    Values values;
    for (const ir::Cell& option : kernel::option_cells())
        if (option.width == 1) values[option.name] = 1;
    values["CONFIG_DEBUG_RSEQ"] = 0;
    values["rseq_debug_enabled"] = 0;
    values["NR_syscalls"] = 512;
    values[kernel::register_cell(8)] = 172;
    if (task == QuietTask::audited)
        for (const std::string fact : {"task.audit", "audit.context", "audit.enabled"}) values[fact] = 1;
    return values;
}

}  // namespace

PathCost fast_path_cost(const LoadedPath& path, QuietTask task) {
    const ir::Program whole = proof_programs(path, path).front();
    Passive nobody;
    Counter counter(path.program);
    const Run run = interpret(whole, start(task), nobody, &counter);
    std::vector<std::string> seen;
    for (const Event& event : run.events)
        if (!event.observer.empty() && event.observer != "undefined") seen.push_back(event.kind);
    check(seen == std::vector<std::string>{"body", "return"},
          ("a quiet syscall shows its body and its return, not: " + joined(seen, ", ")).c_str());
    return counter.cost;
}

}  // namespace entryproof::checker
