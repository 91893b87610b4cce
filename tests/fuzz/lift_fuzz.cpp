// SPDX-License-Identifier: MIT
// Any text as the kernel tree: the lifter refuses it with a LiftError or gives valid IR. Whatever else happens (a
// crash, another exception, a sanitizer's finding, a hang, too much memory) ends the run.
//
// The text is split at lines "@ path": what stands before the first is kernel/snippet.c, of which f is lifted.
#include "model/ir/validator.h"
#include "model/lift/lift.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace entryproof;

namespace {

const std::string root = "kernel/snippet.c";

lift::MemoryTree tree_of(const std::string& text) {
    lift::MemoryTree tree;
    std::string path = root;
    std::size_t begin = 0;
    while (true) {
        const std::size_t mark = text.find("\n@ ", begin);
        tree.write(path, text.substr(begin, mark == std::string::npos ? mark : mark + 1 - begin));
        if (mark == std::string::npos) return tree;
        const std::size_t end = std::min(text.find('\n', mark + 1), text.size() - 1);
        path = text.substr(mark + 3, end - mark - 3);
        begin = end + 1;
    }
}

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const lift::MemoryTree tree = tree_of(std::string(data, data + size));
    try {
        const lift::Lifted lifted = lift::lift_functions({}, tree, root, {"f"});
        for (const ir::Flaw& flaw : ir::validate(lifted.program))
            if (flaw.message.find("entry") == std::string::npos) stop(flaw.message);
    } catch (const lift::LiftError& error) {
        if (error.reason.empty() || error.file.empty()) stop("refused without a reason or a place");
    }
    return 0;
}
