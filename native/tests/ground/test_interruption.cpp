// A program around the kernels ends them by throwing, wherever they are.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"
#include "suppression/non_maximum_suppression.hpp"

using namespace truebox;

namespace {

struct Stop {};

// As long as it lives, whoever asks is stopped.
struct Stopping {
  Stopping() { asked_while_working = [] { throw Stop{}; }; }
  ~Stopping() { asked_while_working = nullptr; }
};

void let_time_pass() { std::this_thread::sleep_for(truebox::detail::kBetweenQuestions * 2); }

}  // namespace

TEST_CASE("nobody is asked to stop: a long loop runs to its end") {
  for (int i = 0; i < 1000; ++i) keep_going(1'000'000);
}

TEST_CASE("a loop ends soon after it may") {
  let_time_pass();
  const Stopping stopping;
  std::size_t steps = 0;
  const auto walk = [&] {
    for (; steps < 1'000'000; ++steps) keep_going(1000);
  };
  CHECK_THROWS_AS(walk(), Stop);
  CHECK(steps <= 300);
}

TEST_CASE("what the caller throws ends a parallel call, long chunks of workers too, and the pool works again") {
  const auto endless = [](std::size_t) {
    for (;;) keep_going(10'000);
  };
  for (const int threads : {1, 2, 16}) {
    let_time_pass();
    {
      const Stopping stopping;
      CHECK_THROWS_AS(parallel_for(100, threads, endless), Stop);
    }
    std::atomic<std::size_t> sum{0};
    parallel_for(1000, threads, [&](std::size_t index) { sum += index; });
    CHECK(sum == 499'500);
  }
}

TEST_CASE("a caller without work of its own asks while it waits") {
  let_time_pass();
  std::atomic<bool> stopped{false};
  std::atomic<bool> begun{false};
  const Stopping stopping;
  const auto caller = std::this_thread::get_id();
  CHECK_THROWS_AS(parallel_for(2, 2,
                               [&](std::size_t) {
                                 if (std::this_thread::get_id() == caller) {
                                   while (!begun) std::this_thread::yield();
                                   return;
                                 }
                                 begun = true;
                                 while (!stopped) {
                                   try {
                                     keep_going(10'000);
                                   } catch (...) {
                                     stopped = true;
                                     throw;
                                   }
                                 }
                               }),
                  Stop);
}

TEST_CASE("an exception leaves a kernel that is compiled for several processors") {
  std::vector<CornerBox<double>> boxes;
  for (int i = 0; i < 60'000; ++i) boxes.push_back({i * 1e14, 0, i * 1e14 + 1e17, 1e17});
  std::vector<double> scores(boxes.size(), 0.5);
  let_time_pass();
  const Stopping stopping;
  CHECK_THROWS_AS(kept_rows<double>(boxes, scores, nullptr, {.threshold = 0.9999}), Stop);
}
