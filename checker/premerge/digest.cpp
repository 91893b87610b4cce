// SPDX-License-Identifier: MIT
#include "checker/premerge/digest.h"

#include <glib.h>

#include <memory>

namespace entryproof::checker::premerge {

std::string sha256(const std::string& bytes) {
    const std::unique_ptr<gchar, void (*)(gpointer)> digits(
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, reinterpret_cast<const guchar*>(bytes.data()), bytes.size()),
        g_free);
    return digits.get();
}

}  // namespace entryproof::checker::premerge
