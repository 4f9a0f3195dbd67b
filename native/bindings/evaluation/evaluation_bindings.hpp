// What the bindings of matching share: the types of their arrays, and one match for any source of overlaps.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "cells/box.hpp"
#include "cells/match_cells.hpp"
#include "cells/matching_policy.hpp"
#include "cells/outcome_layout.hpp"
#include "cells/arranged_truths.hpp"

namespace truebox {
namespace evaluation_bindings {

namespace nb = nanobind;

using Boxes = nb::ndarray<const double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

// Detections and truths by cell; made once per evaluation, matched once per variant.
struct Cells {
  std::unique_ptr<CellPlan> plan;
  std::size_t detections;
  std::size_t truths;
  std::size_t images;
};

struct Truths {
  Boxes boxes;
  In<double, 1> area;
  In<std::uint8_t, 1> crowd, ignored, unmarked;
  std::optional<In<std::uint64_t, 1>> outside;  // bit a: not counted in area range a, whatever its area

  TruthRows rows() const {
    return {boxes.data(), area.data(), crowd.data(), ignored.data(), unmarked.data(), outside ? outside->data() : nullptr};
  }
};

inline OutcomeLayout layout_of(const In<double, 1>& thresholds, const In<double, 2>& ranges, bool half_open) {
  require(ranges.shape(1) == 2, "area ranges are pairs");
  std::vector<AreaRange> pairs;
  for (std::size_t a = 0; a < ranges.shape(0); ++a) pairs.push_back({ranges(a, 0), ranges(a, 1)});
  return OutcomeLayout(view(thresholds), pairs, half_open);
}

struct Detections {
  Boxes boxes;  // decide ties and repetitions, whatever is matched by
  In<double, 1> scores;
  std::optional<In<std::uint64_t, 1>> absent;  // bit a: not there in area range a
};

// What is asked of every detection, and how it is given a truth.
struct MatchingRules {
  In<double, 1> thresholds;
  In<double, 2> ranges;
  bool half_open;
  bool ties_by_content;
  Matching matching;

  OutcomeLayout layout() const { return layout_of(thresholds, ranges, half_open); }
  void check() const {
    require(ranges.shape(1) == 2, "area ranges are pairs");
    require(static_cast<std::size_t>(matching) < kMatchings, "no such matching");
  }
};

// The columns of a large match state to fill: what the others are made of when somebody asks.
struct NarrowOutcome {
  Out<std::uint32_t, 1> row;
  std::optional<Out<std::int32_t, 1>> image;  // absent: rows are those of the cells, whose images stand already
  Out<std::uint16_t, 1> outcome;
  std::shared_ptr<OutcomeTable> table;

  void check(const CellPlan& plan, const OutcomeLayout& layout) const {
    const std::size_t kept = plan.kept();
    require(row.shape(0) == kept && outcome.shape(0) == kept && (!image || image->shape(0) == kept),
            "outputs must have one row per kept detection");
    require(image || kept == 0 || (row.data() == plan.detections().rows.data() && kept == plan.detections().size()),
            "images are those of the cells alone");
    require(layout.words() == 1, "outcomes of one word alone");
  }
  NarrowColumns columns() const {
    return {row.data(), image ? image->data() : nullptr, outcome.data(), table.get()};
  }
};

// The columns of a match state to fill, and what the order of equal things could have changed.
struct Outcome {
  Out<double, 1> score;
  Out<std::int32_t, 1> category, image;
  Out<std::int64_t, 1> row;
  Out<std::int32_t, 1> rank;
  Out<std::uint64_t, 2> matched, ignored;
  Out<std::int64_t, 2> counts;
  Out<std::uint8_t, 1> equal_overlaps, equal_scores;
  std::optional<Out<std::uint8_t, 1>> unsure_cells;
  std::optional<NarrowOutcome> narrow;  // instead of the first seven

  void check(const CellPlan& plan, std::size_t categories, const OutcomeLayout& layout) const {
    const std::size_t kept = narrow ? 0 : plan.kept();
    if (narrow) narrow->check(plan, layout);
    require(score.shape(0) == kept && category.shape(0) == kept && image.shape(0) == kept && row.shape(0) == kept &&
                rank.shape(0) == kept && matched.shape(0) == kept && ignored.shape(0) == kept &&
                (narrow || (matched.shape(1) == layout.words() && ignored.shape(1) == layout.words())),
            "outputs must have one row per kept detection");
    require(counts.shape(0) == categories && counts.shape(1) == layout.ranges() &&
                equal_overlaps.shape(0) == categories && equal_scores.shape(0) == categories,
            "outputs must have one row per category");
  }
  // `held` is what they point to where they are narrow.
  OutcomeColumns columns(NarrowColumns& held) const {
    if (narrow) held = narrow->columns();
    return {score.data(), category.data(), image.data(), row.data(), rank.data(), matched.data(), ignored.data(),
            narrow ? &held : nullptr};
  }
};

// Fills the columns of a match state; returns the number of repeated detections.
//
// `prepare(plan, columns)` is called once the truths are in order and returns what gives each thread its
// overlap source (see cells/box.hpp). `Extent` says what a truth's box covers.
template <class Extent = ContinuousBoxes, class Prepare>
std::size_t match_with(const Prepare& prepare, Cells& cells, const Detections& detections, const Truths& truths,
                       const MatchingRules& rules, const Outcome& outcome, int threads) {
  CellPlan& plan = *cells.plan;
  const OutcomeLayout layout = rules.layout();
  require(detections.boxes.shape(0) == cells.detections && detections.scores.shape(0) == cells.detections,
          "one box and score per row");
  require(truths.boxes.shape(0) == cells.truths && truths.area.shape(0) == cells.truths &&
              truths.crowd.shape(0) == cells.truths && truths.ignored.shape(0) == cells.truths &&
              truths.unmarked.shape(0) == cells.truths,
          "one entry per truth");
  require(!truths.outside || truths.outside->shape(0) == cells.truths, "one entry per truth");
  require(!detections.absent || detections.absent->shape(0) == cells.detections, "one entry per row");
  require(layout.ranges() <= 64 || !(truths.outside || detections.absent), "at most 64 area ranges");
  const std::size_t categories = plan.truths().offsets.size() - 1;
  outcome.check(plan, categories, layout);
  require(!outcome.unsure_cells || outcome.unsure_cells->shape(0) == plan.kept(), "one mark per kept detection");
  nb::gil_scoped_release released;
  if (rules.ties_by_content) plan.order_truths(truths.rows());
  const bool regions = rules.matching == Matching::region;
  const ArrangedTruths columns = arrange_truths<Extent>(plan.truths(), truths.rows(), layout, regions);
  count_truths(plan.truths(), truths.rows(), layout, outcome.counts.data());
  std::fill_n(outcome.equal_overlaps.data(), categories, std::uint8_t{0});
  std::fill_n(outcome.equal_scores.data(), categories, std::uint8_t{0});
  OrderNotes notes{outcome.equal_overlaps.data(), outcome.equal_scores.data()};
  if (outcome.unsure_cells) {
    // Those of a first matching are zeros that nobody has touched, and take no memory yet.
    std::uint8_t* const marks = outcome.unsure_cells->data();
    if (std::any_of(marks, marks + plan.kept(), [](std::uint8_t mark) { return mark != 0; })) {
      std::fill_n(marks, plan.kept(), std::uint8_t{0});
    }
    notes.unsure_cells = outcome.unsure_cells->data();
  }
  NarrowColumns narrow{};
  const OutcomeColumns filled = outcome.columns(narrow);
  with_policy(rules.matching, [&]<class Policy>(Policy) {
    match_cells<Policy>(plan, layout, detections.scores.data(), detections.boxes.data(), rules.ties_by_content,
                        columns.ignored.data(), columns.flags.data(), filled, notes, threads,
                        prepare(plan, columns), detections.absent ? detections.absent->data() : nullptr);
  });
  return notes.repeated.load();
}

}  // namespace evaluation_bindings
}  // namespace truebox
