// SPDX-License-Identifier: MIT
// Reports of earlier runs, found again by what they depend on: the question (series, options, format, version of this
// tool) and the text of every file of the base that was asked for, there or not.
//
// 1. An entry is written beside its place and renamed, so a reader never sees half of one, whoever is killed when. What
//    cannot be read as an entry is none.
// 2. The folder is trusted as the executable is: who can write to it can make up answers.
// 3. Only finished judgements are kept; a run that ran out of anything is tried again.
#pragma once

#include "checker/command.h"
#include "model/lift/source_tree.h"

#include <map>
#include <optional>
#include <string>

namespace entryproof::checker::premerge {

// Keeps a digest of everything that was read of a tree; "" for what is not there.
class DigestedTree : public lift::SourceTree {
public:
    explicit DigestedTree(const lift::SourceTree& tree) : tree_(tree) {}
    std::optional<std::string> read(const std::string& path) const override;
    const std::map<std::string, std::string>& digests() const { return digests_; }

private:
    const lift::SourceTree& tree_;
    mutable std::map<std::string, std::string> digests_;
};

class ReportCache {
public:
    // `question` is all that the report depends on besides the files. Empty folder: nothing is kept or found.
    ReportCache(std::string folder, const std::string& question);

    // The report, if `tree` still gives the same text for every file that it was made from.
    std::optional<Report> find(const lift::SourceTree& tree) const;
    // Throws OutputError: the folder cannot be written to.
    void keep(const Report& report, const std::map<std::string, std::string>& digests) const;

private:
    std::string file_;  // empty: no cache
};

}  // namespace entryproof::checker::premerge
