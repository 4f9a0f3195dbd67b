// Smallest entries of a reduced cost row, several lanes at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "ground/inlining.hpp"

namespace truebox {

inline constexpr std::size_t kCostLanes = 16;

struct TwoSmallest {
  double least, next;
};

TRUEBOX_INLINE double smaller(double a, double b) { return a < b ? a : b; }
TRUEBOX_INLINE double larger(double a, double b) { return a < b ? b : a; }

// The two smallest of cost[j] - price[j]; `next` is infinite for a single column.
TRUEBOX_INLINE TwoSmallest two_smallest(const double* cost, const double* price, std::size_t count) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double least[kCostLanes], next[kCostLanes];
  for (std::size_t l = 0; l < kCostLanes; ++l) least[l] = next[l] = kInfinity;
  std::size_t j = 0;
  for (; j + kCostLanes <= count; j += kCostLanes) {
    for (std::size_t l = 0; l < kCostLanes; ++l) {
      const double reduced = cost[j + l] - price[j + l];
      next[l] = smaller(next[l], larger(reduced, least[l]));
      least[l] = smaller(least[l], reduced);
    }
  }
  TwoSmallest found{kInfinity, kInfinity};
  const auto take = [&](double value) {
    found.next = smaller(found.next, larger(value, found.least));
    found.least = smaller(found.least, value);
  };
  for (; j < count; ++j) take(cost[j] - price[j]);
  for (std::size_t l = 0; l < kCostLanes; ++l) {
    take(least[l]);
    take(next[l]);
  }
  return found;
}

// First index at or after `from` where equal(j), or `count`. Lanes are compared together before one is looked for.
template <class Equal>
TRUEBOX_INLINE std::size_t find_equal(std::size_t from, std::size_t count, const Equal& equal) {
  std::size_t j = from;
  for (; j + kCostLanes <= count; j += kCostLanes) {
    // As wide as the values: narrower flags are not vectorised.
    std::int64_t hit[kCostLanes];
    for (std::size_t l = 0; l < kCostLanes; ++l) hit[l] = -static_cast<std::int64_t>(equal(j + l));
    std::int64_t any = 0;
    for (std::size_t l = 0; l < kCostLanes; ++l) any |= hit[l];
    if (any != 0) break;
  }
  while (j < count && !equal(j)) ++j;
  return j;
}

// First column at or after `from` where cost[j] - price[j] equals `value`, or `count`.
TRUEBOX_INLINE std::size_t find_reduced(const double* cost, const double* price, std::size_t from, std::size_t count,
                                        double value) {
  return find_equal(from, count, [=](std::size_t j) TRUEBOX_INLINE_LAMBDA { return cost[j] - price[j] == value; });
}

}  // namespace truebox
