// SPDX-License-Identifier: MIT
#include "tests/lab/initramfs.h"

#include <fmt/format.h>

namespace entryproof::lab {

namespace {

void pad(std::string& text) { text.resize((text.size() + 3) / 4 * 4, '\0'); }

std::string entry(const std::string& name, unsigned mode, const std::string& content) {
    std::string text = "070701";
    const std::size_t fields[] = {0, mode, 0, 0, 1, 0, content.size(), 0, 0, 0, 0, name.size() + 1, 0};
    for (const std::size_t field : fields) text += fmt::format("{:08x}", field);
    text += name + '\0';
    pad(text);
    text += content;
    pad(text);
    return text;
}

}  // namespace

std::string initramfs(const std::string& init, const std::map<std::string, std::string>& programs) {
    std::string text = entry("dev", 040755, "") + entry("tracing", 040755, "") + entry("proc", 040755, "") +
                       entry("programs", 040755, "") + entry("init", 0100755, init);
    for (const auto& [name, program] : programs) text += entry("programs/" + name, 0100755, program);
    return text + entry("TRAILER!!!", 0, "");
}

}  // namespace entryproof::lab
