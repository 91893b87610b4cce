// SPDX-License-Identifier: MIT
#include "checker/premerge/shard.h"

#include "checker/error.h"

#include <nlohmann/json.hpp>
#include <set>

namespace entryproof::checker::premerge {

std::string shard_json(const Shard& shard, ExitCode exit) {
    const nlohmann::json root = {{"version", 1},
                                 {"kind", "shard"},
                                 {"command", "premerge"},
                                 {"exit", {{"code", static_cast<int>(exit)}, {"word", std::string(word(exit))}}},
                                 {"tool", shard.tool},
                                 {"question", shard.question},
                                 {"shard", shard.number},
                                 {"of", shard.count},
                                 {"answers", shard.answers}};
    return root.dump(2) + "\n";
}

Shard read_shard(const std::string& text, const std::string& file) {
    Shard shard;
    try {
        const nlohmann::json root = nlohmann::json::parse(text);
        if (root.at("version") != 1 || root.at("kind") != "shard" || root.at("command") != "premerge")
            throw InputError(file, 0, 0, "this is no output of a shard", "premerge --shard I/N writes it");
        shard.tool = root.at("tool");
        shard.question = root.at("question");
        shard.number = root.at("shard");
        shard.count = root.at("of");
        shard.answers = root.at("answers").get<std::map<std::string, std::string>>();
    } catch (const nlohmann::json::exception&) {
        throw InputError(file, 0, 0, "this is no output of a shard", "premerge --shard I/N writes it");
    }
    return shard;
}

void require_whole(const std::vector<Shard>& shards, const Shard& wanted) {
    std::set<unsigned> seen;
    const unsigned count = shards.front().count;
    for (const Shard& one : shards) {
        const std::string name = "shard " + std::to_string(one.number) + "/" + std::to_string(one.count);
        if (one.tool != wanted.tool)
            throw InputError("", 0, 0, name + " was judged by another build of entryproof", "use one executable");
        if (one.question != wanted.question)
            throw InputError("", 0, 0, name + " is of another series, base or set of options", "give the same ones");
        if (one.count != count)
            throw InputError("", 0, 0, name + " is not one of " + std::to_string(count), "give those of one run");
        if (one.number == 0 || one.number > count)
            throw InputError("", 0, 0, name + " does not exist", "shards are counted from 1");
        if (!seen.insert(one.number).second) throw InputError("", 0, 0, name + " is given twice", "give each once");
    }
    for (unsigned number = 1; number <= count; ++number)
        if (seen.count(number) == 0)
            throw InputError("", 0, 0, "shard " + std::to_string(number) + "/" + std::to_string(count) + " is missing",
                             "give all of them");
}

}  // namespace entryproof::checker::premerge
