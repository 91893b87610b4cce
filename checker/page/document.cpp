// SPDX-License-Identifier: MIT
#include "checker/page/document.h"

#include "checker/digest.h"
#include "checker/error.h"
#include "checker/page/embedded.h"
#include "checker/version.h"

namespace entryproof::checker::page {

namespace {

std::string text_of(const std::vector<EmbeddedFile>& files) {
    check(files.size() == 1, "the page has one style and one script");
    return std::string(files.front().text);
}

std::string policy(const std::string& style, const std::string& script) {
    return "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src 'sha256-" +
           sha256_base64(style) + "'; script-src 'sha256-" + sha256_base64(script) + "'";
}

// Shown by the script when it runs.
Markup tools() {
    Html html;
    html.open("div", {{"class", "tools"}, {"id", "tools"}, {"hidden", ""}});
    html.element("button", "theme", {{"type", "button"}, {"id", "theme"}, {"title", "light or dark (t)"}});
    html.element("button", "keys ?", {{"type", "button"}, {"id", "keys"}, {"aria-controls", "help"}});
    return html.close().finish();
}

Markup help() {
    static const std::vector<std::pair<std::string, std::string>> keys = {
        {"j \u2193", "next step or row"},
        {"k \u2191", "step or row before"},
        {"n", "next marked disagreement"},
        {"p", "marked disagreement before"},
        {"Enter", "follow the link of the row"},
        {"o", "show or hide what the focused step leaves folded"},
        {"t", "light or dark"},
        {"?", "this list; Esc closes it"},
    };
    Html html;
    html.open("dialog", {{"id", "help"}, {"aria-label", "Keys"}}).open("dl");
    for (const auto& [key, meaning] : keys) html.element("dt", key).element("dd", meaning);
    return html.close().close().finish();
}

}  // namespace

std::string document(const std::string& title, const Markup& body) {
    const std::string style = text_of(embedded_style());
    const std::string script = text_of(embedded_script());
    Html html;
    html.open("html", {{"lang", "en"}}).newline();
    html.open("head").newline();
    html.lone("meta", {{"charset", "utf-8"}}).newline();
    html.lone("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy(style, script)}}).newline();
    html.lone("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}).newline();
    html.lone("meta", {{"name", "generator"}, {"content", "entryproof " + std::string(version)}}).newline();
    html.lone("meta", {{"name", "color-scheme"}, {"content", "light dark"}}).newline();
    html.lone("link", {{"rel", "icon"}, {"href", "data:,"}}).newline();
    html.element("title", title).newline();
    // Not escaped: the browser reads both as they are. Neither holds an end tag (tests/checker/page).
    html.open("style").add({style}).close().newline();
    html.close().newline();
    html.open("body").newline();
    html.add(tools()).add(body).newline();
    html.add(help()).newline();
    html.open("script").add({script}).close().newline();
    html.close().newline().close().newline();
    return "<!DOCTYPE html>\n" + html.finish().html;
}

}  // namespace entryproof::checker::page
