// SPDX-License-Identifier: MIT
#include "checker/digest.h"

#include "checker/error.h"

#include <glib.h>

#include <array>
#include <fstream>
#include <memory>

namespace entryproof::checker {

std::string sha256(const std::string& bytes) {
    const std::unique_ptr<gchar, void (*)(gpointer)> digits(
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, reinterpret_cast<const guchar*>(bytes.data()), bytes.size()),
        g_free);
    return digits.get();
}

std::string sha256_base64(const std::string& bytes) {
    const std::unique_ptr<GChecksum, void (*)(GChecksum*)> sum(g_checksum_new(G_CHECKSUM_SHA256), g_checksum_free);
    g_checksum_update(sum.get(), reinterpret_cast<const guchar*>(bytes.data()), static_cast<gssize>(bytes.size()));
    std::array<guint8, 32> digest{};
    gsize length = digest.size();
    g_checksum_get_digest(sum.get(), digest.data(), &length);
    const std::unique_ptr<gchar, void (*)(gpointer)> text(g_base64_encode(digest.data(), length), g_free);
    return text.get();
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

}  // namespace entryproof::checker
