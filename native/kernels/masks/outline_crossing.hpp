// Whether an outline crosses itself, and whether an object has the same outline twice.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"

namespace truebox {

// Longer outlines are not looked at: the pairs of edges grow with the square.
inline constexpr std::size_t kMostEdges = 256;
// With how many outlines of its object each is compared.
inline constexpr std::size_t kMostOutlines = 64;

// The boxes around the edges of one outline.
struct EdgeBoxes {
  std::vector<double> left, top, right, bottom;

  void fill(std::span<const double> xy) {
    const std::size_t count = xy.size() / 2;
    for (auto* column : {&left, &top, &right, &bottom}) column->resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = i + 1 == count ? 0 : i + 1;
      left[i] = std::min(xy[2 * i], xy[2 * next]);
      right[i] = std::max(xy[2 * i], xy[2 * next]);
      top[i] = std::min(xy[2 * i + 1], xy[2 * next + 1]);
      bottom[i] = std::max(xy[2 * i + 1], xy[2 * next + 1]);
    }
  }
};

namespace crossing_detail {

// How many of the boxes from `first` on share a point of their inside, or of a flat side, with box `i`.
TRUEBOX_CLONES static inline std::size_t count_near(const double* left, const double* top, const double* right,
                                                    const double* bottom, std::size_t i, std::size_t first,
                                                    std::size_t count) {
  const double l = left[i], t = top[i], r = right[i], b = bottom[i];
  std::size_t near = 0;
  for (std::size_t j = first; j < count; ++j) {
    near += static_cast<std::size_t>((left[j] < r) & (right[j] > l) & (top[j] < b) & (bottom[j] > t));
  }
  return near;
}

// On which side of the line from a to b the point c lies; 0 where rounding could decide (Shewchuk 1997).
inline int side_of(const double* a, const double* b, const double* c) {
  const double one = (b[0] - a[0]) * (c[1] - a[1]), other = (b[1] - a[1]) * (c[0] - a[0]);
  const double turn = one - other;
  const double doubt = 3.3306690738754716e-16 * (std::fabs(one) + std::fabs(other));
  return turn > doubt ? 1 : turn < -doubt ? -1 : 0;
}

inline bool edges_cross(const double* a, const double* b, const double* c, const double* d) {
  return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
}

}  // namespace crossing_detail

// Whether two edges cross at a point inside both; edges that only touch do not.
inline bool outline_crosses(std::span<const double> xy, EdgeBoxes& boxes) {
  const std::size_t count = xy.size() / 2;
  if (count < 4 || count > kMostEdges) return false;
  boxes.fill(xy);
  const auto corner = [&](std::size_t i) { return xy.data() + 2 * (i == count ? 0 : i); };
  for (std::size_t i = 0; i + 2 < count; ++i) {
    if (crossing_detail::count_near(boxes.left.data(), boxes.top.data(), boxes.right.data(), boxes.bottom.data(), i,
                                    i + 2, count) == 0) {
      continue;
    }
    for (std::size_t j = i + 2; j < count; ++j) {
      if (crossing_detail::edges_cross(corner(i), corner(i + 1), corner(j), corner(j + 1))) return true;
    }
  }
  return false;
}

// `parts` says where each outline of an object begins and ends in `numbers`.
inline bool outlines_cross_or_repeat(std::span<const double> numbers, std::span<const std::int64_t> parts,
                                     EdgeBoxes& boxes) {
  const auto outline = [&](std::size_t i) {
    const auto begin = static_cast<std::size_t>(parts[i]);
    return numbers.subspan(begin, static_cast<std::size_t>(parts[i + 1]) - begin);
  };
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (outline_crosses(outline(i), boxes)) return true;
    for (std::size_t j = i > kMostOutlines ? i - kMostOutlines : 0; j < i; ++j) {
      if (std::ranges::equal(outline(i), outline(j))) return true;
    }
  }
  return false;
}

}  // namespace truebox
