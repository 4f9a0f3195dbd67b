// Overlap of every mask of one batch with every mask of another, from the runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "masks/column_spans.hpp"

namespace truebox {

enum class MaskMeasure { intersection_over_union, intersection_over_first };

// One division of exact integers, so the result is the reference's to the last bit.
inline double mask_measure(std::uint32_t shared, std::uint32_t area_a, std::uint32_t area_b, MaskMeasure measure) {
  if (shared == 0) return 0.0;
  const std::uint64_t whole = measure == MaskMeasure::intersection_over_first
                                  ? std::uint64_t{area_a}
                                  : std::uint64_t{area_a} + area_b - shared;
  return static_cast<double>(shared) / static_cast<double>(whole);
}

// The row of `a` against all of `b`. A crowd in `b` is divided by the area of `a`. Values below
// `at_least` are written as 0, most of them without looking at the runs.
inline void mask_overlap_row(const MaskShapes& all_a, std::size_t row, const MaskShapes& all_b,
                             std::span<const std::uint8_t> crowd, MaskMeasure measure, double at_least, double* out) {
  const MaskShape& a = all_a.shapes[row];
  for (std::size_t column = 0; column < all_b.shapes.size(); ++column) {
    const MaskShape& b = all_b.shapes[column];
    out[column] = 0.0;
    const std::uint32_t most = most_shared_pixels(a, b);
    if (most == 0) continue;
    const MaskMeasure rule = !crowd.empty() && crowd[column] != 0 ? MaskMeasure::intersection_over_first : measure;
    if (mask_measure(most, a.area, b.area, rule) < at_least) continue;
    const double value = mask_measure(shared_pixels(all_a, a, all_b, b), a.area, b.area, rule);
    if (value >= at_least) out[column] = value;
  }
}

}  // namespace truebox
