// The detections of a match state as resampling walks them: by score, one list per question and category.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluation/score_ties.hpp"
#include "ground/score_order.hpp"
#include "evaluation/special_detections.hpp"

namespace truebox {

// A match state; see AccumulationInput for the columns they share.
struct MatchRows {
  std::size_t thresholds;  // T, at most 64
  std::size_t ranges;      // A, at most 64
  std::size_t words;
  std::span<const std::int64_t> offsets;  // [K + 1]
  const double* scores;
  const std::int32_t* images;
  const std::int32_t* ranks;
  const std::uint64_t* matched;
  const std::uint64_t* ignored;
  ScoreTies ties;
};

// Truths that count in some range, by (category, image).
struct CountedTruths {
  std::span<const std::int64_t> offsets;  // [K + 1]
  const std::int32_t* images;
  const std::uint64_t* inside;  // bit a: counts in range a
};

// One area range at one cap on detections; recall alone needs no false positives.
struct CurveQuestion {
  std::size_t range;
  std::int32_t cap;
  bool precise;
};

// No more plain false positives lie between two of the other rows: their weights of at most 255 add up in 16 bits.
inline constexpr std::size_t kMostBetween = 257;

struct CurveRows {
  std::vector<std::int32_t> plain;     // images of the false positives at every threshold
  std::vector<std::int32_t> image;     // of the detections whose outcome differs between thresholds, or that hit, and
                                       // of a plain one where many lie between them
  std::vector<std::uint32_t> before;   // plain ones before each of these
  std::vector<std::uint64_t> hits;     // bit t: true positive
  std::vector<std::uint64_t> misses;   // bit t: false positive
};

// Rows of category k in order of score, equal scores as accumulation orders them.
inline void order_category(const MatchRows& rows, std::size_t k, ScoreOrder& sorter, std::vector<std::uint32_t>& order) {
  const auto begin = static_cast<std::size_t>(rows.offsets[k]);
  order.resize(static_cast<std::size_t>(rows.offsets[k + 1]) - begin);
  sorter.sort(rows.scores + begin, order.size(), order.data(), [&](std::size_t first, std::size_t last) {
    rows.ties.arrange(order.data() + first, order.data() + last, begin);
  });
}

inline CurveRows curve_rows(const MatchRows& rows, std::size_t k, const std::vector<std::uint32_t>& order,
                            const CurveQuestion& question) {
  CurveRows out;
  const auto begin = static_cast<std::size_t>(rows.offsets[k]);
  const std::size_t bit = question.range * rows.thresholds;
  const std::uint64_t whole = ~std::uint64_t{0} >> (64 - rows.thresholds);
  std::size_t plain_before_last_hit = 0;
  for (const std::uint32_t place : order) {
    const std::size_t row = begin + place;
    if (rows.ranks[row] >= question.cap) continue;
    const std::uint64_t matched = detail::bit_field(rows.matched + row * rows.words, bit, rows.thresholds);
    const std::uint64_t counts = whole & ~detail::bit_field(rows.ignored + row * rows.words, bit, rows.thresholds);
    const std::uint64_t hits = matched & counts;
    const std::uint64_t misses = question.precise ? counts & ~matched : 0;
    const std::size_t before = out.before.empty() ? 0 : out.before.back();
    if (misses == whole && out.plain.size() - before < kMostBetween) {
      out.plain.push_back(rows.images[row]);
    } else if ((hits | misses) != 0) {
      out.image.push_back(rows.images[row]);
      out.before.push_back(static_cast<std::uint32_t>(out.plain.size()));
      out.hits.push_back(hits);
      out.misses.push_back(misses);
      if (hits != 0) plain_before_last_hit = out.plain.size();
    }
  }
  // Precision is read at true positives: what follows the last one changes nothing.
  out.plain.resize(plain_before_last_hit);
  while (!out.hits.empty() && out.hits.back() == 0) {
    out.image.pop_back();
    out.before.pop_back();
    out.hits.pop_back();
    out.misses.pop_back();
  }
  return out;
}

}  // namespace truebox
