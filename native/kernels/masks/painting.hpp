// Sets bits of a picture, one bit per pixel, and finds where the picture changes: unions of many masks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "ground/wide_registers.hpp"
#include "masks/run_lengths.hpp"

#ifdef TRUEBOX_WIDE_REGISTERS
#define TRUEBOX_WIDE_PAINT 1
#endif

namespace truebox {

// Words that must lie behind a picture's last: whole vectors are read and written.
inline constexpr std::size_t kPaintSpare = 4;

namespace painting_detail {

inline void paint_words(std::uint64_t* bits, std::uint32_t begin, std::uint32_t end) {
  const std::size_t first = begin / 64;
  const std::size_t last = (end - 1) / 64;
  const std::uint64_t from = ~std::uint64_t{0} << (begin % 64);
  const std::uint64_t upto = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
  if (first == last) {
    bits[first] |= from & upto;
    return;
  }
  bits[first] |= from;
  std::fill(bits + first + 1, bits + last, ~std::uint64_t{0});
  bits[last] |= upto;
}

inline void paint_plain(std::uint64_t* bits, Runs runs) {
  for_each_interval(runs, [&](std::uint32_t begin, std::uint32_t end) { paint_words(bits, begin, end); });
}

#ifdef TRUEBOX_WIDE_PAINT
// Four words at once, without a branch on where among them an interval ends: it would be mispredicted at nearly
// every second one. Eight would reach into the next column, whose words then wait for these.
TRUEBOX_AVX512("avx512f,avx512vl") inline void paint_wide(std::uint64_t* bits, Runs runs) {
  const __m256i starts = _mm256_set_epi64x(192, 128, 64, 0);
  const __m256i stops = _mm256_set_epi64x(256, 192, 128, 64);
  const __m256i zero = _mm256_setzero_si256();
  const __m256i ones = _mm256_set1_epi64x(-1);
  const auto put = [bits](std::size_t word, __m256i painted) TRUEBOX_AVX512("avx512f,avx512vl") {
    auto* const place = reinterpret_cast<__m256i*>(bits + word);
    _mm256_storeu_si256(place, _mm256_or_si256(_mm256_loadu_si256(place), painted));
  };
  std::uint32_t position = 0;
  for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
    const std::uint32_t begin = position + runs[i];
    const std::uint32_t end = position = begin + runs[i + 1];
    std::size_t word = begin / 64;
    // Shifts by 64 and more leave nothing; a bound behind a word, or before it, shifts it by nothing.
    const __m256i left = _mm256_max_epi64(_mm256_sub_epi64(_mm256_set1_epi64x(begin % 64), starts), zero);
    __m256i painted = _mm256_sllv_epi64(ones, left);
    auto rest = static_cast<std::int64_t>(end) - static_cast<std::int64_t>(64 * word);
    for (; rest > 256; rest -= 256, word += 4) {
      put(word, painted);
      painted = ones;
    }
    const __m256i right = _mm256_max_epi64(_mm256_sub_epi64(stops, _mm256_set1_epi64x(rest)), zero);
    put(word, _mm256_and_si256(painted, _mm256_srlv_epi64(ones, right)));
  }
}
#endif

using Paint = void (*)(std::uint64_t* bits, Runs runs);

inline Paint choose_paint() {
#ifdef TRUEBOX_WIDE_PAINT
  if (__builtin_cpu_supports("avx512vl")) return paint_wide;
#endif
  return paint_plain;
}

}  // namespace painting_detail

// Sets the bits of all runs of ones.
inline void paint_runs(std::uint64_t* bits, Runs runs) {
  static const painting_detail::Paint paint = painting_detail::choose_paint();
  paint(bits, runs);
}

}  // namespace truebox
