// What a confusion matrix counts, once detections and truths have their partners.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "ground/thread_pool.hpp"

namespace truebox {

struct PairedSides {
  std::span<const std::int32_t> category;      // [n], 0 or more and below the number of classes; so are the truths'
  const std::int64_t* offsets;                 // [n + 1]
  const std::int32_t* pair_truth;
  const double* pair_overlap;
  std::span<const std::int32_t> truth_category;  // [g]
  const std::uint8_t* truth_ignored;           // [g]
  const std::uint8_t* confident;               // [n]
  const std::uint8_t* excused;                 // [n] not counted where nothing is left for it
  const std::int32_t* partner;                 // [n] truth or -1
  const std::int32_t* holder;                  // [g] detection or -1
};

// Writes `counted` [n]: confident, and paired or neither excused nor lying, by at least `least`, on a truth of its class
// that is ignored. Adds to `counts` [classes + 1, classes + 1]: rows are true classes, columns predicted; the last of
// both is the background.
inline void count_pairs(const PairedSides& in, double least, std::size_t classes, std::uint8_t* counted,
                        std::int64_t* counts, int threads) {
  constexpr std::size_t kShare = std::size_t{1} << 16;
  std::int64_t* const alone = counts + classes * (classes + 1);
  std::mutex mutex;
  parallel_ranges(in.category.size(), kShare, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::int64_t> mine(classes);
    for (std::size_t d = begin; d < end; ++d) {
      counted[d] = in.confident[d] != 0;
      if (counted[d] == 0 || in.partner[d] >= 0) continue;
      bool left_out = in.excused[d] != 0;
      for (std::int64_t p = in.offsets[d]; p < in.offsets[d + 1] && !left_out; ++p) {
        const auto g = static_cast<std::size_t>(in.pair_truth[p]);
        left_out = in.truth_ignored[g] != 0 && in.pair_overlap[p] >= least && in.truth_category[g] == in.category[d];
      }
      counted[d] = !left_out;
      mine[static_cast<std::size_t>(in.category[d])] += counted[d];
    }
    const std::lock_guard<std::mutex> guard(mutex);
    std::transform(mine.begin(), mine.end(), alone, alone, [](std::int64_t a, std::int64_t b) { return a + b; });
  });
  for (std::size_t g = 0; g < in.truth_category.size(); ++g) {
    if (in.truth_ignored[g] != 0) continue;
    const std::int32_t d = in.holder[g];
    const std::size_t column = d < 0 ? classes : static_cast<std::size_t>(in.category[static_cast<std::size_t>(d)]);
    ++counts[static_cast<std::size_t>(in.truth_category[g]) * (classes + 1) + column];
  }
}

// Adds to `counts` [K, kinds] how often each kind, below `kinds`, stands beside each class.
inline void count_kinds(std::span<const std::int32_t> category, const std::uint8_t* kind, std::size_t kinds, std::int64_t* counts) {
  for (std::size_t d = 0; d < category.size(); ++d) ++counts[static_cast<std::size_t>(category[d]) * kinds + kind[d]];
}

}  // namespace truebox
