// Soft-NMS: overlapping boxes lose score instead of vanishing (Bodla et al., ICCV 2017, arXiv:1704.04503).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "suppression/decay_overlaps.hpp"
#include "ground/row_minimum.hpp"

namespace truebox {

enum class Decay {
  linear,    // s * (1 - overlap) where overlap > threshold (eq. 1 in the paper's section 3)
  gaussian,  // s * exp(-overlap^2 / sigma)
};

struct SoftRule {
  Decay decay = Decay::gaussian;
  double threshold = 0.3;
  double sigma = 0.5;
  double lowest_score = 0.001;
};

struct ScoredRow {
  std::uint32_t row;
  double score;
};

// Rows by falling decayed score, equal scores by row; `items` ascend and scores are not negative.
template <class Overlaps>
TRUEBOX_INLINE std::vector<ScoredRow> decay_scores(Overlaps overlaps, std::span<const std::uint32_t> items,
                                                   std::span<const double> scores, const SoftRule& rule) {
  // Times any factor it stays below every score, or turns into NaN, which no score limit admits.
  constexpr double kGone = -std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> rows(items.begin(), items.end());
  std::vector<double> left(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) {
    const double score = scores[items[k]] + 0.0;  // one zero: -0 would compare wrongly as an integer
    left[k] = score >= rule.lowest_score ? score : kGone;
  }
  std::vector<double> overlap(items.size());
  std::vector<ScoredRow> picked;
  std::size_t count = items.size();
  std::size_t next_tidy = count;
  for (;;) {
    // Scores are not negative, so they compare as the integers with the same bits: that reduction is vectorised.
    keep_going(2 * count);
    std::int64_t highest = std::bit_cast<std::int64_t>(kGone);
    for (std::size_t j = 0; j < count; ++j) highest = std::max(highest, std::bit_cast<std::int64_t>(left[j]));
    const double best = std::bit_cast<double>(highest);
    if (best < 0.0) return picked;
    const auto at = find_equal(0, count, [&](std::size_t j) TRUEBOX_INLINE_LAMBDA { return left[j] == best; });
    picked.push_back({rows[at], best});
    overlaps.of(at, count, overlap.data());
    left[at] = kGone;
    std::size_t alive = 0;
    if (rule.decay == Decay::linear) {
      for (std::size_t j = 0; j < count; ++j) left[j] *= overlap[j] > rule.threshold ? 1.0 - overlap[j] : 1.0;
    } else {
      for (std::size_t j = 0; j < count; ++j) {
        if (overlap[j] > 0.0) left[j] *= std::exp(-(overlap[j] * overlap[j]) / rule.sigma);
      }
    }
    for (std::size_t j = 0; j < count; ++j) left[j] = left[j] >= rule.lowest_score ? left[j] : kGone;
    // Tidying up now and then costs less than moving everything at every step.
    if (picked.size() * 8 < next_tidy) continue;
    for (std::size_t j = 0; j < count; ++j) {
      if (left[j] < 0.0) continue;
      left[alive] = left[j];
      rows[alive] = rows[j];
      overlaps.move(j, alive++);
    }
    next_tidy = picked.size() * 8 + std::max<std::size_t>(alive, 64);
    count = alive;
  }
}

namespace detail {

using ScoredRows = std::vector<ScoredRow>;
using Items = std::span<const std::uint32_t>;

TRUEBOX_CLONES inline ScoredRows decay_chosen(const BoxOverlaps& overlaps, Items items, std::span<const double> scores,
                                              const SoftRule& rule) {
  return decay_scores(overlaps, items, scores, rule);
}
TRUEBOX_CLONES inline ScoredRows decay_chosen(const MatrixOverlaps& overlaps, Items items,
                                              std::span<const double> scores, const SoftRule& rule) {
  return decay_scores(overlaps, items, scores, rule);
}

}  // namespace detail

template <class Overlaps>
std::vector<ScoredRow> soft_suppress(const Overlaps& overlaps, std::span<const std::uint32_t> items,
                                     std::span<const double> scores, const SoftRule& rule) {
  using Decaying = detail::ScoredRows(const Overlaps&, detail::Items, std::span<const double>, const SoftRule&);
  return may_throw<Decaying>(&detail::decay_chosen)(overlaps, items, scores, rule);
}

}  // namespace truebox
