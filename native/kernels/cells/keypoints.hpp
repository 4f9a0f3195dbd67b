// Object keypoint similarity of the pairs of every cell, in two halves around an exponential that NumPy
// computes (its last bit differs from the C library's).
//
// A pair is left out when 1 / (1 + e + e^2 / 2) instead of exp(-e) cannot lift its mean to the lowest
// threshold: most pairs of people in an image are far apart. Many are so far apart that the gap between the boxes
// around their points tells, which is at most the distance of any two points.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "cells/cell_matching.hpp"
#include "evaluation/cell_order.hpp"
#include "ground/cpu_dispatch.hpp"
#include "overlap/keypoint_similarity.hpp"
#include "cells/match_cells.hpp"
#include "cells/overlap_table.hpp"

namespace truebox {

// Points of one side, K a row: doubles, or whole numbers of 1 / unit, whose quotients are the doubles.
struct KeypointRows {
  const double* numbers = nullptr;            // [N, K, 3] x, y, visibility; null: the next three
  const std::int32_t* coordinates = nullptr;  // [N, K, 2]
  const std::uint8_t* thirds = nullptr;       // [N, K]
  double unit = 1;

  void load(std::size_t row, std::size_t points, double* x, double* y) const {
    if (numbers != nullptr) {
      const double* const own = numbers + 3 * points * row;
      for (std::size_t k = 0; k < points; ++k) {
        x[k] = own[3 * k];
        y[k] = own[3 * k + 1];
      }
    } else {
      const std::int32_t* const own = coordinates + 2 * points * row;
      for (std::size_t k = 0; k < points; ++k) {
        x[k] = own[2 * k] / unit;
        y[k] = own[2 * k + 1] / unit;
      }
    }
  }
  bool visible(std::size_t row, std::size_t points, std::size_t k) const {
    return numbers != nullptr ? numbers[3 * (points * row + k) + 2] > 0 : thirds[points * row + k] > 0;
  }
};

struct KeypointSides {
  std::size_t points = 0;          // K
  KeypointRows detections, truths;
  const double* area;              // [G] raised by the reference's epsilon
  const double* boxes;             // [G, 4] x, y, width, height
  const double* variance;          // [K]
};

namespace keypoint_detail {

inline constexpr double kLess = 1 - 1e-7;  // a mean may be rounded up in single precision

struct Extent {
  double x0, x1, y0, y1;

  static Extent of(const double* x, const double* y, std::size_t count) {
    Extent extent{x[0], x[0], y[0], y[0]};
    for (std::size_t i = 1; i < count; ++i) {
      extent.x0 = x[i] < extent.x0 ? x[i] : extent.x0;
      extent.x1 = x[i] > extent.x1 ? x[i] : extent.x1;
      extent.y0 = y[i] < extent.y0 ? y[i] : extent.y0;
      extent.y1 = y[i] > extent.y1 ? y[i] : extent.y1;
    }
    return extent;
  }
  // The square of the gap between the two, 0 where they meet.
  double gap(const Extent& other) const {
    const double x = std::max({x0 - other.x1, other.x0 - x1, 0.0}), y = std::max({y0 - other.y1, other.y0 - y1, 0.0});
    return x * x + y * y;
  }
};

// One truth with the points that count, one after the other.
struct CompactTruth {
  std::vector<double> x, y, variance, weight;  // weight: 1 / (2 variance area), for the bound alone
  std::vector<std::uint32_t> points;
  std::vector<double> all_x, all_y;
  Extent extent;        // of the points, or the enlarged box
  double farthest = 0;  // square of a gap beyond which no mean reaches the lowest threshold
  const double* box = nullptr;
  double area = 0;
  bool seen = false;

  void load(const KeypointSides& sides, std::size_t row, double lowest) {
    const KeypointRows& rows = sides.truths;
    area = sides.area[row];
    box = sides.boxes + 4 * row;
    seen = false;
    for (std::size_t k = 0; k < sides.points; ++k) seen |= rows.visible(row, sides.points, k);
    for (auto* column : {&x, &y, &variance, &weight}) column->resize(sides.points);
    points.resize(sides.points);
    std::size_t terms = 0;
    all_x.resize(sides.points);
    all_y.resize(sides.points);
    rows.load(row, sides.points, all_x.data(), all_y.data());
    for (std::size_t k = 0; k < sides.points; ++k) {
      if (seen && !rows.visible(row, sides.points, k)) continue;
      x[terms] = all_x[k];
      y[terms] = all_y[k];
      variance[terms] = sides.variance[k];
      weight[terms] = 1 / (2 * sides.variance[k] * area);
      points[terms++] = static_cast<std::uint32_t>(k);
    }
    for (auto* column : {&x, &y, &variance, &weight}) column->resize(terms);
    points.resize(terms);
    if (seen) {
      extent = Extent::of(x.data(), y.data(), x.size());
    } else {
      extent = {box[0] - box[2], box[0] + box[2] * 2, box[1] - box[3], box[1] + box[3] * 2};
    }
    // 1 + e + e^2 / 2 = 1 / lowest, of the point that counts longest.
    const double least = *std::min_element(weight.begin(), weight.end());
    const double reached = lowest > 0 && lowest <= 1 ? std::sqrt(2 / lowest - 1) - 1 : 0;
    farthest = lowest > 0 ? (1 + 1e-6) * reached / least : std::numeric_limits<double>::infinity();
  }
};

// Offsets of a detection's points from a truth's, or from its enlarged box.
inline void offsets_from(const CompactTruth& truth, const double* x, const double* y, double* dx, double* dy) {
  const std::size_t terms = truth.points.size();
  for (std::size_t i = 0; i < terms; ++i) {
    const double px = x[truth.points[i]], py = y[truth.points[i]];
    dx[i] = truth.seen ? px - truth.x[i] : outside(px, truth.box[0], truth.box[2]);
    dy[i] = truth.seen ? py - truth.y[i] : outside(py, truth.box[1], truth.box[3]);
  }
}

TRUEBOX_CLONES inline double upper_bound(const double* dx, const double* dy, const double* weight, std::size_t terms) {
  double sum = 0;
  for (std::size_t i = 0; i < terms; ++i) {
    const double e = (dx[i] * dx[i] + dy[i] * dy[i]) * weight[i];
    sum += 1 / (1 + e + e * e * .5);
  }
  return sum;
}

TRUEBOX_CLONES inline void exponents_of(const double* dx, const double* dy, const double* variance, double area,
                                        std::size_t terms, double* out) {
  for (std::size_t i = 0; i < terms; ++i) {
    out[i] = -((dx[i] * dx[i] + dy[i] * dy[i]) / variance[i] / area / 2);
  }
}

}  // namespace keypoint_detail

class KeypointPairs {
 public:
  struct Pair {
    std::uint32_t detection;  // row
    std::uint32_t truth;      // row
    std::uint32_t terms;
  };

  // The exponents of all pairs of the plan's ranges [first, last) that may reach `lowest`.
  void collect(const CellPlan& plan, const KeypointSides& sides, const std::int64_t* truth_places, const double* scores,
               const double* boxes, bool ties_by_content, const OverlapTable& table, std::size_t first,
               std::size_t last, int threads) {
    const double lowest = table.lowest();
    parts_.assign(last - first, {});
    parallel_for(last - first, threads, [&](std::size_t i) {
      Part& part = parts_[i];
      CellOrder order;
      std::vector<keypoint_detail::CompactTruth> truths;
      std::vector<double> x(sides.points), y(sides.points), dx(sides.points), dy(sides.points);
      plan.walk(plan.ranges()[first + i], [&](std::size_t category, std::size_t begin, std::size_t end) {
        const auto& groups = plan.truths();
        const std::int32_t image = plan.detections().minor[begin];
        const std::int32_t* images = groups.minor.data();
        const auto found = std::equal_range(images + groups.offsets[category], images + groups.offsets[category + 1], image);
        if (found.first == found.second) return;
        const auto count = static_cast<std::size_t>(found.second - found.first);
        if (truths.size() < count) truths.resize(count);
        bool loaded = false;
        const auto load = [&] {
          for (std::size_t g = 0; g < count; ++g) {
            const std::size_t row = groups.rows[static_cast<std::size_t>(found.first - images) + g];
            truths[g].load(sides, static_cast<std::size_t>(truth_places[row]), lowest);
          }
        };
        order.sort(plan.detections().rows.data() + begin, end - begin, scores, ties_by_content ? boxes : nullptr);
        for (std::size_t rank = 0; rank < std::min(end - begin, plan.cap()); ++rank) {
          const std::uint32_t row = order.rows()[rank];
          if (table.knows(row)) continue;
          if (!loaded) load();
          loaded = true;
          part.rows.push_back(row);
          sides.detections.load(row, sides.points, x.data(), y.data());
          const auto extent = keypoint_detail::Extent::of(x.data(), y.data(), sides.points);
          for (std::size_t g = 0; g < count; ++g) {
            const auto& truth = truths[g];
            if (truth.extent.gap(extent) > truth.farthest) continue;
            const std::size_t terms = truth.points.size();
            keypoint_detail::offsets_from(truth, x.data(), y.data(), dx.data(), dy.data());
            const double most = keypoint_detail::upper_bound(dx.data(), dy.data(), truth.weight.data(), terms);
            if (most < lowest * static_cast<double>(terms) * keypoint_detail::kLess) continue;
            const std::size_t at = part.exponents.size();
            part.exponents.resize(at + terms);
            keypoint_detail::exponents_of(dx.data(), dy.data(), truth.variance.data(), truth.area, terms,
                                          part.exponents.data() + at);
            const std::uint32_t true_row = groups.rows[static_cast<std::size_t>(found.first - images) + g];
            part.pairs.push_back({row, true_row, static_cast<std::uint32_t>(terms)});
          }
        }
      });
    });
  }

  std::size_t exponents() const {
    std::size_t count = 0;
    for (const Part& part : parts_) count += part.exponents.size();
    return count;
  }
  std::size_t terms() const {
    std::size_t count = 0;
    for (const Part& part : parts_) {
      for (const Pair& pair : part.pairs) count += pair.terms;
    }
    return count;
  }

  void copy_exponents(double* out) {
    for (Part& part : parts_) {
      out = std::copy(part.exponents.begin(), part.exponents.end(), out);
      part.exponents = {};
    }
  }

  // `values` are the exponentials of what `copy_exponents` wrote; `single`: means are rounded to single precision.
  void finish(const double* values, bool single, OverlapTable& table) {
    OverlapTable::Arena& arena = table.open_arena();
    std::vector<TableEntry> entries;
    for (const Part& part : parts_) {
      std::size_t next = 0;
      for (const std::uint32_t row : part.rows) {
        entries.clear();
        for (; next < part.pairs.size() && part.pairs[next].detection == row; ++next) {
          const Pair& pair = part.pairs[next];
          double mean = keypoint_detail::sum_as_numpy(values, pair.terms) / static_cast<double>(pair.terms);
          if (single) mean = static_cast<double>(static_cast<float>(mean));
          values += pair.terms;
          if (mean >= table.lowest()) entries.push_back({mean, pair.truth, 0});
        }
        table.keep(row, arena, entries);
      }
    }
    parts_.clear();
  }

 private:
  struct Part {
    std::vector<double> exponents;
    std::vector<Pair> pairs;
    std::vector<std::uint32_t> rows;  // of the detections compared
  };
  std::vector<Part> parts_;
};

// Overlaps that are all in a table: the source for keypoints (see cells/box.hpp).
class TableCell {
 public:
  TableCell(const OverlapTable& table, const double* area, const std::uint32_t* places_in_cells)
      : table_(table), area_(area), places_(places_in_cells) {}

  void begin_cell(const std::uint32_t* rows, std::size_t, std::size_t first, std::size_t) {
    rows_ = rows;
    first_ = first;
  }
  double area(std::size_t d) const { return area_[rows_[d]]; }
  void collect(std::size_t d, double lowest, std::vector<Candidate>& out) const {
    if (!table_.knows(rows_[d])) return;
    for (const TableEntry& entry : table_.entries(rows_[d])) {
      if (entry.overlap < lowest) continue;
      out.push_back({entry.overlap, static_cast<std::uint32_t>(places_[entry.truth] - first_)});
    }
  }

 private:
  const OverlapTable& table_;
  const double* area_;
  const std::uint32_t* places_;
  const std::uint32_t* rows_ = nullptr;
  std::size_t first_ = 0;
};

}  // namespace truebox
