// Area that two rotated rectangles share, without any decision about where their edges cross.
//
// In the frame of the smaller box, which is then |x| <= a, |y| <= b, the area of a polygon inside it is
//   - sum over the polygon's edges of the integral of clamp(y(x), -b, b) dx, x clamped to [-a, a]
// (Green's theorem on the vertical sections). Every edge contributes a continuous function of its two ends, so a
// rounding error moves the result by a rounding error, whatever touches or coincides. Clipping and hull algorithms
// decide "inside" first, and lose or double a whole area when a rounding error decides differently for two edges.
#pragma once

#include <cmath>
#include <cstddef>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"

namespace truebox {

// One rectangle: centre, half extents, direction of its width, area.
struct Rectangle {
  double x, y, half_width, half_height, cos, sin, area;
};

// Columns of rectangles, to be read from one place on.
struct RectangleColumns {
  const double* x;
  const double* y;
  const double* half_width;
  const double* half_height;
  const double* cos;
  const double* sin;
  const double* area;
};

// Below this share of the smaller area an intersection is the rounding of boxes that touch or are apart.
inline constexpr double kTouching = 1e-13;

namespace rotated_detail {

TRUEBOX_INLINE double clamped(double value, double limit) {
  const double low = value < -limit ? -limit : value;
  return low > limit ? limit : low;
}

// Twice the integral of clamp(y, -b, b) over the part of the edge with |x| <= a, signed by its direction.
TRUEBOX_INLINE double band_integral(double x0, double y0, double x1, double y1, double slope, double a, double b) {
  const double left = clamped(x0, a), right = clamped(x1, a);
  const double u0 = y0 + slope * (left - x0);
  const double u1 = y1 + slope * (right - x1);
  const double t0 = clamped(u0, b), t1 = clamped(u1, b);
  const double rise = u1 - u0;
  // Share of the way that runs inside the band.
  const double inside = rise != 0 ? (t1 - t0) / (rise != 0 ? rise : 1.0) : 0.0;
  return (right - left) * ((t0 + t1) + ((u0 + u1) - (t0 + t1)) * inside);
}

TRUEBOX_INLINE double slope_of(double run, double rise) {
  // An edge this steep covers no x: its slope never counts, but must stay finite.
  const bool steep = std::fabs(run) <= 1e-100 * std::fabs(rise);
  return steep ? 0.0 : rise / (steep ? 1.0 : run);
}

// 1 where the frame of `b` is taken. Smaller area first; between equal areas any rule that does not depend on the order
// of the arguments keeps the result symmetric to the last bit.
TRUEBOX_INLINE bool takes_second(const Rectangle& a, const Rectangle& b) {
  const double by_area = a.area - b.area, by_x = a.x - b.x, by_y = a.y - b.y;
  const double by_width = a.half_width - b.half_width, by_sin = a.sin - b.sin, by_cos = a.cos - b.cos;
  double key = by_sin != 0 ? by_sin : by_cos;
  key = by_width != 0 ? by_width : key;
  key = by_y != 0 ? by_y : key;
  key = by_x != 0 ? by_x : key;
  key = by_area != 0 ? by_area : key;
  return key > 0;
}

}  // namespace rotated_detail

TRUEBOX_INLINE double shared_rectangle_area(const Rectangle& one, const Rectangle& two) {
  using namespace rotated_detail;
  const bool second = takes_second(one, two);
  const double a = second ? two.half_width : one.half_width, b = second ? two.half_height : one.half_height;
  const double frame_cos = second ? two.cos : one.cos, frame_sin = second ? two.sin : one.sin;
  const double other_cos = second ? one.cos : two.cos, other_sin = second ? one.sin : two.sin;
  const double width = second ? one.half_width : two.half_width, height = second ? one.half_height : two.half_height;
  const double smaller = second ? two.area : one.area;
  const double away_x = second ? one.x - two.x : two.x - one.x, away_y = second ? one.y - two.y : two.y - one.y;

  // The other box in this frame. Parallel and perpendicular boxes are exactly so, and a box on itself gives 1.
  const double x = away_x * frame_cos + away_y * frame_sin, y = away_y * frame_cos - away_x * frame_sin;
  const double turned_sin = frame_cos * other_sin - frame_sin * other_cos;
  const double turned_cos = frame_cos * other_cos + frame_sin * other_sin;
  const double c = turned_sin == 0 ? (turned_cos < 0 ? -1.0 : 1.0) : turned_cos;
  const double s = turned_cos == 0 ? (turned_sin < 0 ? -1.0 : 1.0) : turned_sin;
  const double ux = width * c, uy = width * s, vx = -height * s, vy = height * c;
  const double x0 = x - ux - vx, y0 = y - uy - vy, x1 = x + ux - vx, y1 = y + uy - vy;
  const double x2 = x + ux + vx, y2 = y + uy + vy, x3 = x - ux + vx, y3 = y - uy + vy;
  const double along = slope_of(ux, uy), across = slope_of(vx, vy);
  const double twice = band_integral(x0, y0, x1, y1, along, a, b) + band_integral(x2, y2, x3, y3, along, a, b) +
                       (band_integral(x1, y1, x2, y2, across, a, b) + band_integral(x3, y3, x0, y0, across, a, b));
  const double shared = -0.5 * twice;
  const double bounded = shared < smaller ? shared : smaller;
  return bounded > kTouching * smaller ? bounded : 0.0;
}

TRUEBOX_INLINE Rectangle rectangle_at(const RectangleColumns& from, std::size_t k) {
  return {from.x[k], from.y[k], from.half_width[k], from.half_height[k], from.cos[k], from.sin[k], from.area[k]};
}

// Shared areas of one rectangle with each of `count` others.
TRUEBOX_CLONES inline void shared_areas_of_one(const Rectangle& one, const RectangleColumns& others, std::size_t count,
                                               double* TRUEBOX_RESTRICT out) {
  const Rectangle box = one;
  for (std::size_t k = 0; k < count; ++k) out[k] = shared_rectangle_area(box, rectangle_at(others, k));
}

// Shared areas of `count` pairs.
TRUEBOX_CLONES inline void shared_areas_of_pairs(const RectangleColumns& a, const RectangleColumns& b, std::size_t count,
                                                 double* TRUEBOX_RESTRICT out) {
  for (std::size_t k = 0; k < count; ++k) out[k] = shared_rectangle_area(rectangle_at(a, k), rectangle_at(b, k));
}

}  // namespace truebox
