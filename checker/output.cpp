// SPDX-License-Identifier: MIT
#include "checker/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

namespace entryproof::checker {

namespace {

[[noreturn]] void fail(const std::string& what, int error, bool is_usage = false) {
    throw OutputError(what + ": " + std::strerror(error), is_usage);
}

// Returns 0 or the error.
int write_all(int descriptor, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : EIO;
        done += static_cast<std::size_t>(written);
    }
    return 0;
}

// The file that a path means, links followed; a path that names nothing yet stays as it is.
std::string resolved(const std::string& path) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
    return error ? path : target.string();
}

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

void write_to_device(const std::string& path, const std::string& text) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail(path, errno);
    const int error = write_all(descriptor, text);
    const int close_error = ::close(descriptor) == 0 ? 0 : errno;
    if (error != 0 || close_error != 0) fail(path, error != 0 ? error : close_error);
}

// A file beside the target that disappears unless it takes the target's place.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& target) {
        const std::string pattern = target + ".XXXXXX";
        name_.assign(pattern.begin(), pattern.end());
        name_.push_back('\0');
        descriptor_ = ::mkstemp(name_.data());
        if (descriptor_ < 0) fail(target, errno);
    }
    ~TemporaryFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
        if (!taken_) ::unlink(name_.data());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void fill(const std::string& text, mode_t mode, const std::string& target) {
        int error = write_all(descriptor_, text);
        if (error == 0 && (::fchmod(descriptor_, mode) != 0 || ::fsync(descriptor_) != 0)) error = errno;
        if (::close(descriptor_) != 0 && error == 0) error = errno;
        descriptor_ = -1;
        if (error != 0) fail(target, error);
    }
    void take_place_of(const std::string& target) {
        if (::rename(name_.data(), target.c_str()) != 0) fail(target, errno);
        taken_ = true;
    }

private:
    std::vector<char> name_;
    int descriptor_ = -1;
    bool taken_ = false;
};

mode_t new_file_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

}  // namespace

void require_writable(const std::string& path) {
    const std::string target = resolved(path);
    struct stat status {};
    const bool exists = ::stat(target.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) fail(path, EISDIR, true);
    if (exists && !S_ISREG(status.st_mode)) return;
    if (::access(folder_of(target).c_str(), W_OK | X_OK) != 0) fail(path, errno, true);
}

void write_file(const std::string& path, const std::string& text) {
    require_writable(path);
    const std::string target = resolved(path);
    struct stat status {};
    const bool exists = ::stat(target.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) return write_to_device(path, text);
    TemporaryFile file(target);
    file.fill(text, exists ? status.st_mode & 07777 : new_file_mode(), path);
    file.take_place_of(target);
}

void write_standard_output(const std::string& text) {
    if (const int error = write_all(STDOUT_FILENO, text); error != 0) fail("standard output", error);
}

}  // namespace entryproof::checker
