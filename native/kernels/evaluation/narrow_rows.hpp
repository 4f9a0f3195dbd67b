// The rows of a match state as a large evaluation keeps them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "evaluation/kept_order.hpp"
#include "evaluation/score_ties.hpp"

namespace truebox {

// By category, image and rank, see OutcomeTable; scores are those of the file.
struct NarrowRows {
  std::span<const std::uint32_t> row;      // [n]
  const std::int32_t* image;               // [n]
  const std::uint16_t* outcome;            // [n]
  std::span<const std::uint64_t> pairs;    // [outcomes, 2] matched, ignored
  std::span<const double> scores;          // of the file
  const double* boxes = nullptr;           // [*, 4] of the file, or null: those decide between equal scores
  KeptOrder kept_order;                    // [n], within each category
};

// A stretch of rows that begins with a cell, as accumulation reads it: see ScoreBand.
struct NarrowBand {
  const NarrowRows& from;
  std::size_t begin;
  std::size_t count;
  ScoreTies ties;
  bool by_file;  // equal scores stand as in the file, where there are no boxes

  // Before anything is read.
  void check() const {
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (from.row[i] >= from.scores.size() || 2 * std::size_t{from.outcome[i]} >= from.pairs.size()) {
        throw std::invalid_argument("no such row or outcome");
      }
    }
  }
  double score(std::size_t i) const { return from.scores[from.row[begin + i]]; }
  std::size_t outcome(std::size_t i) const { return from.outcome[begin + i]; }
  const std::uint64_t* matched(std::size_t i) const { return from.pairs.data() + 2 * outcome(i); }
  const std::uint64_t* ignored(std::size_t i) const { return matched(i) + 1; }
  std::int32_t rank_after(std::size_t i, std::int32_t rank) const {
    return i > 0 && from.image[begin + i] == from.image[begin + i - 1] ? rank + 1 : 0;
  }
  KeptOrder kept_order() const { return from.kept_order.from(begin); }
  void arrange(std::uint32_t* first, std::uint32_t* last) const {
    if (from.boxes != nullptr) {
      const auto box = [&](std::uint32_t i) { return from.boxes + 4 * std::size_t{from.row[begin + i]}; };
      std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
        const int content = compare_boxes(box(a), box(b));
        return content != 0 ? content < 0 : a < b;
      });
    } else if (ties.boxes == nullptr && by_file) {
      std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
        return from.row[begin + a] != from.row[begin + b] ? from.row[begin + a] < from.row[begin + b] : a < b;
      });
    } else {
      ties.arrange(first, last, begin);
    }
  }
};

}  // namespace truebox
