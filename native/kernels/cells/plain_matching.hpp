// Matching of one cell from a table of overlaps, at several thresholds, by the ids that the reference writes down.
//
// `CellMatcher` asks the same question of a whole evaluation with bits. Here every oddity of a caller's own numbers
// counts: overlaps that are NaN reach any threshold, and a truth is only used up by a detection whose id is positive.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace truebox {

struct PlainCell {
  std::size_t detections;
  std::size_t truths;
  const double* overlaps;           // [detections, truths]
  const std::uint8_t* uncounted;    // [truths]; those that count stand first
  const std::uint8_t* crowd;        // [truths]
  const double* truth_ids;          // [truths]
  const double* detection_ids;      // [detections]
};

// For each threshold a row: the id of what was matched, or 0, and whether that does not count.
struct PlainMatches {
  double* of_detections;            // [thresholds, detections]
  double* of_truths;                // [thresholds, truths]
  std::uint8_t* matched_uncounted;  // [thresholds, detections]
};

namespace detail {

// The best truth from `first` to `last` that is free: the later one of equal overlaps, `last` where there is none.
inline std::size_t best_free(const double* overlaps, const std::vector<std::uint8_t>& taken, std::size_t first,
                             std::size_t last, double lowest) {
  std::size_t best = last;
  for (std::size_t truth = first; truth < last; ++truth) {
    if (taken[truth] || overlaps[truth] < lowest) continue;
    lowest = overlaps[truth];
    best = truth;
  }
  return best;
}

}  // namespace detail

inline void match_plainly(const PlainCell& cell, std::span<const double> thresholds, const PlainMatches& out) {
  const std::size_t counted = static_cast<std::size_t>(
      std::find(cell.uncounted, cell.uncounted + cell.truths, std::uint8_t{1}) - cell.uncounted);
  std::vector<std::uint8_t> taken(cell.truths);
  for (std::size_t t = 0; t < thresholds.size(); ++t) {
    const double lowest = thresholds[t];
    std::fill(taken.begin(), taken.end(), std::uint8_t{0});
    for (std::size_t detection = 0; detection < cell.detections; ++detection) {
      const double* overlaps = cell.overlaps + detection * cell.truths;
      std::size_t truth = detail::best_free(overlaps, taken, 0, counted, lowest);
      if (truth == counted) truth = detail::best_free(overlaps, taken, counted, cell.truths, lowest);
      if (truth == cell.truths) continue;
      out.of_detections[t * cell.detections + detection] = cell.truth_ids[truth];
      out.of_truths[t * cell.truths + truth] = cell.detection_ids[detection];
      out.matched_uncounted[t * cell.detections + detection] = cell.uncounted[truth];
      taken[truth] = cell.detection_ids[detection] > 0 && !cell.crowd[truth];
    }
  }
}

// Overlap of two boxes x, y, width, height as the reference computes it, whatever the numbers are.
inline double plain_box_overlap(const double* a, const double* b, bool crowd) {
  const double width = std::fmin(a[2] + a[0], b[2] + b[0]) - std::fmax(a[0], b[0]);
  const double height = std::fmin(a[3] + a[1], b[3] + b[1]) - std::fmax(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const double both = width * height, area = a[2] * a[3];
  return both / (crowd ? area : area + b[2] * b[3] - both);
}

}  // namespace truebox
