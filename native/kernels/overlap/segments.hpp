// Intersection over union of segments of time: start, end.
#pragma once

#include <cmath>
#include <cstddef>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"

namespace truebox {

// Between such numbers no length and no sum of two overflows.
inline constexpr double kLatestSegment = 1e300;

// Whether each of `count` rows is finite, begins no later than it ends, and is far from any overflow.
inline bool segments_are_regular(const double* rows, std::size_t count) {
  bool regular = true;
  for (std::size_t k = 0; k < 2 * count; k += 2) {
    regular &= (std::fabs(rows[k]) <= kLatestSegment) & (std::fabs(rows[k + 1]) <= kLatestSegment) & (rows[k + 1] >= rows[k]);
  }
  return regular;
}

TRUEBOX_INLINE double segment_iou(double start_a, double end_a, double start_b, double end_b) {
  const double end = end_a < end_b ? end_a : end_b, start = start_a > start_b ? start_a : start_b;
  const double shared = end - start > 0 ? end - start : 0.0;
  const double together = (end_a - start_a) + (end_b - start_b) - shared;
  const double share = shared / (shared > 0 ? together : 1.0);
  return shared > 0 ? share : 0.0;
}

// One segment with each of `count` others.
TRUEBOX_CLONES inline void segment_row(double start, double end, const double* TRUEBOX_RESTRICT others, std::size_t count,
                                       double* TRUEBOX_RESTRICT out) {
  for (std::size_t k = 0; k < count; ++k) out[k] = segment_iou(start, end, others[2 * k], others[2 * k + 1]);
}

// Rows [N, 2] and [M, 2] -> out [N, M].
inline void pairwise_segments(const double* a, std::size_t count_a, const double* b, std::size_t count_b, double* out) {
  for (std::size_t i = 0; i < count_a; ++i) {
    keep_going(count_b);
    segment_row(a[2 * i], a[2 * i + 1], b, count_b, out + i * count_b);
  }
}

// Rows [N, 2] on both sides -> out [N].
TRUEBOX_CLONES inline void elementwise_segments(const double* TRUEBOX_RESTRICT a, const double* TRUEBOX_RESTRICT b,
                                                std::size_t count, double* TRUEBOX_RESTRICT out) {
  for (std::size_t k = 0; k < count; ++k) out[k] = segment_iou(a[2 * k], a[2 * k + 1], b[2 * k], b[2 * k + 1]);
}

}  // namespace truebox
