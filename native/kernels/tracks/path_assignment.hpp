// Least total cost of an assignment by shortest augmenting paths (D. F. Crouse, On implementing 2D rectangular
// assignment algorithms, 2016). Where totals are equal the order of decisions decides which assignment is found, and
// numbers of tracking benchmarks hang on it: columns are looked at from the last to the first, one that is done gives
// its place to the last in the list, and of equal distances a free column ends the path.
//
// Here most pairs of a row and a column cost the same, and only the others are listed. All columns that no row of a
// path lists, and that are free, are at one distance: the path needs one of them, the last in the order. So a row
// costs as much as it lists, with the decisions, and every bit, of a solver that looks at all columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace truebox::tracks {

class PathAssignment {
 public:
  static constexpr std::int32_t kFree = -1;
  struct Entry {
    std::uint32_t column;
    double cost;
  };

  // Row i lists `entries[begin[i]:begin[i + 1]]`, each column once; every other column costs `unlisted`. Costs are
  // finite, and there are at least as many columns as rows.
  void solve(std::span<const std::uint32_t> begin, std::span<const Entry> entries, double unlisted, std::size_t columns) {
    const std::size_t rows = begin.size() - 1;
    begin_ = begin;
    entries_ = entries;
    unlisted_ = unlisted;
    row_price_.assign(rows, 0.0);
    column_price_.assign(columns, 0.0);
    column_of.assign(rows, kFree);
    row_of_.assign(columns, kFree);
    columns_.assign(columns, {});
    distance_.resize(columns);
    came_from_.resize(columns);
    dear_.clear();
    free_ = columns;
    first_free_ = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      if (!add_row(row)) add_row_looking_everywhere(row);
    }
  }

  std::vector<std::int32_t> column_of;  // of each row

 private:
  // What the path of one row knows of a column; of another path where `path` is not that row + 1.
  struct Column {
    std::uint32_t seen_in = 0, done_in = 0, listed_at = 0, moved_in = 0, held_in = 0;
    std::uint32_t place = 0;  // in the list of open columns, where it moved
    std::uint32_t holds = 0;  // the column at this place of the list, where that moved
  };
  struct Visited {
    std::size_t row;
    double to_unlisted;  // length of the path to a column that the row does not list, before the column's price
  };

  std::size_t columns() const { return columns_.size(); }
  std::size_t place_of(std::size_t column) const {
    return columns_[column].moved_in == path_ ? columns_[column].place : columns() - 1 - column;
  }

  // False, and nothing changed, where columns beyond those that are listed would have to be looked at.
  bool add_row(std::size_t first) {
    path_ = static_cast<std::uint32_t>(first + 1);
    seen_.clear();
    moved_.clear();
    done_.clear();
    visited_.clear();
    std::size_t row = first, left = columns(), free_seen = 0, nearest_visited = 0;
    double reached = 0.0, nearest_unlisted = std::numeric_limits<double>::infinity();
    std::size_t end = 0;
    for (const std::uint32_t column : dear_) see(column);
    for (;;) {
      const double price = row_price_[row], to_unlisted = reached + unlisted_ - price;
      const auto visit = static_cast<std::uint32_t>(visited_.size() + 1);
      for (std::uint32_t k = begin_[row]; k < begin_[row + 1]; ++k) {
        const std::size_t column = entries_[k].column;
        Column& known = columns_[column];
        if (known.done_in == path_) continue;
        if (known.seen_in != path_) {
          see(column);
          free_seen += row_of_[column] == kFree;
          for (const Visited& before : visited_) shorten(column, before.to_unlisted - column_price_[column], before.row);
        }
        known.listed_at = visit;
        shorten(column, reached + entries_[k].cost - price - column_price_[column], row);
      }
      for (const std::uint32_t column : seen_) {
        if (columns_[column].listed_at != visit) shorten(column, to_unlisted - column_price_[column], row);
      }
      if (to_unlisted < nearest_unlisted) {
        nearest_unlisted = to_unlisted;
        nearest_visited = row;
      }
      visited_.push_back({row, to_unlisted});
      if (free_seen == free_) return false;
      // The nearest column: of the free ones the last in the list, else the first.
      double nearest = nearest_unlisted;
      std::size_t chosen = kNone, place = 0;
      for (const std::uint32_t column : seen_) {
        const double length = distance_[column];
        if (length > nearest) continue;
        const bool is_free = row_of_[column] == kFree;
        const std::size_t at = place_of(column);
        if (length == nearest) {
          // Equal to columns that nobody lists: those are free, and so must this be.
          if (chosen == kNone ? !is_free : row_of_[chosen] == kFree ? !is_free || at < place : !is_free && at > place) continue;
        }
        nearest = length;
        chosen = column;
        place = at;
      }
      reached = nearest;
      if (nearest == nearest_unlisted) {
        const std::size_t unlisted = last_unlisted_free();
        if (chosen == kNone || place_of(unlisted) > place) {
          distance_[unlisted] = nearest;
          came_from_[unlisted] = static_cast<std::int32_t>(nearest_visited);
          chosen = unlisted;
        }
      }
      end = chosen;
      if (row_of_[end] == kFree) break;
      row = static_cast<std::size_t>(row_of_[end]);
      // It is done: the last of the list takes its place.
      done_.push_back(static_cast<std::uint32_t>(end));
      columns_[end].done_in = path_;
      seen_.erase(std::find(seen_.begin(), seen_.end(), static_cast<std::uint32_t>(end)));
      --left;
      const std::size_t last = columns_[left].held_in == path_ ? columns_[left].holds : columns() - 1 - left;
      columns_[place].held_in = columns_[last].moved_in = path_;
      columns_[place].holds = static_cast<std::uint32_t>(last);
      columns_[last].place = static_cast<std::uint32_t>(place);
      moved_.push_back(static_cast<std::uint32_t>(last));
    }
    for (const Visited& each : visited_) {
      row_price_[each.row] += each.row == first ? reached : reached - distance_[static_cast<std::size_t>(column_of[each.row])];
    }
    for (const std::uint32_t column : done_) raise_price(column, reached);
    turn_path(first, end);
    return true;
  }

  // The free column that no row of the path lists and that is the last in the list.
  std::size_t last_unlisted_free() {
    while (row_of_[first_free_] != kFree) ++first_free_;
    std::size_t best = kNone, place = 0;
    for (std::size_t column = first_free_; column < columns(); ++column) {
      const Column& known = columns_[column];
      if (row_of_[column] != kFree || known.seen_in == path_ || known.moved_in == path_) continue;
      best = column;
      place = columns() - 1 - column;
      break;
    }
    for (const std::uint32_t column : moved_) {
      if (row_of_[column] != kFree || columns_[column].seen_in == path_) continue;
      if (best != kNone && columns_[column].place < place) continue;
      best = column;
      place = columns_[column].place;
    }
    return best;
  }

  // The same with every column in sight.
  void add_row_looking_everywhere(std::size_t first) {
    open_.resize(columns());
    costs_.assign(columns(), unlisted_);
    visited_.clear();
    done_.clear();
    std::fill(distance_.begin(), distance_.end(), std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < columns(); ++k) open_[k] = static_cast<std::uint32_t>(columns() - 1 - k);
    std::size_t left = columns(), row = first, end = kNone;
    double reached = 0.0;
    while (end == kNone) {
      visited_.push_back({row, 0.0});
      for (std::uint32_t k = begin_[row]; k < begin_[row + 1]; ++k) costs_[entries_[k].column] = entries_[k].cost;
      double nearest = std::numeric_limits<double>::infinity();
      std::size_t chosen = 0;
      for (std::size_t k = 0; k < left; ++k) {
        const std::size_t column = open_[k];
        shorten(column, reached + costs_[column] - row_price_[row] - column_price_[column], row);
        if (distance_[column] < nearest || (distance_[column] == nearest && row_of_[column] == kFree)) {
          nearest = distance_[column];
          chosen = k;
        }
      }
      for (std::uint32_t k = begin_[row]; k < begin_[row + 1]; ++k) costs_[entries_[k].column] = unlisted_;
      reached = nearest;
      const std::size_t column = open_[chosen];
      if (row_of_[column] == kFree) {
        end = column;
      } else {
        row = static_cast<std::size_t>(row_of_[column]);
        done_.push_back(static_cast<std::uint32_t>(column));
      }
      open_[chosen] = open_[--left];
    }
    for (const Visited& each : visited_) {
      row_price_[each.row] += each.row == first ? reached : reached - distance_[static_cast<std::size_t>(column_of[each.row])];
    }
    for (const std::uint32_t column : done_) raise_price(column, reached);
    turn_path(first, end);
  }

  void see(std::size_t column) {
    columns_[column].seen_in = path_;
    columns_[column].listed_at = 0;
    seen_.push_back(static_cast<std::uint32_t>(column));
    distance_[column] = std::numeric_limits<double>::infinity();
  }

  // Prices of columns are never above 0, but for rounding: such a column is nearer than those that nobody lists.
  void raise_price(std::size_t column, double reached) {
    double& price = column_price_[column];
    const bool was_dear = price > 0;
    price -= reached - distance_[column];
    if (price > 0 && !was_dear) dear_.push_back(static_cast<std::uint32_t>(column));
    if (was_dear && !(price > 0)) std::erase(dear_, static_cast<std::uint32_t>(column));
  }

  void shorten(std::size_t column, double length, std::size_t row) {
    if (!(length < distance_[column])) return;
    distance_[column] = length;
    came_from_[column] = static_cast<std::int32_t>(row);
  }

  // Every row of the path gets the column after it.
  void turn_path(std::size_t first, std::size_t end) {
    --free_;
    for (auto column = static_cast<std::int32_t>(end);;) {
      const std::int32_t from = came_from_[static_cast<std::size_t>(column)];
      row_of_[static_cast<std::size_t>(column)] = from;
      std::swap(column_of[static_cast<std::size_t>(from)], column);
      if (static_cast<std::size_t>(from) == first) break;
    }
  }

  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::span<const std::uint32_t> begin_;
  std::span<const Entry> entries_;
  double unlisted_ = 0.0;
  std::vector<double> row_price_, column_price_, distance_, costs_;
  std::vector<std::int32_t> row_of_, came_from_;
  std::vector<Column> columns_;
  std::size_t free_ = 0, first_free_ = 0;
  std::uint32_t path_ = 0;
  std::vector<std::uint32_t> seen_, moved_, done_, open_;  // columns: in reach, moved in the list, left behind
  std::vector<std::uint32_t> dear_;                        // columns of a price above 0
  std::vector<Visited> visited_;
};

}  // namespace truebox::tracks
