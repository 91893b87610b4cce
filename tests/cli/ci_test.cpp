// SPDX-License-Identifier: MIT
// examples/ci: the hooks are run by git itself, and the command lines of the other files are taken by the program. What
// needs a service is not run here. Costs about five seconds.
#include "tests/cli/toy_series.h"

#include <regex>

using namespace entryproof;
using namespace entryproof::cli;

namespace {

// A repository of the toy tree with a remote, and `entryproof` on the path of its hooks.
class HookedRepository {
public:
    explicit HookedRepository(const std::string& hook) {
        const std::string folder = toy.shell.folder;
        run("mkdir bin && ln -s \"$ENTRYPROOF\" bin/entryproof && git init -q --bare remote && cd k && git init -q -b "
            "main ."
            " && git add -A && git commit -q -m base && git remote add origin ../remote && git push -q -u origin main");
        std::filesystem::copy("examples/ci/" + hook, folder + "/k/.git/hooks/" + hook);
    }
    // The exit code.
    int run(const std::string& commands) const {
        const std::string all =
            "export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A"
            " GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b; cd " +
            toy.shell.folder + "; export PATH=$PWD/bin:$PATH; { " + commands + "; } >out 2>&1";
        return std::system(all.c_str());
    }
    void commit(const std::string& diff, const std::string& message) const {
        toy.shell.file("diff", diff);
        toy.shell.file("message", message);
        const bool done = run("cd k && git apply ../diff && git add -A && git commit -q -F ../message") == 0;
        REQUIRE_MESSAGE(done, file_text(toy.shell.folder + "/out"));
    }
    std::string output() const { return file_text(toy.shell.folder + "/out"); }

    Toy toy;
};

}  // namespace

TEST_CASE("pre-push lets good commits pass and stops those that say what is not so") {
    const HookedRepository repository("pre-push");
    repository.commit(harmless, "a driver");
    CHECK(repository.run("cd k && git push -q") == 0);
    CHECK(repository.output().find("untouched") != std::string::npos);
    repository.commit(same_steps, "tidy\n\nNo functional change.");
    CHECK(repository.run("cd k && git push -q") == 0);
    repository.commit(inverted, "tidy more\n\nNo functional change.");
    CHECK(repository.run("cd k && git push -q") != 0);
    CHECK(repository.output().find("REFUTED") != std::string::npos);
    CHECK(repository.run("cd k && git push -q origin main:new") != 0);
    CHECK(repository.run("cd k && git commit -q --amend -m 'turn the test round' && git push -q") == 0);
    CHECK(repository.run("cd k && git push -q origin main:other && git push -q origin :other") == 0);
}

TEST_CASE("sendemail-validate judges the series once, at its first patch") {
    const HookedRepository repository("sendemail-validate");
    repository.commit(harmless, "a driver");
    repository.commit(inverted, "tidy\n\nNFC.");
    const auto validate = [&](const std::string& patch) {
        return repository.run(
            "cd k && rm -rf p && git format-patch -q --cover-letter -o p origin/main && .git/hooks/sendemail-validate "
            "p/" +
            patch);
    };
    CHECK(validate("0000-cover-letter.patch") == 0);
    CHECK(validate("0001-a-driver.patch") != 0);
    CHECK(repository.output().find("REFUTED patch 2/2") != std::string::npos);
    CHECK(validate("0002-tidy.patch") == 0);
    CHECK(repository.run("cd k && git commit -q --amend -m 'turn it round'") == 0);
    CHECK(validate("0001-a-driver.patch") == 0);
}

TEST_CASE("b4's commands are taken, and answer as b4 reads them") {
    const HookedRepository repository("pre-push");
    repository.commit(inverted, "tidy\n\nNFC.");
    REQUIRE(repository.run("cd k && git format-patch -q -1 -o .. && git reset -q --hard HEAD~1") == 0);
    const std::string config = file_text("examples/ci/b4.gitconfig");
    const std::regex form("([a-z-]+-cmd) = (entryproof .*)");
    int checks = 0, reviews = 0;
    for (std::sregex_iterator at(config.begin(), config.end(), form), end; at != end; ++at) {
        repository.run("cd k && " + (*at)[2].str() + " <../0001-tidy.patch");
        checks += repository.output().rfind("ERROR: entryproof: changed: its changelog says \"NFC.\"", 0) == 0;
        reviews += repository.output().rfind("[\n", 0) == 0;
    }
    CHECK(checks == 2);
    CHECK(reviews == 1);
}

TEST_CASE("the options in the files for services are known") {
    const Shell shell;
    const std::string help = shell.run("premerge --help").output;
    for (const std::string file : {"github.yml", "gitlab.yml", "pre-push", "sendemail-validate"}) {
        const std::string text = file_text("examples/ci/" + file);
        const std::size_t begin = text.find("premerge --git");
        REQUIRE_MESSAGE(begin != std::string::npos, file);
        const std::string command = text.substr(begin, text.find("||", begin) - begin);
        const std::regex option("--[a-z-]+");
        for (std::sregex_iterator at(command.begin(), command.end(), option), end; at != end; ++at)
            CHECK_MESSAGE(help.find(at->str()) != std::string::npos, (file + ": " + at->str()));
    }
}
