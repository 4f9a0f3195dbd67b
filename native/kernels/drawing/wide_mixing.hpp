// Two layers of covers mixed into a canvas, sixteen pixels in one step, on processors with registers of 512 bits. The
// sums are those of `mixed`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "drawing/canvas.hpp"
#include "ground/wide_registers.hpp"

namespace truebox::mixing_detail {

#if defined(TRUEBOX_WIDE_REGISTERS)

#define TRUEBOX_WIDE_MIXING TRUEBOX_AVX512("avx512f,avx512bw,avx512dq,avx512vl")

inline bool has_wide_mixing() {
  static const bool found = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                            __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  return found;
}

// Strengths of sixteen covers, as `Paint` has them.
TRUEBOX_WIDE_MIXING inline __m512i wide_strengths(__m128i covers, double opacity) {
  const __m512i whole = _mm512_cvtepu8_epi32(covers);
  if (opacity == 1) return whole;
  const __m512d factor = _mm512_set1_pd(opacity);
  const __m512d low = _mm512_mul_pd(_mm512_cvtepi32_pd(_mm512_castsi512_si256(whole)), factor);
  const __m512d high = _mm512_mul_pd(_mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(whole, 1)), factor);
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtpd_epi32(low)), _mm512_cvtpd_epi32(high), 1);
}

// `mixed` of thirty-two parts.
TRUEBOX_WIDE_MIXING inline __m512i wide_mixed(__m512i below, __m512i above, __m512i cover) {
  const __m512i kept = _mm512_sub_epi16(_mm512_set1_epi16(255), cover);
  const __m512i sum = _mm512_add_epi16(_mm512_add_epi16(_mm512_mullo_epi16(below, kept), _mm512_mullo_epi16(above, cover)),
                                       _mm512_set1_epi16(128));
  return _mm512_srli_epi16(_mm512_add_epi16(sum, _mm512_srli_epi16(sum, 8)), 8);
}

// Sixteen pixels as the parts of each first and of each second pair of a quarter.
struct WideParts {
  __m512i low, high;
};

struct WidePaint {
  __m512i colour;
  double opacity;
};

TRUEBOX_WIDE_MIXING inline WidePaint wide_paint(const Paint& paint) {
  const Colour& colour = paint.colour();
  const auto words = static_cast<long long>(colour[0] | std::uint64_t{colour[1]} << 16 | std::uint64_t{colour[2]} << 32 |
                                            std::uint64_t{255} << 48);
  return {_mm512_set1_epi64(words), paint.opacity()};
}

TRUEBOX_WIDE_MIXING inline void mix_wide_parts(WideParts& parts, __m128i covers, const WidePaint& paint) {
  const __m512i first = _mm512_broadcast_i32x4(_mm_setr_epi8(0, -1, 0, -1, 0, -1, 0, -1, 4, -1, 4, -1, 4, -1, 4, -1));
  const __m512i second = _mm512_broadcast_i32x4(_mm_setr_epi8(8, -1, 8, -1, 8, -1, 8, -1, 12, -1, 12, -1, 12, -1, 12, -1));
  const __m512i strengths = wide_strengths(covers, paint.opacity);
  parts.low = wide_mixed(parts.low, paint.colour, _mm512_shuffle_epi8(strengths, first));
  parts.high = wide_mixed(parts.high, paint.colour, _mm512_shuffle_epi8(strengths, second));
}

// Pixels of the canvas and of two layers, of which the lower may be the upper itself: then there is one. Pixels that
// are not among `lanes` stay as they are.
TRUEBOX_WIDE_MIXING inline void mix_wide_chunk(std::uint8_t* pixels, const std::uint8_t* below, const std::uint8_t* above,
                                               const WidePaint& under, const WidePaint& over, __mmask16 lanes) {
  const __m512i sixteen = _mm512_maskz_loadu_epi32(lanes, pixels), zero = _mm512_setzero_si512();
  WideParts parts{_mm512_unpacklo_epi8(sixteen, zero), _mm512_unpackhi_epi8(sixteen, zero)};
  if (below != above) mix_wide_parts(parts, _mm_maskz_loadu_epi8(lanes, below), under);
  mix_wide_parts(parts, _mm_maskz_loadu_epi8(lanes, above), over);
  _mm512_mask_storeu_epi32(pixels, lanes, _mm512_packus_epi16(parts.low, parts.high));
}

// The bits from `begin` to, not with, `end`, which may lie beyond the word.
inline std::uint64_t bits_between(std::ptrdiff_t begin, std::ptrdiff_t end) {
  const std::uint64_t low = begin <= 0 ? ~std::uint64_t{0} : begin >= 64 ? 0 : ~std::uint64_t{0} << begin;
  const std::uint64_t high = end >= 64 ? ~std::uint64_t{0} : end <= 0 ? 0 : (std::uint64_t{1} << end) - 1;
  return low & high;
}

// Fetches pixels of a row that are going to be mixed.
TRUEBOX_WIDE_MIXING inline void fetch_covered(const std::uint8_t* pixels, const std::uint8_t* below,
                                              const std::uint8_t* above, std::ptrdiff_t width) {
  const auto skew = static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(pixels) / 4 % 16);
  for (std::ptrdiff_t x = -skew; x < width; x += 64) {
    const __mmask64 there = bits_between(-x, width - x);
    const __m512i both = _mm512_or_si512(_mm512_maskz_loadu_epi8(there, below + x), _mm512_maskz_loadu_epi8(there, above + x));
    std::uint64_t found = _mm512_test_epi8_mask(both, both);
    for (const std::uint8_t* at = pixels + 4 * x; found != 0; found >>= 16, at += 64) {
      if ((found & 0xffff) != 0) __builtin_prefetch(at, 1);
    }
  }
}

// Rows of covers, `width` of them each and `stride` apart, onto rows of pixels that are `pixel_stride` bytes apart. The
// covers are zero afterwards, those between width and stride included. Sixteen pixels that begin where a line of the
// cache does are read and written much faster than others.
TRUEBOX_WIDE_MIXING inline void mix_wide_rows(std::uint8_t* pixels, std::size_t pixel_stride, std::uint8_t* below,
                                              std::uint8_t* above, std::size_t rows, std::size_t width,
                                              std::size_t stride, const WidePaint& under, const WidePaint& over) {
  constexpr std::ptrdiff_t kScan = 64, kLanes = 16;
  constexpr std::size_t kAhead = 8;
  const auto seen = static_cast<std::ptrdiff_t>(width), held = static_cast<std::ptrdiff_t>(stride);
  for (std::size_t row = 0; row < std::min(kAhead, rows); ++row) {
    fetch_covered(pixels + row * pixel_stride, below + row * stride, above + row * stride, seen);
  }
  for (std::size_t row = 0; row < rows; ++row, pixels += pixel_stride, below += stride, above += stride) {
    if (row + kAhead < rows) {
      fetch_covered(pixels + kAhead * pixel_stride, below + kAhead * stride, above + kAhead * stride, seen);
    }
    const auto skew = static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(pixels) / 4 % 16);
    for (std::ptrdiff_t x = -skew; x < held; x += kScan) {
      const __mmask64 there = bits_between(-x, held - x);
      const __m512i both = _mm512_or_si512(_mm512_maskz_loadu_epi8(there, below + x), _mm512_maskz_loadu_epi8(there, above + x));
      const std::uint64_t covered = _mm512_test_epi8_mask(both, both);
      if (covered == 0) continue;
      std::uint64_t found = covered & bits_between(-x, seen - x);
      for (std::ptrdiff_t k = x; found != 0; k += kLanes, found >>= kLanes) {
        const auto lanes = static_cast<__mmask16>(found & 0xffff);
        if (lanes != 0) mix_wide_chunk(pixels + 4 * k, below + k, above + k, under, over, lanes);
      }
      _mm512_mask_storeu_epi8(below + x, covered, _mm512_setzero_si512());
      if (below != above) _mm512_mask_storeu_epi8(above + x, covered, _mm512_setzero_si512());
    }
  }
}

#endif

}  // namespace truebox::mixing_detail
