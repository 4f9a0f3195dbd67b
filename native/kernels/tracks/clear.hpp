// CLEAR: what is found, missed and invented, and how often a track changes hands (Bernardin and Stiefelhagen, 2008).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/interruption.hpp"
#include "tracks/frame_assignment.hpp"
#include "tracks/prepared.hpp"

namespace truebox::tracks {

// The frame in which most objects have another partner than in the frame before.
struct ChangedAtOnce {
  std::int64_t frame = 0;
  std::int64_t changed = 0, both = 0;  // objects with another partner, and those matched in both frames
};

struct ClearSums {
  std::int64_t true_positives = 0, false_negatives = 0, false_positives = 0, switches = 0, fragmentations = 0;
  std::int64_t mostly_tracked = 0, partly_tracked = 0, mostly_lost = 0;
  std::int64_t frames = 0;  // that hold anything
  double similarity = 0.0;
  std::vector<std::int32_t> pair;      // of every truth evaluated: its pair among those of the frame, or -1
  std::vector<std::uint32_t> matched;  // frames of each true track that are matched
  ChangedAtOnce at_once;
};

namespace detail {

// What is known of a true track while frames go by.
struct Followed {
  static constexpr std::int64_t kNever = -1;
  std::int64_t partner = kNever;        // the last it ever had
  std::int64_t matched_at = kNever;     // number of the last processed frame in which it was matched
  std::int64_t last_frame = kNever - 1; // the last in which it was matched
  std::int64_t present_matched = 0;     // whether it was matched when it was last there
  std::uint32_t beginnings = 0;         // frames matched, after a processed frame in which it was not
  std::uint32_t gaps = 0;               // the same, of frames in which it is there
};

// Objects that go on from one frame to the next.
class GoingOn {
 public:
  void begin(std::size_t frame) { now_ = {static_cast<std::int64_t>(frame), 0, 0}; }
  // Of a match in this frame, before `each` knows of it.
  void add(Followed& each, std::int64_t partner) {
    const bool goes_on = each.last_frame == now_.frame - 1;
    now_.both += goes_on;
    now_.changed += goes_on && each.partner != partner;
    each.last_frame = now_.frame;
  }
  void end(ChangedAtOnce& most) const {
    if (now_.changed > most.changed) most = now_;
  }

 private:
  ChangedAtOnce now_;
};

inline void count_tracks(const Prepared& made, const std::vector<Followed>& followed, const Rules& rules, ClearSums& sums) {
  for (std::size_t track = 0; track < followed.size(); ++track) {
    const double share = static_cast<double>(sums.matched[track]) / static_cast<double>(made.truth.lengths[track]);
    if (rules.mostly_includes ? share >= 0.8 : share > 0.8) {
      ++sums.mostly_tracked;
    } else if (share >= 0.2) {
      ++sums.partly_tracked;
    } else {
      ++sums.mostly_lost;
    }
    if (rules.gaps_of_tracker) {
      sums.fragmentations += followed[track].gaps;
    } else if (followed[track].beginnings > 0) {
      sums.fragmentations += followed[track].beginnings - 1;
    }
  }
}

}  // namespace detail

inline ClearSums measure_clear(const Prepared& made, const Rules& rules, FrameAssignment& assignment) {
  using detail::Followed;
  ClearSums sums;
  sums.pair.assign(made.truth.row.size(), -1);
  sums.matched.assign(made.truth.ids.size(), 0);
  std::vector<Followed> followed(made.truth.ids.size());
  detail::GoingOn going_on;
  const double limit = rules.threshold - rules.epsilon;
  std::vector<double> weights;
  std::int64_t processed = 0;
  for (std::size_t frame = 0; frame < made.frames(); ++frame) {
    keep_going(100 + 20 * made.pairs_in(frame).size());
    const std::size_t truths = made.truth.in(frame), predictions = made.predictions.in(frame);
    sums.frames += truths + predictions > 0;
    const std::uint32_t* true_tracks = made.truth.track.data() + made.truth.offsets[frame];
    const std::uint32_t* found_tracks = made.predictions.track.data() + made.predictions.offsets[frame];
    if (truths == 0 || predictions == 0) {
      sums.false_positives += static_cast<std::int64_t>(predictions);
      sums.false_negatives += static_cast<std::int64_t>(truths);
      for (std::size_t i = 0; i < truths; ++i) followed[true_tracks[i]].present_matched = 0;
      continue;
    }
    ++processed;
    const auto pairs = made.pairs_in(frame);
    // A pair of the frame before goes on, whatever else there is.
    weights.clear();
    for (const Pair& pair : pairs) {
      const Followed& each = followed[true_tracks[pair.truth]];
      const bool carried = each.matched_at == processed - 1 && processed > 1 && each.partner == found_tracks[pair.prediction];
      weights.push_back(pair.similarity < limit ? 0.0 : 1000.0 * carried + pair.similarity);
    }
    assignment.assign(pairs, weights, truths, predictions);
    double similarity = 0.0;
    std::int64_t matches = 0;
    going_on.begin(frame);
    for (std::size_t i = 0; i < truths; ++i) {
      Followed& each = followed[true_tracks[i]];
      const std::int32_t k = assignment.pair_of[i];
      if (k == FrameAssignment::kNone || !(weights[static_cast<std::size_t>(k)] > rules.epsilon)) {
        each.present_matched = 0;
        continue;
      }
      const Pair& pair = pairs[static_cast<std::size_t>(k)];
      const std::int64_t partner = found_tracks[pair.prediction];
      sums.pair[made.truth.offsets[frame] + i] = k;
      sums.switches += each.partner != Followed::kNever && each.partner != partner;
      each.beginnings += each.matched_at != processed - 1 || each.matched_at == Followed::kNever;
      each.gaps += each.partner != Followed::kNever && !each.present_matched;
      going_on.add(each, partner);
      each.partner = partner;
      each.matched_at = processed;
      each.present_matched = 1;
      ++sums.matched[true_tracks[i]];
      similarity += pair.similarity;
      ++matches;
    }
    going_on.end(sums.at_once);
    sums.similarity += similarity;
    sums.true_positives += matches;
    sums.false_negatives += static_cast<std::int64_t>(truths) - matches;
    sums.false_positives += static_cast<std::int64_t>(predictions) - matches;
  }
  detail::count_tracks(made, followed, rules, sums);
  return sums;
}

// As motmetrics has it: every object goes on with the last partner it ever had, as long as that fits; the others are
// matched as many as possible, and of those ways the nearest.
inline ClearSums measure_clear_with_memory(const Prepared& made, const Rules& rules, FrameAssignment& assignment) {
  using detail::Followed;
  ClearSums sums;
  sums.pair.assign(made.truth.row.size(), -1);
  sums.matched.assign(made.truth.ids.size(), 0);
  std::vector<Followed> followed(made.truth.ids.size());
  detail::GoingOn going_on;
  std::vector<double> weights;
  std::vector<std::int32_t> chosen;
  std::vector<bool> taken, open;
  for (std::size_t frame = 0; frame < made.frames(); ++frame) {
    keep_going(100 + 20 * made.pairs_in(frame).size());
    const std::size_t truths = made.truth.in(frame), predictions = made.predictions.in(frame);
    sums.frames += truths + predictions > 0;
    const std::uint32_t* true_tracks = made.truth.track.data() + made.truth.offsets[frame];
    const std::uint32_t* found_tracks = made.predictions.track.data() + made.predictions.offsets[frame];
    const auto pairs = made.pairs_in(frame);
    const auto fits = [&](const Pair& pair) { return 1.0 - pair.similarity <= 1.0 - rules.threshold; };
    chosen.assign(truths, -1);
    taken.assign(predictions, false);
    for (std::size_t k = 0; k < pairs.size(); ++k) {  // by truth: of two with one memory the first
      const Pair& pair = pairs[k];
      if (!fits(pair) || taken[pair.prediction]) continue;
      if (followed[true_tracks[pair.truth]].partner != found_tracks[pair.prediction]) continue;
      chosen[pair.truth] = static_cast<std::int32_t>(k);
      taken[pair.prediction] = true;
    }
    // Costs are distances; one that no pair may have is dear enough that the number of pairs comes first. Written down
    // as the reference does, equal ways end in the same pairs.
    double farthest = 0.0;
    bool any = false;
    open.clear();
    for (const Pair& pair : pairs) {
      open.push_back(chosen[pair.truth] < 0 && !taken[pair.prediction] && fits(pair));
      if (!open.back()) continue;
      farthest = std::max(farthest, 1.0 - pair.similarity);
      any = true;
    }
    const double dear = 2.0 * static_cast<double>(std::min(truths, predictions)) * (farthest + 1.0) + 1.0;
    weights.clear();
    for (std::size_t k = 0; k < pairs.size(); ++k) weights.push_back(open[k] ? -(1.0 - pairs[k].similarity) : -dear);
    if (any) {
      assignment.assign(pairs, weights, truths, predictions, -dear);
    } else {
      assignment.pair_of.assign(truths, FrameAssignment::kNone);
    }
    going_on.begin(frame);
    for (std::size_t i = 0; i < truths; ++i) {
      Followed& each = followed[true_tracks[i]];
      std::int32_t k = chosen[i];
      if (k < 0 && assignment.pair_of[i] != FrameAssignment::kNone &&
          open[static_cast<std::size_t>(assignment.pair_of[i])]) {
        k = assignment.pair_of[i];
      }
      if (k < 0) {
        each.present_matched = 0;
        ++sums.false_negatives;
        continue;
      }
      const Pair& pair = pairs[static_cast<std::size_t>(k)];
      const std::int64_t partner = found_tracks[pair.prediction];
      sums.pair[made.truth.offsets[frame] + i] = k;
      sums.switches += each.partner != Followed::kNever && each.partner != partner;
      each.gaps += each.partner != Followed::kNever && !each.present_matched;
      going_on.add(each, partner);
      each.partner = partner;
      each.present_matched = 1;
      ++sums.matched[true_tracks[i]];
      ++sums.true_positives;
      sums.similarity += pair.similarity;
    }
    going_on.end(sums.at_once);
    sums.false_positives += static_cast<std::int64_t>(predictions);
  }
  sums.false_positives -= sums.true_positives;
  detail::count_tracks(made, followed, rules, sums);
  return sums;
}

}  // namespace truebox::tracks
