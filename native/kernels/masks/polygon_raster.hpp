// Polygons to run lengths, equal to the reference's rasterisation bit by bit.
//
// The reference scales the outline by 5, walks it in integer steps, and notes where it passes the
// centre line of a pixel column: a crossing. A pixel is inside if an odd number of crossings lie at or
// above it in the order of the runs. Here the crossings are computed directly, one per column and edge,
// with the reference's own expressions, so neither time nor memory grows with the outline's length.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "masks/run_lengths.hpp"

namespace truebox {

// Where an outline crosses the centre line of a pixel column; a row may be the height, which is the first row
// of the next column.
using Crossing = std::uint64_t;  // column * 2^32 + row

struct PolygonScratch {
  std::vector<Crossing> crossings;
  std::vector<Crossing> sorted;
  std::vector<std::uint32_t> column_begin;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> intervals;
};

namespace polygon_detail {

inline constexpr std::int64_t kScale = 5;
// Far outside any image, and small enough that every step below is exact in a double.
inline constexpr double kFarthest = 1099511627776.0;

inline std::int64_t to_grid(double coordinate) {
  const double scaled = static_cast<double>(kScale) * coordinate + .5;
  return static_cast<std::int64_t>(std::clamp(scaled, -kFarthest, kFarthest));
}

// The grid step between c and c + 1 is a pixel's centre line where c = 5 column + 2.
inline std::int64_t first_column_at_or_after(std::int64_t grid) {
  return grid <= 2 ? 0 : (grid - 2 + kScale - 1) / kScale;
}
inline std::int64_t last_column_at_or_before(std::int64_t grid) { return grid < 2 ? -1 : (grid - 2) / kScale; }

inline std::uint32_t row_of(std::int64_t grid, std::int64_t height) {
  if (grid <= 2) return 0;
  return static_cast<std::uint32_t>(std::min((grid - 2 + kScale - 1) / kScale, height));
}

struct GridPoint {
  std::int64_t x, y;
};

// Wider than high: one step of x at a time, y rounded at each.
template <class Emit>
inline void cross_flat_edge(GridPoint from, GridPoint to, MaskSize size, Emit emit) {
  if (from.x > to.x) std::swap(from, to);
  const double slope = static_cast<double>(to.y - from.y) / static_cast<double>(to.x - from.x);
  const auto y_at = [&](std::int64_t step) {
    return static_cast<std::int64_t>(static_cast<double>(from.y) + slope * static_cast<double>(step) + .5);
  };
  const std::int64_t last = std::min(last_column_at_or_before(to.x - 1), static_cast<std::int64_t>(size.width) - 1);
  for (std::int64_t column = first_column_at_or_after(from.x); column <= last; ++column) {
    const std::int64_t step = kScale * column + 2 - from.x;
    emit(column, row_of(std::min(y_at(step), y_at(step + 1)), size.height));
  }
}

// Higher than wide: one step of y at a time, so the step at which x passes the line is looked for. The
// rounded x never goes back, so the first guess is corrected by walking to the exact step.
template <class Emit>
inline void cross_steep_edge(GridPoint from, GridPoint to, MaskSize size, Emit emit) {
  if (from.y > to.y) std::swap(from, to);
  const std::int64_t steps = to.y - from.y;
  const double slope = static_cast<double>(to.x - from.x) / static_cast<double>(steps);
  const double steps_per_x = static_cast<double>(steps) / static_cast<double>(to.x - from.x);
  const bool rising = to.x > from.x;
  const auto passed = [&](std::int64_t step, std::int64_t line) {
    const auto x =
        static_cast<std::int64_t>(static_cast<double>(from.x) + slope * static_cast<double>(step) + .5);
    return rising ? x > line : x <= line;
  };
  const std::int64_t last =
      std::min(last_column_at_or_before(std::max(from.x, to.x) - 1), static_cast<std::int64_t>(size.width) - 1);
  for (std::int64_t column = first_column_at_or_after(std::min(from.x, to.x)); column <= last; ++column) {
    const std::int64_t line = kScale * column + 2;
    const double guess = (static_cast<double>(line - from.x) + .5) * steps_per_x;
    std::int64_t step = std::clamp(static_cast<std::int64_t>(guess), std::int64_t{1}, steps);
    while (step > 1 && passed(step - 1, line)) --step;
    while (step < steps && !passed(step, line)) ++step;
    emit(column, row_of(from.y + step - 1, size.height));
  }
}

// Crossings of one closed outline, not sorted.
inline void find_crossings(std::span<const double> xy, MaskSize size, std::vector<Crossing>& out) {
  const auto emit = [&](std::int64_t column, std::uint32_t row) {
    out.push_back(static_cast<Crossing>(column) << 32 | row);
  };
  // Two crossings at one place cancel; a long zigzag must not hold more memory than its picture.
  std::size_t limit = std::size_t{1} << 22;
  const std::size_t points = xy.size() / 2;
  GridPoint from{to_grid(xy[2 * points - 2]), to_grid(xy[2 * points - 1])};
  for (std::size_t i = 0; i < points; ++i) {
    const GridPoint to{to_grid(xy[2 * i]), to_grid(xy[2 * i + 1])};
    const std::int64_t dx = std::abs(to.x - from.x);
    const std::int64_t dy = std::abs(to.y - from.y);
    if (dx != 0) dx >= dy ? cross_flat_edge(from, to, size, emit) : cross_steep_edge(from, to, size, emit);
    from = to;
    if (out.size() > limit) {
      std::sort(out.begin(), out.end());
      std::size_t kept = 0;
      for (const Crossing crossing : out) {
        if (kept != 0 && out[kept - 1] == crossing) {
          --kept;
        } else {
          out[kept++] = crossing;
        }
      }
      out.resize(kept);
      limit = std::max(limit, 2 * kept);
    }
  }
}

// Crossings fall into few columns with few of them each: deal them out, then order each column.
inline void sort_crossings(PolygonScratch& scratch) {
  auto& crossings = scratch.crossings;
  if (crossings.size() < 32) {
    std::sort(crossings.begin(), crossings.end());
    return;
  }
  const auto column_of = [](Crossing crossing) { return static_cast<std::size_t>(crossing >> 32); };
  const auto [low, high] = std::minmax_element(crossings.begin(), crossings.end());
  const std::size_t first = column_of(*low);
  const std::size_t columns = column_of(*high) - first + 1;
  if (columns > crossings.size()) {
    std::sort(crossings.begin(), crossings.end());
    return;
  }
  scratch.column_begin.assign(columns + 1, 0);
  scratch.sorted.resize(crossings.size());
  for (const Crossing crossing : crossings) ++scratch.column_begin[column_of(crossing) - first + 1];
  for (std::size_t i = 0; i < columns; ++i) scratch.column_begin[i + 1] += scratch.column_begin[i];
  for (const Crossing crossing : crossings) {
    scratch.sorted[scratch.column_begin[column_of(crossing) - first]++] = crossing;
  }
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < columns; ++i) {
    const auto from = scratch.sorted.begin() + begin;
    const auto to = scratch.sorted.begin() + scratch.column_begin[i];
    if (to - from == 2) {
      const Crossing upper = std::min(from[0], from[1]), lower = std::max(from[0], from[1]);
      from[0] = upper;
      from[1] = lower;
    } else {
      std::sort(from, to);
    }
    begin = scratch.column_begin[i];
  }
  std::swap(crossings, scratch.sorted);
}

// Intervals of ones between each odd crossing and the next, appended in order.
inline void append_intervals(std::span<const double> xy, MaskSize size, PolygonScratch& scratch) {
  scratch.crossings.clear();
  find_crossings(xy, size, scratch.crossings);
  sort_crossings(scratch);
  const auto& crossings = scratch.crossings;
  const auto position = [&](std::size_t i) {
    if (i == crossings.size()) return size.pixels();
    return static_cast<std::uint32_t>(crossings[i] >> 32) * size.height + static_cast<std::uint32_t>(crossings[i]);
  };
  for (std::size_t i = 0; i < crossings.size(); i += 2) {
    const std::uint32_t begin = position(i), end = position(i + 1);
    if (begin < end) scratch.intervals.emplace_back(begin, end);
  }
}

}  // namespace polygon_detail

inline MaskProblem check_polygon(std::span<const double> xy, std::size_t row) {
  const auto length = static_cast<std::int64_t>(xy.size());
  if (length % 2 != 0) return {MaskFault::odd_length, row, length, 0};
  if (length < 6) return {MaskFault::few_points, row, length / 2, 3};
  for (std::size_t i = 0; i < xy.size(); ++i) {
    if (!std::isfinite(xy[i])) return {MaskFault::not_finite, row, static_cast<std::int64_t>(i), 0};
  }
  return {};
}

// Whether a coordinate lies beyond the image by more than its longer side: clipped, and worth saying.
inline bool polygon_is_far_outside(std::span<const double> xy, MaskSize size) {
  const double side = std::max(size.height, size.width);
  for (std::size_t i = 0; i < xy.size(); ++i) {
    const double limit = i % 2 == 0 ? size.width : size.height;
    if (xy[i] < -side || xy[i] > limit + side) return true;
  }
  return false;
}

// The union of checked polygons: `xy` holds them one after the other, `offsets` where each begins.
inline void rasterize_polygons(std::span<const double> xy, std::span<const std::int64_t> offsets, MaskSize size,
                               PolygonScratch& scratch, std::vector<std::uint32_t>& out) {
  RunWriter writer(out);
  auto& intervals = scratch.intervals;
  intervals.clear();
  if (size.pixels() != 0) {
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const auto done = static_cast<std::ptrdiff_t>(intervals.size());
      const auto begin = static_cast<std::size_t>(offsets[i]);
      const auto length = static_cast<std::size_t>(offsets[i + 1]) - begin;
      polygon_detail::append_intervals(xy.subspan(begin, length), size, scratch);
      std::inplace_merge(intervals.begin(), intervals.begin() + done, intervals.end());
    }
  }
  std::uint32_t reached = 0;
  for (const auto& [begin, end] : intervals) {
    if (end <= reached) continue;
    writer.add(std::max(begin, reached), end);
    reached = end;
  }
  writer.finish(size.pixels());
}

}  // namespace truebox
