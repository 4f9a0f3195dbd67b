#include "ground/thread_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#if TRUEBOX_HAS_FORK
#include <sys/wait.h>
#include <unistd.h>
#endif

using truebox::parallel_for;
using truebox::parallel_ranges;

TEST_CASE("every index runs exactly once, whatever the number of threads") {
  for (int threads : {1, 2, 3, 8}) {
    for (std::size_t count : std::initializer_list<std::size_t>{0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> seen(count);
      parallel_for(count, threads, [&](std::size_t index) { seen[index].fetch_add(1); });
      for (const auto& times : seen) CHECK(times.load() == 1);
    }
  }
}

TEST_CASE("ranges cover everything without overlap") {
  std::vector<int> seen(1003, 0);
  parallel_ranges(seen.size(), 10, 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) seen[i] += 1;
  });
  CHECK(std::accumulate(seen.begin(), seen.end(), 0) == 1003);
  CHECK(*std::min_element(seen.begin(), seen.end()) == 1);
}

TEST_CASE("an exception reaches the caller and the pool stays usable") {
  for (int round = 0; round < 20; ++round) {
    CHECK_THROWS_AS(parallel_for(100, 4,
                                 [](std::size_t index) {
                                   if (index == 57) throw std::runtime_error("57");
                                 }),
                    std::runtime_error);
  }
  std::atomic<int> total{0};
  parallel_for(100, 4, [&](std::size_t) { total.fetch_add(1); });
  CHECK(total.load() == 100);
}

TEST_CASE("nested and concurrent calls finish") {
  std::atomic<int> total{0};
  parallel_for(8, 4, [&](std::size_t) { parallel_for(8, 4, [&](std::size_t) { total.fetch_add(1); }); });
  CHECK(total.load() == 64);
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) parallel_for(16, 3, [&](std::size_t) { total.fetch_add(1); });
    });
  }
  for (auto& caller : callers) caller.join();
  CHECK(total.load() == 64 + 4 * 50 * 16);
}

TEST_CASE("many small calls in a row") {
  std::atomic<long> total{0};
  for (int round = 0; round < 2000; ++round) parallel_for(2, 2, [&](std::size_t i) { total += static_cast<long>(i); });
  CHECK(total.load() == 2000);
}

#if TRUEBOX_HAS_FORK
TEST_CASE("a thread limit from the environment lowers the default") {
  ::setenv("TRUEBOX_NUM_THREADS", "1", 1);
  CHECK(truebox::default_threads() == 1);
  ::setenv("TRUEBOX_NUM_THREADS", "nonsense", 1);
  CHECK(truebox::default_threads() >= 1);
  ::unsetenv("TRUEBOX_NUM_THREADS");
  CHECK(truebox::resolve_threads(3) == 3);
}

// A worker of the parent does not exist in the child, so waiting for one would hang for ever.
TEST_CASE("a forked child makes its own pool") {
  parallel_for(64, 4, [](std::size_t) {});
  const pid_t child = ::fork();
  if (child == 0) {
    std::atomic<int> total{0};
    ::alarm(20);
    parallel_for(64, 4, [&](std::size_t) { total.fetch_add(1); });
    ::_exit(total.load() == 64 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
#endif
