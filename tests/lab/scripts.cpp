// SPDX-License-Identifier: MIT
#include "tests/lab/scripts.h"

#include "checker/error.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace entryproof::lab {

std::vector<NamedScript> read_scripts(const std::string& prefix) {
    std::vector<NamedScript> scripts;
    for (const auto& entry : std::filesystem::directory_iterator("tests/lab/scripts")) {
        const std::string name = entry.path().stem().string();
        if (entry.path().extension() != ".toml" || name.rfind(prefix, 0) != 0) continue;
        std::ifstream stream(entry.path());
        std::stringstream text;
        text << stream.rdbuf();
        try {
            scripts.push_back({name, checker::parse_script(text.str(), entry.path().string())});
        } catch (const checker::InputError& error) {
            throw std::runtime_error(error.file + ":" + std::to_string(error.line) + ": " + error.what());
        }
    }
    if (scripts.empty()) throw std::runtime_error("no script is called " + prefix + "*");
    std::sort(scripts.begin(), scripts.end(),
              [](const NamedScript& a, const NamedScript& b) { return a.name < b.name; });
    return scripts;
}

std::vector<checker::Script> bare(const std::vector<NamedScript>& scripts) {
    std::vector<checker::Script> result;
    for (const NamedScript& one : scripts) result.push_back(one.script);
    return result;
}

}  // namespace entryproof::lab
