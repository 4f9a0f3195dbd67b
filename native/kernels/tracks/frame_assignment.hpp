// The assignment of one frame with the largest total, as a solver over the whole frame finds it.
//
// Few pairs of a frame overlap, so it falls into small blocks, each solved alone. Where the best assignment of a block
// is the only one, it is that of the whole frame. Whether it is, the prices of the solution tell: every other best
// assignment goes along a cycle of pairs that cost nothing more. Where there is such a cycle, the order of decisions
// over the whole frame decides, and the whole frame is solved in that order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "tracks/path_assignment.hpp"

namespace truebox::tracks {

// Two rows of a frame that overlap.
struct Pair {
  std::uint32_t truth;       // place in the frame
  std::uint32_t prediction;
  double similarity;         // > 0
};

class FrameAssignment {
 public:
  static constexpr std::int32_t kNone = -1;
  static constexpr double kEqual = 1e-9;  // totals that differ by less may be equal

  // `weights` go with `pairs`, which ascend by truth and then prediction; those <= 0 are no pairs.
  void assign(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths, std::size_t predictions) {
    assign(pairs, weights, truths, predictions, [&](std::size_t pair) { return weights[pair]; });
  }

  // The same, with what a pair weighs where the whole frame has to be solved, and what those that are not listed do.
  template <class Whole>
  void assign(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths,
              std::size_t predictions, const Whole& whole_weight, double unlisted = 0.0) {
    pair_of.assign(truths, kNone);
    if (!assign_blocks(pairs, weights, truths, predictions)) {
      assign_whole(pairs, truths, predictions, whole_weight, unlisted);
    }
  }

  // The whole frame in the solver's order.
  template <class Whole>
  void assign_whole(std::span<const Pair> pairs, std::size_t truths, std::size_t predictions,
                    const Whole& whole_weight, double unlisted = 0.0) {
    ++whole_frames;
    pair_of.assign(truths, kNone);
    chosen_.assign(truths, kNone);
    const bool turned = truths > predictions;
    const std::size_t rows = turned ? predictions : truths, columns = turned ? truths : predictions;
    dense_.assign(rows * columns, -unlisted);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const std::size_t i = pairs[k].truth, j = pairs[k].prediction;
      dense_[turned ? j * columns + i : i * columns + j] = -whole_weight(k);
    }
    solver_.solve(dense_.data(), rows, columns);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::int32_t column = solver_.column_of[row];
      if (turned) {
        chosen_[static_cast<std::size_t>(column)] = static_cast<std::int32_t>(row);
      } else {
        chosen_[row] = column;
      }
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (chosen_[pairs[k].truth] == static_cast<std::int32_t>(pairs[k].prediction)) {
        pair_of[pairs[k].truth] = static_cast<std::int32_t>(k);
      }
    }
  }

  std::vector<std::int32_t> pair_of;  // of every truth: the number of its pair, or kNone
  std::size_t whole_frames = 0;       // frames that had to be solved as a whole

  // Of the whole frame, also where the weight is 0; after `assign_whole`.
  const std::vector<std::int32_t>& chosen() const { return chosen_; }

 private:
  bool assign_blocks(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths,
                     std::size_t predictions) {
    count_.assign(truths + predictions, 0);
    bool apart = true;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (weights[k] <= 0) continue;
      if (weights[k] <= kEqual) return false;
      apart &= ++count_[pairs[k].truth] == 1;
      apart &= ++count_[truths + pairs[k].prediction] == 1;
    }
    if (apart) {
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (weights[k] > 0) pair_of[pairs[k].truth] = static_cast<std::int32_t>(k);
      }
      return true;
    }
    // Blocks: what pairs connect.
    parent_.resize(truths + predictions);
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (weights[k] > 0) parent_[root(pairs[k].truth)] = root(static_cast<std::uint32_t>(truths) + pairs[k].prediction);
    }
    ordered_.clear();
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (weights[k] <= 0) continue;
      if (count_[pairs[k].truth] == 1 && count_[truths + pairs[k].prediction] == 1) {
        pair_of[pairs[k].truth] = static_cast<std::int32_t>(k);
      } else {
        ordered_.push_back({root(pairs[k].truth), static_cast<std::uint32_t>(k)});
      }
    }
    std::sort(ordered_.begin(), ordered_.end());
    for (std::size_t begin = 0; begin < ordered_.size();) {
      std::size_t end = begin;
      while (end < ordered_.size() && ordered_[end].first == ordered_[begin].first) ++end;
      if (!assign_block(pairs, weights, truths, begin, end)) return false;
      begin = end;
    }
    return true;
  }

  // False where another assignment may be as good.
  bool assign_block(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths,
                    std::size_t begin, std::size_t end) {
    members_.clear();
    others_.clear();
    place_.resize(parent_.size());
    for (std::size_t k = begin; k < end; ++k) {
      const Pair& pair = pairs[ordered_[k].second];
      if (members_.empty() || members_.back() != pair.truth) {  // pairs ascend by truth
        place_[pair.truth] = static_cast<std::uint32_t>(members_.size());
        members_.push_back(pair.truth);
      }
      others_.push_back(pair.prediction);
    }
    std::sort(others_.begin(), others_.end());
    others_.erase(std::unique(others_.begin(), others_.end()), others_.end());
    for (std::size_t k = 0; k < others_.size(); ++k) place_[truths + others_[k]] = static_cast<std::uint32_t>(k);
    const bool turned = members_.size() > others_.size();
    const std::size_t rows = turned ? others_.size() : members_.size();
    std::size_t columns = turned ? members_.size() : others_.size();
    columns += rows == columns;  // a column more: with one that stays free, no price of a row is negative
    dense_.assign(rows * columns, 0.0);
    number_.assign(rows * columns, kNone);
    for (std::size_t k = begin; k < end; ++k) {
      const Pair& pair = pairs[ordered_[k].second];
      const std::size_t i = place_[pair.truth], j = place_[truths + pair.prediction];
      const std::size_t cell = turned ? j * columns + i : i * columns + j;
      dense_[cell] = -weights[ordered_[k].second];
      number_[cell] = static_cast<std::int32_t>(ordered_[k].second);
    }
    solver_.solve(dense_.data(), rows, columns);
    if (!is_only_one(rows, columns)) return false;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::int32_t pair = number_[row * columns + static_cast<std::size_t>(solver_.column_of[row])];
      if (pair != kNone) pair_of[pairs[static_cast<std::size_t>(pair)].truth] = pair;
    }
    return true;
  }

  double slack(std::size_t row, std::size_t column, std::size_t columns) const {
    return dense_[row * columns + column] - solver_.row_price[row] - solver_.column_price[column];
  }

  // Whether no other assignment comes within kEqual. Nodes are the pairs chosen, and one for all that is free.
  bool is_only_one(std::size_t rows, std::size_t columns) {
    nodes_.clear();
    free_rows_.clear();
    taken_.assign(columns, false);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto column = static_cast<std::size_t>(solver_.column_of[row]);
      if (number_[row * columns + column] == kNone) {
        free_rows_.push_back(row);
      } else {
        nodes_.push_back(row);
        taken_[column] = true;
      }
    }
    const std::size_t count = nodes_.size(), outside = count;
    arcs_.assign((count + 1) * (count + 1), false);
    for (std::size_t from = 0; from < count; ++from) {
      const std::size_t row = nodes_[from];
      bool leaves = -solver_.row_price[row] <= kEqual;
      for (std::size_t column = 0; column < columns && !leaves; ++column) {
        leaves = !taken_[column] && slack(row, column, columns) <= kEqual;
      }
      arcs_[from * (count + 1) + outside] = leaves;
      const auto own = static_cast<std::size_t>(solver_.column_of[row]);
      bool enters = -solver_.column_price[own] <= kEqual;
      for (const std::size_t free : free_rows_) enters = enters || slack(free, own, columns) <= kEqual;
      arcs_[outside * (count + 1) + from] = enters;
      for (std::size_t to = 0; to < count; ++to) {
        if (to == from) continue;
        const auto column = static_cast<std::size_t>(solver_.column_of[nodes_[to]]);
        arcs_[from * (count + 1) + to] = slack(row, column, columns) <= kEqual;
      }
    }
    return !has_cycle(count + 1);
  }

  // Nodes without a way in are taken away until none is left, or a cycle.
  bool has_cycle(std::size_t count) {
    ways_in_.assign(count, 0);
    for (std::size_t from = 0; from < count; ++from) {
      for (std::size_t to = 0; to < count; ++to) ways_in_[to] += arcs_[from * count + to];
    }
    nodes_.clear();
    for (std::size_t node = 0; node < count; ++node) {
      if (ways_in_[node] == 0) nodes_.push_back(node);
    }
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      for (std::size_t to = 0; to < count; ++to) {
        if (arcs_[nodes_[k] * count + to] && --ways_in_[to] == 0) nodes_.push_back(to);
      }
    }
    return nodes_.size() < count;
  }

  std::uint32_t root(std::uint32_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }

  PathAssignment solver_;
  std::vector<double> dense_;
  std::vector<std::int32_t> number_, chosen_;
  std::vector<std::uint32_t> count_, parent_, place_, members_, others_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ordered_;
  std::vector<std::size_t> nodes_, free_rows_;
  std::vector<std::uint32_t> ways_in_;
  std::vector<bool> taken_;
  std::vector<char> arcs_;
};

}  // namespace truebox::tracks
