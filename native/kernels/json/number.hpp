// Numbers of the JSON grammar: integers that fit, and correctly rounded float64.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>
#if !defined(__cpp_lib_to_chars)
#include <clocale>
#include <cstdlib>
#include <string>
#endif

#include "json/decimal_to_double.hpp"
#include "json/cursor.hpp"

namespace truebox::reading {

inline constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline constexpr std::uint64_t kTens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

// The digits that eight bytes begin with: a branch per digit would be mispredicted once per number.
struct LeadingDigits {
  std::uint64_t block;   // the bytes, '0' taken off
  std::uint64_t others;  // a bit for each byte that is no digit
  unsigned count;

  explicit LeadingDigits(const char* p) : block(load_little_endian(p) ^ 0x3030303030303030) {
    others = ((block + 0x7676767676767676) | block) & 0x8080808080808080;
    count = static_cast<unsigned>(std::countr_zero(others)) >> 3;  // 64 >> 3 when there is no other byte
  }
  // Place of the second byte that is no digit, 8 where there is none; for count < 8.
  unsigned second_other() const { return static_cast<unsigned>(std::countr_zero(others & (others - 1))) >> 3; }
  // Value of the digits before `stop` when the byte at `place`, 1 to stop - 1, is taken out.
  std::uint64_t value_without(unsigned place, unsigned stop) const {
    const std::uint64_t before = (std::uint64_t{1} << (8 * place)) - 1;
    return combine(((block & before) | ((block >> 8) & ~before)) << (72 - 8 * stop));
  }
  // Their value, for count >= 1; three multiplications, after D. Lemire's parse of eight digits.
  std::uint64_t value() const {
    return value_of(block, count);  // fewer digits: zeros lead
  }

  static bool are_all(const char* p) {
    const std::uint64_t block = load_little_endian(p) ^ 0x3030303030303030;
    return (((block + 0x7676767676767676) | block) & 0x8080808080808080) == 0;
  }
  static std::uint64_t value_of_all(const char* p) { return combine(load_little_endian(p) ^ 0x3030303030303030); }
  // Of the first `count` bytes, 1 to 8, '0' taken off; the others may hold anything.
  static std::uint64_t value_of(std::uint64_t block, unsigned count) {
    return combine(block << ((64 - 8 * count) & 63));
  }

 private:
  static std::uint64_t combine(std::uint64_t x) {
    x = x * 10 + (x >> 8);
    return ((x & 0x000000ff000000ff) * 0x000f424000000064 + ((x >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >>
           32;
  }
};

// Reads digits, eight at a time; `value` wraps once more than 19 significant digits came.
inline const char* scan_digits(const char* p, const char* end, std::uint64_t& value) {
  while (end - p >= 8) {
    const LeadingDigits digits(p);
    if (digits.count == 0) return p;
    value = value * kTens[digits.count] + digits.value();
    p += digits.count;
    if (digits.count < 8) return p;
  }
  for (; p < end && is_digit(*p); ++p) value = value * 10 + static_cast<std::uint64_t>(*p - '0');
  return p;
}

// The parts of one number as written.
struct JsonNumber {
  const char* first;
  const char* last;
  std::uint64_t digits = 0;   // right only when `significant` <= 19
  std::int64_t exponent = 0;  // of ten, fraction digits included; capped at +-1e6
  int significant = 0;
  bool negative = false;
  bool integer = true;
};

inline bool scan_exponent(JsonCursor& c, JsonNumber& number) {
  const char* p = c.p + 1;
  const bool minus = p < c.end && *p == '-';
  if (p < c.end && (*p == '-' || *p == '+')) ++p;
  const char* first = p;
  std::int64_t exponent = 0;
  for (; p < c.end && is_digit(*p); ++p) {
    if (exponent < 1000000) exponent = exponent * 10 + (*p - '0');
  }
  if (p == first) {
    c.p = p;
    return c.fail(JsonFault::number);
  }
  number.integer = false;
  number.exponent += minus ? -exponent : exponent;
  c.p = p;
  return true;
}

// Literals other JSON writers print for floats, which JSON does not have.
inline bool fail_number(JsonCursor& c, const char* first) {
  const char* p = first + (first < c.end && (*first == '-' || *first == '+'));
  const bool named = c.end - p >= 2 && (*p == 'N' || *p == 'I' || (*p == 'n' && p[1] == 'a'));
  return named ? c.fail(JsonFault::not_finite, first) : c.fail(JsonFault::number);
}

inline bool scan_number(JsonCursor& c, JsonNumber& number) {
  const char* p = number.first = c.p;
  number.negative = p < c.end && *p == '-';
  p += number.negative;
  const char* whole = p;
  p = scan_digits(p, c.end, number.digits);
  const auto whole_count = p - whole;
  if (whole_count == 0 || (whole_count > 1 && *whole == '0')) {
    c.p = whole + (whole_count > 0);
    return fail_number(c, number.first);
  }
  auto count = whole_count;
  if (p < c.end && *p == '.') {
    const char* fraction = ++p;
    p = scan_digits(p, c.end, number.digits);
    const auto fraction_count = p - fraction;
    if (fraction_count == 0) {
      c.p = p;
      return c.fail(JsonFault::number);
    }
    number.integer = false;
    number.exponent = -static_cast<std::int64_t>(fraction_count);
    count += fraction_count;
  }
  if (count > 19) {
    // Leading zeros do not count: 0.00012345678901234567 has 17 significant digits.
    for (const char* q = whole; q < p && (*q == '0' || *q == '.'); ++q) count -= *q == '0';
    if (count > 1000) count = 1000;
  }
  number.significant = static_cast<int>(count);
  c.p = p;
  if (p < c.end && (*p | 0x20) == 'e' && !scan_exponent(c, number)) return false;
  number.last = c.p;
  return true;
}

// Any length, any exponent; false when the value is beyond float64. Too small becomes zero.
inline bool convert_slowly(const JsonNumber& number, double& value) {
#if defined(__cpp_lib_to_chars)
  const auto [last, code] = std::from_chars(number.first, number.last, value);
  if (code == std::errc::result_out_of_range) {
    if (number.exponent + number.significant > 0) return false;
    value = number.negative ? -0.0 : 0.0;
  }
  return true;
#else
  std::string text(number.first, number.last);
  const char point = *std::localeconv()->decimal_point;
  for (char& letter : text) letter = letter == '.' ? point : letter;
  value = std::strtod(text.c_str(), nullptr);
  return std::isfinite(value);
#endif
}

inline bool to_double(JsonCursor& c, const JsonNumber& number, double& value) {
  if (number.significant <= 19 && decimal_to_double(number.digits, number.exponent, value)) {
    // A negative zero only counts when written as a fraction: "-0" is the integer 0.
    if (number.negative && !(number.integer && number.digits == 0)) value = -value;
    return true;
  }
  if (!convert_slowly(number, value)) return c.fail(JsonFault::number_range, number.first);
  return true;
}

inline bool read_double_slowly(JsonCursor& c, double& value) {
  JsonNumber number;
  return scan_number(c, number) && to_double(c, number, value);
}

inline bool is_exponent(char c) { return (c | 0x20) == 'e'; }

// The whole part of a number as programs print it: 1 to 7 digits, no superfluous zero.
inline bool is_simple_whole(const char* p, const LeadingDigits& whole) {
  return whole.count - 1 < 7 && !(*p == '0' && whole.count > 1);
}

// Reads a number as programs print floats (up to 7 digits before the point, 19 in all, no exponent) and
// returns its end, or nullptr for the general way. Needs kFloatBytes readable bytes at p.
inline constexpr std::ptrdiff_t kFloatBytes = 1 + 8 + 1 + 24 + 8;

TRUEBOX_INLINE const char* read_plain_double(const char* p, double& value) {
  const bool negative = *p == '-';
  p += negative;
  const LeadingDigits whole(p);
  if (!is_simple_whole(p, whole)) return nullptr;
  std::uint64_t digits = whole.value();
  unsigned significant = whole.count - (*p == '0'), fraction = 0;
  p += whole.count;
  if (*p == '.') {
    ++p;
    // Full blocks of eight first: long fractions have one or two, and need no counting there.
    while (fraction < 16 && LeadingDigits::are_all(p + fraction)) {
      digits = digits * 100000000 + LeadingDigits::value_of_all(p + fraction);
      fraction += 8;
    }
    if (is_digit(p[fraction])) {
      const LeadingDigits part(p + fraction);
      digits = digits * kTens[part.count] + part.value();
      fraction += part.count;
    } else if (fraction == 0) {
      return nullptr;
    }
    p += fraction;
    significant += fraction;
  }
  if (significant > 19 || is_exponent(*p)) return nullptr;
  if (significant > 12 && digits != 0) {  // one path for long numbers: whether they fit 2^53 is a coin toss
    value = divide_by_ten_power(digits, static_cast<int>(fraction));
  } else {
    decimal_to_double(digits, -static_cast<std::int64_t>(fraction), value);
  }
  if (negative && (fraction != 0 || digits != 0)) value = -value;
  return p;
}

// Reads a number with at most seven digits before its point and one to seven behind it, "0.123456": no more than a
// division. Returns its end, or nullptr for another way. Needs kFloatBytes readable bytes at p.
TRUEBOX_INLINE const char* read_medium_double(const char* p, double& value) {
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD == 0
  const bool negative = *p == '-';
  p += negative;
  const LeadingDigits whole(p);
  if (!is_simple_whole(p, whole) || p[whole.count] != '.') return nullptr;
  const LeadingDigits part(p + whole.count + 1);
  if (part.count - 1 >= 7) return nullptr;
  p += whole.count + 1 + part.count;
  if ((*p | 0x20) == 'e') return nullptr;
  // Both are exact, so the one division rounds once (Clinger).
  value = static_cast<double>(whole.value() * kTens[part.count] + part.value()) / kTenPowers[part.count];
  if (negative) value = -value;
  return p;
#else
  (void)p, (void)value;
  return nullptr;
#endif
}

// Reads a number of at most seven characters that another follows, "574.53,", from one load: lists of outlines and
// keypoints hold hundreds of such. Returns its end, or nullptr for another way. Needs 8 readable bytes at p.
TRUEBOX_INLINE const char* read_short_double(const char* p, double& value) {
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD == 0
  const LeadingDigits whole(p);
  if (!is_simple_whole(p, whole)) return nullptr;
  if (p[whole.count] == '.') {
    const unsigned stop = whole.second_other(), fraction = stop - whole.count - 1;
    if (stop == 8 || fraction == 0) return nullptr;
    // Both are exact, so the one division rounds once (Clinger).
    value = static_cast<double>(whole.value_without(whole.count, stop)) / kTenPowers[fraction];
    p += stop;
  } else {
    value = static_cast<double>(whole.value());
    p += whole.count;
  }
  if ((*p | 0x20) == 'e') return nullptr;
  return p;
#else
  (void)p, (void)value;
  return nullptr;
#endif
}

inline bool read_double(JsonCursor& c, double& value) {
  const char* const after = c.end - c.p >= kFloatBytes ? read_plain_double(c.p, value) : nullptr;
  if (after == nullptr) return read_double_slowly(c, value);
  c.p = after;
  return true;
}

inline bool read_integer_slowly(JsonCursor& c, std::int64_t& value) {
  JsonNumber number;
  if (!scan_number(c, number)) return false;
  if (!number.integer || number.significant > 18) return c.fail(JsonFault::value, number.first);
  value = number.negative ? -static_cast<std::int64_t>(number.digits) : static_cast<std::int64_t>(number.digits);
  return true;
}

// Integers of at most 18 digits; anything else is for the general path.
inline bool read_integer(JsonCursor& c, std::int64_t& value) {
  if (c.end - c.p < 16) return read_integer_slowly(c, value);
  const LeadingDigits digits(c.p);
  const char next = c.p[digits.count & 7];
  if (!is_simple_whole(c.p, digits) || next == '.' || is_exponent(next)) return read_integer_slowly(c, value);
  value = static_cast<std::int64_t>(digits.value());
  c.p += digits.count;
  return true;
}

inline bool skip_number_slowly(JsonCursor& c) {
  JsonNumber number;
  if (!scan_number(c, number)) return false;
  if (number.integer && number.significant > 300) return c.fail(JsonFault::number_range, number.first);
  double value;
  return to_double(c, number, value);
}

// The end of a number as programs print it, which surely is in range; nullptr for the general way.
// Needs kFloatBytes readable bytes at p.
TRUEBOX_INLINE const char* skip_plain_number(const char* p) {
  p += *p == '-';
  const LeadingDigits whole(p);
  if (!is_simple_whole(p, whole)) return nullptr;
  p += whole.count;
  if (*p == '.') {
    const char* const fraction = ++p;
    while (p - fraction < 16 && LeadingDigits::are_all(p)) p += 8;
    p += LeadingDigits(p).count;
    if (p == fraction || is_digit(*p)) return nullptr;
  }
  return is_exponent(*p) ? nullptr : p;
}

// A number nobody asked for: its grammar, and that a float64 (or an integer of 300 digits) holds it.
inline bool skip_number(JsonCursor& c) {
  const char* const after = c.end - c.p >= kFloatBytes ? skip_plain_number(c.p) : nullptr;
  if (after == nullptr) return skip_number_slowly(c);
  c.p = after;
  return true;
}

// From the number at p over as many "number," and "number, " as are plain, to the number after them.
inline const char* skip_plain_numbers(const char* p, const char* end) {
  while (end - p > kFloatBytes + 2) {
    const char* next = skip_plain_number(p);
    if (next == nullptr || *next != ',') break;
    next += 1 + (next[1] == ' ');
    if (!is_digit(*next) && *next != '-') break;
    p = next;
  }
  return p;
}

}  // namespace truebox::reading
