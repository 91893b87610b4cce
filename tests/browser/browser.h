// SPDX-License-Identifier: MIT
// A headless Chromium, driven over WebDriver (w3.org/TR/webdriver2): chromedriver serves, curl asks.
#pragma once

#include <sys/types.h>
#include <nlohmann/json.hpp>
#include <string>

namespace entryproof::browser {

using Json = nlohmann::json;

// Throws std::runtime_error: no browser answers, or it refuses.
class Browser {
public:
    // 1280 by 800, light, with an empty profile in a folder of its own.
    Browser();
    ~Browser();
    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;

    void open(const std::string& file);
    // `body` is the body of a function; what it returns.
    Json run(const std::string& body);
    // One key to what has the focus; WebDriver's own codes for keys without a character.
    void press(const std::string& key);
    void prefer(const std::string& theme);  // "light" or "dark", as the system would say
    void set_scripts(bool on);              // of the page; run() works all the same
    // What stood on the console since it was last asked: an array.
    Json console();
    // A picture of the window as NAME.png, where ENTRYPROOF_SCREENSHOTS names a folder; else nothing.
    void picture(const std::string& name);

private:
    Json ask(const std::string& method, const std::string& path, const Json& body);
    Json command(const std::string& name, const Json& parameters);

    std::string folder_;
    std::string address_;
    std::string session_;
    pid_t driver_ = -1;
};

}  // namespace entryproof::browser
