// DetEval's matching, image after image: pairs first, then words in pieces, then several words in one detection. What each
// detection adds to recall and precision, and the word it stands for.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tracks/array_sums.hpp"

namespace truebox {

// Pairs by image and class, then by word, then by detection.
struct WordPairs {
  std::span<const std::int64_t> offsets;      // [C + 1] of the cells
  std::span<const std::int64_t> found, word;  // [P] rows
  std::span<const double> of_word, of_found;  // [P] what a pair shares
};

struct WordCredits {
  double* values;         // [N, 2]
  std::int64_t* partner;  // [N] row of a word
};

// One cell as a table, words down.
class WordTable {
 public:
  void fill(const WordPairs& pairs, std::size_t begin, std::size_t end) {
    words_.assign(pairs.word.begin() + static_cast<std::ptrdiff_t>(begin), pairs.word.begin() + static_cast<std::ptrdiff_t>(end));
    found_.assign(pairs.found.begin() + static_cast<std::ptrdiff_t>(begin), pairs.found.begin() + static_cast<std::ptrdiff_t>(end));
    for (auto* rows : {&words_, &found_}) {
      std::sort(rows->begin(), rows->end());
      rows->erase(std::unique(rows->begin(), rows->end()), rows->end());
    }
    of_word_.assign(words_.size() * found_.size(), 0.0);
    of_found_.assign(words_.size() * found_.size(), 0.0);
    for (std::size_t p = begin; p < end; ++p) {
      const auto w = static_cast<std::size_t>(std::lower_bound(words_.begin(), words_.end(), pairs.word[p]) - words_.begin());
      const auto d = static_cast<std::size_t>(std::lower_bound(found_.begin(), found_.end(), pairs.found[p]) - found_.begin());
      of_word_[w * found_.size() + d] = pairs.of_word[p];
      of_found_[w * found_.size() + d] = pairs.of_found[p];
    }
  }

  std::size_t words() const { return words_.size(); }
  std::size_t detections() const { return found_.size(); }
  std::int64_t word(std::size_t w) const { return words_[w]; }
  std::int64_t found(std::size_t d) const { return found_[d]; }
  double of_word(std::size_t w, std::size_t d) const { return of_word_[w * found_.size() + d]; }
  double of_found(std::size_t w, std::size_t d) const { return of_found_[w * found_.size() + d]; }

 private:
  std::vector<std::int64_t> words_, found_;
  std::vector<double> of_word_, of_found_;
};

// What is still free of one cell, and what was credited.
class CellCredits {
 public:
  CellCredits(const WordTable& table, const WordCredits& out) : table_(table), out_(out) {}

  void begin() {
    free_word.assign(table_.words(), 1);
    free.assign(table_.detections(), 1);
  }
  void set(std::size_t d, double recall, double precision, std::size_t w) {
    const auto row = static_cast<std::size_t>(table_.found(d));
    out_.values[2 * row] = recall;
    out_.values[2 * row + 1] = precision;
    out_.partner[row] = table_.word(w);
  }
  void add(std::size_t w, std::size_t d) {
    const auto row = static_cast<std::size_t>(table_.found(d));
    free_word[w] = free[d] = 0;
    out_.values[2 * row] += 1.0;
    out_.values[2 * row + 1] += 1.0;
    out_.partner[row] = table_.word(w);
  }

  std::vector<std::uint8_t> free_word, free;

 private:
  const WordTable& table_;
  const WordCredits& out_;
};

// Corners of all rows of a side, and where each begins.
struct WordOutlines {
  const double* corners;
  std::span<const std::int64_t> offsets;
};

struct CentredShape {
  double x, y, diagonal;
};

inline CentredShape centred_shape(const WordOutlines& side, std::int64_t row) {
  const auto begin = static_cast<std::size_t>(side.offsets[static_cast<std::size_t>(row)]);
  const auto end = static_cast<std::size_t>(side.offsets[static_cast<std::size_t>(row) + 1]);
  double sum[2] = {0, 0}, low[2], high[2];
  for (std::size_t axis = 0; axis < 2; ++axis) low[axis] = high[axis] = side.corners[2 * begin + axis];
  for (std::size_t k = begin; k < end; ++k) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double value = side.corners[2 * k + axis];
      sum[axis] += value;
      low[axis] = std::min(low[axis], value);
      high[axis] = std::max(high[axis], value);
    }
  }
  const auto count = static_cast<double>(end - begin);
  return {sum[0] / count, sum[1] / count, std::hypot(high[0] - low[0], high[1] - low[1])};
}

struct DetEvalRules {
  double least_of_word, least_of_found;
  double enough_of_word, enough_of_found;  // of sums: what rounds to the least at four digits
  std::span<const std::uint8_t> word_counts, found_counts;  // by row
  WordOutlines words, found;
};

// As ICDAR 2013: a pair that is alone and centred gives 1 to both; pieces 0.8 to the word and to each; a merge 1 for each word.
inline void deteval_credits(const WordPairs& pairs, const DetEvalRules& rules, const WordCredits& out) {
  constexpr double kSplit = 0.8;
  WordTable table;
  CellCredits cell(table, out);
  std::vector<std::size_t> word_meets, found_meets, word_fits, found_fits, taken;
  std::vector<std::uint8_t> at_first;
  const auto fits = [&](std::size_t w, std::size_t d) {
    return table.of_word(w, d) >= rules.least_of_word && table.of_found(w, d) >= rules.least_of_found;
  };
  for (std::size_t c = 0; c + 1 < pairs.offsets.size(); ++c) {
    table.fill(pairs, static_cast<std::size_t>(pairs.offsets[c]), static_cast<std::size_t>(pairs.offsets[c + 1]));
    const std::size_t words = table.words(), detections = table.detections();
    cell.begin();
    for (std::size_t w = 0; w < words; ++w) cell.free_word[w] = rules.word_counts[static_cast<std::size_t>(table.word(w))];
    for (std::size_t d = 0; d < detections; ++d) cell.free[d] = rules.found_counts[static_cast<std::size_t>(table.found(d))];
    word_meets.assign(words, 0);
    word_fits.assign(words, 0);
    found_meets.assign(detections, 0);
    found_fits.assign(detections, 0);
    for (std::size_t w = 0; w < words; ++w) {
      for (std::size_t d = 0; d < detections; ++d) {
        const bool meets = table.of_word(w, d) > 0;
        word_meets[w] += meets && cell.free[d] ? 1 : 0;
        found_meets[d] += meets && cell.free_word[w] ? 1 : 0;
        const bool both = fits(w, d);
        word_fits[w] += both;
        found_fits[d] += both;
      }
    }
    for (std::size_t w = 0; w < words; ++w) {
      for (std::size_t d = 0; d < detections; ++d) {
        if (word_fits[w] != 1 || found_fits[d] != 1 || !fits(w, d)) continue;
        if (!cell.free_word[w] || !cell.free[d] || word_meets[w] != 1 || found_meets[d] != 1) continue;
        const CentredShape a = centred_shape(rules.words, table.word(w)), b = centred_shape(rules.found, table.found(d));
        if (!(2 * std::hypot(a.x - b.x, a.y - b.y) / (a.diagonal + b.diagonal) < 1)) continue;
        cell.free_word[w] = cell.free[d] = 0;
        cell.set(d, 1.0, 1.0, w);
      }
    }
    at_first = cell.free_word;
    for (std::size_t w = 0; w < words; ++w) {
      if (!at_first[w] || word_meets[w] < 2) continue;
      taken.clear();
      double sum = 0;
      for (std::size_t d = 0; d < detections; ++d) {
        if (!cell.free[d] || !(table.of_found(w, d) >= rules.least_of_found)) continue;
        taken.push_back(d);
        sum += table.of_word(w, d);
      }
      if (taken.empty() || !(sum >= rules.enough_of_word)) continue;
      const double worth = taken.size() == 1 ? 1.0 : kSplit;
      cell.free_word[w] = 0;
      for (const std::size_t d : taken) {
        cell.free[d] = 0;
        cell.set(d, d == taken.front() ? worth : 0.0, worth, w);
      }
    }
    at_first = cell.free;
    for (std::size_t d = 0; d < detections; ++d) {
      if (!at_first[d] || found_meets[d] < 2) continue;
      taken.clear();
      double sum = 0;
      for (std::size_t w = 0; w < words; ++w) {
        if (!cell.free_word[w] || !(table.of_word(w, d) >= rules.least_of_word)) continue;
        taken.push_back(w);
        sum += table.of_found(w, d);
      }
      if (taken.empty() || !(sum >= rules.enough_of_found)) continue;
      cell.free[d] = 0;
      for (const std::size_t w : taken) cell.free_word[w] = 0;
      cell.set(d, static_cast<double>(taken.size()), 1.0, taken.front());
    }
  }
}

// As Total-Text: no centres; the shares are rounded to two digits before; pieces and merges give 0.8.
inline void polygon_credits(const WordPairs& pairs, double least_of_word, double least_of_found, const WordCredits& out) {
  constexpr double kPart = 0.8;
  WordTable table;
  CellCredits cell(table, out);
  std::vector<std::size_t> taken, word_above, found_above, word_meets, found_meets;
  std::vector<double> held;
  std::vector<std::uint8_t> at_first;
  for (std::size_t c = 0; c + 1 < pairs.offsets.size(); ++c) {
    table.fill(pairs, static_cast<std::size_t>(pairs.offsets[c]), static_cast<std::size_t>(pairs.offsets[c + 1]));
    const std::size_t words = table.words(), detections = table.detections();
    cell.begin();
    word_above.assign(detections, 0);   // words that this detection covers enough of
    found_above.assign(detections, 0);  // words that lie in this detection enough
    word_meets.assign(words, 0);
    found_meets.assign(detections, 0);
    for (std::size_t w = 0; w < words; ++w) {
      for (std::size_t d = 0; d < detections; ++d) {
        word_above[d] += table.of_word(w, d) > least_of_word;
        found_above[d] += table.of_found(w, d) > least_of_found;
        word_meets[w] += table.of_word(w, d) > 0;
        found_meets[d] += table.of_found(w, d) > 0;
      }
    }
    for (std::size_t w = 0; w < words; ++w) {
      std::size_t by_word = 0, by_found = 0, first_by_word = 0, first_by_found = 0;
      for (std::size_t d = detections; d-- > 0;) {
        if (table.of_word(w, d) > least_of_word) ++by_word, first_by_word = d;
        if (table.of_found(w, d) > least_of_found) ++by_found, first_by_found = d;
      }
      if (by_word == 1 && by_found == 1 && word_above[first_by_word] == 1 && found_above[first_by_found] == 1) {
        cell.add(w, first_by_word);
      }
    }
    at_first = cell.free_word;
    for (std::size_t w = 0; w < words; ++w) {
      if (!at_first[w] || word_meets[w] <= 1) continue;
      taken.clear();
      held.clear();
      for (std::size_t d = 0; d < detections; ++d) {
        if (!cell.free[d] || !(table.of_found(w, d) >= least_of_found)) continue;
        taken.push_back(d);
        held.push_back(table.of_word(w, d));
      }
      if (taken.size() == 1) {
        if (held[0] >= least_of_word) cell.add(w, taken[0]);
      } else if (!taken.empty() && tracks::array_sum(held.data(), held.size()) >= least_of_word) {
        cell.free_word[w] = 0;
        for (const std::size_t d : taken) {
          cell.free[d] = 0;
          cell.set(d, d == taken.front() ? kPart : 0.0, kPart, w);
        }
      }
    }
    at_first = cell.free;
    for (std::size_t d = 0; d < detections; ++d) {
      if (!at_first[d] || found_meets[d] <= 1) continue;
      taken.clear();
      held.clear();
      for (std::size_t w = 0; w < words; ++w) {
        if (!cell.free_word[w] || !(table.of_word(w, d) >= least_of_found)) continue;
        taken.push_back(w);
        held.push_back(table.of_found(w, d));
      }
      if (taken.size() == 1) {
        if (held[0] >= least_of_found && table.of_word(taken[0], d) >= least_of_word) cell.add(taken[0], d);
      } else if (!taken.empty() && tracks::array_sum(held.data(), held.size()) >= least_of_found) {
        cell.free[d] = 0;
        for (const std::size_t w : taken) cell.free_word[w] = 0;
        cell.set(d, static_cast<double>(taken.size()) * kPart, kPart, taken.front());
      }
    }
  }
}

}  // namespace truebox
