// Intersection over union of axis-aligned boxes in space: x_min, y_min, z_min, x_max, y_max, z_max.
#pragma once

#include <algorithm>
#include <cstddef>

#include "ground/thread_pool.hpp"

namespace truebox {

inline double space_box_volume(const double* box) { return (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]); }

inline double space_box_iou(const double* a, const double* b) {
  double shared = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double extent = std::min(a[axis + 3], b[axis + 3]) - std::max(a[axis], b[axis]);
    if (!(extent > 0)) return 0;
    shared *= extent;
  }
  const double both = space_box_volume(a) + space_box_volume(b) - shared;
  return shared > 0 && both > 0 ? std::min(shared / both, 1.0) : 0.0;
}

constexpr std::size_t kSpacePairsForThreads = 200'000;

// Rows [N, 6] and [M, 6] -> out [N, M].
inline void pairwise_space_boxes(const double* a, std::size_t count_a, const double* b, std::size_t count_b, int threads,
                                 double* out) {
  const std::size_t rows = 50'000 / std::max<std::size_t>(count_b, 1) + 1;
  parallel_ranges(count_a, rows, count_a * count_b < kSpacePairsForThreads ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t j = 0; j < count_b; ++j) out[i * count_b + j] = space_box_iou(a + 6 * i, b + 6 * j);
    }
  });
}

// Rows [N, 6] on both sides -> out [N].
inline void elementwise_space_boxes(const double* a, const double* b, std::size_t count, int threads, double* out) {
  parallel_ranges(count, 50'000, count < kSpacePairsForThreads ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) out[k] = space_box_iou(a + 6 * k, b + 6 * k);
  });
}

}  // namespace truebox
