// The detections of a match state by category and falling score, up to a cap, in columns of their own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluation/score_ties.hpp"
#include "ground/score_order.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

struct RankingInput {
  std::span<const std::int64_t> offsets;  // [K + 1]
  std::size_t words;
  const double* scores;
  const std::int32_t* images;
  const std::int64_t* rows;
  const std::int32_t* ranks;
  const std::uint64_t* matched;  // [n, words]
  const std::uint64_t* ignored;
  ScoreTies ties;
  std::int32_t cap;  // on the detections of an image and category
};

// Of as many rows as lie within the cap; category k begins at offsets[k].
struct RankedColumns {
  std::span<const std::int64_t> offsets;  // [K + 1]
  std::int64_t* order;                    // place among the rows of the state
  double* scores;
  std::int32_t* images;
  std::int64_t* rows;
  std::uint64_t* matched;
  std::uint64_t* ignored;
};

// False where the offsets of the columns are not those of the rows within the cap.
inline bool rank_rows(const RankingInput& in, const RankedColumns& out, int threads) {
  const std::size_t categories = in.offsets.size() - 1;
  std::vector<std::uint8_t> fits(categories, 1);
  parallel_for(categories, threads, [&](std::size_t k) {
    const auto begin = static_cast<std::size_t>(in.offsets[k]);
    const std::size_t count = static_cast<std::size_t>(in.offsets[k + 1]) - begin;
    std::vector<std::uint32_t> order(count);
    ScoreOrder sorter;
    sorter.sort(in.scores + begin, count, order.data(), [&](std::size_t first, std::size_t last) {
      in.ties.arrange(order.data() + first, order.data() + last, begin);
    });
    auto place = static_cast<std::size_t>(out.offsets[k]);
    const auto end = static_cast<std::size_t>(out.offsets[k + 1]);
    for (const std::uint32_t each : order) {
      const std::size_t row = begin + each;
      if (in.ranks[row] >= in.cap) continue;
      if (place == end) {
        fits[k] = 0;
        return;
      }
      out.order[place] = static_cast<std::int64_t>(row);
      out.scores[place] = in.scores[row];
      out.images[place] = in.images[row];
      out.rows[place] = in.rows[row];
      std::copy_n(in.matched + row * in.words, in.words, out.matched + place * in.words);
      std::copy_n(in.ignored + row * in.words, in.words, out.ignored + place * in.words);
      ++place;
    }
    if (place != end) fits[k] = 0;
  });
  return std::all_of(fits.begin(), fits.end(), [](std::uint8_t fit) { return fit != 0; });
}

}  // namespace truebox
