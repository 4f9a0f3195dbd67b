// A list of keypoints in half its memory and less: coordinates as hundredths, the third numbers as bytes.
//
// Programs write coordinates with at most two digits behind the point, and 0, 1 or 2 behind them. A hundredth k is
// the double k / 100.0: that division rounds once, as reading the text does, so that both have the same bits.
#pragma once

#include <bit>
#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "coco/packed_points_wide.hpp"
#include "json/number.hpp"

namespace truebox::reading {

inline constexpr double kPackedUnit = 100.0;

// Where doubles are computed in more digits than they have, a quotient rounds twice.
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD == 0
inline constexpr bool kPacksPoints = true;
#else
inline constexpr bool kPacksPoints = false;
#endif

namespace packed_detail {

inline constexpr std::ptrdiff_t kBlock = 64;

// Which of 64 bytes end a number, and which are points.
struct Marks {
  std::uint64_t ends, points;
};

inline Marks marks_of(const char* p) {
  Marks marks{0, 0};
#if defined(__SSE2__)
  const __m128i comma = _mm_set1_epi8(','), bracket = _mm_set1_epi8(']'), point = _mm_set1_epi8('.');
  for (int i = 0; i < 4; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 16 * i));
    const __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(bytes, comma), _mm_cmpeq_epi8(bytes, bracket));
    marks.ends |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(ends))) << (16 * i);
    const __m128i points = _mm_cmpeq_epi8(bytes, point);
    marks.points |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(points))) << (16 * i);
  }
#else
  constexpr std::uint64_t kOnes = 0x0101010101010101, kTops = 0x8080808080808080;
  // The top bit of each byte that is `byte`, exactly; then the eight of them in a row.
  const auto equal = [](std::uint64_t word, char byte) {
    const std::uint64_t rest = word ^ (kOnes * static_cast<unsigned char>(byte));
    const std::uint64_t zero = ~(((rest & ~kTops) + ~kTops) | rest) & kTops;
    return ((zero >> 7) * 0x0102040810204080) >> 56;
  };
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t word = load_little_endian(p + 8 * i);
    marks.ends |= (equal(word, ',') | equal(word, ']')) << (8 * i);
    marks.points |= equal(word, '.') << (8 * i);
  }
#endif
  return marks;
}

// The hundredths of the number [first, last), whose point is `whole` bytes behind its begin or beyond its end;
// false where it is written in another way. Needs eight readable bytes before `last`.
TRUEBOX_INLINE bool take_hundredths(const char* first, const char* last, unsigned whole, std::int32_t& value) {
  const bool negative = *first == '-';
  first += negative;
  whole -= negative;
  const auto length = static_cast<unsigned>(last - first);
  if (length - 1 > 7) return false;
  const bool pointed = whole < length;
  const unsigned digits = length - pointed;
  const unsigned fraction = pointed ? digits - whole : 0;
  // "5.", ".5", more than hundredths, "05", and what would not fit.
  if (fraction > 2 || (pointed && fraction == 0) || digits - fraction - 1 > 6) return false;
  if (*first == '0' && digits - fraction > 1) return false;
  std::uint64_t bytes = load_little_endian(last - 8);
  // The digits before the point move up by one, over it.
  const std::uint64_t behind = ~std::uint64_t{0} << (63 - 8 * fraction) << 1;
  const std::uint64_t moved = (bytes & behind) | ((bytes << 8) & ~behind);
  // Without a fraction all bytes are digits; with one, the byte of the point went out at the top of `~behind`.
  const std::uint64_t kept = (pointed ? moved : bytes) ^ 0x3030303030303030;
  const std::uint64_t own = kept & (~std::uint64_t{0} << (64 - 8 * digits));
  if ((((own + 0x7676767676767676) | own) & 0x8080808080808080) != 0) return false;
  const auto number = static_cast<std::int64_t>(LeadingDigits::value_of(own, 8));
  const std::int64_t hundredths = number * (fraction == 0 ? 100 : fraction == 1 ? 10 : 1);
  if (hundredths > INT32_MAX || (negative && hundredths == 0)) return false;  // -0.0 is no whole number
  value = static_cast<std::int32_t>(negative ? -hundredths : hundredths);
  return true;
}

}  // namespace packed_detail

// What a list held.
struct PackedList {
  const char* after = nullptr;  // its ']', or null where it is to be read in another way
  std::size_t points = 0;
};

namespace packed_detail {

inline constexpr std::size_t kMostPoints = 256;  // of a list that is read packed

// One number after the other.
inline PackedList read_points(const char* p, const char* end, std::int32_t* coordinates, std::uint8_t* thirds) {
  std::size_t at = 0;  // numbers taken
  unsigned place = 0;  // of the next one in its point
  while (end - p > kBlock + 2) {
    const Marks marks = marks_of(p);
    std::uint64_t ends = marks.ends;
    const char* first = p;
    while (ends != 0) {
      const char* const last = p + std::countr_zero(ends);
      ends &= ends - 1;
      first += *first == ' ';
      if (first >= last) return {};
      if (at == kMostPoints) return {};
      const auto begin = static_cast<unsigned>(first - p);
      const auto whole = static_cast<unsigned>(std::countr_zero(marks.points >> begin));
      std::int32_t value;
      if (place == 2 && *first <= '9' && *first >= '0' &&
          (last - first == 1 || (last - first == 3 && first[1] == '.' && first[2] == '0'))) {
        thirds[at++] = static_cast<std::uint8_t>(*first - '0');
        place = 0;
      } else {
        if (!take_hundredths(first, last, whole, value)) return {};
        if (place == 2) {
          if (value < 0 || value > 25500 || value % 100 != 0) return {};
          thirds[at++] = static_cast<std::uint8_t>(value / 100);
          place = 0;
        } else {
          coordinates[2 * at + place] = value;
          ++place;
        }
      }
      if (*last == ']') return place == 0 ? PackedList{last, at} : PackedList{};
      first = last + 1;
    }
    if (first == p) return {};  // a number longer than a block
    p = first;
  }
  return {};
}

// All numbers of a block at once. There is room for seven points more.
inline PackedList read_points_wide(const char* p, const char* end, std::int32_t* coordinates, std::uint8_t* thirds) {
  std::int32_t numbers[3 * kMostPoints + 24];
  std::size_t count;
  const char* const after = read_hundredths_wide(p, end, numbers, 3 * kMostPoints, count);
  if (after == nullptr || count % 3 != 0) return {};
  return split_points_wide(numbers, count / 3, coordinates, thirds) ? PackedList{after, count / 3} : PackedList{};
}

}  // namespace packed_detail

// The list of numbers that begins at p, behind its '[': x, y, third, ... into coordinates[2 i], [2 i + 1] and thirds[i],
// for which there is room for kMostPoints points and seven more. Needs eight readable bytes before p.
inline PackedList read_packed_points(const char* p, const char* end, std::int32_t* coordinates, std::uint8_t* thirds) {
  if (packed_detail::reads_points_wide()) {
    const PackedList found = packed_detail::read_points_wide(p, end, coordinates, thirds);
    if (found.after != nullptr) return found;
  }
  return packed_detail::read_points(p, end, coordinates, thirds);
}

}  // namespace truebox::reading
