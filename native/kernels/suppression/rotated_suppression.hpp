// Greedy non-maximum suppression of rotated boxes, by the exact area they share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/rows_by_score.hpp"
#include "ground/thread_pool.hpp"
#include "rotated/overlap.hpp"
#include "suppression/label_groups.hpp"

namespace truebox {

namespace rotated_detail {

// Places of the first `most` boxes that are kept of `count` that come by falling score, rows of [count, 5].
inline std::vector<std::uint32_t> kept_rotated_places(const double* rows, std::size_t count, const RotatedRule& rule,
                                                      double threshold, std::size_t most) {
  const RotatedColumns boxes = load_rotated(rows, count, rotated_scale(rows, count, nullptr, 0, rule), rule);
  const MeetingColumns sorted(boxes);
  std::vector<std::uint8_t> undecided(count, 1);
  std::vector<double> overlap(count, 0.0);
  std::vector<std::uint32_t> kept;
  std::uint8_t meets[kBatch];
  for (std::size_t i = 0; i < count && kept.size() < most; ++i) {
    if (undecided[i] == 0) continue;
    undecided[i] = 0;
    kept.push_back(static_cast<std::uint32_t>(i));
    RowCandidates candidates(boxes, i, boxes, false, overlap.data());
    const auto [first, last] = sorted.near(boxes.x[i], boxes.reach_x[i]);
    keep_going(100 + 10 * (last - first));
    for (std::size_t begin = first; begin < last; begin += kBatch) {
      const std::size_t length = std::min(kBatch, last - begin);
      boxes_meeting(boxes.x[i], boxes.y[i], boxes.reach_x[i], boxes.reach_y[i], sorted.x.data() + begin, sorted.y.data() + begin,
                    sorted.reach_x.data() + begin, sorted.reach_y.data() + begin, length, meets);
      for (std::size_t k = 0; k < length; ++k) meets[k] &= undecided[sorted.row[begin + k]];
      for (std::size_t part = 0; part < length; part += kPart) {
        candidates.add(sorted.row.data() + begin + part, meets + part, std::min(kPart, length - part));
      }
    }
    candidates.flush();
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t place = sorted.row[k];
      if (overlap[place] > threshold) undecided[place] = 0;
      overlap[place] = 0;
    }
  }
  return kept;
}

}  // namespace rotated_detail

struct RotatedSuppressionRule {
  RotatedRule rotation;
  double threshold = 0.5;
  double lowest_score = kEveryScore;
  std::size_t most = std::numeric_limits<std::size_t>::max();  // kept boxes in all
  int threads = 0;
};

// Rows [N, 5] that are kept, by falling score; they and the scores are finite, and no size is below zero. `labels` may be
// null: then every box competes with every other.
inline std::vector<std::int64_t> kept_rotated_rows(const double* boxes, std::span<const double> scores,
                                                   const std::int64_t* labels, const RotatedSuppressionRule& rule) {
  const std::vector<std::uint32_t> order = rows_by_score(scores, rule.lowest_score);
  const LabelGroups groups = group_by_label(order, labels);
  std::vector<std::uint8_t> is_kept(order.size(), 0);
  constexpr std::size_t kWorthThreads = 5000;
  parallel_for(groups.size(), order.size() < kWorthThreads ? 1 : rule.threads, [&](std::size_t g) {
    const auto members = groups.group(g);
    std::vector<double> own;
    own.reserve(5 * members.size());
    for (const std::uint32_t place : members) {
      const double* const row = boxes + 5 * std::size_t{order[place]};
      own.insert(own.end(), row, row + 5);
    }
    const auto places = rotated_detail::kept_rotated_places(own.data(), members.size(), rule.rotation, rule.threshold, rule.most);
    for (const std::uint32_t place : places) is_kept[members[place]] = 1;
  });
  std::vector<std::int64_t> rows;
  for (std::size_t place = 0; place < order.size() && rows.size() < rule.most; ++place) {
    if (is_kept[place] != 0) rows.push_back(order[place]);
  }
  return rows;
}

}  // namespace truebox
