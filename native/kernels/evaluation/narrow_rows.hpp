// The rows of a match state as a large evaluation keeps them, and the columns of some of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace truebox {

// By category, image and rank, see OutcomeTable; scores are those of the file.
struct NarrowRows {
  std::span<const std::uint32_t> row;      // [n]
  const std::int32_t* image;               // [n]
  const std::uint16_t* outcome;            // [n]
  std::span<const std::uint64_t> pairs;    // [outcomes, 2] matched, ignored
  std::span<const double> scores;          // of the file
};

// The columns of a stretch of rows that begins with a cell.
struct WidenedRows {
  std::vector<double> scores;
  std::vector<std::int32_t> ranks;
  std::vector<std::uint64_t> matched, ignored;
  std::vector<std::int64_t> rows;  // where they are asked for

  void take(const NarrowRows& from, std::size_t begin, std::size_t count, bool with_rows) {
    scores.resize(count), ranks.resize(count), matched.resize(count), ignored.resize(count);
    rows.resize(with_rows ? count : 0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t row = from.row[begin + i];
      const std::size_t pair = 2 * std::size_t{from.outcome[begin + i]};
      if (row >= from.scores.size() || pair >= from.pairs.size()) throw std::invalid_argument("no such row or outcome");
      scores[i] = from.scores[row];
      ranks[i] = i > 0 && from.image[begin + i] == from.image[begin + i - 1] ? ranks[i - 1] + 1 : 0;
      matched[i] = from.pairs[pair];
      ignored[i] = from.pairs[pair + 1];
      if (with_rows) rows[i] = row;
    }
  }
};

}  // namespace truebox
