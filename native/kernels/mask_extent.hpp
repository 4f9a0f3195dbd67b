// Area and box of a mask in two passes over its runs: positions, then rows of all of them at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "cpu_dispatch.hpp"
#include "run_lengths.hpp"

namespace truebox {

struct MaskExtent {
  std::uint32_t area = 0;
  PixelBox box;
};

struct ExtentScratch {
  std::vector<std::uint32_t> first, last;  // pixels of each run of ones
};

namespace extent_detail {

struct Rows {
  std::int32_t low, high;
  std::int32_t wraps;  // not 0 where a run ends in another column than it begins in
};

// Positions are below 2^32, so half a pixel more, times the inverse, is never rounded across a column.
TRUEBOX_CLONES static inline Rows find_rows(const std::uint32_t* first, const std::uint32_t* last, std::size_t count,
                                            double height) {
  const double inverse = 1 / height;
  std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = 0, wraps = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double from = first[i], to = last[i];
    const double column = std::floor((from + .5) * inverse), end_column = std::floor((to + .5) * inverse);
    const auto top = static_cast<std::int32_t>(from - column * height);
    const auto bottom = static_cast<std::int32_t>(to - end_column * height);
    low = top < low ? top : low;
    high = bottom > high ? bottom : high;
    wraps |= static_cast<std::int32_t>(end_column - column);
  }
  return {low, high, wraps};
}

}  // namespace extent_detail

// As mask_area and mask_box, several times faster.
inline MaskExtent mask_extent(Runs runs, MaskSize size, ExtentScratch& scratch) {
  MaskExtent extent;
  if (std::max(size.height, size.width) > 0x7FFFFFFFU) return {mask_area(runs), mask_box(runs, size)};
  const std::size_t most = runs.size() / 2;
  if (scratch.first.size() < most) {
    scratch.first.resize(2 * most);
    scratch.last.resize(2 * most);
  }
  std::size_t count = 0;
  std::uint32_t position = 0;
  for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
    const std::uint32_t begin = position + runs[i];
    position = begin + runs[i + 1];
    scratch.first[count] = begin;
    scratch.last[count] = position - 1;
    count += runs[i + 1] != 0;
    extent.area += runs[i + 1];
  }
  if (count == 0) return extent;
  const auto rows = extent_detail::find_rows(scratch.first.data(), scratch.last.data(), count, size.height);
  extent.box.x_begin = scratch.first[0] / size.height;
  extent.box.x_end = scratch.last[count - 1] / size.height + 1;
  // A run that leaves its column touches the last row of one and the first row of the next.
  extent.box.y_begin = rows.wraps > 0 ? 0 : static_cast<std::uint32_t>(rows.low);
  extent.box.y_end = rows.wraps > 0 ? size.height : static_cast<std::uint32_t>(rows.high) + 1;
  return extent;
}

}  // namespace truebox
