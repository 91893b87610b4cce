// SPDX-License-Identifier: MIT
// Every kind of page, as a reader gets it. One browser for all cases; the machine's network plays no part, since the
// page's own policy forbids requests and the console would tell of one.
#include "tests/browser/browser.h"
#include "tests/cli/toy_series.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace entryproof;
using namespace entryproof::cli;
using entryproof::browser::Browser;
using entryproof::browser::Json;

namespace {

const std::string story = "examples/sysemu_singlestep.json";
const std::string escape = "\ue00c";  // WebDriver's code of the key

Browser& chromium() {
    static Browser browser;
    return browser;
}

// Opens a page that must open in silence.
void open_quietly(const std::string& file) {
    chromium().console();
    chromium().open(file);
    CHECK(chromium().run("return document.readyState") == "complete");
    const Json lines = chromium().console();
    CHECK_MESSAGE(lines == Json::array(), lines.dump());
    CHECK(chromium().run("return performance.getEntriesByType('resource').length") == 0);
}

// Whether the first element that the selector finds is wholly in the window before anybody has scrolled.
bool is_in_sight(const std::string& selector) {
    return chromium().run(
               "const box = document.querySelector('" + selector +
               "').getBoundingClientRect();"
               "return window.scrollY === 0 && innerWidth === 1280 && innerHeight === 800 && box.height > 0 &&"
               " box.top >= 0 && box.left >= 0 && box.bottom <= 800 && box.right <= 1280;") == true;
}

// Texts whose colour is less than 4.5 to 1 on their ground, as WCAG 2.1 (1.4.3) counts; drawn texts have a fill.
const std::string faint_texts = R"js(
const channels = (text) => text.match(/[\d.]+/g).map(Number);
const light = (c) => {
  const [r, g, b] = c.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (one) => {
  for (; one; one = one.parentElement) {
    const c = channels(getComputedStyle(one).backgroundColor);
    if (c.length === 3 || c[3] > 0) return c;
  }
  return [255, 255, 255];
};
const faint = [];
let seen = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const one = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || one.closest("script, style, dialog")) continue;
  const style = getComputedStyle(one);
  const a = light(channels(one.closest("svg") ? style.fill : style.color)), b = light(ground(one));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  ++seen;
  if (ratio < 4.5) faint.push(ratio.toFixed(2) + " " + walker.currentNode.data.slice(0, 40));
}
return seen > 20 ? faint : ["nothing to look at"];
)js";

void require_contrast() {
    for (const std::string theme : {"light", "dark"}) {
        CAPTURE(theme);
        chromium().prefer(theme);
        const Json faint = chromium().run(faint_texts);
        CHECK_MESSAGE(faint == Json::array(), faint.dump());
    }
    chromium().prefer("light");
}

void pictures(const std::string& name) {
    for (const std::string theme : {"light", "dark"}) {
        chromium().prefer(theme);
        chromium().picture(name + "-" + theme);
    }
    chromium().prefer("light");
}

std::string focused() { return chromium().run("return document.activeElement.id"); }

// The first line that a story marks, its left column, without the footnote: "tracer: step report".
std::string marked_in(const std::string& text) {
    const std::size_t at = text.find("\n! ") + 3;
    return text.substr(at, text.find(" [", at) - at);
}

std::string subject_mail(const std::string& subject, const std::string& message, const std::string& diff) {
    return "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nMessage-ID: <1@b>\n"
           "Subject: " +
           subject + "\n\n" + message + "\n---\n" + diff + "-- \n2.45\n\n";
}

}  // namespace

TEST_CASE("a story opens in silence, and the step that it marks is in sight") {
    const Shell shell;
    const Ended told = shell.run("explain " + story + " --html $F/page.html");
    REQUIRE(told.code == 0);
    open_quietly(shell.folder + "/page.html");
    CHECK(chromium().run("return document.querySelectorAll('.mark').length") == 1);
    CHECK(is_in_sight(".step.mark"));
    CHECK(marked_in(told.output) == "tracer: step report");
    CHECK(chromium().run("return document.querySelector('.mark .title').innerText") == marked_in(told.output));
    CHECK(chromium().run("return document.querySelectorAll('svg text').length > 40") == true);
    CHECK(chromium().run("return document.documentElement.scrollWidth <= 1280") == true);
    require_contrast();
    pictures("story");
}

TEST_CASE("keys move through the steps, to the disagreement, and through the themes") {
    const Shell shell;
    REQUIRE(shell.run("explain " + story + " --html $F/page.html").code == 0);
    open_quietly(shell.folder + "/page.html");
    Browser& page = chromium();
    page.press("j");
    CHECK(focused() == "story-1-step-1");
    page.press("j");
    CHECK(focused() == "story-1-step-2");
    page.press("k");
    CHECK(focused() == "story-1-step-1");
    page.press("n");
    CHECK(focused() == "story-1-mark");
    CHECK(page.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid");
    page.press("o");
    CHECK(page.run("return document.activeElement.querySelector('details').open") == true);
    page.press("?");
    CHECK(page.run("return document.getElementById('help').open") == true);
    page.press(escape);
    CHECK(page.run("return document.getElementById('help').open") == false);
    const std::string ground = "return getComputedStyle(document.body).backgroundColor";
    const Json light = page.run(ground);
    page.press("t");
    CHECK(page.run(ground) != light);
    page.press("t");
    CHECK(page.run(ground) == light);
}

TEST_CASE("with scripting off the page says the same, and offers no keys") {
    const Shell shell;
    REQUIRE(shell.run("explain " + story + " --html $F/page.html").code == 0);
    open_quietly(shell.folder + "/page.html");
    const Json with = chromium().run("return document.querySelector('main').innerText");
    CHECK(chromium().run("return document.getElementById('tools').hidden") == false);
    chromium().set_scripts(false);
    open_quietly(shell.folder + "/page.html");
    CHECK(chromium().run("return document.getElementById('tools').hidden") == true);
    CHECK(chromium().run("return document.querySelector('main').innerText") == with);
    CHECK(is_in_sight(".step.mark"));
    chromium().set_scripts(true);
}

TEST_CASE("a script or a request that is not the page's own is refused, and these tests would see it") {
    const Shell shell;
    REQUIRE(shell.run("explain " + story + " --html $F/page.html").code == 0);
    std::string text = file_text(shell.folder + "/page.html");
    const std::size_t end = text.rfind("</main>");
    REQUIRE(end != std::string::npos);
    for (const std::string foreign : {"<script>window.ran = 1</script>", "<img src='x.png' onerror='window.ran = 1'>",
                                      "<link rel='stylesheet' href='x.css'>", "<p style='color: red'>x</p>"}) {
        CAPTURE(foreign);
        shell.file("foreign.html", std::string(text).insert(end, foreign));
        chromium().console();
        chromium().open(shell.folder + "/foreign.html");
        CHECK(chromium().run("return typeof window.ran") == "undefined");
        CHECK(chromium().console() != Json::array());
    }
}

TEST_CASE("a long story folds what both sides share, so that the disagreement is in sight") {
    const Shell shell;
    const Ended told = shell.run("explain tests/browser/long_story.json --replay --html $F/page.html");
    REQUIRE(told.code == 0);
    open_quietly(shell.folder + "/page.html");
    CHECK(chromium().run("return document.querySelectorAll('.fold:not([open]) .step').length > 0") == true);
    CHECK(is_in_sight(".step.mark"));
    CHECK(chromium().run("return document.querySelector('.mark .title').innerText") == marked_in(told.output));
    pictures("long-story");
}

TEST_CASE("diff: the first difference is in sight, and its link leads to its marked step") {
    const Shell shell;
    REQUIRE(shell
                .run("diff legacy generic --observer tracer --assume 'task.singlestep && !task.seccomp && "
                     "!rseq.registered' --html $F/page.html")
                .code == 10);
    open_quietly(shell.folder + "/page.html");
    CHECK(is_in_sight("#first-finding"));
    require_contrast();
    pictures("diff");
    chromium().press("j");
    chromium().press("j");
    CHECK(chromium().run("return document.activeElement.matches('tr.stop')") == true);
    chromium().run("document.getElementById('first-finding').focus()");
    chromium().press("\ue007");
    CHECK(focused() == "story-1-mark");
    CHECK(chromium().run("const box = document.activeElement.getBoundingClientRect();"
                         "return box.top >= 0 && box.bottom <= 800") == true);
    pictures("diff-story");
}

TEST_CASE("prove: what nobody declared is marked") {
    const Shell shell;
    REQUIRE(shell.run("prove legacy generic --observer tracer --no-expect --html $F/page.html").code == 10);
    open_quietly(shell.folder + "/page.html");
    CHECK(is_in_sight("#first-finding"));
    CHECK(chromium().run("return document.querySelector('#first-finding').innerText.includes('UNDECLARED')") == true);
    pictures("prove");
}

TEST_CASE("check: the first refuted property is in sight") {
    const Shell shell;
    REQUIRE(shell.run("check legacy --property P17 --property P18 --html $F/page.html").code == 10);
    open_quietly(shell.folder + "/page.html");
    CHECK(is_in_sight("#first-finding"));
    require_contrast();
    pictures("check");
}

TEST_CASE("premerge: the patch whose changelog is refuted is in sight, whatever its subject holds") {
    const Toy toy;
    const std::string hostile =
        "</style><script>window.ran = 1</script> <img src=x onerror=alert(1)> \"quoted\" 'x' \x01 \xff";
    toy.shell.file("mbox", subject_mail("[PATCH] " + hostile, "No functional change.", inverted));
    REQUIRE(toy.run("$F/mbox --html $F/page.html").code == 10);
    open_quietly(toy.shell.folder + "/page.html");
    CHECK(chromium().run("return typeof window.ran") == "undefined");
    CHECK(chromium().run("return document.querySelectorAll('img').length") == 0);
    CHECK(is_in_sight("#first-finding"));
    CHECK(chromium().run("return document.querySelector('#first-finding').innerText"
                         ".includes('</style><script>window.ran = 1</script>')") == true);
    CHECK(chromium().run("return document.querySelector('.flaw').innerText.startsWith('REFUTED patch 1/1')") == true);
    require_contrast();
    pictures("premerge");
}
