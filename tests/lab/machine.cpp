// SPDX-License-Identifier: MIT
#include "tests/lab/machine.h"

#include "tests/lab/batch.h"
#include "tests/lab/initramfs.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace entryproof::lab {

namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr) throw std::runtime_error(std::string("no ") + name + ": run through tests/lab/with-lab.sh");
    return value;
}

std::string read_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    if (!stream.flush()) throw std::runtime_error("cannot write " + path.string());
}

class ScratchFolder {
public:
    ScratchFolder() {
        std::string pattern = (fs::temp_directory_path() / "lab.XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
        path = pattern;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    fs::path path;
};

std::string last_lines(const std::string& text) {
    const std::size_t most = 2000;
    return text.size() <= most ? text : "..." + text.substr(text.size() - most);
}

// As boot.sh takes it.
bool is_riscv(const Kernel& kernel) { return kernel.name.rfind("linux-riscv64-", 0) == 0; }

// A static program for the machine.
std::string compiled(const Kernel& kernel, const fs::path& folder, const fs::path& source) {
    const std::string program = (folder / "program").string();
    const std::string machine = is_riscv(kernel) ? "riscv64" : "aarch64";
    const std::string command = machine + "-linux-gnu-gcc -O2 -Wall -Wextra -Werror -static '" + source.string() +
                                "' -o '" + program + "' 2>'" + program + ".errors'";
    if (std::system(command.c_str()) != 0)
        throw std::runtime_error(source.string() + " does not compile:\n" + last_lines(read_file(program + ".errors")));
    return read_file(program);
}

// "=== begin NAME", what it printed, "=== end NAME STATUS".
std::map<std::string, Printed> printed(const std::string& console) {
    std::map<std::string, Printed> programs;
    std::istringstream lines(console);
    std::string name;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        std::istringstream words(line);
        std::string mark, what, whose;
        words >> mark >> what >> whose;
        if (mark == "===" && what == "begin") name = whose;
        if (mark == "===" && what == "end") words >> programs[name].status;
        if (mark != "===" && !name.empty()) programs[name].text += line + "\n";
    }
    return programs;
}

void boot(const Kernel& kernel, const ScratchFolder& scratch) {
    const std::string command = "sh tests/lab/boot.sh '" + kernel.folder + "' '" + scratch.path.string() + "'";
    const int status = std::system(command.c_str());
    if (status != 0)
        throw std::runtime_error("boot.sh ends with " + std::to_string(status) + ":\n" +
                                 last_lines(read_file(scratch.path / "console")));
}

}  // namespace

std::string path_of(const Kernel& kernel) {
    const auto begins = [&](const std::string& text) { return kernel.name.rfind(text, 0) == 0; };
    if (begins("converted-permit")) return "generic-permit";
    if (begins("converted")) return "generic";
    const std::string version = kernel.name.substr(kernel.name.rfind('-') + 1);
    for (const std::string series : {"6.1", "6.12"})
        if (version.rfind(series + ".", 0) == 0) return "legacy-" + series;
    return "legacy";
}

Kernel riscv_kernel() {
    const std::string folder = environment("ENTRYPROOF_LAB_RISCV");
    if (folder.empty()) throw std::runtime_error("there is no kernel for riscv64: fetch-kernel.sh riscv64 says why");
    return {folder, fs::path(folder).filename().string()};
}

std::vector<Kernel> kernels() {
    std::vector<Kernel> found;
    std::istringstream lines(environment("ENTRYPROOF_LAB_KERNELS"));
    for (std::string folder; std::getline(lines, folder);)
        if (!folder.empty()) found.push_back({folder, fs::path(folder).filename().string()});
    if (found.empty()) throw std::runtime_error("ENTRYPROOF_LAB_KERNELS names no kernel");
    return found;
}

Report run_scripts(const Kernel& kernel, const std::vector<checker::Script>& scripts) {
    const ScratchFolder scratch;
    write_file(scratch.path / "initrd", initramfs(read_file(environment("ENTRYPROOF_LAB_AGENT"))));
    write_file(scratch.path / "batch", to_batch(scripts));
    boot(kernel, scratch);
    const std::string console = last_lines(read_file(scratch.path / "console"));
    try {
        return read_report(read_file(scratch.path / "report"), scripts.size());
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(error.what() + std::string("; the console says:\n") + console);
    }
}

std::map<std::string, Printed> run_programs(const Kernel& kernel, const std::map<std::string, std::string>& texts) {
    const ScratchFolder scratch;
    std::map<std::string, std::string> programs;
    for (const auto& [name, text] : texts) {
        write_file(scratch.path / (name + ".c"), text);
        programs[name] = compiled(kernel, scratch.path, scratch.path / (name + ".c"));
    }
    write_file(scratch.path / "initrd",
               initramfs(compiled(kernel, scratch.path, "tests/lab/programs/init.c"), programs));
    boot(kernel, scratch);
    return printed(read_file(scratch.path / "console"));
}

}  // namespace entryproof::lab
