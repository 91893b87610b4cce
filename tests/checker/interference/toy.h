// SPDX-License-Identifier: MIT
// A task of three bits that others can change, and two observers. Reads, tests and events in any order make a path.
#pragma once

#include "checker/interference/direction.h"
#include "model/ir/builder.h"
#include "model/ir/validator.h"
#include "model/kernel/writer.h"

#include <string>
#include <vector>

namespace entryproof::tests {

namespace env = entryproof::environment;

// One step of a toy: takes a copy of a bit, or shows an event when the copy, or the bit itself, is set.
struct ToyStep {
    enum class Kind { copies, shows_live, shows_copy, shows_always, returns_if_copy } kind;
    unsigned bit = 0;    // 0 or 1
    unsigned event = 0;  // 0 and 1: of observer a; 2: of observer b
};

inline ir::ExpressionRef toy_bit(unsigned bit) { return kernel::has_bit(ir::read("task.flags", 8), bit); }

inline void toy_shows(ir::BodyBuilder& body, unsigned event) { body.call("show" + std::to_string(event)); }

inline ir::Program toy_program(const std::string& name, const std::vector<ToyStep>& steps) {
    ir::Program program;
    program.name = name;
    program.entry = "run";
    program.cells["task.flags"] = {"task.flags", 8, ""};
    const ir::Source here{"toy.c", "run", "1"};
    for (unsigned event = 0; event < 3; ++event) {
        kernel::FunctionWriter f("show" + std::to_string(event), here);
        const std::string kind = "event " + std::to_string(event);
        f.hook({kind, event < 2 ? "a" : "b", kind, {}, {}, ir::Sharing::history});
        f.add_to(program);
    }
    for (unsigned bit = 0; bit < 2; ++bit)
        for (const bool sets : {true, false}) {
            kernel::FunctionWriter f((sets ? "set" : "clear") + std::to_string(bit), here);
            const ir::ExpressionRef flags = ir::read("task.flags", 8);
            f.assign("task.flags",
                     sets ? ir::binary(ir::BinaryOperator::bit_or, flags, ir::constant(8, 1u << bit))
                          : ir::binary(ir::BinaryOperator::bit_and, flags, ir::constant(8, 0xffu & ~(1u << bit))));
            f.add_to(program);
        }
    kernel::FunctionWriter f("run", here);
    for (unsigned bit = 0; bit < 2; ++bit) {
        f.local("copy" + std::to_string(bit), 1);
        f.assign("copy" + std::to_string(bit), ir::truth(false));
    }
    for (const ToyStep& step : steps) {
        const ir::ExpressionRef copy = ir::read("copy" + std::to_string(step.bit), 1);
        const auto show = [&](ir::BodyBuilder& then) { toy_shows(then, step.event); };
        switch (step.kind) {
            case ToyStep::Kind::copies:
                f.assign("copy" + std::to_string(step.bit), toy_bit(step.bit));
                break;
            case ToyStep::Kind::shows_live:
                f.if_(toy_bit(step.bit), show);
                break;
            case ToyStep::Kind::shows_copy:
                f.if_(copy, show);
                break;
            case ToyStep::Kind::shows_always:
                toy_shows(f, step.event);
                break;
            case ToyStep::Kind::returns_if_copy:
                f.if_(copy, [](ir::BodyBuilder& then) { then.return_(); });
                break;
        }
    }
    f.add_to(program);
    return program;
}

inline const env::Others& toy_others() {
    static const env::Others others = {{{"set0", "x", "sets 0", "set0", 0},
                                        {"clear0", "x", "clears 0", "clear0", 0},
                                        {"set1", "y", "sets 1", "set1", 1},
                                        {"clear1", "y", "clears 1", "clear1", 1}},
                                       {},
                                       {},
                                       {}};
    return others;
}

// Both bits by one read.
inline ir::Program toy_snapshot(const std::string& name) {
    ir::Program program = toy_program(name, {});
    kernel::FunctionWriter f("run", {"toy.c", "run", "1"});
    const ir::ExpressionRef word = f.local("word", 8);
    f.assign("word", ir::read("task.flags", 8));
    f.if_(kernel::has_bit(word, 0), [](ir::BodyBuilder& then) { toy_shows(then, 0); });
    f.if_(kernel::has_bit(word, 1), [](ir::BodyBuilder& then) { toy_shows(then, 2); });
    program.functions.erase("run");
    f.add_to(program);
    return program;
}

inline checker::interference::Direction decide_toy(const ir::Program& free, const ir::Program& follower,
                                                   bool free_is_left, const env::Others& others = toy_others()) {
    const env::ActPoints free_points = env::with_act_points(free, others);
    const env::ActPoints follower_points = env::with_act_points(follower, others);
    checker::Terms terms;
    checker::QueryLog log;
    const checker::CellTerms initial = checker::shared_cells(terms, free_points.program, follower_points.program);
    const checker::interference::Setting setting{terms, initial, {}, {}, log, others.acts};
    return checker::interference::decide(setting, {free_points, follower_points, free_is_left, {}}, "toy");
}

}  // namespace entryproof::tests
