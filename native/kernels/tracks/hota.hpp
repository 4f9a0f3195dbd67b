// HOTA: how well objects are found, and how well what is found is kept together (Luiten et al., IJCV 2021).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ground/interruption.hpp"
#include "tracks/array_sums.hpp"
#include "tracks/frame_assignment.hpp"
#include "tracks/met_pairs.hpp"
#include "tracks/prepared.hpp"

namespace truebox::tracks {

// By alpha [A]; `kept` are sums over matches of the share of both tracks (of the true, of the predicted) that is matched.
struct HotaSums {
  std::vector<std::int64_t> true_positives, false_negatives, false_positives;
  std::vector<double> similarity, kept, kept_of_truth, kept_of_prediction;
  std::vector<double> track_matches, track_kept;  // of every true track: over all alphas
  // The sums of every true track by alpha [tracks, A]; wrong are rows of the tracks that follow it.
  std::vector<double> found_of_track, wrong_of_track, kept_of_track, kept_of_truth_of_track, kept_of_prediction_of_track;
  std::vector<std::int32_t> follows;  // of every predicted track the true one that it is matched with most, or -1
};

namespace detail {

// How much two tracks belong together before anything is matched.
inline std::vector<double> alignment_of(const Prepared& made, const MetPairs& met) {
  constexpr double kEmpty = std::numeric_limits<double>::epsilon();
  std::vector<double> shared(met.size(), 0.0), columns, rows, row;
  std::size_t overlap = 0;
  for (std::size_t frame = 0; frame < made.frames(); ++frame) {
    keep_going(100 + 20 * made.pairs_in(frame).size());
    const auto pairs = made.pairs_in(frame);
    if (pairs.empty()) continue;
    const std::size_t truths = made.truth.in(frame), predictions = made.predictions.in(frame);
    columns.assign(predictions, 0.0);
    rows.assign(truths, 0.0);
    row.resize(predictions);
    if (predictions == 1) {  // one column is added as one array
      row.assign(truths, 0.0);
      for (const Pair& pair : pairs) row[pair.truth] = pair.similarity;
      columns[0] = array_sum(row.data(), truths);
      rows = row;
    } else {
      for (std::size_t k = 0; k < pairs.size();) {
        const std::uint32_t truth = pairs[k].truth;
        std::size_t end = k;
        while (end < pairs.size() && pairs[end].truth == truth) ++end;
        if (end - k == 1) {
          rows[truth] = pairs[k].similarity;
        } else if (predictions < 8) {
          for (std::size_t m = k; m < end; ++m) rows[truth] += pairs[m].similarity;
        } else {
          std::fill(row.begin(), row.end(), 0.0);
          for (std::size_t m = k; m < end; ++m) row[pairs[m].prediction] = pairs[m].similarity;
          rows[truth] = array_sum(row.data(), predictions);
        }
        for (; k < end; ++k) columns[pairs[k].prediction] += pairs[k].similarity;
      }
    }
    for (const Pair& pair : pairs) {
      const double joint = columns[pair.prediction] + rows[pair.truth] - pair.similarity;
      if (joint > kEmpty) shared[met.of_overlap[overlap]] += pair.similarity / joint;
      ++overlap;
    }
  }
  for (std::size_t k = 0; k < met.size(); ++k) {
    const double frames = static_cast<double>(made.truth.lengths[met.truth[k]]) +
                          static_cast<double>(made.predictions.lengths[met.prediction[k]]);
    shared[k] = shared[k] / (frames - shared[k]);
  }
  return shared;
}

// Which true track every predicted one follows, and the rows of the followers as if nothing were matched. Pairs ascend by
// the true track: of equal ones the first is followed.
inline void tell_followers(const Prepared& made, const MetPairs& met, const std::vector<std::uint32_t>& matched_pairs,
                           const std::vector<std::uint32_t>& number, const std::vector<std::uint32_t>& levels,
                           std::size_t alphas, HotaSums& sums) {
  std::vector<std::uint32_t> most(made.predictions.ids.size(), 0);
  sums.follows.assign(most.size(), -1);
  for (const std::uint32_t pair : matched_pairs) {
    std::uint32_t count = 0;
    for (std::size_t a = 0; a < alphas; ++a) count += levels[number[pair] * alphas + a];
    const std::uint32_t p = met.prediction[pair];
    if (count <= most[p]) continue;
    most[p] = count;
    sums.follows[p] = static_cast<std::int32_t>(met.truth[pair]);
  }
  for (std::size_t p = 0; p < most.size(); ++p) {
    if (sums.follows[p] < 0) continue;
    double* wrong = sums.wrong_of_track.data() + static_cast<std::size_t>(sums.follows[p]) * alphas;
    for (std::size_t a = 0; a < alphas; ++a) wrong[a] += made.predictions.lengths[p];
  }
}

}  // namespace detail

inline HotaSums measure_hota(const Prepared& made, const MetPairs& met, const Rules& rules, FrameAssignment& assignment) {
  const std::size_t alphas = rules.alphas.size();
  HotaSums sums;
  for (auto* column : {&sums.true_positives, &sums.false_negatives, &sums.false_positives}) column->assign(alphas, 0);
  for (auto* column : {&sums.similarity, &sums.kept, &sums.kept_of_truth, &sums.kept_of_prediction}) {
    column->assign(alphas, 0.0);
  }
  std::vector<double> limits;
  for (const double alpha : rules.alphas) limits.push_back(alpha - rules.epsilon);
  const std::vector<double> alignment = detail::alignment_of(made, met);
  // Of every pair of tracks, how often it is matched up to which alpha; numbered when it is first matched.
  constexpr std::uint32_t kUnmatched = 0xffffffffu;
  std::vector<std::uint32_t> number(met.size(), kUnmatched), levels, matched_pairs;
  std::vector<double> weights, in_frame(alphas);
  std::vector<std::int64_t> reached(alphas, 0);
  std::size_t first = 0;
  for (std::size_t frame = 0; frame < made.frames(); ++frame) {
    keep_going(100 + 20 * made.pairs_in(frame).size());
    const auto pairs = made.pairs_in(frame);
    if (pairs.empty()) continue;
    weights.clear();
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      weights.push_back(alignment[met.of_overlap[first + k]] * pairs[k].similarity);
    }
    assignment.assign(pairs, weights, made.truth.in(frame), made.predictions.in(frame));
    std::fill(in_frame.begin(), in_frame.end(), 0.0);
    for (const std::int32_t k : assignment.pair_of) {
      if (k == FrameAssignment::kNone) continue;
      const double similarity = pairs[static_cast<std::size_t>(k)].similarity;
      std::size_t level = 0;
      for (; level < alphas && similarity >= limits[level]; ++level) in_frame[level] += similarity;
      if (level == 0) continue;
      ++reached[level - 1];
      const std::uint32_t pair = met.of_overlap[first + static_cast<std::size_t>(k)];
      if (number[pair] == kUnmatched) {
        number[pair] = static_cast<std::uint32_t>(matched_pairs.size());
        matched_pairs.push_back(pair);
        levels.resize(levels.size() + alphas, 0);
      }
      ++levels[number[pair] * alphas + level - 1];
    }
    for (std::size_t a = 0; a < alphas; ++a) sums.similarity[a] += in_frame[a];
    first += pairs.size();
  }
  const auto truths = static_cast<std::int64_t>(made.truth.row.size());
  const auto predictions = static_cast<std::int64_t>(made.predictions.row.size());
  std::int64_t matches = 0;
  for (std::size_t a = alphas; a-- > 0;) {
    matches += reached[a];
    sums.true_positives[a] = matches;
    sums.false_negatives[a] = truths - matches;
    sums.false_positives[a] = predictions - matches;
  }
  // Matches of a pair count as often as there are, by the share of its tracks that they are.
  std::sort(matched_pairs.begin(), matched_pairs.end(), [&](std::uint32_t a, std::uint32_t b) {
    return met.truth[a] != met.truth[b] ? met.truth[a] < met.truth[b] : met.prediction[a] < met.prediction[b];
  });
  const std::uint64_t width = made.predictions.ids.size(), cells = width * made.truth.ids.size();
  sums.track_matches.assign(made.truth.ids.size(), 0.0);
  sums.track_kept.assign(made.truth.ids.size(), 0.0);
  for (auto* column : {&sums.found_of_track, &sums.wrong_of_track, &sums.kept_of_track, &sums.kept_of_truth_of_track,
                       &sums.kept_of_prediction_of_track}) {
    column->assign(made.truth.ids.size() * alphas, 0.0);
  }
  detail::tell_followers(made, met, matched_pairs, number, levels, alphas, sums);
  std::vector<double> count(matched_pairs.size(), 0.0);
  std::vector<Entry> both, of_truth, of_prediction;
  for (std::size_t a = alphas; a-- > 0;) {
    both.clear();
    of_truth.clear();
    of_prediction.clear();
    for (std::size_t k = 0; k < matched_pairs.size(); ++k) {
      const std::uint32_t pair = matched_pairs[k];
      count[k] += levels[number[pair] * alphas + a];
      const double m = count[k];
      if (m == 0) continue;
      const std::uint32_t g = met.truth[pair], p = met.prediction[pair];
      const double true_frames = made.truth.lengths[g], found_frames = made.predictions.lengths[p];
      const std::uint64_t place = g * width + p;
      const double share = m * (m / std::max(1.0, true_frames + found_frames - m));
      both.push_back({place, share});
      of_truth.push_back({place, m * (m / std::max(1.0, true_frames))});
      of_prediction.push_back({place, m * (m / std::max(1.0, found_frames))});
      const std::size_t own = g * alphas + a;
      sums.found_of_track[own] += m;
      sums.kept_of_track[own] += share;
      sums.kept_of_truth_of_track[own] += of_truth.back().value;
      sums.kept_of_prediction_of_track[own] += of_prediction.back().value;
      sums.wrong_of_track[static_cast<std::size_t>(sums.follows[p]) * alphas + a] -= m;
      sums.track_matches[g] += m;
      sums.track_kept[g] += share;
    }
    sums.kept[a] = sparse_sum(both, 0, cells);
    sums.kept_of_truth[a] = sparse_sum(of_truth, 0, cells);
    sums.kept_of_prediction[a] = sparse_sum(of_prediction, 0, cells);
  }
  return sums;
}

}  // namespace truebox::tracks
