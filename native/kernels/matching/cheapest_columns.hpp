// A column of its own for every row, at the smallest total cost: which search is worth its set-up, and its memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "matching/dense_paths.hpp"
#include "matching/few_paths_wide.hpp"
#include "matching/listed_paths.hpp"
#include "matching/pad_rows.hpp"

namespace truebox {

inline constexpr std::size_t kFewColumns = 64;

namespace detail {

// Everything on the stack: of 10 rows and columns memory would be a third of the time.
TRUEBOX_CLONES inline void assign_few(const double* cost, std::size_t rows, std::size_t columns, bool turned,
                                      std::int64_t* column_of) {
  constexpr std::size_t kMost = kFewColumns;
  alignas(64) double padded[kMost * kMost], price[kMost], open_price[kMost], distance[kMost];
  alignas(64) std::int64_t row_of[kMost], from[kMost];
  std::uint64_t free_columns[1];
  PathBuffers::Settled settled[kMost];
  std::uint32_t free_rows[kMost];
  const std::size_t width = DensePaths::padded(columns);
  pad_rows(cost, rows, columns, width, turned, padded);
  const PathBuffers buffers{price, open_price, distance, row_of, from, free_columns, settled, free_rows};
  DensePaths({padded, width, padded + (rows - 1) * width}, rows, columns, buffers, column_of).solve();
}

template <class Paths>
TRUEBOX_INLINE void assign_in_memory(const double* cost, std::size_t rows, std::size_t columns, bool turned,
                                     std::int64_t* column_of) {
  const std::size_t width = DensePaths::padded(columns);
  std::unique_ptr<double[]> copy;
  CostRows entries{cost, columns, cost + (rows - 1) * columns};
  if (turned || columns < DensePaths::kLanes) {  // of such short rows more than the last would be read beyond the end
    copy.reset(new double[rows * width]);
    pad_rows(cost, rows, columns, width, turned, copy.get());
    entries = {copy.get(), width, copy.get() + (rows - 1) * width};
  } else if (width != columns) {  // all rows are as many fresh pages as the matrix: half the time of 500 rows
    copy.reset(new double[width]);
    pad_rows(entries.last, 1, columns, width, false, copy.get());
    entries.last = copy.get();
  }
  std::vector<double> numbers(3 * width);
  std::vector<std::int64_t> places(2 * width);
  std::vector<std::uint64_t> free_columns(width / 64 + 1);
  std::vector<PathBuffers::Settled> settled(rows);
  std::vector<std::uint32_t> free_rows(rows);
  const PathBuffers buffers{numbers.data(),       numbers.data() + width, numbers.data() + 2 * width, places.data(),
                            places.data() + width, free_columns.data(),    settled.data(),             free_rows.data()};
  Paths(entries, rows, columns, buffers, column_of).solve();
}

TRUEBOX_CLONES inline void assign_some(const double* cost, std::size_t rows, std::size_t columns, bool turned,
                                       std::int64_t* column_of) {
  assign_in_memory<DensePaths>(cost, rows, columns, turned, column_of);
}

TRUEBOX_CLONES inline void assign_many(const double* cost, std::size_t rows, std::size_t columns, bool turned,
                                       std::int64_t* column_of) {
  assign_in_memory<ListedPaths>(cost, rows, columns, turned, column_of);
}

}  // namespace detail

// `cost` is [rows, columns], or [columns, rows] where `turned`, row-major; 0 < rows <= columns, all of it finite and so
// that sums of as many entries as there are rows are finite.
inline void assign_columns(const double* cost, std::size_t rows, std::size_t columns, bool turned, std::int64_t* column_of) {
  // Half of what a core has of its second cache: beyond, whole rows come from farther away than lists of them.
  constexpr std::size_t kWorthLists = std::size_t{1} << 17;
#ifdef TRUEBOX_WIDE_REGISTERS
  if (columns <= kFewColumns && detail::few_paths_are_wide()) {
    return detail::kAssignFewWide[(columns - 1) / 8](cost, rows, columns, turned, column_of);
  }
#endif
  if (columns <= kFewColumns) return may_throw(&detail::assign_few)(cost, rows, columns, turned, column_of);
  const bool lists = rows * columns > kWorthLists;
  may_throw(lists ? &detail::assign_many : &detail::assign_some)(cost, rows, columns, turned, column_of);
}

}  // namespace truebox
