// Assignments by what rows list, against the same algorithm with every cost written down.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "tracks/path_assignment.hpp"

namespace {

using truebox::tracks::PathAssignment;

// Column of each row; the order of decisions is part of the answer.
std::vector<std::int32_t> assigned_densely(const std::vector<double>& cost, std::size_t rows, std::size_t columns) {
  std::vector<double> row_price(rows, 0.0), column_price(columns, 0.0);
  std::vector<std::int32_t> column_of(rows, -1), row_of(columns, -1), from(columns, -1);
  for (std::size_t first = 0; first < rows; ++first) {
    std::vector<double> distance(columns, std::numeric_limits<double>::infinity());
    std::vector<bool> reached_row(rows, false), done(columns, false);
    std::vector<std::size_t> open;
    for (std::size_t k = columns; k-- > 0;) open.push_back(k);
    std::size_t row = first, end = columns;
    double reached = 0.0;
    while (end == columns) {
      reached_row[row] = true;
      double nearest = std::numeric_limits<double>::infinity();
      std::size_t chosen = 0;
      for (std::size_t k = 0; k < open.size(); ++k) {
        const std::size_t column = open[k];
        const double length = reached + cost[row * columns + column] - row_price[row] - column_price[column];
        if (length < distance[column]) {
          distance[column] = length;
          from[column] = static_cast<std::int32_t>(row);
        }
        if (distance[column] < nearest || (distance[column] == nearest && row_of[column] < 0)) {
          nearest = distance[column];
          chosen = k;
        }
      }
      reached = nearest;
      const std::size_t column = open[chosen];
      done[column] = true;
      if (row_of[column] < 0) {
        end = column;
      } else {
        row = static_cast<std::size_t>(row_of[column]);
      }
      open[chosen] = open.back();
      open.pop_back();
    }
    for (std::size_t k = 0; k < rows; ++k) {
      if (!reached_row[k]) continue;
      row_price[k] += k == first ? reached : reached - distance[static_cast<std::size_t>(column_of[k])];
    }
    for (std::size_t k = 0; k < columns; ++k) {
      if (done[k]) column_price[k] -= reached - distance[k];
    }
    for (auto column = static_cast<std::int32_t>(end);;) {
      const std::int32_t owner = from[static_cast<std::size_t>(column)];
      row_of[static_cast<std::size_t>(column)] = owner;
      std::swap(column_of[static_cast<std::size_t>(owner)], column);
      if (static_cast<std::size_t>(owner) == first) break;
    }
  }
  return column_of;
}

double made_cost(std::mt19937& random, unsigned kind) {
  switch (kind) {
    case 0: return -static_cast<double>(random() % 3);
    case 1: return -static_cast<double>(random() % 4) / 3;
    case 2: return -static_cast<double>(random() % 1000000) / 999999;
    default: return -static_cast<double>(random() % 1000) * 1e-15 - static_cast<double>(random() % 2);
  }
}

}  // namespace

TEST_CASE("what rows list decides as a walk over every column, ties and roundings included") {
  std::mt19937 random(20);
  for (int world = 0; world < 20000; ++world) {
    const std::size_t columns = 1 + random() % (world % 50 == 0 ? 60 : 12), rows = 1 + random() % columns;
    const double unlisted = random() % 5 == 0 ? 10000.0 : 0.0;
    const auto kind = static_cast<unsigned>(random() % 4), share = static_cast<unsigned>(random() % 100);
    std::vector<double> dense(rows * columns, unlisted);
    std::vector<std::uint32_t> begin(1, 0);
    std::vector<PathAssignment::Entry> entries;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        if (random() % 100 >= share) continue;
        const double cost = made_cost(random, kind);
        dense[row * columns + column] = cost;
        entries.push_back({static_cast<std::uint32_t>(column), cost});
      }
      begin.push_back(static_cast<std::uint32_t>(entries.size()));
    }
    PathAssignment solver;
    solver.solve(begin, entries, unlisted, columns);
    REQUIRE(solver.column_of == assigned_densely(dense, rows, columns));
  }
}
