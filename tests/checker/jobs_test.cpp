// SPDX-License-Identifier: MIT
// Work beside other work: the same results with any number of threads, errors where the result is asked for.
#include "checker/jobs.h"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

using namespace entryproof::checker;

TEST_CASE("every piece is done once and gives its own result, whatever the number of threads") {
    for (const unsigned count : {0u, 1u, 2u, 7u}) {
        CAPTURE(count);
        std::atomic<int> done{0};
        Jobs jobs(count);
        std::vector<Jobs::Pending<int>> pieces;
        for (int i = 0; i < 50; ++i)
            pieces.push_back(jobs.add([i, &done] {
                ++done;
                return i * i;
            }));
        for (int i = 49; i >= 0; --i) CHECK(pieces[static_cast<std::size_t>(i)].get() == i * i);
        CHECK(done == 50);
    }
}

TEST_CASE("a piece that nobody began is done by whoever asks for it") {
    Jobs jobs(1);
    const std::thread::id here = std::this_thread::get_id();
    Jobs::Pending<std::thread::id> piece = jobs.add([] { return std::this_thread::get_id(); });
    CHECK(piece.get() == here);
}

TEST_CASE("what a piece throws is thrown where its result is asked for, and nowhere else") {
    for (const unsigned count : {1u, 3u}) {
        CAPTURE(count);
        Jobs jobs(count);
        Jobs::Pending<int> bad = jobs.add([]() -> int { throw std::runtime_error("no"); });
        Jobs::Pending<int> good = jobs.add([] { return 1; });
        CHECK(good.get() == 1);
        CHECK_THROWS_AS(bad.get(), std::runtime_error);
    }
}

TEST_CASE("pieces that nobody asks for do not outlive their jobs") {
    std::atomic<bool> ended{false};
    {
        Jobs jobs(2);
        for (int i = 0; i < 100; ++i)
            jobs.add([&ended] {
                CHECK_FALSE(ended);
                return 0;
            });
    }
    ended = true;
}
