// Where a score-decaying suppression gets its overlaps from: boxes, or a matrix that somebody computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/inlining.hpp"
#include "suppression/kept_boxes.hpp"

namespace truebox {

// Items are named by their place in the list that made the source.
class BoxOverlaps {
 public:
  BoxOverlaps(std::span<const CornerBox<double>> boxes, std::span<const std::uint32_t> items) {
    for (auto* column : {&x_min_, &y_min_, &x_max_, &y_max_, &area_}) column->reserve(items.size());
    for (const std::uint32_t item : items) {
      x_min_.push_back(boxes[item].x_min);
      y_min_.push_back(boxes[item].y_min);
      x_max_.push_back(boxes[item].x_max);
      y_max_.push_back(boxes[item].y_max);
      area_.push_back(boxes[item].area());
    }
  }

  // IoU of item `i` with the items [0, count); 0 where they share no area.
  TRUEBOX_INLINE void of(std::size_t i, std::size_t count, double* TRUEBOX_RESTRICT out) const {
    const double x_min = x_min_[i], y_min = y_min_[i], x_max = x_max_[i], y_max = y_max_[i], area = area_[i];
    const double* left = x_min_.data();
    const double* top = y_min_.data();
    const double* right = x_max_.data();
    const double* bottom = y_max_.data();
    const double* areas = area_.data();
    for (std::size_t j = 0; j < count; ++j) {
      const double width = (right[j] < x_max ? right[j] : x_max) - (left[j] > x_min ? left[j] : x_min);
      const double height = (bottom[j] < y_max ? bottom[j] : y_max) - (top[j] > y_min ? top[j] : y_min);
      const double shared = (width > 0.0 ? width : 0.0) * (height > 0.0 ? height : 0.0);
      const double iou = shared / ((area + areas[j]) - shared);
      out[j] = shared > 0.0 ? iou : 0.0;
    }
  }

  // Item `from` takes the place of item `to`.
  TRUEBOX_INLINE void move(std::size_t from, std::size_t to) {
    for (auto* column : {&x_min_, &y_min_, &x_max_, &y_max_, &area_}) (*column)[to] = (*column)[from];
  }

 private:
  std::vector<double> x_min_, y_min_, x_max_, y_max_, area_;
};

class MatrixOverlaps {
 public:
  MatrixOverlaps(const double* matrix, std::size_t side, std::span<const std::uint32_t> items)
      : matrix_(matrix), side_(side), items_(items.begin(), items.end()) {}

  TRUEBOX_INLINE void of(std::size_t i, std::size_t count, double* TRUEBOX_RESTRICT out) const {
    const double* row = matrix_ + static_cast<std::size_t>(items_[i]) * side_;
    for (std::size_t j = 0; j < count; ++j) out[j] = row[items_[j]];
  }
  TRUEBOX_INLINE void move(std::size_t from, std::size_t to) { items_[to] = items_[from]; }

 private:
  const double* matrix_;
  std::size_t side_;
  std::vector<std::uint32_t> items_;
};

}  // namespace truebox
