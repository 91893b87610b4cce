// SPDX-License-Identifier: MIT
// From mails, or commits, to a series: patches in their order, everything else left out with a reason.
//
// 1. The newest revision is judged. A patch that was sent again alone takes the place of the one before it.
// 2. A mail is left out only for a reason that is kept. A patch that is missing between others is an InputError.
#pragma once

#include "checker/error.h"
#include "checker/git_repository.h"
#include "checker/premerge/mail.h"

#include <string>
#include <vector>

namespace entryproof::checker::premerge {

// Mails without any patch among them.
class NoPatch : public InputError {
public:
    using InputError::InputError;
};

struct PostedPatch {
    unsigned number = 0;     // 1-based, as posted
    std::string subject;     // without brackets
    std::string message;     // the changelog: what git would keep as the commit's message, without the subject
    std::string diff;        // from the first line of the first file on
    std::string message_id;  // empty: none
    std::string commit;      // when it comes from a repository
    std::string from;
    std::string place;  // file it was read from
};

struct LeftOut {
    std::string subject;
    std::string reason;
};

struct PostedSeries {
    std::string title;        // of the cover; else of the first patch
    std::string revision;     // "1", "3"; empty: from a repository
    unsigned total = 0;       // as posted
    std::string cover;        // text of the cover letter; empty: none
    std::string base_commit;  // of the trailer base-commit; empty: none
    std::vector<PostedPatch> patches;
    std::vector<LeftOut> left_out;
    std::vector<std::string> notes;
};

// One patch of many may stand alone (a check per patch gets one mail), which is noted. InputError: no patch, a patch
// missing between others, or patches of two series.
PostedSeries series_of(const std::vector<Mail>& mails);
PostedSeries series_of(const std::vector<GitPatch>& commits);

}  // namespace entryproof::checker::premerge
