// Long loops say now and then that they are still at work; whoever started them can then end them.
//
// keep_going(work) counts `work`, roughly nanoseconds, and looks at the clock only after a quarter of a millisecond
// of them, so that a call costs a subtraction. What is asked is set once by the program around the kernels: it ends
// a computation by throwing. Workers of the thread pool do not ask; they end when their caller does.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "ground/inlining.hpp"

namespace truebox {

// Called on the thread that called a kernel, about every 50 ms; throws to end the computation.
inline std::atomic<void (*)()> asked_while_working{nullptr};

namespace detail {

inline constexpr std::int64_t kWorkBetweenLooks = 250'000;
inline constexpr std::chrono::milliseconds kBetweenQuestions{50};

// Ends the part of a worker whose job has failed elsewhere; the caller has the reason.
struct JobHasEnded {};

struct Patience {
  std::int64_t work_left = kWorkBetweenLooks;
  std::chrono::steady_clock::time_point asked{};
  const std::atomic<bool>* ended = nullptr;  // of the job this thread has a part in
  bool asks = true;                          // false in a worker of the pool
};

inline constinit thread_local Patience patience;

// Asks if it is time; also for threads that wait rather than work.
inline void ask_now_and_then() {
  const auto now = std::chrono::steady_clock::now();
  if (now - patience.asked < kBetweenQuestions) return;
  patience.asked = now;
  void (*const ask)() = asked_while_working.load(std::memory_order_acquire);
  if (ask == nullptr) return;
  // What is asked may run a kernel of its own, which has no part in this job.
  const std::atomic<bool>* const ended = std::exchange(patience.ended, nullptr);
  ask();
  patience.ended = ended;
}

TRUEBOX_NEVER_INLINE inline void look_up_from_work() {
  patience.work_left = kWorkBetweenLooks;
  if (patience.ended != nullptr && patience.ended->load(std::memory_order_relaxed)) throw JobHasEnded{};
  if (patience.asks) ask_now_and_then();
}

}  // namespace detail

// One call for every so much work: a row, a part, a step of a search; not for every pair.
inline void keep_going(std::size_t work) {
  detail::patience.work_left -= static_cast<std::int64_t>(work);
  if (detail::patience.work_left < 0) detail::look_up_from_work();
}

}  // namespace truebox
