// Linear assignment on a dense matrix: every row gets its own column, at the smallest total cost.
//
// Shortest augmenting paths after Jonker and Volgenant, Computing 38 (1987) 325-340: cheap row bids first, then one
// Dijkstra search for each row still free. Column prices start at 0 and fall only for assigned columns, which keeps
// them optimal for matrices with more columns than rows as well. (Starting square matrices at the column minima, as
// the paper does, was measured: up to twice as fast on uniform costs, up to twenty times slower on mostly equal ones.)
//
// Numbers of Waymo and of Jaccard's index of crowds rest on which of equally cheap assignments this search finds; that of
// `cheapest_columns.hpp` is faster, and finds another.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "ground/row_minimum.hpp"

namespace truebox {

// `cost` has rows <= columns, row-major, all finite.
class AssignmentSolver {
 public:
  AssignmentSolver(const double* cost, std::size_t rows, std::size_t columns)
      : cost_(cost),
        rows_(rows),
        columns_(columns),
        price_(columns, 0.0),
        column_of_(rows, kNone),
        row_of_(columns, kNone) {}

  // The column of each row.
  TRUEBOX_INLINE std::vector<std::int64_t> solve() {
    std::vector<std::int64_t> free_rows(rows_);
    for (std::size_t i = 0; i < rows_; ++i) free_rows[i] = static_cast<std::int64_t>(i);
    for (int round = 0; round < 2 && !free_rows.empty(); ++round) bid(free_rows);
    distance_.resize(columns_);
    tile_least_.resize(columns_ / kTile + 1);
    reached_from_.resize(columns_);
    for (const std::int64_t row : free_rows) augment(row);
    return std::move(column_of_);
  }

 private:
  static constexpr std::int64_t kNone = -1;
  static constexpr std::size_t kTile = 128;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr auto kFarthest = std::bit_cast<std::int64_t>(kInfinity);

  TRUEBOX_INLINE const double* row(std::int64_t i) const { return cost_ + static_cast<std::size_t>(i) * columns_; }

  // Each free row takes its cheapest column and lowers that price until the second cheapest is as good; the row that
  // owned the column bids next. The number of bids is bounded: with prices that differ by roundings alone, two rows
  // could otherwise outbid each other almost without end.
  TRUEBOX_INLINE void bid(std::vector<std::int64_t>& free_rows) {
    std::vector<std::int64_t> left_over;
    std::size_t bids_left = kBidsPerRow * free_rows.size();
    for (const std::int64_t first : free_rows) {
      std::int64_t bidder = first;
      while (bidder != kNone) {
        if (bids_left == 0) {
          left_over.push_back(bidder);
          break;
        }
        --bids_left;
        bidder = place_bid(bidder, left_over);
      }
    }
    free_rows = std::move(left_over);
  }

  // The row that lost its column and bids next, if any.
  TRUEBOX_INLINE std::int64_t place_bid(std::int64_t bidder, std::vector<std::int64_t>& left_over) {
    keep_going(columns_);
    const double* entry = row(bidder);
    const TwoSmallest two = two_smallest(entry, price_.data(), columns_);
    std::size_t column = find_reduced(entry, price_.data(), 0, columns_, two.least);
    const bool gains = two.least < two.next && columns_ > 1;
    if (gains) {
      price_[column] -= two.next - two.least;
    } else if (row_of_[column] != kNone) {
      // Equally cheap columns: a free one costs nobody anything.
      const double* price = price_.data();
      const std::int64_t* owner = row_of_.data();
      const double least = two.least;
      const std::size_t other = find_equal(column + 1, columns_, [=](std::size_t j) TRUEBOX_INLINE_LAMBDA {
        return static_cast<int>(entry[j] - price[j] == least) & static_cast<int>(owner[j] == kNone);
      });
      if (other == columns_) {
        left_over.push_back(bidder);
        return kNone;
      }
      column = other;
    }
    const std::int64_t loser = std::exchange(row_of_[column], bidder);
    column_of_[static_cast<std::size_t>(bidder)] = static_cast<std::int64_t>(column);
    if (loser != kNone) column_of_[static_cast<std::size_t>(loser)] = kNone;
    return loser;
  }

  // Dijkstra over alternating paths from `start` to the nearest free column; then every row on the path moves on.
  TRUEBOX_INLINE void augment(std::int64_t start) {
    keep_going(columns_);
    open_price_ = price_;
    settled_.clear();
    std::fill(distance_.begin(), distance_.end(), kInfinity);
    const double start_offset = two_smallest(row(start), price_.data(), columns_).least;
    auto [travelled, column] = relax(start, start_offset);
    while (row_of_[column] != kNone) {
      settled_.push_back({column, travelled});
      open_price_[column] = -kInfinity;  // its entries become infinite and are never taken again
      distance_[column] = kInfinity;
      const std::int64_t owner = row_of_[column];
      std::tie(travelled, column) = relax(owner, row(owner)[column] - price_[column] - travelled);
    }
    for (const auto& [done, length] : settled_) price_[done] += length - travelled;
    for (;;) {
      const std::int64_t from = reached_from_[column];
      row_of_[column] = from;
      std::int64_t& place = column_of_[static_cast<std::size_t>(from)];
      if (from == start) {
        place = static_cast<std::int64_t>(column);
        return;
      }
      column = static_cast<std::size_t>(std::exchange(place, static_cast<std::int64_t>(column)));
    }
  }

  // Shortens distances through row `i`; the smallest distance of the open columns, and a column that has it.
  TRUEBOX_INLINE std::pair<double, std::size_t> relax(std::int64_t i, double offset) {
    keep_going(columns_);
    const double* TRUEBOX_RESTRICT entry = row(i);
    const double* TRUEBOX_RESTRICT price = open_price_.data();
    double* TRUEBOX_RESTRICT distance = distance_.data();
    std::int64_t* TRUEBOX_RESTRICT from = reached_from_.data();
    std::int64_t nearest = kFarthest;
    for (std::size_t tile = 0, first = 0; first < columns_; ++tile, first += kTile) {
      const std::size_t last = std::min(first + kTile, columns_);
      std::int64_t least = kFarthest;
      for (std::size_t j = first; j < last; ++j) {
        // Not below 0, where rounding may lead; then distances compare as the integers with the same bits, and that
        // is a reduction compilers vectorise.
        const double through = larger(entry[j] - price[j] - offset, 0.0);
        const std::int64_t shorter = -static_cast<std::int64_t>(through < distance[j]);
        from[j] = (from[j] & ~shorter) | (i & shorter);
        distance[j] = smaller(through, distance[j]);
        least = std::min(least, std::bit_cast<std::int64_t>(distance[j]));
      }
      tile_least_[tile] = least;
      nearest = std::min(nearest, least);
    }
    const double length = std::bit_cast<double>(nearest);
    return {length, column_at(nearest, length)};
  }

  // A column at this distance; a free one where there is one, because it ends the search.
  TRUEBOX_INLINE std::size_t column_at(std::int64_t nearest, double length) const {
    const double* distance = distance_.data();
    const std::int64_t* owner = row_of_.data();
    std::size_t found = columns_;
    for (std::size_t tile = 0, first = 0; first < columns_; ++tile, first += kTile) {
      if (tile_least_[tile] != nearest) continue;
      const std::size_t last = std::min(first + kTile, columns_);
      if (found == columns_) {
        found = find_equal(first, last, [=](std::size_t j) TRUEBOX_INLINE_LAMBDA { return distance[j] == length; });
        if (owner[found] == kNone) return found;
      }
      const std::size_t open = find_equal(first, last, [=](std::size_t j) TRUEBOX_INLINE_LAMBDA {
        return static_cast<int>(distance[j] == length) & static_cast<int>(owner[j] == kNone);
      });
      if (open < last) return open;
    }
    return found;
  }

  struct Settled {
    std::size_t column;
    double length;
  };
  static constexpr std::size_t kBidsPerRow = 16;

  const double* cost_;
  std::size_t rows_, columns_;
  std::vector<double> price_, open_price_, distance_;
  std::vector<std::int64_t> column_of_, row_of_, reached_from_, tile_least_;
  std::vector<Settled> settled_;
};

// The column of each row; `cost` has rows <= columns, row-major, all finite.
TRUEBOX_CLONES inline std::vector<std::int64_t> assign_rows(const double* cost, std::size_t rows, std::size_t columns) {
  return AssignmentSolver(cost, rows, columns).solve();
}

}  // namespace truebox
