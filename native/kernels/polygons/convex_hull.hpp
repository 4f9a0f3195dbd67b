// The convex outline of points by two chains (A. M. Andrew, Information Processing Letters 9, 1979).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace truebox {

using PlanePoint = std::pair<double, double>;

namespace hull_detail {

inline void add_chain(std::span<const PlanePoint> points, bool backwards, std::vector<PlanePoint>& out) {
  const std::size_t first = out.size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [x, y] = points[backwards ? points.size() - 1 - i : i];
    while (out.size() > first + 1) {
      const auto [x1, y1] = out[out.size() - 2];
      const auto [x2, y2] = out.back();
      if ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0) break;
      out.pop_back();
    }
    out.emplace_back(x, y);
  }
  out.pop_back();  // where the other chain begins
}

}  // namespace hull_detail

// The corners in order from the leftmost on; `points`, all finite, are sorted. Points on an edge are left out; of
// points on one line the two ends are left.
inline std::vector<PlanePoint> convex_hull(std::vector<PlanePoint>& points) {
  std::stable_sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<PlanePoint> hull;
  hull.reserve(points.size() + 1);
  hull_detail::add_chain(points, false, hull);
  hull_detail::add_chain(points, true, hull);
  return hull;
}

}  // namespace truebox
