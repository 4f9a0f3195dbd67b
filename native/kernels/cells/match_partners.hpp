// Who was matched with whom, from the overlaps of a match table: the matching of cell_matching.hpp in one area
// range, with the partners written down, and the best overlap of each detection and truth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "cells/matching_policy.hpp"
#include "cells/tie_order.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// Rows sorted by (category, image, rank), and their overlaps (see image_pairs.hpp).
struct TableDetections {
  std::span<const std::int32_t> category;
  std::span<const std::int32_t> image;
  const std::int64_t* offsets;
  const std::int32_t* pair_truth;
  const double* pair_overlap;
};

struct TableTruths {
  const std::int32_t* category;
  const std::uint8_t* ignored;   // in the area range
  const std::uint8_t* crowd;
  const std::uint8_t* unmarked;  // see kUnmarked
};

struct BestOverlap {
  double* overlap;       // 0: none
  std::int32_t* partner; // -1: none

  void start(std::size_t i) const {
    overlap[i] = 0;
    partner[i] = -1;
  }
  void offer(std::size_t i, double value, std::size_t other) const {
    if (value <= overlap[i] && (value < overlap[i] || partner[i] >= 0)) return;
    overlap[i] = value;
    partner[i] = static_cast<std::int32_t>(other);
  }
};

struct PartnerColumns {
  BestOverlap own, other, ignored;  // [n] best truth of the class, of another class, and not counted
  BestOverlap of_truth;             // [g] best detection of the class
  std::int32_t* truth;              // [n, T] or -1
  std::int32_t* detection;          // [g, T] or -1
};

template <class Policy>
class PartnerMatcher {
 public:
  PartnerMatcher(std::span<const double> thresholds, const TableDetections& detections, const TableTruths& truths,
                 const PartnerColumns& out)
      : thresholds_(thresholds), detections_(detections), truths_(truths), out_(out) {
    for (const double threshold : thresholds) lowest_ = std::min(lowest_, threshold);
  }

  void match(std::size_t row) {
    const std::size_t count = thresholds_.size();
    std::int32_t* partner = out_.truth + row * count;
    std::fill_n(partner, count, -1);
    out_.own.start(row);
    out_.other.start(row);
    out_.ignored.start(row);
    collect(row);
    if (candidates_.empty()) return;
    sort_candidates<typename Policy::Order>(candidates_);
    for (std::size_t t = 0; t < count; ++t) {
      const auto enough = [&](const Entry& entry) { return entry.overlap >= thresholds_[t]; };
      const auto end = std::partition_point(candidates_.begin(), candidates_.end(), enough);
      ThresholdCell cell{truths_, out_, row, t, count};
      Policy::choose(std::span<const Entry>(candidates_.begin(), end), cell);
    }
  }

 private:
  struct Entry {
    double overlap;
    std::uint32_t position;
    std::int32_t truth;
  };

  // One threshold, all of whose candidates reach it: see matching_policy.hpp.
  struct ThresholdCell {
    using Bits = unsigned;

    const TableTruths& truths;
    const PartnerColumns& out;
    std::size_t row, t, thresholds;

    std::int32_t& holder(const Entry& entry) const {
      return out.detection[static_cast<std::size_t>(entry.truth) * thresholds + t];
    }
    Bits reached(const Entry&) const { return 1; }
    Bits uncounted(const Entry& entry) const { return truths.ignored[entry.truth] != 0 ? 1 : 0; }
    Bits free(const Entry& entry) const { return region(entry) ? 1 : untaken(entry); }
    bool region(const Entry& entry) const { return truths.crowd[entry.truth] != 0; }
    Bits untaken(const Entry& entry) const { return holder(entry) < 0 ? 1 : 0; }
    void take(const Entry& entry, Bits taken) const {
      if (taken == 0) return;
      if (holder(entry) < 0) holder(entry) = static_cast<std::int32_t>(row);
      if (truths.unmarked[entry.truth] == 0) out.truth[row * thresholds + t] = entry.truth;
    }
    void take_uncounted(const Entry& entry, Bits taken) const { take(entry, taken); }
  };

  void collect(std::size_t row) {
    candidates_.clear();
    for (std::int64_t p = detections_.offsets[row]; p < detections_.offsets[row + 1]; ++p) {
      const std::int32_t truth = detections_.pair_truth[p];
      const double overlap = detections_.pair_overlap[p];
      const auto g = static_cast<std::size_t>(truth);
      const bool same = truths_.category[g] == detections_.category[row];
      if (truths_.ignored[g] != 0) {
        if (same) out_.ignored.offer(row, overlap, g);
      } else if (same) {
        out_.own.offer(row, overlap, g);
        out_.of_truth.offer(g, overlap, row);
      } else {
        out_.other.offer(row, overlap, g);
      }
      if (same && overlap >= lowest_) candidates_.push_back({overlap, static_cast<std::uint32_t>(candidates_.size()), truth});
    }
  }

  std::span<const double> thresholds_;
  double lowest_ = std::numeric_limits<double>::infinity();  // what is below reaches no threshold
  const TableDetections& detections_;
  const TableTruths& truths_;
  const PartnerColumns& out_;
  std::vector<Entry> candidates_;
};

// A truth lies in one cell only, so that threads over ranges of cells never meet.
inline void find_partners(Matching matching, std::span<const double> thresholds, const TableDetections& detections,
                          const TableTruths& truths, std::size_t truth_count, const PartnerColumns& out,
                          int threads) {
  constexpr std::size_t kShare = std::size_t{1} << 13;
  const std::size_t count = detections.category.size();
  for (std::size_t g = 0; g < truth_count; ++g) out.of_truth.start(g);
  std::fill_n(out.detection, truth_count * thresholds.size(), -1);
  std::vector<std::size_t> cuts{0};
  while (cuts.back() < count) {
    std::size_t end = std::min(cuts.back() + kShare, count);
    while (end < count && detections.category[end] == detections.category[end - 1] &&
           detections.image[end] == detections.image[end - 1]) {
      ++end;
    }
    cuts.push_back(end);
  }
  with_policy(matching, [&]<class Policy>(Policy) {
    parallel_for(cuts.size() - 1, threads, [&](std::size_t part) {
      PartnerMatcher<Policy> matcher(thresholds, detections, truths, out);
      for (std::size_t row = cuts[part]; row < cuts[part + 1]; ++row) matcher.match(row);
    });
  });
}

// Every row of a cell in which a row is marked. Rows are by class, then image.
inline std::vector<std::int64_t> rows_of_marked_cells(std::span<const std::int32_t> category,
                                                      std::span<const std::int32_t> image, const std::uint8_t* marked) {
  std::vector<std::int64_t> rows;
  const std::size_t count = category.size();
  const auto same_cell = [&](std::size_t a, std::size_t b) { return category[a] == category[b] && image[a] == image[b]; };
  for (std::size_t row = 0; row < count; ++row) {
    if (marked[row] == 0) continue;
    std::size_t first = row;
    while (first > 0 && same_cell(first - 1, row)) --first;
    for (row = first; row < count && same_cell(first, row); ++row) rows.push_back(static_cast<std::int64_t>(row));
    --row;
  }
  return rows;
}

}  // namespace truebox
