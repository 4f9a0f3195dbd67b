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

inline Outcome evaluate(const Sequence& sequence, const Rules& rules) {
  Prepared made = prepare(sequence, rules);
  Outcome outcome;
  outcome.truths = static_cast<std::int64_t>(made.truth.row.size());
  outcome.predictions = static_cast<std::int64_t>(made.predictions.row.size());
  FrameAssignment assignment;
  {
    const MetPairs met(made);
    outcome.hota = measure_hota(made, met, rules, assignment);
    outcome.identity = measure_identity(made, met, rules);
    if (rules.measures_vace) outcome.vace = measure_vace(made, met, rules, assignment);
  }
  outcome.clear = rules.carries_memory ? measure_clear_with_memory(made, rules, assignment)
                                       : measure_clear(made, rules, assignment);
  outcome.partner_of_truth.assign(sequence.truth.size(), Outcome::kLeftOut);
  outcome.similarity_of_truth.assign(sequence.truth.size(), 0.0);
  outcome.partner_of_prediction.assign(sequence.predictions.size(), Outcome::kMissed);
  for (std::size_t j = 0; j < made.removed.size(); ++j) {
    if (made.removed[j]) outcome.partner_of_prediction[j] = Outcome::kLeftOut;
  }
  for (std::size_t k = 0; k < made.truth.row.size(); ++k) {
    const std::uint32_t row = made.truth.row[k];
    const std::int32_t partner = outcome.clear.partner[k];
    outcome.partner_of_truth[row] = partner < 0 ? Outcome::kMissed : static_cast<std::int32_t>(made.predictions.row[static_cast<std::size_t>(partner)]);
    if (partner < 0) continue;
    outcome.similarity_of_truth[row] = outcome.clear.partner_similarity[k];
    outcome.partner_of_prediction[made.predictions.row[static_cast<std::size_t>(partner)]] = static_cast<std::int32_t>(row);
  }
  outcome.clear.partner = {};
  outcome.clear.partner_similarity = {};
  outcome.true_tracks = std::move(made.truth.ids);
  outcome.found_tracks = std::move(made.predictions.ids);
  outcome.true_lengths = std::move(made.truth.lengths);
  outcome.found_lengths = std::move(made.predictions.lengths);
  return outcome;
}

}  // namespace truebox::tracks
