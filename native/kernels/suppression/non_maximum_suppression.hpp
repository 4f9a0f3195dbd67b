// Which rows of an array of boxes survive: order by score, split by label, suppress, put together again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "suppression/box_suppression.hpp"
#include "suppression/label_groups.hpp"
#include "ground/rows_by_score.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

struct SuppressionRule {
  SuppressionMeasure measure = SuppressionMeasure::iou;
  double threshold = 0.5;
  double lowest_score = -std::numeric_limits<double>::infinity();
  std::size_t most = std::numeric_limits<std::size_t>::max();  // kept boxes in all
  int threads = 0;
};

template <class Real>
Places suppress_sorted(std::span<const CornerBox<Real>> boxes, const SuppressionRule& rule, std::size_t most) {
  using Suppress = Places(std::span<const CornerBox<Real>>, double, std::size_t);
  Suppress* suppress = &suppress_by_iou;
  if (rule.measure == SuppressionMeasure::diou) suppress = &suppress_by_diou;
  return may_throw(suppress)(boxes, rule.threshold, most);
}

// Rows of `boxes` that are kept, by falling score. `labels` may be null: then every box competes with every other.
template <class Real>
std::vector<std::int64_t> kept_rows(std::span<const CornerBox<Real>> boxes, std::span<const double> scores,
                                    const std::int64_t* labels, const SuppressionRule& rule) {
  const std::vector<std::uint32_t> order = rows_by_score(scores, rule.lowest_score);
  const LabelGroups groups = group_by_label(order, labels);
  std::vector<CornerBox<Real>> sorted(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = boxes[order[groups.members[k]]];
  std::vector<std::int64_t> rows;
  if (groups.size() == 1) {
    const Places places = suppress_sorted<Real>(sorted, rule, rule.most);
    rows.reserve(places.size());
    for (const std::uint32_t place : places) rows.push_back(order[place]);
    return rows;
  }
  std::vector<std::uint8_t> is_kept(order.size(), 0);
  constexpr std::size_t kWorthThreads = 20000;
  const int threads = order.size() < kWorthThreads ? 1 : rule.threads;
  parallel_for(groups.size(), threads, [&](std::size_t g) {
    const auto members = groups.group(g);
    const std::span<const CornerBox<Real>> own(sorted.data() + groups.starts[g], members.size());
    for (const std::uint32_t place : suppress_sorted<Real>(own, rule, rule.most)) is_kept[members[place]] = 1;
  });
  for (std::size_t place = 0; place < order.size() && rows.size() < rule.most; ++place) {
    if (is_kept[place]) rows.push_back(order[place]);
  }
  return rows;
}

// The first row whose box has a value that is not finite or an extent below zero; `count` if there is none.
template <class Real>
std::size_t first_bad_box(std::span<const CornerBox<Real>> boxes) {
  constexpr Real kLargest = std::numeric_limits<Real>::max();
  const auto good = [](const CornerBox<Real>& box) {
    // Every comparison with NaN is false.
    return (box.x_min >= -kLargest) & (box.y_min >= -kLargest) & (box.x_max <= kLargest) & (box.y_max <= kLargest) &
           (box.x_max >= box.x_min) & (box.y_max >= box.y_min);
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!good(boxes[i])) return i;
  }
  return boxes.size();
}

}  // namespace truebox
