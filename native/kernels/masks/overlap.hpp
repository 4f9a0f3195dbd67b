// Overlap of every mask of one batch with every mask of another, from the runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "masks/column_spans.hpp"
#include "masks/extent.hpp"
#include "masks/run_lengths.hpp"

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

// Number of pixels from `from` up to `upto` that lie in both masks, walked run by run.
inline std::uint32_t shared_ones(RunEnds a, RunEnds b, std::uint32_t from, std::uint32_t upto) {
  const auto first_ending_after = [from](RunEnds runs) {
    return static_cast<std::size_t>(std::upper_bound(runs.places.begin(), runs.places.end(), from) - runs.places.begin()) / 2;
  };
  std::uint32_t sum = 0;
  for (std::size_t i = first_ending_after(a), j = first_ending_after(b); i < a.pairs() && j < b.pairs();) {
    const std::uint32_t end_a = a.places[2 * i + 1], end_b = b.places[2 * j + 1];
    const std::uint32_t begin = std::max(a.places[2 * i], b.places[2 * j]), end = std::min(end_a, end_b);
    if (begin >= upto) break;
    sum += end > begin ? end - begin : 0;
    i += end_a <= end_b;
    j += end_b <= end_a;
  }
  return sum;
}

// Of one mask with another of its size, without preparing either.
inline double mask_overlap_of_two(RunEnds a, RunEnds b, MaskSize size, MaskMeasure measure) {
  const MaskExtent of_a = mask_extent(a, size), of_b = mask_extent(b, size);
  const std::uint32_t x_begin = std::max(of_a.box.x_begin, of_b.box.x_begin), x_end = std::min(of_a.box.x_end, of_b.box.x_end);
  const bool meet = x_begin < x_end && std::max(of_a.box.y_begin, of_b.box.y_begin) < std::min(of_a.box.y_end, of_b.box.y_end);
  const std::uint32_t shared = meet ? shared_ones(a, b, x_begin * size.height, x_end * size.height) : 0;
  return mask_measure(shared, of_a.area, of_b.area, measure);
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
