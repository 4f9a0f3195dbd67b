// What KITTI reads of its curve under weights of the pictures: the share that is right at each of its thresholds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox::driving {

inline constexpr std::size_t kRecallSteps = 41;

// Detections that count of class k by falling score: [offsets[k], offsets[k + 1]); and those whose score may become a
// threshold, likewise. `adds` is how far a detection is right, as the sum over directions has it; none: as a hit.
struct StepRows {
  std::span<const std::int64_t> offsets;
  const std::int32_t* image;
  const std::uint8_t* counted;
  const double* adds;
  std::span<const std::int64_t> sample_offsets;
  const std::int32_t* sample_image;
  const std::int64_t* sample_end;  // the row behind the last of its score
};

namespace detail {

// Which of `count` true positives by falling score are thresholds: each stands nearest to a step of recall.
class StepPlaces {
 public:
  StepPlaces(std::int64_t count, std::int64_t truths) : last_(count - 1), truths_(truths) {}

  // The next place, or -1.
  std::int64_t next() {
    const auto wanted = static_cast<double>(truths_);
    while (place_ <= last_) {
      // Those before are nearer to the step with one more, for certain.
      place_ = std::min(std::max(place_, static_cast<std::int64_t>(wanted * recall_ - 3.5)), last_);
      const double left = static_cast<double>(place_ + 1) / wanted, right = static_cast<double>(place_ + 2) / wanted;
      const std::int64_t here = place_++;
      if (here == last_ || right - recall_ >= recall_ - left) {
        recall_ += 1.0 / static_cast<double>(kRecallSteps - 1);
        return here;
      }
    }
    return -1;
  }

 private:
  std::int64_t place_ = 0, last_, truths_;
  double recall_ = 0;
};

}  // namespace detail

// `curve` [K, steps]: 0 behind the last threshold, NaN where nothing counts at one.
inline void read_drawn_steps(const StepRows& rows, std::span<const std::int64_t> weights, std::span<const std::int64_t> truths,
                             double* curve) {
  const auto weight = [&](std::int32_t image) { return weights[static_cast<std::size_t>(image)]; };
  for (std::size_t k = 0; k < truths.size(); ++k, curve += kRecallSteps) {
    std::fill(curve, curve + kRecallSteps, 0.0);
    if (truths[k] <= 0) continue;
    const auto first = static_cast<std::size_t>(rows.sample_offsets[k]), end = static_cast<std::size_t>(rows.sample_offsets[k + 1]);
    auto row = static_cast<std::size_t>(rows.offsets[k]);
    keep_going(end - first + static_cast<std::size_t>(rows.offsets[k + 1]) - row);
    std::int64_t found = 0;
    for (std::size_t i = first; i < end; ++i) found += weight(rows.sample_image[i]);
    detail::StepPlaces places(found, truths[k]);
    std::int64_t behind = 0, counted = 0, hits = 0;
    double right = 0;
    std::size_t sample = first, step = 0;
    for (std::int64_t place = places.next(); place >= 0 && step < kRecallSteps; place = places.next(), ++step) {
      // The sample that stands at this place, each as often as its picture was drawn.
      while (behind + weight(rows.sample_image[sample]) <= place) behind += weight(rows.sample_image[sample++]);
      for (const auto until = static_cast<std::size_t>(rows.sample_end[sample]); row < until; ++row) {
        const std::int64_t times = weight(rows.image[row]);
        counted += (rows.counted[row] & 1) != 0 ? times : 0;
        if (rows.adds == nullptr) {
          hits += (rows.counted[row] & 2) != 0 ? times : 0;
        } else if (rows.adds[row] != 0) {
          right += static_cast<double>(times) * rows.adds[row];
        }
      }
      curve[step] = (rows.adds == nullptr ? static_cast<double>(hits) : right) / static_cast<double>(counted);
    }
  }
}

}  // namespace truebox::driving
