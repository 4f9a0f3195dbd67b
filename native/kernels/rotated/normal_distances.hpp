// Rotated boxes as normal distributions, compared as `truebox.formulas.probiou`, `gwd` and `kld` do: the same roundings in
// the same order.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "rotated/covered_areas.hpp"
#include "rotated/turned_pairs.hpp"

namespace truebox {
namespace normal_detail {

TRUEBOX_INLINE double squared(double value) { return value * value; }

// Columns between the steps of a formula.
struct Steps {
  double cos[kPairBlock], sin[kPairBlock], one[kPairBlock], other[kPairBlock], result[kPairBlock];
  double empty[kPairBlock];  // 1 where a box has no area
};

TRUEBOX_CLONES inline void probiou_before(const PairSide& a, const PairSide& b, std::size_t count, Steps& steps) {
  for (std::size_t k = 0; k < count; ++k) {
    const double away_x = b.x[k] - a.x[k], away_y = b.y[k] - a.y[k], cos = steps.cos[k], sin = steps.sin[k];
    const double x = away_x * a.cos[k] + away_y * a.sin[k], y = away_y * a.cos[k] - away_x * a.sin[k];
    const double w1 = a.width[k], h1 = a.height[k], w2 = b.width[k], h2 = b.height[k];
    const double whole = 4 * (w1 * h1) * (w2 * h2);
    const double excess = squared(w1 * h1 - w2 * h2) + squared(cos * (w1 * h2 - h1 * w2)) + squared(sin * (w1 * w2 - h1 * h2));
    const bool empty = whole <= 0;
    const double product = empty ? 1.0 : whole;
    const double xx = squared(w1) + squared(w2 * cos) + squared(h2 * sin), yy = squared(h1) + squared(w2 * sin) + squared(h2 * cos);
    const double xy = (squared(w2) - squared(h2)) * cos * sin;
    steps.one[k] = 12 * (yy * squared(x) + xx * squared(y) - 2 * xy * x * y) / (product + excess) / 4;
    steps.other[k] = excess / product;
    steps.empty[k] = empty ? 1.0 : 0.0;
  }
}

TRUEBOX_CLONES inline void add_halves(const double* TRUEBOX_RESTRICT apart, const double* TRUEBOX_RESTRICT logarithm, std::size_t count,
                                      double* TRUEBOX_RESTRICT out) {
  for (std::size_t k = 0; k < count; ++k) out[k] = -(apart[k] + logarithm[k] / 2);
}

TRUEBOX_CLONES inline void probiou_after(const double* TRUEBOX_RESTRICT expm1, const double* TRUEBOX_RESTRICT exp,
                                         const double* TRUEBOX_RESTRICT empty, std::size_t count, double* TRUEBOX_RESTRICT out) {
  for (std::size_t k = 0; k < count; ++k) {
    const double square = -expm1[k];
    const bool differ = square > 0;
    const double hellinger = differ ? std::sqrt(differ ? square : 1.0) : 0 * square;
    const double likeness = exp[k] / (1 + hellinger);
    out[k] = empty[k] != 0 ? 0.0 : likeness;
  }
}

TRUEBOX_CLONES inline void wasserstein(const PairSide& a, const PairSide& b, std::size_t count, Steps& steps) {
  for (std::size_t k = 0; k < count; ++k) {
    const double away_x = b.x[k] - a.x[k], away_y = b.y[k] - a.y[k], cos = steps.cos[k], sin = steps.sin[k];
    const double x = away_x * a.cos[k] + away_y * a.sin[k], y = away_y * a.cos[k] - away_x * a.sin[k];
    const double w1 = a.width[k], h1 = a.height[k], w2 = b.width[k], h2 = b.height[k];
    const double same = w1 * w2 + h1 * h2, crossed = w1 * h2 + h1 * w2;
    const double square = squared(cos * same) + squared(sin * crossed);
    const bool positive = square > 0;
    const double root = positive ? std::sqrt(positive ? square : 1.0) : 0 * square;
    const double total = same + root;
    const bool empty = total <= 0;
    const double turned = squared(sin) * (squared(w1) - squared(h1)) * (squared(w2) - squared(h2)) / (empty ? 1.0 : total);
    const double sides = squared(w1 - w2) + squared(h1 - h2) + 2 * (empty ? 0.0 : turned);
    const double distance = squared(x) + squared(y) + sides / 4;
    steps.one[k] = distance < 0 ? 0.0 : distance;
  }
}

// In the frame of `b`; the quotients whose logarithms count come into `one` and `other`.
TRUEBOX_CLONES inline void divergence_before(const PairSide& a, const PairSide& b, std::size_t count, Steps& steps) {
  for (std::size_t k = 0; k < count; ++k) {
    const double away_x = a.x[k] - b.x[k], away_y = a.y[k] - b.y[k], cos = steps.cos[k], sin = steps.sin[k];
    const double x = away_x * b.cos[k] + away_y * b.sin[k], y = away_y * b.cos[k] - away_x * b.sin[k];
    const bool empty = (a.width[k] * a.height[k]) * (b.width[k] * b.height[k]) <= 0;
    const double w1 = empty ? 1.0 : a.width[k], h1 = empty ? 1.0 : a.height[k];
    const double w2 = empty ? 1.0 : b.width[k], h2 = empty ? 1.0 : b.height[k];
    const double moved = squared(2 * x / w2) + squared(2 * y / h2);
    const double spread = squared(cos) * (squared(w1 / w2) + squared(h1 / h2)) + squared(sin) * (squared(h1 / w2) + squared(w1 / h2));
    steps.result[k] = (moved + spread - 2) / 2;
    steps.one[k] = w2 / w1;
    steps.other[k] = h2 / h1;
    steps.empty[k] = empty ? 1.0 : 0.0;
  }
}

TRUEBOX_CLONES inline void divergence_after(const double* TRUEBOX_RESTRICT wide, const double* TRUEBOX_RESTRICT high,
                                            const double* TRUEBOX_RESTRICT empty, std::size_t count, double* TRUEBOX_RESTRICT result) {
  for (std::size_t k = 0; k < count; ++k) {
    const double divergence = result[k] + wide[k] + high[k];
    result[k] = empty[k] != 0 ? std::numeric_limits<double>::infinity() : divergence < 0 ? 0.0 : divergence;
  }
}

// 1 / (1 + ln(1 + distance)).
TRUEBOX_CLONES inline void likeness(const double* TRUEBOX_RESTRICT logarithm, std::size_t count, double* TRUEBOX_RESTRICT out) {
  for (std::size_t k = 0; k < count; ++k) out[k] = 1 / (1 + logarithm[k]);
}

}  // namespace normal_detail

// Of each `math` has `cos`, `sin`, `exp`, `expm1`, `log` and `log1p`, each f(from, to, count).
struct NormalOverlap {
  template <class Math>
  static void measure(const PairSide& a, const PairSide& b, std::size_t count, const Math& math, double* out) {
    normal_detail::Steps steps;
    covered_detail::turns_between(a, b, count, math, steps.cos, steps.sin);
    normal_detail::probiou_before(a, b, count, steps);
    math.log1p(steps.other, steps.result, count);
    normal_detail::add_halves(steps.one, steps.result, count, steps.other);
    math.expm1(steps.other, steps.one, count);
    math.exp(steps.other, steps.result, count);
    normal_detail::probiou_after(steps.one, steps.result, steps.empty, count, out);
  }
};

struct NormalDistance {
  template <class Math>
  static void measure(const PairSide& a, const PairSide& b, std::size_t count, const Math& math, double* out) {
    normal_detail::Steps steps;
    covered_detail::turns_between(a, b, count, math, steps.cos, steps.sin);
    normal_detail::wasserstein(a, b, count, steps);
    math.log1p(steps.one, steps.result, count);
    normal_detail::likeness(steps.result, count, out);
  }
};

struct NormalDivergence {
  template <class Math>
  static void measure(const PairSide& a, const PairSide& b, std::size_t count, const Math& math, double* out) {
    normal_detail::Steps steps;
    covered_detail::turns_between(b, a, count, math, steps.cos, steps.sin);
    normal_detail::divergence_before(a, b, count, steps);
    math.log(steps.one, steps.cos, count);
    math.log(steps.other, steps.sin, count);
    normal_detail::divergence_after(steps.cos, steps.sin, steps.empty, count, steps.result);
    math.log1p(steps.result, steps.one, count);
    normal_detail::likeness(steps.one, count, out);
  }
};

}  // namespace truebox
