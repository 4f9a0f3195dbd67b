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
  // Rows of a frame that choose each other, where that is surely the assignment with the largest total: where no two
  // pairs share a row; or where every pair left over weighs clearly less than the halves of what its two rows are chosen
  // with. Those halves are prices that bound the total of any assignment, so that no other comes near, and every
  // solver finds this one. Where halves do not prove it, rows left over are paired too, and prices are looked for.
  bool assign_apart(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths,
                    std::size_t predictions) {
    heaviest_.assign(predictions, kNone);
    truth_price_.assign(truths, 0.0);
    prediction_price_.assign(predictions, 0.0);
    bool share = false;
    for (std::size_t k = 0; k < pairs.size(); ++k) {  // without branches: which is heavier cannot be foretold
      const std::uint32_t i = pairs[k].truth, j = pairs[k].prediction;
      const double weight = weights[k], of_truth = truth_price_[i], of_prediction = prediction_price_[j];
      const auto place = static_cast<std::int32_t>(k);
      share |= (weight > 0) & ((of_truth > 0) | (of_prediction > 0));
      pair_of[i] = weight > of_truth ? place : pair_of[i];
      truth_price_[i] = weight > of_truth ? weight : of_truth;
      heaviest_[j] = weight > of_prediction ? place : heaviest_[j];
      prediction_price_[j] = weight > of_prediction ? weight : of_prediction;
    }
    if (!share) return true;
    bool sure = true;
    std::fill(prediction_price_.begin(), prediction_price_.end(), 0.0);
    for (std::size_t i = 0; i < truths; ++i) {
      const std::int32_t k = pair_of[i];
      if (k == kNone) continue;
      const std::uint32_t j = pairs[static_cast<std::size_t>(k)].prediction;
      const double half = heaviest_[j] == k ? truth_price_[i] / 2 : 0.0;
      sure &= half == 0.0 || half > kClearly;
      prediction_price_[j] = heaviest_[j] == k ? half : prediction_price_[j];
      truth_price_[i] = half;
      pair_of[i] = heaviest_[j] == k ? k : kNone;
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const double short_of = truth_price_[pairs[k].truth] + prediction_price_[pairs[k].prediction] - weights[k];
      const bool paired = pair_of[pairs[k].truth] == static_cast<std::int32_t>(k);
      sure &= (int{short_of > kClearly} | int{weights[k] <= 0} | int{paired}) != 0;
    }
    if (sure || (pair_others(pairs, weights, truths, predictions) && is_clear(pairs, weights))) return true;
    pair_of.assign(truths, kNone);
    return false;
  }

  // Adds rows that choose each other among those left over, until no pair is; false where one weighs next to nothing.
  bool pair_others(std::span<const Pair> pairs, std::span<const double> weights, std::size_t truths,
                   std::size_t predictions) {
    owner_.assign(predictions, kNone);
    for (std::size_t i = 0; i < truths; ++i) {
      if (pair_of[i] != kNone) owner_[pairs[static_cast<std::size_t>(pair_of[i])].prediction] = static_cast<std::int32_t>(i);
    }
    for (;;) {
      bool any = false;
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        const std::uint32_t i = pairs[k].truth, j = pairs[k].prediction;
        if (!(weights[k] > 0) || pair_of[i] != kNone || owner_[j] != kNone) continue;
        if (!any) {
          any = true;
          heaviest_.assign(predictions, kNone);
          heaviest_of_truth_.assign(truths, kNone);
        }
        for (std::int32_t* heaviest : {&heaviest_of_truth_[i], &heaviest_[j]}) {
          if (*heaviest == kNone || weights[k] > weights[static_cast<std::size_t>(*heaviest)]) *heaviest = static_cast<std::int32_t>(k);
        }
      }
      if (!any) break;
      for (std::size_t i = 0; i < truths; ++i) {
        const std::int32_t k = heaviest_of_truth_[i];
        if (k == kNone || heaviest_[pairs[static_cast<std::size_t>(k)].prediction] != k) continue;
        pair_of[i] = k;
        owner_[pairs[static_cast<std::size_t>(k)].prediction] = static_cast<std::int32_t>(i);
      }
    }
    return std::all_of(pair_of.begin(), pair_of.end(), [&](std::int32_t k) {
      return k == kNone || weights[static_cast<std::size_t>(k)] > 2 * kClearly;
    });
  }

  // Whether `pair_of` has the largest total, and every other assignment clearly less: whether there are prices, those
  // of two rows that are paired together their weight, above which every other pair stays clearly. A truth's price
  // rises as far as the other pairs of its row demand; what it leaves of the weight is the price of the prediction.
  bool is_clear(std::span<const Pair> pairs, std::span<const double> weights) {
    constexpr int kMostSweeps = 16;
    const auto weight_of = [&](std::size_t i) { return weights[static_cast<std::size_t>(pair_of[i])]; };
    truth_price_.assign(pair_of.size(), kClearly);
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      bool risen = false;
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        const std::uint32_t i = pairs[k].truth;
        if (!(weights[k] > 0) || pair_of[i] == static_cast<std::int32_t>(k)) continue;
        const std::int32_t owner = owner_[pairs[k].prediction];
        double demand = weights[k] + kClearly;
        if (owner != kNone) {
          const auto other = static_cast<std::size_t>(owner);
          demand -= weight_of(other) - truth_price_[other];
        }
        if (pair_of[i] == kNone) {
          if (demand > 0) return false;
        } else if (demand > truth_price_[i]) {
          if (demand > weight_of(i) - kClearly) return false;
          truth_price_[i] = demand;
          risen = true;
        }
      }
      if (!risen) return true;
    }
    return false;
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

  static constexpr double kClearly = 1e-6;  // far above the rounding of totals, of which each pair adds at most 1,001

  PathAssignment solver_;
  std::vector<std::uint32_t> begin_, next_;
  std::vector<PathAssignment::Entry> entries_;
  std::vector<std::int32_t> heaviest_;  // of every prediction its heaviest pair
  std::vector<std::int32_t> heaviest_of_truth_, owner_;  // owner: of every prediction its truth
  std::vector<double> truth_price_, prediction_price_;
};

}  // namespace truebox::tracks
