// Overlaps of one cell's masks: the source of candidates for mask evaluation (see box_cell.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cell_matching.hpp"
#include "mask_overlap.hpp"

namespace truebox {

// Masks of one cell whose size differs from the first: the image has one size, so this is bad input. It is
// to be refused before cells are walked; here such a mask overlaps nothing.
class MaskCell {
 public:
  // `detections` by file row; `truths` and `flags` in cell order. Both must have passed check_masks.
  MaskCell(const MaskColumns& detections, const MaskColumns& truths, const std::uint8_t* flags)
      : detections_(detections), truths_(truths), flags_(flags) {}

  // The cell's kept detections by descending score, and its truths [first, first + count).
  void begin_cell(const std::uint32_t* rows, std::size_t detections, std::size_t first, std::size_t count) {
    if (detections == 0) return;
    const MaskSize size = detections_.size_of(rows[0]);
    own_.restart(size);
    for (std::size_t d = 0; d < detections; ++d) add(own_, detections_, rows[d], size);
    others_.restart(size);
    crowd_.resize(count);
    for (std::size_t g = 0; g < count; ++g) {
      add(others_, truths_, first + g, size);
      crowd_[g] = (flags_[first + g] & kCrowd) != 0;
    }
    overlaps_.resize(count);
  }

  double area(std::size_t d) const { return own_.shapes[d].area; }

  // Appends, truths ascending, those that reach `lowest` with detection d. Most of the others are recognised
  // by their boxes and areas alone.
  void collect(std::size_t d, double lowest, std::vector<Candidate>& out) {
    mask_overlap_row(own_, d, others_, crowd_, MaskMeasure::intersection_over_union, lowest, overlaps_.data());
    for (std::size_t g = 0; g < overlaps_.size(); ++g) {
      if (overlaps_[g] >= lowest) out.push_back({overlaps_[g], static_cast<std::uint32_t>(g)});
    }
  }

 private:
  static void add(MaskShapes& shapes, const MaskColumns& masks, std::size_t row, MaskSize size) {
    if (masks.size_of(row) == size) {
      shapes.add(masks.runs_of(row));
    } else {
      shapes.shapes.push_back({});
    }
  }

  const MaskColumns& detections_;
  const MaskColumns& truths_;
  const std::uint8_t* flags_;
  MaskShapes own_, others_;
  std::vector<std::uint8_t> crowd_;
  std::vector<double> overlaps_;
};

}  // namespace truebox
