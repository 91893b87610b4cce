// SPDX-License-Identifier: MIT
#include "checker/premerge/digest.h"

#include "checker/error.h"

#include <glib.h>

#include <array>
#include <fstream>
#include <memory>

namespace entryproof::checker::premerge {

std::string sha256(const std::string& bytes) {
    const std::unique_ptr<gchar, void (*)(gpointer)> digits(
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, reinterpret_cast<const guchar*>(bytes.data()), bytes.size()),
        g_free);
    return digits.get();
}

std::string sha256_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::unique_ptr<GChecksum, void (*)(GChecksum*)> sum(g_checksum_new(G_CHECKSUM_SHA256), g_checksum_free);
    std::array<char, 1 << 16> part;
    while (file) {
        file.read(part.data(), part.size());
        g_checksum_update(sum.get(), reinterpret_cast<const guchar*>(part.data()), file.gcount());
    }
    check(file.eof(), "the file can be read to its end");
    return g_checksum_get_string(sum.get());
}

}  // namespace entryproof::checker::premerge
