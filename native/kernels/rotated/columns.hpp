// Rotated boxes as columns: centre, half extents, direction of the width, area, and half extents of the box around.
//
// Rows are cx, cy, width, height, angle, or cx, cy, cz, length, width, height, angle for upright boxes in space.
// A positive angle turns the x axis toward the y axis.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "ground/thread_pool.hpp"

namespace truebox {

struct RotatedRule {
  bool degrees = false;
  bool from_y_to_x = false;  // positive angles turn the y axis toward the x axis
  bool upright = false;      // seven numbers a row
  std::size_t numbers() const { return upright ? 7 : 5; }
};

struct Axis {
  double cos = 1;
  double sin = 0;
};

// Quarter turns are exact: degrees are reduced to [-45, 45] without rounding before any multiplication.
inline Axis axis_of(double angle, const RotatedRule& rule) {
  Axis axis;
  if (rule.degrees) {
    int quarters = 0;
    const double rest = std::remquo(angle, 90.0, &quarters) * (3.14159265358979323846 / 180.0);
    const double c = std::cos(rest), s = std::sin(rest);
    switch (quarters & 3) {
      case 0: axis = {c, s}; break;
      case 1: axis = {-s, c}; break;
      case 2: axis = {-c, -s}; break;
      default: axis = {s, -c}; break;
    }
  } else {
    axis = {std::cos(angle), std::sin(angle)};
  }
  if (rule.from_y_to_x) axis.sin = -axis.sin;
  return axis;
}

struct RotatedColumns {
  std::vector<double> x, y, half_width, half_height, cos, sin, area;
  std::vector<double> reach_x, reach_y;  // half extents of the axis-aligned box around
  std::vector<double> z, half_depth;     // of upright boxes; else empty

  std::size_t size() const { return x.size(); }
};

// Between these magnitudes no product of the kernel overflows, and none that matters underflows.
inline constexpr double kLargestRotated = 0x1p150;
inline constexpr double kSmallestRotated = 0x1p-150;

// The power of two that all lengths of a call are multiplied with; 1 for ordinary numbers. IoU does not depend on it.
inline double rotated_scale(const double* rows_a, std::size_t count_a, const double* rows_b, std::size_t count_b,
                            const RotatedRule& rule) {
  const std::size_t numbers = rule.numbers();
  double largest = 0;
  const auto look = [&](const double* rows, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k + 1 < numbers; ++k) {
        const double value = std::fabs(rows[i * numbers + k]);
        largest = value > largest ? value : largest;
      }
    }
  };
  look(rows_a, count_a);
  look(rows_b, count_b);
  if (largest == 0 || (largest <= kLargestRotated && largest >= kSmallestRotated)) return 1;
  // The smallest numbers would need a factor beyond the largest power of two.
  return std::ldexp(1.0, std::ilogb(largest) < -1000 ? 1000 : -std::ilogb(largest));
}

// One box as the columns hold it.
struct RotatedBox {
  double x, y, half_width, half_height, cos, sin, area, reach_x, reach_y, z, half_depth;
};

inline RotatedBox read_rotated(const double* row, double scale, const RotatedRule& rule) {
  const std::size_t size = rule.upright ? 3 : 2;  // where the sizes begin
  const Axis axis = axis_of(row[rule.numbers() - 1], rule);
  const double half_width = row[size] * scale * 0.5, half_height = row[size + 1] * scale * 0.5;
  RotatedBox box{row[0] * scale, row[1] * scale, half_width, half_height, axis.cos, axis.sin, 4 * half_width * half_height, 0, 0, 0, 0};
  box.reach_x = std::fabs(half_width * axis.cos) + std::fabs(half_height * axis.sin);
  box.reach_y = std::fabs(half_width * axis.sin) + std::fabs(half_height * axis.cos);
  if (rule.upright) {
    box.z = row[2] * scale;
    box.half_depth = row[size + 2] * scale * 0.5;
  }
  return box;
}

inline RotatedColumns load_rotated(const double* rows, std::size_t count, double scale, const RotatedRule& rule,
                                   int threads = 1) {
  RotatedColumns to;
  for (auto* column : {&to.x, &to.y, &to.half_width, &to.half_height, &to.cos, &to.sin, &to.area, &to.reach_x, &to.reach_y}) {
    column->resize(count);
  }
  if (rule.upright) {
    to.z.resize(count);
    to.half_depth.resize(count);
  }
  const std::size_t numbers = rule.numbers();
  const auto load = [&](std::size_t i) {
    const RotatedBox box = read_rotated(rows + i * numbers, scale, rule);
    to.x[i] = box.x;
    to.y[i] = box.y;
    to.half_width[i] = box.half_width;
    to.half_height[i] = box.half_height;
    to.cos[i] = box.cos;
    to.sin[i] = box.sin;
    to.area[i] = box.area;
    to.reach_x[i] = box.reach_x;
    to.reach_y[i] = box.reach_y;
    if (rule.upright) {
      to.z[i] = box.z;
      to.half_depth[i] = box.half_depth;
    }
  };
  // Sine and cosine of a few thousand boxes take as long as waking a thread.
  parallel_ranges(count, 4096, count < 16384 ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) load(i);
  });
  return to;
}

}  // namespace truebox
