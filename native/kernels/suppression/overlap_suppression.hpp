// Greedy non-maximum suppression from a matrix of overlaps of whatever kind: masks, rotated boxes, polygons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "ground/rows_by_score.hpp"

namespace truebox {

TRUEBOX_CLONES inline void mark_overlapping(const double* TRUEBOX_RESTRICT overlap, std::size_t count, double threshold,
                                            std::uint8_t* TRUEBOX_RESTRICT suppressed) {
  for (std::size_t j = 0; j < count; ++j) suppressed[j] |= overlap[j] > threshold ? 1 : 0;
}

// Rows kept, by falling score; `overlap` is [count, count], row i holding what a kept row i does to the others.
inline std::vector<std::int64_t> kept_by_overlap(const double* overlap, std::span<const double> scores,
                                                 const std::int64_t* labels, double threshold, double lowest_score,
                                                 std::size_t most) {
  const std::size_t count = scores.size();
  std::vector<std::uint8_t> suppressed(count, 0);
  std::vector<std::int64_t> kept;
  for (const std::uint32_t i : rows_by_score(scores, lowest_score)) {
    if (kept.size() >= most) break;
    if (suppressed[i]) continue;
    keep_going(count);
    kept.push_back(i);
    const double* row = overlap + static_cast<std::size_t>(i) * count;
    if (labels == nullptr) {
      mark_overlapping(row, count, threshold, suppressed.data());
    } else {
      for (std::size_t j = 0; j < count; ++j) suppressed[j] |= labels[j] == labels[i] && row[j] > threshold ? 1 : 0;
    }
  }
  return kept;
}

}  // namespace truebox
