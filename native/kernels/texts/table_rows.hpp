// Rows of a delimited text (RFC 4180) into columns: plain grammar only, anything else is declined.
//
// Declined, so that the general path can take or word it: a quote inside an unquoted cell, anything between a
// closing quote and the delimiter, a lone carriage return, a NUL, a row with more or fewer cells than there are
// columns, an unterminated quote, and numbers that are not written as programs print them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/number.hpp"
#include "texts/text_dictionary.hpp"

namespace truebox::tables {

// Whole numbers are of columns that hold such alone, as flags do: any other number of theirs is declined.
enum class CellKind : std::uint8_t { skipped, number, text, whole };

// What each column of the text is for, and which byte divides them.
struct TableLayout {
  std::vector<CellKind> kinds;
  char delimiter = ',';

  std::size_t count(CellKind kind) const {
    std::size_t found = 0;
    for (const CellKind each : kinds) found += each == kind;
    return found;
  }
};

// Where a run of rows puts its wanted columns, each kind in the order of its columns.
struct TablePart {
  std::vector<double*> numbers;      // an empty cell is NaN
  std::vector<std::int64_t*> codes;  // into `dictionaries`
  std::vector<std::int64_t*> wholes;  // an empty cell is -1
  std::vector<TextDictionary> dictionaries;
  std::deque<std::string> unescaped;  // texts with doubled quotes, which stand nowhere as they are
  std::size_t room = 0;               // rows that the columns can take
  std::size_t rows = 0;
};

class RowParser {
 public:
  RowParser(const char* first, const char* last, const TableLayout& layout, TablePart& part)
      : p_(first), end_(last), room_(part.room), layout_(layout), part_(part) {
    part.dictionaries.resize(part.codes.size());
    last_.resize(part.codes.size());
    skipped_.resize(layout.kinds.size());
    for (const char stop : {layout.delimiter, '\n', '\r', '"', '\0'}) stops_[static_cast<unsigned char>(stop)] = true;
  }

  // False when any row is declined.
  bool parse() {
    const bool taken = parse_rows();
    part_.rows = rows_;
    return taken;
  }

 private:
  bool parse_rows() {
    while (p_ < end_) {
      if (at_line_end()) {  // a blank line
        if (!skip_line_end()) return false;
      } else if (!parse_row()) {
        return false;
      }
    }
    return true;
  }

  bool at_line_end() const { return *p_ == '\n' || *p_ == '\r'; }

  bool skip_line_end() {
    if (*p_ == '\r' && (end_ - p_ < 2 || p_[1] != '\n')) return false;
    p_ += 1 + (*p_ == '\r');
    return true;
  }

  bool parse_row() {
    if (rows_ == room_) return false;
    std::size_t number = 0, text = 0, whole = 0;
    const std::size_t count = layout_.kinds.size();
    for (std::size_t column = 0; column < count; ++column) {
      if (column > 0) {
        if (p_ == end_ || *p_ != layout_.delimiter) return false;
        ++p_;
      }
      bool taken = false;
      switch (layout_.kinds[column]) {
        case CellKind::skipped: taken = parse_skipped(column); break;
        case CellKind::number: taken = parse_number(part_.numbers[number++][rows_]); break;
        case CellKind::text: taken = parse_text(text++); break;
        case CellKind::whole: taken = parse_whole(part_.wholes[whole++][rows_]); break;
      }
      if (!taken) return false;
    }
    ++rows_;
    return p_ == end_ || (at_line_end() && skip_line_end());
  }

  // To the end of an unquoted cell; false on a byte that cannot stand in one.
  bool skip_plain() {
    const char* p = p_;
    while (p < end_ && !stops_[static_cast<unsigned char>(*p)]) ++p;
    p_ = p;
    return p == end_ || (*p_ != '"' && *p_ != '\0');
  }

  // From behind the opening quote to behind the closing one.
  bool skip_quoted(bool& doubled) {
    for (;; ++p_) {
      while (p_ < end_ && *p_ != '"' && *p_ != '\0') ++p_;
      if (p_ == end_ || *p_ == '\0') return false;
      if (++p_ == end_ || *p_ != '"') return p_ == end_ || *p_ == layout_.delimiter || at_line_end();
      doubled = true;
    }
  }

  bool parse_skipped(std::size_t column) {
    bool doubled = false;
    if (is_repeated(skipped_[column])) return true;
    if (p_ == end_ || *p_ != '"') {
      const char* const first = p_;
      if (!skip_plain()) return false;
      skipped_[column] = {first, static_cast<std::size_t>(p_ - first)};
      return true;
    }
    ++p_;
    return skip_quoted(doubled);
  }

  // Goes behind the cell where it is that of the row before: no search for its end then.
  bool is_repeated(std::string_view last) {
    if (last.empty() || static_cast<std::size_t>(end_ - p_) <= last.size() || p_[last.size()] != layout_.delimiter ||
        !same_bytes(p_, last.data(), last.size())) {
      return false;
    }
    p_ += last.size();
    return true;
  }

  // For size > 0. Most differ in the first bytes: a call would cost more than it compares.
  static bool same_bytes(const char* a, const char* b, std::size_t size) {
    if (size < 8) {
      for (std::size_t at = 0; at < size; ++at) {
        if (a[at] != b[at]) return false;
      }
      return true;
    }
    std::uint64_t of_a, of_b;
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      std::memcpy(&of_a, a + at, 8);
      std::memcpy(&of_b, b + at, 8);
      if (of_a != of_b) return false;
    }
    std::memcpy(&of_a, a + size - 8, 8);
    std::memcpy(&of_b, b + size - 8, 8);
    return of_a == of_b;
  }

  bool parse_text(std::size_t index) {
    if (is_repeated(last_[index])) {
      part_.codes[index][rows_] = part_.codes[index][rows_ - 1];
      return true;
    }
    std::string_view text;
    if (p_ < end_ && *p_ == '"') {
      const char* const first = ++p_;
      bool doubled = false;
      if (!skip_quoted(doubled)) return false;
      text = {first, static_cast<std::size_t>(p_ - 1 - first)};
      last_[index] = {};
      if (doubled) text = part_.unescaped.emplace_back(without_doubled_quotes(text));
    } else {
      const char* const first = p_;
      if (!skip_plain()) return false;
      text = {first, static_cast<std::size_t>(p_ - first)};
      last_[index] = text;
    }
    part_.codes[index][rows_] = part_.dictionaries[index].code_of(text);
    return true;
  }

  bool parse_number(double& value) {
    if (end_ - p_ >= 2 && (p_[1] == layout_.delimiter || p_[1] == '\n') && reading::is_digit(*p_)) {  // flags, mostly
      value = *p_ - '0';
      ++p_;
      return true;
    }
    // What is read is a cell only where it ends there, so that nothing of the next row is.
    if (end_ - p_ >= reading::kFloatBytes) {
      double found;
      const char* const after = reading::read_medium_double(p_, found);
      if (after != nullptr && (*after == layout_.delimiter || *after == '\n' || *after == '\r')) {
        p_ = after;
        value = found;
        return true;
      }
    }
    return parse_any_number(value);
  }

  bool parse_any_number(double& value) {
    const bool quoted = p_ < end_ && *p_ == '"';
    p_ += quoted;
    value = std::numeric_limits<double>::quiet_NaN();
    if (!at_cell_end(quoted)) {
      reading::JsonCursor cursor{p_, end_};
      if (!reading::read_double(cursor, value)) return false;
      p_ = cursor.p;
      if (!at_cell_end(quoted)) return false;
    }
    p_ += quoted;
    return true;
  }

  bool parse_whole(std::int64_t& value) {
    double number;
    if (!parse_number(number)) return false;
    if (number != number) {
      value = -1;
      return true;
    }
    if (!(number > -kLargestWhole && number < kLargestWhole)) return false;
    value = static_cast<std::int64_t>(number);
    return static_cast<double>(value) == number;
  }

  bool at_cell_end(bool quoted) const {
    if (quoted) return p_ < end_ && *p_ == '"';
    return p_ == end_ || *p_ == layout_.delimiter || at_line_end();
  }

  static std::string without_doubled_quotes(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
      plain.push_back(text[at]);
      at += text[at] == '"';
    }
    return plain;
  }

  static constexpr double kLargestWhole = 9007199254740992;  // 2^53

  const char* p_;
  const char* end_;
  // Not in the part itself: the parts of other threads lie beside it, and a cache line has one writer.
  std::size_t rows_ = 0;
  std::size_t room_;
  const TableLayout& layout_;
  TablePart& part_;
  std::vector<std::string_view> last_;     // of each text column the row before's, where it was not quoted
  std::vector<std::string_view> skipped_;  // the same of each column that is skipped
  std::array<bool, 256> stops_{};
};

}  // namespace truebox::tables
