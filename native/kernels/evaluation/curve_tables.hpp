// What accumulation reads and writes: outcomes by category, tables by [category, range, cap, threshold, recall].
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "evaluation/narrow_rows.hpp"
#include "evaluation/score_ties.hpp"

namespace truebox {

struct AccumulationInput {
  std::size_t thresholds;  // T
  std::size_t ranges;      // A
  std::size_t words;       // W
  std::span<const std::int32_t> caps;       // [M] most detections per image, ascending
  std::span<const double> recalls;          // [R]
  std::span<const double> more_recalls;     // [E] ascending: precision is wanted at these too
  std::span<const std::int64_t> offsets;    // [K + 1] rows of each category
  const double* scores;                     // [n]
  const std::int32_t* ranks;                // [n]
  const std::uint64_t* matched;             // [n, W]
  const std::uint64_t* ignored;             // [n, W]
  ScoreTies ties;
  const std::int64_t* truths;               // [K, A]
  double epsilon;                           // added to the denominator of precision
  bool stop_at_unreachable;                 // later recall thresholds stay 0 once one is out of reach
  const NarrowRows* narrow = nullptr;       // what `scores`, `ranks`, `matched` and `ignored` are made from
  bool by_file = false;                     // of narrow rows: equal scores stand as in the file, where there are no boxes
};

// Rows of a category, or those of them whose scores lie between two bounds; see AccumulationInput for the columns.
struct ScoreBand {
  const double* scores;
  const std::int32_t* ranks;
  const std::uint64_t* matches;
  const std::uint64_t* ignores;
  ScoreTies ties;
  std::size_t begin;
  std::size_t count;
  std::size_t words;

  double score(std::size_t i) const { return scores[begin + i]; }
  const std::uint64_t* matched(std::size_t i) const { return matches + (begin + i) * words; }
  const std::uint64_t* ignored(std::size_t i) const { return ignores + (begin + i) * words; }
  // The rank of a row, where the row before it has `rank`.
  std::int32_t rank_after(std::size_t i, std::int32_t) const { return ranks[begin + i]; }
  void arrange(std::uint32_t* first, std::uint32_t* last) const { ties.arrange(first, last, begin); }
};

struct AccumulationOutput {
  double* precision;         // [K, A, M, T, R]
  double* scores;            // [K, A, M, T, R] or null: not wanted
  double* recall;            // [K, A, M, T]
  double* more_precision;    // [K, A, M, T, E]
  double* area;              // [K, A, M, T] under the envelope of precision, or null: not wanted
  std::uint8_t* ties;        // [K] 1 where detections of equal score had outcomes whose order could matter
};

namespace detail {

// Addresses of one (category, range, cap) in the tables.
struct Tables {
  AccumulationOutput out;
  std::size_t thresholds, recalls, more_recalls;

  double* precision(std::size_t slot, std::size_t t) const { return out.precision + (slot * thresholds + t) * recalls; }
  double* scores(std::size_t slot, std::size_t t) const {
    return out.scores == nullptr ? nullptr : out.scores + (slot * thresholds + t) * recalls;
  }
  double* recall(std::size_t slot, std::size_t t) const { return out.recall + slot * thresholds + t; }
  double* more(std::size_t slot, std::size_t t) const {
    return out.more_precision + (slot * thresholds + t) * more_recalls;
  }
  double* area(std::size_t slot, std::size_t t) const {
    return out.area == nullptr ? nullptr : out.area + slot * thresholds + t;
  }
  void set_undefined(std::size_t slot) const {
    std::fill_n(precision(slot, 0), thresholds * recalls, -1.0);
    if (out.scores != nullptr) std::fill_n(scores(slot, 0), thresholds * recalls, -1.0);
    std::fill_n(recall(slot, 0), thresholds, -1.0);
    std::fill_n(more(slot, 0), thresholds * more_recalls, -1.0);
    if (out.area != nullptr) std::fill_n(area(slot, 0), thresholds, -1.0);
  }
  void repeat(std::size_t slot) const {  // the values of the slot before
    std::copy_n(precision(slot - 1, 0), thresholds * recalls, precision(slot, 0));
    if (out.scores != nullptr) std::copy_n(scores(slot - 1, 0), thresholds * recalls, scores(slot, 0));
    std::copy_n(recall(slot - 1, 0), thresholds, recall(slot, 0));
    std::copy_n(more(slot - 1, 0), thresholds * more_recalls, more(slot, 0));
    if (out.area != nullptr) std::copy_n(area(slot - 1, 0), thresholds, area(slot, 0));
  }
};

}  // namespace detail
}  // namespace truebox
