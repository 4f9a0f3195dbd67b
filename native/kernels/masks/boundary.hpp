// The band of pixels along the inside of a mask's outline: the mask without its erosion by a square
// of side 2 d + 1, where everything outside the image counts as background.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "masks/run_lengths.hpp"

namespace truebox {

// Column work space is taken from the image's sides, so they are bounded here.
inline constexpr std::uint32_t kLongestBoundarySide = 1U << 20;

// Spans of rows, column by column.
struct ColumnLists {
  std::vector<std::size_t> begin{0};  // [columns + 1]
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans;

  std::size_t columns() const { return begin.size() - 1; }
  void clear() {
    begin.assign(1, 0);
    spans.clear();
  }
  void close_column() { begin.push_back(spans.size()); }
};

struct BoundaryScratch {
  ColumnLists mask;
  ColumnLists eroded;
  ColumnLists next;
};

namespace boundary_detail {

inline void list_columns(Runs runs, MaskSize size, const PixelBox& box, ColumnLists& out) {
  out.clear();
  ColumnCursor cursor(size.height);
  for_each_interval(runs, [&](std::uint32_t begin, std::uint32_t end) {
    while (begin != end) {
      cursor.move_to(begin);
      while (box.x_begin + out.columns() < cursor.column()) out.close_column();
      const std::uint32_t stop = std::min(end - cursor.base(), size.height);
      const std::uint32_t top = begin - cursor.base();
      // Two runs may touch where an empty run lies between them.
      if (out.spans.size() > out.begin.back() && out.spans.back().second == top) {
        out.spans.back().second = stop;
      } else {
        out.spans.emplace_back(top, stop);
      }
      begin = cursor.base() + stop;
    }
  });
  out.close_column();
}

inline void shrink_rows(const ColumnLists& lists, std::uint32_t distance, ColumnLists& out) {
  out.clear();
  for (std::size_t x = 0; x < lists.columns(); ++x) {
    for (std::size_t i = lists.begin[x]; i < lists.begin[x + 1]; ++i) {
      const auto [low, high] = lists.spans[i];
      if (high - low > 2 * std::uint64_t{distance}) out.spans.emplace_back(low + distance, high - distance);
    }
    out.close_column();
  }
}

// Column x of the result is what columns x and x + offset of `lists` share.
inline void intersect_with_shifted(const ColumnLists& lists, std::size_t offset, ColumnLists& out) {
  out.clear();
  for (std::size_t x = 0; x + offset < lists.columns(); ++x) {
    std::size_t i = lists.begin[x];
    std::size_t j = lists.begin[x + offset];
    while (i < lists.begin[x + 1] && j < lists.begin[x + offset + 1]) {
      const auto [low_a, high_a] = lists.spans[i];
      const auto [low_b, high_b] = lists.spans[j];
      const std::uint32_t low = std::max(low_a, low_b);
      const std::uint32_t high = std::min(high_a, high_b);
      if (low < high) out.spans.emplace_back(low, high);
      i += high_a <= high_b;
      j += high_b <= high_a;
    }
    out.close_column();
  }
}

// Intersection over a window of columns, doubling the window each time: column x then stands for the
// window that begins at x.
inline void intersect_windows(ColumnLists& lists, std::size_t window, ColumnLists& spare) {
  std::size_t reached = 1;
  while (reached < window) {
    const std::size_t offset = std::min(reached, window - reached);
    intersect_with_shifted(lists, offset, spare);
    std::swap(lists, spare);
    reached += offset;
  }
}

// Spans of `eroded` lie inside spans of `mask` in the same column.
inline void subtract_column(const ColumnLists& mask, std::size_t x, const ColumnLists& eroded, std::size_t column,
                            std::uint32_t base, RunWriter& writer) {
  const bool inside = column < eroded.columns();
  std::size_t j = inside ? eroded.begin[column] : 0;
  const std::size_t end_j = inside ? eroded.begin[column + 1] : 0;
  for (std::size_t i = mask.begin[x]; i < mask.begin[x + 1]; ++i) {
    auto [low, high] = mask.spans[i];
    for (; j < end_j && eroded.spans[j].first < high; ++j) {
      writer.add(base + low, base + eroded.spans[j].first);
      low = eroded.spans[j].second;
    }
    writer.add(base + low, base + high);
  }
}

}  // namespace boundary_detail

// `distance` is d, in pixels, at least 1; both sides at most kLongestBoundarySide.
inline void mask_boundary(Runs runs, MaskSize size, std::uint32_t distance, BoundaryScratch& scratch,
                          std::vector<std::uint32_t>& out) {
  RunWriter writer(out);
  const PixelBox box = mask_box(runs, size);
  if (box.x_end == 0) {
    writer.finish(size.pixels());
    return;
  }
  boundary_detail::list_columns(runs, size, box, scratch.mask);
  const std::size_t columns = scratch.mask.columns();
  scratch.eroded.clear();
  if (columns > 2 * std::uint64_t{distance}) {
    boundary_detail::shrink_rows(scratch.mask, distance, scratch.eroded);
    boundary_detail::intersect_windows(scratch.eroded, 2 * std::size_t{distance} + 1, scratch.next);
  }
  for (std::size_t x = 0; x < columns; ++x) {
    // The window of column x begins `distance` columns earlier; before that everything is boundary.
    const std::size_t column = x >= distance ? x - distance : columns;
    const std::uint32_t base = (box.x_begin + static_cast<std::uint32_t>(x)) * size.height;
    boundary_detail::subtract_column(scratch.mask, x, scratch.eroded, column, base, writer);
  }
  writer.finish(size.pixels());
}

}  // namespace truebox
