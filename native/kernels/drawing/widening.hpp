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
#endif

}  // namespace widening_detail

// One row into four bytes a pixel.
inline void widen_row(const BytePicture& picture, std::size_t y, std::uint8_t* to) {
  const std::uint8_t* from = picture.data + static_cast<std::ptrdiff_t>(y) * picture.row;
  std::size_t done = 0;
#if defined(TRUEBOX_WIDE_REGISTERS)
  static const bool shuffles = __builtin_cpu_supports("ssse3"), widely = __builtin_cpu_supports("avx2");
  if (shuffles && picture.pixel == 3 && (picture.part == 1 || picture.part == -1)) {
    const bool blue_first = picture.part < 0;
    const std::uint8_t* const low = blue_first ? from - 2 : from;
    done = widely ? widening_detail::widen_widely(low, blue_first, picture.width, to)
                  : widening_detail::widen_packed(low, blue_first, picture.width, to);
  }
#endif
  widening_detail::widen_pixels(from + static_cast<std::ptrdiff_t>(done) * picture.pixel, picture.pixel, picture.part,
                                picture.width - done, to + 4 * done);
}

}  // namespace truebox
