// Four columns of numbers as boxes x, y, width, height, with what can be said of them all from one look.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ground/thread_pool.hpp"

namespace truebox::tables {

// What four numbers mean; the arithmetic is that of truebox.boxes.layouts.
enum class BoxLayout : std::uint8_t { xywh, xyxy, cxcywh, yxyx };

// A column of doubles, `stride` of them apart.
struct NumberColumn {
  const double* data = nullptr;
  std::ptrdiff_t stride = 1;

  double at(std::size_t row) const { return data[static_cast<std::ptrdiff_t>(row) * stride]; }
};

namespace detail {

template <BoxLayout Layout>
inline std::array<double, 4> as_xywh(double a, double b, double c, double d) {
  if constexpr (Layout == BoxLayout::xywh) return {a, b, c, d};
  if constexpr (Layout == BoxLayout::xyxy) return {a, b, c - a, d - b};
  if constexpr (Layout == BoxLayout::cxcywh) return {a - c / 2, b - d / 2, c, d};
  if constexpr (Layout == BoxLayout::yxyx) return {b, a, d - b, c - a};
}

// Whether all of the rows are sound; a NaN is within no bound.
template <BoxLayout Layout, bool Percent>
inline bool write_boxes(const std::array<NumberColumn, 4>& columns, std::size_t begin, std::size_t end, double bound,
                        double* boxes) {
  bool sound = true;
  for (std::size_t row = begin; row < end; ++row) {
    double numbers[4];
    for (std::size_t k = 0; k < 4; ++k) {
      numbers[k] = columns[k].at(row);
      if constexpr (Percent) numbers[k] /= 100;
    }
    const std::array<double, 4> box = as_xywh<Layout>(numbers[0], numbers[1], numbers[2], numbers[3]);
    double* const to = boxes + 4 * row;
    for (std::size_t k = 0; k < 4; ++k) {
      to[k] = box[k];
      sound &= (int{box[k] >= (k < 2 ? -bound : 0.0)} & int{box[k] <= bound}) != 0;
    }
  }
  return sound;
}

using WriteBoxes = bool (*)(const std::array<NumberColumn, 4>&, std::size_t, std::size_t, double, double*);

template <bool Percent>
inline WriteBoxes writer_of(BoxLayout layout) {
  switch (layout) {
    case BoxLayout::xyxy: return &write_boxes<BoxLayout::xyxy, Percent>;
    case BoxLayout::cxcywh: return &write_boxes<BoxLayout::cxcywh, Percent>;
    case BoxLayout::yxyx: return &write_boxes<BoxLayout::yxyx, Percent>;
    default: return &write_boxes<BoxLayout::xywh, Percent>;
  }
}

}  // namespace detail

// Writes `rows` boxes; true where every number lies within the bound and no size is negative.
inline bool boxes_of_columns(const std::array<NumberColumn, 4>& columns, std::size_t rows, BoxLayout layout,
                             bool percent, double bound, int threads, double* boxes) {
  const detail::WriteBoxes write = percent ? detail::writer_of<true>(layout) : detail::writer_of<false>(layout);
  std::atomic<bool> sound{true};
  parallel_ranges(rows, std::size_t{1} << 15, threads, [&](std::size_t begin, std::size_t end) {
    if (!write(columns, begin, end, bound, boxes)) sound.store(false, std::memory_order_relaxed);
  });
  return sound.load();
}

}  // namespace truebox::tables
