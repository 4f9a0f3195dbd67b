// Lists of numbers read as hundredths, sixty-four characters at a time (AVX-512).
//
// What a block holds is told by masks of its characters, one bit each: where numbers begin and end, where their points
// are, and whether each is written as programs write it. The points are then taken out, and each number is brought into
// eight bytes, its last digit in the last of them; three multiplications join its digits, and a fourth makes hundredths.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/wide_registers.hpp"

namespace truebox::reading::packed_detail {

#ifdef TRUEBOX_WIDE_REGISTERS
#define TRUEBOX_WIDE_POINTS 1
#define TRUEBOX_WIDE \
  TRUEBOX_AVX512("avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx512vbmi,avx512vbmi2,bmi,bmi2,lzcnt,popcnt")

inline bool reads_points_wide() {
  static const bool wide = __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") &&
                           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                           __builtin_cpu_supports("bmi2");
  return wide;
}

// The first eight numbers of a block, whose first byte stands before them: a bit for each byte.
struct NumberMarks {
  std::uint64_t ends;      // behind a number
  std::uint64_t points, digits;
  std::uint64_t negative;  // signs
  std::uint64_t one, two;  // the ends of numbers with so many digits behind the point
  bool closed;             // the last end is that of the list
  bool good;
};

TRUEBOX_WIDE __attribute__((always_inline)) inline NumberMarks look_at_numbers(__m512i block) {
  NumberMarks found;
  const std::uint64_t close = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(']'));
  std::uint64_t ends = (_mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(',')) | close) & ~std::uint64_t{1};
  ends &= _blsmsk_u64(close);                  // not beyond the list,
  ends &= _blsmsk_u64(_pdep_u64(0x80, ends));  // nor beyond the eighth
  const auto last = static_cast<unsigned>(63 - _lzcnt_u64(ends | 1));
  const std::uint64_t seen = ~std::uint64_t{0} >> (63 - last) & ~std::uint64_t{1};
  const std::uint64_t digits =
      _mm512_cmplt_epu8_mask(_mm512_sub_epi8(block, _mm512_set1_epi8('0')), _mm512_set1_epi8(10)) & seen;
  const std::uint64_t points = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('.')) & seen;
  const std::uint64_t zeros = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('0'));
  std::uint64_t others = seen & ~(digits | points | ends);
  std::uint64_t begins = (ends << 1 | 2) & seen;
  found.negative = 0;
  if (others != 0) {
    const std::uint64_t blanks = begins & _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(' '));
    begins = (begins & ~blanks) | blanks << 1;
    const std::uint64_t signs = begins & _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('-'));
    begins = (begins & ~signs) | signs << 1;
    found.negative = signs;
    others &= ~(blanks | signs);
  }
  found.ends = ends;
  found.points = points;
  found.digits = digits;
  found.closed = (close & ends) != 0;
  found.one = points << 2 & ends;
  found.two = points << 3 & digits << 1 & ends;
  std::uint64_t bad = others;
  bad |= begins & ~digits;                                      // a digit at the beginning,
  bad |= points << 1 & ~digits;                                 // one or two behind the point,
  bad |= points & ~(found.one >> 2 | found.two >> 3);
  bad |= points >> 1 & ~digits;                                 // and some before it
  bad |= (begins & zeros) << 1 & digits;                        // no zero before another digit
  found.good = bad == 0 && ends != 0;
  return found;
}

// Whether a run of digits is longer than seven.
inline bool has_long_run(std::uint64_t digits) {
  digits &= digits >> 1;
  digits &= digits >> 2;
  return (digits & digits >> 4) != 0;
}

// The whole numbers whose eight last bytes are given, of which seven at most are its digits, as 64-bit numbers.
TRUEBOX_WIDE __attribute__((always_inline)) inline __m512i join_digits(__m512i bytes) {
  const __m512i values = _mm512_sub_epi8(bytes, _mm512_set1_epi8('0'));
  // Above the last byte that is no digit.
  const __m512i others = _mm512_subs_epu8(values, _mm512_set1_epi8(9));
  const __m512i digits = _mm512_andnot_si512(
      _mm512_srlv_epi64(_mm512_set1_epi64(-1), _mm512_lzcnt_epi64(others)), values);
  const __m512i pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010A));
  const __m512i fours = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00010064));
  return _mm512_add_epi64(_mm512_mul_epu32(fours, _mm512_set1_epi64(10000)), _mm512_srli_epi64(fours, 32));
}

// The numbers of a list from p on, in hundredths; returns its ']', or null where one is written in another way. There is
// room for `most` numbers and sixteen more. Needs a readable byte before p, which is part of no number.
TRUEBOX_WIDE inline const char* read_hundredths_wide(const char* p, const char* end, std::int32_t* out, std::size_t most,
                                                     std::size_t& count) {
  alignas(64) static constexpr std::uint8_t kPlaces[64] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
      44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const __m512i places = _mm512_load_si512(kPlaces);
  const __m512i number = _mm512_srli_epi16(_mm512_and_si512(places, _mm512_set1_epi8(0x38)), 3);  // of each byte
  const __m512i before_end = _mm512_sub_epi8(_mm512_and_si512(places, _mm512_set1_epi8(7)), _mm512_set1_epi8(8));
  count = 0;
  while (end - p > 64) {
    const __m512i block = _mm512_loadu_si512(p - 1);
    const NumberMarks found = look_at_numbers(block);
    if (!found.good) return nullptr;
    const auto numbers = static_cast<unsigned>(_mm_popcnt_u64(found.ends));
    if (count + numbers > most) return nullptr;
    // Without points.
    const __m512i text = _mm512_maskz_compress_epi8(~found.points, block);
    const std::uint64_t ends = _pext_u64(found.ends, ~found.points);
    const __m512i end_places = _mm512_maskz_compress_epi8(ends, places);
    if (has_long_run(_pext_u64(found.digits, ~found.points))) return nullptr;
    const std::uint64_t one = _pext_u64(found.one, found.ends), two = _pext_u64(found.two, found.ends);
    const __m512i behind = _mm512_permutexvar_epi8(number, end_places);
    const __m512i whole = join_digits(_mm512_permutexvar_epi8(_mm512_add_epi8(behind, before_end), text));
    const __m512i unit = _mm512_mask_mov_epi64(
        _mm512_mask_mov_epi64(_mm512_set1_epi64(100), static_cast<__mmask8>(one), _mm512_set1_epi64(10)),
        static_cast<__mmask8>(two), _mm512_set1_epi64(1));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + count),
                        _mm512_cvtepi64_epi32(_mm512_mul_epu32(whole, unit)));
    if (found.negative != 0) {
      // Which numbers they are: the ends before them say.
      for (std::uint64_t signs = found.negative; signs != 0; signs &= signs - 1) {
        std::int32_t& value = out[count + static_cast<unsigned>(_mm_popcnt_u64(found.ends & (_blsi_u64(signs) - 1)))];
        if (value == 0) return nullptr;  // -0.0
        value = -value;
      }
    }
    count += numbers;
    p += 62 - _lzcnt_u64(found.ends);
    if (found.closed) return p;
    ++p;
  }
  return nullptr;
}

// From the hundredths x, y, third, ... of so many points x and y to `coordinates`, and the whole numbers that third ones
// are to `thirds`; false where one is none of 0 to 255. Reads and writes up to seven points more.
TRUEBOX_WIDE inline bool split_points_wide(const std::int32_t* numbers, std::size_t points, std::int32_t* coordinates,
                                           std::uint8_t* thirds) {
  // Of eight points: the places of x and y, and those of the third numbers.
  const __m512i pairs = _mm512_set_epi32(22, 21, 19, 18, 16, 15, 13, 12, 10, 9, 7, 6, 4, 3, 1, 0);
  const __m512i rest = _mm512_set_epi32(0, 0, 0, 0, 0, 0, 0, 0, 23, 20, 17, 14, 11, 8, 5, 2);
  __mmask8 bad = 0;
  for (std::size_t i = 0; i < points; i += 8) {
    const __m512i first = _mm512_loadu_si512(numbers + 3 * i);
    const __m512i last = _mm512_castsi256_si512(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers + 3 * i + 16)));
    _mm512_storeu_si512(coordinates + 2 * i, _mm512_permutex2var_epi32(first, pairs, last));
    const __m256i third = _mm512_castsi512_si256(_mm512_permutex2var_epi32(first, rest, last));
    // third / 100, which this is of numbers up to 25500; a negative one is large.
    const __m256i whole = _mm256_srli_epi32(_mm256_mullo_epi32(third, _mm256_set1_epi32(5243)), 19);
    const auto active = static_cast<__mmask8>(points - i < 8 ? (1u << (points - i)) - 1 : 0xff);
    bad |= _mm256_mask_cmpgt_epu32_mask(active, third, _mm256_set1_epi32(25500));
    bad |= _mm256_mask_cmpneq_epi32_mask(active, _mm256_mullo_epi32(whole, _mm256_set1_epi32(100)), third);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(thirds + i), _mm256_cvtepi32_epi8(whole));
  }
  return bad == 0;
}
#undef TRUEBOX_WIDE
#else
inline bool reads_points_wide() { return false; }
inline const char* read_hundredths_wide(const char*, const char*, std::int32_t*, std::size_t, std::size_t&) {
  return nullptr;
}
inline bool split_points_wide(const std::int32_t*, std::size_t, std::int32_t*, std::uint8_t*) { return false; }
#endif

}  // namespace truebox::reading::packed_detail
