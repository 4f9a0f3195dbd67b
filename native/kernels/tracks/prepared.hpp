// A sequence made ready: rows by frame, what is not evaluated left out, tracks numbered, overlaps of every frame.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "ground/interruption.hpp"
#include "tracks/frame_assignment.hpp"
#include "tracks/frame_overlaps.hpp"
#include "tracks/sequence.hpp"

namespace truebox::tracks {

// A track occurs twice in a frame: the rows.
struct RepeatedTrack : std::exception {
  RepeatedTrack(bool is_of_truth, std::size_t one, std::size_t other)
      : of_truth(is_of_truth), first(one), second(other) {}
  const char* what() const noexcept override { return "a track occurs twice in a frame"; }
  bool of_truth;
  std::size_t first, second;
};

// The rows of one side that are evaluated.
struct Side {
  std::vector<std::uint32_t> offsets;  // [frames + 1]
  std::vector<std::uint32_t> row;      // in the file
  std::vector<std::uint32_t> track;    // number of the track, by ascending id
  std::vector<std::int64_t> ids;       // of the tracks
  std::vector<std::uint32_t> lengths;  // rows of each track

  std::size_t in(std::size_t frame) const { return offsets[frame + 1] - offsets[frame]; }
};

struct Prepared {
  Side truth, predictions;
  std::vector<std::uint64_t> pair_offsets;  // [frames + 1]
  std::vector<Pair> pairs;                  // places in the frame
  std::vector<std::uint8_t> removed;        // per prediction of the file: it is left out

  std::size_t frames() const { return pair_offsets.size() - 1; }
  std::span<const Pair> pairs_in(std::size_t frame) const {
    return std::span(pairs).subspan(static_cast<std::size_t>(pair_offsets[frame]),
                                    static_cast<std::size_t>(pair_offsets[frame + 1] - pair_offsets[frame]));
  }
};

namespace detail {

// Rows by frame, in the order of the file.
struct Grouped {
  std::vector<std::uint32_t> offsets, order;

  Grouped(const Rows& rows, std::size_t frames) : offsets(frames + 1, 0), order(rows.size()) {
    for (const std::int32_t frame : rows.frame) ++offsets[static_cast<std::size_t>(frame) + 1];
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      order[next[static_cast<std::size_t>(rows.frame[row])]++] = static_cast<std::uint32_t>(row);
    }
  }
  std::span<std::uint32_t> in(std::size_t frame) {
    return std::span(order).subspan(offsets[frame], offsets[frame + 1] - offsets[frame]);
  }
};

// Distinct tracks of some rows, ascending, and the number of each.
inline void number_tracks(const Rows& rows, Side& side) {
  std::vector<std::int64_t>& ids = side.ids;
  ids.reserve(256);
  // Few tracks, many rows: what was seen last is seen again.
  std::vector<std::int64_t> sorted;
  std::int64_t least = 0, most = -1;
  for (const std::uint32_t row : side.row) {
    const std::int64_t id = rows.track[row];
    if (most < least) least = most = id;
    least = std::min(least, id);
    most = std::max(most, id);
  }
  side.track.resize(side.row.size());
  if (most < least) return;
  const std::uint64_t width = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  if (width < 4 * side.row.size() + 1024) {
    std::vector<std::uint32_t> number(static_cast<std::size_t>(width + 1), 0);
    for (const std::uint32_t row : side.row) number[static_cast<std::size_t>(rows.track[row] - least)] = 1;
    for (std::size_t k = 0; k <= width; ++k) {
      if (number[k] == 0) continue;
      number[k] = static_cast<std::uint32_t>(ids.size());
      ids.push_back(least + static_cast<std::int64_t>(k));
    }
    for (std::size_t k = 0; k < side.row.size(); ++k) {
      side.track[k] = number[static_cast<std::size_t>(rows.track[side.row[k]] - least)];
    }
  } else {
    for (const std::uint32_t row : side.row) ids.push_back(rows.track[row]);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (std::size_t k = 0; k < side.row.size(); ++k) {
      side.track[k] = static_cast<std::uint32_t>(
          std::lower_bound(ids.begin(), ids.end(), rows.track[side.row[k]]) - ids.begin());
    }
  }
  side.lengths.assign(ids.size(), 0);
  for (const std::uint32_t track : side.track) ++side.lengths[track];
}

inline void order_by_content(const Rows& rows, std::span<std::uint32_t> members) {
  std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (rows.boxes != nullptr) {
      const std::array<double, 4> left{rows.boxes[4 * a], rows.boxes[4 * a + 1], rows.boxes[4 * a + 2], rows.boxes[4 * a + 3]};
      const std::array<double, 4> right{rows.boxes[4 * b], rows.boxes[4 * b + 1], rows.boxes[4 * b + 2], rows.boxes[4 * b + 3]};
      if (left != right) return left < right;
    }
    return rows.track[a] < rows.track[b];
  });
}

inline void put_boxes(const Rows& rows, std::span<const std::uint32_t> members, bool corners, CornerColumns& boxes) {
  boxes.resize(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) boxes.put(k, rows.boxes + 4 * static_cast<std::size_t>(members[k]), corners);
}

// The first rows of a frame that have one track, by track and then row.
[[noreturn]] inline void refuse_repeated(const Rows& rows, std::span<const std::uint32_t> members, bool of_truth) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> sorted;
  for (const std::uint32_t row : members) sorted.push_back({rows.track[row], row});
  std::sort(sorted.begin(), sorted.end());
  std::size_t k = 1;
  while (sorted[k].first != sorted[k - 1].first) ++k;
  throw RepeatedTrack(of_truth, sorted[k - 1].second, sorted[k].second);
}

// Which tracks of a frame were seen in it: a mark for every number from the least to the largest where those are not
// many more than the rows, else the frame is sorted.
class SeenTracks {
 public:
  explicit SeenTracks(const Rows& rows) : rows_(rows) {
    if (rows.size() == 0) return;
    const auto [least, most] = std::minmax_element(rows.track.begin(), rows.track.end());
    least_ = *least;
    const std::uint64_t width = static_cast<std::uint64_t>(*most) - static_cast<std::uint64_t>(*least);
    if (width < 2 * rows.size() + 1024) last_.assign(static_cast<std::size_t>(width + 1), 0);
  }
  // Frames ascend.
  bool repeats(std::span<const std::uint32_t> members, std::size_t frame) {
    if (last_.empty()) {
      sorted_.clear();
      for (const std::uint32_t row : members) sorted_.push_back(rows_.track[row]);
      std::sort(sorted_.begin(), sorted_.end());
      return std::adjacent_find(sorted_.begin(), sorted_.end()) != sorted_.end();
    }
    bool repeated = false;
    for (const std::uint32_t row : members) {
      std::uint32_t& last = last_[static_cast<std::size_t>(rows_.track[row] - least_)];
      repeated |= last == frame + 1;
      last = static_cast<std::uint32_t>(frame + 1);
    }
    return repeated;
  }

 private:
  const Rows& rows_;
  std::int64_t least_ = 0;
  std::vector<std::uint32_t> last_;
  std::vector<std::int64_t> sorted_;
};

}  // namespace detail

// Throws RepeatedTrack.
inline Prepared prepare(const Sequence& sequence, const Rules& rules) {
  const Rows &truth = sequence.truth, &predictions = sequence.predictions;
  detail::Grouped true_rows(truth, sequence.frames), found_rows(predictions, sequence.frames);
  Prepared made;
  made.removed.assign(predictions.size(), 0);
  made.pair_offsets.reserve(sequence.frames + 1);
  made.pair_offsets.push_back(0);
  made.truth.offsets.assign(1, 0);
  made.predictions.offsets.assign(1, 0);
  made.truth.row.reserve(truth.size());
  made.predictions.row.reserve(predictions.size());
  // A guess: growing holds the pairs twice, and what is not reached is never touched.
  made.pairs.reserve(2 * std::min(truth.size(), predictions.size()));
  detail::SeenTracks true_tracks(truth), found_tracks(predictions);
  std::vector<Pair> pairs;
  std::vector<double> weights;
  std::vector<std::uint32_t> place_of_truth, place_of_prediction;
  std::vector<bool> assigned;
  CornerColumns true_boxes, found_boxes;
  BoxOverlaps overlaps;
  FrameAssignment assignment;
  const double* given = sequence.similarities.data();
  const auto refuse_twice = [&](std::span<const std::uint32_t> true_in, std::span<const std::uint32_t> found_in, std::size_t frame) {
    if (true_tracks.repeats(true_in, frame)) detail::refuse_repeated(truth, true_in, true);
    if (found_tracks.repeats(found_in, frame)) detail::refuse_repeated(predictions, found_in, false);
  };
  for (std::size_t frame = 0; frame < sequence.frames; ++frame) {
    const std::span<std::uint32_t> true_in = true_rows.in(frame), found_in = found_rows.in(frame);
    keep_going(100 + 50 * (true_in.size() + found_in.size()));
    if (!rules.ids_of_kept) refuse_twice(true_in, found_in, frame);
    pairs.clear();
    if (sequence.similarities.empty()) {
      if (rules.by_content) {
        detail::order_by_content(truth, true_in);
        detail::order_by_content(predictions, found_in);
      }
      detail::put_boxes(truth, true_in, rules.corners, true_boxes);
      detail::put_boxes(predictions, found_in, rules.corners, found_boxes);
      overlaps.append(true_boxes, found_boxes, pairs);
    } else {
      for (std::size_t i = 0; i < true_in.size(); ++i) {
        for (std::size_t j = 0; j < found_in.size(); ++j, ++given) {
          if (*given > 0) pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), *given});
        }
      }
    }
    const bool chooses =
        rules.beforehand >= 0 &&
        (std::any_of(true_in.begin(), true_in.end(), [&](std::uint32_t row) { return truth.role[row] & kRemoves; }) ||
         std::any_of(found_in.begin(), found_in.end(), [&](std::uint32_t row) { return predictions.role[row]; }));
    if (chooses) {
      const double limit = rules.beforehand - rules.epsilon;
      weights.clear();
      for (const Pair& pair : pairs) weights.push_back(pair.similarity < limit ? rules.unassigned : pair.similarity);
      assignment.assign(pairs, weights, true_in.size(), found_in.size(), rules.unassigned);
      assigned.assign(found_in.size(), false);
      for (std::size_t i = 0; i < true_in.size(); ++i) {
        const std::int32_t k = assignment.pair_of[i];
        if (k == FrameAssignment::kNone) continue;
        const Pair& pair = pairs[static_cast<std::size_t>(k)];
        if (!(pair.similarity >= limit && pair.similarity > rules.epsilon)) continue;
        assigned[pair.prediction] = true;
        if (truth.role[true_in[i]] & kRemoves) made.removed[found_in[pair.prediction]] = 1;
      }
      for (std::size_t j = 0; j < found_in.size(); ++j) {
        if (!assigned[j] && predictions.role[found_in[j]]) made.removed[found_in[j]] = 1;
      }
    }
    constexpr std::uint32_t kGone = 0xffffffffu;
    place_of_truth.assign(true_in.size(), kGone);
    place_of_prediction.assign(found_in.size(), kGone);
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < true_in.size(); ++i) {
      if (!(truth.role[true_in[i]] & kCounts)) continue;
      place_of_truth[i] = kept++;
      made.truth.row.push_back(true_in[i]);
    }
    kept = 0;
    for (std::size_t j = 0; j < found_in.size(); ++j) {
      if (made.removed[found_in[j]]) continue;
      place_of_prediction[j] = kept++;
      made.predictions.row.push_back(found_in[j]);
    }
    for (const Pair& pair : pairs) {
      const std::uint32_t i = place_of_truth[pair.truth], j = place_of_prediction[pair.prediction];
      if (i != kGone && j != kGone) made.pairs.push_back({i, j, pair.similarity});
    }
    if (rules.ids_of_kept) {
      refuse_twice(std::span(made.truth.row).subspan(made.truth.offsets.back()),
                   std::span(made.predictions.row).subspan(made.predictions.offsets.back()), frame);
    }
    made.truth.offsets.push_back(static_cast<std::uint32_t>(made.truth.row.size()));
    made.predictions.offsets.push_back(static_cast<std::uint32_t>(made.predictions.row.size()));
    made.pair_offsets.push_back(made.pairs.size());
  }
  detail::number_tracks(truth, made.truth);
  detail::number_tracks(predictions, made.predictions);
  return made;
}

}  // namespace truebox::tracks
