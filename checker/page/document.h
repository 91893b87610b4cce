// SPDX-License-Identifier: MIT
// The frame of every page: one file with its style and script inside, which asks no network for anything.
//
// Its own policy forbids what is not needed: no request but for data: pictures, no style and no script but ours, named
// by their hashes, so that even markup that slipped through could run nothing. Readable with scripting off.
#pragma once

#include "checker/page/html.h"

#include <string>

namespace entryproof::checker::page {

// The whole text of the page. Same arguments, same bytes.
std::string document(const std::string& title, const Markup& body);

}  // namespace entryproof::checker::page
