// TETA: how well objects are found, kept together and named, each without the others (Li et al., Tracking Every Thing
// in the Wild, ECCV 2022). Sums are taken in the order of the authors' code, whose matrices of a frame lie in memory by
// columns: numbers of one column are added as one array, columns one after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "ground/interruption.hpp"
#include "tracks/array_sums.hpp"
#include "tracks/frame_assignment.hpp"
#include "tracks/frame_overlaps.hpp"
#include "tracks/pair_numbers.hpp"
#include "tracks/prepared.hpp"
#include "tracks/sequence.hpp"

namespace truebox::tracks {

// One sequence with the classes of its rows; boxes are x y width height, and roles are not looked at.
struct TetaSequence {
  Rows truth, predictions;
  std::span<const std::int64_t> true_label, found_label;
  std::size_t frames = 0;
  std::span<const std::int64_t> classes;  // those that are evaluated, ascending
};

struct TetaRules {
  bool every_frame = false;          // frames without any truth are looked at too
  double epsilon = 0.0;              // taken off thresholds
  std::span<const double> alphas;    // ascending
  std::size_t first_of_classes = 0;  // from this alpha on classes are compared
};

// Of every class one after another, by alpha; those of classes by the alphas from `first_of_classes` on.
struct TetaSums {
  bool repeated = false;  // a track is twice in a frame, which TETA has no meaning for: nothing is measured
  std::vector<double> found, missed, wrong, named, misnamed, mistaken;
  std::vector<double> kept, kept_of_truth, kept_of_prediction;  // means over what is found
};

class TetaMeasure {
 public:
  TetaMeasure(const TetaSequence& sequence, const TetaRules& rules)
      : sequence_(sequence), rules_(rules), alphas_(rules.alphas.size()),
        of_classes_(alphas_ - std::min(alphas_, rules.first_of_classes)) {
    for (const double alpha : rules.alphas) limits_.push_back(alpha - rules.epsilon);
  }

  TetaSums measured() {
    look_at_frames();
    TetaSums sums;
    if ((sums.repeated = repeats(made_.truth) || repeats(made_.predictions))) return sums;
    const std::size_t classes = sequence_.classes.size();
    for (auto* column : {&sums.found, &sums.missed, &sums.wrong, &sums.kept, &sums.kept_of_truth, &sums.kept_of_prediction}) {
      column->assign(classes * alphas_, 0.0);
    }
    for (auto* column : {&sums.named, &sums.misnamed, &sums.mistaken}) column->assign(classes * of_classes_, 0.0);
    tell_classes();
    find_taken();
    for (std::size_t kind = 0; kind < classes; ++kind) measure_class(static_cast<std::int32_t>(kind), sums);
    return sums;
  }

 private:
  static constexpr double kNear = 0.5;
  static constexpr std::int32_t kNone = -1, kAny = -2;

  // What takes part for one class: rows and columns of every frame that has both, and their overlaps.
  struct Chosen {
    std::vector<std::uint32_t> row_offsets, column_offsets, row, column;  // rows of `made_`
    std::vector<std::uint64_t> pair_offsets;
    std::vector<Pair> pairs;                         // places among the rows and columns of the frame
    std::vector<std::uint32_t> true_lengths;         // of every true track its rows of the class
    std::vector<std::uint32_t> true_rank, found_rank;  // of tracks that take part, by ascending id
    std::size_t truths = 0, found_tracks = 0, true_tracks = 0;

    std::size_t frames() const { return row_offsets.size() - 1; }
  };

  void look_at_frames() {
    detail::Grouped true_rows(sequence_.truth, sequence_.frames), found_rows(sequence_.predictions, sequence_.frames);
    CornerColumns true_boxes, found_boxes;
    BoxOverlaps overlaps;
    made_.pair_offsets.assign(1, 0);
    made_.truth.offsets.assign(1, 0);
    made_.predictions.offsets.assign(1, 0);
    for (std::size_t frame = 0; frame < sequence_.frames; ++frame) {
      const std::span<std::uint32_t> true_in = true_rows.in(frame), found_in = found_rows.in(frame);
      keep_going(100 + 50 * (true_in.size() + found_in.size()));
      if (true_in.empty() && !(rules_.every_frame && !found_in.empty())) continue;
      made_.truth.row.insert(made_.truth.row.end(), true_in.begin(), true_in.end());
      made_.predictions.row.insert(made_.predictions.row.end(), found_in.begin(), found_in.end());
      made_.truth.offsets.push_back(static_cast<std::uint32_t>(made_.truth.row.size()));
      made_.predictions.offsets.push_back(static_cast<std::uint32_t>(made_.predictions.row.size()));
      detail::put_boxes(sequence_.truth, true_in, false, true_boxes);
      detail::put_boxes(sequence_.predictions, found_in, false, found_boxes);
      overlaps.append(true_boxes, found_boxes, made_.pairs);
      made_.pair_offsets.push_back(made_.pairs.size());
    }
    detail::number_tracks(sequence_.truth, made_.truth);
    detail::number_tracks(sequence_.predictions, made_.predictions);
  }

  static bool repeats(const Side& side) {
    std::vector<std::uint32_t> last(side.ids.size(), 0);
    for (std::size_t frame = 0; frame + 1 < side.offsets.size(); ++frame) {
      for (std::size_t k = side.offsets[frame]; k < side.offsets[frame + 1]; ++k) {
        if (std::exchange(last[side.track[k]], static_cast<std::uint32_t>(frame + 1)) == frame + 1) return true;
      }
    }
    return false;
  }

  void tell_classes() {
    const auto tell = [&](const Side& side, std::span<const std::int64_t> label, std::vector<std::int32_t>& kinds) {
      for (const std::uint32_t row : side.row) {
        const auto at = std::lower_bound(sequence_.classes.begin(), sequence_.classes.end(), label[row]);
        const bool is_one = at != sequence_.classes.end() && *at == label[row];
        kinds.push_back(is_one ? static_cast<std::int32_t>(at - sequence_.classes.begin()) : kNone);
      }
    };
    tell(made_.truth, sequence_.true_label, true_kind_);
    tell(made_.predictions, sequence_.found_label, found_kind_);
  }

  bool is_own(std::size_t true_row, std::int32_t kind) const { return kind == kAny || true_kind_[true_row] == kind; }

  // Which predictions overlap a truth of the class by a half in their frame, unless they are of a truth of another
  // class; and which tracks do so in any frame. False where none does.
  bool find_near(std::int32_t kind) {
    is_near_.assign(made_.predictions.row.size(), 0);
    is_kept_.assign(made_.predictions.ids.size(), 0);
    bool any = false;
    for (std::size_t frame = 0; frame < made_.frames(); ++frame) {
      keep_going(100 + 10 * made_.pairs_in(frame).size());
      const std::size_t truths = made_.truth.offsets[frame], found = made_.predictions.offsets[frame];
      for (const Pair& pair : made_.pairs_in(frame)) {
        if (!(pair.similarity >= kNear) || !is_own(truths + pair.truth, kind)) continue;
        const std::size_t place = found + pair.prediction;
        if (kind != kAny && taken_by_[place] != kNone && !is_own(static_cast<std::size_t>(taken_by_[place]), kind)) continue;
        is_near_[place] = 1;
        is_kept_[made_.predictions.track[place]] = 1;
        any = true;
      }
    }
    return any;
  }

  // The rows of a class and those of tracks that are near it somewhere.
  void choose(std::int32_t kind) {
    chosen_.row_offsets.assign(1, 0);
    chosen_.column_offsets.assign(1, 0);
    chosen_.pair_offsets.assign(1, 0);
    chosen_.row.clear();
    chosen_.column.clear();
    chosen_.pairs.clear();
    chosen_.true_lengths.assign(made_.truth.ids.size(), 0);
    chosen_.truths = 0;
    row_of_.resize(made_.truth.row.size());
    column_of_.resize(made_.predictions.row.size());
    for (std::size_t frame = 0; frame < made_.frames(); ++frame) {
      keep_going(100 + 10 * made_.pairs_in(frame).size());
      std::uint32_t rows = 0, columns = 0;
      for (std::size_t k = made_.truth.offsets[frame]; k < made_.truth.offsets[frame + 1]; ++k) {
        if (!is_own(k, kind)) continue;
        row_of_[k] = rows++;
        chosen_.row.push_back(static_cast<std::uint32_t>(k));
        ++chosen_.true_lengths[made_.truth.track[k]];
      }
      chosen_.truths += rows;
      if (rows == 0) continue;
      for (std::size_t k = made_.predictions.offsets[frame]; k < made_.predictions.offsets[frame + 1]; ++k) {
        if (!is_kept_[made_.predictions.track[k]]) continue;
        column_of_[k] = columns++;
        chosen_.column.push_back(static_cast<std::uint32_t>(k));
      }
      if (columns == 0) {
        chosen_.row.resize(chosen_.row_offsets.back());
        continue;
      }
      for (const Pair& pair : made_.pairs_in(frame)) {
        const std::size_t i = made_.truth.offsets[frame] + pair.truth, j = made_.predictions.offsets[frame] + pair.prediction;
        if (is_own(i, kind) && is_kept_[made_.predictions.track[j]]) chosen_.pairs.push_back({row_of_[i], column_of_[j], pair.similarity});
      }
      chosen_.row_offsets.push_back(static_cast<std::uint32_t>(chosen_.row.size()));
      chosen_.column_offsets.push_back(static_cast<std::uint32_t>(chosen_.column.size()));
      chosen_.pair_offsets.push_back(chosen_.pairs.size());
    }
    chosen_.true_tracks = rank(chosen_.true_lengths, chosen_.true_rank);
    chosen_.found_tracks = rank(is_kept_, chosen_.found_rank);
  }

  // The place of every track among those that take part, and how many those are.
  template <typename Number>
  static std::size_t rank(const std::vector<Number>& takes_part, std::vector<std::uint32_t>& place) {
    std::uint32_t count = 0;
    place.clear();
    for (const Number each : takes_part) {
      place.push_back(count);
      count += each != 0;
    }
    return count;
  }

  // The share of every overlap of a frame in what its row and column overlap.
  void add_shares(std::span<const Pair> pairs, std::size_t rows, std::size_t columns, PairNumbers& met,
                  std::span<const std::uint32_t> row, std::span<const std::uint32_t> column) {
    constexpr double kEmpty = std::numeric_limits<double>::epsilon();
    begin_.assign(columns + 1, 0);
    for (const Pair& pair : pairs) ++begin_[pair.prediction + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    next_.assign(begin_.begin(), begin_.end() - 1);
    entries_.resize(pairs.size());
    row_sum_.assign(rows, 0.0);
    for (const Pair& pair : pairs) {
      entries_[next_[pair.prediction]++] = {pair.truth, pair.similarity};
      row_sum_[pair.truth] += pair.similarity;
    }
    column_sum_.resize(columns);
    for (std::size_t k = 0; k < columns; ++k) {
      column_sum_[k] = sparse_sum(std::span(entries_).subspan(begin_[k], begin_[k + 1] - begin_[k]), 0, rows);
    }
    if (rows == 1) {  // the one row is added as one array
      for (std::size_t k = 0; k < pairs.size(); ++k) entries_[k] = {pairs[k].prediction, pairs[k].similarity};
      row_sum_[0] = sparse_sum(entries_, 0, columns);
    }
    for (const Pair& pair : pairs) {
      const double joint = column_sum_[pair.prediction] + row_sum_[pair.truth] - pair.similarity;
      const std::uint32_t number = met.number(made_.truth.track[row[pair.truth]], made_.predictions.track[column[pair.prediction]]);
      of_overlap_.push_back(number);
      if (number == shared_.size()) shared_.push_back(0.0);
      if (joint > kEmpty) shared_[number] += pair.similarity / joint;
    }
  }

  // How much two tracks belong together before anything is matched.
  void align() {
    PairNumbers met;
    shared_.clear();
    of_overlap_.clear();
    for (std::size_t frame = 0; frame < chosen_.frames(); ++frame) {
      keep_going(100 + 20 * pairs_in(frame).size());
      const std::span<const std::uint32_t> row = rows_in(frame), column = columns_in(frame);
      add_shares(pairs_in(frame), row.size(), column.size(), met, row, column);
    }
    for (std::size_t k = 0; k < met.size(); ++k) {
      const double frames = static_cast<double>(chosen_.true_lengths[met.truth[k]]) +
                            static_cast<double>(made_.predictions.lengths[met.prediction[k]]);
      shared_[k] = shared_[k] / (frames - shared_[k]);
    }
  }

  std::span<const std::uint32_t> rows_in(std::size_t frame) const {
    return std::span(chosen_.row).subspan(chosen_.row_offsets[frame], chosen_.row_offsets[frame + 1] - chosen_.row_offsets[frame]);
  }
  std::span<const std::uint32_t> columns_in(std::size_t frame) const {
    return std::span(chosen_.column)
        .subspan(chosen_.column_offsets[frame], chosen_.column_offsets[frame + 1] - chosen_.column_offsets[frame]);
  }
  std::span<const Pair> pairs_in(std::size_t frame) const {
    const auto first = static_cast<std::size_t>(chosen_.pair_offsets[frame]);
    return std::span(chosen_.pairs).subspan(first, static_cast<std::size_t>(chosen_.pair_offsets[frame + 1]) - first);
  }
  void weigh(std::size_t frame) {
    const std::span<const Pair> pairs = pairs_in(frame);
    const auto first = static_cast<std::size_t>(chosen_.pair_offsets[frame]);
    weights_.clear();
    for (std::size_t k = 0; k < pairs.size(); ++k) weights_.push_back(shared_[of_overlap_[first + k]] * pairs[k].similarity);
  }

  // Of every prediction the truth, of whatever class, that it is assigned to.
  void find_taken() {
    taken_by_.assign(made_.predictions.row.size(), kNone);
    if (!find_near(kAny)) return;
    choose(kAny);
    align();
    for (std::size_t frame = 0; frame < chosen_.frames(); ++frame) {
      keep_going(100 + 20 * pairs_in(frame).size());
      const std::span<const std::uint32_t> row = rows_in(frame), column = columns_in(frame);
      weigh(frame);
      assignment_.assign(pairs_in(frame), weights_, row.size(), column.size());
      for (const std::int32_t k : assignment_.pair_of) {
        if (k == FrameAssignment::kNone) continue;
        const Pair& pair = pairs_in(frame)[static_cast<std::size_t>(k)];
        if (pair.similarity >= kNear - rules_.epsilon) taken_by_[column[pair.prediction]] = static_cast<std::int32_t>(row[pair.truth]);
      }
    }
  }

  void measure_class(std::int32_t kind, TetaSums& sums) {
    const auto truths = std::count(true_kind_.begin(), true_kind_.end(), kind);
    const std::size_t at = static_cast<std::size_t>(kind) * alphas_;
    for (std::size_t a = 0; a < alphas_; ++a) sums.missed[at + a] = static_cast<double>(truths);
    if (truths == 0 || !find_near(kind)) return;
    choose(kind);
    align();
    matches_.clear();
    std::size_t near = 0;
    for (auto* counts : {&reached_, &reached_near_, &reached_named_}) counts->assign(alphas_ + 1, 0);
    for (std::size_t frame = 0; frame < chosen_.frames(); ++frame) {
      keep_going(100 + 20 * pairs_in(frame).size());
      const std::span<const std::uint32_t> row = rows_in(frame), column = columns_in(frame);
      for (const std::uint32_t each : column) near += is_near_[each];
      weigh(frame);
      // At the lowest alpha rows that do not overlap are found too: those count that the solver leaves together.
      assignment_.assign_whole(pairs_in(frame), weights_, row.size(), column.size());
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (assignment_.chosen[i] == FrameAssignment::kNone) continue;
        const std::int32_t k = assignment_.pair_of[i];
        count_match(kind, row[i], column[static_cast<std::size_t>(assignment_.chosen[i])],
                    k == FrameAssignment::kNone ? 0.0 : pairs_in(frame)[static_cast<std::size_t>(k)].similarity, sums);
      }
    }
    std::int64_t found = 0, found_near = 0, named = 0;
    for (std::size_t a = alphas_; a-- > 0;) {
      found += reached_[a + 1];
      found_near += reached_near_[a + 1];
      named += reached_named_[a + 1];
      sums.found[at + a] = static_cast<double>(found);
      sums.missed[at + a] = static_cast<double>(truths - found);
      sums.wrong[at + a] = static_cast<double>(static_cast<std::int64_t>(near) - found_near);
      if (a < rules_.first_of_classes) continue;
      const std::size_t of_class = static_cast<std::size_t>(kind) * of_classes_ + a - rules_.first_of_classes;
      sums.named[of_class] = static_cast<double>(named);
      sums.misnamed[of_class] = static_cast<double>(found - named);
    }
    associate(at, sums);
  }

  void count_match(std::int32_t kind, std::uint32_t row, std::uint32_t column, double similarity, TetaSums& sums) {
    std::uint32_t level = 0;
    while (level < alphas_ && similarity >= limits_[level]) ++level;
    if (level == 0) return;
    ++reached_[level];
    reached_near_[level] += is_near_[column];
    const std::int32_t called = found_kind_[column];
    if (called == kind) {
      ++reached_named_[level];
    } else if (called != kNone) {
      double* mistaken = sums.mistaken.data() + static_cast<std::size_t>(called) * of_classes_;
      for (std::size_t a = rules_.first_of_classes; a < level; ++a) mistaken[a - rules_.first_of_classes] += 1;
    }
    const std::uint64_t g = chosen_.true_rank[made_.truth.track[row]], p = chosen_.found_rank[made_.predictions.track[column]];
    matches_.push_back({g * chosen_.found_tracks + p, level, made_.truth.track[row], made_.predictions.track[column]});
  }

  // Matches of a pair count as often as there are, by the share of its tracks that they are.
  void associate(std::size_t at, TetaSums& sums) {
    std::sort(matches_.begin(), matches_.end(), [](const Match& a, const Match& b) { return a.place < b.place; });
    const std::uint64_t cells = static_cast<std::uint64_t>(chosen_.true_tracks) * chosen_.found_tracks;
    for (std::size_t a = 0; a < alphas_; ++a) {
      for (auto* entries : {&both_, &of_truth_, &of_prediction_}) entries->clear();
      for (std::size_t k = 0; k < matches_.size();) {
        const Match& pair = matches_[k];
        std::size_t count = 0;
        for (; k < matches_.size() && matches_[k].place == pair.place; ++k) count += matches_[k].level > a;
        if (count == 0) continue;
        const auto m = static_cast<double>(count);
        const double true_frames = chosen_.true_lengths[pair.truth], found_frames = made_.predictions.lengths[pair.prediction];
        both_.push_back({pair.place, m * (m / std::max(1.0, true_frames + found_frames - m))});
        of_truth_.push_back({pair.place, m * (m / std::max(1.0, true_frames))});
        of_prediction_.push_back({pair.place, m * (m / std::max(1.0, found_frames))});
      }
      const double found = std::max(1.0, sums.found[at + a]);
      sums.kept[at + a] = sparse_sum(both_, 0, cells) / found;
      sums.kept_of_truth[at + a] = sparse_sum(of_truth_, 0, cells) / found;
      sums.kept_of_prediction[at + a] = sparse_sum(of_prediction_, 0, cells) / found;
    }
  }

  struct Match {
    std::uint64_t place;  // in the matrix of tracks that take part
    std::uint32_t level;  // how many alphas it reaches
    std::uint32_t truth, prediction;
  };

  const TetaSequence& sequence_;
  const TetaRules& rules_;
  std::size_t alphas_, of_classes_;
  std::vector<double> limits_;
  Prepared made_;  // all rows of the frames that are looked at
  std::vector<std::int32_t> true_kind_, found_kind_, taken_by_;
  std::vector<std::uint8_t> is_near_, is_kept_;
  Chosen chosen_;
  std::vector<std::uint32_t> row_of_, column_of_, begin_, next_, of_overlap_;
  std::vector<Entry> entries_, both_, of_truth_, of_prediction_;
  std::vector<double> row_sum_, column_sum_, shared_, weights_;
  std::vector<std::int64_t> reached_, reached_near_, reached_named_;
  std::vector<Match> matches_;
  FrameAssignment assignment_;
};

}  // namespace truebox::tracks
