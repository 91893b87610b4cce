// SPDX-License-Identifier: MIT
#include "spec/property.h"

#include <doctest/doctest.h>

#include <set>
#include <stdexcept>

using namespace entryproof;
using namespace entryproof::spec;

namespace {

const ir::Read& read_of(const ir::ExpressionRef& expression) { return std::get<ir::Read>(expression->node); }

}  // namespace

TEST_CASE("every property has an id of its own, a name, a sentence and a source") {
    for (const std::string& arch : kernel::arch_names()) {
        std::set<std::string> ids, names;
        for (const Property& one : properties(kernel::arch(arch))) {
            CHECK_MESSAGE(ids.insert(one.id).second, arch << " " << one.id);
            CHECK_MESSAGE(names.insert(one.name).second, arch << " " << one.name);
            CHECK_MESSAGE(!one.sentence.empty(), one.id);
            CHECK_MESSAGE(!one.source.empty(), one.id);
            CHECK_MESSAGE((one.premise != nullptr && one.claim != nullptr), one.id);
        }
        for (unsigned number = 1; number <= 25; ++number) {
            const std::string id = "P" + std::to_string(number);
            CHECK_MESSAGE((ids.count(id) == 1 || ids.count(id + "a") == 1), arch << " " << id);
        }
    }
}

TEST_CASE("properties stand in the order of their numbers") {
    const std::vector<Property> all = properties(kernel::arch("arm64"));
    CHECK(all.front().id == "P1");
    CHECK(all.at(1).id == "P2");
    CHECK(all.back().id == "S21");
}

TEST_CASE("every event that a property needs is a probe") {
    std::set<std::string> known;
    for (const Probe& probe : probes()) known.insert(probe.hook());
    for (const Property& one : properties(kernel::arch("arm64")))
        for (const std::string& event : one.events) CHECK_MESSAGE(known.count(event) == 1, one.id << " " << event);
}

TEST_CASE("what is read can be taken apart again") {
    const Reading cell = reading(read_of(start("task.emu")).place);
    CHECK((cell.of == Reading::Of::start && cell.name == "task.emu"));
    CHECK(reading(read_of(final("exit.emu")).place).of == Reading::Of::final);
    const Reading field = reading(read_of(shows("f", "args[0]", 64)).place);
    CHECK((field.of == Reading::Of::shown && field.event == "f" && field.name == "args[0]"));
    CHECK(reading(read_of(does("e", "request", 8)).place).of == Reading::Of::done);
    CHECK_THROWS_AS(reading("regs.pc"), std::invalid_argument);
    CHECK_THROWS_AS(start("task.emo"), std::invalid_argument);
}
