// Detections and truths of any class paired one to one, greedily: what a confusion matrix counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace truebox {

struct PairCandidates {
  std::span<const std::int64_t> offsets;  // [n + 1]
  const std::int32_t* truth;
  const double* overlap;
  const double* score;                    // [n]
  const std::int64_t* row;                // [n] decides between equal scores
  const std::uint8_t* detection_counts;   // [n]
  const std::uint8_t* truth_counts;       // [g]
  const std::int32_t* image;              // [n], 0 or more; pairs of two images never meet
};

// partner[d] = truth or -1; holder[g] = detection or -1. Pairs that reach `least` are taken by score and then
// overlap, or by overlap and then score.
inline void assign_pairs(const PairCandidates& in, double least, bool by_overlap, std::span<std::int32_t> partner,
                         std::span<std::int32_t> holder) {
  struct Entry {
    double first, second;
    std::int64_t row;
    std::int32_t detection, truth;
  };
  std::vector<Entry> found;
  const std::size_t count = in.offsets.size() - 1;
  for (std::size_t d = 0; d < count; ++d) {
    if (in.detection_counts[d] == 0) continue;
    for (auto p = static_cast<std::size_t>(in.offsets[d]); p < static_cast<std::size_t>(in.offsets[d + 1]); ++p) {
      const std::int32_t truth = in.truth[p];
      if (in.overlap[p] < least || in.truth_counts[truth] == 0) continue;
      const double overlap = in.overlap[p], score = in.score[d];
      found.push_back({by_overlap ? overlap : score, by_overlap ? score : overlap, in.row[d],
                         static_cast<std::int32_t>(d), truth});
    }
  }
  // Image by image, so that each order is that of a few pairs.
  std::vector<std::size_t> starts(1);
  for (const Entry& entry : found) {
    const auto image = static_cast<std::size_t>(in.image[entry.detection]);
    if (image + 2 > starts.size()) starts.resize(image + 2);
    ++starts[image + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Entry> entries(found.size());
  std::vector<std::size_t> next(starts);
  for (const Entry& entry : found) entries[next[static_cast<std::size_t>(in.image[entry.detection])]++] = entry;
  const auto earlier = [&](const Entry& a, const Entry& b) {
    if (a.first != b.first) return a.first > b.first;
    // By score all pairs of one detection come together, the best overlap first.
    if (!by_overlap && a.row != b.row) return a.row < b.row;
    if (a.second != b.second) return a.second > b.second;
    return a.row != b.row ? a.row < b.row : a.truth < b.truth;
  };
  for (std::size_t image = 0; image + 1 < starts.size(); ++image) {
    const auto begin = entries.begin();
    std::sort(begin + static_cast<std::ptrdiff_t>(starts[image]), begin + static_cast<std::ptrdiff_t>(starts[image + 1]), earlier);
  }
  std::fill(partner.begin(), partner.end(), -1);
  std::fill(holder.begin(), holder.end(), -1);
  for (const Entry& entry : entries) {
    auto& mine = partner[static_cast<std::size_t>(entry.detection)];
    auto& its = holder[static_cast<std::size_t>(entry.truth)];
    if (mine >= 0 || its >= 0) continue;
    mine = entry.truth;
    its = entry.detection;
  }
}

}  // namespace truebox
