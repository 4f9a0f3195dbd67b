// Matrix-NMS: each score decays once, by its worst overlap with a higher-scored one
// (Wang et al., SOLOv2, NeurIPS 2020).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "suppression/decay_overlaps.hpp"
#include "suppression/soft_suppression.hpp"

namespace truebox {

struct MatrixRule {
  Decay decay = Decay::gaussian;
  double sigma = 2.0;
};

// The largest value(i) for i < count, at least 0. Not negative, doubles compare as the integers with the same bits, and
// that is a reduction compilers vectorise.
template <class Value>
TRUEBOX_INLINE double largest_of(std::size_t count, const Value& value) {
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::bit_cast<std::int64_t>(value(i)));
  return std::bit_cast<double>(largest);
}

// decay_j = min over i < j of f(overlap_ij) / f(c_i), where c_i is the largest overlap of i with a higher-scored one
// (eq. 5 of the paper); f is 1 - x or exp(-sigma x^2). An i that duplicates a higher-scored one (c_i = 1 with linear
// decay) would already be gone and suppresses nobody. `items` come by falling score.
template <class Overlaps>
TRUEBOX_INLINE std::vector<double> matrix_decays(const Overlaps& overlaps, std::size_t count, const MatrixRule& rule) {
  std::vector<double> decays(count, 1.0), covered(count, 0.0), overlap(count);
  for (std::size_t j = 0; j < count; ++j) {
    keep_going(2 * j);
    overlaps.of(j, j, overlap.data());
    const double largest = largest_of(j, [&](std::size_t i) TRUEBOX_INLINE_LAMBDA { return overlap[i]; });
    if (rule.decay == Decay::linear) {
      // 1 - ratio, so that the strongest is the largest here too.
      decays[j] = 1.0 - largest_of(j, [&](std::size_t i) TRUEBOX_INLINE_LAMBDA {
                    return covered[i] < 1.0 ? 1.0 - (1.0 - overlap[i]) / (1.0 - covered[i]) : 0.0;
                  });
    } else {
      decays[j] = std::exp(-rule.sigma * largest_of(j, [&](std::size_t i) TRUEBOX_INLINE_LAMBDA {
                             return overlap[i] * overlap[i] - covered[i] * covered[i];
                           }));
    }
    covered[j] = largest;
  }
  return decays;
}

namespace detail {

TRUEBOX_CLONES inline std::vector<double> matrix_decays_chosen(const BoxOverlaps& overlaps, std::size_t count,
                                                               const MatrixRule& rule) {
  return matrix_decays(overlaps, count, rule);
}
TRUEBOX_CLONES inline std::vector<double> matrix_decays_chosen(const MatrixOverlaps& overlaps, std::size_t count,
                                                               const MatrixRule& rule) {
  return matrix_decays(overlaps, count, rule);
}

}  // namespace detail

template <class Overlaps>
std::vector<double> matrix_suppress(const Overlaps& overlaps, std::size_t count, const MatrixRule& rule) {
  using Decays = std::vector<double>(const Overlaps&, std::size_t, const MatrixRule&);
  return may_throw<Decays>(&detail::matrix_decays_chosen)(overlaps, count, rule);
}

}  // namespace truebox
