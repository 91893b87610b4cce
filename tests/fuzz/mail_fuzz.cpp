// SPDX-License-Identifier: MIT
// Any bytes as a mailbox: read, put in order, and applied to a file in memory. Refused with an InputError or a
// PatchError, or taken; what is taken names no file outside of the tree. Whatever else happens ends the run.
#include "checker/error.h"
#include "checker/premerge/changelog.h"
#include "checker/premerge/mail.h"
#include "checker/premerge/patched_tree.h"
#include "checker/premerge/series.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace entryproof;
using namespace entryproof::checker::premerge;

namespace {

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
}

void require_inside(const std::string& path) {
    const std::string all = "/" + path + "/";
    if (path.empty() || path.front() == '/' || all.find("/../") != std::string::npos ||
        all.find("/./") != std::string::npos || all.find("/.git/") != std::string::npos ||
        path.find('\0') != std::string::npos)
        stop("a path that leaves the tree: " + path);
}

void apply(PatchedTree& tree, const PostedPatch& patch) {
    try {
        for (const std::string& path : tree.apply(parse_diff(patch.diff)).paths) require_inside(path);
    } catch (const PatchError& error) {
        if (*error.what() == '\0') stop("refused without a reason");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    lift::MemoryTree base;
    base.write("kernel/f.c", "one\ntwo\nthree\nfour\nfive\n");
    PatchedTree tree(base);
    try {
        const PostedSeries series = series_of(read_mails(std::string(data, data + size), "mbox"));
        if (series.patches.empty()) stop("a series without a patch");
        for (const PostedPatch& patch : series.patches) {
            changelog_statements(patch.subject, patch.message);
            apply(tree, patch);
        }
    } catch (const checker::InputError& error) {
        if (*error.what() == '\0') stop("refused without a reason");
    }
    return 0;
}
