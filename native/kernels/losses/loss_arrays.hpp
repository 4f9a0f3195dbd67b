// Losses of many pairs of boxes and their slopes: rows of four numbers in, columns of a block, rows out.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/thread_pool.hpp"
#include "losses/pair_loss.hpp"
#include "overlap/plain_corners.hpp"

namespace truebox {

// Rows [count, 4] of predictions and of targets, in one layout.
template <class Real>
struct LossRows {
  const Real* predictions;
  const Real* targets;
  std::size_t count;
  std::size_t layout;  // as in `kBoxLayouts`
};

// One question: numbers [arguments, count] or [curves, count] of functions that are computed elsewhere.
template <class Real>
struct LossQuestion {
  LossMeasure measure;
  LossRows<Real> rows;
  Real length;
  const Real* curves;
};

// The slope of each loss, or one of them all; null where no slope is asked for.
template <class Real>
struct LossSlopes {
  const Real* upstream;
  Real same;
  Real* predictions;
  Real* targets;
};

// Above it a product of two sides could overflow, and the formulas scale: see `truebox.overlap.pairs.rescaling`.
template <class Real>
constexpr Real loss_limit() {
  return std::is_same_v<Real, float> ? Real(0x1p60) : Real(0x1p500);
}

// Measured on two cores: with gradients 100,000 pairs take 0.4 ms on one, 0.25 ms on two.
constexpr std::size_t kLossesPerChunk = 16'384;
constexpr std::size_t kLossesForThreads = 65'536;
constexpr std::size_t kLossBlock = 128;

inline int loss_threads(std::size_t count) { return count < kLossesForThreads ? 1 : 0; }

template <std::size_t Layout, class Real>
TRUEBOX_INLINE BoxPair<Real> pair_of_rows(const Real* TRUEBOX_RESTRICT a, const Real* TRUEBOX_RESTRICT b) {
  const FourNumbers<Real> one = layout_to_corners<Layout, Real>({a[0], a[1], a[2], a[3]});
  const FourNumbers<Real> other = layout_to_corners<Layout, Real>({b[0], b[1], b[2], b[3]});
  return {{one.a, one.c, other.a, other.c}, {one.b, one.d, other.b, other.d}};
}

// The slopes of corners as those of the four numbers; what was computed last comes first in the sums.
template <std::size_t Layout, class Real>
TRUEBOX_INLINE void write_slopes(Real low_x, Real high_x, Real low_y, Real high_y, Real* TRUEBOX_RESTRICT row) {
  if constexpr (Layout == 0 || Layout == 1) {
    row[Layout] = low_x;
    row[1 - Layout] = low_y;
    row[2 + Layout] = high_x;
    row[3 - Layout] = high_y;
  } else if constexpr (Layout == 2) {
    row[0] = low_x + high_x;
    row[1] = low_y + high_y;
    row[2] = high_x;
    row[3] = high_y;
  } else {
    row[0] = high_x + low_x;
    row[1] = high_y + low_y;
    row[2] = high_x / Real(2) - low_x / Real(2);
    row[3] = high_y / Real(2) - low_y / Real(2);
  }
}

template <std::size_t Layout, class Real>
TRUEBOX_INLINE void loss_arguments_body(const LossQuestion<Real>& question, std::size_t first, std::size_t last, Real* out) {
  const LossRows<Real>& rows = question.rows;
  with_loss(question.measure, [&]<LossMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    constexpr std::size_t kArguments = kLossMeasures[static_cast<std::size_t>(chosen)].arguments;
    for (std::size_t i = first; i < last; ++i) {
      BoxPair<Real> pair = pair_of_rows<Layout, Real>(rows.predictions + 4 * i, rows.targets + 4 * i);
      pair = {Opening<Real>(pair.x).closed, Opening<Real>(pair.y).closed};
      Real found[kMostArguments];
      loss_arguments<chosen, Real>(pair, found);
      for (std::size_t k = 0; k < kArguments; ++k) out[k * rows.count + i] = found[k];
    }
  });
}

template <LossMeasure chosen, class Real>
TRUEBOX_INLINE void curves_at(const LossQuestion<Real>& question, std::size_t i, Real* to) {
  constexpr std::size_t kCurves = kLossMeasures[static_cast<std::size_t>(chosen)].curves;
  for (std::size_t k = 0; k < kCurves; ++k) to[k] = question.curves[k * question.rows.count + i];
}

template <std::size_t Layout, class Real>
TRUEBOX_INLINE void loss_values_body(const LossQuestion<Real>& question, std::size_t first, std::size_t last,
                                     Real* TRUEBOX_RESTRICT out) {
  const LossRows<Real>& rows = question.rows;
  with_loss(question.measure, [&]<LossMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    for (std::size_t i = first; i < last; ++i) {
      const BoxPair<Real> pair = pair_of_rows<Layout, Real>(rows.predictions + 4 * i, rows.targets + 4 * i);
      const Opening<Real> x(pair.x), y(pair.y);
      Real curves[kMostCurves] = {};
      curves_at<chosen>(question, i, curves);
      out[i] = loss_value<chosen, Real>({x.closed, y.closed}, question.length, curves) + (x.pull + y.pull);
    }
  });
}

template <std::size_t Layout, class Real>
TRUEBOX_INLINE void loss_slopes_body(const LossQuestion<Real>& question, const LossSlopes<Real>& slopes, std::size_t first,
                                     std::size_t last) {
  const LossRows<Real>& rows = question.rows;
  with_loss(question.measure, [&]<LossMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    Real found[8][kLossBlock];
    for (std::size_t begin = first; begin < last; begin += kLossBlock) {
      const std::size_t count = std::min(kLossBlock, last - begin);
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = begin + k;
        const BoxPair<Real> pair = pair_of_rows<Layout, Real>(rows.predictions + 4 * i, rows.targets + 4 * i);
        const Opening<Real> x(pair.x), y(pair.y);
        const Real slope = slopes.upstream == nullptr ? slopes.same : slopes.upstream[i];
        Real curves[kMostCurves] = {};
        curves_at<chosen>(question, i, curves);
        const BoxPair<Real> of = loss_slopes<chosen, Real>({x.closed, y.closed}, question.length, curves, slope);
        const AxisPair<Real> along_x = x.slopes(of.x, slope), along_y = y.slopes(of.y, slope);
        found[0][k] = along_x.a_low;
        found[1][k] = along_x.a_high;
        found[2][k] = along_y.a_low;
        found[3][k] = along_y.a_high;
        found[4][k] = along_x.b_low;
        found[5][k] = along_x.b_high;
        found[6][k] = along_y.b_low;
        found[7][k] = along_y.b_high;
      }
      const auto written = [&](std::size_t side, Real* to) TRUEBOX_INLINE_LAMBDA {
        if (to == nullptr) return;
        for (std::size_t k = 0; k < count; ++k) {
          write_slopes<Layout, Real>(found[side][k], found[side + 1][k], found[side + 2][k], found[side + 3][k],
                                     to + 4 * (begin + k));
        }
      };
      written(0, slopes.predictions);
      written(4, slopes.targets);
    }
  });
}

// Calls body.template operator()<layout>().
template <class Body>
TRUEBOX_INLINE void with_layout(std::size_t layout, const Body& body) {
  if (layout == 0) body.template operator()<0>();
  if (layout == 1) body.template operator()<1>();
  if (layout == 2) body.template operator()<2>();
  if (layout == 3) body.template operator()<3>();
}

#define TRUEBOX_LOSS_LOOPS(Real)                                                                                              \
  TRUEBOX_CLONES inline void loss_arguments_range(const LossQuestion<Real>& question, std::size_t first, std::size_t last,    \
                                                  Real* out) {                                                                \
    with_layout(question.rows.layout, [&]<std::size_t Layout>() TRUEBOX_INLINE_LAMBDA {                                       \
      loss_arguments_body<Layout>(question, first, last, out);                                                                \
    });                                                                                                                       \
  }                                                                                                                           \
  TRUEBOX_CLONES inline void loss_values_range(const LossQuestion<Real>& question, std::size_t first, std::size_t last,       \
                                               Real* out) {                                                                   \
    with_layout(question.rows.layout, [&]<std::size_t Layout>() TRUEBOX_INLINE_LAMBDA {                                       \
      loss_values_body<Layout>(question, first, last, out);                                                                   \
    });                                                                                                                       \
  }                                                                                                                           \
  TRUEBOX_CLONES inline void loss_slopes_range(const LossQuestion<Real>& question, const LossSlopes<Real>& slopes,            \
                                               std::size_t first, std::size_t last) {                                         \
    with_layout(question.rows.layout, [&]<std::size_t Layout>() TRUEBOX_INLINE_LAMBDA {                                       \
      loss_slopes_body<Layout>(question, slopes, first, last);                                                                \
    });                                                                                                                       \
  }

TRUEBOX_LOSS_LOOPS(float)
TRUEBOX_LOSS_LOOPS(double)
#undef TRUEBOX_LOSS_LOOPS

// Whether every number of both sides is smaller than the limit: all below expects that.
template <class Real>
inline bool losses_are_in_reach(const LossRows<Real>& rows) {
  std::atomic<bool> below{true};
  parallel_ranges(rows.count, kLossesPerChunk, loss_threads(rows.count), [&](std::size_t first, std::size_t last) {
    const std::size_t numbers = 4 * (last - first);
    if (!numbers_are_below(rows.predictions + 4 * first, numbers, loss_limit<Real>()) ||
        !numbers_are_below(rows.targets + 4 * first, numbers, loss_limit<Real>())) {
      below = false;
    }
  });
  return below;
}

// Fills `out` [arguments, count].
template <class Real>
inline void loss_arguments_of(const LossQuestion<Real>& question, Real* out) {
  parallel_ranges(question.rows.count, kLossesPerChunk, loss_threads(question.rows.count),
                  [&](std::size_t first, std::size_t last) { loss_arguments_range(question, first, last, out); });
}

// Fills `out` [count].
template <class Real>
inline void loss_values_of(const LossQuestion<Real>& question, Real* out) {
  parallel_ranges(question.rows.count, kLossesPerChunk, loss_threads(question.rows.count),
                  [&](std::size_t first, std::size_t last) { loss_values_range(question, first, last, out); });
}

// Fills the rows of `slopes` that are there.
template <class Real>
inline void loss_slopes_of(const LossQuestion<Real>& question, const LossSlopes<Real>& slopes) {
  parallel_ranges(question.rows.count, kLossesPerChunk, loss_threads(question.rows.count),
                  [&](std::size_t first, std::size_t last) { loss_slopes_range(question, slopes, first, last); });
}

}  // namespace truebox
