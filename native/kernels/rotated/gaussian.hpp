// ProbIoU of boxes given by their corners, with the additions to its sums by which Ultralytics guards them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace truebox {

// The normal distribution that stands for a box: its centre and covariance.
struct BoxGaussian {
  double x = 0, y = 0;
  double xx = 0, yy = 0, xy = 0;
};

namespace gaussian_detail {

struct Corner {
  double x, y;
};

inline double turn(Corner from, Corner a, Corner b) {
  return (a.x - from.x) * (b.y - from.y) - (b.x - from.x) * (a.y - from.y);
}

// The convex outline of four points, counter-clockwise in x, y; returns how many it has.
inline std::size_t hull(std::array<Corner, 4> points, std::array<Corner, 8>& out) {
  std::sort(points.begin(), points.end(),
            [](Corner a, Corner b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  std::size_t count = 0;
  const auto add = [&](Corner point, std::size_t kept) {
    while (count >= kept + 2 && turn(out[count - 2], out[count - 1], point) <= 0) --count;
    out[count++] = point;
  };
  for (const Corner& point : points) add(point, 0);
  const std::size_t lower = count - 1;
  for (std::size_t i = 3; i-- > 0;) add(points[i], lower);
  return count - 1;
}

}  // namespace gaussian_detail

// Of the smallest rectangle around the corners, which for a rectangle is itself.
inline BoxGaussian gaussian_of(const double* corners) {
  using namespace gaussian_detail;
  std::array<Corner, 4> points;
  for (std::size_t i = 0; i < 4; ++i) points[i] = {corners[2 * i], corners[2 * i + 1]};
  std::array<Corner, 8> outline;
  const std::size_t count = hull(points, outline);
  BoxGaussian found;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    const Corner a = outline[i], b = outline[i + 1 == count ? 0 : i + 1];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    if (!(length > 0)) continue;
    const double c = (b.x - a.x) / length, s = (b.y - a.y) / length;
    double low = 0, high = 0, far = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const double dx = outline[k].x - a.x, dy = outline[k].y - a.y;
      low = std::min(low, dx * c + dy * s);
      high = std::max(high, dx * c + dy * s);
      far = std::max(far, dy * c - dx * s);
    }
    const double width = high - low;
    if (!(width * far < smallest)) continue;
    smallest = width * far;
    const double along = (low + high) / 2, w = width * width / 12, h = far * far / 12;
    found = {a.x + along * c - far / 2 * s, a.y + along * s + far / 2 * c, w * c * c + h * s * s,
             w * s * s + h * c * c,         (w - h) * c * s};
  }
  return found;
}

inline double gaussian_overlap(const BoxGaussian& one, const BoxGaussian& other) {
  constexpr double kAdded = 1e-7;
  const double xx = one.xx + other.xx, yy = one.yy + other.yy, xy = one.xy + other.xy;
  const double dx = one.x - other.x, dy = one.y - other.y;
  const double both = xx * yy - xy * xy;
  const double apart = (xx * dy * dy + yy * dx * dx) / (both + kAdded) * 0.25 - xy * dx * dy / (both + kAdded) * 0.5;
  const double alone = std::max(one.xx * one.yy - one.xy * one.xy, 0.0) *
                       std::max(other.xx * other.yy - other.xy * other.xy, 0.0);
  const double shape = std::log(both / (4 * std::sqrt(alone) + kAdded) + kAdded) * 0.5;
  const double distance = std::clamp(apart + shape, kAdded, 100.0);
  return 1 - std::sqrt(1 - std::exp(-distance) + kAdded);
}

}  // namespace truebox
