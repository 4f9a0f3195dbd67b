// Intersection over union of rotated boxes: every pair or row by row, flat or upright in space.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "rotated/columns.hpp"
#include "rotated/intersection.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

namespace rotated_detail {

// Boxes looked at together: the columns of a batch stay in the first-level cache.
constexpr std::size_t kBatch = 256;
constexpr std::size_t kPart = 64;  // of a batch, so that a batch is nearly full when it is computed

// Measured: below this many pairs a second thread costs more than it saves when few boxes meet.
constexpr std::size_t kPairsForRotatedThreads = 100'000;
constexpr std::size_t kRotatedPairsPerChunk = 50'000;

// meets[k] = 1 where the axis-aligned boxes around share an area. Differences of centres are exact enough far from the
// origin, where corners would not be.
TRUEBOX_CLONES inline void boxes_meeting(double x, double y, double reach_x, double reach_y,
                                         const double* TRUEBOX_RESTRICT xs, const double* TRUEBOX_RESTRICT ys,
                                         const double* TRUEBOX_RESTRICT reaches_x, const double* TRUEBOX_RESTRICT reaches_y,
                                         std::size_t count, std::uint8_t* TRUEBOX_RESTRICT meets) {
  for (std::size_t k = 0; k < count; ++k) {
    const double beyond_x = std::fabs(xs[k] - x) - (reaches_x[k] + reach_x);
    const double beyond_y = std::fabs(ys[k] - y) - (reaches_y[k] + reach_y);
    meets[k] = (beyond_x < 0) & (beyond_y < 0);
  }
}

// Positions of the ones among `count` bytes.
inline std::size_t positions_of_ones(const std::uint8_t* flags, std::size_t count, std::uint32_t* out) {
  std::size_t found = 0;
  std::size_t k = 0;
  for (; k + 8 <= count; k += 8) {
    std::uint64_t word;
    std::memcpy(&word, flags + k, 8);
    if (word == 0) continue;
    for (std::size_t j = k; j < k + 8; ++j) {
      out[found] = static_cast<std::uint32_t>(j);
      found += flags[j];
    }
  }
  for (; k < count; ++k) {
    out[found] = static_cast<std::uint32_t>(k);
    found += flags[k];
  }
  return found;
}

struct GatheredRectangles {
  double x[kBatch], y[kBatch], half_width[kBatch], half_height[kBatch], cos[kBatch], sin[kBatch], area[kBatch];
  RectangleColumns columns() const { return {x, y, half_width, half_height, cos, sin, area}; }
};

TRUEBOX_CLONES inline void gather_rectangles(const RectangleColumns& from, const std::uint32_t* TRUEBOX_RESTRICT rows,
                                             std::size_t count, GatheredRectangles& to) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t row = rows[k];
    to.x[k] = from.x[row];
    to.y[k] = from.y[row];
    to.half_width[k] = from.half_width[row];
    to.half_height[k] = from.half_height[row];
    to.cos[k] = from.cos[row];
    to.sin[k] = from.sin[row];
    to.area[k] = from.area[row];
  }
}

inline RectangleColumns rectangles_from(const RotatedColumns& boxes, std::size_t first) {
  return {boxes.x.data() + first,   boxes.y.data() + first,   boxes.half_width.data() + first, boxes.half_height.data() + first,
          boxes.cos.data() + first, boxes.sin.data() + first, boxes.area.data() + first};
}

inline double over_union(double shared, double one, double other) {
  const double both = one + other - shared;
  return shared > 0 && both > 0 ? std::min(shared / both, 1.0) : 0.0;
}

// Shared area of the footprints -> IoU of the pair (i, j); upright boxes share the area times the common height.
inline double rotated_iou(double area, const RotatedColumns& a, std::size_t i, const RotatedColumns& b, std::size_t j,
                          bool upright) {
  if (!upright) return over_union(area, a.area[i], b.area[j]);
  // In a form that rounds the same either way round.
  const double one = a.half_depth[i], other = b.half_depth[j];
  const double height = std::max(std::min(one + other - std::fabs(b.z[j] - a.z[i]), 2 * std::min(one, other)), 0.0);
  return over_union(area * height, a.area[i] * 2 * a.half_depth[i], b.area[j] * 2 * b.half_depth[j]);
}

// What decides whether two boxes can meet, sorted by x: only boxes near enough along x are looked at.
struct MeetingColumns {
  std::vector<double> x, y, reach_x, reach_y;
  std::vector<std::uint32_t> row;
  double longest = 0;

  explicit MeetingColumns(const RotatedColumns& boxes) : row(boxes.size()) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = static_cast<std::uint32_t>(k);
    std::sort(row.begin(), row.end(), [&](std::uint32_t one, std::uint32_t other) { return boxes.x[one] < boxes.x[other]; });
    for (const std::uint32_t k : row) {
      x.push_back(boxes.x[k]);
      y.push_back(boxes.y[k]);
      reach_x.push_back(boxes.reach_x[k]);
      reach_y.push_back(boxes.reach_y[k]);
      longest = std::max(longest, boxes.reach_x[k]);
    }
  }

  // Positions of all that can meet a box there; generous by a rounding error.
  std::pair<std::size_t, std::size_t> near(double center, double reach) const {
    const double away = (reach + longest) * (1 + 1e-12) + std::fabs(center) * 1e-12;
    const auto first = std::lower_bound(x.begin(), x.end(), center - away);
    const auto last = std::upper_bound(first, x.end(), center + away);
    return {static_cast<std::size_t>(first - x.begin()), static_cast<std::size_t>(last - x.begin())};
  }
};

// Shared areas -> IoU with one box, as `over_union`.
TRUEBOX_CLONES inline void divide_by_unions(double area, const double* TRUEBOX_RESTRICT areas, std::size_t count,
                                            double* TRUEBOX_RESTRICT shared) {
  for (std::size_t k = 0; k < count; ++k) {
    const bool some = shared[k] > 0;
    const double iou = shared[k] / (some ? area + areas[k] - shared[k] : 1.0);
    shared[k] = some ? (iou < 1 ? iou : 1.0) : 0.0;
  }
}

// Candidates of one row, computed together: whole vectors of them, the last one filled up with a repetition.
class RowCandidates {
 public:
  RowCandidates(const RotatedColumns& a, std::size_t i, const RotatedColumns& b, bool upright, double* out)
      : a_(a), b_(b), row_(i), upright_(upright), out_(out) {}

  // The boxes `rows[k]` with `meets[k]`.
  void add(const std::uint32_t* rows, const std::uint8_t* meets, std::size_t count) {
    if (count_ + count > kBatch) flush();
    const std::size_t found = positions_of_ones(meets, count, rows_ + count_);
    for (std::size_t k = count_; k < count_ + found; ++k) rows_[k] = rows[rows_[k]];
    count_ += found;
  }

  void flush() {
    if (count_ == 0) return;
    constexpr std::size_t kLanes = 8;
    std::size_t padded = count_;
    for (; padded % kLanes != 0; ++padded) rows_[padded] = rows_[count_ - 1];
    GatheredRectangles near;
    double shared[kBatch];
    gather_rectangles(rectangles_from(b_, 0), rows_, padded, near);
    shared_areas_of_one(rectangle_at(rectangles_from(a_, 0), row_), near.columns(), padded, shared);
    if (upright_) {
      for (std::size_t k = 0; k < count_; ++k) out_[rows_[k]] = rotated_iou(shared[k], a_, row_, b_, rows_[k], true);
    } else {
      divide_by_unions(a_.area[row_], near.area, padded, shared);
      for (std::size_t k = 0; k < count_; ++k) out_[rows_[k]] = shared[k];
    }
    count_ = 0;
  }

 private:
  const RotatedColumns& a_;
  const RotatedColumns& b_;
  std::size_t row_;
  bool upright_;
  double* out_;
  std::uint32_t rows_[kBatch];
  std::size_t count_ = 0;
};

inline void rotated_row(const RotatedColumns& a, std::size_t i, const RotatedColumns& b, const MeetingColumns& sorted,
                        bool upright, double* out) {
  std::uint8_t meets[kBatch];
  RowCandidates candidates(a, i, b, upright, out);
  const auto [first, last] = sorted.near(a.x[i], a.reach_x[i]);
  for (std::size_t begin = first; begin < last; begin += kBatch) {
    const std::size_t count = std::min(kBatch, last - begin);
    boxes_meeting(a.x[i], a.y[i], a.reach_x[i], a.reach_y[i], sorted.x.data() + begin, sorted.y.data() + begin,
                  sorted.reach_x.data() + begin, sorted.reach_y.data() + begin, count, meets);
    for (std::size_t part = 0; part < count; part += kPart) {
      candidates.add(sorted.row.data() + begin + part, meets + part, std::min(kPart, count - part));
    }
  }
  candidates.flush();
}

}  // namespace rotated_detail

// Writes the overlaps above 0 into `out` [a.size(), b.size()], which holds zeros: fresh pages do, and most are far from
// both the caches and any overlap. At most `threads` threads, 0 for as many as there are; the bits do not depend on it.
inline void pairwise_rotated_overlap(const RotatedColumns& a, const RotatedColumns& b, bool upright, int threads, double* out) {
  using namespace rotated_detail;
  const std::size_t pairs = a.size() * b.size();
  const MeetingColumns sorted(b);
  const std::size_t rows = kRotatedPairsPerChunk / std::max<std::size_t>(b.size(), 1) + 1;
  parallel_ranges(a.size(), rows, pairs < kPairsForRotatedThreads ? 1 : threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) rotated_row(a, i, b, sorted, upright, out + i * b.size());
  });
}

// The IoU of two boxes, to the bit that of the functions below and, where their upright boxes meet, above.
inline double rotated_pair_overlap(const double* row_a, const double* row_b, const RotatedRule& rule, bool met_only) {
  using namespace rotated_detail;
  const double scale = rotated_scale(row_a, 1, row_b, 1, rule);
  const RotatedBox a = read_rotated(row_a, scale, rule), b = read_rotated(row_b, scale, rule);
  if (met_only && !((std::fabs(b.x - a.x) - (b.reach_x + a.reach_x) < 0) & (std::fabs(b.y - a.y) - (b.reach_y + a.reach_y) < 0))) {
    return 0;
  }
  const double shared = shared_rectangle_area({a.x, a.y, a.half_width, a.half_height, a.cos, a.sin, a.area},
                                              {b.x, b.y, b.half_width, b.half_height, b.cos, b.sin, b.area});
  if (!rule.upright) return over_union(shared, a.area, b.area);
  const double height =
      std::max(std::min(a.half_depth + b.half_depth - std::fabs(b.z - a.z), 2 * std::min(a.half_depth, b.half_depth)), 0.0);
  return over_union(shared * height, a.area * 2 * a.half_depth, b.area * 2 * b.half_depth);
}

// Fills `out` [a.size()]; both sides have as many boxes.
inline void elementwise_rotated_overlap(const RotatedColumns& a, const RotatedColumns& b, bool upright, int threads,
                                        double* out) {
  using namespace rotated_detail;
  const std::size_t count = a.size();
  parallel_ranges(count, 8192, count < kPairsForRotatedThreads / 4 ? 1 : threads, [&](std::size_t first, std::size_t last) {
    double shared[kBatch];
    for (std::size_t begin = first; begin < last; begin += kBatch) {
      const std::size_t length = std::min(kBatch, last - begin);
      shared_areas_of_pairs(rectangles_from(a, begin), rectangles_from(b, begin), length, shared);
      for (std::size_t k = 0; k < length; ++k) out[begin + k] = rotated_iou(shared[k], a, begin + k, b, begin + k, upright);
    }
  });
}

}  // namespace truebox
