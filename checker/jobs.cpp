// SPDX-License-Identifier: MIT
#include "checker/jobs.h"

#include <algorithm>

namespace entryproof::checker {

Jobs::Jobs(unsigned jobs) {
    for (unsigned i = 1; i < jobs; ++i) threads_.emplace_back([this] { work(); });
}

Jobs::~Jobs() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Jobs::enqueue(std::shared_ptr<Piece> piece) {
    if (threads_.empty()) return;
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(piece));
    }
    changed_.notify_one();
}

void Jobs::work() {
    for (;;) {
        std::shared_ptr<Piece> piece;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
            if (ends_) return;
            piece = std::move(waiting_.front());
            waiting_.pop_front();
        }
        if (!piece->begun.exchange(true)) piece->run();
    }
}

unsigned default_jobs() { return std::clamp(std::thread::hardware_concurrency(), 1u, 4u); }

}  // namespace entryproof::checker
