// Area and box of a mask in one vectorised pass over the places where its runs end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "cpu_dispatch.hpp"
#include "run_lengths.hpp"

namespace truebox {

struct MaskExtent {
  std::uint32_t area = 0;
  PixelBox box;
  bool wraps = false;  // a run of ones leaves its column
};

namespace extent_detail {

struct Rows {
  std::uint32_t area;
  std::int32_t low, high;  // from the first row that holds a pixel to behind the last
  std::int32_t wraps;
};

// Positions are below 2^32, so half a pixel more or less, times the inverse, is never rounded across a column.
TRUEBOX_CLONES static inline Rows find_rows(const std::uint32_t* places, std::size_t pairs, double height) {
  const double inverse = 1 / height;
  std::uint32_t area = 0;
  std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = 0, wraps = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::uint32_t begin = places[2 * i], end = places[2 * i + 1];
    const double from = begin, to = end;
    const double column = std::floor((from + .5) * inverse), end_column = std::floor((to - .5) * inverse);
    const auto top = static_cast<std::int32_t>(from - column * height);
    const auto bottom = static_cast<std::int32_t>(to - end_column * height);
    const bool holds = begin != end;
    area += end - begin;
    low = holds && top < low ? top : low;
    high = holds && bottom > high ? bottom : high;
    wraps |= holds ? static_cast<std::int32_t>(end_column - column) : 0;
  }
  return {area, low, high, wraps};
}

// An empty mask, or one whose positions are beyond what the pass above takes.
inline MaskExtent walk_extent(RunEnds ends, MaskSize size) {
  MaskExtent extent;
  PixelBox box{size.width, size.height, 0, 0};
  for (std::size_t i = 0; i < ends.pairs(); ++i) {
    const std::uint32_t begin = ends.places[2 * i], end = ends.places[2 * i + 1];
    if (begin == end) continue;
    const std::uint32_t column = begin / size.height, end_column = (end - 1) / size.height;
    extent.area += end - begin;
    extent.wraps |= column != end_column;
    box.x_begin = std::min(box.x_begin, column);
    box.x_end = end_column + 1;
    // A run that leaves its column touches the last row of one and the first row of the next.
    box.y_begin = column != end_column ? 0 : std::min(box.y_begin, begin % size.height);
    box.y_end = column != end_column ? size.height : std::max(box.y_end, (end - 1) % size.height + 1);
  }
  if (extent.area != 0) extent.box = box;
  return extent;
}

}  // namespace extent_detail

inline MaskExtent mask_extent(RunEnds ends, MaskSize size) {
  if (ends.pairs() == 0 || size.pixels() == 0) return {};
  if (std::max(size.height, size.width) > 0x7FFFFFFFU) return extent_detail::walk_extent(ends, size);
  const auto rows = extent_detail::find_rows(ends.places.data(), ends.pairs(), size.height);
  if (rows.area == 0) return {};
  std::size_t first = 0, last = ends.pairs() - 1;
  while (ends.places[2 * first] == ends.places[2 * first + 1]) ++first;
  while (ends.places[2 * last] == ends.places[2 * last + 1]) --last;
  MaskExtent extent;
  extent.area = rows.area;
  extent.wraps = rows.wraps != 0;
  extent.box.x_begin = ends.places[2 * first] / size.height;
  extent.box.x_end = (ends.places[2 * last + 1] - 1) / size.height + 1;
  extent.box.y_begin = extent.wraps ? 0 : static_cast<std::uint32_t>(rows.low);
  extent.box.y_end = extent.wraps ? size.height : static_cast<std::uint32_t>(rows.high);
  return extent;
}

}  // namespace truebox
