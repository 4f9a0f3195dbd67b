// The assignment of one frame with the largest total, as a solver over the whole frame finds it.
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

  // `weights` go with `pairs`, which ascend by truth and then prediction; pairs that are not listed weigh `unlisted`.
  void assign(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths, std::size_t predictions,
              double unlisted = 0.0) {
    pair_of.assign(truths, kNone);
    if (unlisted == 0.0 && assign_apart(pairs, weights, truths, predictions)) return;
    assign_whole(pairs, weights, truths, predictions, unlisted);
  }

  // The same, and `chosen` too.
  void assign_whole(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths,
                    std::size_t predictions, double unlisted = 0.0) {
    pair_of.assign(truths, kNone);
    chosen.assign(truths, kNone);
    const bool turned = truths > predictions;
    list(pairs, weights, unlisted, turned ? predictions : truths, turned);
    solver_.solve(begin_, entries_, -unlisted, turned ? truths : predictions);
    for (std::size_t row = 0; row < solver_.column_of.size(); ++row) {
      const std::int32_t column = solver_.column_of[row];
      if (turned) {
        chosen[static_cast<std::size_t>(column)] = static_cast<std::int32_t>(row);
      } else {
        chosen[row] = column;
      }
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (chosen[pairs[k].truth] == static_cast<std::int32_t>(pairs[k].prediction)) {
        pair_of[pairs[k].truth] = static_cast<std::int32_t>(k);
      }
    }
  }

  std::vector<std::int32_t> pair_of;  // of every truth: the number of its pair, or kNone
  std::vector<std::int32_t> chosen;   // of every truth its prediction, pairs that are not listed too; `assign_whole`

 private:
  // Where no two pairs share a row, all that weigh something are chosen.
  bool assign_apart(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths,
                    std::size_t predictions) {
    taken_.assign(predictions, false);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (weights[k] <= 0) continue;
      if (pair_of[pairs[k].truth] != kNone || taken_[pairs[k].prediction]) {
        pair_of.assign(truths, kNone);
        return false;
      }
      pair_of[pairs[k].truth] = static_cast<std::int32_t>(k);
      taken_[pairs[k].prediction] = true;
    }
    return true;
  }

  // The pairs by row, as costs; by prediction where those are the rows.
  void list(std::span<const Pair> pairs, std::span<const double> weights, double unlisted, std::size_t rows,
            bool turned) {
    begin_.assign(rows + 1, 0);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (weights[k] != unlisted) ++begin_[(turned ? pairs[k].prediction : pairs[k].truth) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    next_.assign(begin_.begin(), begin_.end() - 1);
    entries_.resize(begin_[rows]);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (weights[k] == unlisted) continue;
      const Pair& pair = pairs[k];
      entries_[next_[turned ? pair.prediction : pair.truth]++] = {turned ? pair.truth : pair.prediction, -weights[k]};
    }
  }

  PathAssignment solver_;
  std::vector<std::uint32_t> begin_, next_;
  std::vector<PathAssignment::Entry> entries_;
  std::vector<char> taken_;
};

}  // namespace truebox::tracks
