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

// One sequence: boxes (x, y, width, height) of both sides in every frame, of which there is one at least.
struct FollowedSequence {
  const double* truth;
  const double* found;
  std::size_t frames;
};

// Finite, and no smaller than nothing.
inline bool is_followed_box(const double* box) {
  bool fine = (box[2] >= 0) & (box[3] >= 0);
  for (std::size_t k = 0; k < 4; ++k) fine &= box[k] - box[k] == 0;
  return fine;
}

// The frames of sequences that count, one sequence after another, and what was measured there.
struct FollowedFrames {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int64_t> frames;
  std::vector<double> overlaps, errors, normalized_errors;

  void reserve(std::size_t count, bool absent) {
    frames.reserve(count);
    overlaps.reserve(count);
    errors.reserve(count);
    if (absent) normalized_errors.reserve(count);
  }

  // In the first frame the true box counts as found. Where `absent` says so, frames without a true box (a number is NaN)
  // do not count, and errors are measured in sizes of the box too. False where a counted box is none, or none counts.
  bool add(const FollowedSequence& sequence, bool absent) {
    const std::size_t before = frames.size();
    for (std::size_t frame = 0; frame < sequence.frames; ++frame) {
      const double* const truth = sequence.truth + 4 * frame;
      const double* const found = frame == 0 ? truth : sequence.found + 4 * frame;
      if (absent && (std::isnan(truth[0]) || std::isnan(truth[1]) || std::isnan(truth[2]) || std::isnan(truth[3]))) continue;
      if (!is_followed_box(truth) || !is_followed_box(found)) return false;
      frames.push_back(static_cast<std::int64_t>(frame));
    }
    const std::size_t counted = frames.size() - before;
    if (counted == 0) return false;
    offsets.push_back(static_cast<std::int64_t>(frames.size()));
    overlaps.resize(frames.size());
    errors.resize(frames.size());
    if (absent) normalized_errors.resize(frames.size());
    // Stretches of frames that follow each other; the first frame is one by itself.
    for (std::size_t at = 0; at < counted;) {
      const auto first = static_cast<std::size_t>(frames[before + at]);
      std::size_t end = at + 1;
      while (first != 0 && end < counted && static_cast<std::size_t>(frames[before + end]) == first + end - at) ++end;
      const double* const truth = sequence.truth + 4 * first;
      const double* const found = first == 0 ? truth : sequence.found + 4 * first;
      followed_overlaps(truth, found, std::span(overlaps).subspan(before + at, end - at));
      center_distances(truth, found, false, std::span(errors).subspan(before + at, end - at));
      if (absent) center_distances(truth, found, true, std::span(normalized_errors).subspan(before + at, end - at));
      at = end;
    }
    return true;
  }
};

// The corner is moved into the image first, then the size is cut to what is left of it, as the GOT-10k toolkit has it.
inline void clip_followed(const double* box, const double* limit, double* out) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    out[axis] = std::min(std::max(box[axis], 0.0), limit[axis]);
    out[axis + 2] = std::min(std::max(box[axis + 2], 0.0), limit[axis] - out[axis]);
  }
}

// The same of boxes that are clipped to the image, where the first frame does not count, nor one without cover.
class ClippedFrames {
 public:
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int64_t> frames;
  std::vector<double> overlaps;

  // `limit` is width and height; `cover` has a number for each frame, or is null. False where a counted box or a cover is
  // no number.
  bool add(const FollowedSequence& sequence, const double* limit, const double* cover) {
    const std::size_t before = frames.size();
    frames.resize(before + sequence.frames);
    std::int64_t* next = frames.data() + before;
    bool fine = true;
    for (std::size_t frame = 0; frame < sequence.frames; ++frame) {
      *next = static_cast<std::int64_t>(frame);
      next += frame != 0 && (cover == nullptr || cover[frame] > 0);
      fine &= cover == nullptr || cover[frame] - cover[frame] == 0;
    }
    frames.resize(static_cast<std::size_t>(next - frames.data()));
    const std::size_t counted = frames.size() - before;
    within_.resize(8 * counted);
    double* truth_within = within_.data();
    double* found_within = truth_within + 4 * counted;
    for (std::size_t k = before; k < frames.size(); ++k, truth_within += 4, found_within += 4) {
      const double* const truth = sequence.truth + 4 * frames[k];
      const double* const found = sequence.found + 4 * frames[k];
      fine &= is_followed_box(truth);
      fine &= is_followed_box(found);
      clip_followed(truth, limit, truth_within);
      clip_followed(found, limit, found_within);
    }
    overlaps.resize(frames.size());
    followed_overlaps(within_.data(), within_.data() + 4 * counted, std::span(overlaps).subspan(before));
    offsets.push_back(static_cast<std::int64_t>(frames.size()));
    return fine;
  }

 private:
  std::vector<double> within_;
};

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
