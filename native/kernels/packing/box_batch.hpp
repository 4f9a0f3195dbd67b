// A batch of images with boxes, as an evaluator is given it: from its columns to the records of its images at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "cells/arranged_truths.hpp"
#include "cells/box.hpp"
#include "cells/match_cells.hpp"
#include "cells/outcome_layout.hpp"
#include "evaluation/grouping.hpp"
#include "evaluation/survey.hpp"
#include "packing/pack_images.hpp"

namespace truebox {

// What is asked of every batch of an evaluator.
struct BatchQuestion {
  OutcomeLayout layout;
  std::vector<std::int64_t> categories;  // ascending
  std::vector<double> upper;             // bounds of the area ranges
  double area_limit;                     // the reference's largest area
  std::size_t cap;
  Matching matching;
  BoxExtent extent;
  bool ties_by_content;
  bool class_agnostic;
  bool classes_ordered;  // class-agnostic: rows of an image stand by class first
};

// One side of a batch; boxes are x, y, width, height.
struct BatchRows {
  std::vector<double> boxes;  // [N, 4]
  std::vector<std::int64_t> labels;
  std::vector<std::int32_t> image;
  std::size_t size() const { return labels.size(); }
};

struct BatchTruths : BatchRows {
  std::vector<double> area;
  std::vector<std::uint8_t> crowd;
};

struct BatchDetections : BatchRows {
  std::vector<double> scores;
};

struct BatchSeen {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  bool on_bound = false;      // some area equals the upper bound of a range
  bool beyond_limit = false;  // some area is larger than the reference's largest
  bool ties = false;          // equal scores or overlaps whose order decides
};

// By `truebox.evaluation.streaming.notes`.
enum BatchNote : std::size_t { kScoresOutside = 2, kZeroSize = 3, kNoArea = 4 };

class BoxBatch {
 public:
  BoxBatch(const BatchQuestion& question, const BatchTruths& truths, const BatchDetections& detections,
           std::size_t images, int threads)
      : asked_(question), truths_(truths), found_(detections), images_(images), threads_(threads) {}

  // False where a value or a class needs words, which others have; else the columns are ready to be packed.
  bool survey(BatchSeen& seen) {
    if (!place(truths_, true_category_) || !place(found_, category_)) return false;
    const auto none = std::span<const double>{};
    const BoxSurvey true_boxes = survey_boxes(truths_.boxes.data(), truths_.size(), none, threads_);
    const BoxSurvey boxes = survey_boxes(found_.boxes.data(), found_.size(), asked_.upper, threads_);
    const ScoreSurvey scores = survey_scores(found_.scores.data(), found_.size(), threads_);
    constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    if (true_boxes.first_bad != kNone || boxes.first_bad != kNone || scores.first_bad != kNone) return false;
    seen.lowest = scores.lowest;
    seen.highest = scores.highest;
    seen.on_bound = boxes.on_bound > 0;
    seen.beyond_limit = boxes.largest_area > asked_.area_limit;
    bool no_area = false;
    for (const double area : truths_.area) {
      if (!(std::isfinite(area) && area >= 0)) return false;
      seen.on_bound |= std::find(asked_.upper.begin(), asked_.upper.end(), area) != asked_.upper.end();
      seen.beyond_limit |= area > asked_.area_limit;
      no_area |= area == 0;
    }
    if (scores.beyond_unit > 0 || true_boxes.zero_size > 0 || no_area) take_notes();
    return true;
  }

  // Appends the record of each image; says where each begins, [I + 1].
  std::vector<std::int64_t> write(BatchSeen& seen, ByteWriter& out) {
    CellPlan plan(grouped(found_, category_), grouped(truths_, true_category_), asked_.cap, threads_);
    const std::vector<std::uint8_t> marked(truths_.size(), 0);
    const TruthRows rows{truths_.boxes.data(), truths_.area.data(), truths_.crowd.data(), truths_.crowd.data(),
                         marked.data()};
    if (asked_.ties_by_content) plan.order_truths(rows);
    Columns columns(plan.kept(), asked_.layout.words());
    const std::size_t classes = plan.detections().offsets.size() - 1;
    std::vector<std::uint8_t> equal_overlaps(classes, 0), equal_scores(classes, 0);
    OrderNotes notes{equal_overlaps.data(), equal_scores.data()};
    with_extent(asked_.extent, [&]<class Extent>(Extent) {
      const ArrangedTruths arranged = arrange_truths<Extent>(plan.truths(), rows, asked_.layout);
      with_policy(asked_.matching, [&]<class Policy>(Policy) {
        match_cells<Policy>(
            plan, asked_.layout, found_.scores.data(), found_.boxes.data(), asked_.ties_by_content,
            arranged.ignored.data(), arranged.flags.data(), columns.outcome(), notes, threads_,
            [&] { return CellOfBoxes<Extent>(found_.boxes.data(), arranged.boxes, arranged.flags.data()); });
      });
    });
    seen.ties = any(equal_overlaps) || any(equal_scores);
    return packed(plan, columns, notes.repeated.load() > 0, out);
  }

 private:
  struct Columns {
    Columns(std::size_t kept, std::size_t words)
        : score(kept), row(kept), category(kept), image(kept), rank(kept), matched(kept * words), ignored(kept * words) {}
    OutcomeColumns outcome() {
      return {score.data(), category.data(), image.data(), row.data(), rank.data(), matched.data(), ignored.data()};
    }
    Buffer<double> score;
    Buffer<std::int64_t> row;
    Buffer<std::int32_t> category, image, rank;
    Buffer<std::uint64_t> matched, ignored;
  };

  static bool any(const std::vector<std::uint8_t>& marks) {
    return std::find(marks.begin(), marks.end(), std::uint8_t{1}) != marks.end();
  }

  // The place of each label among the categories; false where one is none of them.
  bool place(const BatchRows& rows, std::vector<std::int32_t>& places) const {
    const std::vector<std::int64_t>& known = asked_.categories;
    places.resize(rows.size());
    const std::int64_t first = known.empty() ? 0 : known.front();
    const bool dense = !known.empty() && static_cast<std::uint64_t>(known.back()) - static_cast<std::uint64_t>(first) ==
                                             static_cast<std::uint64_t>(known.size() - 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::int64_t label = rows.labels[i];
      if (dense) {
        if (label < first || label > known.back()) return false;
        places[i] = static_cast<std::int32_t>(label - first);
        continue;
      }
      const auto at = std::lower_bound(known.begin(), known.end(), label);
      if (at == known.end() || *at != label) return false;
      places[i] = static_cast<std::int32_t>(at - known.begin());
    }
    return true;
  }

  void take_notes() {
    notes_.assign(images_ * kNotes, 0);
    const auto note = [&](std::int32_t image, BatchNote what) { ++notes_[static_cast<std::size_t>(image) * kNotes + what]; };
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (found_.scores[i] < 0 || found_.scores[i] > 1) note(found_.image[i], kScoresOutside);
    }
    for (std::size_t i = 0; i < truths_.size(); ++i) {
      const double* box = truths_.boxes.data() + 4 * i;
      if (box[2] <= 0 || box[3] <= 0) note(truths_.image[i], kZeroSize);
      if (truths_.area[i] == 0 && box[2] * box[3] > 0) note(truths_.image[i], kNoArea);
    }
  }

  Grouped grouped(const BatchRows& rows, const std::vector<std::int32_t>& category) const {
    if (!asked_.class_agnostic) return group_rows(category, asked_.categories.size(), rows.image, images_, threads_);
    if (asked_.classes_ordered) {
      return group_rows_by_image(rows.image, images_, category, asked_.categories.size(), threads_);
    }
    const std::vector<std::int32_t> one(rows.size(), 0);
    return group_rows_by_image(rows.image, images_, one, std::min<std::size_t>(asked_.categories.size(), 1), threads_);
  }

  std::vector<std::int64_t> packed(const CellPlan& plan, const Columns& columns, bool repeated, ByteWriter& out) const {
    Buffer<double> boxes(asked_.ties_by_content ? 4 * plan.kept() + 1 : 0);  // never null where boxes are kept
    for (std::size_t i = 0; 4 * (i + 1) < boxes.size(); ++i) {
      std::copy_n(found_.boxes.data() + 4 * static_cast<std::size_t>(columns.row[i]), 4, boxes.data() + 4 * i);
    }
    std::vector<std::int32_t> counted(truths_.image);
    for (std::size_t i = 0; i < counted.size(); ++i) {
      if (truths_.crowd[i]) counted[i] = -1;
    }
    const PackInput input{plan,
                          asked_.layout,
                          columns.score.data(),
                          columns.row.data(),
                          columns.matched.data(),
                          columns.ignored.data(),
                          asked_.ties_by_content ? boxes.data() : nullptr,
                          truths_.area.data(),
                          truths_.crowd.data(),
                          nullptr,  // arrays say of no truth that it counts in some area ranges alone
                          counted,
                          true_category_,
                          found_.image,
                          truths_.image,
                          {},
                          notes_.empty() ? nullptr : notes_.data(),
                          repeated ? found_.scores.data() : nullptr,
                          repeated ? found_.boxes.data() : nullptr,
                          asked_.ties_by_content,
                          images_,
                          asked_.class_agnostic};
    return ImagePacker(input).write(out);
  }

  const BatchQuestion& asked_;
  const BatchTruths& truths_;
  const BatchDetections& found_;
  std::size_t images_;
  int threads_;
  std::vector<std::int32_t> category_, true_category_;
  std::vector<std::uint32_t> notes_;  // [I, kNotes], or nothing
};

}  // namespace truebox
