// SPDX-License-Identifier: MIT
// Work done beside other work.
//
// Pieces are begun in the order in which they were added, by jobs - 1 threads; whoever asks for the result of a piece
// that nobody has begun does it on the spot. A piece shares nothing that changes with what goes on beside it, so no
// result depends on the number of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace entryproof::checker {

class Jobs {
    struct Piece {
        std::atomic<bool> begun{false};
        std::function<void()> run;
    };

public:
    // 1: no threads; 0 is taken as 1.
    explicit Jobs(unsigned jobs);
    // Waits for the pieces that were begun; the others are dropped.
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    template <typename Result>
    class Pending {
    public:
        // Once. Throws what the work threw.
        Result get() {
            if (!piece_->begun.exchange(true)) piece_->run();
            return result_.get();
        }

    private:
        friend class Jobs;
        std::shared_ptr<Piece> piece_;
        std::future<Result> result_;
    };

    // What `work` refers to must outlive this object, or the call of get().
    template <typename Work>
    auto add(Work work) -> Pending<std::invoke_result_t<Work>> {
        using Result = std::invoke_result_t<Work>;
        auto task = std::make_shared<std::packaged_task<Result()>>(std::move(work));
        Pending<Result> pending;
        pending.piece_ = std::make_shared<Piece>();
        pending.piece_->run = [task] { (*task)(); };
        pending.result_ = task->get_future();
        enqueue(pending.piece_);
        return pending;
    }

private:
    void enqueue(std::shared_ptr<Piece> piece);
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Piece>> waiting_;
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

// As many as there are processors, 4 at most: more than that there is not to do at once.
unsigned default_jobs();

}  // namespace entryproof::checker
