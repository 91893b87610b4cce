// SPDX-License-Identifier: MIT
#include "tests/browser/browser.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace entryproof::browser {

namespace {

std::string text_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string made_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "browser.XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for the browser");
    return pattern;
}

// In a session of its own, so that its browsers end with it. Port 0: it takes a free one and says which.
pid_t start_driver(const std::string& log) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::setsid();
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(out, 1);
    ::dup2(out, 2);
    ::execlp("chromedriver", "chromedriver", "--port=0", static_cast<char*>(nullptr));
    ::_exit(127);
}

// "ChromeDriver was started successfully on port 40123."
std::string port_in(const std::string& log) {
    const std::string before = "started successfully on port ";
    const std::size_t at = log.find(before);
    if (at == std::string::npos) return "";
    const std::size_t end = log.find('.', at);
    return end == std::string::npos ? "" : log.substr(at + before.size(), end - at - before.size());
}

Json options(const std::string& folder) {
    const Json arguments = {"--headless",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-quic",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-sync",
                            "--disable-component-update",
                            "--hide-scrollbars",
                            "--disable-dev-shm-usage",
                            "--user-data-dir=" + folder + "/profile"};
    const Json chrome = {{"args", arguments}};
    const Json wanted = {
        {"browserName", "chrome"}, {"goog:loggingPrefs", {{"browser", "ALL"}}}, {"goog:chromeOptions", chrome}};
    return {{"capabilities", {{"alwaysMatch", wanted}}}};
}

}  // namespace

Browser::Browser() : folder_(made_folder()), driver_(start_driver(folder_ + "/driver.log")) {
    std::string port;
    for (int tries = 0; tries < 600 && port.empty(); ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        port = port_in(text_of(folder_ + "/driver.log"));
    }
    if (port.empty()) throw std::runtime_error("chromedriver does not start: " + text_of(folder_ + "/driver.log"));
    address_ = "http:" + std::string("//") + "127.0.0.1:" + port;
    session_ = ask("POST", "/session", options(folder_)).at("sessionId");
    command("Emulation.setDeviceMetricsOverride",
            {{"width", 1280}, {"height", 800}, {"deviceScaleFactor", 1}, {"mobile", false}});
    prefer("light");
}

Browser::~Browser() {
    try {
        ask("DELETE", "/session/" + session_, nullptr);
    } catch (const std::exception&) {
        // It goes with its driver.
    }
    ::kill(-driver_, SIGTERM);
    ::waitpid(driver_, nullptr, 0);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

Json Browser::ask(const std::string& method, const std::string& path, const Json& body) {
    std::ofstream(folder_ + "/question") << (body.is_null() ? "" : body.dump());
    const std::string call = "curl --silent --noproxy '*' --max-time 120 --request " + method +
                             " --header 'Content-Type: application/json' " +
                             (body.is_null() ? "" : "--data-binary @'" + folder_ + "/question' ") + "'" + address_ +
                             path + "' >'" + folder_ + "/answer' 2>&1";
    const int status = std::system(call.c_str());
    const std::string text = text_of(folder_ + "/answer");
    const Json answer = Json::parse(text, nullptr, false);
    if (status != 0 || !answer.is_object() || !answer.contains("value"))
        throw std::runtime_error(method + " " + path + ": " + text);
    const Json& value = answer.at("value");
    if (value.is_object() && value.contains("error")) throw std::runtime_error(path + ": " + value.dump());
    return value;
}

Json Browser::command(const std::string& name, const Json& parameters) {
    return ask("POST", "/session/" + session_ + "/goog/cdp/execute", {{"cmd", name}, {"params", parameters}});
}

void Browser::open(const std::string& file) {
    ask("POST", "/session/" + session_ + "/url",
        {{"url", "file:" + std::string("//") + std::filesystem::absolute(file).string()}});
}

Json Browser::run(const std::string& body) {
    return ask("POST", "/session/" + session_ + "/execute/sync", {{"script", body}, {"args", Json::array()}});
}

void Browser::press(const std::string& key) {
    const Json keys = {{{"type", "keyDown"}, {"value", key}}, {{"type", "keyUp"}, {"value", key}}};
    const Json actions = Json::array({{{"type", "key"}, {"id", "keyboard"}, {"actions", keys}}});
    ask("POST", "/session/" + session_ + "/actions", {{"actions", actions}});
}

void Browser::prefer(const std::string& theme) {
    const Json feature = {{"name", "prefers-color-scheme"}, {"value", theme}};
    command("Emulation.setEmulatedMedia", {{"features", Json::array({feature})}});
}

void Browser::set_scripts(bool on) { command("Emulation.setScriptExecutionDisabled", {{"value", !on}}); }

Json Browser::console() { return ask("POST", "/session/" + session_ + "/se/log", {{"type", "browser"}}); }

void Browser::picture(const std::string& name) {
    const char* folder = std::getenv("ENTRYPROOF_SCREENSHOTS");
    if (folder == nullptr) return;
    const std::string data = ask("GET", "/session/" + session_ + "/screenshot", nullptr);
    std::ofstream(folder_ + "/picture") << data;
    const std::string call = "base64 -d <'" + folder_ + "/picture' >'" + std::string(folder) + "/" + name + ".png'";
    if (std::system(call.c_str()) != 0) throw std::runtime_error("no picture " + name);
}

}  // namespace entryproof::browser
