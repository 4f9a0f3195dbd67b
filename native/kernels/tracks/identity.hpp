// Identity: each true track is given one predicted track for good (Ristani et al., 2016).
//
// The reference solves a square of all tracks of both sides; its optimum is that of a sparse matching: the most frames
// in which the tracks of a pair overlap, over all ways to pair tracks one to one. That is a whole number, so any exact
// way gives the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "tracks/met_pairs.hpp"
#include "tracks/prepared.hpp"

namespace truebox::tracks {

struct IdentitySums {
  std::int64_t true_positives = 0, false_negatives = 0, false_positives = 0;
  std::vector<std::int32_t> partner;   // of each true track: its predicted track, or -1
  std::vector<std::int64_t> together;  // and in how many frames they overlap
};

// The matching of largest total weight between rows and columns, of whole positive weights.
class SparseMatching {
 public:
  struct Edge {
    std::uint32_t row, column;
    std::int64_t weight;
  };

  // `edges` ascend by row.
  SparseMatching(const std::vector<Edge>& edges, std::size_t rows, std::size_t columns)
      : edges_(edges), begin_(rows + 1, 0), column_of(rows, -1), row_of_(columns, -1), row_price_(rows, 0),
        column_price_(columns, 0), distance_(columns, kFar), from_(columns, -1), done_(columns, false) {
    for (const Edge& edge : edges) ++begin_[edge.row + 1];
    for (std::size_t row = 0; row < rows; ++row) begin_[row + 1] += begin_[row];
    for (const Edge& edge : edges) row_price_[edge.row] = std::max(row_price_[edge.row], edge.weight);
    for (std::size_t row = 0; row < rows; ++row) add_row(row);
  }

 private:
  static constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  using Waiting = std::pair<std::int64_t, std::uint32_t>;  // distance, column

  // Prices stay: row + column >= weight, equal in pairs, never negative, and 0 for what is left alone. A shortest
  // path leads to a free column, or to a row that is best left alone.
  void add_row(std::size_t first) {
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    std::vector<std::uint32_t> reached, finished;
    std::size_t row = first;
    std::int64_t far = 0, best = row_price_[first];
    std::int64_t last_row = static_cast<std::int64_t>(first), last_column = -1;  // best: give up this row
    for (;;) {
      for (std::size_t k = begin_[row]; k < begin_[row + 1]; ++k) {
        const Edge& edge = edges_[k];
        if (done_[edge.column]) continue;
        const std::int64_t length = far + row_price_[row] + column_price_[edge.column] - edge.weight;
        if (length >= best || length >= distance_[edge.column]) continue;
        if (distance_[edge.column] == kFar) reached.push_back(edge.column);
        distance_[edge.column] = length;
        from_[edge.column] = static_cast<std::int64_t>(row);
        waiting.push({length, edge.column});
      }
      while (!waiting.empty() && (done_[waiting.top().second] || waiting.top().first > distance_[waiting.top().second])) {
        waiting.pop();
      }
      if (waiting.empty() || waiting.top().first >= best) break;
      const std::uint32_t column = waiting.top().second;
      far = waiting.top().first;
      waiting.pop();
      done_[column] = true;
      finished.push_back(column);
      if (row_of_[column] < 0) {
        best = far;
        last_column = column;
        break;
      }
      row = static_cast<std::size_t>(row_of_[column]);
      if (far + row_price_[row] < best) {
        best = far + row_price_[row];
        last_row = static_cast<std::int64_t>(row);
      }
    }
    row_price_[first] -= best;
    for (const std::uint32_t column : finished) {
      if (distance_[column] >= best) continue;
      column_price_[column] += best - distance_[column];
      row_price_[static_cast<std::size_t>(row_of_[column])] -= best - distance_[column];
    }
    std::int64_t column = last_column;
    if (column < 0 && last_row != static_cast<std::int64_t>(first)) {  // that row gives its column up
      column = std::exchange(column_of[static_cast<std::size_t>(last_row)], -1);
    }
    while (column >= 0) {
      const std::int64_t owner = from_[static_cast<std::size_t>(column)];
      row_of_[static_cast<std::size_t>(column)] = owner;
      column = std::exchange(column_of[static_cast<std::size_t>(owner)], column);
      if (owner == static_cast<std::int64_t>(first)) break;
    }
    for (const std::uint32_t each : reached) {
      distance_[each] = kFar;
      done_[each] = false;
    }
  }

  const std::vector<Edge>& edges_;
  std::vector<std::size_t> begin_;

 public:
  std::vector<std::int64_t> column_of;  // of each row, or -1

 private:
  std::vector<std::int64_t> row_of_, row_price_, column_price_, distance_, from_;
  std::vector<bool> done_;
};

inline IdentitySums measure_identity(const Prepared& made, const MetPairs& met, const Rules& rules) {
  // The distances of motmetrics are rounded once more: one half may be a similarity just below it.
  const auto fits = [&](double similarity) {
    return rules.carries_memory ? 1.0 - similarity <= 1.0 - rules.threshold : similarity >= rules.threshold;
  };
  std::vector<std::int64_t> together(met.size(), 0);
  for (std::size_t k = 0; k < made.pairs.size(); ++k) {
    together[met.of_overlap[k]] += fits(made.pairs[k].similarity);
  }
  std::vector<SparseMatching::Edge> edges;
  for (std::size_t k = 0; k < met.size(); ++k) {
    if (together[k] > 0) edges.push_back({met.truth[k], met.prediction[k], together[k]});
  }
  std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  const SparseMatching matching(edges, made.truth.ids.size(), made.predictions.ids.size());
  IdentitySums sums;
  sums.partner.assign(made.truth.ids.size(), -1);
  sums.together.assign(made.truth.ids.size(), 0);
  for (const auto& edge : edges) {
    if (matching.column_of[edge.row] != static_cast<std::int64_t>(edge.column)) continue;
    sums.true_positives += edge.weight;
    sums.partner[edge.row] = static_cast<std::int32_t>(edge.column);
    sums.together[edge.row] = edge.weight;
  }
  sums.false_negatives = static_cast<std::int64_t>(made.truth.row.size()) - sums.true_positives;
  sums.false_positives = static_cast<std::int64_t>(made.predictions.row.size()) - sums.true_positives;
  return sums;
}

}  // namespace truebox::tracks
