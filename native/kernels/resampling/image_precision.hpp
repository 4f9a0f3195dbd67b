// The average precision of every image evaluated alone: the mean over the categories that have truth in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "evaluation/curve_rows.hpp"
#include "resampling/recall_steps.hpp"

namespace truebox {

namespace detail {

// Rows [begin, end) are the detections of one image and category, by rank.
inline double cell_precision(const MatchRows& rows, std::size_t begin, std::size_t end, const CurveQuestion& question,
                             std::int64_t truths, RecallSteps& steps, double epsilon, std::vector<double>& precision) {
  double sum = 0;
  const std::int32_t offset = steps.offset(truths);
  for (std::size_t t = 0; t < rows.thresholds; ++t) {
    const std::size_t bit = question.range * rows.thresholds + t;
    precision.clear();
    double counted = 0;
    for (std::size_t row = begin; row < end && rows.ranks[row] < question.cap; ++row) {
      if (bit_field(rows.ignored + row * rows.words, bit, 1) != 0) continue;
      counted += 1;
      if (bit_field(rows.matched + row * rows.words, bit, 1) == 0) continue;
      precision.push_back(static_cast<double>(precision.size() + 1) / (counted + epsilon));
    }
    double highest = 0;
    for (std::size_t hits = std::min(precision.size(), static_cast<std::size_t>(truths)); hits > 0; --hits) {
      highest = std::max(highest, precision[hits - 1]);
      const std::int32_t* step = steps.data() + offset + hits;
      sum += highest * static_cast<double>(step[0] - step[-1]);
    }
  }
  return sum / (static_cast<double>(rows.thresholds) * static_cast<double>(steps.recalls(truths)));
}

}  // namespace detail

// out[image] is NaN where the image has no truth that counts in the range.
inline void image_precision(const MatchRows& rows, const CountedTruths& truths, const CurveQuestion& question,
                            std::span<const double> recalls, double epsilon, std::span<double> out) {
  RecallSteps steps(recalls);
  std::vector<std::int32_t> cells(out.size(), 0);
  std::vector<double> precision;
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t k = 0; k + 1 < rows.offsets.size(); ++k) {
    auto row = static_cast<std::size_t>(rows.offsets[k]);
    const auto last_row = static_cast<std::size_t>(rows.offsets[k + 1]);
    const auto last = static_cast<std::size_t>(truths.offsets[k + 1]);
    for (auto i = static_cast<std::size_t>(truths.offsets[k]); i < last;) {
      const std::int32_t image = truths.images[i];
      std::int64_t count = 0;
      for (; i < last && truths.images[i] == image; ++i) count += (truths.inside[i] >> question.range) & 1;
      if (count == 0) continue;
      while (row < last_row && rows.images[row] < image) ++row;
      std::size_t end = row;
      while (end < last_row && rows.images[end] == image) ++end;
      const auto place = static_cast<std::size_t>(image);
      out[place] += detail::cell_precision(rows, row, end, question, count, steps, epsilon, precision);
      ++cells[place];
      row = end;
    }
  }
  for (std::size_t image = 0; image < out.size(); ++image) {
    out[image] = cells[image] == 0 ? std::numeric_limits<double>::quiet_NaN() : out[image] / cells[image];
  }
}

}  // namespace truebox
