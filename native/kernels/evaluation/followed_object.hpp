// One object followed over frames: how far its boxes overlap, how far their centers are apart, and the curves of both.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace truebox {

// The union of two empty boxes is not 0.
inline constexpr double kUnionGrowth = 0x1p-52;

// IoU of the two boxes (x, y, width, height) of every frame, in the order of sums of the GOT-10k toolkit.
inline void followed_overlaps(const double* truth, const double* found, std::span<double> overlaps) {
  for (double& overlap : overlaps) {
    const double width = std::min(truth[0] + truth[2], found[0] + found[2]) - std::max(truth[0], found[0]);
    const double height = std::min(truth[1] + truth[3], found[1] + found[3]) - std::max(truth[1], found[1]);
    const double shared = std::max(width, 0.0) * std::max(height, 0.0);
    const double united = found[2] * found[3] + truth[2] * truth[3] - shared;
    const double ratio = shared / (united + kUnionGrowth);
    overlap = ratio < 0 ? 0 : ratio > 1 ? 1 : ratio;  // NaN stays
    truth += 4;
    found += 4;
  }
}

// Distance of the centers in every frame: in pixels, or in sizes of the true box, each at least one pixel.
inline void center_distances(const double* truth, const double* found, bool normalized, std::span<double> distances) {
  for (double& distance : distances) {
    double squares[2];
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double extent = truth[axis + 2];
      double away = found[axis] + (found[axis + 2] - 1) / 2 - (truth[axis] + (extent - 1) / 2);
      if (normalized) away /= std::max(1.0, extent);
      squares[axis] = away * away;
    }
    distance = std::sqrt(squares[0] + squares[1]);
    truth += 4;
    found += 4;
  }
}

// How many ascending thresholds are below a value: looked for from where they would be, were they evenly spaced.
class ThresholdsBelow {
 public:
  explicit ThresholdsBelow(std::span<const double> thresholds) : thresholds_(thresholds) {
    const double reach = thresholds.empty() ? 0 : thresholds.back() - thresholds.front();
    per_step_ = reach > 0 ? static_cast<double>(thresholds.size() - 1) / reach : 0;
  }

  std::size_t of(double value) const {
    if (thresholds_.empty()) return 0;
    const double guess = (value - thresholds_.front()) * per_step_;
    const auto last = static_cast<double>(thresholds_.size());
    auto below = static_cast<std::size_t>(guess > 0 ? std::min(guess, last) : 0);
    while (below > 0 && !(thresholds_[below - 1] < value)) --below;
    while (below < thresholds_.size() && thresholds_[below] < value) ++below;
    return below;
  }

 private:
  std::span<const double> thresholds_;
  double per_step_ = 0;
};

// The share of each stretch of `values` that is above each ascending threshold or, where not `above`, not above it.
// NaN is neither.
inline void curve_shares(std::span<const double> values, std::span<const std::int64_t> offsets,
                         std::span<const double> thresholds, bool above, double* shares) {
  const std::size_t steps = thresholds.size();
  const ThresholdsBelow below(thresholds);
  std::vector<std::int64_t> passed(steps + 1);  // values above so many thresholds
  for (std::size_t k = 0; k + 1 < offsets.size(); ++k, shares += steps) {
    std::fill(passed.begin(), passed.end(), 0);
    const auto first = static_cast<std::size_t>(offsets[k]), last = static_cast<std::size_t>(offsets[k + 1]);
    std::int64_t numbers = 0;
    for (std::size_t i = first; i < last; ++i) {
      if (std::isnan(values[i])) continue;
      ++passed[below.of(values[i])];
      ++numbers;
    }
    std::int64_t within = 0;
    for (std::size_t step = 0; step < steps; ++step) {
      within += passed[step];
      shares[step] = static_cast<double>(above ? numbers - within : within) / static_cast<double>(last - first);
    }
  }
}

}  // namespace truebox
