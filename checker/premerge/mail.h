// SPDX-License-Identifier: MIT
// Mails as they come from b4, lore, a maildir or `git format-patch`: the parts of each that a patch series needs. The
// one file that sees GMime.
//
// 1. A patch is bytes: its transfer encoding and format=flowed are undone, its character set is left alone.
// 2. Hostile mail ends in a Mail with a `flaw`, or in an InputError; never in a guess.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

struct Mail {
    std::string file;                     // where it was read
    unsigned number = 0;                  // 1-based: which of that file
    std::string message_id;               // without angle brackets; empty: none
    std::vector<std::string> references;  // message ids, oldest first; In-Reply-To last
    std::string from;
    std::string subject;                // one line, decoded, UTF-8
    std::int64_t date = 0;              // seconds since 1970; 0: none or unreadable
    std::string text;                   // of the text parts one after the other, lines ended by \n
    std::vector<std::string> left_out;  // parts that were not read, each with the reason
    std::string flaw;                   // why it cannot be read; empty: it can
};

// The mails of one mbox, or one mail. `text` is what the file holds.
std::vector<Mail> read_mails(const std::string& text, const std::string& file);

// Every mail of `cur` and `new`, in the order of their file names. InputError: no maildir, or a file that cannot be
// read.
std::vector<Mail> read_maildir(const std::string& folder);

}  // namespace entryproof::checker::premerge
