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

#include "decimal_to_double.hpp"
#include "json_cursor.hpp"

namespace truebox {

inline constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads digits, eight at a time; `value` wraps once more than 19 significant digits came.
inline const char* scan_digits(const char* p, const char* end, std::uint64_t& value) {
  constexpr std::uint64_t kPowers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  while (end - p >= 8) {
    const std::uint64_t block = load_little_endian(p) ^ 0x3030303030303030;
    const std::uint64_t others = ((block + 0x7676767676767676) | block) & 0x8080808080808080;
    if (others & 0x80) return p;
    const unsigned count = others ? static_cast<unsigned>(std::countr_zero(others)) >> 3 : 8;
    std::uint64_t x = block << (64 - 8 * count);  // fewer digits: zeros lead
    x = x * 10 + (x >> 8);
    x = ((x & 0x000000ff000000ff) * 0x000f424000000064 + ((x >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >> 32;
    value = value * kPowers[count] + static_cast<std::uint32_t>(x);
    p += count;
    if (count < 8) return p;
  }
  for (; p < end && is_digit(*p); ++p) value = value * 10 + static_cast<std::uint64_t>(*p - '0');
  return p;
}

inline const char* skip_digits(const char* p, const char* end) {
  while (p < end && is_digit(*p)) ++p;
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
  const bool named = p < c.end && (*p == 'N' || *p == 'I' || *p == 'n' || *p == 'i');
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

inline bool read_double(JsonCursor& c, double& value) {
  JsonNumber number;
  return scan_number(c, number) && to_double(c, number, value);
}

// Integers of at most 18 digits; anything else is for the general path.
inline bool read_integer(JsonCursor& c, std::int64_t& value) {
  JsonNumber number;
  if (!scan_number(c, number)) return false;
  if (!number.integer || number.significant > 18) return c.fail(JsonFault::value, number.first);
  value = number.negative ? -static_cast<std::int64_t>(number.digits) : static_cast<std::int64_t>(number.digits);
  return true;
}

// A number nobody asked for: its grammar, and that a float64 (or an integer of 300 digits) holds it.
inline bool skip_number(JsonCursor& c) {
  const char* p = c.p;
  const char* first = p;
  p += p < c.end && *p == '-';
  const char* whole = p;
  p = skip_digits(p, c.end);
  const auto whole_count = p - whole;
  if (whole_count > 0 && whole_count < 300 && !(whole_count > 1 && *whole == '0')) {
    const char* fraction = p;
    if (p < c.end && *p == '.') {
      p = skip_digits(p + 1, c.end);
      if (p == fraction + 1) {
        c.p = p;
        return c.fail(JsonFault::number);
      }
    }
    if (!(p < c.end && (*p | 0x20) == 'e')) {
      c.p = p;
      return true;
    }
  }
  c.p = first;
  JsonNumber number;
  if (!scan_number(c, number)) return false;
  if (number.integer && number.significant > 300) return c.fail(JsonFault::number_range, first);
  double value;
  return to_double(c, number, value);
}

}  // namespace truebox
