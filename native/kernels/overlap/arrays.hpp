// From arrays of boxes to an array of overlaps: checks both sides, chooses stores, then computes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "overlap/columns.hpp"
#include "overlap/rows.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// `count` boxes as rows of four numbers, [count, 4], contiguous.
template <class Real>
struct BoxRows {
  const Real* values;
  std::size_t count;
};

// Above the size of a second-level cache times a few, reading back what was written cannot hit a cache anyway.
// Measured on 10,000 x 10,000 float32 into existing pages: 24 ms with plain stores, 14 ms streamed, 9.3 ms memset.
constexpr std::size_t kStreamedBytes = std::size_t(16) << 20;

// Below this many pairs waking a second thread costs more than it saves: 1,000 x 1,000 takes 0.1 ms on one.
constexpr std::size_t kPairsForThreads = 2'000'000;
constexpr std::size_t kPairsPerChunk = 500'000;

inline int threads_for(std::size_t pairs, int threads) { return pairs < kPairsForThreads ? 1 : threads; }

// Rows [first, last) where an area could overflow: pair by pair in double.
template <class Real>
inline void pairwise_overlap_huge(const BoxRows<Real>& a, std::size_t first, std::size_t last, const BoxRows<Real>& b,
                                  const OverlapRule& rule, Real* out) {
  for (std::size_t i = first; i < last; ++i) {
    for (std::size_t j = 0; j < b.count; ++j) {
      out[i * b.count + j] = static_cast<Real>(overlap_of_pair(a.values + 4 * i, b.values + 4 * j, rule));
    }
  }
}

// Fills `out` [a.count, b.count]; false, with `out` untouched, when a box is not finite or has a negative extent.
// At most `threads` threads work, 0 for as many as there are; the bits do not depend on it.
template <class Real>
inline bool pairwise_overlap_arrays(const BoxRows<Real>& a, const BoxRows<Real>& b, const OverlapRule& rule,
                                    int threads, Real* out) {
  const OverlapColumnsBuffer<Real> left(a.count);
  const OverlapColumnsBuffer<Real> right(b.count);
  const LoadState left_state = load_columns(a.values, a.count, rule.layout, rule.inclusive, left.columns());
  const LoadState right_state = load_columns(b.values, b.count, rule.layout, rule.inclusive, right.columns());
  if (left_state == LoadState::refused || right_state == LoadState::refused) return false;
  const bool huge = left_state == LoadState::huge || right_state == LoadState::huge;
  const std::size_t pairs = a.count * b.count;
  const bool streamed = pairs * sizeof(Real) >= kStreamedBytes;
  const std::size_t rows = kPairsPerChunk / std::max<std::size_t>(b.count, 1) + 1;
  parallel_ranges(a.count, rows, threads_for(pairs, threads), [&](std::size_t first, std::size_t last) {
    if (huge) return pairwise_overlap_huge(a, first, last, b, rule, out);
    pairwise_overlap(left.columns(), first, last, right.columns(), b.count, rule, streamed, out);
  });
  return true;
}

// Fills out[first, last) from pairs of rows, block by block; false at the first block with a box it cannot take.
template <class Real>
inline bool elementwise_overlap_range(const BoxRows<Real>& a, const BoxRows<Real>& b, const OverlapRule& rule,
                                      std::size_t first, std::size_t last, Real* out) {
  constexpr std::size_t kBlock = 256;  // both sides' columns stay in the first-level cache
  Real storage[10 * kBlock];
  const auto columns_from = [](Real* base) {
    return OverlapColumns<Real>{base, base + kBlock, base + 2 * kBlock, base + 3 * kBlock, base + 4 * kBlock};
  };
  const OverlapColumns<Real> left = columns_from(storage);
  const OverlapColumns<Real> right = columns_from(storage + 5 * kBlock);
  for (std::size_t begin = first; begin < last; begin += kBlock) {
    const std::size_t count = std::min(kBlock, last - begin);
    const Real* rows_a = a.values + 4 * begin;
    const Real* rows_b = b.values + 4 * begin;
    const LoadState left_state = load_columns(rows_a, count, rule.layout, rule.inclusive, left);
    const LoadState right_state = load_columns(rows_b, count, rule.layout, rule.inclusive, right);
    if (left_state == LoadState::refused || right_state == LoadState::refused) return false;
    if (left_state == LoadState::good && right_state == LoadState::good) {
      elementwise_overlap(left, right, count, rule, out + begin);
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      out[begin + i] = static_cast<Real>(overlap_of_pair(rows_a + 4 * i, rows_b + 4 * i, rule));
    }
  }
  return true;
}

// Fills `out` [a.count]; a.count equals b.count. False when a box is refused: `out` may then be filled in part.
template <class Real>
inline bool elementwise_overlap_arrays(const BoxRows<Real>& a, const BoxRows<Real>& b, const OverlapRule& rule,
                                       int threads, Real* out) {
  std::atomic<bool> good{true};
  parallel_ranges(a.count, kPairsPerChunk, threads_for(a.count, threads), [&](std::size_t first, std::size_t last) {
    if (good.load(std::memory_order_relaxed) && !elementwise_overlap_range(a, b, rule, first, last, out)) good = false;
  });
  return good;
}

}  // namespace truebox
