// SPDX-License-Identifier: MIT
#include "checker/output.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace entryproof::checker;

namespace {

class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "output_test.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path = pattern;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string text(const std::string& name) const {
        std::ifstream stream(path + "/" + name);
        std::stringstream text;
        text << stream.rdbuf();
        return text.str();
    }
    std::size_t files() const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            (void)entry;
            ++count;
        }
        return count;
    }
    std::string path;
};

}  // namespace

TEST_CASE("a file is written whole and nothing is left beside it") {
    const Folder folder;
    write_file(folder.path + "/a", "first");
    write_file(folder.path + "/a", "second");
    CHECK(folder.text("a") == "second");
    CHECK(folder.files() == 1);
}

TEST_CASE("a file that is replaced keeps its permissions, and a link stays a link") {
    const Folder folder;
    write_file(folder.path + "/a", "first");
    REQUIRE(::chmod((folder.path + "/a").c_str(), 0640) == 0);
    std::filesystem::create_symlink("a", folder.path + "/link");
    write_file(folder.path + "/link", "second");
    CHECK(folder.text("a") == "second");
    CHECK(std::filesystem::is_symlink(folder.path + "/link"));
    struct stat status {};
    REQUIRE(::stat((folder.path + "/a").c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0640);
}

TEST_CASE("a folder, or a folder that does not exist, is refused before any work") {
    const Folder folder;
    CHECK_THROWS_AS(require_writable(folder.path), OutputError);
    CHECK_THROWS_AS(require_writable(folder.path + "/no/a"), OutputError);
    CHECK_NOTHROW(require_writable(folder.path + "/a"));
    try {
        require_writable(folder.path);
    } catch (const OutputError& error) {
        CHECK(error.is_usage);
    }
}

TEST_CASE("a write that fails leaves what was there") {
    const Folder folder;
    write_file(folder.path + "/a", "first");
    std::filesystem::create_directory(folder.path + "/b");
    CHECK_THROWS_AS(write_file(folder.path + "/b", "second"), OutputError);
    CHECK(std::filesystem::is_directory(folder.path + "/b"));
    CHECK(folder.text("a") == "first");
    CHECK(folder.files() == 2);
}

TEST_CASE("a disk that is full in the middle of writing leaves what was there and nothing else") {
    const Folder folder;
    write_file(folder.path + "/a", "first");
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit small{3, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    bool failed = false;
    try {
        write_file(folder.path + "/a", "second");
    } catch (const OutputError& error) {
        failed = !error.is_usage;
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(failed);
    CHECK(folder.text("a") == "first");
    CHECK(folder.files() == 1);
}

// A pipe of our own stands for every device: were this broken, a real one would be replaced for the whole machine.
TEST_CASE("what is no regular file is written to, never replaced") {
    const Folder folder;
    const std::string pipe = folder.path + "/pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    write_file(pipe, "text");
    char buffer[16] = {};
    CHECK(::read(reader, buffer, sizeof buffer) == 4);
    CHECK(std::string(buffer) == "text");
    ::close(reader);
    CHECK(std::filesystem::is_fifo(pipe));
    CHECK(folder.files() == 1);
}
