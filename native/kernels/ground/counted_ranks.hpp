// The places of a few scores in falling order, counted: for each how many are higher, so that no branch depends on one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/cpu_dispatch.hpp"

namespace truebox {

// Up to so many, counting takes less time than sorting.
inline constexpr std::size_t kCountedRanks = 256;

// ranks[i] = how many scores are higher than scores[i].
TRUEBOX_CLONES inline void count_higher(const double* scores, std::size_t count, std::uint64_t* ranks) {
  for (std::size_t i = 0; i < count; ++i) {
    const double score = scores[i];
    std::uint64_t higher = 0;
    for (std::size_t j = 0; j < count; ++j) higher += scores[j] > score ? 1 : 0;
    ranks[i] = higher;
  }
}

// ranks[i] = how many have a higher score, or the same and a smaller row. No two rows are alike, and no score is NaN.
inline void count_ranks(const double* scores, const std::int64_t* rows, std::size_t count, std::uint64_t* ranks) {
  count_higher(scores, count, ranks);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += ranks[i];
  if (2 * sum == count * (count - 1)) return;  // 0, 1, 2, ... in some order: no two scores are equal
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) ranks[i] += scores[j] == scores[i] && rows[j] < rows[i] ? 1 : 0;
  }
}

}  // namespace truebox
