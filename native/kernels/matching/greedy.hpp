// Greedy matching of detections to truths by falling score, as the COCO evaluator does it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "cells/tie_order.hpp"
#include "ground/interruption.hpp"
#include "ground/rows_by_score.hpp"

namespace truebox {

struct MatchedPairs {
  std::vector<std::int64_t> rows, columns;
};

// Each row takes the free column it overlaps most, if at least `threshold`; of equal overlaps the later column. Only a
// row that finds none looks at the `ignored` columns, and a `crowd` column is never used up. Both may be null.
inline MatchedPairs match_by_score(const double* overlap, std::span<const double> scores, std::size_t columns,
                                   double threshold, const bool* crowd, const bool* ignored) {
  // The reference lowers thresholds this far, so that an overlap of 1 meets a threshold of 1 after rounding.
  const double least = std::min(threshold, 1 - 1e-10);
  std::vector<std::uint8_t> used(columns, 0);
  MatchedPairs pairs;
  struct Column {
    double overlap;
    std::int64_t position;
  };
  const auto best_column = [&](const double* row, bool among_ignored) {
    Column best{least, -1};
    for (std::size_t j = 0; j < columns; ++j) {
      const Column column{row[j], static_cast<std::int64_t>(j)};
      if (!LaterOfEqual{}(column, best) || (ignored != nullptr && ignored[j]) != among_ignored) continue;
      if (used[j] && !(crowd != nullptr && crowd[j])) continue;
      best = column;
    }
    return best.position;
  };
  for (const std::uint32_t i : rows_by_score(scores, kEveryScore)) {
    keep_going(columns);
    const double* row = overlap + static_cast<std::size_t>(i) * columns;
    std::int64_t column = best_column(row, false);
    if (column < 0 && ignored != nullptr) column = best_column(row, true);
    if (column < 0) continue;
    used[static_cast<std::size_t>(column)] = 1;
    pairs.rows.push_back(i);
    pairs.columns.push_back(column);
  }
  return pairs;
}

}  // namespace truebox
