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

namespace hull_detail {

// So few that each is put in its place without memory for the order.
inline constexpr std::size_t kFewPoints = 32;

inline void sort_points(std::vector<PlanePoint>& points) {
  if (points.size() > kFewPoints) {
    std::stable_sort(points.begin(), points.end());
    return;
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    const PlanePoint point = points[i];
    std::size_t k = i;
    for (; k > 0 && point < points[k - 1]; --k) points[k] = points[k - 1];
    points[k] = point;
  }
}

}  // namespace hull_detail

// The corners in order from the leftmost on; `points`, all finite, are sorted. Points on an edge are left out; of
// points on one line the two ends are left. `hull` keeps its memory.
inline void find_convex_hull(std::vector<PlanePoint>& points, std::vector<PlanePoint>& hull) {
  hull_detail::sort_points(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  hull.clear();
  hull.reserve(points.size() + 1);
  if (points.size() < 3) {
    hull.assign(points.begin(), points.end());
    return;
  }
  hull_detail::add_chain(points, false, hull);
  hull_detail::add_chain(points, true, hull);
}

inline std::vector<PlanePoint> convex_hull(std::vector<PlanePoint>& points) {
  std::vector<PlanePoint> hull;
  find_convex_hull(points, hull);
  return hull;
}

}  // namespace truebox
