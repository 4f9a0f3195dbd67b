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
      : in_(input), out_(output), categories_(input.rows.offsets.size() - 1),
        lanes_(lanes_of(input.replicates, threads)), rows_(categories_ * input.questions.size()) {
    parallel_for(categories_, threads, [&](std::size_t k) {
      ScoreOrder sorter;
      std::vector<std::uint32_t> order;
      CurveRowsRoom room;
      order_category(in_.rows, k, sorter, order);
      for (std::size_t q = 0; q < in_.questions.size(); ++q) {
        rows_[k * in_.questions.size() + q] = curve_rows(in_.rows, k, order, in_.questions[q], room);
      }
    });
  }

  // Of so many replicates at a time, no more than leave every thread some.
  std::size_t lanes() const { return lanes_; }
  std::size_t blocks() const { return (in_.replicates + lanes_ - 1) / lanes_; }

  void fill(std::size_t begin, std::size_t end) const {
    DrawnWeights weights(in_.images, CurveBlock::most_lanes());
    CurveBlock curves(weights, in_.rows.thresholds, in_.recalls, in_.epsilon);
    const std::size_t questions = in_.questions.size();
    std::vector<std::vector<CurveLanes::Whole>> truths(questions);  // by question, of every side
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t first = block * lanes_;
      const std::size_t count = std::min(lanes_, in_.replicates - first);
      weigh(first, count, weights);
      curves.begin(count);
      for (std::size_t k = 0; k < categories_; ++k) {
        for (std::size_t q = 0; q < questions; ++q) {
          keep_going(64 * rows_[k * questions + q].image.size() * curves.sides());
          count_truths(curves, k, q, truths);
          curves.walk(rows_[k * questions + q], in_.questions[q]);
          for (std::size_t side = 0; side < curves.sides(); ++side) {
            const std::size_t before = side * kSideBySide;
            write(curves.side(side), curves.steps(), first + before, std::min(kSideBySide, count - before), q, k);
          }
        }
      }
    }
  }

 private:
  static std::size_t lanes_of(std::size_t replicates, int threads) {
    const std::size_t each = replicates / static_cast<std::size_t>(resolve_threads(threads));
    return std::clamp((each + kSideBySide - 1) / kSideBySide * kSideBySide, kSideBySide, CurveBlock::most_lanes());
  }

  void weigh(std::size_t first, std::size_t count, DrawnWeights& weights) const {
    if (in_.weights == nullptr) {
      draw_images(in_.sampled, in_.seed, in_.first + first, count, weights);
      return;
    }
    weights.clear();
    for (std::size_t lane = 0; lane < count; ++lane) weights.set_lane(lane, in_.weights + (first + lane) * in_.images);
  }

  // Once for all questions of a range.
  void count_truths(CurveBlock& curves, std::size_t k, std::size_t q,
                    std::vector<std::vector<CurveLanes::Whole>>& truths) const {
    std::size_t same = 0;
    while (in_.questions[same].range != in_.questions[q].range) ++same;
    if (same == q) {
      curves.count_truths(in_.truths, k, in_.questions[q].range);
      truths[q].resize(curves.sides());
      for (std::size_t side = 0; side < curves.sides(); ++side) truths[q][side] = curves.side(side).truths;
    } else {
      for (std::size_t side = 0; side < curves.sides(); ++side) curves.side(side).truths = truths[same][side];
    }
  }

  // The replicates from `first` on, as many as there are lanes.
  void write(const CurveLanes& of, const RecallSteps& steps, std::size_t first, std::size_t lanes, std::size_t q,
             std::size_t k) const {
    const std::size_t stride = in_.questions.size() * in_.selections.size() * categories_;
    for (std::size_t s = 0; s < in_.selections.size(); ++s) {
      const std::uint64_t chosen = in_.selections[s];
      CurveLanes::Real sum = {};
      std::int64_t found[kSideBySide] = {};
      for (std::uint64_t bits = chosen; bits != 0; bits &= bits - 1) {
        const auto t = static_cast<std::size_t>(std::countr_zero(bits));
        for (std::size_t lane = 0; lane < kSideBySide; ++lane) sum.at[lane] += of.sum[t].at[lane];
        for (std::size_t lane = 0; lane < kSideBySide; ++lane) found[lane] += of.hits[t].at[lane];
      }
      const double curves = std::popcount(chosen);
      std::size_t place = ((first * in_.questions.size() + q) * in_.selections.size() + s) * categories_ + k;
      for (std::size_t lane = 0; lane < lanes; ++lane, place += stride) {
        const std::int32_t truths = of.truths.at[lane];
        double precision = std::numeric_limits<double>::quiet_NaN(), recall = precision;
        if (truths > 0) {
          if (in_.questions[q].precise) precision = sum.at[lane] / (curves * static_cast<double>(steps.recalls(truths)));
          recall = static_cast<double>(found[lane]) / (curves * static_cast<double>(truths));
        }
        out_.precision[place] = precision;
        out_.recall[place] = recall;
      }
    }
  }

  const ResamplingInput& in_;
  const ResamplingOutput& out_;
  std::size_t categories_;
  std::size_t lanes_;
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
