// SPDX-License-Identifier: MIT
#include "checker/input_file.h"
#include "checker/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace entryproof::checker {

namespace {

// Nothing that a person writes or `prove` prints comes near this.
constexpr std::size_t size_limit = 64u << 20;

class Descriptor {
public:
    explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

}  // namespace

std::string read_input_file(const std::string& path) {
    const auto refuse = [&](const std::string& why) { throw InputError(path, 0, 0, why); };
    const Descriptor file(path);
    if (file.number() < 0) refuse(std::strerror(errno));
    std::string text;
    std::string buffer(1u << 16, '\0');
    while (true) {
        const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse(std::strerror(errno));
        if (count == 0) break;
        text.append(buffer, 0, static_cast<std::size_t>(count));
        if (text.size() > size_limit) refuse("bigger than 64 MB");
    }
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) refuse("the file is empty");
    return text;
}

}  // namespace entryproof::checker
