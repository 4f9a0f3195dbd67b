// The same as wide_mixing.hpp on processors whose bytes change places in one step: strengths of sixty-four covers are
// looked up at once, and spread over the parts of sixteen pixels by one step for each half.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "drawing/canvas.hpp"
#include "drawing/wide_mixing.hpp"
#include "ground/wide_registers.hpp"

namespace truebox::mixing_detail {

#if defined(TRUEBOX_WIDE_REGISTERS)

// What covers become by an opacity: a table of 256 bytes.
struct ByteStrengths {
  __m512i first, second, third, fourth;
  bool is_whole;  // every cover stays what it is
};

TRUEBOX_BYTE_PERMUTES inline ByteStrengths byte_strengths(const Paint& paint) {
  alignas(64) std::array<std::uint8_t, 256> table;
  for (unsigned cover = 0; cover < 256; ++cover) {
    table[cover] = static_cast<std::uint8_t>(paint.strength(static_cast<std::uint8_t>(cover)));
  }
  const std::uint8_t* const at = table.data();
  return {_mm512_load_si512(at), _mm512_load_si512(at + 64), _mm512_load_si512(at + 128), _mm512_load_si512(at + 192),
          paint.opacity() == 1};
}

TRUEBOX_BYTE_PERMUTES inline __m512i strengths_at(__m512i covers, const ByteStrengths& strengths) {
  if (strengths.is_whole) return covers;
  const __m512i low = _mm512_permutex2var_epi8(strengths.first, covers, strengths.second);
  const __m512i high = _mm512_permutex2var_epi8(strengths.third, covers, strengths.fourth);
  return _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(covers), high);
}

// Strengths of the first sixteen of sixty-four pixels, before the parts of each first and each second pair of a quarter;
// those of other pixels lie `first` further on.
TRUEBOX_BYTE_PERMUTES inline void mix_byte_parts(WideParts& parts, __m512i strengths, int first, __m512i colour) {
  const __m512i pairs = _mm512_setr_epi64(0, 0x0001000100010001, 0x0004000400040004, 0x0005000500050005,
                                          0x0008000800080008, 0x0009000900090009, 0x000c000c000c000c, 0x000d000d000d000d);
  constexpr __mmask64 kLowBytes = 0x5555555555555555;
  const __m512i low = _mm512_add_epi16(pairs, _mm512_set1_epi16(static_cast<short>(first)));
  const __m512i high = _mm512_add_epi16(low, _mm512_set1_epi16(2));
  parts.low = wide_mixed(parts.low, colour, _mm512_maskz_permutexvar_epi8(kLowBytes, low, strengths));
  parts.high = wide_mixed(parts.high, colour, _mm512_maskz_permutexvar_epi8(kLowBytes, high, strengths));
}

// As mix_wide_rows; pixels are fetched ahead where they are `far`, in no cache of the processor's own.
TRUEBOX_BYTE_PERMUTES inline void mix_byte_rows(std::uint8_t* pixels, std::size_t pixel_stride, std::uint8_t* below,
                                                std::uint8_t* above, std::size_t rows, std::size_t width,
                                                std::size_t stride, const Paint& under, const Paint& over, bool far) {
  constexpr std::ptrdiff_t kScan = 64, kLanes = 16;
  constexpr std::size_t kAhead = 8;
  const auto seen = static_cast<std::ptrdiff_t>(width), held = static_cast<std::ptrdiff_t>(stride);
  const ByteStrengths under_strengths = byte_strengths(under), over_strengths = byte_strengths(over);
  const __m512i under_colour = wide_paint(under).colour, over_colour = wide_paint(over).colour;
  const __m512i zero = _mm512_setzero_si512();
  for (std::size_t row = 0; far && row < std::min(kAhead, rows); ++row) {
    fetch_covered(pixels + row * pixel_stride, below + row * stride, above + row * stride, seen);
  }
  for (std::size_t row = 0; row < rows; ++row, pixels += pixel_stride, below += stride, above += stride) {
    if (far && row + kAhead < rows) {
      fetch_covered(pixels + kAhead * pixel_stride, below + kAhead * stride, above + kAhead * stride, seen);
    }
    const auto skew = static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(pixels) / 4 % 16);
    for (std::ptrdiff_t x = -skew; x < held; x += kScan) {
      const __mmask64 there = bits_between(-x, held - x);
      const __m512i low = _mm512_maskz_loadu_epi8(there, below + x), high = _mm512_maskz_loadu_epi8(there, above + x);
      const __m512i both = _mm512_or_si512(low, high);
      const std::uint64_t covered = _mm512_test_epi8_mask(both, both);
      if (covered == 0) continue;
      std::uint64_t found = covered & bits_between(-x, seen - x);
      const __m512i first = strengths_at(low, under_strengths), second = strengths_at(high, over_strengths);
      int lane = 0;
      for (std::uint8_t* at = pixels + 4 * x; found != 0; found >>= kLanes, at += 4 * kLanes, lane += kLanes) {
        const auto lanes = static_cast<__mmask16>(found & 0xffff);
        if (lanes == 0) continue;
        const __m512i sixteen = _mm512_maskz_loadu_epi32(lanes, at);
        WideParts parts{_mm512_unpacklo_epi8(sixteen, zero), _mm512_unpackhi_epi8(sixteen, zero)};
        if (below != above) mix_byte_parts(parts, first, lane, under_colour);
        mix_byte_parts(parts, second, lane, over_colour);
        _mm512_mask_storeu_epi32(at, lanes, _mm512_packus_epi16(parts.low, parts.high));
      }
      _mm512_mask_storeu_epi8(below + x, covered, zero);
      if (below != above) _mm512_mask_storeu_epi8(above + x, covered, zero);
    }
  }
}

#endif

}  // namespace truebox::mixing_detail
