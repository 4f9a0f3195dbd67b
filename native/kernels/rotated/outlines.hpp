// Rotated boxes alone, each by itself: corners, upright boxes around, angles in a range, the box around four corners.
//
// Sines, cosines and arc tangents come from and go to the caller, whose library has its own. Rows are cx, cy, width, height,
// angle.
#pragma once

#include <cmath>
#include <cstddef>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"

namespace truebox {

// The four corners [count, 4, 2] of boxes turned by angles whose cosines and sines are given.
template <class Real>
TRUEBOX_INLINE void write_corners(const Real* TRUEBOX_RESTRICT boxes, const Real* TRUEBOX_RESTRICT cos,
                                  const Real* TRUEBOX_RESTRICT sin, std::size_t count, Real* TRUEBOX_RESTRICT out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Real* const box = boxes + 5 * i;
    const Real along_x = box[2] * cos[i] / 2, along_y = box[2] * sin[i] / 2;
    const Real across_x = -box[3] * sin[i] / 2, across_y = box[3] * cos[i] / 2;
    Real* const to = out + 8 * i;
    to[0] = (-along_x + -across_x) + box[0];
    to[1] = (-along_y + -across_y) + box[1];
    to[2] = (along_x + -across_x) + box[0];
    to[3] = (along_y + -across_y) + box[1];
    to[4] = (along_x + across_x) + box[0];
    to[5] = (along_y + across_y) + box[1];
    to[6] = (-along_x + across_x) + box[0];
    to[7] = (-along_y + across_y) + box[1];
  }
}

// The upright boxes around, corners [count, 4].
template <class Real>
TRUEBOX_INLINE void write_enclosing(const Real* TRUEBOX_RESTRICT boxes, const Real* TRUEBOX_RESTRICT cos,
                                    const Real* TRUEBOX_RESTRICT sin, std::size_t count, Real* TRUEBOX_RESTRICT out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Real* const box = boxes + 5 * i;
    const Real c = std::fabs(cos[i]), s = std::fabs(sin[i]);
    const Real wide = (box[2] * c + box[3] * s) / 2, high = (box[2] * s + box[3] * c) / 2;
    out[4 * i] = box[0] - wide;
    out[4 * i + 1] = box[1] - high;
    out[4 * i + 2] = box[0] + wide;
    out[4 * i + 3] = box[1] + high;
  }
}

// The ranges that an angle can be written in, as many quarter turns wide.
enum class AngleRange { quarter = 1, half = 2, full = 4 };

template <class Real>
struct WrittenAngle {
  Real angle;
  bool swapped;  // sides
};

// The same box within the range; a quarter turn is `quarter`.
template <AngleRange range, class Real>
TRUEBOX_INLINE WrittenAngle<Real> written_within(Real width, Real height, Real angle, double quarter) {
  const double wide = quarter * static_cast<int>(range);
  const auto turn = static_cast<Real>(wide), low = static_cast<Real>(range == AngleRange::quarter ? 0.0 : -wide / 2);
  bool swapped = false;
  if constexpr (range == AngleRange::half) {
    swapped = height > width;
    angle = swapped ? angle + static_cast<Real>(quarter) : angle;
  }
  Real times = std::floor((angle - low) / turn);
  // Just below the range, rounding ends on its upper end: that is one turn more, and the lower end.
  times = (angle - turn * times) - low >= turn ? times + 1 : times;
  angle = angle - turn * times;
  angle = angle + (angle < low ? low - angle : 0 * angle);
  if constexpr (range == AngleRange::quarter) swapped = times - 2 * std::floor(times / 2) > Real(0.5);
  return {angle, swapped};
}

template <AngleRange range, class Real>
TRUEBOX_INLINE void write_within(const Real* TRUEBOX_RESTRICT boxes, std::size_t count, double quarter,
                                 Real* TRUEBOX_RESTRICT out) {
  for (std::size_t i = 0; i < 5 * count; i += 5) {
    const auto [angle, swapped] = written_within<range>(boxes[i + 2], boxes[i + 3], boxes[i + 4], quarter);
    out[i] = boxes[i];
    out[i + 1] = boxes[i + 1];
    out[i + 2] = swapped ? boxes[i + 3] : boxes[i + 2];
    out[i + 3] = swapped ? boxes[i + 2] : boxes[i + 3];
    out[i + 4] = angle;
  }
}

// An extent around `middle` brought into [0, most], as a middle and a side; what lies inside keeps its bits.
template <class Real>
TRUEBOX_INLINE void cut_extent(Real& middle, Real& side, Real most) {
  const Real from = middle - side / 2, to = middle + side / 2;
  const Real raised = from > 0 ? from : Real(0), up = to > 0 ? to : Real(0);
  const Real low = raised < most ? raised : most, high = up < most ? up : most;
  const bool moved = std::fabs(low - from) + std::fabs(high - to) > 0;
  middle = moved ? (low + high) / 2 : middle;
  side = moved ? high - low : side;
}

// Boxes turned by no more than `within` cut at the border of the image, all others as they are.
template <class Real>
TRUEBOX_INLINE void write_cut(const Real* TRUEBOX_RESTRICT boxes, std::size_t count, double quarter, Real within, Real width,
                              Real height, Real* TRUEBOX_RESTRICT out) {
  for (std::size_t i = 0; i < 5 * count; i += 5) {
    Real box[5] = {boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3], boxes[i + 4]};
    if (std::fabs(written_within<AngleRange::full>(box[2], box[3], box[4], quarter).angle) <= within) {
      cut_extent(box[0], box[2], width);
      cut_extent(box[1], box[3], height);
    }
    for (std::size_t k = 0; k < 5; ++k) out[i + k] = box[k];
  }
}

// A rectangle around four points: where its middle is, its sides, and the direction of its width.
struct RectangleAround {
  double x, y, width, height, cos, sin;
};

namespace rotated_detail {

// Edges first: of a rectangle the first edge is its width.
inline constexpr int kWays[6][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}};

TRUEBOX_INLINE RectangleAround around_along(const double (&x)[4], const double (&y)[4], double along_x, double along_y) {
  const double length = std::hypot(along_x, along_y);
  const bool none = length == 0;
  const double divisor = none ? 1.0 : length;
  const double cos = none ? 1.0 : along_x / divisor, sin = along_y / divisor;
  double low_u = 0, high_u = 0, low_v = 0, high_v = 0;
  for (int k = 0; k < 4; ++k) {
    const double u = x[k] * cos + y[k] * sin, v = y[k] * cos - x[k] * sin;
    low_u = k == 0 || u < low_u ? u : low_u;
    high_u = k == 0 || u > high_u ? u : high_u;
    low_v = k == 0 || v < low_v ? v : low_v;
    high_v = k == 0 || v > high_v ? v : high_v;
  }
  const double middle_u = (high_u + low_u) / 2, middle_v = (high_v + low_v) / 2;
  return {middle_u * cos - middle_v * sin, middle_u * sin + middle_v * cos, high_u - low_u, high_v - low_v, cos, sin};
}

}  // namespace rotated_detail

// The smallest rectangle around four points x, y, x, y, ...: it has a side along an edge of their convex outline, so six
// directions are tried.
template <class Real>
TRUEBOX_INLINE RectangleAround smallest_around(const Real* corners) {
  using namespace rotated_detail;
  const double from_x = corners[0], from_y = corners[1];
  double x[4], y[4];
  for (int k = 0; k < 4; ++k) {
    x[k] = corners[2 * k] - from_x;
    y[k] = corners[2 * k + 1] - from_y;
  }
  RectangleAround best{};
  double smallest = 0;
  for (int way = 0; way < 6; ++way) {
    const int start = kWays[way][0], end = kWays[way][1];
    const RectangleAround found = around_along(x, y, x[end] - x[start], y[end] - y[start]);
    const double area = found.width * found.height;
    // By more than rounding, so that a rectangle keeps its first edge.
    if (way > 0 && !(area < smallest * (1 - 1e-9))) continue;
    best = found;
    smallest = area;
  }
  best.x = best.x + from_x;
  best.y = best.y + from_y;
  return best;
}

}  // namespace truebox
