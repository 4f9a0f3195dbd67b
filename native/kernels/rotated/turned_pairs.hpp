// Pairs of rotated boxes as the formulas of Python take them, in columns: what a formula does step by step over arrays, done
// over a block of pairs, with the same roundings in the same order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"
#include "rotated/columns.hpp"

namespace truebox {

// So many pairs are computed together: their columns stay in the first-level cache.
inline constexpr std::size_t kPairBlock = 128;

// One side of a block of pairs; angles in radians from x toward y.
struct PairSide {
  double x[kPairBlock], y[kPairBlock], width[kPairBlock], height[kPairBlock], angle[kPairBlock], cos[kPairBlock], sin[kPairBlock];
};

// Beyond this magnitude fourth powers could overflow.
inline constexpr double kLargestInFormulas = 1e75;

inline bool suits_formulas(const double* rows, std::size_t count) {
  bool suits = true;
  for (std::size_t i = 0; i < 5 * count; i += 5) {
    for (std::size_t k = 0; k < 5; ++k) suits &= std::fabs(rows[i + k]) <= kLargestInFormulas;
    suits &= (rows[i + 2] >= 0) & (rows[i + 3] >= 0);
  }
  return suits;
}

// Rows [count, 5] by column.
class TurnedColumns {
 public:
  // `math` has `cos` and `sin`, each f(from, to, count).
  template <class Math>
  TurnedColumns(const double* rows, std::size_t count, const RotatedRule& rule, const Math& math) : numbers_(7 * count), count_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      const double* const row = rows + 5 * i;
      for (std::size_t k = 0; k < 4; ++k) column(k)[i] = row[k];
      column(4)[i] = radians(row[4], rule);
    }
    math.cos(column(4), column(5), count);
    math.sin(column(4), column(6), count);
  }

  std::size_t size() const { return count_; }

  void put(std::size_t row, PairSide& to, std::size_t k) const {
    const double* const from = numbers_.data() + row;
    to.x[k] = from[0];
    to.y[k] = from[count_];
    to.width[k] = from[2 * count_];
    to.height[k] = from[3 * count_];
    to.angle[k] = from[4 * count_];
    to.cos[k] = from[5 * count_];
    to.sin[k] = from[6 * count_];
  }

 private:
  double* column(std::size_t k) { return numbers_.data() + k * count_; }

  // Full turns are taken off degrees first, where that is exact.
  static double radians(double angle, const RotatedRule& rule) {
    if (rule.degrees) {
      double rest = std::fmod(angle, 360.0);
      rest = rest == 0 ? 0.0 : rest < 0 ? rest + 360.0 : rest;
      angle = rest * (3.14159265358979323846 / 180.0);
    }
    return rule.from_y_to_x ? -angle : angle;
  }

  std::vector<double> numbers_;
  std::size_t count_;
};

// Fills `out` [a.size(), b.size()], or [a.size()] of pairs row by row, with `measure(one, other, count, to)` of blocks.
template <bool pairwise, class Measure>
void measure_turned_pairs(const TurnedColumns& a, const TurnedColumns& b, int threads, const Measure& measure, double* out) {
  constexpr std::size_t kRange = 64 * kPairBlock;
  const std::size_t pairs = pairwise ? a.size() * b.size() : a.size();
  parallel_ranges(pairs, kRange, pairs < 2 * kRange ? 1 : threads, [&](std::size_t first, std::size_t last) {
    PairSide one, other;
    std::size_t i = pairwise ? first / b.size() : first, j = pairwise ? first % b.size() : first;
    for (std::size_t begin = first; begin < last; begin += kPairBlock) {
      const std::size_t count = std::min(kPairBlock, last - begin);
      keep_going(64 * count);
      for (std::size_t k = 0; k < count; ++k) {
        a.put(i, one, k);
        b.put(j, other, k);
        ++j;
        if (!pairwise || j == b.size()) ++i;
        if (pairwise && j == b.size()) j = 0;
      }
      measure(one, other, count, out + begin);
    }
  });
}

}  // namespace truebox
