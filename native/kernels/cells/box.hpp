// Overlaps of one cell's boxes: the source of candidates for box evaluation.
//
// Any other geometry is matched by giving the same three: begin_cell, area, collect.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "overlap/box.hpp"
#include "cells/cell_matching.hpp"
#include "ground/prefetch.hpp"

namespace truebox {

// Boxes that end at x + width: their overlap in the reference's own order of operations.
struct ContinuousBoxes {
  static void set(BoxColumns& columns, std::size_t index, const double* xywh) { columns.set(index, xywh); }
  static void with_one(const BoxColumns& many, std::size_t first, std::size_t count, const BoxColumns& ones,
                       std::size_t one, double* out) {
    overlap_with_one(many, first, count, ones, one, out);
  }
  static double with_crowd(const BoxColumns& detections, std::size_t d, const BoxColumns& truths, std::size_t g) {
    return crowd_overlap(detections, d, truths, g);
  }
};

// Boxes whose last pixel is x + width: one more pixel wide and high, as PASCAL VOC measures corners. The one is added
// where its code adds it, so that fractions round alike.
struct PixelBoxes {
  static void set(BoxColumns& columns, std::size_t index, const double* xywh) {
    columns.set(index, xywh);
    columns.area[index] = (xywh[2] + 1) * (xywh[3] + 1);
  }
  static void with_one(const BoxColumns& many, std::size_t first, std::size_t count, const BoxColumns& ones,
                       std::size_t one, double* out) {
    for (std::size_t i = 0; i < count; ++i) {
      const double both = shared(many, first + i, ones, one);
      out[i] = both > 0 ? both / (many.area[first + i] + ones.area[one] - both) : 0.0;
    }
  }
  static double with_crowd(const BoxColumns& detections, std::size_t d, const BoxColumns& truths, std::size_t g) {
    return shared(detections, d, truths, g) / detections.area[d];
  }

 private:
  static double shared(const BoxColumns& a, std::size_t i, const BoxColumns& b, std::size_t j) {
    const double w = std::min(a.x1[i], b.x1[j]) - std::max(a.x0[i], b.x0[j]) + 1;
    const double h = std::min(a.y1[i], b.y1[j]) - std::max(a.y0[i], b.y0[j]) + 1;
    return ((w > 0) & (h > 0)) ? w * h : 0.0;
  }
};

// Boxes in single precision with 1e-7 more in every union, as Ultralytics computes: what is exactly half stays half in
// large boxes and falls short in tiny ones, where a double would always fall short.
struct SingleBoxes {
  static void set(BoxColumns& columns, std::size_t index, const double* xywh) {
    const float x0 = static_cast<float>(xywh[0]), y0 = static_cast<float>(xywh[1]);
    const float x1 = static_cast<float>(xywh[0] + xywh[2]), y1 = static_cast<float>(xywh[1] + xywh[3]);
    columns.x0[index] = x0;
    columns.y0[index] = y0;
    columns.x1[index] = x1;
    columns.y1[index] = y1;
    columns.area[index] = (x1 - x0) * (y1 - y0);
  }
  static void with_one(const BoxColumns& many, std::size_t first, std::size_t count, const BoxColumns& ones,
                       std::size_t one, double* out) {
    const auto one_area = static_cast<float>(ones.area[one]);
    for (std::size_t i = 0; i < count; ++i) {
      const float both = shared(many, first + i, ones, one);
      out[i] = both / (((static_cast<float>(many.area[first + i]) + one_area) - both) + kAdded);
    }
  }
  static double with_crowd(const BoxColumns& detections, std::size_t d, const BoxColumns& truths, std::size_t g) {
    return shared(detections, d, truths, g) / (static_cast<float>(detections.area[d]) + kAdded);
  }

 private:
  static constexpr float kAdded = 1e-7f;

  static float shared(const BoxColumns& a, std::size_t i, const BoxColumns& b, std::size_t j) {
    const float w = static_cast<float>(std::min(a.x1[i], b.x1[j])) - static_cast<float>(std::max(a.x0[i], b.x0[j]));
    const float h = static_cast<float>(std::min(a.y1[i], b.y1[j])) - static_cast<float>(std::max(a.y0[i], b.y0[j]));
    return ((w > 0) & (h > 0)) ? w * h : 0.0f;
  }
};

// Boxes that end at x + width, with 1e-6 more in every union and every area that is divided by, as CrowdHuman computes.
struct PaddedBoxes {
  static void set(BoxColumns& columns, std::size_t index, const double* xywh) {
    const double x1 = xywh[0] + xywh[2], y1 = xywh[1] + xywh[3];
    columns.x0[index] = xywh[0];
    columns.y0[index] = xywh[1];
    columns.x1[index] = x1;
    columns.y1[index] = y1;
    columns.area[index] = (x1 - xywh[0]) * (y1 - xywh[1]);
  }
  static void with_one(const BoxColumns& many, std::size_t first, std::size_t count, const BoxColumns& ones,
                       std::size_t one, double* out) {
    for (std::size_t i = 0; i < count; ++i) {
      const double both = shared(many, first + i, ones, one);
      out[i] = both / (many.area[first + i] + ones.area[one] - both + kAdded);
    }
  }
  static double with_crowd(const BoxColumns& detections, std::size_t d, const BoxColumns& truths, std::size_t g) {
    return shared(detections, d, truths, g) / (detections.area[d] + kAdded);
  }

 private:
  static constexpr double kAdded = 1e-6;

  static double shared(const BoxColumns& a, std::size_t i, const BoxColumns& b, std::size_t j) {
    const double w = std::min(a.x1[i], b.x1[j]) - std::max(a.x0[i], b.x0[j]);
    const double h = std::min(a.y1[i], b.y1[j]) - std::max(a.y0[i], b.y0[j]);
    return ((w > 0) & (h > 0)) ? w * h : 0.0;
  }
};

// By number, which truebox/evaluation/matching/policy.py shares.
enum class BoxExtent : std::uint8_t { edges, inclusive, single, padded };
using BoxExtents = std::tuple<ContinuousBoxes, PixelBoxes, SingleBoxes, PaddedBoxes>;
inline constexpr std::size_t kBoxExtents = std::tuple_size_v<BoxExtents>;

// fn(extent) with the extent of that number.
template <class Fn>
auto with_extent(BoxExtent extent, const Fn& fn) {
  if (extent == BoxExtent::inclusive) return fn(PixelBoxes{});
  if (extent == BoxExtent::single) return fn(SingleBoxes{});
  if (extent == BoxExtent::padded) return fn(PaddedBoxes{});
  return fn(ContinuousBoxes{});
}

template <class Extent>
class CellOfBoxes {
 public:
  // `boxes` is [*, 4] as read; `truths` the columns of all truths in cell order, set by `Extent`, `flags` theirs.
  // `areas` [*] decide size classes where they are not those of the boxes: of masks, whose boxes these are.
  CellOfBoxes(const double* boxes, const BoxColumns& truths, const std::uint8_t* flags, const double* areas = nullptr)
      : boxes_(boxes), truths_(truths), flags_(flags), areas_(areas) {}

  // The cell's kept detections by descending score, and its truths [first, first + count).
  void begin_cell(const std::uint32_t* rows, std::size_t detections, std::size_t first, std::size_t count) {
    rows_ = rows;
    first_ = first;
    count_ = count;
    detections_ = detections;
    if (own_.x0.size() < detections) own_.resize(detections + detections / 2);
    for (std::size_t d = 0; d < detections; ++d) Extent::set(own_, d, boxes_ + 4 * static_cast<std::size_t>(rows[d]));
    any_crowd_ = false;
    any_region_ = false;
    for (std::size_t g = first; g < first + count; ++g) {
      any_crowd_ |= (flags_[g] & kCrowd) != 0;
      any_region_ |= (flags_[g] & kSometimes) != 0;
    }
    // The longer side is the inner loop; a table of a crowded cell would not fit the cache.
    by_truth_ = detections > count && detections * count <= kTable;
    if (count == 0) return;
    if (!by_truth_) {
      overlaps_.resize(count);
      return;
    }
    overlaps_.resize(detections * count);
    best_.assign(detections, 0.0);
    for (std::size_t g = 0; g < count; ++g) {
      double* out = overlaps_.data() + g * detections;
      if (flags_[first + g] & kCrowd) {
        for (std::size_t d = 0; d < detections; ++d) out[d] = Extent::with_crowd(own_, d, truths_, first + g);
      } else {
        Extent::with_one(own_, 0, detections, truths_, first + g, out);
      }
      for (std::size_t d = 0; d < detections; ++d) best_[d] = out[d] > best_[d] ? out[d] : best_[d];
    }
  }

  // A detection of a cell that comes soon.
  void expect(std::uint32_t row) const { prefetch(boxes_ + 4 * static_cast<std::size_t>(row)); }

  double area(std::size_t d) const { return areas_ == nullptr ? own_.area[d] : areas_[rows_[d]]; }

  // Appends, truths ascending, those that reach `lowest` with detection d.
  void collect(std::size_t d, double lowest, std::vector<Candidate>& out) {
    const double* overlaps = overlaps_.data();
    std::size_t stride = 1;
    if (by_truth_) {
      if (best_[d] < lowest && !any_region_) return;
      overlaps += d;
      stride = detections_;
    } else {
      Extent::with_one(truths_, first_, count_, own_, d, overlaps_.data());
      for (std::size_t g = 0; any_crowd_ && g < count_; ++g) {
        if (flags_[first_ + g] & kCrowd) overlaps_[g] = Extent::with_crowd(own_, d, truths_, first_ + g);
      }
    }
    for (std::size_t g = 0; g < count_; ++g) {
      const double overlap = overlaps[g * stride];
      if (overlap >= lowest) out.push_back({overlap, static_cast<std::uint32_t>(g)});
    }
    for (std::size_t g = 0; any_region_ && g < count_; ++g) {
      if ((flags_[first_ + g] & kSometimes) == 0) continue;
      const double share = Extent::with_crowd(own_, d, truths_, first_ + g);
      if (share >= lowest) out.push_back({share, static_cast<std::uint32_t>(g), true});
    }
  }

 private:
  static constexpr std::size_t kTable = std::size_t{1} << 16;

  const double* boxes_;
  const BoxColumns& truths_;
  const std::uint8_t* flags_;
  const double* areas_;
  const std::uint32_t* rows_ = nullptr;
  BoxColumns own_;
  std::vector<double> overlaps_;
  std::vector<double> best_;  // of each detection, where the table is by truth
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  std::size_t detections_ = 0;
  bool by_truth_ = false;
  bool any_crowd_ = false;
  bool any_region_ = false;
};

using BoxCell = CellOfBoxes<ContinuousBoxes>;
using PixelBoxCell = CellOfBoxes<PixelBoxes>;

}  // namespace truebox
