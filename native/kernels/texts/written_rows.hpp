// Columns to rows of text: numbers as Python writes them, with fixed text before, between and behind them.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox {

namespace written_detail {

// The fewest digits that read back to a finite number above 0, as d.ddde[+-]xx.
inline std::string_view shortest(double value, char (&text)[40]) {
#if defined(__cpp_lib_to_chars)
  char* const end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  return {text, static_cast<std::size_t>(end - text)};
#else
  int length = 0;
  for (int digits = 0; digits <= 16; ++digits) {
    length = std::snprintf(text, sizeof text, "%.*e", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return {text, static_cast<std::size_t>(length)};
#endif
}

}  // namespace written_detail

inline void append_whole(std::string& out, std::int64_t value) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

// As Python's repr: plain from 1e-4 up to 1e16, with a point in any case; beyond with an exponent.
inline void append_repr(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::signbit(value)) out += '-';
  value = std::fabs(value);
  if (std::isinf(value)) {
    out += "inf";
    return;
  }
  if (value < 1e15 && value == std::floor(value)) {
    append_whole(out, static_cast<std::int64_t>(value));
    out += ".0";
    return;
  }
  char text[40];
  const std::string_view found = written_detail::shortest(value, text);
  const std::size_t mark = found.find('e');
  int exponent = 0;
  std::from_chars(text + mark + 2, text + found.size(), exponent);
  if (found[mark + 1] == '-') exponent = -exponent;
  // The point goes: what is left are the digits.
  if (mark > 1) text[1] = text[0];
  const std::string_view digits(mark > 1 ? text + 1 : text, mark > 1 ? mark - 1 : 1);
  const auto count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    out += digits[0];
    if (count > 1) out.append(1, '.').append(digits.substr(1));
    std::snprintf(text, sizeof text, "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
    out += text;
  } else if (exponent < 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
  } else if (count <= exponent + 1) {
    out.append(digits).append(static_cast<std::size_t>(exponent + 1 - count), '0').append(".0");
  } else {
    out.append(digits.substr(0, static_cast<std::size_t>(exponent + 1))).append(1, '.');
    out.append(digits.substr(static_cast<std::size_t>(exponent + 1)));
  }
}

struct WrittenNumbers {
  std::span<const double> values;
};
// Numbers without a point where they are whole and below 1e15.
struct WrittenShortly {
  std::span<const double> values;
};
struct WrittenWholes {
  std::span<const std::int64_t> values;
};
// Which of `texts` stands in each row.
struct WrittenTexts {
  std::span<const std::int64_t> which;
  std::vector<std::string_view> texts;
};
// A text of its own in each row: from offsets[row] to offsets[row + 1].
struct WrittenOwn {
  std::string_view text;
  std::span<const std::int64_t> offsets;
};

using WrittenColumn = std::variant<WrittenNumbers, WrittenShortly, WrittenWholes, WrittenTexts, WrittenOwn>;

inline void append_cell(std::string& out, const WrittenColumn& column, std::size_t row) {
  if (const auto* numbers = std::get_if<WrittenNumbers>(&column)) {
    append_repr(out, numbers->values[row]);
  } else if (const auto* shortly = std::get_if<WrittenShortly>(&column)) {
    const double value = shortly->values[row];
    if (std::fabs(value) < 1e15 && value == std::floor(value)) {
      append_whole(out, static_cast<std::int64_t>(value));
    } else {
      append_repr(out, value);
    }
  } else if (const auto* wholes = std::get_if<WrittenWholes>(&column)) {
    append_whole(out, wholes->values[row]);
  } else if (const auto* own = std::get_if<WrittenOwn>(&column)) {
    const auto begin = static_cast<std::size_t>(own->offsets[row]);
    out += own->text.substr(begin, static_cast<std::size_t>(own->offsets[row + 1]) - begin);
  } else {
    const auto& texts = std::get<WrittenTexts>(column);
    out += texts.texts[static_cast<std::size_t>(texts.which[row])];
  }
}

// The text of all rows, in `order`, and where each begins and the last ends. `between` is one longer than `columns`.
struct WrittenRows {
  std::string text;
  std::vector<std::int64_t> offsets{0};
};

inline WrittenRows write_rows(std::span<const WrittenColumn> columns, std::span<const std::string_view> between,
                              std::span<const std::int64_t> order) {
  WrittenRows written;
  written.offsets.reserve(order.size() + 1);
  for (const std::int64_t row : order) {
    keep_going(100 * columns.size());
    written.text += between[0];
    for (std::size_t k = 0; k < columns.size(); ++k) {
      append_cell(written.text, columns[k], static_cast<std::size_t>(row));
      written.text += between[k + 1];
    }
    written.offsets.push_back(static_cast<std::int64_t>(written.text.size()));
  }
  return written;
}

}  // namespace truebox
