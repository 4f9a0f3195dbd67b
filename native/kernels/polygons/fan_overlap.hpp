// Intersection over union of two quadrilaterals, as the DOTA development kit rounds it: signed triangles from the origin
// to each edge, cut with one another. `polygons/intersection.hpp` is the exact one; this is for numbers that must equal
// the kit's where an overlap is a half.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace truebox {
namespace fan_detail {

inline constexpr double kNothing = 1e-8;  // what is no larger counts as 0: of products of lengths, and of distances
inline constexpr std::size_t kMostPoints = 24;  // three cuts of a triangle

struct Point {
  double x, y;
};

inline int sign_of(double value) { return (value > kNothing) - (value < -kNothing); }

inline double turn(Point from, Point a, Point b) {
  return (a.x - from.x) * (b.y - from.y) - (b.x - from.x) * (a.y - from.y);
}

inline bool same_place(Point a, Point b) { return sign_of(a.x - b.x) == 0 && sign_of(a.y - b.y) == 0; }

struct Outline {
  std::array<Point, kMostPoints> points;
  std::size_t count = 0;

  void add(Point point) {
    if (count < kMostPoints) points[count++] = point;
  }
  Point at(std::size_t i) const { return points[i == count ? 0 : i]; }
  double area() const {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Point here = points[i], next = at(i + 1);
      sum += here.x * next.y - here.y * next.x;
    }
    return sum / 2.0;
  }
};

// What of the outline lies to the left of the line from a to b.
inline void cut(Outline& outline, Point a, Point b) {
  Outline kept;
  for (std::size_t i = 0; i < outline.count; ++i) {
    const Point here = outline.at(i), next = outline.at(i + 1);
    const double at_here = turn(a, b, here), at_next = turn(a, b, next);
    const int side = sign_of(at_here), next_side = sign_of(at_next);
    if (side > 0) kept.add(here);
    if (side == next_side || sign_of(at_next - at_here) == 0) continue;
    kept.add({(here.x * at_next - next.x * at_here) / (at_next - at_here),
              (here.y * at_next - next.y * at_here) / (at_next - at_here)});
  }
  outline.count = 0;
  for (std::size_t i = 0; i < kept.count; ++i) {
    if (i == 0 || !same_place(kept.points[i], kept.points[i - 1])) outline.add(kept.points[i]);
  }
  while (outline.count > 1 && same_place(outline.points[outline.count - 1], outline.points[0])) --outline.count;
}

// Signed area that the triangles (origin, a, b) and (origin, c, d) share.
inline double shared_triangles(Point a, Point b, Point c, Point d) {
  const Point origin{0, 0};
  const int one = sign_of(turn(origin, a, b)), other = sign_of(turn(origin, c, d));
  if (one == 0 || other == 0) return 0.0;
  if (one < 0) std::swap(a, b);
  if (other < 0) std::swap(c, d);
  Outline left;
  left.add(origin);
  left.add(a);
  left.add(b);
  cut(left, origin, c);
  cut(left, c, d);
  cut(left, d, origin);
  const double area = std::fabs(left.area());
  return one * other < 0 ? -area : area;
}

inline Outline quadrilateral(const double* corners) {
  Outline outline;
  for (std::size_t i = 0; i < 4; ++i) outline.add({corners[2 * i], corners[2 * i + 1]});
  if (outline.area() < 0) std::reverse(outline.points.begin(), outline.points.begin() + 4);
  return outline;
}

}  // namespace fan_detail

// `one` and `other` are the x, y of four corners each; NaN where neither has an area.
inline double fan_overlap(const double* one, const double* other) {
  using namespace fan_detail;
  const Outline a = quadrilateral(one), b = quadrilateral(other);
  double shared = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) shared += shared_triangles(a.at(i), a.at(i + 1), b.at(j), b.at(j + 1));
  }
  return shared / (std::fabs(a.area()) + std::fabs(b.area()) - shared);
}

}  // namespace truebox
