// Numbers as programs print them, read from wide registers without a branch for each digit (AVX-512).
//
// A branch that depends on how many digits a number has is mispredicted about once a number. Here the ends of numbers are
// found by comparing many characters at once; a number is loaded so that its last digit is the last byte of a register,
// and once more one character earlier, so that the two together hold its digits without the point.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "ground/wide_registers.hpp"
#include "json/decimal_to_double.hpp"
#include "json/number.hpp"

namespace truebox::reading {

#ifdef TRUEBOX_WIDE_REGISTERS
#define TRUEBOX_WIDE_DECIMALS TRUEBOX_AVX512("avx512f,avx512bw,avx512vl,avx512dq,avx512cd,bmi,bmi2,lzcnt,popcnt")

// A processor with AVX-512 and BMI2 has LZCNT, for which Clang up to 18 cannot ask.
inline bool reads_decimals_wide() {
  static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("bmi") &&
                           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  return wide;
}

// 2^127 / (5^k, its top bit set), cut off to a whole number, for k from 0 on.
alignas(64) inline constexpr std::array<std::uint64_t, 24> kTenInverses = [] {
  std::array<std::uint64_t, 24> table{};
  for (std::size_t k = 0; k < table.size(); ++k) {
    table[k] = (std::uint64_t{1} << 63) | (kFivePowers[k].reciprocal.inverse >> 1);
  }
  return table;
}();

// floor(k * this / 2^16) is floor(k * log2(5)) for the exponents of that table.
inline constexpr int kLogarithmOfFive = 152170;

static_assert([] {
  for (std::size_t k = 0; k < kTenInverses.size(); ++k) {
    if (63 - static_cast<int>(k * kLogarithmOfFive >> 16) != kFivePowers[k].shift) return false;
  }
  return true;
}());

// Readable bytes that a number needs before its end.
inline constexpr std::ptrdiff_t kBeforeDecimal = 33;

// Reads [first, last), 1 to 19 digits and among them a point or none, to `value`; false for what is written in any other
// way. There are 63 bytes at most.
TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE bool read_decimal_wide(const char* first, const char* last, double& value) {
  const auto length = static_cast<std::uint64_t>(last - first);
  const auto own = static_cast<std::uint32_t>(0xffffffff00000000u >> length);
  const __m256i text = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(last - 32));
  const __m256i earlier = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(last - 33));
  const std::uint32_t point = _mm256_mask_cmpeq_epi8_mask(own, text, _mm256_set1_epi8('.'));
  const std::uint32_t pointed = point != 0;
  const unsigned fraction = static_cast<unsigned>(_lzcnt_u32(point)) & 31;
  const std::uint64_t count = length - pointed;  // of digits
  // What stands before the point moves up by one, over it.
  const std::uint32_t moved = (point << 1) - pointed;
  const __m256i digits = _mm256_maskz_sub_epi8(own << pointed, _mm256_mask_mov_epi8(text, moved, earlier),
                                               _mm256_set1_epi8('0'));
  unsigned bad = _mm256_cmpgt_epu8_mask(digits, _mm256_set1_epi8(9)) != 0;
  bad |= count > 19;                                                     // which 64 bits need not hold
  bad |= count <= fraction;                                              // a digit before the point
  bad |= point >> 31;                                                    // and one behind it
  bad |= static_cast<unsigned>(*first == '0') & (count > fraction + 1);  // no zero before another digit
  if (bad != 0) [[unlikely]] return false;
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010064));
  const __m256i eights = _mm256_madd_epi16(_mm256_packus_epi32(fours, fours), _mm256_set1_epi32(0x00012710));
  const auto high = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(eights))) >> 32;
  const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_extracti128_si256(eights, 1)));
  const std::uint64_t all = high * 10000000000000000u + (low & 0xffffffff) * 100000000 + (low >> 32);
  const bool whole = all == 0 || fraction == 0;
  value = whole ? static_cast<double>(all) : divide_by_ten_power(all, static_cast<int>(fraction));
  return true;
}

// The quotients digits / 10^k of four numbers, 1 <= k <= 23, as `divide_by_ten_power` finds them; false where one of them
// is to be divided exactly.
TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE bool divide_four_by_ten_powers(__m256i digits, __m256i k, double* values) {
  const __m512i which = _mm512_castsi256_si512(k);
  const __m512i early = _mm512_permutex2var_epi64(_mm512_load_si512(kTenInverses.data()), which,
                                                  _mm512_load_si512(kTenInverses.data() + 8));
  const __m512i late = _mm512_permutexvar_epi64(which, _mm512_load_si512(kTenInverses.data() + 16));
  const __mmask8 is_late = _mm512_test_epi64_mask(which, _mm512_set1_epi64(16));
  const __m256i inverse = _mm512_castsi512_si256(_mm512_mask_mov_epi64(early, is_late, late));
  const __m256i lead = _mm256_lzcnt_epi64(digits);
  const __m256i high = _mm256_sllv_epi64(digits, lead);
  // The upper half of the product of 64 by 64 bits.
  const __m256i low_bits = _mm256_set1_epi64x(0xffffffff);
  const __m256i high_up = _mm256_srli_epi64(high, 32), inverse_up = _mm256_srli_epi64(inverse, 32);
  const __m256i middle = _mm256_add_epi64(_mm256_mul_epu32(high_up, inverse),
                                          _mm256_srli_epi64(_mm256_mul_epu32(high, inverse), 32));
  const __m256i other = _mm256_add_epi64(_mm256_mul_epu32(high, inverse_up), _mm256_and_si256(middle, low_bits));
  const __m256i upper = _mm256_add_epi64(_mm256_mul_epu32(high_up, inverse_up),
                                         _mm256_add_epi64(_mm256_srli_epi64(middle, 32), _mm256_srli_epi64(other, 32)));
  const __m256i one = _mm256_set1_epi64x(1);
  const __m256i full = _mm256_srli_epi64(upper, 63);
  const __m256i half = _mm256_sllv_epi64(_mm256_set1_epi64x(0x200), full);
  const __m256i rest = _mm256_sub_epi64(_mm256_add_epi64(half, half), one);
  const __mmask8 close = _mm256_testn_epi64_mask(_mm256_add_epi64(_mm256_add_epi64(upper, half), one), rest);
  if (close != 0) [[unlikely]] return false;
  const __m256i mantissa = _mm256_srli_epi64(
      _mm256_add_epi64(_mm256_srlv_epi64(upper, _mm256_add_epi64(full, _mm256_set1_epi64x(9))), one), 1);
  // The leading zeros of 5^k are 63 - floor(k * log2(5)).
  const __m256i five_bits = _mm256_srli_epi64(_mm256_mul_epu32(k, _mm256_set1_epi64x(kLogarithmOfFive)), 16);
  const __m256i field = _mm256_sub_epi64(_mm256_add_epi64(_mm256_set1_epi64x(63 + 1021), full),
                                         _mm256_add_epi64(_mm256_add_epi64(five_bits, lead), k));
  const __mmask8 some = _mm256_test_epi64_mask(digits, digits);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(values),
                      _mm256_maskz_add_epi64(some, _mm256_slli_epi64(field, 52), mantissa));
  return true;
}

// Two numbers without a sign, each with a point, by their places and lengths.
struct PointedPair {
  __m512i digits;
  std::uint64_t points, bad;
};

TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE PointedPair look_at_pair(const char* first_end, std::uint64_t first_length,
                                                              const char* second_end, std::uint64_t second_length) {
  const auto at = [](const char* p) { return reinterpret_cast<const __m256i*>(p); };
  // A bit for each byte of its number: the last `length` of each half.
  const std::uint64_t own = static_cast<std::uint32_t>(0xffffffff00000000u >> (first_length & 63)) |
                            static_cast<std::uint64_t>(INT64_MIN >> ((second_length - 1) & 63));
  const __m512i text = _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256(at(first_end - 32))),
                                          _mm256_loadu_si256(at(second_end - 32)), 1);
  const __m512i earlier = _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256(at(first_end - 33))),
                                             _mm256_loadu_si256(at(second_end - 33)), 1);
  const std::uint64_t points = _mm512_mask_cmpeq_epi8_mask(own, text, _mm512_set1_epi8('.'));
  // What stands before a point moves up by one, over it.
  const std::uint64_t moved = (points << 1) - 0x0000000100000001;
  const std::uint64_t kept = own << 1 & ~(std::uint64_t{1} << 32);
  const __m512i digits =
      _mm512_maskz_sub_epi8(kept, _mm512_mask_mov_epi8(text, moved, earlier), _mm512_set1_epi8('0'));
  const std::uint64_t first = own & ~kept;
  const std::uint64_t zero = _mm512_mask_cmpeq_epi8_mask(first, text, _mm512_set1_epi8('0'));
  std::uint64_t bad = _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9));
  bad |= own & 0x00000fff00000fff;               // nineteen digits at most, which 64 bits hold
  bad |= points >> 1 & ~own;                     // a digit before the point
  bad |= points & 0x8000000080000000;            // and one behind it
  bad |= zero << 1 & ~points;                    // no zero before another digit
  return {digits, points, bad};
}

TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE __m512i join_four_digits(__m512i digits) {
  return _mm512_madd_epi16(_mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010a)), _mm512_set1_epi32(0x00010064));
}

// Readable bytes that a list of four numbers needs behind its begin.
inline constexpr std::ptrdiff_t kFourDecimals = 129;

// "[" and four numbers with "," or ", " between them, none below zero and each with a point; returns the end, or null where
// it is written in any other way. Needs kBeforeDecimal readable bytes before p and kFourDecimals behind it.
TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_four_decimals_wide(const char* p, double* values) {
  if (*p != '[') return nullptr;
  ++p;
  const __m512i comma = _mm512_set1_epi8(',');
  const std::uint64_t ends = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p), comma);
  const std::uint64_t later = _blsr_u64(ends);
  if (later == 0) return nullptr;
  const char* const first = p + _tzcnt_u64(ends);
  const char* const second = p + _tzcnt_u64(later);
  const __m512i block = _mm512_loadu_si512(second + 1);
  const std::uint64_t commas = _mm512_cmpeq_epi8_mask(block, comma);
  const std::uint64_t closes = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(']'));
  const char* const third = second + 1 + _tzcnt_u64(commas);
  const char* const last = second + 1 + _tzcnt_u64(closes);
  if (closes == 0 || last <= third) return nullptr;
  const bool blank = first[1] == ' ';
  if (blank && (second[1] != ' ' || third[1] != ' ')) return nullptr;
  const std::ptrdiff_t between = 1 + blank;
  const PointedPair two = look_at_pair(first, static_cast<std::uint64_t>(first - p), second,
                                       static_cast<std::uint64_t>(second - first - between));
  const PointedPair rest = look_at_pair(third, static_cast<std::uint64_t>(third - second - between), last,
                                        static_cast<std::uint64_t>(last - third - between));
  const __m128i points = _mm_set_epi64x(static_cast<long long>(rest.points), static_cast<long long>(two.points));
  const bool pointed = _mm_testn_epi32_mask(points, points) == 0 &&
                       _mm_popcnt_u64(two.points) + _mm_popcnt_u64(rest.points) == 4;
  if (!pointed || (two.bad | rest.bad) != 0) return nullptr;
  const __m512i eights =
      _mm512_madd_epi16(_mm512_packus_epi32(join_four_digits(two.digits), join_four_digits(rest.digits)),
                        _mm512_set1_epi32(0x00012710));
  // The upper and the lower sixteen digits of numbers 0, 2, 0, 2, 1, 3, 1, 3.
  const __m512i sixteens = _mm512_add_epi64(_mm512_mul_epu32(eights, _mm512_set1_epi64(100000000)),
                                            _mm512_srli_epi64(eights, 32));
  const __m256i upper =
      _mm512_castsi512_si256(_mm512_permutexvar_epi64(_mm512_set_epi64(0, 0, 0, 0, 5, 1, 4, 0), sixteens));
  const __m256i lower =
      _mm512_castsi512_si256(_mm512_permutexvar_epi64(_mm512_set_epi64(0, 0, 0, 0, 7, 3, 6, 2), sixteens));
  const __m256i digits = _mm256_add_epi64(_mm256_mullo_epi64(upper, _mm256_set1_epi64x(10000000000000000)), lower);
  const __m256i fractions = _mm256_cvtepu32_epi64(_mm_lzcnt_epi32(points));
  return divide_four_by_ten_powers(digits, fractions, values) ? last + 1 : nullptr;
}

// A number without a sign whose end is not known; returns it, or null for another way. Needs kBeforeDecimal readable
// bytes before p and as many behind it.
TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_one_decimal_wide(const char* p, double& value) {
  const __m256i text = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  const std::uint32_t digits =
      _mm256_cmple_epu8_mask(_mm256_sub_epi8(text, _mm256_set1_epi8('0')), _mm256_set1_epi8(9));
  const std::uint32_t point = _mm256_cmpeq_epi8_mask(text, _mm256_set1_epi8('.'));
  const char* const last = p + _tzcnt_u32(~(digits | point));
  if ((*last | 0x20) == 'e' || !read_decimal_wide(p, last, value)) return nullptr;
  return last;
}

// As `read_integer`, of at most seven digits; returns its end, or null for another way. Needs 16 readable bytes at p.
TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_integer_wide(const char* p, std::int64_t& value) {
  const LeadingDigits digits(p);
  const char* const after = p + (digits.count & 7);
  if (!is_simple_whole(p, digits) || *after == '.' || is_exponent(*after)) return nullptr;
  value = static_cast<std::int64_t>(digits.value());
  return after;
}

#else
#define TRUEBOX_WIDE_DECIMALS

inline constexpr std::ptrdiff_t kBeforeDecimal = 0, kFourDecimals = 0;
inline bool reads_decimals_wide() { return false; }
inline const char* read_four_decimals_wide(const char*, double*) { return nullptr; }
inline const char* read_one_decimal_wide(const char*, double&) { return nullptr; }
inline const char* read_integer_wide(const char*, std::int64_t&) { return nullptr; }
#endif

}  // namespace truebox::reading
