// Share of rotated boxes that others cover, and IoU less what the convex hull adds, as `truebox.formulas.rotated_ioa` and
// `rotated_giou` compute them: the same roundings in the same order.
#pragma once

#include <cmath>
#include <cstddef>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "rotated/turned_pairs.hpp"

namespace truebox {
namespace covered_detail {

// Lanes that are computed together.
inline constexpr std::size_t kLanes = 16;

// Of two zeros the second, as NumPy's.
TRUEBOX_INLINE double larger(double one, double other) { return one > other ? one : other; }
TRUEBOX_INLINE double smaller(double one, double other) { return one < other ? one : other; }
TRUEBOX_INLINE double clipped(double value, double limit) { return smaller(larger(value, -limit), limit); }

struct Place {
  double x, y;
};

TRUEBOX_INLINE double slope_of(double run, double rise) {
  const bool steep = std::fabs(run) <= 1e-15 * std::fabs(rise);
  return steep ? 0.0 : rise / (steep ? 1.0 : run);
}

TRUEBOX_INLINE double band(Place start, Place end, double slope, double wide, double high) {
  const double left = clipped(start.x, wide), right = clipped(end.x, wide);
  const double y_left = start.y + slope * (left - start.x), y_right = end.y + slope * (right - end.x);
  const double low = clipped(y_left, high), top = clipped(y_right, high);
  const double rise = y_right - y_left;
  const bool level = std::fabs(rise) <= 1e-15 * (wide + high + std::fabs(y_left) + std::fabs(y_right));
  const double inside = level ? 0.0 : (top - low) / (level ? 1.0 : rise);
  return (right - left) * ((low + top) + ((y_left + y_right) - (low + top)) * inside);
}

struct Areas {
  double one, other, shared;
};

// `cos` and `sin` are of the angle between the boxes.
TRUEBOX_INLINE Areas areas_of(const PairSide& a, const PairSide& b, const double* cos, const double* sin, std::size_t k) {
  const double away_x = b.x[k] - a.x[k], away_y = b.y[k] - a.y[k];
  const double x = away_x * a.cos[k] + away_y * a.sin[k], y = away_y * a.cos[k] - away_x * a.sin[k];
  const double wide = a.width[k] / 2, high = a.height[k] / 2;
  const double ux = b.width[k] / 2 * cos[k], uy = b.width[k] / 2 * sin[k];
  const double vx = -b.height[k] / 2 * sin[k], vy = b.height[k] / 2 * cos[k];
  const Place first{x - ux - vx, y - uy - vy}, second{x + ux - vx, y + uy - vy};
  const Place third{x + ux + vx, y + uy + vy}, fourth{x - ux + vx, y - uy + vy};
  const double along = slope_of(ux, uy), across = slope_of(vx, vy);
  const double twice = band(first, second, along, wide, high) + band(third, fourth, along, wide, high) +
                       band(second, third, across, wide, high) + band(fourth, first, across, wide, high);
  const double one = a.width[k] * a.height[k], other = b.width[k] * b.height[k];
  return {one, other, smaller(larger(-twice / 2, 0.0), smaller(one, other))};
}

TRUEBOX_INLINE double quotient(double part, double whole) { return part / (whole > 0 ? whole : 1.0); }

// Eight corners of as many pairs as there are lanes, seen from the centre of the first box.
template <std::size_t lanes>
struct Corners {
  double x[8][lanes], y[8][lanes], none[lanes];
};

template <std::size_t lanes>
TRUEBOX_INLINE void put_corners(const PairSide& side, std::size_t begin, const double* away_x, const double* away_y, std::size_t first,
                                Corners<lanes>& to) {
  constexpr double kOrder[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (std::size_t corner = 0; corner < 4; ++corner) {
    const double u = kOrder[corner][0], v = kOrder[corner][1];
    for (std::size_t l = 0; l < lanes; ++l) {
      const std::size_t k = begin + l;
      const double along_x = side.width[k] * side.cos[k] / 2, along_y = side.width[k] * side.sin[k] / 2;
      const double across_x = -side.height[k] * side.sin[k] / 2, across_y = side.height[k] * side.cos[k] / 2;
      to.x[first + corner][l] = away_x[l] + u * along_x + v * across_x;
      to.y[first + corner][l] = away_y[l] + u * along_y + v * across_y;
    }
  }
}

// Comparisons that sort eight numbers (Batcher's odd-even merge).
inline constexpr std::size_t kSorting[19][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {1, 2}, {5, 6},
                                                {0, 4}, {1, 5}, {2, 6}, {3, 7}, {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};

// Lines between two corners each.
template <std::size_t lanes>
struct Lines {
  static constexpr std::size_t kCount = 28;
  double start[kCount][lanes], height[kCount][lanes], rise[kCount][lanes], run[kCount][lanes];
};

template <std::size_t lanes>
TRUEBOX_INLINE void hulls(const Corners<lanes>& corners, double* TRUEBOX_RESTRICT out) {
  double ordered[8][lanes], bottom[lanes], top[lanes];
  for (std::size_t c = 0; c < 8; ++c) {
    for (std::size_t l = 0; l < lanes; ++l) ordered[c][l] = corners.x[c][l];
  }
  for (const auto& [low, high] : kSorting) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const double one = ordered[low][l], other = ordered[high][l];
      ordered[low][l] = smaller(one, other);
      ordered[high][l] = larger(one, other);
    }
  }
  for (std::size_t l = 0; l < lanes; ++l) bottom[l] = top[l] = corners.y[0][l];
  for (std::size_t c = 1; c < 8; ++c) {
    for (std::size_t l = 0; l < lanes; ++l) {
      bottom[l] = smaller(bottom[l], corners.y[c][l]);
      top[l] = larger(top[l], corners.y[c][l]);
    }
  }
  Lines<lanes> lines;
  std::size_t line = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = i + 1; j < 8; ++j, ++line) {
      for (std::size_t l = 0; l < lanes; ++l) {
        lines.start[line][l] = corners.x[i][l];
        lines.height[line][l] = corners.y[i][l];
        lines.rise[line][l] = corners.y[j][l] - corners.y[i][l];
        lines.run[line][l] = corners.x[j][l] - corners.x[i][l];
      }
    }
  }
  double heights[8][lanes];
  for (std::size_t at = 0; at < 8; ++at) {
    double upper[lanes], lower[lanes];
    for (std::size_t l = 0; l < lanes; ++l) {
      upper[l] = bottom[l];
      lower[l] = top[l];
    }
    for (line = 0; line < Lines<lanes>::kCount; ++line) {
      for (std::size_t l = 0; l < lanes; ++l) {
        const double run = lines.run[line][l];
        const bool runs = std::fabs(run) > 0;
        const double along = (ordered[at][l] - lines.start[line][l]) / (runs ? run : 1.0);
        const double share = runs ? along : -1.0;
        const bool within = share * (1 - share) >= 0;
        const double y = lines.height[line][l] + share * lines.rise[line][l];
        const double up = larger(upper[l], y), down = smaller(lower[l], y);
        upper[l] = within ? up : upper[l];
        lower[l] = within ? down : lower[l];
      }
    }
    for (std::size_t l = 0; l < lanes; ++l) heights[at][l] = upper[l] - lower[l];
  }
  for (std::size_t l = 0; l < lanes; ++l) out[l] = corners.none[l];
  for (std::size_t k = 0; k < 7; ++k) {
    for (std::size_t l = 0; l < lanes; ++l) {
      out[l] = out[l] + (ordered[k + 1][l] - ordered[k][l]) * (heights[k][l] + heights[k + 1][l]) / 2;
    }
  }
}

template <std::size_t lanes>
TRUEBOX_INLINE void giou_lanes(const PairSide& a, const PairSide& b, const double* cos, const double* sin, std::size_t begin, double* out) {
  Corners<lanes> corners;
  double away_x[lanes], away_y[lanes], hull[lanes];
  for (std::size_t l = 0; l < lanes; ++l) {
    away_x[l] = b.x[begin + l] - a.x[begin + l];
    away_y[l] = b.y[begin + l] - a.y[begin + l];
    corners.none[l] = 0 * (away_x[l] + away_y[l]);
  }
  put_corners(a, begin, corners.none, corners.none, 0, corners);
  put_corners(b, begin, away_x, away_y, 4, corners);
  hulls(corners, hull);
  for (std::size_t l = 0; l < lanes; ++l) {
    const Areas areas = areas_of(a, b, cos, sin, begin + l);
    const double whole = areas.one + areas.other - areas.shared;
    const double around = larger(hull[l], whole);
    out[begin + l] = quotient(areas.shared, whole) - quotient(around - whole, around);
  }
}

TRUEBOX_CLONES inline void giou_of_some(const PairSide& a, const PairSide& b, const double* cos, const double* sin, std::size_t begin,
                                        std::size_t end, double* out) {
  std::size_t k = begin;
  for (; k + kLanes <= end; k += kLanes) giou_lanes<kLanes>(a, b, cos, sin, k, out);
  for (; k < end; ++k) giou_lanes<1>(a, b, cos, sin, k, out);
}

TRUEBOX_CLONES inline void ioa_of_some(const PairSide& a, const PairSide& b, const double* cos, const double* sin, std::size_t count,
                                       double* TRUEBOX_RESTRICT out) {
  for (std::size_t k = 0; k < count; ++k) {
    const Areas areas = areas_of(a, b, cos, sin, k);
    out[k] = quotient(areas.shared, areas.one + 0 * areas.shared);
  }
}

// Cosines and sines of the angles between the boxes.
template <class Math>
void turns_between(const PairSide& from, const PairSide& to, std::size_t count, const Math& math, double* cos, double* sin) {
  double turn[kPairBlock];
  for (std::size_t k = 0; k < count; ++k) turn[k] = to.angle[k] - from.angle[k];
  math.cos(turn, cos, count);
  math.sin(turn, sin, count);
}

}  // namespace covered_detail

struct RotatedCover {
  template <class Math>
  static void measure(const PairSide& a, const PairSide& b, std::size_t count, const Math& math, double* out) {
    double cos[kPairBlock], sin[kPairBlock];
    covered_detail::turns_between(a, b, count, math, cos, sin);
    covered_detail::ioa_of_some(a, b, cos, sin, count, out);
  }
};

struct RotatedGeneralized {
  template <class Math>
  static void measure(const PairSide& a, const PairSide& b, std::size_t count, const Math& math, double* out) {
    double cos[kPairBlock], sin[kPairBlock];
    covered_detail::turns_between(a, b, count, math, cos, sin);
    covered_detail::giou_of_some(a, b, cos, sin, 0, count, out);
  }
};

}  // namespace truebox
