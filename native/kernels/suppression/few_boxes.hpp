// Greedy suppression of so few boxes that one word has a bit for each: nothing is allocated, and which boxes are still in
// the running is known without a look at memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "rotated/overlap.hpp"
#include "suppression/kept_boxes.hpp"

namespace truebox {

// At most so many; columns of them are filled up to whole vectors.
inline constexpr std::size_t kFewBoxes = 64;

// Above this, single-precision areas may overflow.
template <class Real>
inline constexpr Real kLargestSuppressed = sizeof(Real) == sizeof(float) ? Real(1e15f) : std::numeric_limits<Real>::max();

namespace few_detail {

inline constexpr std::size_t kLanes = 8;

constexpr std::size_t padded(std::size_t count) { return (count + 15) / 16 * 16; }

// places[i] = how many scores are above score i. `scores` are filled up to whole vectors with what is above none.
TRUEBOX_CLONES inline void count_above(const double* TRUEBOX_RESTRICT scores, std::size_t count, std::uint64_t* TRUEBOX_RESTRICT places) {
  const std::size_t whole = padded(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double own = scores[i];
    std::uint64_t above = 0;
    for (std::size_t j = 0; j < whole; ++j) above += scores[j] > own ? 1 : 0;
    places[i] = above;
  }
}

// Where each score comes: behind those above, and behind equal ones given earlier.
inline void places_by_score(const double* scores, std::size_t count, std::uint64_t* places) {
  count_above(scores, count, places);
  std::uint64_t taken = 0;
  for (std::size_t i = 0; i < count; ++i) taken |= std::uint64_t{1} << places[i];
  if (static_cast<std::size_t>(std::popcount(taken)) == count) return;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) places[i] += scores[j] == scores[i] ? 1 : 0;
  }
}

// Rows by falling score, equal scores as they came, and how many of them are not below `lowest`.
struct FewOrder {
  std::uint32_t row[kFewBoxes];
  std::size_t count = 0;

  FewOrder(std::span<const double> scores, double lowest) {
    double held[kFewBoxes];
    std::fill(std::copy(scores.begin(), scores.end(), held), held + padded(scores.size()), -std::numeric_limits<double>::infinity());
    std::uint64_t places[kFewBoxes];
    places_by_score(held, scores.size(), places);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      row[places[i]] = static_cast<std::uint32_t>(i);
      count += scores[i] >= lowest;
    }
  }
};

constexpr std::uint64_t ones_below(std::size_t count) { return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

// The bits of all words, by halves.
template <std::size_t lanes>
TRUEBOX_INLINE std::uint64_t all_of(std::uint64_t (&words)[lanes]) {
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) words[lane] |= words[lane + half];
  }
  return words[0];
}

// As wide as the numbers: comparisons of all lanes then stay in one register.
template <class Real>
using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

template <class Real>
struct FewColumns {
  Real x_min[kFewBoxes], y_min[kFewBoxes], x_max[kFewBoxes], y_max[kFewBoxes], area[kFewBoxes];
};

// Boxes in the order of the rows; false where one is not finite, too large or turned around.
template <class Real>
TRUEBOX_INLINE bool load(const CornerBox<Real>* boxes, const std::uint32_t* rows, std::size_t count, FewColumns<Real>& to) {
  for (std::size_t k = 0; k < padded(count); ++k) {
    const CornerBox<Real> box = k < count ? boxes[rows[k]] : CornerBox<Real>{0, 0, 0, 0};
    to.x_min[k] = box.x_min;
    to.y_min[k] = box.y_min;
    to.x_max[k] = box.x_max;
    to.y_max[k] = box.y_max;
  }
  constexpr Real kMost = kLargestSuppressed<Real>;
  Bits<Real> bad = 0;
  for (std::size_t begin = 0; begin < count; begin += kLanes) {
    for (std::size_t k = begin; k < begin + kLanes; ++k) {
      // Every comparison with NaN is false.
      const bool good = (to.x_min[k] >= -kMost) & (to.y_min[k] >= -kMost) & (to.x_max[k] <= kMost) & (to.y_max[k] <= kMost) &
                        (to.x_max[k] >= to.x_min[k]) & (to.y_max[k] >= to.y_min[k]);
      bad |= Bits<Real>{!good};
      to.area[k] = (to.x_max[k] - to.x_min[k]) * (to.y_max[k] - to.y_min[k]);
    }
  }
  return bad == 0;
}

// A bit for each box that box i may suppress, as `block_suppresses` has it: all that it does, and some.
template <class Real>
TRUEBOX_INLINE std::uint64_t near(const FewColumns<Real>& boxes, std::size_t i, std::size_t count, Real floor) {
  constexpr std::size_t kWide = 64 / sizeof(Real);
  const Real x_min = boxes.x_min[i], y_min = boxes.y_min[i], x_max = boxes.x_max[i], y_max = boxes.y_max[i], area = boxes.area[i];
  std::uint64_t words[kWide] = {};
  for (std::size_t begin = i / kWide * kWide; begin < count; begin += kWide) {
    for (std::size_t lane = 0; lane < kWide; ++lane) {
      const std::size_t k = begin + lane;
      const Real left = boxes.x_min[k] > x_min ? boxes.x_min[k] : x_min, top = boxes.y_min[k] > y_min ? boxes.y_min[k] : y_min;
      const Real right = boxes.x_max[k] < x_max ? boxes.x_max[k] : x_max, bottom = boxes.y_max[k] < y_max ? boxes.y_max[k] : y_max;
      const Real width = right - left > Real(0) ? right - left : Real(0);
      const Real height = bottom - top > Real(0) ? bottom - top : Real(0);
      const Real shared = width * height, whole = (area + boxes.area[k]) - shared;
      const Real beyond = (floor * whole - shared) - std::numeric_limits<Real>::min();
      words[lane] |= std::uint64_t{std::bit_cast<Bits<Real>>(beyond) >> (8 * sizeof(Real) - 1)} << k;
    }
  }
  return all_of(words);
}

template <class Real>
TRUEBOX_INLINE bool overlaps(const FewColumns<Real>& boxes, std::size_t i, std::size_t k, double limit) {
  const Real width = std::min(boxes.x_max[i], boxes.x_max[k]) - std::max(boxes.x_min[i], boxes.x_min[k]);
  const Real height = std::min(boxes.y_max[i], boxes.y_max[k]) - std::max(boxes.y_min[i], boxes.y_min[k]);
  if (!(width > 0 && height > 0)) return false;
  const Real shared = width * height;
  return shared > Real(0) && static_cast<double>(shared / ((boxes.area[i] + boxes.area[k]) - shared)) > limit;
}

inline constexpr std::size_t kBadBox = kFewBoxes + 1;

// Places of the first `most` kept ones, ascending; how many, or `kBadBox`.
template <class Real>
TRUEBOX_INLINE std::size_t kept_places(const CornerBox<Real>* boxes, std::size_t all, const std::uint32_t* rows, std::size_t count,
                                       double threshold, std::size_t most, std::uint32_t* kept) {
  FewColumns<Real> columns;
  if (!load(boxes, rows, all, columns)) return kBadBox;
  const SuppressionLimit<Real> limit(threshold);
  std::size_t found = 0;
  for (std::uint64_t open = ones_below(count); open != 0 && found < most;) {
    const auto i = static_cast<std::size_t>(std::countr_zero(open));
    kept[found++] = static_cast<std::uint32_t>(i);
    open &= open - 1;
    for (std::uint64_t some = open & near(columns, i, count, limit.floor); some != 0; some &= some - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(some));
      if (overlaps(columns, i, k, limit.limit)) open &= ~(std::uint64_t{1} << k);
    }
  }
  return found;
}

// Plain functions, because a template is not compiled once per instruction set.
TRUEBOX_CLONES inline std::size_t few_by_iou(const CornerBox<float>* boxes, std::size_t all, const std::uint32_t* rows,
                                             std::size_t count, double threshold, std::size_t most, std::uint32_t* kept) {
  return kept_places(boxes, all, rows, count, threshold, most, kept);
}
TRUEBOX_CLONES inline std::size_t few_by_iou(const CornerBox<double>* boxes, std::size_t all, const std::uint32_t* rows,
                                             std::size_t count, double threshold, std::size_t most, std::uint32_t* kept) {
  return kept_places(boxes, all, rows, count, threshold, most, kept);
}

}  // namespace few_detail

// What `kept_rows` answers by IoU without labels, of at most `kFewBoxes` boxes; their number, and the rows in `rows`. False
// where a box is not finite, too large or turned around: then nothing is said.
template <class Real>
bool few_kept_rows(std::span<const CornerBox<Real>> boxes, std::span<const double> scores, double threshold, double lowest_score,
                   std::size_t most, std::int64_t* rows, std::size_t& found) {
  const few_detail::FewOrder order(scores, lowest_score);
  std::uint32_t kept[kFewBoxes];
  found = few_detail::few_by_iou(boxes.data(), boxes.size(), order.row, order.count, threshold, most, kept);
  if (found == few_detail::kBadBox) return false;
  for (std::size_t k = 0; k < found; ++k) rows[k] = order.row[kept[k]];
  return true;
}

namespace few_detail {

struct FewRectangles {
  double x[kFewBoxes], y[kFewBoxes], half_width[kFewBoxes], half_height[kFewBoxes], cos[kFewBoxes], sin[kFewBoxes], area[kFewBoxes];
  double reach_x[kFewBoxes], reach_y[kFewBoxes];

  RectangleColumns columns() const { return {x, y, half_width, half_height, cos, sin, area}; }
  void put(std::size_t k, const RotatedBox& box) {
    x[k] = box.x;
    y[k] = box.y;
    half_width[k] = box.half_width;
    half_height[k] = box.half_height;
    cos[k] = box.cos;
    sin[k] = box.sin;
    area[k] = box.area;
    reach_x[k] = box.reach_x;
    reach_y[k] = box.reach_y;
  }
};

// A bit for each box whose upright box around shares an area with that of box i.
TRUEBOX_CLONES inline std::uint64_t meeting(const FewRectangles& boxes, std::size_t i, std::size_t count) {
  const double x = boxes.x[i], y = boxes.y[i], reach_x = boxes.reach_x[i], reach_y = boxes.reach_y[i];
  std::uint64_t words[kLanes] = {};
  for (std::size_t begin = i / kLanes * kLanes; begin < count; begin += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t k = begin + lane;
      const double beyond_x = std::fabs(boxes.x[k] - x) - (boxes.reach_x[k] + reach_x);
      const double beyond_y = std::fabs(boxes.y[k] - y) - (boxes.reach_y[k] + reach_y);
      words[lane] |= (((beyond_x < 0) & (beyond_y < 0)) ? std::uint64_t{1} : std::uint64_t{0}) << k;
    }
  }
  return all_of(words);
}

// Overlaps of box i with the boxes `places`, as `RowCandidates` has them.
TRUEBOX_CLONES inline void overlaps_of_one(const FewRectangles& boxes, std::size_t i, const std::uint32_t* places, std::size_t count,
                                           double* TRUEBOX_RESTRICT out) {
  const RectangleColumns columns = boxes.columns();
  const Rectangle one = rectangle_at(columns, i);
  for (std::size_t begin = 0; begin < count; begin += kLanes) {
    for (std::size_t k = begin; k < begin + kLanes; ++k) {
      const Rectangle other = rectangle_at(columns, places[k]);
      const double shared = shared_rectangle_area(one, other);
      const bool some = shared > 0;
      const double iou = shared / (some ? one.area + other.area - shared : 1.0);
      out[k] = some ? (iou < 1 ? iou : 1.0) : 0.0;
    }
  }
}

}  // namespace few_detail

// What `kept_rotated_rows` answers without labels, of at most `kFewBoxes` rows [5]; how many are kept.
inline std::size_t few_kept_rotated_rows(const double* boxes, std::span<const double> scores, const RotatedRule& rule,
                                         double threshold, double lowest_score, std::size_t most, std::int64_t* rows) {
  using namespace few_detail;
  const FewOrder order(scores, lowest_score);
  double sorted[5 * kFewBoxes];
  for (std::size_t k = 0; k < order.count; ++k) std::copy_n(boxes + 5 * order.row[k], 5, sorted + 5 * k);
  const double scale = rotated_scale(sorted, order.count, nullptr, 0, rule);
  FewRectangles rectangles;
  for (std::size_t k = 0; k < order.count; ++k) rectangles.put(k, read_rotated(sorted + 5 * k, scale, rule));
  for (std::size_t k = order.count; k < padded(order.count); ++k) rectangles.put(k, {});
  std::uint32_t places[kFewBoxes + kLanes];
  double overlap[kFewBoxes + kLanes];
  std::size_t found = 0;
  for (std::uint64_t open = ones_below(order.count); open != 0 && found < most;) {
    const auto i = static_cast<std::size_t>(std::countr_zero(open));
    rows[found++] = order.row[i];
    open &= open - 1;
    std::size_t count = 0;
    for (std::uint64_t some = open & meeting(rectangles, i, order.count); some != 0; some &= some - 1) {
      places[count++] = static_cast<std::uint32_t>(std::countr_zero(some));
    }
    if (count == 0) continue;
    for (std::size_t k = count; k % kLanes != 0; ++k) places[k] = places[count - 1];
    overlaps_of_one(rectangles, i, places, count, overlap);
    for (std::size_t k = 0; k < count; ++k) {
      if (overlap[k] > threshold) open &= ~(std::uint64_t{1} << places[k]);
    }
  }
  return found;
}

}  // namespace truebox
