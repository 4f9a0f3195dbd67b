// Optimal matching where some pairs are forbidden: as many pairs as possible, and of those the cheapest.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/interruption.hpp"
#include "ground/row_minimum.hpp"
#include "matching/assignment.hpp"
#include "matching/cheapest_columns.hpp"
#include "matching/greedy.hpp"

namespace truebox {

namespace detail {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t root(std::size_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  // Whether they were apart.
  bool join(std::size_t a, std::size_t b) {
    a = root(a), b = root(b);
    parent_[a] = b;
    return a != b;
  }

 private:
  std::vector<std::size_t> parent_;
};

// Columns of the rows of a dense block; transposed first where rows outnumber columns. -1: no column. Of equally cheap
// assignments the one that published numbers rest on.
inline std::vector<std::int64_t> assign_block(const double* cost, std::size_t rows, std::size_t columns) {
  const auto assign_rows = may_throw(&truebox::assign_rows);
  if (rows <= columns) return assign_rows(cost, rows, columns);
  std::vector<double> turned(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) turned[j * rows + i] = cost[i * columns + j];
  }
  std::vector<std::int64_t> column_of(rows, -1);
  const auto row_of = assign_rows(turned.data(), columns, rows);
  for (std::size_t j = 0; j < columns; ++j) {
    column_of[static_cast<std::size_t>(row_of[j])] = static_cast<std::int64_t>(j);
  }
  return column_of;
}

struct Component {
  std::vector<std::size_t> rows, columns;
};

// Rows and columns that allowed pairs connect: each such part is an assignment of its own.
inline std::vector<Component> components(const double* cost, std::size_t rows, std::size_t columns, double limit) {
  DisjointSets sets(rows + columns);
  std::size_t apart = columns;  // sets that have columns; of one alone, a row needs to know no more than one column
  for (std::size_t i = 0; i < rows; ++i) {
    keep_going(columns);
    const double* const entry = cost + i * columns;
    const auto allowed = [=](std::size_t j) { return entry[j] <= limit; };
    std::size_t j = 0;
    while (j < columns && !allowed(j)) ++j;
    if (j == columns) continue;
    sets.join(i, rows + j);
    for (++j; j < columns && apart > 1; ++j) {
      if (allowed(j)) apart -= sets.join(i, rows + j) ? 1 : 0;
    }
  }
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> number(rows + columns, kNone);
  std::vector<Component> found;
  const auto component_of = [&](std::size_t item) -> Component& {
    std::size_t& index = number[sets.root(item)];
    if (index == kNone) {
      index = found.size();
      found.emplace_back();
    }
    return found[index];
  };
  for (std::size_t i = 0; i < rows; ++i) component_of(i).rows.push_back(i);
  for (std::size_t j = 0; j < columns; ++j) component_of(rows + j).columns.push_back(j);
  std::erase_if(found, [](const Component& part) { return part.rows.empty() || part.columns.empty(); });
  return found;
}

}  // namespace detail

// What costs are like that are looked at once before they are matched.
struct CostKinds {
  bool valid = true;      // none is NaN or minus infinity
  bool allowed = true;    // none is above the limit
  bool moderate = true;   // sums of as many as memory holds are finite
};

TRUEBOX_CLONES inline CostKinds kinds_of_costs(const double* cost, std::size_t size, double limit) {
  constexpr double kLargest = 0x1p960;
  std::int64_t wrong = 0, above = 0, large = 0;
  for (std::size_t k = 0; k < size; ++k) {
    wrong |= static_cast<std::int64_t>(!(cost[k] > -std::numeric_limits<double>::infinity()));
    above |= static_cast<std::int64_t>(!(cost[k] <= limit));
    large |= static_cast<std::int64_t>(!(std::abs(cost[k]) <= kLargest));
  }
  return {wrong == 0, above == 0, large == 0};
}

// The column of each row, or -1, where every pair is allowed and there are rows and columns.
inline void match_freely(const double* cost, std::size_t rows, std::size_t columns, std::int64_t* column_of) {
  if (rows <= columns) return assign_columns(cost, rows, columns, false, column_of);
  constexpr std::size_t kOnStack = kFewColumns;
  std::int64_t few[kOnStack];
  std::vector<std::int64_t> many(rows > kOnStack ? columns : 0);
  std::int64_t* const row_of = rows > kOnStack ? many.data() : few;
  assign_columns(cost, columns, rows, true, row_of);
  std::fill(column_of, column_of + rows, std::int64_t{-1});
  for (std::size_t j = 0; j < columns; ++j) column_of[row_of[j]] = static_cast<std::int64_t>(j);
}

namespace detail {

// Costs less the least that is allowed; one forbidden pair costs more than every allowed assignment of so many pairs.
TRUEBOX_CLONES inline void forbid_by_cost(double* cost, std::size_t size, double limit, double pairs) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double lowest[kCostLanes], highest[kCostLanes];
  for (std::size_t l = 0; l < kCostLanes; ++l) lowest[l] = kInfinity, highest[l] = -kInfinity;
  std::size_t k = 0;
  for (; k + kCostLanes <= size; k += kCostLanes) {
    for (std::size_t l = 0; l < kCostLanes; ++l) {
      const double value = cost[k + l];
      lowest[l] = smaller(value > limit ? kInfinity : value, lowest[l]);
      highest[l] = larger(value > limit ? -kInfinity : value, highest[l]);
    }
  }
  for (; k < size; ++k) {
    lowest[0] = smaller(cost[k] > limit ? kInfinity : cost[k], lowest[0]);
    highest[0] = larger(cost[k] > limit ? -kInfinity : cost[k], highest[0]);
  }
  double least = kInfinity, most = -kInfinity;
  for (std::size_t l = 0; l < kCostLanes; ++l) least = smaller(lowest[l], least), most = larger(highest[l], most);
  const double forbidden = most > least ? (most - least) * (pairs + 1) : 1.0;
  for (k = 0; k < size; ++k) cost[k] = cost[k] > limit ? forbidden : cost[k] - least;
}

inline void match_by_parts(const double* cost, std::size_t rows, std::size_t columns, double limit,
                           std::int64_t* column_of) {
  std::vector<double> block;
  std::vector<std::int64_t> chosen;
  for (const auto& part : components(cost, rows, columns, limit)) {
    const std::size_t width = part.columns.size();
    block.resize(part.rows.size() * width);
    double* to = block.data();
    for (const std::size_t i : part.rows) {
      keep_going(width);
      const double* const entry = cost + i * columns;
      if (width == columns) {
        to = std::copy(entry, entry + columns, to);
      } else {
        for (const std::size_t j : part.columns) *to++ = entry[j];
      }
    }
    forbid_by_cost(block.data(), block.size(), limit, static_cast<double>(std::min(part.rows.size(), width)));
    chosen.resize(part.rows.size());
    match_freely(block.data(), part.rows.size(), part.columns.size(), chosen.data());
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (chosen[k] < 0) continue;
      const std::size_t j = part.columns[static_cast<std::size_t>(chosen[k])];
      if (cost[part.rows[k] * columns + j] <= limit) column_of[part.rows[k]] = static_cast<std::int64_t>(j);
    }
  }
}

}  // namespace detail

// The column of each row, or -1; `cost` is [rows, columns] of these kinds, valid; a pair above `limit` (or infinite) is
// forbidden.
inline std::vector<std::int64_t> columns_at_least_cost(const double* cost, std::size_t rows, std::size_t columns,
                                                       double limit, const CostKinds& kinds) {
  std::vector<std::int64_t> column_of(rows, -1);
  if (rows == 0 || columns == 0) return column_of;
  if (kinds.allowed && kinds.moderate) {
    match_freely(cost, rows, columns, column_of.data());
    return column_of;
  }
  limit = std::min(limit, std::numeric_limits<double>::max());
  if (kinds.moderate || std::none_of(cost, cost + rows * columns, [&](double value) {
        return value <= limit && std::abs(value) > 0x1p960;
      })) {
    detail::match_by_parts(cost, rows, columns, limit, column_of.data());
    return column_of;
  }
  // What the smaller ones lose is nothing beside the largest.
  std::vector<double> smaller(cost, cost + rows * columns);
  for (double& value : smaller) value = value <= limit ? value * 0x1p-200 : std::numeric_limits<double>::infinity();
  detail::match_by_parts(smaller.data(), rows, columns, std::numeric_limits<double>::max(), column_of.data());
  return column_of;
}

// Pairs by ascending row, as `columns_at_least_cost`.
inline MatchedPairs pairs_at_least_cost(const double* cost, std::size_t rows, std::size_t columns, double limit,
                                        const CostKinds& kinds) {
  const std::vector<std::int64_t> column_of = columns_at_least_cost(cost, rows, columns, limit, kinds);
  MatchedPairs matched;
  for (std::size_t i = 0; i < rows; ++i) {
    if (column_of[i] < 0) continue;
    matched.rows.push_back(static_cast<std::int64_t>(i));
    matched.columns.push_back(column_of[i]);
  }
  return matched;
}

// The same of costs that nobody has looked at, without NaN.
inline MatchedPairs match_at_least_cost(const double* cost, std::size_t rows, std::size_t columns, double limit) {
  limit = std::min(limit, std::numeric_limits<double>::max());
  return pairs_at_least_cost(cost, rows, columns, limit, kinds_of_costs(cost, rows * columns, limit));
}

}  // namespace truebox
