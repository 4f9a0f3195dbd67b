// Pixels of three bytes as pixels of four, the last of them 255: how Pillow keeps red, green and blue.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/wide_registers.hpp"

namespace truebox {

// A picture of bytes anywhere in memory, perhaps a part or a turned view of another: how far it is, in bytes, to the
// next row, pixel and colour.
struct BytePicture {
  const std::uint8_t* data;
  std::size_t height, width;
  std::ptrdiff_t row, pixel, part;
};

namespace widening_detail {

inline void widen_pixels(const std::uint8_t* from, std::ptrdiff_t pixel, std::ptrdiff_t part, std::size_t count,
                         std::uint8_t* to) {
  for (std::size_t k = 0; k < count; ++k, from += pixel, to += 4) {
    to[0] = from[0];
    to[1] = from[part];
    to[2] = from[2 * part];
    to[3] = 255;
  }
}

#if defined(TRUEBOX_WIDE_REGISTERS)
// Three bytes after three bytes from `low` on, red or blue first; how many pixels it did. The last ones are left, as
// sixteen bytes are read for four pixels.
__attribute__((target("ssse3"))) inline std::size_t widen_packed(const std::uint8_t* low, bool blue_first,
                                                                 std::size_t count, std::uint8_t* to) {
  const __m128i order = blue_first ? _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1)
                                   : _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const __m128i last = _mm_set1_epi32(static_cast<int>(0xff000000U));
  std::size_t k = 0;
  for (; k + 6 <= count; k += 4) {
    const __m128i packed = _mm_loadu_si128(reinterpret_cast<const __m128i*>(low + 3 * k));
    const __m128i wide = _mm_or_si128(_mm_shuffle_epi8(packed, order), last);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 4 * k), wide);
  }
  return k;
}

// The same, eight pixels in one step.
TRUEBOX_AVX2 inline std::size_t widen_widely(const std::uint8_t* low, bool blue_first, std::size_t count,
                                             std::uint8_t* to) {
  const __m128i one = blue_first ? _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1)
                                 : _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const __m256i order = _mm256_broadcastsi128_si256(one), last = _mm256_set1_epi32(static_cast<int>(0xff000000U));
  std::size_t k = 0;
  for (; k + 10 <= count; k += 8) {
    const __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(low + 3 * k));
    const __m128i second = _mm_loadu_si128(reinterpret_cast<const __m128i*>(low + 3 * k + 12));
    const __m256i packed = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    const __m256i wide = _mm256_or_si256(_mm256_shuffle_epi8(packed, order), last);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 4 * k), wide);
  }
  return k;
}

// The same, sixteen pixels in one step, a line of the cache where `to` begins one. Lines that are going to be written are
// asked for ahead: a sixth less time for a picture that the cache holds in part (measured).
TRUEBOX_AVX512("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,prfchw")
inline std::size_t widen_lines(const std::uint8_t* low, bool blue_first, std::size_t count,
                                                     std::uint8_t* to) {
  alignas(64) std::uint8_t places[64] = {};
  for (std::uint8_t k = 0; k < 64; ++k) {
    const auto part = static_cast<std::uint8_t>(k % 4);
    places[k] = static_cast<std::uint8_t>(part == 3 ? 0 : 3 * (k / 4) + (blue_first ? 2 - part : part));
  }
  const __m512i order = _mm512_load_si512(places), last = _mm512_set1_epi32(static_cast<int>(0xff000000U));
  constexpr std::size_t kAhead = 2048;
  constexpr __mmask64 kRead = (std::uint64_t{1} << 48) - 1;
  std::size_t k = 0;
  for (; k + 16 <= count; k += 16) {
    __builtin_prefetch(to + 4 * k + kAhead, 1);
    const __m512i packed = _mm512_maskz_loadu_epi8(kRead, low + 3 * k);
    _mm512_storeu_si512(to + 4 * k, _mm512_or_si512(_mm512_permutexvar_epi8(order, packed), last));
  }
  return k;
}

inline std::size_t widen_swiftly(const std::uint8_t* low, bool blue_first, std::size_t count, std::uint8_t* to) {
  static const bool shuffles = __builtin_cpu_supports("ssse3"), widely = __builtin_cpu_supports("avx2");
  if (has_byte_permutes()) return widen_lines(low, blue_first, count, to);
  if (widely) return widen_widely(low, blue_first, count, to);
  return shuffles ? widen_packed(low, blue_first, count, to) : 0;
}
#endif

// Pixels at one distance from each other.
inline void widen_run(const BytePicture& picture, const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
  std::size_t done = 0;
#if defined(TRUEBOX_WIDE_REGISTERS)
  if (picture.pixel == 3 && (picture.part == 1 || picture.part == -1)) {
    const bool blue_first = picture.part < 0;
    done = widen_swiftly(blue_first ? from - 2 : from, blue_first, count, to);
  }
#endif
  widen_pixels(from + static_cast<std::ptrdiff_t>(done) * picture.pixel, picture.pixel, picture.part, count - done,
               to + 4 * done);
}

}  // namespace widening_detail

// Rows from `begin` to, not with, `end` into four bytes a pixel; `to` is where the first of them goes.
inline void widen_rows(const BytePicture& picture, std::size_t begin, std::size_t end, std::uint8_t* to) {
  const std::uint8_t* from = picture.data + static_cast<std::ptrdiff_t>(begin) * picture.row;
  if (picture.row == static_cast<std::ptrdiff_t>(picture.width) * picture.pixel) {
    widening_detail::widen_run(picture, from, (end - begin) * picture.width, to);
    return;
  }
  for (std::size_t y = begin; y < end; ++y, from += picture.row, to += 4 * picture.width) {
    widening_detail::widen_run(picture, from, picture.width, to);
  }
}

}  // namespace truebox
