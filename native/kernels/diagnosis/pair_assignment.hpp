// Detections and truths of any class paired one to one, greedily: what a confusion matrix counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "ground/thread_pool.hpp"

namespace truebox {

struct PairCandidates {
  std::span<const std::int64_t> offsets;  // [n + 1]
  const std::int32_t* truth;
  const double* overlap;
  const double* score;                    // [n]
  const std::int64_t* row;                // [n] decides between equal scores
  const std::uint8_t* detection_counts;   // [n]
  const std::uint8_t* truth_counts;       // [g]
  const std::int32_t* image;              // [n], 0 or more; a truth has pairs of one image alone
};

enum class PairOrder : std::uint8_t {
  score,    // by score, and then overlap
  overlap,  // by overlap, and then score
  best,     // by overlap, of equal ones the last detection; a detection asks for its best truth alone, of equals the last
};

// partner[d] = truth or -1; holder[g] = detection or -1. Pairs that reach `least` are taken in some order.
inline void assign_pairs(const PairCandidates& in, double least, PairOrder order, std::span<std::int32_t> partner,
                         std::span<std::int32_t> holder, int threads) {
  struct Entry {
    double first, second;
    std::int64_t row;
    std::int32_t detection, truth;
  };
  constexpr std::size_t kShare = std::size_t{1} << 15;
  const std::size_t count = in.offsets.size() - 1;
  std::vector<std::vector<Entry>> found((count + kShare - 1) / kShare);
  parallel_for(found.size(), threads, [&](std::size_t part) {
    const std::size_t end = std::min(count, (part + 1) * kShare);
    for (std::size_t d = part * kShare; d < end; ++d) {
      if (in.detection_counts[d] == 0) continue;
      const std::size_t own = found[part].size();
      for (auto p = static_cast<std::size_t>(in.offsets[d]); p < static_cast<std::size_t>(in.offsets[d + 1]); ++p) {
        const std::int32_t truth = in.truth[p];
        if (in.overlap[p] < least || in.truth_counts[truth] == 0) continue;
        const double overlap = in.overlap[p], score = in.score[d];
        const bool by_score = order == PairOrder::score;
        const Entry entry{by_score ? score : overlap, by_score ? overlap : score, in.row[d],
                          static_cast<std::int32_t>(d), truth};
        if (order != PairOrder::best || found[part].size() == own) {
          found[part].push_back(entry);
        } else if (Entry& best = found[part].back();
                   std::tie(entry.first, entry.truth) > std::tie(best.first, best.truth)) {
          best = entry;
        }
      }
    }
  });
  // Image by image, so that each order is that of a few pairs.
  std::vector<std::size_t> starts(1);
  for (const std::vector<Entry>& part : found) {
    for (const Entry& entry : part) {
      const auto image = static_cast<std::size_t>(in.image[entry.detection]);
      if (image + 2 > starts.size()) starts.resize(image + 2);
      ++starts[image + 1];
    }
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Entry> entries(starts.back());
  std::vector<std::size_t> next(starts);
  for (std::vector<Entry>& part : found) {
    for (const Entry& entry : part) entries[next[static_cast<std::size_t>(in.image[entry.detection])]++] = entry;
    part = {};
  }
  std::fill(partner.begin(), partner.end(), -1);
  std::fill(holder.begin(), holder.end(), -1);
  const auto earlier = [&](const Entry& a, const Entry& b) {
    if (a.first != b.first) return a.first > b.first;
    if (order == PairOrder::best) return a.second != b.second ? a.second < b.second : a.row > b.row;
    // By score all pairs of one detection come together, the best overlap first.
    if (order == PairOrder::score && a.row != b.row) return a.row < b.row;
    if (a.second != b.second) return a.second > b.second;
    return a.row != b.row ? a.row < b.row : a.truth < b.truth;
  };
  parallel_ranges(starts.size() - 1, std::size_t{1} << 8, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t image = first; image < last; ++image) {
      Entry* const begin = entries.data() + starts[image];
      Entry* const end = entries.data() + starts[image + 1];
      std::sort(begin, end, earlier);
      for (const Entry* entry = begin; entry != end; ++entry) {
        auto& mine = partner[static_cast<std::size_t>(entry->detection)];
        auto& its = holder[static_cast<std::size_t>(entry->truth)];
        if (mine >= 0 || its >= 0) continue;
        mine = entry->truth;
        its = entry->detection;
      }
    }
  });
}

}  // namespace truebox
