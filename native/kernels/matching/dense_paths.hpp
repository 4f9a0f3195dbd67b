// Linear assignment by shortest augmenting paths that look at whole rows: every row gets its own column, at the
// smallest total cost. After Jonker and Volgenant, Computing 38 (1987) 325-340.
//
// A row is given its cheapest column where that is free; one Dijkstra search follows for each row that is left. Prices
// of columns start at the column minima where that is allowed, in square matrices, and helps: where costs are not mostly
// equal. (Measured: half the searches of uniform costs; ten times those of costs that are mostly 1.) Else they start at 0.
// They fall only for columns that are taken, which keeps them optimal where columns outnumber rows.
//
// Loops go on to whole registers, so that they need no other end: the prices of columns that are not there are infinitely
// low, and whatever costs are read for them infinitely high. Of equally cheap columns
// the free one is taken that comes first: the answer is the same on every processor.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "ground/row_minimum.hpp"

namespace truebox {

// What a search works on; `width` is the number of columns, padded.
struct PathBuffers {
  struct Settled {
    double length;
    std::size_t column;
  };
  double *price, *open_price, *distance;  // [width]
  std::int64_t *row_of, *from;            // [width]
  std::uint64_t* free_columns;            // a bit for each column
  Settled* settled;                       // [rows]
  std::uint32_t* free_rows;               // [rows]
};

// Rows of costs, one every `stride` numbers. Each may be read on to a whole register; of the last, after which there is
// nothing, this may be a copy.
struct CostRows {
  const double* first;
  std::size_t stride;
  const double* last;
};

class DensePaths {
 public:
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t padded(std::size_t columns) { return (columns + kLanes - 1) & ~(kLanes - 1); }

  // rows <= columns; the answer, a column for each row, goes to `column_of`.
  TRUEBOX_INLINE DensePaths(const CostRows& cost, std::size_t rows, std::size_t columns, const PathBuffers& buffers,
                            std::int64_t* column_of)
      : cost_(cost), rows_(rows), columns_(columns), width_(padded(columns)), in_(buffers), column_of_(column_of) {
    for (std::size_t first = 0; first < width_; first += 64) {
      const std::size_t left = columns > first ? columns - first : 0;
      in_.free_columns[first / 64] = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    }
    std::fill(in_.price, in_.price + width_, 0.0);
    end_prices();
  }

  TRUEBOX_INLINE void solve() {
    start_at_column_minima();
    std::size_t left = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (!take_cheapest(i)) in_.free_rows[left++] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t k = 0; k < left; ++k) augment(in_.free_rows[k]);
  }

  bool is_free(std::size_t column) const { return (in_.free_columns[column / 64] >> column % 64 & 1) != 0; }

 protected:
  static constexpr std::size_t kWhole = ~(kLanes - 1);  // tells the compiler that a width is one of whole registers
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr auto kFarthest = std::bit_cast<std::int64_t>(kInfinity);
  static constexpr auto kBits = [] {
    std::array<std::uint64_t, 64> bits{};
    for (std::size_t k = 0; k < 64; ++k) bits[k] = std::uint64_t{1} << k;
    return bits;
  }();

  TRUEBOX_INLINE const double* row(std::size_t i) const {
    return i + 1 == rows_ ? cost_.last : cost_.first + i * cost_.stride;
  }

  TRUEBOX_INLINE void use_up(std::size_t column) { in_.free_columns[column / 64] &= ~kBits[column % 64]; }

  TRUEBOX_INLINE void give(std::size_t i, std::size_t column) {
    in_.row_of[column] = static_cast<std::int64_t>(i);
    column_of_[i] = static_cast<std::int64_t>(column);
    use_up(column);
  }

  // The prices of a square matrix, unless a quarter of its entries or more are what stands above them.
  TRUEBOX_INLINE void start_at_column_minima() {
    if (rows_ != columns_) return;
    double* TRUEBOX_RESTRICT least = in_.price;
    const std::size_t width = width_ & kWhole;
    std::uint64_t equal = 0;
    for (std::size_t j = 0; j < width; ++j) least[j] = row(0)[j];
    bool helps = true;
    for (std::size_t i = 1; helps && i < rows_; ++i) {
      const double* TRUEBOX_RESTRICT entry = row(i);
      const double* TRUEBOX_RESTRICT above = row(i - 1);
      std::uint64_t same = 0;
      for (std::size_t j = 0; j < width; ++j) {
        same += entry[j] == above[j] ? 1 : 0;
        least[j] = smaller(entry[j], least[j]);
      }
      for (std::size_t j = columns_; j < width_; ++j) same -= entry[j] == above[j] ? 1 : 0;
      equal += same;
      helps = 4 * equal <= rows_ * columns_;
    }
    for (std::size_t j = 0; j < columns_; ++j) least[j] = helps ? least[j] : 0.0;
    end_prices();
  }

  TRUEBOX_INLINE void end_prices() {
    for (std::size_t j = columns_; j < width_; ++j) in_.price[j] = -kInfinity;
  }

  TRUEBOX_INLINE bool take_cheapest(std::size_t i) {
    const double* const entry = row(i);
    const double least = least_reduced(entry);
    for (std::size_t first = 0; first < width_; first += 64) {
      const double* TRUEBOX_RESTRICT values = entry + first;
      const double* TRUEBOX_RESTRICT price = in_.price + first;
      const std::size_t count = std::min<std::size_t>(width_ - first, 64) & kWhole;
      std::uint64_t hits = 0;
      for (std::size_t j = 0; j < count; ++j) hits |= values[j] - price[j] == least ? kBits[j] : 0;
      hits &= in_.free_columns[first / 64];
      if (hits == 0) continue;
      give(i, first + static_cast<std::size_t>(std::countr_zero(hits)));
      return true;
    }
    return false;
  }

  // Dijkstra over alternating paths from `start` to the nearest free column; then every row on the path moves on.
  TRUEBOX_INLINE void augment(std::size_t start) {
    constexpr std::size_t kAskEveryRow = 4096;  // columns
    std::fill(in_.distance, in_.distance + width_, kInfinity);
    std::copy(in_.price, in_.price + width_, in_.open_price);
    std::size_t settled = 0, at = start, column = 0;
    double travelled = 0, offset = least_reduced(row(start));
    for (;;) {
      travelled = relax(at, offset);
      column = column_at(travelled);
      if (is_free(column)) break;
      in_.settled[settled++] = {travelled, column};
      in_.open_price[column] = -kInfinity;  // its entries become infinite and are never taken again
      in_.distance[column] = kInfinity;
      at = static_cast<std::size_t>(in_.row_of[column]);
      offset = row(at)[column] - in_.price[column] - travelled;
      if (width_ >= kAskEveryRow) keep_going(width_);
    }
    keep_going(width_ * (width_ < kAskEveryRow ? settled + 1 : 1));
    for (std::size_t k = 0; k < settled; ++k) in_.price[in_.settled[k].column] += in_.settled[k].length - travelled;
    turn_path(start, column, [this](std::size_t j) TRUEBOX_INLINE_LAMBDA { return static_cast<std::size_t>(in_.from[j]); });
  }

  // From its end on: every row of the path gets the column after it.
  template <class From>
  TRUEBOX_INLINE void turn_path(std::size_t start, std::size_t column, const From& from) {
    for (;;) {
      const std::size_t i = from(column), before = static_cast<std::size_t>(column_of_[i]);
      give(i, column);
      if (i == start) return;
      column = before;
    }
  }

  // Whole numbers in the order of the numbers they stand for: their least is a reduction that compilers vectorise.
  TRUEBOX_INLINE static std::int64_t in_order(double value) {
    const auto bits = std::bit_cast<std::int64_t>(value);
    return bits ^ ((bits >> 63) & std::numeric_limits<std::int64_t>::max());
  }
  TRUEBOX_INLINE static double from_order(std::int64_t number) {
    return std::bit_cast<double>(number ^ ((number >> 63) & std::numeric_limits<std::int64_t>::max()));
  }

  // The least of entry - price, which may be negative.
  TRUEBOX_INLINE double least_reduced(const double* TRUEBOX_RESTRICT entry) const {
    const double* TRUEBOX_RESTRICT price = in_.price;
    const std::size_t width = width_ & kWhole;
    std::int64_t least = kFarthest;
    for (std::size_t j = 0; j < width; ++j) least = std::min(least, in_order(entry[j] - price[j]));
    return from_order(least);
  }

  // Shortens distances through row `i`; the smallest distance of the open columns.
  TRUEBOX_INLINE double relax(std::size_t i, double offset) {
    const double* TRUEBOX_RESTRICT entry = row(i);
    const double* TRUEBOX_RESTRICT price = in_.open_price;
    double* TRUEBOX_RESTRICT distance = in_.distance;
    std::int64_t* TRUEBOX_RESTRICT from = in_.from;
    const auto number = static_cast<std::int64_t>(i);
    const std::size_t width = width_ & kWhole;
    std::int64_t nearest = kFarthest;
    for (std::size_t j = 0; j < width; ++j) {
      // Not below 0, where rounding may lead; then distances compare as the integers with the same bits, and that is a
      // reduction compilers vectorise.
      const double through = larger(entry[j] - price[j] - offset, 0.0);
      const std::int64_t shorter = -static_cast<std::int64_t>(through < distance[j]);
      from[j] = (from[j] & ~shorter) | (number & shorter);
      distance[j] = smaller(through, distance[j]);
      nearest = std::min(nearest, std::bit_cast<std::int64_t>(distance[j]));
    }
    return std::bit_cast<double>(nearest);
  }

  // A column at this distance; a free one where there is one, because it ends the search.
  TRUEBOX_INLINE std::size_t column_at(double length) const {
    std::size_t found = columns_;
    for (std::size_t first = 0; first < width_; first += 64) {
      const double* TRUEBOX_RESTRICT distance = in_.distance + first;
      const std::size_t count = std::min<std::size_t>(width_ - first, 64) & kWhole;
      std::uint64_t hits = 0;
      for (std::size_t j = 0; j < count; ++j) hits |= distance[j] == length ? kBits[j] : 0;
      if (hits == 0) continue;
      const std::uint64_t free = hits & in_.free_columns[first / 64];
      if (free != 0) return first + static_cast<std::size_t>(std::countr_zero(free));
      if (found == columns_) found = first + static_cast<std::size_t>(std::countr_zero(hits));
    }
    return found;
  }

  CostRows cost_;
  std::size_t rows_, columns_, width_;
  PathBuffers in_;
  std::int64_t* column_of_;
};

}  // namespace truebox
