// SPDX-License-Identifier: MIT
#include "compat.h"

#include <errno.h>

void start_compat(const struct script* script) {
    (void)script;
    errno = ENOSYS;
}
