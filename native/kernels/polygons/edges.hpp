// A polygon as the edges that bound it above and below: what its vertical sections depend on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "ground/two_double.hpp"

namespace truebox {

// Edges from left to right, by column, sorted by their left end; vertical ones bound nothing and are left out.
// sign: +1 for an edge with the inside below it, -1 with the inside above it.
struct PolygonEdges {
  std::vector<double> left, right, y_left, y_right, slope, sign;
  double widest = 0;
  double x_min = 0, y_min = 0, x_max = 0, y_max = 0;
  double area = 0;
  bool plainly_convex = false;  // where that is known: such an outline does not cross itself

  std::size_t size() const { return left.size(); }
};

namespace polygon_detail {

// Signed area around the first corner: positive where the corners turn the x axis toward the y axis.
inline double signed_area(std::span<const double> points) {
  TwoDouble twice;
  const std::size_t count = points.size() / 2;
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const auto from_first = [&](std::size_t k, std::size_t axis) {
      return TwoDouble(points[2 * k + axis]) - TwoDouble(points[axis]);
    };
    twice = twice + (from_first(i, 0) * from_first(i + 1, 1) - from_first(i + 1, 0) * from_first(i, 1));
  }
  return to_double(twice) * 0.5;
}

struct OneEdge {
  double left, right, y_left, y_right, sign;
};

}  // namespace polygon_detail

// `points` is x, y, x, y, ...: three points or more, finite. `to` keeps its memory, and `edges` are scratch.
inline void load_polygon_edges(std::span<const double> points, PolygonEdges& to,
                               std::vector<polygon_detail::OneEdge>& edges) {
  using polygon_detail::OneEdge;
  for (auto* column : {&to.left, &to.right, &to.y_left, &to.y_right, &to.slope, &to.sign}) column->clear();
  to.widest = 0;
  to.plainly_convex = false;
  edges.clear();
  const double area = polygon_detail::signed_area(points);
  const double turn = area < 0 ? -1.0 : 1.0;
  to.area = std::fabs(area);
  to.x_min = to.x_max = points[0];
  to.y_min = to.y_max = points[1];
  const std::size_t count = points.size() / 2;
  edges.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = i + 1 == count ? 0 : i + 1;
    const double x0 = points[2 * i], y0 = points[2 * i + 1], x1 = points[2 * j], y1 = points[2 * j + 1];
    to.x_min = std::min(to.x_min, x0);
    to.x_max = std::max(to.x_max, x0);
    to.y_min = std::min(to.y_min, y0);
    to.y_max = std::max(to.y_max, y0);
    if (x0 < x1) edges.push_back({x0, x1, y0, y1, -turn});
    if (x1 < x0) edges.push_back({x1, x0, y1, y0, turn});
  }
  // A full order, so that equal outlines become equal columns from whatever corner they begin.
  std::sort(edges.begin(), edges.end(), [](const OneEdge& a, const OneEdge& b) {
    return std::tie(a.left, a.right, a.y_left, a.y_right, a.sign) < std::tie(b.left, b.right, b.y_left, b.y_right, b.sign);
  });
  for (auto* column : {&to.left, &to.right, &to.y_left, &to.y_right, &to.slope, &to.sign}) column->reserve(edges.size());
  for (const OneEdge& edge : edges) {
    const double run = edge.right - edge.left, rise = edge.y_right - edge.y_left;
    to.left.push_back(edge.left);
    to.right.push_back(edge.right);
    to.y_left.push_back(edge.y_left);
    to.y_right.push_back(edge.y_right);
    // An edge this steep covers no x: its slope never counts, but must stay finite.
    to.slope.push_back(run <= 1e-100 * std::fabs(rise) ? 0.0 : rise / run);
    to.sign.push_back(edge.sign);
    to.widest = std::max(to.widest, run);
  }
}

inline PolygonEdges polygon_edges(std::span<const double> points) {
  PolygonEdges to;
  std::vector<polygon_detail::OneEdge> edges;
  load_polygon_edges(points, to, edges);
  return to;
}

}  // namespace truebox
