// The truths in the order of their cells, with the bits in which each does not count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "cells/box.hpp"
#include "cells/cell_matching.hpp"
#include "evaluation/cell_order.hpp"
#include "evaluation/grouping.hpp"
#include "cells/outcome_layout.hpp"

namespace truebox {

// Columns as read, one entry per row of the file.
struct TruthRows {
  const double* boxes;            // [*, 4]
  const double* area;
  const std::uint8_t* crowd;
  const std::uint8_t* ignored;    // crowd or otherwise not to be counted
  const std::uint8_t* unmarked;   // see kUnmarked
  const std::uint64_t* outside = nullptr;  // bit a: not counted in area range a, whatever its area; null: none
};

struct ArrangedTruths {
  BoxColumns boxes;
  std::vector<std::uint64_t> ignored;  // [n, W]
  std::vector<std::uint8_t> flags;     // [n]
};

// `Extent` says what a box covers: see cells/box.hpp. With `regions`, truths that do not count somewhere are regions there.
template <class Extent = ContinuousBoxes>
ArrangedTruths arrange_truths(const Grouped& groups, const TruthRows& rows, const OutcomeLayout& layout,
                              bool regions = false) {
  ArrangedTruths columns;
  const std::size_t count = groups.size();
  columns.boxes.resize(count);
  columns.ignored.assign(count * layout.words(), 0);
  columns.flags.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = groups.rows[i];
    Extent::set(columns.boxes, i, rows.boxes + 4 * row);
    columns.flags[i] = static_cast<std::uint8_t>((rows.crowd[row] ? kCrowd : 0) | (rows.unmarked[row] ? kUnmarked : 0));
    std::uint64_t* bits = columns.ignored.data() + i * layout.words();
    if (rows.ignored[row]) {
      std::fill_n(bits, layout.words(), ~std::uint64_t{0});
    } else {
      layout.mark_outside(rows.area[row], bits);
      if (rows.outside != nullptr) layout.mark(rows.outside[row], bits);
    }
    if (regions && !rows.crowd[row] && std::any_of(bits, bits + layout.words(), [](std::uint64_t word) { return word != 0; })) {
      columns.flags[i] |= kSometimes;
    }
  }
  return columns;
}

// counts[k * A + a] = truths of category k that count in range a.
inline void count_truths(const Grouped& groups, const TruthRows& rows, const OutcomeLayout& layout,
                         std::int64_t* counts) {
  const std::size_t categories = groups.offsets.size() - 1;
  std::fill_n(counts, categories * layout.ranges(), std::int64_t{0});
  for (std::size_t k = 0; k < categories; ++k) {
    for (std::size_t i = groups.offsets[k]; i < groups.offsets[k + 1]; ++i) {
      const std::size_t row = groups.rows[i];
      if (rows.ignored[row]) continue;
      for (std::size_t a = 0; a < layout.ranges(); ++a) {
        const bool left_out = rows.outside != nullptr && (rows.outside[row] >> a & 1) != 0;
        counts[k * layout.ranges() + a] += left_out || layout.outside(rows.area[row], a) ? 0 : 1;
      }
    }
  }
}

// Orders the truths of every cell by content, so that equal overlaps do not depend on the order of the file.
inline void order_truths_by_content(Grouped& groups, const TruthRows& rows) {
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    const int content = compare_boxes(rows.boxes + 4 * std::size_t{a}, rows.boxes + 4 * std::size_t{b});
    if (content != 0) return content < 0;
    return std::make_tuple(rows.area[a], rows.crowd[a], rows.ignored[a]) <
           std::make_tuple(rows.area[b], rows.crowd[b], rows.ignored[b]);
  };
  for (std::size_t k = 0; k + 1 < groups.offsets.size(); ++k) {
    for (std::size_t begin = groups.offsets[k], end = begin; begin < groups.offsets[k + 1]; begin = end) {
      while (end < groups.offsets[k + 1] && groups.minor[end] == groups.minor[begin]) ++end;
      std::stable_sort(groups.rows.data() + begin, groups.rows.data() + end, before);
    }
  }
}

}  // namespace truebox
