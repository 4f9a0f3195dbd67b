// KITTI's matching of all images: every class and set, in the picture, on the ground and in space.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "driving/overlaps.hpp"
#include "driving/truth_by_truth.hpp"
#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"

namespace truebox::driving {

inline constexpr std::size_t kMeasures = 3;  // picture, ground, space

// Rows of one side: those of image `i` are rows[offsets[i]] to rows[offsets[i + 1] - 1], in the order of the file.
struct Side {
  std::span<const std::int64_t> rows, offsets;
  const double* boxes;
  const double* space;  // null where a side has none: then only the picture is matched
  const double* angle;

  std::span<const std::int64_t> of_image(std::size_t image) const {
    const auto first = static_cast<std::size_t>(offsets[image]), last = static_cast<std::size_t>(offsets[image + 1]);
    return rows.subspan(first, last - first);
  }
};

struct Question {
  Side found, truth;
  const double* score;
  const std::int32_t* found_class;    // -1: of another class
  const std::int32_t* counts_for;     // class of a truth, -1: none
  const std::int32_t* neutral_for;    // class that a truth is a neighbour of, -1: none
  const std::uint8_t* area;           // 1: excuses the detections that lie in it
  const std::uint64_t* ignored;       // bit s: neither found nor missed in set s
  std::span<const double> thresholds;  // overlap to be exceeded, by class
  std::span<const double> least;       // height of detections that count, by set
};

// What each detection adds: flags [D, sets, measures], likeness [D, sets] in the picture, and the row of the truth that
// it stands for in the first set [D], -1 for none.
struct Answer {
  std::uint8_t* flags;
  double* likeness;
  std::int64_t* partner;
};

class Images {
 public:
  explicit Images(const Question& question, const Answer& answer) : q_(question), answer_(answer) {
    for (const double each : question.thresholds) least_overlap_ = std::min(least_overlap_, each);
  }

  void match(std::size_t image) {
    const auto found = q_.found.of_image(image), all = q_.truth.of_image(image);
    truths_.clear();
    for (const std::int64_t row : all) {
      if (q_.counts_for[row] >= 0 || q_.neutral_for[row] >= 0 || q_.area[row]) truths_.push_back(row);
    }
    keep_going(50 * (found.size() + 1) * (truths_.size() + 1));
    if (found.empty()) return;
    load(found);
    const bool spatial = q_.found.space != nullptr && q_.truth.space != nullptr;
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(q_.thresholds.size()); ++k) {
      own_.clear();
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (q_.found_class[found[i]] == k) own_.push_back(static_cast<std::uint32_t>(i));
      }
      if (own_.empty()) continue;
      columns_.clear();
      for (std::size_t j = 0; j < truths_.size(); ++j) {
        if (q_.counts_for[truths_[j]] == k || q_.neutral_for[truths_[j]] == k) {
          columns_.push_back(static_cast<std::uint32_t>(j));
        }
      }
      for (std::size_t measure = 0; measure < (spatial ? kMeasures : 1); ++measure) match_class(found, k, measure);
    }
  }

 private:
  static void gather(std::span<const std::int64_t> rows, const double* from, std::size_t numbers, std::vector<double>& to) {
    to.resize(rows.size() * numbers);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      std::copy_n(from + static_cast<std::size_t>(rows[k]) * numbers, numbers, to.data() + k * numbers);
    }
  }

  void load(std::span<const std::int64_t> found) {
    gather(found, q_.score, 1, score_);
    falling_.resize(found.size());
    std::iota(falling_.begin(), falling_.end(), 0u);
    std::stable_sort(falling_.begin(), falling_.end(), [&](auto one, auto other) { return score_[one] > score_[other]; });
    excusing_.clear();
    for (std::size_t j = 0; j < truths_.size(); ++j) {
      if (q_.area[truths_[j]]) excusing_.push_back(static_cast<std::uint32_t>(j));
    }
    gather(found, q_.found.boxes, kBoxNumbers, boxes_);
    gather(truths_, q_.truth.boxes, kBoxNumbers, true_boxes_);
    overlap_boxes(boxes_, true_boxes_, FarEdge::kWritten, overlaps_[0]);
    likeness_.resize(found.size() * truths_.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t j = 0; j < truths_.size(); ++j) {
        const std::size_t pair = i * truths_.size() + j;
        if (overlaps_[0].of_union[pair] > least_overlap_) {
          likeness_[pair] = (1 + std::cos(q_.found.angle[found[i]] - q_.truth.angle[truths_[j]])) / 2;
        }
      }
    }
    matcher_.resize(found.size());
    excused_.resize(found.size());
    part_.resize(found.size());
    ignored_.resize(truths_.size());
    if (q_.found.space == nullptr || q_.truth.space == nullptr) return;
    gather(found, q_.found.space, kSpaceNumbers, boxes_in_space_);
    upright_.load(boxes_in_space_);
    gather(truths_, q_.truth.space, kSpaceNumbers, boxes_in_space_);
    true_upright_.load(boxes_in_space_);
    // Of an area the share of the detection counts, however little of their union that is.
    overlap_upright(upright_, true_upright_, excusing_.empty() ? least_overlap_ : 0.0, overlaps_[1], overlaps_[2]);
  }

  // Those that some truth of the class may take in some set, by falling score.
  void choose_near(std::int32_t k, std::size_t measure) {
    const double threshold = q_.thresholds[static_cast<std::size_t>(k)];
    const double* overlap = overlaps_[measure].of_union.data();
    near_.clear();
    if (columns_.empty()) return;
    for (const std::uint32_t i : falling_) {
      const double* row = overlap + i * truths_.size();
      if (std::any_of(columns_.begin(), columns_.end(), [&](std::uint32_t j) { return row[j] > threshold; })) {
        near_.push_back(i);
      }
    }
  }

  void match_class(std::span<const std::int64_t> found, std::int32_t k, std::size_t measure) {
    const double threshold = q_.thresholds[static_cast<std::size_t>(k)];
    const std::size_t width = truths_.size(), sets = q_.least.size();
    for (const std::uint32_t i : own_) {
      const double* share = overlaps_[measure].of_detection.data() + i * width;
      excused_[i] = static_cast<std::uint8_t>(
          std::any_of(excusing_.begin(), excusing_.end(), [&](std::uint32_t j) { return share[j] > threshold; }));
    }
    choose_near(k, measure);
    for (std::size_t set = 0; set < sets; ++set) {
      for (const std::uint32_t i : own_) {
        const bool low = boxes_[kBoxNumbers * i + 3] < q_.least[set];
        answer_.flags[place(found[i], set, measure)] = low || excused_[i] ? kNothing : kFalse;
      }
      if (near_.empty()) continue;
      bool others = false;
      for (const std::uint32_t i : near_) {
        const bool own = q_.found_class[found[i]] == k, low = boxes_[kBoxNumbers * i + 3] < q_.least[set];
        part_[i] = own ? (low ? Part::kNeutral : Part::kCounting) : low ? Part::kOther : Part::kNone;
        others |= part_[i] == Part::kOther;
      }
      for (const std::uint32_t j : columns_) {
        const bool ignored = ((q_.ignored[truths_[j]] >> set) & 1) != 0;
        ignored_[j] = static_cast<std::uint8_t>(ignored || q_.counts_for[truths_[j]] != k);
      }
      matcher_.match({part_, near_, columns_, ignored_.data(), excused_.data(), overlaps_[measure].of_union.data(),
                      likeness_.data(), width, others},
                     threshold);
      write(found, set, measure);
    }
  }

  std::size_t place(std::int64_t row, std::size_t set, std::size_t measure) const {
    return (static_cast<std::size_t>(row) * q_.least.size() + set) * kMeasures + measure;
  }

  void write(std::span<const std::int64_t> found, std::size_t set, std::size_t measure) {
    for (const std::uint32_t i : near_) {
      if (part_[i] != Part::kCounting) continue;
      answer_.flags[place(found[i], set, measure)] = matcher_.flags[i];
      if (measure != 0) continue;
      const auto row = static_cast<std::size_t>(found[i]);
      answer_.likeness[row * q_.least.size() + set] = matcher_.likeness[i];
      if (set == 0 && matcher_.partner[i] >= 0) {
        answer_.partner[row] = truths_[static_cast<std::size_t>(matcher_.partner[i])];
      }
    }
  }

  const Question& q_;
  const Answer& answer_;
  double least_overlap_ = 1.0;
  TruthByTruth matcher_;
  Overlaps overlaps_[kMeasures];
  Upright upright_, true_upright_;
  std::vector<std::int64_t> truths_;
  std::vector<std::uint32_t> columns_, falling_, own_, near_, excusing_;
  std::vector<double> score_, boxes_, true_boxes_, boxes_in_space_, likeness_;
  std::vector<Part> part_;
  std::vector<std::uint8_t> ignored_, excused_;
};

// `answer` is zero, and its partners -1, where nothing is written.
inline void match_driving(const Question& question, const Answer& answer, int threads) {
  parallel_ranges(question.found.offsets.size() - 1, 16, threads, [&](std::size_t begin, std::size_t end) {
    Images images(question, answer);
    for (std::size_t image = begin; image < end; ++image) images.match(image);
  });
}

}  // namespace truebox::driving
