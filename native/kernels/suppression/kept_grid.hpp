// Kept boxes by place: a candidate meets only those that could suppress it.
//
// A kept box lies in every cell it covers. If IoU(kept, box) > t then the shared width exceeds t times the width of
// `box` (shared area <= shared width * height of box, union >= area of box), and the same holds for heights. So the
// kept box reaches into the middle of `box` that is left after cutting t of its extent from each side, and for
// t >= 1/2 it covers the centre: the candidate looks into the cells of that middle alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/inlining.hpp"
#include "suppression/kept_boxes.hpp"

namespace truebox {

// Monotone in the coordinate, rounding included, so that overlapping intervals always share a cell.
template <class Real>
struct GridAxis {
  Real origin = 0;
  Real cells_per_unit = 0;
  int cells = 1;

  TRUEBOX_INLINE int cell(Real position) const {
    const Real scaled = (position - origin) * cells_per_unit;
    const Real last = static_cast<Real>(cells - 1);
    return static_cast<int>(scaled > Real(0) ? (scaled < last ? scaled : last) : Real(0));
  }
};

struct GridRange {
  int left, top, right, bottom;
  TRUEBOX_INLINE std::size_t size() const {
    return static_cast<std::size_t>(right - left + 1) * static_cast<std::size_t>(bottom - top + 1);
  }
};

template <class Real>
struct GridPlan {
  GridAxis<Real> x, y;
  bool worthwhile = false;  // enough boxes, and values whose products neither overflow nor vanish
};

template <class Real>
GridPlan<Real> plan_grid(std::span<const CornerBox<Real>> boxes) {
  GridPlan<Real> plan;
  constexpr std::size_t kWorthGrid = 256;
  if (boxes.size() < kWorthGrid) return plan;
  CornerBox<Real> hull = boxes.front();
  for (const auto& box : boxes) {
    hull.x_min = std::min(hull.x_min, box.x_min);
    hull.y_min = std::min(hull.y_min, box.y_min);
    hull.x_max = std::max(hull.x_max, box.x_max);
    hull.y_max = std::max(hull.y_max, box.y_max);
  }
  std::vector<Real> widths, heights;
  const std::size_t step = std::max<std::size_t>(boxes.size() / 512, 1);
  for (std::size_t i = 0; i < boxes.size(); i += step) {
    widths.push_back(boxes[i].x_max - boxes[i].x_min);
    heights.push_back(boxes[i].y_max - boxes[i].y_min);
  }
  const auto middle = static_cast<std::ptrdiff_t>(widths.size() / 2);
  std::nth_element(widths.begin(), widths.begin() + middle, widths.end());
  std::nth_element(heights.begin(), heights.begin() + middle, heights.end());
  const Real width = widths[static_cast<std::size_t>(middle)], height = heights[static_cast<std::size_t>(middle)];
  constexpr Real kHuge = Real(1e15), kTiny = Real(1e-12);
  const Real farthest = std::max(std::max(-hull.x_min, hull.x_max), std::max(-hull.y_min, hull.y_max));
  if (!(width > kTiny && height > kTiny && farthest < kHuge)) return plan;
  // Cells of about one box, but at most one for eight boxes: emptier ones cost more memory than they save comparisons.
  const double most = static_cast<double>(boxes.size()) / 8;
  const double wanted_x = std::max(1.0, static_cast<double>(hull.x_max - hull.x_min) / width);
  const double wanted_y = std::max(1.0, static_cast<double>(hull.y_max - hull.y_min) / height);
  const double shrink = std::min(1.0, std::sqrt(most / wanted_x / wanted_y));
  const auto axis = [&](Real low, Real high, double wanted) {
    const int cells = static_cast<int>(std::clamp(wanted * shrink, 1.0, most));
    return GridAxis<Real>{low, high > low ? static_cast<Real>(cells / (static_cast<double>(high) - low)) : Real(0),
                          cells};
  };
  plan.x = axis(hull.x_min, hull.x_max, wanted_x);
  plan.y = axis(hull.y_min, hull.y_max, wanted_y);
  // A handful of cells would hold everything several times over.
  plan.worthwhile = static_cast<std::size_t>(plan.x.cells) * static_cast<std::size_t>(plan.y.cells) >= 16;
  return plan;
}

template <class Real>
class KeptGrid {
 public:
  KeptGrid(const GridPlan<Real>& plan, double threshold)
      : x_(plan.x),
        y_(plan.y),
        // Less than the threshold and than one half: roundings of the bound and of the quotient fit between.
        cut_(static_cast<Real>(std::min(threshold, 0.5) * (1 - 1.0 / 1024))),
        cells_(static_cast<std::size_t>(plan.x.cells) * static_cast<std::size_t>(plan.y.cells)) {}

  TRUEBOX_INLINE void add(const CornerBox<Real>& box) {
    all_.add(box);
    const GridRange range{x_.cell(box.x_min), y_.cell(box.y_min), x_.cell(box.x_max), y_.cell(box.y_max)};
    if (range.size() > kMostCells) {
      large_.add(box);
      return;
    }
    for (int row = range.top; row <= range.bottom; ++row) {
      for (int column = range.left; column <= range.right; ++column) put(cell_at(row, column), box);
    }
  }

  template <SuppressionMeasure measure>
  TRUEBOX_INLINE bool suppresses(const CornerBox<Real>& box, Real area, const SuppressionLimit<Real>& limit) const {
    const Real cut_x = cut_ * (box.x_max - box.x_min), cut_y = cut_ * (box.y_max - box.y_min);
    const GridRange range{x_.cell(box.x_min + cut_x), y_.cell(box.y_min + cut_y), x_.cell(box.x_max - cut_x),
                          y_.cell(box.y_max - cut_y)};
    if (range.size() > kMostCells) return all_.template suppresses<measure>(box, area, limit);
    for (int row = range.top; row <= range.bottom; ++row) {
      for (int column = range.left; column <= range.right; ++column) {
        for (std::uint32_t block = cells_[cell_at(row, column)].head; block != kNone; block = next_[block]) {
          if (block_suppresses<measure>(blocks_[block], box, area, limit)) return true;
        }
      }
    }
    return large_.template suppresses<measure>(box, area, limit);
  }

 private:
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kMostCells = 64;
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Cell {
    std::uint32_t head = kNone;  // newest block; the older ones are full
    std::uint32_t used = kLanes;
  };

  TRUEBOX_INLINE std::size_t cell_at(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(x_.cells) + static_cast<std::size_t>(column);
  }
  TRUEBOX_INLINE void put(std::size_t index, const CornerBox<Real>& box) {
    Cell& cell = cells_[index];
    if (cell.used == kLanes) {
      next_.push_back(cell.head);
      cell = {static_cast<std::uint32_t>(blocks_.size()), 0};
      blocks_.emplace_back();
    }
    blocks_[cell.head].put(cell.used++, box);
  }

  GridAxis<Real> x_, y_;
  Real cut_;
  std::vector<Cell> cells_;
  std::vector<KeptBlock<Real, kLanes>> blocks_;
  std::vector<std::uint32_t> next_;
  KeptList<Real> large_, all_;
};

}  // namespace truebox
