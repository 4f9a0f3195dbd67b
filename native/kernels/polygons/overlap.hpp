// Intersection over union of polygons: every pair or row by row.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/interruption.hpp"
#include "polygons/edges.hpp"
#include "polygons/intersection.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// Polygons one after the other: x, y, x, y, ...; polygon k has the points [offsets[k], offsets[k + 1]).
struct PolygonRows {
  std::span<const double> coordinates;
  std::span<const std::int64_t> offsets;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  // Three points or more each, and no offset beyond the coordinates.
  bool fits() const {
    if (offsets.empty() || offsets.front() != 0) return false;
    const auto points = static_cast<std::int64_t>(coordinates.size() / 2);
    for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
      if (offsets[k + 1] - offsets[k] < 3 || offsets[k + 1] > points) return false;
    }
    return true;
  }
};

inline double largest_coordinate(const PolygonRows& polygons) {
  double largest = 0;
  for (const double value : polygons.coordinates) largest = std::max(largest, std::fabs(value));
  return largest;
}

// The power of two that all coordinates of a call are multiplied with; 1 for ordinary numbers.
inline double polygon_scale(double largest) {
  if (largest == 0 || (largest <= 0x1p150 && largest >= 0x1p-150)) return 1;
  return std::ldexp(1.0, std::ilogb(largest) < -1000 ? 1000 : -std::ilogb(largest));
}

// The polygons of some rows alone; the others stay empty.
inline std::vector<PolygonEdges> load_some_polygons(const PolygonRows& polygons, std::span<const std::int64_t> rows) {
  std::vector<PolygonEdges> loaded(polygons.size());
  std::vector<polygon_detail::OneEdge> edges;
  for (const std::int64_t row : rows) {
    PolygonEdges& to = loaded[static_cast<std::size_t>(row)];
    const auto begin = static_cast<std::size_t>(polygons.offsets[static_cast<std::size_t>(row)]);
    const auto end = static_cast<std::size_t>(polygons.offsets[static_cast<std::size_t>(row) + 1]);
    if (to.size() == 0) load_polygon_edges(polygons.coordinates.subspan(2 * begin, 2 * (end - begin)), to, edges);
  }
  return loaded;
}

// True where the corners turn one way, each by far more than rounding, and go there and back along x only once: such an
// outline is convex and crosses nothing. False where that is not as plain.
inline bool is_plainly_convex(std::span<const double> points) {
  const std::size_t count = points.size() / 2;
  std::size_t left = 0, right = 0, returns = 0;
  double last = 0;  // way along x that is not 0
  for (std::size_t i = 0; i < count; ++i) {
    const double* const a = points.data() + 2 * i;
    const double* const b = points.data() + 2 * (i + 1 < count ? i + 1 : i + 1 - count);
    const double* const c = points.data() + 2 * (i + 2 < count ? i + 2 : i + 2 - count);
    const double one = (b[0] - a[0]) * (c[1] - b[1]), other = (b[1] - a[1]) * (c[0] - b[0]);
    const double least = std::max(1e-6 * (std::fabs(one) + std::fabs(other)), 1e-100);  // far from where products vanish or slopes overflow
    left += one - other > least;
    right += other - one > least;
    const double run = b[0] - a[0];
    if (run == 0) continue;
    returns += last != 0 && (run > 0) != (last > 0);
    last = run;
  }
  return (left == count || right == count) && returns <= 2;
}

inline std::vector<PolygonEdges> load_polygons(const PolygonRows& polygons, double scale) {
  std::vector<PolygonEdges> loaded(polygons.size());
  std::vector<double> points;
  std::vector<polygon_detail::OneEdge> edges;
  for (std::size_t k = 0; k < polygons.size(); ++k) {
    const auto begin = static_cast<std::ptrdiff_t>(polygons.offsets[k]), end = static_cast<std::ptrdiff_t>(polygons.offsets[k + 1]);
    points.assign(polygons.coordinates.begin() + 2 * begin, polygons.coordinates.begin() + 2 * end);
    for (double& value : points) value *= scale;
    load_polygon_edges(points, loaded[k], edges);
    loaded[k].plainly_convex = is_plainly_convex(points);
  }
  return loaded;
}

// Fills `out` [polygons.size()] with the area of each; -1 of one that crosses itself.
inline void areas_of_polygons(const PolygonRows& polygons, int threads, double* out) {
  parallel_ranges(polygons.size(), 2048, threads, [&](std::size_t first, std::size_t last) {
    PolygonEdges loaded;
    std::vector<polygon_detail::OneEdge> edges;
    for (std::size_t k = first; k < last; ++k) {
      keep_going(100);
      const auto begin = static_cast<std::size_t>(polygons.offsets[k]), end = static_cast<std::size_t>(polygons.offsets[k + 1]);
      const auto points = polygons.coordinates.subspan(2 * begin, 2 * (end - begin));
      if (is_plainly_convex(points)) {
        out[k] = std::fabs(polygon_detail::signed_area(points));
        continue;
      }
      load_polygon_edges(points, loaded, edges);
      out[k] = is_simple(loaded) ? loaded.area : -1.0;
    }
  });
}

// Row of the first polygon that crosses itself, or the number of polygons.
inline std::size_t first_crossing(std::span<const PolygonEdges> polygons) {
  return static_cast<std::size_t>(
      std::find_if(polygons.begin(), polygons.end(), [](const PolygonEdges& one) { return !one.plainly_convex && !is_simple(one); }) -
      polygons.begin());
}

inline double polygon_iou(const PolygonEdges& one, const PolygonEdges& other) {
  const double shared = shared_polygon_area(one, other);
  return shared > 0 ? std::min(shared / (one.area + other.area - shared), 1.0) : 0.0;
}

// Fills `out` [a.size(), b.size()]. At most `threads` threads, 0 for as many as there are; the bits do not depend on it.
inline void pairwise_polygon_overlap(std::span<const PolygonEdges> a, std::span<const PolygonEdges> b, int threads,
                                     double* out) {
  constexpr std::size_t kPolygonPairsForThreads = 20'000;
  // The boxes around, by column: most pairs are looked at no further.
  std::vector<double> x_min, y_min, x_max, y_max;
  for (const PolygonEdges& one : b) {
    x_min.push_back(one.x_min);
    y_min.push_back(one.y_min);
    x_max.push_back(one.x_max);
    y_max.push_back(one.y_max);
  }
  const std::size_t rows = 5'000 / std::max<std::size_t>(b.size(), 1) + 1;
  const int workers = a.size() * b.size() < kPolygonPairsForThreads ? 1 : threads;
  parallel_ranges(a.size(), rows, workers, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      keep_going(16 * b.size());
      const PolygonEdges& one = a[i];
      for (std::size_t j = 0; j < b.size(); ++j) {
        const int meets = int{one.x_min < x_max[j]} & int{x_min[j] < one.x_max} & int{one.y_min < y_max[j]} & int{y_min[j] < one.y_max};
        out[i * b.size() + j] = meets != 0 ? polygon_iou(one, b[j]) : 0.0;
      }
    }
  });
}

// Fills `out` [a.size()]; both sides have as many polygons.
inline void elementwise_polygon_overlap(std::span<const PolygonEdges> a, std::span<const PolygonEdges> b, int threads,
                                        double* out) {
  parallel_ranges(a.size(), 512, a.size() < 2048 ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      keep_going(2000);
      out[k] = polygon_iou(a[k], b[k]);
    }
  });
}

// Fills `out` [rows_a.size()] with the area that polygon rows_a[k] of `a` and rows_b[k] of `b` share.
inline void shared_areas_of_pairs(std::span<const PolygonEdges> a, std::span<const PolygonEdges> b,
                                  std::span<const std::int64_t> rows_a, std::span<const std::int64_t> rows_b, int threads,
                                  double* out) {
  parallel_ranges(rows_a.size(), 512, rows_a.size() < 2048 ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      keep_going(2000);
      const PolygonEdges& one = a[static_cast<std::size_t>(rows_a[k])];
      const PolygonEdges& other = b[static_cast<std::size_t>(rows_b[k])];
      out[k] = std::clamp(shared_polygon_area(one, other), 0.0, std::min(one.area, other.area));
    }
  });
}

}  // namespace truebox
