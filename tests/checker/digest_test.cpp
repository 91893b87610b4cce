// SPDX-License-Identifier: MIT
#include "checker/digest.h"

#include "checker/error.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace entryproof;
using namespace entryproof::checker;

TEST_CASE("a digest is that of FIPS 180-4, of a text and of a file of many parts") {
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("entryproof_digest_" + std::to_string(::getpid()));
    for (const std::size_t size : {0u, 3u, 1u << 16, 200'000u}) {
        const std::string text(size, 'a');
        std::ofstream(path, std::ios::binary) << text;
        CHECK(sha256_of_file(path.string()) == sha256(text));
    }
    std::filesystem::remove(path);
    CHECK_THROWS_AS(sha256_of_file(path.string()), InternalError);
}
