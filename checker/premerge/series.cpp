// SPDX-License-Identifier: MIT
#include "checker/premerge/series.h"

#include "checker/error.h"
#include "checker/premerge/subject.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace entryproof::checker::premerge {

namespace {

bool starts_with(const std::string& text, std::size_t at, const std::string& start) {
    return text.compare(at, start.size(), start) == 0;
}

std::size_t next_line(const std::string& text, std::size_t at) {
    return std::min(text.find('\n', at), text.size() - 1) + 1;
}

// Where the diff begins: "diff --git", or "--- x" with "+++ y" below it. npos: no diff.
std::size_t diff_begin(const std::string& text) {
    for (std::size_t at = 0; at < text.size(); at = next_line(text, at)) {
        if (starts_with(text, at, "diff --git ") || starts_with(text, at, "Index: ")) return at;
        if (starts_with(text, at, "--- ") && starts_with(text, next_line(text, at), "+++ ")) return at;
    }
    return std::string::npos;
}

// The changelog ends at a line "---". In-body headers at its top say who wrote it and what it is called.
struct Body {
    std::string subject;  // in-body; empty: none
    std::string from;
    std::string message;
};

Body body_of(const std::string& text) {
    Body body;
    std::istringstream lines(text);
    std::string line;
    bool is_head = true;
    while (std::getline(lines, line)) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line == "---") break;
        if (is_head && line.rfind("From: ", 0) == 0) {
            body.from = line.substr(6);
        } else if (is_head && line.rfind("Subject: ", 0) == 0) {
            body.subject = line.substr(9);
        } else if (is_head && (line.rfind("Date: ", 0) == 0 || line.empty())) {
            continue;
        } else {
            is_head = false;
            body.message += line + "\n";
        }
    }
    return body;
}

std::string base_commit_of(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("base-commit: ", 0) != 0) continue;
        std::string id = line.substr(13);
        while (!id.empty() && (id.back() == '\r' || id.back() == ' ')) id.pop_back();
        const bool is_id =
            id.size() >= 12 && id.size() <= 64 && id.find_first_not_of("0123456789abcdef") == std::string::npos;
        if (is_id) return id;
    }
    return "";
}

// A mail that may be a patch or a cover.
struct Candidate {
    const Mail* mail;
    Subject subject;
    std::size_t diff;  // npos: a cover
    std::string thread;
};

std::string place_of(const Mail& mail) { return mail.file + ", mail " + std::to_string(mail.number); }

// Why a mail is neither a patch nor a cover; empty: it is one.
std::string reason_against(const Mail& mail, const Subject& subject, bool has_diff) {
    if (!mail.flaw.empty()) return mail.flaw;
    if (subject.is_reply) return "a reply";
    if (subject.has_patch) return has_diff || subject.number == 0 ? "" : "called a patch, but holds no diff";
    if (!mail.references.empty()) return "an answer to another mail, not called a patch";
    return has_diff ? "" : "holds no patch";
}

std::vector<Candidate> candidates_of(const std::vector<Mail>& mails, PostedSeries& series) {
    std::vector<Candidate> candidates;
    std::set<std::string> known;
    for (const Mail& mail : mails) {
        const Subject subject = parse_subject(mail.subject);
        const std::size_t diff = diff_begin(mail.text);
        std::string reason = reason_against(mail, subject, diff != std::string::npos);
        if (reason.empty() && !mail.message_id.empty() && !known.insert(mail.message_id).second)
            reason = "the same mail again";
        if (!reason.empty()) {
            // A patch that cannot be read must not look like one that is not there.
            if (!mail.flaw.empty() && (subject.has_patch || mail.subject.empty()))
                throw InputError(mail.file, 0, 0, "mail " + std::to_string(mail.number) + ": " + mail.flaw);
            if (subject.has_patch && !subject.is_reply && reason.find("no diff") != std::string::npos)
                throw InputError(mail.file, 0, 0,
                                 "mail " + std::to_string(mail.number) + " '" + mail.subject + "': " + reason);
            series.left_out.push_back({mail.subject, reason});
            continue;
        }
        for (const std::string& part : mail.left_out)
            series.notes.push_back("mail " + std::to_string(mail.number) + " '" + mail.subject +
                                   "', part not read: " + part);
        candidates.push_back(
            {&mail, subject, diff, mail.references.empty() ? mail.message_id : mail.references.front()});
    }
    return candidates;
}

// Of two mails with one number the later wins: by revision, then by date, then by its place.
bool is_before(const Candidate& left, const Candidate& right) {
    if (left.subject.revision != right.subject.revision) return is_older(left.subject.revision, right.subject.revision);
    return left.mail->date < right.mail->date;
}

PostedPatch patch_of(const Candidate& candidate) {
    const Mail& mail = *candidate.mail;
    PostedPatch patch;
    const Body body = body_of(mail.text.substr(0, candidate.diff));
    patch.number = candidate.subject.number;
    patch.subject = body.subject.empty() ? candidate.subject.title : parse_subject(body.subject).title;
    patch.message = body.message;
    patch.diff = mail.text.substr(candidate.diff);
    patch.message_id = mail.message_id;
    patch.from = body.from.empty() ? mail.from : body.from;
    patch.place = place_of(mail);
    return patch;
}

std::string numbered(const Candidate& candidate) {
    return "v" + candidate.subject.revision + " " + std::to_string(candidate.subject.number) + "/" +
           std::to_string(candidate.subject.total);
}

using ByNumber = std::map<unsigned, const Candidate*>;

// The patches of one total, each number once.
ByNumber chosen(const std::vector<Candidate>& candidates, unsigned total, PostedSeries& series) {
    ByNumber by_number;
    for (const Candidate& candidate : candidates) {
        if (candidate.subject.total != total) continue;
        const Candidate*& place = by_number[candidate.subject.number];
        const Candidate* loser = &candidate;
        if (place == nullptr || !is_before(candidate, *place)) {
            loser = place;
            place = &candidate;
        }
        if (loser != nullptr)
            series.left_out.push_back(
                {loser->mail->subject, loser->subject.revision == place->subject.revision
                                           ? "sent again later"
                                           : "revision " + place->subject.revision + " is there"});
    }
    return by_number;
}

// A revision of a few patches, each an answer to a mail of the thread before it, stands beside the rest of that thread.
// One that starts a thread of its own, or has a cover, is a series of its own.
bool is_reroll(const ByNumber& patches, const std::string& newest, const std::vector<Candidate>& candidates) {
    std::set<std::string> older;
    for (const Candidate& candidate : candidates)
        if (candidate.subject.revision != newest) older.insert(candidate.mail->message_id);
    for (const auto& [number, candidate] : patches) {
        if (candidate->subject.revision != newest) continue;
        const std::vector<std::string>& references = candidate->mail->references;
        const bool answers = std::any_of(references.begin(), references.end(),
                                         [&](const std::string& id) { return older.count(id) != 0; });
        if (number == 0 || !answers) return false;
    }
    return true;
}

void settle_revisions(ByNumber& patches, const std::vector<Candidate>& candidates, PostedSeries& series) {
    std::string newest = "0";
    for (const auto& [number, candidate] : patches)
        if (is_older(newest, candidate->subject.revision)) newest = candidate->subject.revision;
    series.revision = newest;
    const bool stands_beside = is_reroll(patches, newest, candidates);
    for (auto at = patches.begin(); at != patches.end();) {
        const auto& [number, candidate] = *at;
        if (candidate->subject.revision == newest) {
            ++at;
        } else if (stands_beside) {
            if (number != 0)
                series.notes.push_back("patch " + std::to_string(number) + " is of revision " +
                                       candidate->subject.revision + ": it was not sent again");
            ++at;
        } else {
            series.left_out.push_back({candidate->mail->subject, "revision " + newest + " is there"});
            at = patches.erase(at);
        }
    }
}

void require_complete(const ByNumber& patches, unsigned total, PostedSeries& series, const std::string& file) {
    std::vector<unsigned> missing;
    for (unsigned number = 1; number <= total; ++number)
        if (!patches.count(number)) missing.push_back(number);
    if (missing.empty()) return;
    const std::size_t there = total - missing.size();
    if (there == 1) {
        const unsigned number = patches.rbegin()->first;
        if (number > 1)
            series.notes.push_back("patch " + std::to_string(number) + " of " + std::to_string(total) +
                                   " is here alone: it is judged on the base as it is, without those before it");
        return;
    }
    throw InputError(file, 0, 0,
                     "patch " + std::to_string(missing.front()) + " of " + std::to_string(total) + " is missing" +
                         (missing.size() > 1 ? ", and others" : ""),
                     "give the whole thread, as b4 am or b4 mbox writes it");
}

// The total of the newest revision; at one revision there must not be two.
unsigned total_of(const std::vector<Candidate>& candidates) {
    const Candidate* newest = nullptr;
    for (const Candidate& candidate : candidates)
        if (candidate.diff != std::string::npos &&
            (newest == nullptr || is_older(newest->subject.revision, candidate.subject.revision)))
            newest = &candidate;
    for (const Candidate& candidate : candidates)
        if (candidate.diff != std::string::npos && candidate.subject.revision == newest->subject.revision &&
            candidate.subject.total != newest->subject.total)
            throw InputError(candidate.mail->file, 0, 0,
                             "patches of two series: " + numbered(*newest) + " '" + newest->subject.title + "' and " +
                                 numbered(candidate) + " '" + candidate.subject.title + "'",
                             "give one series");
    return newest->subject.total;
}

void read_cover(const Candidate& cover, PostedSeries& series) {
    series.title = cover.subject.title;
    series.cover = cover.mail->text;
    if (series.base_commit.empty()) series.base_commit = base_commit_of(cover.mail->text);
}

// Two threads may number their patches alike.
void require_one_thread(const ByNumber& patches, const std::string& file) {
    std::map<std::string, const Candidate*> roots;
    for (const auto& [number, candidate] : patches)
        if (!candidate->thread.empty()) roots[candidate->subject.revision + " " + candidate->thread] = candidate;
    std::map<std::string, const Candidate*> by_revision;
    for (const auto& [root, candidate] : roots) {
        const auto [found, is_new] = by_revision.try_emplace(candidate->subject.revision, candidate);
        if (is_new || candidate->subject.total <= 1) continue;
        // Patches that nobody threaded are roots of their own, each.
        const bool unthreaded = candidate->mail->references.empty() || found->second->mail->references.empty();
        if (!unthreaded)
            throw InputError(
                file, 0, 0,
                "patches of two threads: '" + found->second->subject.title + "' and '" + candidate->subject.title + "'",
                "give one series");
    }
}

}  // namespace

PostedSeries series_of(const std::vector<Mail>& mails) {
    PostedSeries series;
    const std::vector<Candidate> candidates = candidates_of(mails, series);
    const std::string file = mails.empty() ? "" : mails.front().file;
    if (std::none_of(candidates.begin(), candidates.end(),
                     [](const Candidate& one) { return one.diff != std::string::npos; }))
        throw NoPatch(file, 0, 0, "holds no patch", series.left_out.empty() ? "" : series.left_out.front().reason);
    const unsigned total = total_of(candidates);
    series.total = total;
    for (const Candidate& candidate : candidates)
        if (candidate.subject.total != total && candidate.diff != std::string::npos)
            series.left_out.push_back({candidate.mail->subject, "of another revision: " + numbered(candidate)});
    if (total == 0) {
        // Not numbered: in the order in which they stand.
        for (const Candidate& candidate : candidates) {
            if (candidate.diff == std::string::npos || candidate.subject.total != 0) continue;
            series.patches.push_back(patch_of(candidate));
            series.patches.back().number = static_cast<unsigned>(series.patches.size());
            series.revision = candidate.subject.revision;
        }
        series.total = static_cast<unsigned>(series.patches.size());
    } else {
        ByNumber patches = chosen(candidates, total, series);
        settle_revisions(patches, candidates, series);
        require_one_thread(patches, file);
        require_complete(patches, total, series, file);
        for (const auto& [number, candidate] : patches) {
            if (number == 0) {
                read_cover(*candidate, series);
            } else if (number <= total) {
                series.patches.push_back(patch_of(*candidate));
            } else {
                throw InputError(candidate->mail->file, 0, 0, "there is no patch " + numbered(*candidate));
            }
        }
    }
    for (const PostedPatch& patch : series.patches) {
        if (series.base_commit.empty()) series.base_commit = base_commit_of(patch.diff);
        if (series.base_commit.empty()) series.base_commit = base_commit_of(patch.message);
    }
    if (series.title.empty()) series.title = series.patches.front().subject;
    return series;
}

PostedSeries series_of(const std::vector<GitPatch>& commits) {
    PostedSeries series;
    for (const GitPatch& commit : commits) {
        PostedPatch patch;
        patch.number = static_cast<unsigned>(series.patches.size() + 1);
        patch.subject = commit.subject;
        patch.message = commit.message;
        patch.diff = commit.diff;
        patch.commit = commit.commit;
        patch.from = commit.author;
        patch.place = commit.commit;
        series.patches.push_back(std::move(patch));
    }
    series.total = static_cast<unsigned>(series.patches.size());
    if (!series.patches.empty()) series.title = series.patches.front().subject;
    return series;
}

}  // namespace entryproof::checker::premerge
