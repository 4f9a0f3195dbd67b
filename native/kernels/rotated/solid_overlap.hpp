// Intersection over union, by volume, of boxes in space turned about any axis.
//
// One box is cut into six tetrahedra, written in the coordinates of the other, in which that is the unit cube, and cut
// by its six planes. A cut tetrahedron is again one to three tetrahedra, so no face is ever looked for, and volumes
// change continuously where faces, edges or corners come to lie on each other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

using Point3 = std::array<double, 3>;

inline Point3 operator-(const Point3& a, const Point3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Point3 operator+(const Point3& a, const Point3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point3 cross(const Point3& a, const Point3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A corner and the three edges that leave it.
struct Solid {
  static constexpr std::size_t kNumbers = 12;

  Point3 corner{};
  std::array<Point3, 3> edges{};
  std::array<Point3, 3> across{};  // across[i] . edges[j] is 1 where i == j, else 0; zeros without volume
  Point3 middle{};
  double volume = 0, radius = 0;

  Solid() = default;
  explicit Solid(const double* numbers) {
    std::copy_n(numbers, 3, corner.begin());
    for (std::size_t i = 0; i < 3; ++i) std::copy_n(numbers + 3 + 3 * i, 3, edges[i].begin());
    const double signed_volume = dot(edges[0], cross(edges[1], edges[2]));
    volume = std::fabs(signed_volume);
    for (std::size_t i = 0; i < 3 && volume > 0; ++i) {
      const Point3 normal = cross(edges[(i + 1) % 3], edges[(i + 2) % 3]);
      for (std::size_t k = 0; k < 3; ++k) across[i][k] = normal[k] / signed_volume;
    }
    const Point3 whole = edges[0] + edges[1] + edges[2];
    for (std::size_t k = 0; k < 3; ++k) middle[k] = corner[k] + whole[k] / 2;
    for (const double one : {-1.0, 1.0}) {
      for (const double two : {-1.0, 1.0}) {
        Point3 half{};
        for (std::size_t k = 0; k < 3; ++k) half[k] = (edges[0][k] + one * edges[1][k] + two * edges[2][k]) / 2;
        radius = std::max(radius, std::sqrt(dot(half, half)));
      }
    }
  }

  bool same_as(const Solid& other) const { return corner == other.corner && edges == other.edges; }
  // The point in the coordinates in which this box is the unit cube.
  Point3 inside(const Point3& point) const {
    const Point3 from = point - corner;
    return {dot(across[0], from), dot(across[1], from), dot(across[2], from)};
  }
};

namespace detail {

using Tetrahedron = std::array<Point3, 4>;

inline Point3 between(const Point3& a, const Point3& b, double at_a, double at_b) {
  const double t = at_a / (at_a - at_b);  // signs differ, so the difference is not 0
  return {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])};
}

inline double volume_in_cube(const Tetrahedron& part, int plane);

// Of a prism between the triangles a and b, cut into three tetrahedra.
inline double prism_in_cube(const std::array<Point3, 3>& a, const std::array<Point3, 3>& b, int plane) {
  return volume_in_cube({a[0], a[1], a[2], b[0]}, plane) + volume_in_cube({a[1], a[2], b[0], b[1]}, plane) +
         volume_in_cube({a[2], b[0], b[1], b[2]}, plane);
}

// Of what lies in the unit cube, by the planes from `plane` on: x >= 0, x <= 1, y >= 0 and so on.
inline double volume_in_cube(const Tetrahedron& part, int plane) {
  for (; plane < 6; ++plane) {
    const auto axis = static_cast<std::size_t>(plane / 2);
    std::array<double, 4> height{};
    std::array<std::size_t, 4> order{};
    std::size_t in = 0, out = 4;
    for (std::size_t k = 0; k < 4; ++k) {
      height[k] = plane % 2 == 0 ? part[k][axis] : 1 - part[k][axis];
      if (height[k] >= 0) order[in++] = k;
      else order[--out] = k;
    }
    if (in == 4) continue;
    if (in == 0) return 0;
    const auto cut = [&](std::size_t i, std::size_t j) {
      return between(part[order[i]], part[order[j]], height[order[i]], height[order[j]]);
    };
    const auto at = [&](std::size_t i) { return part[order[i]]; };
    if (in == 1) return volume_in_cube({at(0), cut(0, 1), cut(0, 2), cut(0, 3)}, plane + 1);
    if (in == 2) return prism_in_cube({at(0), cut(0, 2), cut(0, 3)}, {at(1), cut(1, 2), cut(1, 3)}, plane + 1);
    return prism_in_cube({at(0), at(1), at(2)}, {cut(0, 3), cut(1, 3), cut(2, 3)}, plane + 1);
  }
  return std::fabs(dot(part[1] - part[0], cross(part[2] - part[0], part[3] - part[0]))) / 6;
}

}  // namespace detail

inline double shared_volume(const Solid& one, const Solid& other) {
  constexpr std::array<std::array<std::size_t, 3>, 6> kOrders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  const Point3 corner = other.inside(one.corner);
  std::array<Point3, 3> edges{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) edges[i][k] = dot(other.across[k], one.edges[i]);
  }
  double sum = 0;
  for (const auto& order : kOrders) {  // along the edges from the corner to the one opposite
    const Point3 first = corner + edges[order[0]], second = first + edges[order[1]];
    sum += detail::volume_in_cube({corner, first, second, second + edges[order[2]]}, 0);
  }
  return sum * other.volume;
}

inline double solid_iou(const Solid& one, const Solid& other) {
  if (!(one.volume > 0) || !(other.volume > 0)) return 0;
  const Point3 apart = one.middle - other.middle;
  const double reach = one.radius + other.radius;
  if (dot(apart, apart) > reach * reach) return 0;
  if (one.same_as(other)) return 1;
  const double shared = std::min({shared_volume(one, other), one.volume, other.volume});
  return shared / (one.volume + other.volume - shared);
}

inline std::vector<Solid> load_solids(const double* numbers, std::size_t count) {
  std::vector<Solid> loaded;
  loaded.reserve(count);
  for (std::size_t k = 0; k < count; ++k) loaded.emplace_back(numbers + Solid::kNumbers * k);
  return loaded;
}

// Fills `out` [a.size(), b.size()]; the bits do not depend on the number of threads.
inline void pairwise_solid_overlap(std::span<const Solid> a, std::span<const Solid> b, int threads, double* out) {
  constexpr std::size_t kFewPairs = 5'000;
  const std::size_t rows = 1'000 / std::max<std::size_t>(b.size(), 1) + 1;
  parallel_ranges(a.size(), rows, a.size() * b.size() < kFewPairs ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      keep_going(500 * b.size());
      for (std::size_t j = 0; j < b.size(); ++j) out[i * b.size() + j] = solid_iou(a[i], b[j]);
    }
  });
}

// Fills `out` [a.size()]; both sides have as many boxes.
inline void elementwise_solid_overlap(std::span<const Solid> a, std::span<const Solid> b, int threads, double* out) {
  parallel_ranges(a.size(), 256, a.size() < 1024 ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      keep_going(5000);
      out[k] = solid_iou(a[k], b[k]);
    }
  });
}

}  // namespace truebox
