// Decimal numbers as text files write them: an optional sign, digits with at most one point, an optional exponent.
#pragma once

#include <cstddef>
#include <cstdint>

#include "json/number.hpp"

namespace truebox::reading {

// The end of the number that begins at p, or nullptr: no number, or one beyond float64. Correctly rounded.
inline const char* read_plain_number(const char* p, const char* end, double& value) {
  JsonNumber number;
  number.negative = p < end && *p == '-';
  const char* first = p + (p < end && (*p == '-' || *p == '+'));
  number.first = number.negative ? p : first;
  const char* whole = first;
  p = scan_digits(first, end, number.digits);
  std::ptrdiff_t count = p - whole;
  if (p < end && *p == '.') {
    const char* fraction = ++p;
    p = scan_digits(p, end, number.digits);
    count += p - fraction;
    number.exponent = -static_cast<std::int64_t>(p - fraction);
  }
  if (count == 0) return nullptr;
  number.integer = false;  // "-0" keeps its sign, as it does in every other reader of text
  if (count > 19) {
    for (const char* q = whole; q < p && (*q == '0' || *q == '.'); ++q) count -= *q == '0';
    if (count > 1000) count = 1000;
  }
  number.significant = static_cast<int>(count);
  JsonCursor cursor(whole, end, p);
  if (p < end && is_exponent(*p) && !scan_exponent(cursor, number)) return nullptr;
  number.last = cursor.p;
  return to_double(cursor, number, value) ? number.last : nullptr;
}

}  // namespace truebox::reading
