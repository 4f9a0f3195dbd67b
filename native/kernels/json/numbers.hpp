// Lists of numbers, as outlines and keypoints are written: long, and almost always "1.5," or "1.5, ".
#pragma once

#include <vector>

#include "json/number.hpp"
#include "json/value.hpp"

namespace truebox::reading {

// Appends the numbers of a list; c.p stands on the first, or after the ']' when `closed`, and ends after the ']'.
inline bool read_numbers(JsonCursor& c, bool closed, std::vector<double>& numbers) {
  while (!closed) {
    double number;
    const char* const after = c.end - c.p >= 8 ? read_short_double(c.p, number) : nullptr;
    if (after != nullptr) {
      c.p = after;
    } else if (!read_double(c, number)) {
      return false;
    }
    numbers.push_back(number);
    if (c.end - c.p >= 3 && c.p[0] == ',') {
      c.p += 1 + (c.p[1] == ' ');
      if (is_digit(*c.p)) continue;
      c.skip_blanks();
      continue;
    }
    if (!next_element(c, ']', closed)) return false;
  }
  return true;
}

}  // namespace truebox::reading
