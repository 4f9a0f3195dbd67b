// Average precision and recall of one category under integer image weights, many sets of weights at once.
//
// An image of weight w stands w times in the data: its truths count w times, and each of its detections stands
// w times in a row. Copies of a hit come together and precision only grows along them, so the last decides.
// The walk goes from the lowest score up: the highest precision so far is the envelope, and the recall
// thresholds between two numbers of hits all take its value.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "evaluation/curve_rows.hpp"
#include "resampling/curve_lanes.hpp"
#include "resampling/curves_wide.hpp"
#include "resampling/recall_steps.hpp"

namespace truebox {

namespace detail {

inline void add_weights(const std::uint8_t* weights, CurveLanes::Whole& to) {
  for (std::size_t lane = 0; lane < kSideBySide; ++lane) to.at[lane] += weights[lane];
}

inline void add_lanes(const CurveLanes::Whole& from, CurveLanes::Whole& to) {
  for (std::size_t lane = 0; lane < kSideBySide; ++lane) to.at[lane] += from.at[lane];
}

TRUEBOX_CLONES inline void count_truths(const CountedTruths& truths, std::size_t k, std::size_t range,
                                        LaneWeights weights, CurveLanes::Whole& count) {
  CurveLanes::Whole total = {};
  for (auto i = truths.offsets[k]; i < truths.offsets[k + 1]; ++i) {
    if ((truths.inside[i] >> range) & 1) {
      add_weights(weights.of(truths.images[i]), total);
    }
  }
  count = total;
}

TRUEBOX_CLONES inline void count_outcomes(const CurveRows& rows, LaneWeights weights, CurveLanes& lanes) {
  CurveLanes::Whole plain = {};
  for (const std::int32_t image : rows.plain) add_weights(weights.of(image), plain);
  lanes.plain = plain;
  for (CurveLanes::Whole& each : lanes.found) each = {};
  for (CurveLanes::Whole& each : lanes.missed) each = {};
  for (std::size_t i = 0; i < rows.image.size(); ++i) {
    // Widened once, and a local: bytes may alias anything, and adding them lane by lane was a fifth of the time.
    CurveLanes::Whole weight = {};
    add_weights(weights.of(rows.image[i]), weight);
    for (std::uint64_t bits = rows.hits[i]; bits != 0; bits &= bits - 1) {
      add_lanes(weight, lanes.found[static_cast<std::size_t>(std::countr_zero(bits))]);
    }
    for (std::uint64_t bits = rows.misses[i]; bits != 0; bits &= bits - 1) {
      add_lanes(weight, lanes.missed[static_cast<std::size_t>(std::countr_zero(bits))]);
    }
  }
}

// `steps` are tables as RecallSteps lays them out.
TRUEBOX_CLONES inline void sum_precision(const CurveRows& rows, LaneWeights weights,
                                         const std::int32_t* steps, double epsilon, CurveLanes& lanes) {
  for (std::size_t t = 0; t < lanes.found.size(); ++t) {
    lanes.highest[t] = {};
    lanes.sum[t] = {};
    for (std::size_t lane = 0; lane < kSideBySide; ++lane) {
      lanes.reached[t].at[lane] = steps[lanes.table.at[lane] + lanes.found[t].at[lane]];
    }
  }
  CurveLanes::Whole plain = lanes.plain;
  const CurveLanes::Whole table = lanes.table;
  std::size_t left = rows.plain.size();
  for (std::size_t i = rows.image.size(); i-- > 0;) {
    for (; left > rows.before[i]; --left) {
      const std::uint8_t* other = weights.of(rows.plain[left - 1]);
      for (std::size_t lane = 0; lane < kSideBySide; ++lane) plain.at[lane] -= other[lane];
    }
    CurveLanes::Whole weight = {};
    add_weights(weights.of(rows.image[i]), weight);
    for (std::uint64_t bits = rows.misses[i]; bits != 0; bits &= bits - 1) {
      CurveLanes::Whole& missed = lanes.missed[static_cast<std::size_t>(std::countr_zero(bits))];
      for (std::size_t lane = 0; lane < kSideBySide; ++lane) missed.at[lane] -= weight.at[lane];
    }
    for (std::uint64_t bits = rows.hits[i]; bits != 0; bits &= bits - 1) {
      const auto t = static_cast<std::size_t>(std::countr_zero(bits));
      CurveLanes::Whole found = lanes.found[t];
      const CurveLanes::Whole missed = lanes.missed[t];
      CurveLanes::Whole reached = lanes.reached[t];
      CurveLanes::Real highest = lanes.highest[t];
      CurveLanes::Real sum = lanes.sum[t];
      CurveLanes::Whole passed;
      for (std::size_t lane = 0; lane < kSideBySide; ++lane) {
        const double hits = found.at[lane];
        const double precision = hits / ((static_cast<double>(plain.at[lane] + missed.at[lane]) + hits) + epsilon);
        highest.at[lane] = precision > highest.at[lane] ? precision : highest.at[lane];
      }
      for (std::size_t lane = 0; lane < kSideBySide; ++lane) {
        found.at[lane] -= weight.at[lane];
        const std::int32_t next = steps[table.at[lane] + found.at[lane]];
        passed.at[lane] = reached.at[lane] - next;
        reached.at[lane] = next;
      }
      for (std::size_t lane = 0; lane < kSideBySide; ++lane) sum.at[lane] += highest.at[lane] * passed.at[lane];
      lanes.found[t] = found;
      lanes.reached[t] = reached;
      lanes.highest[t] = highest;
      lanes.sum[t] = sum;
    }
  }
}

inline void refuse_more_hits_than_truths(const CurveLanes& lanes) {
  for (const CurveLanes::Whole& each : lanes.found) {
    for (std::size_t lane = 0; lane < kSideBySide; ++lane) {
      if (each.at[lane] > lanes.truths.at[lane]) throw std::invalid_argument("more matches than truths");
    }
  }
}

inline void place_tables(RecallSteps& steps, CurveLanes& lanes) {
  steps.trim();
  for (std::size_t lane = 0; lane < kSideBySide; ++lane) lanes.table.at[lane] = steps.offset(lanes.truths.at[lane]);
}

inline void walk_plain(const CurveRows& rows, const CurveQuestion& question, LaneWeights weights, RecallSteps& steps,
                       double epsilon, CurveLanes& lanes) {
  count_outcomes(rows, weights, lanes);
  refuse_more_hits_than_truths(lanes);
  lanes.hits = lanes.found;
  if (!question.precise) return;
  place_tables(steps, lanes);
  sum_precision(rows, weights, steps.data(), epsilon, lanes);
}

}  // namespace detail

// The curves of one class after another in a block of replicates, kSideBySide of them in each of `sides`.
class CurveBlock {
 public:
  // How many replicates a block of weights holds.
  static std::size_t most_lanes() {
#ifdef TRUEBOX_WIDE_CURVES
    if (detail::has_wide_curves()) return kAbreast;
#endif
    return kSideBySide;
  }

  CurveBlock(const DrawnWeights& weights, std::size_t thresholds, std::span<const double> recalls, double epsilon)
      : weights_(weights), epsilon_(epsilon), steps_(recalls), sides_(weights.lanes() / kSideBySide, CurveLanes(thresholds)) {}

  // What was kept of the weights before is void. Lanes from `count` on are not looked at.
  void begin(std::size_t count) {
    used_ = (count + kSideBySide - 1) / kSideBySide;
    most_ = weights_.most();
  }

  // Into `truths` of every side.
  void count_truths(const CountedTruths& truths, std::size_t k, std::size_t range) {
#ifdef TRUEBOX_WIDE_CURVES
    if (is_wide()) {
      detail::count_truths_wide(truths, k, range, weights_.data(), most_, sides_.data());
      return;
    }
#endif
    for (std::size_t side = 0; side < used_; ++side) {
      detail::count_truths(truths, k, range, weights_.side(side * kSideBySide), sides_[side].truths);
    }
  }

  // After it, `hits[t]` of each side holds the hits of each lane, and `sum[t]`, where the question is of precision, the
  // sum of precision over recall thresholds; `truths` were counted before.
  void walk(const CurveRows& rows, const CurveQuestion& question) {
#ifdef TRUEBOX_WIDE_CURVES
    if (is_wide()) {
      const bool left_out = detail::count_outcomes_wide(rows, weights_.data(), most_, question.precise, counted_, sides_.data());
      for (std::size_t side = 0; side < used_; ++side) {
        CurveLanes& lanes = sides_[side];
        detail::refuse_more_hits_than_truths(lanes);
        lanes.hits = lanes.found;
        if (!question.precise) continue;
        if (!detail::are_divided_wide(lanes, epsilon_)) {
          detail::walk_plain(rows, question, weights_.side(side * kSideBySide), steps_, epsilon_, lanes);
          continue;
        }
        detail::place_tables(steps_, lanes);
        if (left_out) {
          detail::sum_precision_wide<true>(rows, counted_, side, steps_.data(), epsilon_, lanes);
        } else {
          detail::sum_precision_wide<false>(rows, counted_, side, steps_.data(), epsilon_, lanes);
        }
      }
      return;
    }
#endif
    for (std::size_t side = 0; side < used_; ++side) {
      detail::walk_plain(rows, question, weights_.side(side * kSideBySide), steps_, epsilon_, sides_[side]);
    }
  }

  CurveLanes& side(std::size_t place) { return sides_[place]; }
  std::size_t sides() const { return used_; }
  const RecallSteps& steps() const { return steps_; }

 private:
#ifdef TRUEBOX_WIDE_CURVES
  bool is_wide() const { return weights_.lanes() == kAbreast && detail::has_wide_curves(); }
  detail::CountedRows counted_;
#endif

  const DrawnWeights& weights_;
  double epsilon_;
  RecallSteps steps_;
  std::vector<CurveLanes> sides_;
  std::size_t used_ = 0;
  std::uint8_t most_ = 0;
};

}  // namespace truebox
