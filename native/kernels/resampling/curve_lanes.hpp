// What is kept of replicates that are walked side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "resampling/image_draws.hpp"

namespace truebox {

// One set of weights per lane, one curve per threshold.
struct CurveLanes {
  struct alignas(64) Whole {
    std::int32_t at[kSideBySide];
  };
  struct alignas(64) Real {
    double at[kSideBySide];
  };

  explicit CurveLanes(std::size_t thresholds)
      : found(thresholds), hits(thresholds), missed(thresholds), reached(thresholds + 1), highest(thresholds), sum(thresholds) {}

  Whole truths;                // that count, per lane
  Whole table;                 // where the recall steps of that number begin
  Whole plain;                 // false positives at every threshold, before the place of the walk
  std::vector<Whole> found;    // hits before it
  std::vector<Whole> hits;     // all of them
  std::vector<Whole> missed;   // the other false positives
  std::vector<Whole> reached;  // recall thresholds that `found` reaches; one place more while hits are counted
  std::vector<Real> highest;   // precision at or after it
  std::vector<Real> sum;       // of precision over the recall thresholds passed
};

}  // namespace truebox
