// Masks prepared for intersection: the ones of each pixel column as spans of rows.
//
// The k-th span of every column forms layer k. Two layers intersect by one vectorised loop over the
// columns they share, and spans of one column never overlap, so the intersection of two masks is the sum
// over their pairs of layers. Most objects have one or two layers. A mask that would need many keeps
// its runs alone, and pairs with it are walked run by run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/interruption.hpp"
#include "masks/extent.hpp"
#include "masks/regular_columns.hpp"
#include "masks/run_buffer.hpp"
#include "masks/run_lengths.hpp"

namespace truebox {

inline constexpr std::size_t kMostLayers = 4;

struct MaskShape {
  std::uint32_t area = 0;
  PixelBox box;
  std::size_t interval_begin = 0;
  std::size_t interval_count = 0;
  std::size_t layer_begin = 0;  // of layers * columns entries, layer by layer
  std::size_t layers = 0;       // 0: intersect by runs

  std::size_t columns() const { return box.x_end - box.x_begin; }
};

// All masks of one batch; they have one size.
struct MaskShapes {
  MaskSize size;
  std::vector<MaskShape> shapes;
  std::vector<std::uint32_t> begins, ends;  // intervals of ones
  std::vector<std::int32_t> low, high;      // layers; an absent span is 0, 0

  void add(RunEnds runs) { add(runs, mask_extent(runs, size)); }
  void add(RunEnds runs, const MaskExtent& extent);
  void add(Runs runs) {
    buffer_.fill(runs);
    add(buffer_.ends());
  }

  // Ready for another batch; memory is kept, because fresh pages cost more than the work of a small
  // batch (measured: 330 against 120 microseconds for 100 masks), unless it is much.
  void restart(MaskSize new_size) {
    constexpr std::size_t kKeep = std::size_t{1} << 22;
    if (begins.capacity() + low.capacity() > kKeep) *this = MaskShapes{};
    size = new_size;
    shapes.clear();
    begins.clear();
    ends.clear();
    low.clear();
    high.clear();
  }

 private:
  bool add_regular(MaskShape& shape, RunEnds runs);
  void build_layers(MaskShape& shape);
  bool add_span(MaskShape& shape, std::uint32_t column, std::uint32_t place, std::uint32_t from, std::uint32_t upto);

  RunBuffer buffer_;
};

namespace spans_detail {

// Sum over columns of the rows two layers share.
TRUEBOX_CLONES static inline std::uint32_t shared_rows(const std::int32_t* low_a, const std::int32_t* high_a,
                                                       const std::int32_t* low_b, const std::int32_t* high_b,
                                                       std::size_t columns) {
  std::uint32_t sum = 0;
  for (std::size_t x = 0; x < columns; ++x) {
    const std::int32_t low = low_a[x] > low_b[x] ? low_a[x] : low_b[x];
    const std::int32_t high = high_a[x] < high_b[x] ? high_a[x] : high_b[x];
    const std::int32_t rows = high - low;
    sum += static_cast<std::uint32_t>(rows > 0 ? rows : 0);
  }
  return sum;
}

inline std::uint32_t intersect_layers(const MaskShapes& all_a, const MaskShape& a, const MaskShapes& all_b,
                                      const MaskShape& b, std::uint32_t x_begin, std::uint32_t x_end) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < a.layers; ++i) {
    const std::size_t at_a = a.layer_begin + i * a.columns() + (x_begin - a.box.x_begin);
    for (std::size_t j = 0; j < b.layers; ++j) {
      const std::size_t at_b = b.layer_begin + j * b.columns() + (x_begin - b.box.x_begin);
      sum += shared_rows(&all_a.low[at_a], &all_a.high[at_a], &all_b.low[at_b], &all_b.high[at_b], x_end - x_begin);
    }
  }
  return sum;
}

inline std::uint32_t intersect_runs(const MaskShapes& all_a, const MaskShape& a, const MaskShapes& all_b,
                                    const MaskShape& b, std::uint32_t x_begin, std::uint32_t x_end) {
  const std::uint32_t from = x_begin * all_a.size.height;
  const std::uint32_t upto = x_end * all_a.size.height;
  const auto first_ending_after = [from](const std::vector<std::uint32_t>& ends, const MaskShape& shape) {
    const auto begin = ends.begin() + static_cast<std::ptrdiff_t>(shape.interval_begin);
    const auto found = std::upper_bound(begin, begin + static_cast<std::ptrdiff_t>(shape.interval_count), from);
    return static_cast<std::size_t>(found - ends.begin());
  };
  std::size_t i = first_ending_after(all_a.ends, a);
  std::size_t j = first_ending_after(all_b.ends, b);
  const std::size_t end_i = a.interval_begin + a.interval_count;
  const std::size_t end_j = b.interval_begin + b.interval_count;
  std::uint32_t sum = 0;
  while (i < end_i && j < end_j) {
    const std::uint32_t begin = std::max(all_a.begins[i], all_b.begins[j]);
    const std::uint32_t end_a = all_a.ends[i];
    const std::uint32_t end_b = all_b.ends[j];
    const std::uint32_t end = std::min(end_a, end_b);
    if (begin >= upto) break;
    sum += end > begin ? end - begin : 0;
    i += end_a <= end_b;
    j += end_b <= end_a;
  }
  return sum;
}

}  // namespace spans_detail

// The span is the `place`-th of its column; false where that is one layer too many.
inline bool MaskShapes::add_span(MaskShape& shape, std::uint32_t column, std::uint32_t place, std::uint32_t from,
                                 std::uint32_t upto) {
  if (place == shape.layers) {
    if (place == kMostLayers) return false;
    ++shape.layers;
    low.resize(low.size() + shape.columns(), 0);
    high.resize(low.size(), 0);
  }
  const std::size_t at = shape.layer_begin + place * shape.columns() + (column - shape.box.x_begin);
  low[at] = static_cast<std::int32_t>(from);
  high[at] = static_cast<std::int32_t>(upto);
  return true;
}

// Leaves the shape without layers where they would be many, or much larger than its runs.
inline void MaskShapes::build_layers(MaskShape& shape) {
  const std::size_t most = 8 * shape.interval_count + 1024;
  std::size_t spans = 0;
  bool good = shape.columns() <= most;
  ColumnCursor cursor(size.height);
  std::uint32_t column = 0xFFFFFFFFU;
  std::uint32_t place = 0;
  for (std::size_t i = shape.interval_begin; good && i < begins.size(); ++i) {
    for (std::uint32_t begin = begins[i]; good && begin != ends[i];) {
      cursor.move_to(begin);
      const std::uint32_t upto = std::min(ends[i] - cursor.base(), size.height);
      place = cursor.column() == column ? place + 1 : 0;
      column = cursor.column();
      good = ++spans <= most && add_span(shape, column, place, begin - cursor.base(), upto);
      begin = cursor.base() + upto;
    }
  }
  if (good && shape.layers * shape.columns() <= 4 * spans + 1024) return;
  shape.layers = 0;
  low.resize(shape.layer_begin);
  high.resize(shape.layer_begin);
}

// The one layer of a mask with one span in each of its columns; false, and nothing added, for any other mask.
inline bool MaskShapes::add_regular(MaskShape& shape, RunEnds runs) {
  const std::size_t count = runs.pairs();
  if (count == 0 || count != shape.columns() || size.height > 0x7FFFFFFFU) return false;
  begins.resize(shape.interval_begin + count);
  ends.resize(shape.interval_begin + count);
  low.resize(shape.layer_begin + count);
  high.resize(shape.layer_begin + count);
  const std::uint32_t wrong = columns_detail::write_regular_rows(
      runs.places.data(), count, shape.box.x_begin * size.height, size.height, &begins[shape.interval_begin],
      &ends[shape.interval_begin], &low[shape.layer_begin], &high[shape.layer_begin]);
  if (wrong == 0) {
    shape.interval_count = count;
    shape.layers = 1;
    return true;
  }
  begins.resize(shape.interval_begin);
  ends.resize(shape.interval_begin);
  low.resize(shape.layer_begin);
  high.resize(shape.layer_begin);
  return false;
}

inline void MaskShapes::add(RunEnds runs, const MaskExtent& extent) {
  MaskShape shape;
  shape.interval_begin = begins.size();
  shape.layer_begin = low.size();
  shape.area = extent.area;
  shape.box = extent.box;
  if (add_regular(shape, runs)) {
    shapes.push_back(shape);
    return;
  }
  begins.resize(begins.size() + runs.pairs());
  ends.resize(begins.size());
  std::size_t at = shape.interval_begin;
  for (std::size_t i = 0; i < runs.pairs(); ++i) {
    begins[at] = runs.places[2 * i];
    ends[at] = runs.places[2 * i + 1];
    at += begins[at] != ends[at];
  }
  begins.resize(at);
  ends.resize(at);
  shape.interval_count = at - shape.interval_begin;
  if (shape.interval_count != 0 && size.height <= 0x7FFFFFFFU) build_layers(shape);
  shapes.push_back(shape);
}

// The smaller of what the two boxes share and the two areas: no intersection can exceed it.
inline std::uint32_t most_shared_pixels(const MaskShape& a, const MaskShape& b) {
  const std::uint32_t x_begin = std::max(a.box.x_begin, b.box.x_begin);
  const std::uint32_t x_end = std::min(a.box.x_end, b.box.x_end);
  const std::uint32_t y_begin = std::max(a.box.y_begin, b.box.y_begin);
  const std::uint32_t y_end = std::min(a.box.y_end, b.box.y_end);
  if (x_begin >= x_end || y_begin >= y_end) return 0;
  return std::min({(x_end - x_begin) * (y_end - y_begin), a.area, b.area});
}

// Number of pixels in both masks; the boxes must share something.
inline std::uint32_t shared_pixels(const MaskShapes& all_a, const MaskShape& a, const MaskShapes& all_b,
                                   const MaskShape& b) {
  const std::uint32_t x_begin = std::max(a.box.x_begin, b.box.x_begin);
  const std::uint32_t x_end = std::min(a.box.x_end, b.box.x_end);
  const std::size_t pairs = a.layers * b.layers;
  // A vector step covers at least eight columns, a step along the runs one run.
  if (pairs != 0 && pairs * (x_end - x_begin) <= 8 * (a.interval_count + b.interval_count) + 64) {
    return spans_detail::intersect_layers(all_a, a, all_b, b, x_begin, x_end);
  }
  keep_going(a.interval_count + b.interval_count);  // masks of noise have tens of thousands
  return spans_detail::intersect_runs(all_a, a, all_b, b, x_begin, x_end);
}

}  // namespace truebox
