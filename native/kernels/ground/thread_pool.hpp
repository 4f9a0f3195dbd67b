// A lazy pool of workers shared by every kernel: the caller works too, chunks are handed out dynamically.
//
// parallel_for(count, threads, fn)           fn(index) for every index in [0, count); one index is one chunk
// parallel_ranges(count, grain, threads, fn) fn(begin, end) over [0, count) in ranges of about `grain`
//
// threads <= 0 means default_threads(). A call runs alone on the calling thread when there is one index or
// one thread, inside another parallel call, or while another caller holds the pool. The first exception is
// rethrown on the calling thread after all workers have left. A forked child starts with a fresh pool.
// Between chunks, and while it waits for workers, the caller can be asked to stop: see interruption.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

#include "ground/interruption.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#if defined(__linux__)
#include <sched.h>
#endif
#define TRUEBOX_HAS_FORK 1
#endif

namespace truebox {

inline constexpr int kMostThreads = 256;

// Processors this process may use, lowered by TRUEBOX_NUM_THREADS; at least 1.
inline int default_threads() {
  int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
#if defined(__linux__)
  cpu_set_t allowed;  // taskset and container limits; fails, harmlessly, on machines with over 1,024 processors
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) threads = std::max(1, CPU_COUNT(&allowed));
#endif
  if (const char* text = std::getenv("TRUEBOX_NUM_THREADS")) {
    char* end = nullptr;
    const long limit = std::strtol(text, &end, 10);
    if (end != text && limit >= 1) threads = static_cast<int>(std::min<long>(threads, limit));
  }
  return std::min(threads, kMostThreads);
}

inline int resolve_threads(int threads) {
  return threads > 0 ? std::min(threads, kMostThreads) : default_threads();
}

namespace detail {

inline thread_local bool inside_parallel = false;

// Of one chunk, whatever it is: every 16th looks at the clock. Chunks longer than some milliseconds tell of their
// own work.
inline constexpr std::size_t kWorkOfAChunk = kWorkBetweenLooks / 16;

struct Job {
  void (*call)(void* context, std::size_t index) = nullptr;
  void* context = nullptr;
  std::size_t count = 0;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr error;
  int open_places = 0;  // guarded by ThreadPool::mutex_, like `working`
  int working = 0;

  void work() {
    patience.ended = &failed;
    while (!failed.load(std::memory_order_relaxed)) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) break;
      try {
        keep_going(kWorkOfAChunk);
        call(context, index);
      } catch (...) {
        fail();
      }
    }
    patience.ended = nullptr;
  }

  // Within a catch: the first reason stays.
  void fail() {
    if (!failed.exchange(true)) error = std::current_exception();
  }
};

class ThreadPool {
 public:
  // False when another caller holds the pool: then nothing has run.
  bool run(Job& job, int workers) {
    std::unique_lock<std::mutex> caller(caller_, std::try_to_lock);
    if (!caller.owns_lock()) return false;
    grow(workers);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      job.open_places = workers;
      job_ = &job;
    }
    workers == 1 ? wake_.notify_one() : wake_.notify_all();
    inside_parallel = true;
    job.work();
    wait_for_workers(job);
    inside_parallel = false;
    return true;
  }

 private:
  void wait_for_workers(Job& job) {
    std::unique_lock<std::mutex> lock(mutex_);
    job_ = nullptr;
    while (!idle_.wait_for(lock, kBetweenQuestions, [&] { return job.working == 0; })) {
      if (job.failed.load(std::memory_order_relaxed)) continue;
      lock.unlock();
      try {
        ask_now_and_then();
      } catch (...) {
        job.fail();
      }
      lock.lock();
    }
  }

  void grow(int workers) {
    while (started_ < workers) {
      try {
        std::thread([this] { serve(); }).detach();
      } catch (const std::system_error&) {
        return;  // fewer workers than asked for; the caller does the rest
      }
      ++started_;
    }
  }

  void serve() {
    inside_parallel = true;
    patience.asks = false;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return job_ != nullptr && job_->open_places > 0; });
      Job* job = job_;
      --job->open_places;
      ++job->working;
      lock.unlock();
      job->work();
      lock.lock();
      if (--job->working == 0) idle_.notify_all();
    }
  }

  std::mutex caller_;  // one parallel call at a time
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  Job* job_ = nullptr;
  int started_ = 0;  // guarded by caller_
};

// Never destroyed: detached workers may outlive static destructors, and a forked child must leave the
// parent's locks untouched, in whatever state the fork caught them.
inline std::atomic<ThreadPool*> pool_pointer{nullptr};

inline ThreadPool& shared_pool() {
  ThreadPool* pool = pool_pointer.load(std::memory_order_acquire);
  if (pool != nullptr) return *pool;
  auto fresh = std::make_unique<ThreadPool>();
  if (!pool_pointer.compare_exchange_strong(pool, fresh.get(), std::memory_order_acq_rel)) return *pool;
#if TRUEBOX_HAS_FORK
  static std::atomic<bool> registered{false};
  if (!registered.exchange(true)) {
    pthread_atfork(nullptr, nullptr, [] {
      pool_pointer.store(nullptr, std::memory_order_release);
      inside_parallel = false;
    });
  }
#endif
  return *fresh.release();
}

}  // namespace detail

template <class Fn>
void parallel_for(std::size_t count, int threads, Fn&& fn) {
  threads = resolve_threads(threads);
  const std::size_t useful = std::min<std::size_t>(static_cast<std::size_t>(threads), count);
  if (useful > 1 && !detail::inside_parallel) {
    using Plain = std::remove_reference_t<Fn>;
    detail::Job job;
    job.context = const_cast<void*>(static_cast<const void*>(&fn));
    job.call = [](void* context, std::size_t index) { (*static_cast<Plain*>(context))(index); };
    job.count = count;
    if (detail::shared_pool().run(job, static_cast<int>(useful) - 1)) {
      if (job.error) std::rethrow_exception(job.error);
      return;
    }
  }
  for (std::size_t index = 0; index < count; ++index) {
    keep_going(detail::kWorkOfAChunk);
    fn(index);
  }
}

template <class Fn>
void parallel_ranges(std::size_t count, std::size_t grain, int threads, Fn&& fn) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t parts = (count + grain - 1) / grain;
  parallel_for(parts, threads, [&](std::size_t part) {
    fn(part * grain, std::min(count, (part + 1) * grain));
  });
}

}  // namespace truebox
