// Least total cost of a dense assignment by shortest augmenting paths (D. F. Crouse, On implementing 2D rectangular
// assignment algorithms, 2016). Where totals are equal the order of decisions decides which assignment is found, and
// numbers of tracking benchmarks hang on it: columns are looked at from the last to the first, one that is done gives
// its place to the last in the list, and of equal distances a free column ends the path.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace truebox::tracks {

class PathAssignment {
 public:
  static constexpr std::int32_t kFree = -1;

  // `cost` is [rows, columns] with rows <= columns, finite.
  void solve(const double* cost, std::size_t rows, std::size_t columns) {
    row_price.assign(rows, 0.0);
    column_price.assign(columns, 0.0);
    column_of.assign(rows, kFree);
    row_of.assign(columns, kFree);
    came_from_.assign(columns, kFree);
    distance_.resize(columns);
    open_.resize(columns);
    row_reached_.resize(rows);
    column_done_.resize(columns);
    for (std::size_t row = 0; row < rows; ++row) add_row(cost, rows, columns, row);
  }

  std::vector<double> row_price, column_price;  // duals: cost - row_price - column_price >= 0, 0 in pairs
  std::vector<std::int32_t> column_of, row_of;

 private:
  void add_row(const double* cost, std::size_t rows, std::size_t columns, std::size_t first) {
    std::fill(row_reached_.begin(), row_reached_.end(), false);
    std::fill(column_done_.begin(), column_done_.end(), false);
    std::fill(distance_.begin(), distance_.end(), std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < columns; ++k) open_[k] = static_cast<std::int32_t>(columns - 1 - k);
    std::size_t left = columns, row = first;
    double reached = 0.0;
    std::int32_t end = kFree;
    while (end == kFree) {
      row_reached_[row] = true;
      const double* costs = cost + row * columns;
      const double price = row_price[row];
      double nearest = std::numeric_limits<double>::infinity();
      std::size_t chosen = 0;
      for (std::size_t k = 0; k < left; ++k) {
        const auto column = static_cast<std::size_t>(open_[k]);
        const double length = reached + costs[column] - price - column_price[column];
        if (length < distance_[column]) {
          distance_[column] = length;
          came_from_[column] = static_cast<std::int32_t>(row);
        }
        if (distance_[column] < nearest || (distance_[column] == nearest && row_of[column] == kFree)) {
          nearest = distance_[column];
          chosen = k;
        }
      }
      reached = nearest;
      const auto column = static_cast<std::size_t>(open_[chosen]);
      if (row_of[column] == kFree) {
        end = open_[chosen];
      } else {
        row = static_cast<std::size_t>(row_of[column]);
      }
      column_done_[column] = true;
      open_[chosen] = open_[--left];
    }
    row_price[first] += reached;
    for (std::size_t i = 0; i < rows; ++i) {
      if (row_reached_[i] && i != first) row_price[i] += reached - distance_[static_cast<std::size_t>(column_of[i])];
    }
    for (std::size_t j = 0; j < columns; ++j) {
      if (column_done_[j]) column_price[j] -= reached - distance_[j];
    }
    for (std::int32_t column = end;;) {
      const std::int32_t from = came_from_[static_cast<std::size_t>(column)];
      row_of[static_cast<std::size_t>(column)] = from;
      std::swap(column_of[static_cast<std::size_t>(from)], column);
      if (static_cast<std::size_t>(from) == first) break;
    }
  }

  std::vector<double> distance_;
  std::vector<std::int32_t> came_from_, open_;
  std::vector<bool> row_reached_, column_done_;
};

}  // namespace truebox::tracks
