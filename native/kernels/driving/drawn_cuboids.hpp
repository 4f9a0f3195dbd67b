// What Argoverse 2 reads of its curves under weights of the sweeps: precision under its envelope, and sums of errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox::driving {

// Detections of class k by falling score: [offsets[k], offsets[k + 1]).
struct CuboidRows {
  std::span<const std::int64_t> offsets;
  const std::int32_t* image;
  const std::uint8_t* hit;  // [N, distances]
  const double* errors;     // [N, numbers]
  std::size_t distances, numbers;
};

struct CuboidReading {
  std::span<const double> recalls;  // ascending
  double epsilon;                   // added to the detections that precision is a share of
  std::size_t place;                // the distance at which errors are added
};

namespace detail {

// The precision of the n-th hit, and of what stands before the next one: the points of a curve.
class CuboidCurve {
 public:
  void clear() { at_hit_.clear(), before_next_.clear(); }

  // A detection behind `before` others that stands so many times.
  void add(std::int64_t before, std::int64_t times, double epsilon) {
    for (std::int64_t copy = 0; copy < times; ++copy) {
      if (!at_hit_.empty()) before_next_.push_back(share(before + copy, epsilon));
      at_hit_.push_back(0);  // one hit more, of which it is a share
      at_hit_.back() = share(before + copy + 1, epsilon);
    }
  }

  // `detections` are all of the class.
  void read(std::int64_t truths, std::int64_t detections, const CuboidReading& how, double* precision) {
    const std::size_t hits = at_hit_.size(), steps = how.recalls.size();
    if (hits == 0) {
      std::fill_n(precision, steps, 0.0);
      return;
    }
    before_next_.push_back(share(detections, how.epsilon));
    double best = 0;
    for (std::size_t n = hits; n-- > 0;) {
      before_next_[n] = best = std::max(best, before_next_[n]);
      at_hit_[n] = best = std::max(best, at_hit_[n]);
    }
    const auto wanted = static_cast<double>(truths);
    std::size_t reached = 0;  // hits whose share is at most the recall
    for (std::size_t step = 0; step < steps; ++step) {
      const double recall = how.recalls[step];
      while (reached < hits && static_cast<double>(reached + 1) / wanted <= recall) ++reached;
      const double begin = static_cast<double>(reached) / wanted;
      if (reached == 0) {
        precision[step] = at_hit_[0];
      } else if (begin == recall) {
        precision[step] = before_next_[reached - 1];
      } else if (reached == hits) {
        precision[step] = 0;
      } else {
        const double low = before_next_[reached - 1];
        const double slope = (at_hit_[reached] - low) / (static_cast<double>(reached + 1) / wanted - begin);
        precision[step] = slope * (recall - begin) + low;
      }
    }
  }

 private:
  double share(std::int64_t detections, double epsilon) const {
    return static_cast<double>(at_hit_.size()) / (static_cast<double>(detections) + epsilon);
  }

  std::vector<double> at_hit_, before_next_;
};

}  // namespace detail

// `precision` [K, distances, recalls]; `sums` [K, numbers] and `found` [K] of the hits at one distance. Classes without
// truth are left alone.
inline void read_drawn_cuboids(const CuboidRows& rows, const CuboidReading& how, std::span<const std::int64_t> weights,
                               std::span<const std::int64_t> truths, double* precision, double* sums, std::int64_t* found) {
  std::vector<detail::CuboidCurve> curves(rows.distances);
  for (std::size_t k = 0; k < truths.size(); ++k) {
    if (truths[k] <= 0) continue;
    const auto first = static_cast<std::size_t>(rows.offsets[k]), end = static_cast<std::size_t>(rows.offsets[k + 1]);
    keep_going(end - first + rows.distances * how.recalls.size());
    for (auto& curve : curves) curve.clear();
    std::int64_t before = 0;
    double* sum = sums + k * rows.numbers;
    std::fill_n(sum, rows.numbers, 0.0);
    found[k] = 0;
    for (std::size_t row = first; row < end; ++row) {
      const std::int64_t times = weights[static_cast<std::size_t>(rows.image[row])];
      if (times == 0) continue;
      const std::uint8_t* hit = rows.hit + row * rows.distances;
      for (std::size_t t = 0; t < rows.distances; ++t) {
        if (hit[t]) curves[t].add(before, times, how.epsilon);
      }
      if (hit[how.place]) {
        for (std::int64_t copy = 0; copy < times; ++copy) {
          for (std::size_t v = 0; v < rows.numbers; ++v) sum[v] += rows.errors[row * rows.numbers + v];
        }
        found[k] += times;
      }
      before += times;
    }
    for (std::size_t t = 0; t < rows.distances; ++t) {
      curves[t].read(truths[k], before, how, precision + (k * rows.distances + t) * how.recalls.size());
    }
  }
}

}  // namespace truebox::driving
