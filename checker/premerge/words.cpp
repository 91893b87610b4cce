// SPDX-License-Identifier: MIT
#include "checker/premerge/words.h"

#include "checker/layout.h"

#include <map>

namespace entryproof::checker::premerge {

namespace {

std::string who(const std::string& observer) {
    static const std::map<std::string, std::string> names = {
        {"tracer", "a tracer"},     {"seccomp", "a seccomp filter or its supervisor"},
        {"audit", "auditd"},        {"tracepoints", "a probe at a syscall tracepoint"},
        {"rseq", "the rseq check"}, {"kernel", "the syscall body"},
        {"user", "user space"},     {"order", "who watches several at once"},
    };
    const auto found = names.find(observer);
    return found == names.end() ? "the observer " + observer : found->second;
}

std::string called(const std::string& kind) { return "'" + kind + "'"; }

}  // namespace

std::string change_words(const Difference& difference) {
    const std::string& left = difference.left;
    const std::string& right = difference.right;
    if (difference.observer == "layout") return difference.summary;
    if (difference.observer == "undefined") {
        if (left == "nothing") return "a variable is read that holds no value";
        if (right == "nothing") return "a variable that holds no value is no longer read";
        return "another variable is read that holds no value";
    }
    if (difference.observer == "order") return called(right) + " can now come before " + called(left);
    const std::string observer = who(difference.observer);
    if (right == "nothing") return observer + " can miss " + called(left) + ", which was seen before";
    if (left == "nothing") return observer + " can see " + called(right) + ", which was not there before";
    if (left != right) return observer + " can see " + called(right) + " where there was " + called(left);
    return observer + " can see " + called(left) + " with other " + joined(difference.fields, ", ");
}

std::string when_words(const Difference& difference) {
    if (difference.observer == "layout" || difference.undecided == conditions_not_asked) return "";
    if (!difference.undecided.empty()) return "not known: " + difference.undecided;
    const auto always = [](const std::string& condition) { return condition.empty() ? "always" : condition; };
    std::string words;
    if (difference.is_exact) {
        words = always(difference.condition);
    } else {
        if (difference.has_condition) words = "at least when " + always(difference.condition) + "; ";
        words += "at most when " + always(difference.at_most);
    }
    if (!difference.unless.empty()) words += "; hidden where " + joined(difference.unless, " or ") + " comes first";
    return words;
}

}  // namespace entryproof::checker::premerge
