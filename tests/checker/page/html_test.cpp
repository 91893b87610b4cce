// SPDX-License-Identifier: MIT
#include "checker/page/html.h"

#include "checker/error.h"
#include "checker/page/document.h"
#include "checker/page/embedded.h"

#include <doctest/doctest.h>

#include <string>

using namespace entryproof::checker;
using namespace entryproof::checker::page;
using namespace std::string_literals;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("markup in a text stays text") {
    CHECK(escaped("<script>alert(1)</script>") == "&lt;script&gt;alert(1)&lt;/script&gt;");
    CHECK(escaped("</style>&amp;\"'") == "&lt;/style&gt;&amp;amp;&quot;&#39;");
    CHECK(Html().element("p", "a<b", {{"title", "\" onclick=\"x"}}).finish().html ==
          "<p title=\"&quot; onclick=&quot;x\">a&lt;b</p>");
}

TEST_CASE("control characters are shown, and lines and tabs are kept") {
    CHECK(escaped("a\0b"s) == "a\u2400b");
    CHECK(escaped("\x1b[31m\x7f") == "\u241b[31m\u2421");
    CHECK(escaped("a\n\tb") == "a\n\tb");
    CHECK(escaped("\r") == "\u240d");
}

TEST_CASE("what is no UTF-8 is replaced byte by byte") {
    CHECK(escaped("\xff") == "\ufffd");
    CHECK(escaped("\xc3") == "\ufffd");                                // cut off
    CHECK(escaped("\xc0\xbc") == "\ufffd\ufffd");                      // '<' in two bytes
    CHECK(escaped("\xe0\x80\xbc") == "\ufffd\ufffd\ufffd");            // and in three
    CHECK(escaped("\xf0\x80\x80\xbc") == "\ufffd\ufffd\ufffd\ufffd");  // and in four
    CHECK(escaped("\xed\xa0\x80") == "\ufffd\ufffd\ufffd");            // half of a pair
    CHECK(escaped("\xf4\x90\x80\x80") == "\ufffd\ufffd\ufffd\ufffd");  // above the last
    CHECK(escaped("\xf8\x88\x80\x80\x80") == "\ufffd\ufffd\ufffd\ufffd\ufffd");
    CHECK(escaped("\xc3<") == "\ufffd&lt;");  // a lead byte swallows no markup
    CHECK(escaped("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\xa7") == "gr\u00fc\u00df \u20ac \U0001f427");
}

TEST_CASE("characters that turn the direction of reading are replaced") {
    CHECK(escaped("a\u202eb\u2066c\u200fd") == "a\ufffdb\ufffdc\ufffdd");
    CHECK(escaped("\u0085\ufeff") == "\ufffd\ufeff");
}

TEST_CASE("an element that is not closed is our bug") {
    Html open;
    open.open("p");
    CHECK_THROWS_AS(open.finish(), InternalError);
    CHECK_THROWS_AS(Html().close(), InternalError);
}

TEST_CASE("style and script end only where the page ends them") {
    for (const EmbeddedFile& file : {embedded_style().at(0), embedded_script().at(0)}) {
        CAPTURE(file.name);
        CHECK(file.text.size() > 1000);
        CHECK_FALSE(holds(std::string(file.text), "</"));
        CHECK_FALSE(holds(std::string(file.text), "<!--"));
        CHECK_FALSE(holds(std::string(file.text), "://"));
        CHECK_FALSE(holds(std::string(file.text), "@import"));
    }
}

TEST_CASE("a page allows no request, and its own style and script by hash alone") {
    const std::string text = document("a<b", {"<p>body</p>"});
    CHECK(holds(text, "<title>a&lt;b</title>"));
    CHECK(holds(text, "content=\"default-src &#39;none&#39;; img-src data:; base-uri &#39;none&#39;"));
    CHECK(holds(text, "script-src &#39;sha256-"));
    CHECK_FALSE(holds(text, "unsafe-inline"));
    CHECK_FALSE(holds(text, "://"));
    CHECK(holds(text, "<p>body</p>"));
    CHECK(text == document("a<b", {"<p>body</p>"}));
}
