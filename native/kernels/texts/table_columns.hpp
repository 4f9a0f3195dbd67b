// A delimited text into whole columns, on several threads.
//
// The text is cut into parts at line ends. Whether a line end stands inside quotes is told by the number of
// quotes before it: right for every text that RowParser takes, and a text that it does not take is declined
// where the first row of that kind begins, before which every cut was right.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/reserved_buffer.hpp"
#include "texts/table_rows.hpp"
#include "ground/thread_pool.hpp"

namespace truebox::tables {

struct TextColumn {
  reading::ReservedBuffer codes;  // of int64
  std::vector<std::string_view> texts;  // in order of first appearance
};

struct TableColumns {
  std::vector<reading::ReservedBuffer> numbers;  // of double
  std::vector<TextColumn> texts;
  std::vector<reading::ReservedBuffer> wholes;  // of int64
  std::vector<std::deque<std::string>> unescaped;  // what texts point into where not into the source
  std::size_t rows = 0;
};

namespace detail {

inline constexpr std::size_t kPartBytes = std::size_t{1} << 20;

struct Cut {
  const char* begin = nullptr;  // of the first row
  std::size_t lines = 0;        // at most so many rows, and just so many where each line end ends one
};

// How often a byte stands in a text; sums of 16 bits, which compilers add sixteen or more at once.
inline std::size_t count_byte(const char* first, const char* last, char wanted) {
  std::size_t count = 0;
  while (first < last) {
    const std::ptrdiff_t length = std::min<std::ptrdiff_t>(last - first, 32768);
    std::uint16_t found = 0;
    for (std::ptrdiff_t i = 0; i < length; ++i) found = static_cast<std::uint16_t>(found + (first[i] == wanted));
    count += found;
    first += length;
  }
  return count;
}

struct Count {
  std::size_t quotes = 0, line_ends = 0;
};

// A part has a line more than line ends only where the last one of the text has no end.
inline void count_lines(std::vector<Cut>& cuts, const std::vector<Count>& counts, bool plain, int threads) {
  const std::size_t parts = counts.size();
  if (plain) {  // each cut was made behind the first line end of its part, which belongs to the part before
    for (std::size_t part = 0; part < parts; ++part) {
      cuts[part].lines = counts[part].line_ends + (part + 1 < parts) - (part > 0);
    }
  } else {
    parallel_for(parts, threads, [&](std::size_t part) {
      cuts[part].lines = count_byte(cuts[part].begin, cuts[part + 1].begin, '\n');
    });
  }
  const char* const last = cuts[parts].begin;
  for (std::size_t part = 0; part < parts; ++part) {
    const bool to_the_end = cuts[part].begin < last && cuts[part + 1].begin == last;
    cuts[part].lines += to_the_end && last[-1] != '\n';
  }
}

// Where the rows of each part begin; the last cut is the end of the text.
inline std::vector<Cut> cut_rows(const char* first, const char* last, std::size_t part_bytes, int threads) {
  const auto size = static_cast<std::size_t>(last - first);
  const std::size_t parts = std::max<std::size_t>(1, size / std::max<std::size_t>(part_bytes, 1));
  const auto at = [&](std::size_t part) { return part == parts ? last : first + size / parts * part; };
  std::vector<Count> counts(parts);
  parallel_for(parts, threads, [&](std::size_t part) {
    counts[part] = {count_byte(at(part), at(part + 1), '"'), count_byte(at(part), at(part + 1), '\n')};
  });
  std::vector<Cut> cuts(parts + 1);
  cuts[0].begin = first;
  cuts[parts].begin = last;
  bool quoted = false, plain = counts[0].quotes == 0;
  for (std::size_t part = 1; part < parts; ++part) {
    quoted ^= counts[part - 1].quotes & 1;
    const char* p = at(part);
    for (bool inside = quoted; p < last; ++p) {
      inside ^= *p == '"';
      if (*p == '\n' && !inside) break;
    }
    plain = plain && counts[part].quotes == 0 && p < at(part + 1);
    cuts[part].begin = std::max(cuts[part - 1].begin, p == last ? last : p + 1);
  }
  count_lines(cuts, counts, plain, threads);
  return cuts;
}

// Closes the gaps that blank lines and line ends inside quotes left between the parts.
template <class Value>
void close_gaps(Value* column, const std::vector<TablePart>& parts) {
  Value* to = column;
  std::size_t from = 0;
  for (const TablePart& part : parts) {
    // Never to the right of where it stood.
    if (to != column + from) std::copy_n(column + from, part.rows, to);
    to += part.rows;
    from += part.room;
  }
}

inline void join_texts(const std::vector<TablePart>& parts, std::size_t index, TextColumn& column, int threads) {
  TextDictionary dictionary;
  std::vector<std::vector<std::uint32_t>> renumbered(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const TextDictionary& own = parts[part].dictionaries[index];
    for (std::size_t code = 0; code < own.texts().size(); ++code) {
      renumbered[part].push_back(dictionary.code_of(own.texts()[code], own.hashes()[code]));
    }
  }
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    std::int64_t* const codes = parts[part].codes[index];
    for (std::size_t row = 0; row < parts[part].rows; ++row) codes[row] = renumbered[part][static_cast<std::size_t>(codes[row])];
  });
  close_gaps(column.codes.as<std::int64_t>(), parts);
  column.texts = dictionary.texts();
}

// Room for a column whose pages are large where that is possible: faults would cost as much as parsing.
inline bool reserve(reading::ReservedBuffer& column, std::size_t bytes) {
  if (!column.reserve(bytes)) return false;
  column.expect(bytes);
  return true;
}

// No parts when there is no memory for the columns.
inline std::vector<TablePart> make_parts(const std::vector<Cut>& cuts, const TableLayout& layout,
                                         TableColumns& columns) {
  std::vector<TablePart> parts(cuts.size() - 1);
  std::size_t room = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) room += parts[part].room = cuts[part].lines;
  columns.numbers.resize(layout.count(CellKind::number));
  columns.texts.resize(layout.count(CellKind::text));
  columns.wholes.resize(layout.count(CellKind::whole));
  for (reading::ReservedBuffer& column : columns.numbers) {
    if (!reserve(column, room * sizeof(double))) return {};
  }
  for (TextColumn& column : columns.texts) {
    if (!reserve(column.codes, room * sizeof(std::int64_t))) return {};
  }
  for (reading::ReservedBuffer& column : columns.wholes) {
    if (!reserve(column, room * sizeof(std::int64_t))) return {};
  }
  std::size_t row = 0;
  for (TablePart& part : parts) {
    for (reading::ReservedBuffer& column : columns.numbers) part.numbers.push_back(column.as<double>() + row);
    for (TextColumn& column : columns.texts) part.codes.push_back(column.codes.as<std::int64_t>() + row);
    for (reading::ReservedBuffer& column : columns.wholes) part.wholes.push_back(column.as<std::int64_t>() + row);
    row += part.room;
  }
  return parts;
}

}  // namespace detail

// False when any row is declined. The texts point into [first, last) or into columns.unescaped; of each column
// the first `rows` values count.
inline bool read_table(const char* first, const char* last, const TableLayout& layout, int threads,
                       TableColumns& columns, std::size_t part_bytes = detail::kPartBytes) {
  if (static_cast<std::uint64_t>(last - first) > std::uint64_t{1} << 40) return false;
  const std::vector<detail::Cut> cuts = detail::cut_rows(first, last, part_bytes, threads);
  std::vector<TablePart> parts = detail::make_parts(cuts, layout, columns);
  if (parts.empty()) return false;
  std::atomic<bool> declined{false};
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    if (declined.load(std::memory_order_relaxed)) return;
    if (!RowParser(cuts[part].begin, cuts[part + 1].begin, layout, parts[part]).parse()) declined = true;
  });
  if (declined) return false;
  for (const TablePart& part : parts) columns.rows += part.rows;
  if (columns.rows >= std::numeric_limits<std::uint32_t>::max()) return false;
  for (reading::ReservedBuffer& column : columns.numbers) detail::close_gaps(column.as<double>(), parts);
  for (reading::ReservedBuffer& column : columns.wholes) detail::close_gaps(column.as<std::int64_t>(), parts);
  for (std::size_t index = 0; index < columns.texts.size(); ++index) {
    detail::join_texts(parts, index, columns.texts[index], threads);
  }
  // Moving a deque keeps its strings where they are.
  for (TablePart& part : parts) columns.unescaped.push_back(std::move(part.unescaped));
  return true;
}

}  // namespace truebox::tables
