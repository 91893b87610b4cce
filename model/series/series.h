// SPDX-License-Identifier: MIT
// The built-in series by name, and the path that each of their patches leaves behind.
#pragma once

#include "model/ir/program.h"
#include "model/series/patch.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::series {

// "arm64: entry: Convert to generic entry" as posted with its 14 patches (13 RESEND), on Linux 7.0.
const Series& resend13();

// The order of v16 on 7.2, with the flags read again where a reviewer showed that they must be.
const Series& fixed();

const std::vector<const Series*>& all_series();

struct SeriesPath {
    std::string name;         // series:03
    std::string description;  // "patch 3 of ...: ..."
    std::string release;
};

// Every path of every series, in order.
const std::vector<SeriesPath>& series_paths();

// "series:03", with the number in two digits; nothing for any other name.
std::optional<ir::Program> series_path(const std::string& name);

// The name of the path behind patch `number`; 0: the base.
std::string path_name(const Series& series, unsigned number);

// The state behind patch `number`.
Steps steps_after(const Series& series, unsigned number);

}  // namespace entryproof::series
