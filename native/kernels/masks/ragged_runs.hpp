// Builds the runs of many masks on several threads into one ragged buffer, in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

struct RaggedRuns {
  std::vector<std::uint32_t> runs;
  std::vector<std::int64_t> offsets;  // [N + 1]
};

// `make(scratch, row, out)` appends the runs of one mask; each thread's chunk has its own scratch.
// `work` is a rough number of nanoseconds for the whole: little work stays on one thread.
template <class Scratch, class Make>
inline RaggedRuns build_runs(std::size_t count, double work, int threads, Make make) {
  constexpr double kWorthAThread = 200e3;  // waking a worker costs about 20 microseconds
  RaggedRuns result;
  result.offsets.assign(count + 1, 0);
  const int wanted = work < kWorthAThread ? 1 : resolve_threads(threads);
  const std::size_t chunks = wanted <= 1 ? 1 : std::min(count, static_cast<std::size_t>(wanted) * 8);
  std::vector<std::vector<std::uint32_t>> parts(chunks);
  parallel_for(chunks, wanted, [&](std::size_t chunk) {
    Scratch scratch;
    std::vector<std::uint32_t> out;  // not in place: its neighbour there grows on another thread
    for (std::size_t row = count * chunk / chunks; row < count * (chunk + 1) / chunks; ++row) {
      keep_going(1000);
      const std::size_t before = out.size();
      make(scratch, row, out);
      result.offsets[row + 1] = static_cast<std::int64_t>(out.size() - before);
    }
    parts[chunk] = std::move(out);
  });
  for (std::size_t row = 0; row < count; ++row) result.offsets[row + 1] += result.offsets[row];
  if (chunks == 1) {
    result.runs = std::move(parts[0]);
    return result;
  }
  result.runs.resize(static_cast<std::size_t>(result.offsets[count]));
  std::size_t at = 0;
  for (auto& part : parts) {
    std::copy(part.begin(), part.end(), result.runs.begin() + static_cast<std::ptrdiff_t>(at));
    at += part.size();
    part = {};
  }
  return result;
}

}  // namespace truebox
