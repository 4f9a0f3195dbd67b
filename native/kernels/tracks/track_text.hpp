// Lines of MOTChallenge: frame, track, then numbers, divided by commas or by blanks.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ground/interruption.hpp"
#include "texts/plain_number.hpp"

namespace truebox::tracks {

// One number a row, in as little memory as holds it: a column that never changes holds it once, one of small whole
// numbers in two bytes each, and one that need not be exact, as `shorten` says, in four.
class SlimColumn {
 public:
  using Values = std::variant<std::vector<double>, std::vector<std::int16_t>, std::vector<float>>;

  // Of numbers of which it matters only whether they are above 0, and about how far.
  void shorten() { short_ = true; }
  // False where a number is above 0 that is not in four bytes.
  bool add(double value) {
    if (rows_++ == 0) first_ = value;
    if (!changes_) {
      if (value == first_) return true;
      changes_ = true;
      if (is_small(first_) && is_small(value)) {
        start<std::int16_t>(rows_ - 1);
      } else if (!start_exact()) {
        return false;
      }
    }
    if (auto* small = std::get_if<std::vector<std::int16_t>>(&values_)) {
      if (is_small(value)) {
        small->push_back(static_cast<std::int16_t>(value));
        return true;
      }
      if (!start_exact()) return false;
    }
    if (auto* single = std::get_if<std::vector<float>>(&values_)) {
      single->push_back(static_cast<float>(value));
      return fits(value);
    }
    std::get<std::vector<double>>(values_).push_back(value);
    return true;
  }
  Values take() {
    if (!changes_ && rows_ > 0) std::get<std::vector<double>>(values_).assign(1, first_);
    return std::move(values_);
  }

 private:
  static bool is_small(double value) {
    return value >= -32768.0 && value <= 32767.0 && value == static_cast<double>(static_cast<int>(value)) &&
           !(value == 0.0 && std::signbit(value));
  }
  static bool fits(double value) { return (static_cast<float>(value) > 0) == (value > 0); }

  template <class T>
  std::vector<T>& start(std::size_t held) {
    std::vector<T> values;
    values.reserve(held + held / 2 + 64);
    values.assign(held, static_cast<T>(first_));
    return values_.template emplace<std::vector<T>>(std::move(values));
  }
  // What is held so far, but for the last number, in numbers with fractions.
  template <class T>
  void widen() {
    auto* small = std::get_if<std::vector<std::int16_t>>(&values_);
    if (small == nullptr) {
      start<T>(rows_ - 1);
      return;
    }
    std::vector<T> values;
    values.reserve(rows_ + rows_ / 2 + 64);
    values.assign(small->begin(), small->end());
    values_.template emplace<std::vector<T>>(std::move(values));
  }
  bool start_exact() {
    short_ ? widen<float>() : widen<double>();
    return !short_ || fits(first_);
  }

  double first_ = 0.0;
  std::size_t rows_ = 0;
  bool changes_ = false, short_ = false;
  Values values_;
};

struct TrackText {
  static constexpr std::size_t kMore = 4;  // behind the box: confidence or flag, class, visibility, one more
  static constexpr std::size_t kVisibility = 2, kWithVisibility = 9;  // its place there, and the columns of such lines
  std::vector<std::int32_t> frame;
  std::vector<std::int64_t> track;
  std::vector<double> boxes;
  std::array<SlimColumn, kMore> more;
  std::size_t columns = 0;
};

namespace detail {

inline bool is_space(char c) { return c == ' ' || c == '\t'; }

// Up to seven digits, and up to seven more behind a point, without an exponent: digits and power of ten are exact, so
// that their quotient is correctly rounded. nullptr for anything else, which is left to the general reader.
// At least `kRoom` bytes are to be read.
inline constexpr std::ptrdiff_t kRoom = 24;

inline const char* short_number(const char* p, double& value) {
  static constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  const bool negative = *p == '-';
  const reading::LeadingDigits whole(p += negative);
  if (whole.count - 1u >= 7u) return nullptr;
  const char* last = p + whole.count;
  if (*last == '.') {
    // All within eight bytes: the digits behind the point close up to those before it, and are read as one number.
    const unsigned stop = whole.second_other();
    if (stop < 8) {
      const unsigned fraction = stop - whole.count - 1;
      if (fraction == 0) return nullptr;
      value = static_cast<double>(whole.value_without(whole.count, stop)) / kPowers[fraction];
      last = p + stop;
    } else {
      const reading::LeadingDigits fraction(++last);
      if (fraction.count - 1u >= 7u) return nullptr;
      value = static_cast<double>(whole.value());
      value = (value * kPowers[fraction.count] + static_cast<double>(fraction.value())) / kPowers[fraction.count];
      last += fraction.count;
    }
  } else {
    value = static_cast<double>(whole.value());
  }
  if ((*last | 0x20) == 'e') return nullptr;
  value = negative ? -value : value;
  return last;
}

// The first `count` numbers of a line, each but the last of the line followed by one comma and a number: where it goes
// on, or nullptr where the line is not so simple. Nothing is asked of the end, of which there is room for all.
inline const char* simple_numbers(const char* p, std::size_t count, double* values) {
  for (std::size_t k = 0; k < count; ++k) {
    p = short_number(p, values[k]);
    if (p == nullptr) return nullptr;
    if (k + 1 < count && *p++ != ',') return nullptr;
  }
  return p;
}

// How a line ends behind its seventh number, with the line break: results end in `,-1,-1,-1` throughout.
struct LineEnd {
  static constexpr std::size_t kBehind = 7, kMost = 16;
  char text[kMost] = {};
  std::size_t length = 0;

  bool is_at(const char* p, const char* end) const {
    return length > 0 && static_cast<std::size_t>(end - p) >= length && std::memcmp(p, text, length) == 0;
  }
  // `p` is where the line was left: at its break, or at the end of the text.
  void keep(const char* first, const char* p, const char* end) {
    const auto bytes = static_cast<std::size_t>(p - first) + 1;
    length = p < end && *p == '\n' && bytes <= kMost ? bytes : 0;
    std::memcpy(text, first, length);
  }
};

// About how many lines there are, rather more, by the length of the first.
inline std::size_t likely_lines(std::string_view text) {
  const std::string_view head = text.substr(0, 1 << 16);
  const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
  if (head.size() == text.size() || lines == 0) return lines + 1;
  return static_cast<std::size_t>(1.05 * static_cast<double>(lines) / static_cast<double>(head.size()) *
                                  static_cast<double>(text.size())) + 1;
}

}  // namespace detail

// Reads a whole text; false where anything is not plain: then the general reader judges line by line.
// `passed(p)` is called now and then: what is before p is not read again.
template <class Passed>
bool read_track_text(std::string_view text, TrackText& rows, Passed&& passed) {
  constexpr std::ptrdiff_t kStretch = 1 << 22, kLongest = (6 + TrackText::kMore + 1) * detail::kRoom;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const char *p = text.data(), *end = p + text.size();
  char divider = 0;
  const std::size_t guess = detail::likely_lines(text);
  rows.frame.reserve(guess);
  rows.track.reserve(guess);
  rows.boxes.reserve(4 * guess);
  const char* told = p;
  std::array<double, 6 + TrackText::kMore> values{};
  detail::LineEnd line_end;
  while (p < end) {
    if (p - told > kStretch) {
      keep_going(5 * kStretch);
      passed(told = p);
    }
    while (p < end && detail::is_space(*p)) ++p;
    if (p < end && (*p == '\n' || *p == '\r')) {
      ++p;
      continue;
    }
    if (p == end) break;
    std::size_t count = 0;
    const char* behind_box = nullptr;
    if (divider == ',' && end - p >= kLongest) {
      const std::size_t known = std::min(rows.columns, detail::LineEnd::kBehind);
      if (const char* q = detail::simple_numbers(p, known, values.data())) {
        if (known == detail::LineEnd::kBehind && line_end.is_at(q, end)) {  // the rest is that of the line before
          count = rows.columns;
          p = q + line_end.length;
        } else if (known == rows.columns && *q == '\n') {
          count = known;
          p = q;
        } else if (known < rows.columns && *q == ',') {
          const char* last = detail::simple_numbers(q + 1, rows.columns - known, values.data() + known);
          if (last != nullptr && *last == '\n') {
            count = rows.columns;
            behind_box = q;
            p = last;
          }
        }
      }
    }
    for (bool simple = count > 0; !simple;) {
      double value = 0;
      const char* after = end - p < detail::kRoom ? nullptr : detail::short_number(p, value);
      if (after == nullptr) after = reading::read_plain_number(p, end, value);
      if (after == nullptr) return false;
      if (count == values.size()) return false;
      values[count++] = value;
      p = after;
      if (count == detail::LineEnd::kBehind) behind_box = p;
      if (p < end && *p == ',' && divider == ',') {  // as nearly always
        ++p;
        while (p < end && detail::is_space(*p)) ++p;
        continue;
      }
      const bool blank = p < end && detail::is_space(*p);
      while (p < end && detail::is_space(*p)) ++p;
      if (p == end || *p == '\n' || *p == '\r') break;
      const char found = *p == ',' ? ',' : ' ';
      if (found == ' ' && !blank) return false;
      if (divider == 0) divider = found;
      if (divider != found) return false;
      if (found == ',') {
        ++p;
        while (p < end && detail::is_space(*p)) ++p;
      }
    }
    if (rows.columns == 0) {
      rows.columns = count;
      if (count == TrackText::kWithVisibility) rows.more[TrackText::kVisibility].shorten();
    }
    if (count != rows.columns || count < 6) return false;
    constexpr double kMostTrack = 9007199254740992.0;
    if (!(values[0] >= std::numeric_limits<std::int32_t>::min() && values[0] <= std::numeric_limits<std::int32_t>::max()) ||
        !(values[1] >= -kMostTrack && values[1] <= kMostTrack)) {
      return false;
    }
    const auto frame = static_cast<std::int32_t>(values[0]);
    const auto track = static_cast<std::int64_t>(values[1]);
    if (static_cast<double>(frame) != values[0] || static_cast<double>(track) != values[1]) return false;
    rows.frame.push_back(frame);
    rows.track.push_back(track);
    rows.boxes.insert(rows.boxes.end(), values.begin() + 2, values.begin() + 6);
    if (behind_box != nullptr) line_end.keep(behind_box, p, end);
    for (std::size_t k = 6; k < count; ++k) {
      if (!rows.more[k - 6].add(values[k])) return false;
    }
  }
  return true;
}

inline bool read_track_text(std::string_view text, TrackText& rows) {
  return read_track_text(text, rows, [](const char*) {});
}

}  // namespace truebox::tracks
