// SPDX-License-Identifier: MIT
// Runs the solver as a program of its own, without a shell, its file in a private folder.
#include "checker/recheck.h"

#include "checker/output.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>

extern char** environ;

namespace entryproof::checker {

namespace {

constexpr std::size_t output_limit = 1u << 16;

class PrivateFolder {
public:
    PrivateFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "entryproof.XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw OutputError(pattern + ": " + std::strerror(errno));
        path_ = pattern;
    }
    ~PrivateFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

struct Child {
    pid_t id = -1;
    int output = -1;
    int error = 0;  // why it could not be started
};

// Starts `program FILE` with both its outputs in one pipe.
Child start(const std::string& program, const std::string& file) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return {-1, -1, errno};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    std::string name = program;
    std::string argument = file;
    char* arguments[] = {name.data(), argument.data(), nullptr};
    Child child;
    child.error = ::posix_spawnp(&child.id, name.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    child.output = ends[0];
    return child;
}

// Reads until the solver is done; false: out of time.
bool read_output(const Child& child, unsigned timeout_seconds, std::string& text) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(timeout_seconds);
    char buffer[4096];
    while (true) {
        int wait = -1;
        if (timeout_seconds != 0) {
            const auto left = deadline - std::chrono::steady_clock::now();
            wait = static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(left).count());
            if (wait <= 0) return false;
        }
        pollfd descriptor{child.output, POLLIN, 0};
        const int ready = ::poll(&descriptor, 1, wait);
        if (ready == 0) return false;
        const ssize_t count = ready < 0 ? -1 : ::read(child.output, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return true;
        if (text.size() < output_limit) text.append(buffer, static_cast<std::size_t>(count));
    }
}

std::string first_line(const std::string& text) {
    const std::string line = text.substr(0, text.find('\n'));
    return line.substr(0, line.find_last_not_of(" \r\t") + 1);
}

RecheckedQuery ask(const Child& child, const Smt2File& query, unsigned timeout_seconds) {
    std::string text;
    const bool in_time = read_output(child, timeout_seconds, text);
    if (!in_time) ::kill(child.id, SIGKILL);
    ::close(child.output);
    int status = 0;
    while (::waitpid(child.id, &status, 0) < 0 && errno == EINTR) {
    }
    if (!in_time) return {query.name, query.expected, "none", "out of time"};
    const std::string line = first_line(text);
    if (line == "sat" || line == "unsat" || line == "unknown") return {query.name, query.expected, line, ""};
    // What posix_spawnp leaves behind when the program does not exist and the libc starts it late.
    return {query.name, query.expected, "none", line.empty() ? "it printed nothing" : line.substr(0, 60)};
}

bool has_answer(const RecheckedQuery& query) { return query.found == "sat" || query.found == "unsat"; }

bool disagrees(const RecheckedQuery& query) {
    return has_answer(query) && query.expected != "unknown" && query.found != query.expected;
}

}  // namespace

Recheck recheck(const std::string& solver, const std::vector<Smt2File>& files, unsigned timeout_seconds) {
    Recheck result{solver, false, {}};
    const PrivateFolder folder;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string path = folder.path() + "/" + std::to_string(i) + ".smt2";
        write_file(path, files[i].text);
        const Child child = start(solver, path);
        if (child.error != 0) {
            if (child.output >= 0) ::close(child.output);
            result.is_missing = true;
            result.queries.clear();
            break;
        }
        result.queries.push_back(ask(child, files[i], timeout_seconds));
    }
    return result;
}

ExitCode exit_of(const Recheck& recheck) {
    if (recheck.is_missing) return ExitCode::cannot_run;
    ExitCode code = recheck.queries.empty() ? ExitCode::unknown : ExitCode::proved;
    for (const RecheckedQuery& query : recheck.queries) {
        if (disagrees(query)) return ExitCode::internal;
        if (!has_answer(query)) code = ExitCode::unknown;
    }
    return code;
}

std::string summary_of(const Recheck& recheck) {
    if (recheck.is_missing) return "'" + recheck.solver + "' cannot be started; is it installed?";
    unsigned disagreeing = 0;
    unsigned silent = 0;
    for (const RecheckedQuery& query : recheck.queries) {
        if (disagrees(query)) ++disagreeing;
        if (!has_answer(query)) ++silent;
    }
    std::string text =
        std::to_string(recheck.queries.size()) + " queries asked again without cut points by " + recheck.solver + ": ";
    if (recheck.queries.empty()) return text + "there was nothing to ask";
    if (disagreeing != 0) return text + std::to_string(disagreeing) + " DISAGREE";
    return text + (silent == 0 ? "all agree" : std::to_string(silent) + " without an answer, the others agree");
}

}  // namespace entryproof::checker
