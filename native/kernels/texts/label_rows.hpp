// Rows of YOLO labels: a class number, then numbers, divided by blanks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "texts/plain_number.hpp"

namespace truebox::reading {

inline constexpr double kLargestClass = 1e9;

struct LabelRows {
  std::vector<std::int64_t> file;      // of each row
  std::vector<std::int64_t> line;      // from 1
  std::vector<std::int64_t> category;  // the row's first number
  std::vector<std::int64_t> ends;      // of each row in `numbers`
  std::vector<double> numbers;         // all but the first of each row

  void cut(std::size_t rows, std::size_t count) {
    file.resize(rows);
    line.resize(rows);
    category.resize(rows);
    ends.resize(rows);
    numbers.resize(count);
  }
};

namespace detail {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// One row without its line end. False for anything but numbers, and for a class that is none.
inline bool append_label_row(const char* p, const char* end, LabelRows& rows) {
  double value = 0;
  bool first = true;
  for (;;) {
    while (p < end && is_blank(*p)) ++p;
    if (p == end) return true;
    p = read_plain_number(p, end, value);
    if (p == nullptr || (p < end && !is_blank(*p))) return false;
    if (!first) {
      rows.numbers.push_back(value);
      continue;
    }
    first = false;
    if (!(value >= 0 && value <= kLargestClass)) return false;
    rows.category.push_back(static_cast<std::int64_t>(value));
    if (static_cast<double>(rows.category.back()) != value) return false;
  }
}

inline bool has_text(const char* p, const char* end) {
  while (p < end && is_blank(*p)) ++p;
  return p < end;
}

}  // namespace detail

// Appends the rows of one text; false, with nothing appended, where the general reader has to judge. Rows end
// with "\n" or "\r\n"; a byte-order mark before the first is skipped; empty rows are none.
inline bool append_label_rows(std::string_view text, std::int64_t file, LabelRows& rows) {
  const std::size_t rows_before = rows.file.size(), numbers_before = rows.numbers.size();
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  for (std::int64_t line = 1; !text.empty(); ++line) {
    const std::size_t feed = text.find('\n');
    std::string_view row = text.substr(0, feed);
    text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (!detail::has_text(row.data(), row.data() + row.size())) continue;
    if (!detail::append_label_row(row.data(), row.data() + row.size(), rows)) {
      rows.cut(rows_before, numbers_before);
      return false;
    }
    rows.file.push_back(file);
    rows.line.push_back(line);
    rows.ends.push_back(static_cast<std::int64_t>(rows.numbers.size()));
  }
  return true;
}

}  // namespace truebox::reading
