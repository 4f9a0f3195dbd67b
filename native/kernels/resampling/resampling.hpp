// Metrics of many weighted versions of one match state, without matching again.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "evaluation/curve_rows.hpp"
#include "ground/interruption.hpp"
#include "resampling/image_draws.hpp"
#include "resampling/recall_steps.hpp"
#include "ground/thread_pool.hpp"
#include "resampling/weighted_curves.hpp"

namespace truebox {

struct ResamplingInput {
  MatchRows rows;
  CountedTruths truths;
  std::size_t images;
  std::span<const double> recalls;               // ascending; none for the area under the envelope
  double epsilon;                                // added to the denominator of precision
  std::span<const CurveQuestion> questions;      // [Q]
  std::span<const std::uint64_t> selections;     // [S] thresholds to average over, as bits
  std::size_t first;                             // number of the first replicate, which with the seed decides it
  std::size_t replicates;                        // [R]
  std::span<const std::int32_t> sampled;         // images to draw from, where no weights are given
  std::uint64_t seed;
  const std::uint8_t* weights;                   // [R, images] or null
};

// Both [R, Q, S, K]; NaN where a class has no truth, precision also where it is not asked for.
struct ResamplingOutput {
  double* precision;
  double* recall;
};

namespace detail {

class Resampler {
 public:
  Resampler(const ResamplingInput& input, const ResamplingOutput& output, int threads)
      : in_(input), out_(output), categories_(input.rows.offsets.size() - 1), rows_(categories_ * input.questions.size()) {
    parallel_for(categories_, threads, [&](std::size_t k) {
      ScoreOrder sorter;
      std::vector<std::uint32_t> order;
      order_category(in_.rows, k, sorter, order);
      for (std::size_t q = 0; q < in_.questions.size(); ++q) {
        rows_[k * in_.questions.size() + q] = curve_rows(in_.rows, k, order, in_.questions[q]);
      }
    });
  }

  std::size_t blocks() const { return (in_.replicates + kSideBySide - 1) / kSideBySide; }

  void fill(std::size_t begin, std::size_t end) const {
    RecallSteps steps(in_.recalls);
    CurveLanes lanes(in_.rows.thresholds);
    std::vector<CurveLanes::Whole> hits;
    std::vector<std::uint8_t> weights(in_.images * kSideBySide, 0);
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t first = block * kSideBySide;
      const std::size_t count = std::min(kSideBySide, in_.replicates - first);
      weigh(first, count, weights);
      for (std::size_t k = 0; k < categories_; ++k) {
        for (std::size_t q = 0; q < in_.questions.size(); ++q) {
          keep_going(64 * rows_[k * in_.questions.size() + q].image.size());
          walk_curves(rows_[k * in_.questions.size() + q], in_.truths, k, in_.questions[q], weights.data(), steps,
                      in_.epsilon, lanes, hits);
          for (std::size_t lane = 0; lane < count; ++lane) write(lanes, hits, steps, first + lane, lane, q, k);
        }
      }
    }
  }

 private:
  void weigh(std::size_t first, std::size_t count, std::vector<std::uint8_t>& weights) const {
    if (in_.weights == nullptr) {
      draw_images(in_.sampled, in_.seed, in_.first + first, count, weights);
      return;
    }
    std::fill(weights.begin(), weights.end(), std::uint8_t{0});
    for (std::size_t lane = 0; lane < count; ++lane) {
      const std::uint8_t* given = in_.weights + (first + lane) * in_.images;
      for (std::size_t image = 0; image < in_.images; ++image) weights[image * kSideBySide + lane] = given[image];
    }
  }

  void write(const CurveLanes& lanes, const std::vector<CurveLanes::Whole>& hits, const RecallSteps& steps,
             std::size_t replicate, std::size_t lane, std::size_t q, std::size_t k) const {
    const std::int32_t truths = lanes.truths.at[lane];
    for (std::size_t s = 0; s < in_.selections.size(); ++s) {
      double precision = std::numeric_limits<double>::quiet_NaN();
      double recall = precision;
      if (truths > 0) {
        const std::uint64_t chosen = in_.selections[s];
        double sum = 0;
        std::int64_t found = 0;
        for (std::uint64_t bits = chosen; bits != 0; bits &= bits - 1) {
          const auto t = static_cast<std::size_t>(std::countr_zero(bits));
          sum += lanes.sum[t].at[lane];
          found += hits[t].at[lane];
        }
        const double curves = std::popcount(chosen);
        if (in_.questions[q].precise) precision = sum / (curves * static_cast<double>(steps.recalls(truths)));
        recall = static_cast<double>(found) / (curves * static_cast<double>(truths));
      }
      const std::size_t place = ((replicate * in_.questions.size() + q) * in_.selections.size() + s) * categories_ + k;
      out_.precision[place] = precision;
      out_.recall[place] = recall;
    }
  }

  const ResamplingInput& in_;
  const ResamplingOutput& out_;
  std::size_t categories_;
  std::vector<CurveRows> rows_;  // [K, Q]
};

}  // namespace detail

inline void resample(const ResamplingInput& input, const ResamplingOutput& output, int threads) {
  const detail::Resampler resampler(input, output, threads);
  // Several blocks to a task: the tables of recall steps that one made serve the next.
  const std::size_t shares = static_cast<std::size_t>(resolve_threads(threads)) * 4;
  parallel_ranges(resampler.blocks(), std::max<std::size_t>(1, resampler.blocks() / shares), threads,
                  [&](std::size_t begin, std::size_t end) { resampler.fill(begin, end); });
}

}  // namespace truebox
