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
                                        const std::uint8_t* weights, CurveLanes::Whole& count) {
  CurveLanes::Whole total = {};
  for (auto i = truths.offsets[k]; i < truths.offsets[k + 1]; ++i) {
    if ((truths.inside[i] >> range) & 1) {
      add_weights(weights + static_cast<std::size_t>(truths.images[i]) * kSideBySide, total);
    }
  }
  count = total;
}

TRUEBOX_CLONES inline void count_outcomes(const CurveRows& rows, const std::uint8_t* weights, CurveLanes& lanes) {
  CurveLanes::Whole plain = {};
  for (const std::int32_t image : rows.plain) add_weights(weights + static_cast<std::size_t>(image) * kSideBySide, plain);
  lanes.plain = plain;
  for (CurveLanes::Whole& each : lanes.found) each = {};
  for (CurveLanes::Whole& each : lanes.missed) each = {};
  for (std::size_t i = 0; i < rows.image.size(); ++i) {
    // Widened once, and a local: bytes may alias anything, and adding them lane by lane was a fifth of the time.
    CurveLanes::Whole weight = {};
    add_weights(weights + static_cast<std::size_t>(rows.image[i]) * kSideBySide, weight);
    for (std::uint64_t bits = rows.hits[i]; bits != 0; bits &= bits - 1) {
      add_lanes(weight, lanes.found[static_cast<std::size_t>(std::countr_zero(bits))]);
    }
    for (std::uint64_t bits = rows.misses[i]; bits != 0; bits &= bits - 1) {
      add_lanes(weight, lanes.missed[static_cast<std::size_t>(std::countr_zero(bits))]);
    }
  }
}

// `steps` are tables as RecallSteps lays them out.
TRUEBOX_CLONES inline void sum_precision(const CurveRows& rows, const std::uint8_t* weights,
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
      const std::uint8_t* other = weights + static_cast<std::size_t>(rows.plain[left - 1]) * kSideBySide;
      for (std::size_t lane = 0; lane < kSideBySide; ++lane) plain.at[lane] -= other[lane];
    }
    CurveLanes::Whole weight = {};
    add_weights(weights + static_cast<std::size_t>(rows.image[i]) * kSideBySide, weight);
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

}  // namespace detail

// After it, `hits[t]` holds the hits of each lane and `lanes.sum[t]` the sum of precision over recall thresholds.
inline void walk_curves(const CurveRows& rows, const CountedTruths& truths, std::size_t k,
                        const CurveQuestion& question, const std::uint8_t* weights, RecallSteps& steps,
                        double epsilon, CurveLanes& lanes, std::vector<CurveLanes::Whole>& hits) {
#ifdef TRUEBOX_WIDE_CURVES
  if (detail::has_wide_curves()) {
    detail::count_truths_wide(truths, k, question.range, weights, lanes.truths);
    const bool left_out = detail::count_outcomes_wide(rows, weights, question.precise, lanes);
    detail::refuse_more_hits_than_truths(lanes);
    hits = lanes.found;
    if (!question.precise) return;
    if (detail::are_divided_wide(lanes, epsilon)) {
      detail::place_tables(steps, lanes);
      if (left_out) {
        detail::sum_precision_wide<true>(rows, weights, steps.data(), epsilon, lanes);
      } else {
        detail::sum_precision_wide<false>(rows, weights, steps.data(), epsilon, lanes);
      }
      return;
    }
  }
#endif
  detail::count_truths(truths, k, question.range, weights, lanes.truths);
  detail::count_outcomes(rows, weights, lanes);
  detail::refuse_more_hits_than_truths(lanes);
  hits = lanes.found;
  if (!question.precise) return;
  detail::place_tables(steps, lanes);
  detail::sum_precision(rows, weights, steps.data(), epsilon, lanes);
}

}  // namespace truebox
