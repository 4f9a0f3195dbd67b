// The detections of a match state as resampling walks them: by score, one list per question and category.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
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

// Room for the rows of one question, used again for the next.
struct CurveRowsRoom {
  std::vector<std::int32_t> plain, image;
  std::vector<std::uint32_t> before;
  std::vector<std::uint64_t> hits, misses;

  void hold(std::size_t rows) {
    if (plain.size() >= rows) return;
    plain.resize(rows), image.resize(rows), before.resize(rows), hits.resize(rows), misses.resize(rows);
  }
};

inline CurveRows curve_rows(const MatchRows& rows, std::size_t k, const std::vector<std::uint32_t>& order,
                            const CurveQuestion& question, CurveRowsRoom& room) {
  const auto begin = static_cast<std::size_t>(rows.offsets[k]);
  const std::size_t bit = question.range * rows.thresholds;
  const std::uint64_t whole = ~std::uint64_t{0} >> (64 - rows.thresholds);
  std::size_t plain = 0, others = 0, before = 0;
  std::size_t kept = 0, plain_before_last_hit = 0;  // up to the last hit
  room.hold(order.size());
  for (const std::uint32_t place : order) {
    const std::size_t row = begin + place;
    if (rows.ranks[row] >= question.cap) continue;
    const std::uint64_t matched = detail::bit_field(rows.matched + row * rows.words, bit, rows.thresholds);
    const std::uint64_t counts = whole & ~detail::bit_field(rows.ignored + row * rows.words, bit, rows.thresholds);
    const std::uint64_t hits = matched & counts;
    const std::uint64_t misses = question.precise ? counts & ~matched : 0;
    if (misses == whole && plain - before < kMostBetween) {
      room.plain[plain++] = rows.images[row];
    } else if ((hits | misses) != 0) {
      room.image[others] = rows.images[row];
      room.before[others] = static_cast<std::uint32_t>(plain);
      room.hits[others] = hits;
      room.misses[others] = misses;
      before = plain;
      ++others;
      if (hits != 0) kept = others, plain_before_last_hit = plain;
    }
  }
  // Precision is read at true positives: what follows the last one changes nothing.
  const auto first = [](const auto& from, std::size_t count) {
    return std::remove_cvref_t<decltype(from)>(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
  };
  return {first(room.plain, plain_before_last_hit), first(room.image, kept), first(room.before, kept),
          first(room.hits, kept), first(room.misses, kept)};
}

}  // namespace truebox
