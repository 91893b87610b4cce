// SPDX-License-Identifier: MIT
// Series made by our own edits on the real source, in every form in which a series is posted, and what premerge says of
// them: exactly the patches that change behaviour are named, and no changelog gets away with saying otherwise.
// Needs ENTRYPROOF_KERNEL_SOURCE (see with-source.sh). Costs about 40 seconds: each change is minimised and replayed.
#include "checker/premerge/base.h"
#include "checker/premerge/judge.h"
#include "checker/premerge/mail.h"
#include "checker/premerge/patch.h"
#include "checker/premerge/report.h"
#include "checker/premerge/words.h"
#include "tests/kernel/series_repository.h"

using namespace entryproof;
using namespace entryproof::checker;
using namespace entryproof::checker::premerge;
using tests::Edit;
using tests::SeriesRepository;

namespace {

const std::string syscall_c = "arch/arm64/kernel/syscall.c";
const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";
const std::string thread_info_h = "arch/arm64/include/asm/thread_info.h";
const std::string enter = "int syscall_trace_enter(";

const std::vector<Edit> rename_local = {{ptrace_c, enter, "int ret;", "int rc;"},
                                        {ptrace_c, enter, "ret = report", "rc = report"},
                                        {ptrace_c, enter, "if (ret ||", "if (rc ||"}};
const Edit wrong_flag = {ptrace_c, enter, "test_thread_flag(TIF_SYSCALL_TRACEPOINT)",
                         "test_thread_flag(TIF_SYSCALL_AUDIT)"};
const Edit right_flag = {ptrace_c, enter, "test_thread_flag(TIF_SYSCALL_AUDIT)",
                         "test_thread_flag(TIF_SYSCALL_TRACEPOINT)"};
const Edit lost_register = {ptrace_c, "static int report_syscall_entry(", "regs->regs[regno] = saved_reg;", ""};
const Edit turned_if = {ptrace_c, enter, "if (!seccomp_permit_syscall())\n\t\treturn NO_SYSCALL;",
                        "if (seccomp_permit_syscall()) {\n\t} else {\n\t\treturn NO_SYSCALL;\n\t}"};
const Edit turned_seccomp = {ptrace_c, enter, "if ((flags & _TIF_SECCOMP) && !seccomp_permit_syscall())",
                             "if (!(!(flags & _TIF_SECCOMP) || seccomp_permit_syscall()))"};
const Edit comment = {syscall_c, "", "static void el0_svc_common(", "/* ours */\nstatic void el0_svc_common("};

JudgedSeries judged(const PostedSeries& series, const SeriesRepository& repository, const JudgeOptions& options = {}) {
    return judge(series, git_base(GitRepository(repository.tree()), "base", series, "arm64"), options);
}

PostedSeries range(const SeriesRepository& repository) {
    return series_of(GitRepository(repository.tree()).range("base..main"));
}

JudgedSeries judged(const SeriesRepository& repository, const JudgeOptions& options = {}) {
    return judged(range(repository), repository, options);
}

// "unchanged untouched changed"
std::string verdicts(const JudgedSeries& series) {
    std::string text;
    for (const JudgedPatch& patch : series.patches) text += (text.empty() ? "" : " ") + word(patch.judgement.verdict);
    return text;
}

bool shows(const Judgement& judgement, const std::string& observer, const std::string& left, const std::string& right) {
    for (const FoundChange& change : judgement.changes)
        if (change.difference.observer == observer && change.difference.left == left &&
            change.difference.right == right)
            return true;
    return false;
}

std::string diffs_of(const PostedSeries& series) {
    std::string text;
    for (const PostedPatch& patch : series.patches) {
        std::string message = patch.message.substr(0, patch.message.find_last_not_of('\n') + 1);
        text += std::to_string(patch.number) + " " + patch.subject + "\n" + message + "\n";
        for (const FilePatch& file : parse_diff(patch.diff)) {
            text += file.path() + "\n";
            for (const Hunk& hunk : file.hunks)
                for (const HunkLine& line : hunk.lines) text += line.kind + line.text;
        }
    }
    return text;
}

}  // namespace

TEST_CASE("a clean refactoring is unchanged patch by patch, and confirms what its changelogs say") {
    const SeriesRepository repository;
    const std::string nfc = "Tidy.\n\nNo functional change.";
    repository.commit("rename a local", nfc, rename_local);
    repository.commit("a comment", nfc, {comment});

    repository.write("drivers/ours.c", "int ours;\n");
    repository.run("git add -A && git commit -q -m 'a driver'");
    repository.commit(
        "extract a helper", nfc,
        {{ptrace_c, "", enter + "struct pt_regs *regs)\n{",
          "static void our_enter(struct pt_regs *regs)\n{\n\ttrace_sys_enter(regs, regs->syscallno);\n}\n\n" + enter +
              "struct pt_regs *regs)\n{"},
         {ptrace_c, enter, "trace_sys_enter(regs, regs->syscallno);", "our_enter(regs);"}});
    repository.commit("turn an if round", nfc, {turned_if});
    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) == "unchanged untouched untouched unchanged unchanged");
    CHECK(series.exit == ExitCode::proved);
    CHECK(series.sum.verdict == PatchVerdict::unchanged);
    CHECK(series.first_change == 0);
    CHECK(series.repairs.empty());
    CHECK(series.patches[0].statements.at(0).verdict == ClaimVerdict::confirmed);
    CHECK(series.patches[3].functions == std::vector<std::string>{"our_enter", "syscall_trace_enter"});
}

TEST_CASE("a bug of patch 2 that says it is none, repaired in patch 4") {
    const SeriesRepository repository;
    repository.commit("rename a local", "NFC.", rename_local);
    repository.commit("tidy the restore", "No functional changes intended.", {wrong_flag});
    repository.commit("a comment", "", {comment});
    repository.run("git revert -n HEAD~1 && git commit -q --allow-empty -m 'Revert \"tidy the restore\"'");
    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) == "unchanged changed untouched changed");
    CHECK(series.exit == ExitCode::refuted);
    CHECK(series.first_change == 2);
    CHECK(series.patches[1].statements.at(0).verdict == ClaimVerdict::refuted);
    CHECK(shows(series.patches[1].judgement, "tracepoints", "sys_enter", "nothing"));
    CHECK(shows(series.patches[3].judgement, "tracepoints", "nothing", "sys_enter"));
    CHECK(series.sum.verdict == PatchVerdict::unchanged);
    REQUIRE(series.repairs.size() == 1);
    CHECK(series.repairs[0].broken == 2);
    CHECK(series.repairs[0].repaired == 4);
    CHECK(series.patches[3].statements.at(0).verdict == ClaimVerdict::confirmed);  // the revert
    CHECK(series.patches[1].impact.find("- A probe at a syscall tracepoint can miss 'sys_enter'") != std::string::npos);
}

TEST_CASE("a change that its changelog tells is a change, and not a lie") {
    const SeriesRepository repository;
    repository.commit("arm64: ptrace: show sys_enter by the audit flag", "Tracepoints see another set of syscalls.",
                      {wrong_flag});
    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) == "changed");
    CHECK(series.exit == ExitCode::refuted);
    CHECK(series.patches[0].statements.empty());
    CHECK(refuted_statement(series.patches[0]) == nullptr);
    REQUIRE_FALSE(series.patches[0].judgement.changes.empty());
    for (const FoundChange& change : series.patches[0].judgement.changes) {
        CHECK(change.difference.observer == "tracepoints");
        CHECK(change.is_mentioned);
    }
}

TEST_CASE("nothing modelled is touched") {
    const SeriesRepository repository;
    repository.write("drivers/ours.c", "int ours;\n");
    repository.run("git add -A && git commit -q -m 'a driver'");
    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) == "untouched");
    CHECK(series.exit == ExitCode::nothing_modelled);
}

TEST_CASE("a patch that does not apply ends what is known, at the patch") {
    const SeriesRepository repository;
    repository.commit("one", "", {comment});
    repository.commit("two", "", rename_local);
    repository.commit("three", "", {wrong_flag});
    PostedSeries posted = range(repository);
    posted.patches.erase(posted.patches.begin() + 1);
    posted.patches[1].diff.replace(posted.patches[1].diff.find("-\tif (test_thread"), 3, "-x");
    const JudgedSeries series = judged(posted, repository);
    CHECK(verdicts(series) == "untouched does-not-apply");
    CHECK(series.exit == ExitCode::unreadable);
    CHECK(series.sum.verdict == PatchVerdict::undecided);
    posted = range(repository);
    posted.patches[1].diff.replace(posted.patches[1].diff.find("-\tint ret;"), 3, "-x");
    CHECK(verdicts(judged(posted, repository)) == "untouched does-not-apply undecided");
}

TEST_CASE("what cannot be lifted is said with its place, and patches are judged together once it can be again") {
    const SeriesRepository repository;
    const Edit unknown = {ptrace_c, enter, "if (!seccomp_permit_syscall())",
                          "our_unknown_hook(regs);\n\tif (!seccomp_permit_syscall())"};
    const Edit known = {ptrace_c, enter, "our_unknown_hook(regs);", ""};
    repository.commit("call what nobody knows", "No functional change.", {unknown});
    repository.commit("a comment", "", {comment});
    repository.commit("and no more", "", {known});
    repository.commit("turn an if round", "", {turned_if});
    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) == "unliftable unliftable undecided unchanged");
    CHECK(series.exit == ExitCode::unreadable);
    const Judgement& first = series.patches[0].judgement;
    CHECK(first.place.find("arch/arm64/kernel/ptrace.c:") == 0);
    CHECK(first.reason.find("our_unknown_hook") != std::string::npos);
    CHECK(series.patches[0].statements.at(0).verdict == ClaimVerdict::undecided);
    REQUIRE(series.patches[2].judgement.notes.size() == 1);
    CHECK(series.patches[2].judgement.notes.front() == "patches 1 to 3 together: unchanged");
}

TEST_CASE("a file that lifting needs becomes a symbolic link, and one that it does not") {
    const SeriesRepository repository;
    repository.run("ln -s /etc/passwd ours && git add -A && git commit -q -m harmless");
    repository.run("rm " + ptrace_c + " && ln -s /etc/passwd " + ptrace_c +
                   " && git add -A && git commit -q -m harmful");
    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) == "untouched unliftable");
    CHECK(series.patches[1].judgement.reason.find("symbolic link") != std::string::npos);
}

TEST_CASE("flags get other numbers: nobody sees it, unless two get one") {
    const SeriesRepository repository;
    const auto number = [](const std::string& flag, const std::string& from, const std::string& to) {
        return Edit{thread_info_h, "#define " + flag + "\t", from, to};
    };
    repository.commit("renumber", "No functional change.", {number("TIF_SYSCALL_AUDIT", "9", "14")});
    repository.commit("collide", "No functional change.", {number("TIF_SYSCALL_AUDIT", "14", "8")});
    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) == "unchanged changed");
    CHECK(shows(series.patches[1].judgement, "layout", "sound", "flawed"));
    CHECK(series.patches[1].statements.at(0).verdict == ClaimVerdict::refuted);
}

TEST_CASE("fourteen patches that prepare a conversion: exactly those that change behaviour, and when it shows") {
    const SeriesRepository repository;
    const std::string leave = "void syscall_trace_exit(", report = "static void report_syscall_exit(";
    const std::string nothing = "No functional change intended.";
    repository.commit("arm64: ptrace: rename a local", nothing, rename_local);
    repository.commit("arm64: syscall: comment", nothing, {comment});
    repository.commit("arm64: ptrace: test seccomp by the snapshot", nothing,
                      {{ptrace_c, enter, "if (!seccomp_permit_syscall())",
                        "if ((flags & _TIF_SECCOMP) && !seccomp_permit_syscall())"}});
    repository.commit("arm64: ptrace: read the flags again after the stop",
                      "A filter may have come with TSYNC meanwhile.",
                      {{ptrace_c, "_TIF_SYSCALL_EMU))", "return NO_SYSCALL;\n",
                        "return NO_SYSCALL;\n\t\tflags = read_thread_flags();\n"}});
    repository.commit(
        "arm64: ptrace: check rseq first", "Before a tracer can move the pc at the exit stop.",
        {{ptrace_c, leave, "rseq_syscall(regs);\n", "\n"},
         {ptrace_c, leave, "audit_syscall_exit(regs);", "rseq_syscall(regs);\n\taudit_syscall_exit(regs);"}});
    repository.commit("arm64: ptrace: turn an if", nothing, {{ptrace_c, enter, "if (rc ||", "if (rc != 0 ||"}});
    repository.commit("arm64: ptrace: no step report under SYSEMU",
                      "A tracer that uses PTRACE_SYSEMU_SINGLESTEP sees no report at syscall exit any more.",
                      {{ptrace_c, leave, "if (flags & (_TIF_SYSCALL_TRACE | _TIF_SINGLESTEP))",
                        "if ((flags & _TIF_SYSCALL_TRACE) || ((flags & _TIF_SINGLESTEP) &&\n"
                        "\t    !(flags & _TIF_SYSCALL_EMU)))"}});
    repository.commit("arm64: renumber a flag", nothing, {{thread_info_h, "#define TIF_SYSCALL_AUDIT\t", "9", "14"}});
    repository.commit("arm64: ptrace: declare first", nothing,
                      {{ptrace_c, leave, "unsigned long flags = read_thread_flags();",
                        "unsigned long flags;\n\n\tflags = read_thread_flags();"}});
    repository.commit("arm64: ptrace: comment", nothing, {{ptrace_c, "", report, "/* ours */\n" + report}});
    repository.commit(
        "arm64: ptrace: say what is tested", nothing,
        {{ptrace_c, leave, "if (flags & _TIF_SYSCALL_TRACEPOINT)", "if ((flags & _TIF_SYSCALL_TRACEPOINT) != 0)"}});
    repository.commit("arm64: ptrace: turn another if", nothing, {turned_seccomp});
    repository.write("Documentation/arch/arm64/ours.rst", "Ours.\n");
    repository.commit("Documentation: arm64: describe", "Text only.", {});
    repository.write("Documentation/arch/arm64/ours.rst", "Ours, too.\n");
    repository.commit("Documentation: arm64: describe more", "Text only.", {});

    const JudgedSeries series = judged(repository);
    CHECK(verdicts(series) ==
          "unchanged untouched changed changed changed unchanged changed unchanged unchanged untouched unchanged "
          "unchanged untouched untouched");
    CHECK(series.patches[2].statements.at(0).verdict == ClaimVerdict::refuted);
    CHECK(series.repairs.size() >= 1);
    // What patch 4 takes back is no part of the sum.
    std::set<std::string> parts, sum;
    for (const std::size_t patch : {4u, 6u})
        for (const FoundChange& change : series.patches[patch].judgement.changes) parts.insert(change.difference.id);
    for (const FoundChange& change : series.sum.changes) sum.insert(change.difference.id);
    CHECK(sum == parts);
    for (const FoundChange& change : series.patches[6].judgement.changes) CHECK(when_words(change.difference).empty());

    // Patch 5 and patch 7 alone.
    const GitRepository git(repository.tree());
    for (const int behind : {9, 7}) {
        const std::string after = "main~" + std::to_string(behind);
        const std::string before = "main~" + std::to_string(behind + 1);
        INFO(after);
        const PostedSeries alone = series_of(git.range(before + ".." + after));
        JudgeOptions options;
        options.conditions = true;
        const JudgedSeries one = judge(alone, git_base(git, before, alone, "arm64"), options);
        REQUIRE_FALSE(one.patches.at(0).judgement.changes.empty());
        for (const FoundChange& change : one.patches.at(0).judgement.changes) {
            CHECK_MESSAGE(change.difference.is_exact, when_words(change.difference));
            CHECK(parts.count(change.difference.id) == 1);
        }
        if (behind == 7)
            CHECK(when_words(one.patches.at(0).judgement.changes.at(0).difference) == "exit.emu && seen.step_report");
    }
}

TEST_CASE("every form in which a series is posted is the same series") {
    const SeriesRepository repository;
    repository.commit("arm64: ptrace: rename a local", "No functional change.", rename_local);
    repository.commit(
        "arm64: syscall: a comment with \xc3\xbc and a long line of words that a mailer may want to fold if it can",
        "Text.\n\nFrom here on: words.\n", {comment});
    repository.commit("arm64: ptrace: lose a register", "Words = words.", {lost_register});
    const std::string wanted = diffs_of(range(repository));
    repository.run(
        "git format-patch -q --thread --cover-letter -o ../patches base..main"
        " && git format-patch -q --thread --cover-letter --stdout base..main >../mbox"
        " && cd .. && mkdir -p md/cur md/new && n=9 && for p in patches/*; do n=$((n - 1)); cp $p md/new/$n; done");
    const auto series = [&](const std::string& text) { return diffs_of(series_of(read_mails(text, "mbox"))); };
    const std::string mbox = repository.text("mbox");
    CHECK(series(mbox) == wanted);
    CHECK(diffs_of(series_of(read_maildir(repository.folder + "/md"))) == wanted);
    std::vector<Mail> files;
    for (const auto& entry : std::filesystem::directory_iterator(repository.folder + "/patches"))
        for (const Mail& mail : read_mails(repository.text("patches/" + entry.path().filename().string()), "f"))
            files.push_back(mail);
    CHECK(diffs_of(series_of(files)) == wanted);
    std::string crlf;
    for (const char c : mbox) crlf += c == '\n' ? "\r\n" : std::string(1, c);
    CHECK(series(crlf) == wanted);
    // Every body in another encoding.
    for (const std::string encoding : {"base64", "quoted-printable"}) {
        std::string encoded;
        for (std::size_t at = 0; at < mbox.size();) {
            const std::size_t next = mbox.find(" Mon Sep 17 00:00:00 2001\n", at + 80);
            const std::size_t end = next == std::string::npos ? mbox.size() : next - 45;
            std::string head = mbox.substr(at, mbox.find("\n\n", at) + 1 - at);
            const std::string body = mbox.substr(at + head.size() + 1, end - at - head.size() - 1);
            head = head.substr(0, head.find("MIME-Version"));
            encoded +=
                head +
                "MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: " + encoding +
                "\n\n" + tests::encoded(body, encoding) + "\n";
            at = end;
        }
        CHECK_MESSAGE(series(encoded) == wanted, encoding);
    }
}

TEST_CASE("a budget that is spent leaves the rest undecided, and what was judged stands") {
    const SeriesRepository repository;
    // Only the solver sees that the first two are the same.
    for (const std::string place : {"static void el0_svc_common(", "scno = syscall_trace_enter("})
        repository.commit("say it by arithmetic", "",
                          {{syscall_c, place, "if (scno == NO_SYSCALL)", "if (scno * 3 == -3)"}});
    repository.commit("rename a local", "", rename_local);
    JudgeOptions options;
    options.budget = 1;
    const JudgedSeries series = judged(repository, options);
    CHECK(verdicts(series) == "unchanged undecided undecided");
    CHECK(series.exit == ExitCode::unknown);
}
