// Precision and recall of classes at given scores, in a straight line between detections, under weights of the images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ground/interruption.hpp"

namespace truebox {

// Detections of class k by falling score: [offsets[k], offsets[k + 1]). `places` [K, S] are behind the last detection
// of at least each of the rising `cuts`, so that they fall along a row.
struct ScoreCurves {
  std::span<const std::int64_t> offsets;
  const std::int32_t* image;
  const double* score;
  const std::uint8_t* hit;
  const std::int64_t* places;
  std::span<const double> cuts;
};

namespace detail {

// The line from the last detection that was drawn to the next; level where there is none.
struct ScoreLine {
  double low = 0, slope = 0;

  double at(double way, bool slanted) const { return slanted && way != 0 ? slope * way + low : low; }
};

}  // namespace detail

// One class with so many truths: every detection stands as often as its image. `precision` and `recall` [S].
inline void read_score_curves(const ScoreCurves& of, std::size_t category, std::span<const std::int64_t> weights,
                              std::int64_t truths, double* precision, double* recall) {
  const auto first = static_cast<std::size_t>(of.offsets[category]), end = static_cast<std::size_t>(of.offsets[category + 1]);
  const std::size_t steps = of.cuts.size();
  const std::int64_t* places = of.places + category * steps;
  const auto weight = [&](std::size_t row) { return weights[static_cast<std::size_t>(of.image[row])]; };
  keep_going(end - first + steps);
  std::size_t row = first, next = first, last = first;
  std::int64_t count = 0, true_ones = 0;
  const auto wanted = static_cast<double>(truths);
  while (next < end && weight(next) == 0) ++next;
  const bool drawn = next < end;
  bool fresh = true, slanted = false;
  detail::ScoreLine p, r;
  for (std::size_t step = steps; step-- > 0;) {
    const auto place = static_cast<std::size_t>(places[step]);
    for (; row < place; ++row) {
      const std::int64_t times = weight(row);
      if (times == 0) continue;
      count += times;
      if (of.hit[row]) true_ones += times;
      last = row;
      fresh = true;
    }
    if (count == 0) {
      precision[step] = drawn ? 1.0 : 0.0;
      recall[step] = 0.0;
      continue;
    }
    if (fresh) {
      fresh = false;
      next = place;
      while (next < end && weight(next) == 0) ++next;
      slanted = next < end;
      p.low = static_cast<double>(true_ones) / static_cast<double>(count);
      r.low = static_cast<double>(true_ones) / wanted;
      if (slanted) {
        const std::int64_t more = true_ones + (of.hit[next] ? 1 : 0);
        const double width = of.score[last] - of.score[next];
        p.slope = (static_cast<double>(more) / static_cast<double>(count + 1) - p.low) / width;
        r.slope = (static_cast<double>(more) / wanted - r.low) / width;
      }
    }
    const double way = of.score[last] - of.cuts[step];
    precision[step] = p.at(way, slanted);
    recall[step] = r.at(way, slanted);
  }
}

}  // namespace truebox
