// How many of some rising numbers are not greater than each of many values.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

namespace detail {

// Halves without a branch, which nobody could predict, for eight values at a time, so that none waits for another's memory.
inline constexpr std::size_t kSoughtTogether = 8;

inline void count_not_above_each(std::span<const double> ascending, const double* values, std::size_t many, std::int64_t* out) {
  std::array<std::size_t, kSoughtTogether> first = {};
  std::size_t length = ascending.size();
  while (length > 1) {
    const std::size_t half = length / 2;
    for (std::size_t i = 0; i < many; ++i) {
      first[i] += ascending[first[i] + half - 1] <= values[i] ? half : 0;
    }
    length -= half;
  }
  for (std::size_t i = 0; i < many; ++i) {
    out[i] = static_cast<std::int64_t>(first[i] + (length == 1 && ascending[first[i]] <= values[i] ? 1 : 0));
  }
}

}  // namespace detail

// `ascending` and `values` hold no NaN.
inline void counts_not_above(std::span<const double> ascending, std::span<const double> values, std::int64_t* out, int threads) {
  constexpr std::size_t kShare = std::size_t{1} << 14;
  parallel_ranges(values.size(), kShare, threads, [&](std::size_t begin, std::size_t end) {
    keep_going((end - begin) * static_cast<std::size_t>(std::bit_width(ascending.size())));
    std::size_t i = begin;
    for (; i + detail::kSoughtTogether <= end; i += detail::kSoughtTogether) {
      detail::count_not_above_each(ascending, values.data() + i, detail::kSoughtTogether, out + i);
    }
    detail::count_not_above_each(ascending, values.data() + i, end - i, out + i);
  });
}

}  // namespace truebox
