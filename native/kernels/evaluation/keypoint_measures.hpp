// One pass over keypoints: the box around all points of each row, how many are visible, and whether all are finite.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "ground/cpu_dispatch.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// `points` [N, K, 3], K at least 1; `extents` [N, 4] x, y, width, height. Returns the first row that holds a
// coordinate that is not finite, or N.
inline std::size_t measure_keypoints(const double* points, std::size_t rows, std::size_t per_row, double* extents,
                                     std::int64_t* visible, int threads) {
  std::atomic<std::size_t> first_bad{rows};
  parallel_ranges(rows, std::size_t{1} << 13, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const double* const own = points + 3 * per_row * row;
      double x0 = own[0], x1 = own[0], y0 = own[1], y1 = own[1];
      double spoiled = 0;  // x - x is 0 for a finite x and NaN for anything else
      std::int64_t seen = 0;
      for (std::size_t k = 0; k < per_row; ++k) {
        const double x = own[3 * k], y = own[3 * k + 1];
        x0 = x < x0 ? x : x0;
        x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0;
        y1 = y > y1 ? y : y1;
        spoiled += (x - x) + (y - y);
        seen += own[3 * k + 2] > 0;
      }
      double* const out = extents + 4 * row;
      out[0] = x0;
      out[1] = y0;
      out[2] = x1 - x0;
      out[3] = y1 - y0;
      visible[row] = seen;
      if (!(spoiled == 0)) {
        std::size_t known = first_bad.load(std::memory_order_relaxed);
        while (row < known && !first_bad.compare_exchange_weak(known, row)) {
        }
      }
    }
  });
  return first_bad.load();
}

namespace keypoint_detail {

struct PackedExtent {
  std::int32_t low[2], high[2];
};

TRUEBOX_CLONES inline PackedExtent extent_of_packed(const std::int32_t* coordinates, std::size_t points) {
  std::int32_t x0 = coordinates[0], x1 = x0, y0 = coordinates[1], y1 = y0;
  for (std::size_t k = 0; k < points; ++k) {
    const std::int32_t x = coordinates[2 * k], y = coordinates[2 * k + 1];
    x0 = x < x0 ? x : x0;
    x1 = x > x1 ? x : x1;
    y0 = y < y0 ? y : y0;
    y1 = y > y1 ? y : y1;
  }
  return {{x0, y0}, {x1, y1}};
}

}  // namespace keypoint_detail

// The same of packed points: whole numbers of 1 / `unit` [N, K, 2] and the third numbers [N, K]. The quotient grows with
// the number, so that the least number has the least coordinate. All are finite.
inline void measure_packed_keypoints(const std::int32_t* coordinates, const std::uint8_t* thirds, double unit,
                                     std::size_t rows, std::size_t per_row, double* extents, std::int64_t* visible,
                                     int threads) {
  parallel_ranges(rows, std::size_t{1} << 13, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto found = keypoint_detail::extent_of_packed(coordinates + 2 * per_row * row, per_row);
      double* const out = extents + 4 * row;
      for (std::size_t side = 0; side < 2; ++side) {
        out[side] = found.low[side] / unit;
        out[2 + side] = found.high[side] / unit - out[side];
      }
      const std::uint8_t* const own = thirds + per_row * row;
      std::int64_t seen = 0;
      for (std::size_t k = 0; k < per_row; ++k) seen += own[k] > 0;
      visible[row] = seen;
    }
  });
}

}  // namespace truebox
