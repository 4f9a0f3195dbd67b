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

constexpr std::size_t kLossesPerChunk = 16'384;
constexpr std::size_t kLossesForThreads = 65'536;
constexpr std::size_t kLossBlock = 128;

inline int loss_threads(std::size_t count) { return count < kLossesForThreads ? 1 : 0; }

// The numbers of up to `kLossBlock` pairs in columns, as loops over them need: corners, what was computed elsewhere, and
// the slope of each loss.
template <class Real>
struct LossBlock {
  Real x[4][kLossBlock], y[4][kLossBlock];
  Real curves[kMostCurves][kLossBlock];
  Real slope[kLossBlock];

  TRUEBOX_INLINE BoxPair<Real> pair(std::size_t k) const {
    return {{x[0][k], x[1][k], x[2][k], x[3][k]}, {y[0][k], y[1][k], y[2][k], y[3][k]}};
  }
};

template <std::size_t Layout, class Real>
TRUEBOX_INLINE void load_corners(const LossRows<Real>& rows, std::size_t begin, std::size_t count, LossBlock<Real>& to) {
  const auto loaded = [&](const Real* TRUEBOX_RESTRICT from, std::size_t low) TRUEBOX_INLINE_LAMBDA {
    for (std::size_t k = 0; k < count; ++k) {
      const FourNumbers<Real> box =
          layout_to_corners<Layout, Real>({from[4 * k], from[4 * k + 1], from[4 * k + 2], from[4 * k + 3]});
      to.x[low][k] = box.a;
      to.x[low + 1][k] = box.c;
      to.y[low][k] = box.b;
      to.y[low + 1][k] = box.d;
    }
  };
  loaded(rows.predictions + 4 * begin, 0);
  loaded(rows.targets + 4 * begin, 2);
}

// Calls body.template operator()<layout>().
template <class Body>
TRUEBOX_INLINE void with_layout(std::size_t layout, const Body& body) {
  if (layout == 0) body.template operator()<0>();
  if (layout == 1) body.template operator()<1>();
  if (layout == 2) body.template operator()<2>();
  if (layout == 3) body.template operator()<3>();
}

template <LossMeasure chosen, class Real>
TRUEBOX_INLINE void load_curves(const LossQuestion<Real>& question, std::size_t begin, std::size_t count, LossBlock<Real>& to) {
  constexpr std::size_t kCurves = kLossMeasures[static_cast<std::size_t>(chosen)].curves;
  for (std::size_t c = 0; c < kCurves; ++c) {
    std::copy_n(question.curves + c * question.rows.count + begin, count, to.curves[c]);
  }
}

template <class Real>
struct CurvesAt {
  const LossBlock<Real>& block;
  std::size_t k;
  TRUEBOX_INLINE Real operator[](std::size_t curve) const { return block.curves[curve][k]; }
};

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

// The functions below are of their own, so that each layout is compiled once and not for every measure.
#define TRUEBOX_LOSS_ROWS(Real)                                                                                             \
  TRUEBOX_CLONES inline void load_loss_block(const LossRows<Real>& rows, std::size_t begin, std::size_t count,              \
                                             LossBlock<Real>& to) {                                                         \
    with_layout(rows.layout, [&]<std::size_t Layout>() TRUEBOX_INLINE_LAMBDA { load_corners<Layout>(rows, begin, count, to); }); \
  }                                                                                                                         \
  TRUEBOX_CLONES inline void write_loss_slopes(const LossBlock<Real>& found, std::size_t layout, std::size_t low,           \
                                               std::size_t count, Real* TRUEBOX_RESTRICT to) {                              \
    with_layout(layout, [&]<std::size_t Layout>() TRUEBOX_INLINE_LAMBDA {                                                   \
      for (std::size_t k = 0; k < count; ++k) {                                                                             \
        write_slopes<Layout, Real>(found.x[low][k], found.x[low + 1][k], found.y[low][k], found.y[low + 1][k], to + 4 * k); \
      }                                                                                                                     \
    });                                                                                                                     \
  }                                                                                                                         \
  TRUEBOX_CLONES inline bool numbers_are_in_reach(const Real* numbers, std::size_t count) {                                 \
    Real farthest = 0;                                                                                                      \
    bool numeric = true;                                                                                                    \
    for (std::size_t k = 0; k < count; ++k) {                                                                               \
      const Real size = std::abs(numbers[k]);                                                                               \
      farthest = size > farthest ? size : farthest;                                                                         \
      numeric &= numbers[k] == numbers[k];                                                                                  \
    }                                                                                                                       \
    return numeric && farthest < loss_limit<Real>();                                                                        \
  }

TRUEBOX_LOSS_ROWS(float)
TRUEBOX_LOSS_ROWS(double)
#undef TRUEBOX_LOSS_ROWS

template <class Real>
TRUEBOX_INLINE void loss_arguments_body(const LossQuestion<Real>& question, std::size_t first, std::size_t last, Real* out) {
  with_loss(question.measure, [&]<LossMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    constexpr std::size_t kArguments = kLossMeasures[static_cast<std::size_t>(chosen)].arguments;
    LossBlock<Real> block;
    Real found[kMostArguments][kLossBlock];
    for (std::size_t begin = first; begin < last; begin += kLossBlock) {
      const std::size_t count = std::min(kLossBlock, last - begin);
      load_loss_block(question.rows, begin, count, block);
      for (std::size_t k = 0; k < count; ++k) {
        const BoxPair<Real> pair = block.pair(k);
        Real arguments[kMostArguments];
        loss_arguments<chosen, Real>({Opening<Real>(pair.x).closed, Opening<Real>(pair.y).closed}, arguments);
        for (std::size_t each = 0; each < kArguments; ++each) found[each][k] = arguments[each];
      }
      for (std::size_t each = 0; each < kArguments; ++each) {
        std::copy_n(found[each], count, out + each * question.rows.count + begin);
      }
    }
  });
}

template <class Real>
TRUEBOX_INLINE void loss_values_body(const LossQuestion<Real>& question, std::size_t first, std::size_t last,
                                     Real* TRUEBOX_RESTRICT out) {
  with_loss(question.measure, [&]<LossMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    const Real length = question.length;
    LossBlock<Real> block;
    for (std::size_t begin = first; begin < last; begin += kLossBlock) {
      const std::size_t count = std::min(kLossBlock, last - begin);
      load_loss_block(question.rows, begin, count, block);
      load_curves<chosen>(question, begin, count, block);
      Real* TRUEBOX_RESTRICT to = out + begin;
      for (std::size_t k = 0; k < count; ++k) {
        const BoxPair<Real> pair = block.pair(k);
        const Opening<Real> x(pair.x), y(pair.y);
        to[k] = loss_value<chosen, Real>({x.closed, y.closed}, length, CurvesAt<Real>{block, k}) + (x.pull + y.pull);
      }
    }
  });
}

template <class Real>
TRUEBOX_INLINE void loss_slopes_body(const LossQuestion<Real>& question, const LossSlopes<Real>& slopes, std::size_t first,
                                     std::size_t last) {
  with_loss(question.measure, [&]<LossMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    const Real length = question.length;
    LossBlock<Real> block, found;
    std::fill_n(block.slope, kLossBlock, slopes.same);
    for (std::size_t begin = first; begin < last; begin += kLossBlock) {
      const std::size_t count = std::min(kLossBlock, last - begin);
      load_loss_block(question.rows, begin, count, block);
      load_curves<chosen>(question, begin, count, block);
      if (slopes.upstream != nullptr) std::copy_n(slopes.upstream + begin, count, block.slope);
      for (std::size_t k = 0; k < count; ++k) {
        const BoxPair<Real> pair = block.pair(k);
        const Opening<Real> x(pair.x), y(pair.y);
        const Real slope = block.slope[k];
        const BoxPair<Real> of = loss_slopes<chosen, Real>({x.closed, y.closed}, length, CurvesAt<Real>{block, k}, slope);
        const AxisPair<Real> along_x = x.slopes(of.x, slope), along_y = y.slopes(of.y, slope);
        found.x[0][k] = along_x.a_low;
        found.x[1][k] = along_x.a_high;
        found.x[2][k] = along_x.b_low;
        found.x[3][k] = along_x.b_high;
        found.y[0][k] = along_y.a_low;
        found.y[1][k] = along_y.a_high;
        found.y[2][k] = along_y.b_low;
        found.y[3][k] = along_y.b_high;
      }
      const std::size_t layout = question.rows.layout;
      if (slopes.predictions != nullptr) write_loss_slopes(found, layout, 0, count, slopes.predictions + 4 * begin);
      if (slopes.targets != nullptr) write_loss_slopes(found, layout, 2, count, slopes.targets + 4 * begin);
    }
  });
}

#define TRUEBOX_LOSS_LOOPS(Real)                                                                                            \
  TRUEBOX_CLONES inline void loss_arguments_range(const LossQuestion<Real>& question, std::size_t first, std::size_t last,  \
                                                  Real* out) {                                                              \
    loss_arguments_body(question, first, last, out);                                                                        \
  }                                                                                                                         \
  TRUEBOX_CLONES inline void loss_values_range(const LossQuestion<Real>& question, std::size_t first, std::size_t last,     \
                                               Real* out) {                                                                 \
    loss_values_body(question, first, last, out);                                                                           \
  }                                                                                                                         \
  TRUEBOX_CLONES inline void loss_slopes_range(const LossQuestion<Real>& question, const LossSlopes<Real>& slopes,          \
                                               std::size_t first, std::size_t last) {                                       \
    loss_slopes_body(question, slopes, first, last);                                                                        \
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
    if (!numbers_are_in_reach(rows.predictions + 4 * first, numbers) || !numbers_are_in_reach(rows.targets + 4 * first, numbers)) {
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
