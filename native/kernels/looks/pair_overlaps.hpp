// How far boxes x, y, width, height overlap those beside them, under many readings of their numbers: sizes may be
// negative and numbers need not be finite. Where a box has no size the overlap is 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace truebox {

// IoU of two boxes, of which the first is known to have a size.
inline double overlap_of_read(const double* a, const double* b) {
  const double right_a = a[0] + a[2], right_b = b[0] + b[2], top_a = a[1] + a[3], top_b = b[1] + b[3];
  if (!(b[2] > 0 && b[3] > 0) || std::isnan(right_a + top_a) || std::isnan(right_b) || std::isnan(top_b)) return 0;
  const double wide = std::min(right_a, right_b) - std::max(a[0], b[0]);
  const double high = std::min(top_a, top_b) - std::max(a[1], b[1]);
  if (!(wide > 0 && high > 0)) return 0;  // also where infinities make it no number
  const double shared = wide * high, both = a[2] * a[3] + b[2] * b[3] - shared;
  if (!(both > 0)) return 0;
  return std::min(shared / both, std::numeric_limits<double>::max());
}

inline bool has_size(const double* box) { return box[2] > 0 && box[3] > 0; }

// Of each pair: `a` [P, 4] as often as `repeats` says, each time beside the same `b` [P, 4].
inline void overlaps_of_pairs(const double* a, const double* b, std::size_t pairs, std::size_t repeats, double* out) {
  for (std::size_t r = 0; r < repeats; ++r) {
    for (std::size_t p = 0; p < pairs; ++p, a += 4) *out++ = has_size(a) ? overlap_of_read(a, b + 4 * p) : 0;
  }
}

// The largest of each detection under each reading: `boxes` [S, 4] beside `truths` [P, 4], of each of which every reading
// may have its own, one after another. The pairs of detection s begin at first[s] and end where those of the next do.
struct ReadSides {
  const double* boxes;
  bool own_boxes;
  const double* truths;
  bool own_truths;
  std::size_t pairs;
};

inline void best_overlaps(const ReadSides& sides, std::span<const std::int64_t> first, std::size_t readings,
                          double* out) {
  for (std::size_t r = 0; r < readings; ++r) {
    const double* box = sides.boxes + (sides.own_boxes ? 4 * first.size() * r : 0);
    const double* beside = sides.truths + (sides.own_truths ? 4 * sides.pairs * r : 0);
    for (std::size_t s = 0; s < first.size(); ++s, box += 4) {
      const std::size_t end = s + 1 < first.size() ? static_cast<std::size_t>(first[s + 1]) : sides.pairs;
      double best = 0;
      if (has_size(box)) {
        for (std::size_t p = static_cast<std::size_t>(first[s]); p < end; ++p) {
          best = std::max(best, overlap_of_read(box, beside + 4 * p));
        }
      }
      *out++ = best;
    }
  }
}

}  // namespace truebox
