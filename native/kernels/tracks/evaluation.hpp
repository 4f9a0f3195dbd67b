// Every measure of one sequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tracks/clear.hpp"
#include "tracks/hota.hpp"
#include "tracks/identity.hpp"
#include "tracks/met_pairs.hpp"
#include "tracks/prepared.hpp"
#include "tracks/vace.hpp"

namespace truebox::tracks {

struct Outcome {
  static constexpr std::int32_t kMissed = -1, kLeftOut = -2;

  std::int64_t truths = 0, predictions = 0;
  std::vector<std::int64_t> true_tracks, found_tracks;  // ids that are evaluated, ascending
  std::vector<std::uint32_t> true_lengths, found_lengths;
  HotaSums hota;
  ClearSums clear;
  IdentitySums identity;
  VaceSums vace;
  // By row of the file: the row of the partner, kMissed, or kLeftOut.
  std::vector<std::int32_t> partner_of_truth, partner_of_prediction;
  std::vector<double> similarity_of_truth;
};

inline void tell_partners(const Sequence& sequence, const Prepared& made, Outcome& outcome) {
  outcome.partner_of_truth.assign(sequence.truth.size(), Outcome::kLeftOut);
  outcome.similarity_of_truth.assign(sequence.truth.size(), 0.0);
  outcome.partner_of_prediction.assign(sequence.predictions.size(), Outcome::kMissed);
  for (std::size_t j = 0; j < made.removed.size(); ++j) {
    if (made.removed[j]) outcome.partner_of_prediction[j] = Outcome::kLeftOut;
  }
  for (std::size_t frame = 0; frame < made.frames(); ++frame) {
    const auto pairs = made.pairs_in(frame);
    for (std::size_t k = made.truth.offsets[frame]; k < made.truth.offsets[frame + 1]; ++k) {
      const std::uint32_t row = made.truth.row[k];
      outcome.partner_of_truth[row] = Outcome::kMissed;
      if (outcome.clear.pair[k] < 0) continue;
      const Pair& pair = pairs[static_cast<std::size_t>(outcome.clear.pair[k])];
      const std::uint32_t partner = made.predictions.row[made.predictions.offsets[frame] + pair.prediction];
      outcome.partner_of_truth[row] = static_cast<std::int32_t>(partner);
      outcome.partner_of_prediction[partner] = static_cast<std::int32_t>(row);
      outcome.similarity_of_truth[row] = pair.similarity;
    }
  }
}

inline Outcome evaluate(const Sequence& sequence, const Rules& rules) {
  Prepared made = prepare(sequence, rules);
  Outcome outcome;
  outcome.truths = static_cast<std::int64_t>(made.truth.row.size());
  outcome.predictions = static_cast<std::int64_t>(made.predictions.row.size());
  FrameAssignment assignment;
  if (!rules.alphas.empty() || rules.measures_vace) {
    const MetPairs met(made);
    if (!rules.alphas.empty()) outcome.hota = measure_hota(made, met, rules, assignment);
    if (!rules.alphas.empty()) outcome.identity = measure_identity(made, met, rules);
    if (rules.measures_vace) outcome.vace = measure_vace(made, met, rules, assignment);
  }
  outcome.clear = rules.carries_memory ? measure_clear_with_memory(made, rules, assignment)
                                       : measure_clear(made, rules, assignment);
  // Of long sequences what was needed to measure is as large as what is told.
  made.truth.track = {};
  made.predictions.track = {};
  tell_partners(sequence, made, outcome);
  outcome.clear.pair = {};
  outcome.true_tracks = std::move(made.truth.ids);
  outcome.found_tracks = std::move(made.predictions.ids);
  outcome.true_lengths = std::move(made.truth.lengths);
  outcome.found_lengths = std::move(made.predictions.lengths);
  return outcome;
}

}  // namespace truebox::tracks
