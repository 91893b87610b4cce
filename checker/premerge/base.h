// SPDX-License-Identifier: MIT
// The tree that a series is applied to. When none is named, the first of these on which every patch applies: where b4
// has checked the series out, the trailer base-commit, HEAD, the youngest tags. Each attempt is kept.
#pragma once

#include "checker/git_repository.h"
#include "checker/premerge/series.h"
#include "model/lift/source_tree.h"

#include <memory>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

struct BaseAttempt {
    std::string revision;  // as tried
    std::string outcome;   // "every patch applies", "not in this repository", "patch 3 does not apply"
    bool is_taken = false;
};

struct Base {
    std::string name;    // "linux-7.3.4" or "linux@v7.3"
    std::string commit;  // of a repository; else empty
    std::shared_ptr<const lift::SourceTree> tree;
    std::vector<BaseAttempt> attempts;
};

// A folder with a kernel tree. Throws InputError.
Base tree_base(const std::string& folder, const std::string& arch);

// `revision` empty: looked for, `tracked` (tracking.h) first. When no attempt takes every patch, the first that is in
// the repository. InputError: none.
Base git_base(const GitRepository& repository, const std::string& revision, const PostedSeries& series,
              const std::string& arch, const std::vector<std::string>& tracked = {});

}  // namespace entryproof::checker::premerge
