// SPDX-License-Identifier: MIT
#include "checker/premerge/cache.h"

#include "checker/digest.h"
#include "checker/output.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace entryproof::checker::premerge {

namespace {

std::string digest_of(const Report& report) { return sha256(sha256(report.text) + report.page); }

}  // namespace

std::optional<std::string> DigestedTree::read(const std::string& path) const {
    std::optional<std::string> text = tree_.read(path);
    digests_[path] = text ? sha256(*text) : "";
    return text;
}

ReportCache::ReportCache(std::string folder, const std::string& question) {
    if (folder.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw OutputError(folder + ": " + error.message());
    file_ = folder + "/" + sha256(question) + ".json";
}

std::optional<Report> ReportCache::find(const lift::SourceTree& tree) const {
    if (file_.empty()) return std::nullopt;
    std::ifstream stream(file_, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    const nlohmann::json root = nlohmann::json::parse(text.str(), nullptr, false);
    if (!root.is_object()) return std::nullopt;
    try {
        // The report's own digest: a disk can rot too.
        const Report report{root.at("report").get<std::string>(), static_cast<ExitCode>(root.at("exit").get<int>()),
                            root.at("page").get<std::string>()};
        if (digest_of(report) != root.at("digest").get<std::string>()) return std::nullopt;
        for (const auto& [path, digest] : root.at("files").items()) {
            const std::optional<std::string> now = tree.read(path);
            if ((now ? sha256(*now) : "") != digest.get<std::string>()) return std::nullopt;
        }
        return report;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

void ReportCache::keep(const Report& report, const std::map<std::string, std::string>& digests) const {
    if (file_.empty()) return;
    const bool is_finished = report.exit == ExitCode::proved || report.exit == ExitCode::refuted ||
                             report.exit == ExitCode::nothing_modelled || report.exit == ExitCode::unreadable;
    if (!is_finished) return;
    const nlohmann::json root = {{"report", report.text},
                                 {"page", report.page},
                                 {"digest", digest_of(report)},
                                 {"exit", static_cast<int>(report.exit)},
                                 {"files", digests}};
    write_file(file_, root.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace entryproof::checker::premerge
