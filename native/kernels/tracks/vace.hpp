// VACE: tracks and detections as areas of video (Kasturi et al., 2009).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/interruption.hpp"
#include "tracks/array_sums.hpp"
#include "tracks/frame_assignment.hpp"
#include "tracks/met_pairs.hpp"
#include "tracks/prepared.hpp"

namespace truebox::tracks {

struct VaceSums {
  double tracks = 0.0;      // summed overlap of paired tracks in time
  double detections = 0.0;  // summed overlap of paired boxes, by the mean number of both sides in the frame
  std::int64_t frames = 0;  // that hold anything
};

namespace detail {

// The similarities of an assignment, added as an array of every pair assigned, those of 0 too.
inline double assigned_sum(FrameAssignment& assignment, std::span<const Pair> pairs, std::span<const double> weights,
                           std::size_t truths, std::size_t predictions, std::vector<double>& values) {
  const std::size_t assigned = std::min(truths, predictions);
  assignment.assign(pairs, weights, truths, predictions);
  std::size_t found = 0;
  for (const std::int32_t k : assignment.pair_of) found += k != FrameAssignment::kNone;
  // Where a truth is left out, the places of the others in the array depend on which; up to 7 are simply added.
  const bool places_matter = assigned >= 8 && truths > predictions && found < assigned;
  if (places_matter) assignment.assign_whole(pairs, weights, truths, predictions);
  values.clear();
  for (std::size_t i = 0; i < truths; ++i) {
    const std::int32_t k = assignment.pair_of[i];
    if (k != FrameAssignment::kNone) {
      values.push_back(weights[static_cast<std::size_t>(k)]);
    } else if (truths <= predictions || (places_matter && assignment.chosen[i] != FrameAssignment::kNone)) {
      values.push_back(0.0);
    }
  }
  return array_sum(values.data(), values.size());
}

}  // namespace detail

inline VaceSums measure_vace(const Prepared& made, const MetPairs& met, const Rules& rules, FrameAssignment& assignment) {
  VaceSums sums;
  // In how many frames tracks overlap enough; both being there is counted for those pairs alone.
  std::vector<std::uint32_t> together(met.size(), 0);
  for (std::size_t k = 0; k < made.pairs.size(); ++k) {
    together[met.of_overlap[k]] += made.pairs[k].similarity >= rules.threshold;
  }
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> candidates(made.truth.ids.size());
  for (std::size_t k = 0; k < met.size(); ++k) {
    if (together[k] > 0) candidates[met.truth[k]].push_back({met.prediction[k], static_cast<std::uint32_t>(k)});
  }
  std::vector<std::uint32_t> both(met.size(), 0), there(made.predictions.ids.size(), 0);
  std::vector<double> weights, values;
  for (std::size_t frame = 0; frame < made.frames(); ++frame) {
    keep_going(100 + 20 * made.pairs_in(frame).size());
    const std::size_t truths = made.truth.in(frame), predictions = made.predictions.in(frame);
    if (truths + predictions == 0) continue;
    ++sums.frames;
    if (truths == 0 || predictions == 0) continue;
    for (std::size_t j = 0; j < predictions; ++j) {
      there[made.predictions.track[made.predictions.offsets[frame] + j]] = static_cast<std::uint32_t>(frame) + 1;
    }
    for (std::size_t i = 0; i < truths; ++i) {
      for (const auto& [track, pair] : candidates[made.truth.track[made.truth.offsets[frame] + i]]) {
        both[pair] += there[track] == frame + 1;
      }
    }
    const auto pairs = made.pairs_in(frame);
    weights.clear();
    for (const Pair& pair : pairs) weights.push_back(pair.similarity);
    sums.detections += detail::assigned_sum(assignment, pairs, weights, truths, predictions, values) /
                       (0.5 * static_cast<double>(truths + predictions));
  }
  std::vector<Pair> tracks;
  weights.clear();
  for (std::size_t track = 0; track < candidates.size(); ++track) {
    std::sort(candidates[track].begin(), candidates[track].end());
    for (const auto& [other, pair] : candidates[track]) {
      const double either = static_cast<double>(made.truth.lengths[track]) +
                            static_cast<double>(made.predictions.lengths[other]) - static_cast<double>(both[pair]);
      tracks.push_back({static_cast<std::uint32_t>(track), other, static_cast<double>(together[pair]) / either});
      weights.push_back(tracks.back().similarity);
    }
  }
  sums.tracks = detail::assigned_sum(assignment, tracks, weights, made.truth.ids.size(), made.predictions.ids.size(), values);
  return sums;
}

}  // namespace truebox::tracks
