// SPDX-License-Identifier: MIT
#include "model/series/series.h"

#include "model/series/program.h"

namespace entryproof::series {

namespace {

std::string two_digits(unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); }

}  // namespace

const std::vector<const Series*>& all_series() {
    static const std::vector<const Series*> all = {&resend13(), &fixed()};
    return all;
}

std::string path_name(const Series& series, unsigned number) { return series.name + ":" + two_digits(number); }

const std::vector<SeriesPath>& series_paths() {
    static const std::vector<SeriesPath> paths = [] {
        std::vector<SeriesPath> result;
        for (const Series* series : all_series()) {
            result.push_back({path_name(*series, 0), "base of " + series->description, series->release});
            for (const Patch& patch : series->patches)
                result.push_back({path_name(*series, patch.number),
                                  "the same with patches 1 to " + std::to_string(patch.number) + ": " + patch.subject,
                                  series->release});
        }
        return result;
    }();
    return paths;
}

Steps steps_after(const Series& series, unsigned number) {
    Steps steps = series.base;
    for (const Patch& patch : series.patches)
        if (patch.number <= number && patch.edit != nullptr) patch.edit(steps);
    return steps;
}

std::optional<ir::Program> series_path(const std::string& name) {
    for (const Series* series : all_series())
        for (unsigned number = 0; number <= series->patches.size(); ++number)
            if (name == path_name(*series, number))
                return program_of(steps_after(*series, number), name, series->release);
    return std::nullopt;
}

}  // namespace entryproof::series
