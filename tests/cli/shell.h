// SPDX-License-Identifier: MIT
// Runs the executable that ENTRYPROOF names through a shell, in a folder of its own for files it reads and writes.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace entryproof::cli {

inline std::string file_text(const std::string& path) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

struct Ended {
    int code = -1;  // -1: by a signal
    std::string output;
    std::string errors;

    std::string last_line() const {
        const std::string text = output.substr(0, output.find_last_not_of('\n') + 1);
        return text.substr(text.rfind('\n') + 1);
    }
};

class Shell {
public:
    Shell() {
        std::string pattern = (std::filesystem::temp_directory_path() / "cli_test.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        folder = pattern;
    }
    ~Shell() { std::filesystem::remove_all(folder); }
    Shell(const Shell&) = delete;
    Shell& operator=(const Shell&) = delete;

    // Writes a file and gives its path.
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(folder + "/" + name) << text;
        return folder + "/" + name;
    }

    // `arguments` may hold redirections; $F is the folder.
    Ended run(const std::string& arguments) const {
        REQUIRE_MESSAGE(std::getenv("ENTRYPROOF") != nullptr, "ENTRYPROOF names the executable");
        const std::string command = "F='" + folder + "'; { \"$ENTRYPROOF\" " + arguments + "; } >'" + folder +
                                    "/.out' 2>'" + folder + "/.err' </dev/null";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_text(folder + "/.out"), file_text(folder + "/.err")};
    }

    std::string folder;
};

}  // namespace entryproof::cli
