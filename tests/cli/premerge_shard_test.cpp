// SPDX-License-Identifier: MIT
// Answers of other runs: kept in a folder, damaged, made up, and collected from shards. Costs about 20 seconds.
#include "tests/cli/toy_series.h"

#include <nlohmann/json.hpp>

#include <vector>

using namespace entryproof;
using namespace entryproof::cli;
using Json = nlohmann::json;

namespace {

std::string mail(unsigned number, const std::string& diff) {
    return "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nMessage-ID: <" +
           std::to_string(number) + "@b>\nSubject: [PATCH " + std::to_string(number) +
           "/3] x\n\nNo functional change.\n---\n" + diff + "-- \n2.45\n\n";
}

// Changes something in its second patch.
void write_series(const Toy& toy) {
    toy.shell.file("mbox", mail(1, same_steps) + mail(2, inverted) + mail(3, harmless));
}

std::vector<std::string> entries(const Toy& toy, const std::string& kind) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(toy.shell.folder + "/c"))
        if (entry.path().extension() == kind) found.push_back(entry.path());
    return found;
}

void forget_reports(const Toy& toy) {
    for (const std::string& report : entries(toy, ".json")) std::filesystem::remove(report);
}

}  // namespace

TEST_CASE("an answer is kept, and what it says is replayed: damaged or made up it is found out again") {
    const Toy toy;
    write_series(toy);
    const std::string cached = "$F/mbox --format json --cache $F/c";
    const Ended plain = toy.run(cached);
    CHECK(plain.code == 10);
    const std::vector<std::string> answers = entries(toy, ".answer");
    REQUIRE_FALSE(answers.empty());
    forget_reports(toy);
    CHECK(toy.run(cached).output == plain.output);
    for (const std::string& answer : answers) std::ofstream(answer) << "half of an ent";
    forget_reports(toy);
    CHECK(toy.run(cached).output == plain.output);
    // Another answer under the digest of the right one.
    for (const std::string& answer : answers) {
        const std::string entry = file_text(answer);
        std::ofstream(answer) << entry.substr(0, entry.find('\n') + 1)
                              << R"({"verdict": "unchanged", "reason": "made up", "changes": [], "claims": [],
                                     "notes": [], "is_vacuous": false, "rlimit": 1, "queries": 1})";
    }
    forget_reports(toy);
    CHECK(toy.run(cached).output == plain.output);
    for (const std::string& answer : answers) CHECK(file_text(answer).size() > 100);  // written again
}

TEST_CASE("what two states differ in is found once for all that do the same") {
    const Toy toy;
    write_series(toy);
    const Json root = Json::parse(toy.run("$F/mbox --format json").output);
    // The first patch only rewrites, so base and end differ as before and after the second.
    const Json &patch = root["patches"][1], &sum = root["sum"];
    CHECK(patch["rlimit"] > 0);
    CHECK(sum["rlimit"] == 0);
    CHECK(sum["verdict"] == "changed");
    REQUIRE_FALSE(patch["differences"].empty());
    CHECK(sum["differences"] == patch["differences"]);
}

TEST_CASE("shards together say what one run says, and nothing less than all of them does") {
    const Toy toy;
    write_series(toy);
    const std::string plain = toy.run("$F/mbox --format json").output;
    CHECK(toy.run("$F/mbox --shard 1/2 --output $F/1").code != 6);
    CHECK(toy.run("$F/mbox --shard 2/2 --output $F/2").code != 6);
    const Json first = Json::parse(file_text(toy.shell.folder + "/1"));
    CHECK(first["kind"] == "shard");
    CHECK(toy.run("--mbox $F/mbox --format json --merge $F/2 $F/1").output == plain);

    const auto refused = [&](const std::string& merged, const std::string& words) {
        const Ended ended = toy.run("--mbox $F/mbox --merge " + merged);
        CHECK(ended.code == 2);
        CHECK_MESSAGE(ended.errors.find(words) != std::string::npos, ended.errors);
    };
    refused("$F/1", "shard 2/2 is missing");
    refused("$F/1 $F/2 $F/2", "shard 2/2 is given twice");
    refused("$F/1 $F/mbox", "no output of a shard");
    Json other = first;
    other["tool"] = "another";
    toy.shell.file("3", other.dump());
    refused("$F/3 $F/2", "another build");
    other = first;
    other["of"] = 3;
    toy.shell.file("3", other.dump());
    refused("$F/2 $F/3", "not one of 2");
    other = first;
    other["answers"] = Json::object();
    toy.shell.file("3", other.dump());
    refused("$F/3 $F/2", "another base");

    // A story that the states do not show is not told: what is told is found out.
    for (const std::string name : {"1", "2"}) {
        Json forged = Json::parse(file_text(toy.shell.folder + "/" + name));
        for (auto& [key, text] : forged["answers"].items()) {
            Json judgement = Json::parse(text.get<std::string>());
            for (Json& change : judgement["changes"])
                for (Json& story : change["stories"]) {
                    Json scenario = Json::parse(story["scenario"].get<std::string>());
                    scenario["initial"] = Json::object();
                    scenario["answers"] = Json::array();
                    story["scenario"] = scenario.dump();
                }
            text = judgement.dump();
        }
        toy.shell.file("forged" + name, forged.dump());
    }
    CHECK(toy.run("--mbox $F/mbox --format json --merge $F/forged1 $F/forged2").output == plain);

    std::string renamed = file_text(toy.shell.folder + "/mbox");
    renamed.replace(renamed.find("1/3] x"), 6, "1/3] y");
    toy.shell.file("mbox", renamed);
    refused("$F/1 $F/2", "another series");
}

TEST_CASE("a share that is none is a wrong command line") {
    const Toy toy;
    write_series(toy);
    for (const std::string line : {"--shard 0/2", "--shard 3/2", "--shard 1", "--shard 1/2/3", "--shard 1/2 --budget 5",
                                   "--shard 1/2 --merge $F/1", "--shard 1/2 --against $F/mbox"}) {
        const Ended ended = toy.run("--mbox $F/mbox " + line);
        CHECK_MESSAGE(ended.code == 1, line);
    }
}
