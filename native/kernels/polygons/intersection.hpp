// Area that two simple polygons share, convex or not, without any decision about which edges cross where.
//
// The indicator of a polygon is the signed sum of the indicators of the regions below its edges, so the shared area is
//   sum over edges e of one and f of the other of sign(e) sign(f) * integral of (min(y_e(x), y_f(x)) - base) dx
// over the x that both cover. Every term is a continuous function of the corners: collinear, touching and identical
// edges are ordinary cases, and a rounding error moves the result by a rounding error. `base` is any constant (the signs
// of either polygon cancel at every x); near the shared part it keeps the terms small.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "polygons/edges.hpp"
#include "ground/two_double.hpp"

namespace truebox {

namespace polygon_detail {

struct EdgeColumns {
  const double* left;
  const double* right;
  const double* y_left;
  const double* slope;
  const double* sign;
};

struct EdgeTerms {
  double area = 0;   // signed
  double width = 0;  // of all x ranges that pairs of edges share: how often rounding could enter
};

// One edge of one polygon against `count` edges of the other; y counts from `base`, in `y_left` of the one already.
TRUEBOX_CLONES inline EdgeTerms edge_against(double left, double right, double y_left, double slope, double base,
                                             const EdgeColumns& other, std::size_t count) {
  const double* TRUEBOX_RESTRICT lefts = other.left;
  const double* TRUEBOX_RESTRICT rights = other.right;
  const double* TRUEBOX_RESTRICT ys = other.y_left;
  const double* TRUEBOX_RESTRICT slopes = other.slope;
  const double* TRUEBOX_RESTRICT signs = other.sign;
  // Terms first, sums afterwards: without permission to reorder, the compiler keeps a loop with a sum scalar.
  constexpr std::size_t kBlock = 64, kLanes = 8;
  double areas[kBlock], widths[kBlock];
  double area[kLanes] = {}, width[kLanes] = {};
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t length = std::min(kBlock, count - begin);
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t f = begin + k;
      const double low = lefts[f] > left ? lefts[f] : left;
      const double high = rights[f] < right ? rights[f] : right;
      const double run = high - low;
      const double y = ys[f] - base;
      const double other_low = y + slopes[f] * (low - lefts[f]), other_high = y + slopes[f] * (high - lefts[f]);
      const double above_low = (y_left + slope * (low - left)) - other_low;
      const double above_high = (y_left + slope * (high - left)) - other_high;
      const double below_low = above_low < 0 ? above_low : 0.0, below_high = above_high < 0 ? above_high : 0.0;
      const double turn = above_low - above_high;
      // Share of the way where the one edge is the lower.
      const double lower = turn != 0 ? (below_low - below_high) / (turn != 0 ? turn : 1.0) : 1.0;
      const double twice_mean = (other_low + other_high) + (below_low + below_high) * lower;
      const double term = run * signs[f] * twice_mean;
      areas[k] = run > 0 ? term : 0.0;
      widths[k] = run > 0 ? run : 0.0;
    }
    for (std::size_t k = 0; k < length; ++k) {
      area[k % kLanes] += areas[k];
      width[k % kLanes] += widths[k];
    }
  }
  EdgeTerms sum;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    sum.area += area[lane];
    sum.width += width[lane];
  }
  sum.area *= 0.5;
  return sum;
}

// The same for one pair in twice the precision.
inline TwoDouble edge_pair(const PolygonEdges& one, std::size_t e, const PolygonEdges& other, std::size_t f, double base) {
  const double low = std::max(one.left[e], other.left[f]), high = std::min(one.right[e], other.right[f]);
  if (!(low < high)) return {};
  const auto height = [&](const PolygonEdges& edges, std::size_t k, double x) {
    const TwoDouble rise = TwoDouble(edges.y_right[k]) - edges.y_left[k], run = TwoDouble(edges.right[k]) - edges.left[k];
    return (TwoDouble(edges.y_left[k]) - base) + rise * ((TwoDouble(x) - edges.left[k]) / run);
  };
  const TwoDouble other_low = height(other, f, low), other_high = height(other, f, high), zero;
  const TwoDouble above_low = height(one, e, low) - other_low, above_high = height(one, e, high) - other_high;
  const TwoDouble below_low = above_low < zero ? above_low : zero, below_high = above_high < zero ? above_high : zero;
  const TwoDouble turn = above_low - above_high;
  const TwoDouble lower = to_double(turn) != 0 ? (below_low - below_high) / turn : TwoDouble(1);
  const TwoDouble twice_mean = other_low + other_high + (below_low + below_high) * lower;
  return (TwoDouble(high) - low) * twice_mean * (one.sign[e] * other.sign[f] * 0.5);
}

// Edges of `other` that can share some x with [left, right]: a range, because they are sorted by their left end.
inline std::pair<std::size_t, std::size_t> edges_near(const PolygonEdges& other, double left, double right) {
  const auto begin = other.left.begin(), end = other.left.end();
  if (other.size() <= 16) return {0, other.size()};
  const auto first = std::lower_bound(begin, end, left - other.widest);
  return {static_cast<std::size_t>(first - begin), static_cast<std::size_t>(std::lower_bound(first, end, right) - begin)};
}

inline double precise_shared_area(const PolygonEdges& one, const PolygonEdges& other, double base) {
  TwoDouble sum;
  for (std::size_t e = 0; e < one.size(); ++e) {
    const auto [first, last] = edges_near(other, one.left[e], one.right[e]);
    for (std::size_t f = first; f < last; ++f) sum = sum + edge_pair(one, e, other, f, base);
  }
  return to_double(sum);
}

inline EdgeTerms plain_shared_area(const PolygonEdges& one, const PolygonEdges& other, double base) {
  EdgeTerms sum;
  for (std::size_t e = 0; e < one.size(); ++e) {
    if (!(one.left[e] < other.x_max && one.right[e] > other.x_min)) continue;
    const auto [first, last] = edges_near(other, one.left[e], one.right[e]);
    const EdgeColumns columns{other.left.data() + first, other.right.data() + first, other.y_left.data() + first,
                              other.slope.data() + first, other.sign.data() + first};
    const EdgeTerms terms =
        edge_against(one.left[e], one.right[e], one.y_left[e] - base, one.slope[e], base, columns, last - first);
    sum.area += one.sign[e] * terms.area;
    sum.width += terms.width;
  }
  return sum;
}

// Corner by corner the same, whatever corner the list began with or which way round it went.
inline bool same_edges(const PolygonEdges& one, const PolygonEdges& other) {
  return one.left == other.left && one.right == other.right && one.y_left == other.y_left &&
         one.y_right == other.y_right && one.sign == other.sign;
}

}  // namespace polygon_detail

inline bool boxes_around_meet(const PolygonEdges& one, const PolygonEdges& other) {
  return one.x_min < other.x_max && other.x_min < one.x_max && one.y_min < other.y_max && other.y_min < one.y_max;
}

// How finely the result must be known: relative to the union and to the smaller area. Otherwise slivers, whose area is
// smaller than the rounding of the square around them, are computed again in twice the precision.
inline constexpr double kOfUnion = 1e-11;
inline constexpr double kOfSmaller = 1e-10;

// The integral of the product of both winding numbers: for simple polygons the area they share. Exactly 0 where they only
// touch; at most the smaller area unless `bounded` is false, which asks how often a polygon covers itself.
inline double shared_polygon_area(const PolygonEdges& one, const PolygonEdges& other, bool bounded = true) {
  using namespace polygon_detail;
  if (!boxes_around_meet(one, other)) return 0;
  if (bounded && (one.area == 0 || other.area == 0)) return 0;
  const double smaller = std::min(one.area, other.area);
  if (bounded && same_edges(one, other)) return smaller;
  const double low = std::max(one.y_min, other.y_min), high = std::min(one.y_max, other.y_max);
  const double base = low + (high - low) * 0.5;
  const EdgeTerms terms = plain_shared_area(one, other, base);
  const double heights = (one.y_max - one.y_min) + (other.y_max - other.y_min);
  // Roundings of single terms are independent: as many as there are grow like a root.
  const double window = std::min(one.x_max, other.x_max) - std::max(one.x_min, other.x_min);
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * heights * std::sqrt(terms.width * window);
  double shared = terms.area, noise = rounding;
  if (!(rounding <= kOfUnion * (one.area + other.area - smaller) && rounding <= kOfSmaller * smaller)) {
    shared = precise_shared_area(one, other, base);
    noise = rounding * 1e-14;
  }
  if (!(shared > noise)) return 0;
  return bounded ? std::min(shared, smaller) : shared;
}

// False when the outline crosses itself: then it covers some points twice, or in the opposite sense, and the integral of
// its squared winding number exceeds its area. Repeated corners, spikes and outlines that touch themselves pass.
inline bool is_simple(const PolygonEdges& polygon) {
  const double covered = shared_polygon_area(polygon, polygon, false);
  const double square = (polygon.x_max - polygon.x_min) * (polygon.y_max - polygon.y_min);
  return covered - polygon.area <= 1e-9 * polygon.area + 1e-25 * square;
}

}  // namespace truebox
