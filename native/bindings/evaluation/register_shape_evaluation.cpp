// Python bindings of matching by masks, boundaries and keypoints, in the submodule `evaluation`.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "evaluation/evaluation_bindings.hpp"
#include "cells/image_masks.hpp"
#include "cells/keypoints.hpp"
#include "cells/mask.hpp"
#include "evaluation/mask_measures.hpp"
#include "ground/interruption.hpp"
#include "ground/ragged_arrays.hpp"
#include "ground/throwing_casters.hpp"
#include "register.hpp"
#include "evaluation/table_bindings.hpp"

namespace truebox {
namespace {

using namespace evaluation_bindings;

using OptionalBoxes = std::optional<Boxes>;
// In 64 bits, or in 16.
using OwnSizesIn = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
// Checked columns of segmentations; see truebox.records.Segmentations.
struct Segmentations {
  In<std::uint8_t, 1> kinds;
  OwnSizesIn own_sizes;
  In<std::uint8_t, 1> text;
  OffsetsIn text_offsets;
  In<double, 1> numbers;
  OffsetsIn part_offsets, row_offsets;
  In<std::int32_t, 1> images;
  SizesIn image_sizes;
  OptionalBoxes boxes;

  bool small_sizes() const { return own_sizes.dtype() == nb::dtype<std::uint16_t>(); }
  OwnSizes sizes() const {
    const std::size_t count = 2 * own_sizes.shape(0);
    if (small_sizes()) return std::span(static_cast<const std::uint16_t*>(own_sizes.data()), count);
    return std::span(static_cast<const std::int64_t*>(own_sizes.data()), count);
  }
  void check() const {
    const std::size_t count = kinds.shape(0);
    require(small_sizes() || own_sizes.dtype() == nb::dtype<std::int64_t>(), "sizes are whole numbers");
    require(own_sizes.shape(0) == count && own_sizes.shape(1) == 2 && images.shape(0) == count &&
                image_sizes.shape(1) == 2 && text_offsets.shape(0) == count + 1 && row_offsets.shape(0) == count + 1,
            "one entry per row");
    require(!boxes || boxes->shape(0) == count, "one box per row");
    require(!check_offsets(span_of(text_offsets), text.shape(0)) && !check_offsets(span_of(part_offsets), numbers.shape(0)) &&
                !check_offsets(span_of(row_offsets), part_offsets.shape(0) - 1),
            "offsets do not fit their buffers");
    const auto limit = static_cast<std::int64_t>(image_sizes.shape(0));
    for (const std::int32_t image : span_of(images)) require(image < limit, "no such image");
  }

  SegmentationView view() const {
    return {span_of(kinds),        sizes(),   span_of(text),        span_of(text_offsets), span_of(numbers),
            span_of(part_offsets), span_of(row_offsets), span_of(images), span_of(image_sizes),
            boxes ? boxes->data() : nullptr};
  }
};

// (rows far outside, rows that cross themselves, problem) of `look()`, without Python's lock.
template <class Look>
nb::tuple told(const Look& look) {
  MaskNotes notes;
  {
    nb::gil_scoped_release released;
    notes = look();
  }
  return nb::make_tuple(to_array(std::move(notes.far)), to_array(std::move(notes.crossed)), to_object(notes.problem));
}

// Fills area [N] and boxes [N, 4].
nb::tuple measure(const Segmentations& rows, const Out<double, 1>& area, const Out<double, 2>& boxes, int threads) {
  const std::size_t count = rows.kinds.shape(0);
  require(area.shape(0) == count && boxes.shape(0) == count && boxes.shape(1) == 4, "one measure per row");
  return told([&] { return measure_segmentations(rows.view(), {area.data(), boxes.data()}, threads); });
}

nb::tuple check_rows(const Segmentations& rows, int threads) {
  return told([&] { return check_segmentations(rows.view(), threads); });
}

// The problem of every row that has one.
nb::list all_faults(const Segmentations& rows) {
  std::vector<MaskProblem> problems;
  {
    nb::gil_scoped_release released;
    SegmentationScratch scratch;
    const SegmentationView view = rows.view();
    for (std::size_t row = 0; row < view.count(); ++row) {
      keep_going(1000);
      if (auto problem = view.check(row, scratch)) {
        problem.row = row;
        problems.push_back(problem);
      }
    }
  }
  nb::list out;
  for (const MaskProblem& problem : problems) out.append(to_object(problem));
  return out;
}

struct Measured {
  In<double, 1> area;
  Boxes boxes;

  MeasuredMasks view() const { return {area.data(), boxes.data()}; }
  bool fits(std::size_t count) const { return area.shape(0) == count && boxes.shape(0) == count; }
};

// Both sides of an evaluation of masks or, with distances, boundaries.
struct MaskOverlaps {
  Segmentations detections;
  Measured detection_measures;
  Segmentations truths;
  std::optional<OffsetsIn> distances;
  bool single;
  OverlapTable table{};

  void check() {
    const std::size_t count = detections.kinds.shape(0), true_count = truths.kinds.shape(0);
    require(detection_measures.fits(count), "one measure per detection");
    require(!distances || distances->shape(0) == true_count, "one distance per truth");
    for (std::size_t row = 0; distances && row < true_count; ++row) {
      const MaskSize size = truths.view().size_of(row);
      const std::int64_t distance = distances->data()[row];
      require(std::max(size.height, size.width) <= kLongestBoundarySide && distance >= 1 &&
                  distance <= kLongestBoundarySide,
              "side or distance out of range");
    }
    table.resize(count);
  }
};

// As `measure`, of detections image by image; overlaps of at least `lowest` with the truths of their cells are found too.
nb::tuple measure_overlaps(MaskOverlaps& masks, const Out<double, 1>& area, const Out<double, 2>& boxes,
                           const In<std::int32_t, 1>& categories, const In<std::int32_t, 1>& true_categories,
                           const In<std::uint8_t, 1>& crowd, double lowest, int threads) {
  const std::size_t count = masks.detections.kinds.shape(0), true_count = masks.truths.kinds.shape(0);
  require(area.data() == masks.detection_measures.area.data() && boxes.data() == masks.detection_measures.boxes.data(),
          "measures are those of the overlaps");
  require(categories.shape(0) == count && true_categories.shape(0) == true_count && crowd.shape(0) == true_count,
          "one entry per row");
  return told([&] {
    masks.table.want(lowest);
    const MaskSides sides{masks.detections.view(), masks.detection_measures.view(), area.data(), masks.truths.view(),
                          nullptr, nullptr, masks.distances ? masks.distances->data() : nullptr, &masks.table, nullptr,
                          masks.single};
    const ImageMasks all(sides, {span_of(masks.detections.images), view(categories)},
                         {span_of(masks.truths.images), view(true_categories)}, view(crowd),
                         masks.truths.image_sizes.shape(0), threads);
    return measure_image_masks(masks.detections.view(), {area.data(), boxes.data()}, all, threads);
  });
}

// Row of each truth of the cells; `identical`: every row is its own, so that what is known of it holds.
bool check_places(const OffsetsIn& places, std::size_t truths, std::size_t count) {
  require(places.shape(0) == truths, "one row per truth");
  bool identical = truths == count;
  for (std::size_t i = 0; i < truths; ++i) {
    require(places.data()[i] >= 0 && static_cast<std::size_t>(places.data()[i]) < count, "no such truth");
    identical &= static_cast<std::size_t>(places.data()[i]) == i;
  }
  return identical;
}

std::size_t match_masks(MaskOverlaps& masks, const In<double, 1>& detection_area, const OffsetsIn& places,
                        Cells& cells, const Detections& detections, const Truths& truths, const MatchingRules& rules,
                        const Outcome& outcome, int threads) {
  const std::size_t count = masks.detections.kinds.shape(0);
  require(count == cells.detections && detection_area.shape(0) == count, "masks must have one entry per row");
  const bool identical = check_places(places, cells.truths, masks.truths.kinds.shape(0));
  OverlapTable own;
  OverlapTable& table = identical ? masks.table : own;
  if (!identical) own.resize(count);
  MaskSides sides{masks.detections.view(),
                  masks.detection_measures.view(),
                  detection_area.data(),
                  masks.truths.view(),
                  nullptr,
                  places.data(),
                  masks.distances ? masks.distances->data() : nullptr,
                  &table,
                  nullptr,
                  masks.single};
  std::vector<std::uint32_t> in_cells;
  table.want(rules.layout().lowest());
  return match_with(
      [&](const CellPlan& plan, const ArrangedTruths& columns) {
        in_cells = places_in_cells({plan.truths().rows.data(), plan.truths().size()}, cells.truths);
        sides.truth_rows = plan.truths().rows.data();
        sides.places_in_cells = in_cells.data();
        return [&sides, &columns] { return MaskCell(sides, columns.flags.data()); };
      },
      cells, detections, truths, rules, outcome, threads);
}

// Points of one side: numbers [N, K, 3], or packed as coordinates [N, K, 2] in 1 / unit and third numbers [N, K].
struct Points {
  using Numbers = nb::ndarray<const double, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;
  using Coordinates = nb::ndarray<const std::int32_t, nb::shape<-1, -1, 2>, nb::c_contig, nb::device::cpu>;

  std::optional<Numbers> numbers;
  std::optional<Coordinates> coordinates;
  std::optional<In<std::uint8_t, 2>> thirds;
  double unit = 1;

  std::size_t rows() const { return numbers ? numbers->shape(0) : coordinates->shape(0); }
  std::size_t per_row() const { return numbers ? numbers->shape(1) : coordinates->shape(1); }
  KeypointRows view() const {
    if (numbers) return {numbers->data(), nullptr, nullptr, 1};
    return {nullptr, coordinates->data(), thirds->data(), unit};
  }
};

// Both sides of an evaluation of keypoints, and the similarities found so far.
struct KeypointOverlaps {
  Points detections, truths;
  In<double, 1> area;
  Boxes boxes;
  In<double, 1> variance;
  bool single;  // similarities are rounded to single precision
  KeypointPairs pairs{};
  OverlapTable table{};
  bool table_of_own_rows = true;

  void check() {
    const std::size_t points = variance.shape(0), count = truths.rows();
    require(detections.per_row() == points && truths.per_row() == points, "one variance per point");
    require(area.shape(0) == count && boxes.shape(0) == count, "one area and box per truth");
    table.resize(detections.rows());
  }
};

// Finds the pairs of the cells' ranges [first, last); returns how many exponents they have.
std::size_t collect_keypoints(KeypointOverlaps& keypoints, const OffsetsIn& places, Cells& cells,
                              const Detections& detections, const Truths& truths, bool ties_by_content, double lowest,
                              std::size_t first, std::size_t last, int threads) {
  const std::size_t count = keypoints.detections.rows();
  require(count == cells.detections && detections.boxes.shape(0) == count && detections.scores.shape(0) == count &&
              truths.boxes.shape(0) == cells.truths,
          "keypoints must have one entry per row");
  const bool identical = check_places(places, cells.truths, keypoints.truths.rows());
  // With other rows than before, what is known says nothing.
  if (first == 0 && !(identical && keypoints.table_of_own_rows)) keypoints.table.resize(count);
  keypoints.table_of_own_rows = identical;
  keypoints.table.want(lowest);
  require(first <= last && last <= cells.plan->ranges().size(), "no such range");
  nb::gil_scoped_release released;
  if (ties_by_content) cells.plan->order_truths(truths.rows());
  const KeypointSides sides{keypoints.variance.shape(0), keypoints.detections.view(), keypoints.truths.view(),
                            keypoints.area.data(),       keypoints.boxes.data(),      keypoints.variance.data()};
  keypoints.pairs.collect(*cells.plan, sides, places.data(), detections.scores.data(), detections.boxes.data(),
                          ties_by_content, keypoints.table, first, last, threads);
  return keypoints.pairs.exponents();
}

void copy_exponents(KeypointOverlaps& keypoints, const Out<double, 1>& out) {
  require(out.shape(0) == keypoints.pairs.exponents(), "one value per exponent");
  keypoints.pairs.copy_exponents(out.data());
}

void finish_keypoints(KeypointOverlaps& keypoints, const In<double, 1>& values) {
  require(values.shape(0) == keypoints.pairs.terms(), "one value per exponent");
  nb::gil_scoped_release released;
  keypoints.pairs.finish(values.data(), keypoints.single, keypoints.table);
}

std::size_t match_keypoints(const KeypointOverlaps& keypoints, bool compared, const In<double, 1>& detection_area,
                            const OffsetsIn& places, Cells& cells, const Detections& detections, const Truths& truths,
                            const MatchingRules& rules, const Outcome& outcome, int threads) {
  require(keypoints.detections.rows() == cells.detections && detection_area.shape(0) == cells.detections,
          "keypoints must have one entry per row");
  check_places(places, cells.truths, keypoints.truths.rows());
  std::vector<std::uint32_t> in_cells;
  OverlapTable nothing;
  nothing.resize(cells.detections);
  return match_with(
      [&](const CellPlan& plan, const ArrangedTruths&) {
        in_cells = places_in_cells({plan.truths().rows.data(), plan.truths().size()}, cells.truths);
        return [&] { return TableCell(compared ? keypoints.table : nothing, detection_area.data(), in_cells.data()); };
      },
      cells, detections, truths, rules, outcome, threads);
}

// (offsets, truth, overlap) of all pairs that reach `lowest`; nothing is kept for later.
nb::tuple mask_pairs(const MaskOverlaps& masks, const OffsetsIn& places, const TableSides& table_sides,
                     const Truths& truths, bool ties_by_content, double lowest, int threads) {
  const std::size_t count = masks.detections.kinds.shape(0);
  table_sides.check_rows(count);
  check_places(places, truths.boxes.shape(0), masks.truths.kinds.shape(0));
  OverlapTable table;
  table.resize(count);
  table.want(lowest);
  MaskSides sides{masks.detections.view(),
                  masks.detection_measures.view(),
                  masks.detection_measures.area.data(),
                  masks.truths.view(),
                  nullptr,
                  places.data(),
                  masks.distances ? masks.distances->data() : nullptr,
                  &table,
                  nullptr,
                  masks.single};
  std::vector<std::uint32_t> in_cells;
  return pairs_with(
      [&](const Grouped& groups, const ArrangedTruths& columns) {
        in_cells = places_in_cells({groups.rows.data(), groups.size()}, truths.boxes.shape(0));
        sides.truth_rows = groups.rows.data();
        sides.places_in_cells = in_cells.data();
        return [&sides, &columns] { return MaskCell(sides, columns.flags.data()); };
      },
      table_sides, truths, ties_by_content, lowest, threads);
}

// As mask_pairs, of similarities that were collected for cells of whole images.
nb::tuple keypoint_pairs(const KeypointOverlaps& keypoints, const TableSides& sides, const Truths& truths,
                         bool ties_by_content, double lowest, int threads) {
  sides.check_rows(keypoints.detections.rows());
  std::vector<std::uint32_t> in_cells;
  return pairs_with(
      [&](const Grouped& groups, const ArrangedTruths&) {
        in_cells = places_in_cells({groups.rows.data(), groups.size()}, truths.boxes.shape(0));
        return [&] { return TableCell(keypoints.table, nullptr, in_cells.data()); };
      },
      sides, truths, ties_by_content, lowest, threads);
}

}  // namespace

void register_shape_evaluation(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Segmentations>(module, "Segmentations")
      .def(nb::new_([](In<std::uint8_t, 1> kinds, OwnSizesIn own_sizes, In<std::uint8_t, 1> text, OffsetsIn text_offsets,
                       In<double, 1> numbers, OffsetsIn part_offsets, OffsetsIn row_offsets, In<std::int32_t, 1> images,
                       SizesIn image_sizes, OptionalBoxes boxes) {
             Segmentations made{kinds,        own_sizes,   text,   text_offsets, numbers,
                                part_offsets, row_offsets, images, image_sizes,  boxes};
             made.check();
             return Made(std::move(made));
           }),
           "kinds"_a, "own_sizes"_a, "text"_a, "text_offsets"_a, "numbers"_a, "part_offsets"_a, "row_offsets"_a, "images"_a,
           "image_sizes"_a, "boxes"_a.none())
      .def("measure", &measure, "area"_a, "boxes"_a, "threads"_a)
      .def("check", &check_rows, "threads"_a)
      .def("faults", &all_faults);
  nb::class_<MaskOverlaps>(module, "MaskOverlaps")
      .def(nb::new_([](const Segmentations& detections, In<double, 1> mask_area, Boxes mask_boxes,
                       const Segmentations& truths, std::optional<OffsetsIn> distances, bool single) {
             const Made<MaskOverlaps> made(std::in_place, [&] {
               return MaskOverlaps{detections, {mask_area, mask_boxes}, truths, distances, single};
             });
             made->check();
             return made;
           }),
           "detections"_a, "mask_area"_a, "mask_boxes"_a, "truths"_a, "distances"_a.none(), "single"_a)
      .def("measure", &measure_overlaps, "area"_a, "boxes"_a, "categories"_a, "true_categories"_a, "crowd"_a, "lowest"_a,
           "threads"_a);
  nb::class_<Points>(module, "Points")
      .def(nb::new_([](std::optional<Points::Numbers> numbers, std::optional<Points::Coordinates> coordinates,
                       std::optional<In<std::uint8_t, 2>> thirds, double unit) {
             require(numbers || (coordinates && thirds && thirds->shape(0) == coordinates->shape(0) &&
                                 thirds->shape(1) == coordinates->shape(1)),
                     "one third number per point");
             return Made(Points{numbers, coordinates, thirds, unit});
           }),
           "numbers"_a.none(), "coordinates"_a.none(), "thirds"_a.none(), "unit"_a);
  nb::class_<KeypointOverlaps>(module, "KeypointOverlaps")
      .def(nb::new_([](const Points& detections, const Points& truths, In<double, 1> area, Boxes boxes,
                       In<double, 1> variance, bool single) {
             const Made<KeypointOverlaps> made(
                 std::in_place, [&] { return KeypointOverlaps{detections, truths, area, boxes, variance, single}; });
             made->check();
             return made;
           }),
           "detections"_a, "truths"_a, "area"_a, "boxes"_a, "variance"_a, "single"_a)
      .def("collect", &collect_keypoints, "places"_a, "cells"_a, "detections"_a, "truths"_a, "ties_by_content"_a, "lowest"_a,
           "first"_a, "last"_a, "threads"_a)
      .def("copy_exponents", &copy_exponents, "out"_a)
      .def("finish", &finish_keypoints, "values"_a);
  module.def("mask_pairs", &mask_pairs, "masks"_a, "places"_a, "sides"_a, "truths"_a, "ties_by_content"_a, "lowest"_a,
             "threads"_a);
  module.def("keypoint_pairs", &keypoint_pairs, "keypoints"_a, "sides"_a, "truths"_a, "ties_by_content"_a, "lowest"_a,
             "threads"_a);
  module.def("match_masks", &match_masks, "masks"_a, "detection_area"_a, "places"_a, "cells"_a, "detections"_a,
             "truths"_a, "rules"_a, "outcome"_a, "threads"_a);
  module.def("match_keypoints", &match_keypoints, "keypoints"_a, "compared"_a, "detection_area"_a, "places"_a,
             "cells"_a, "detections"_a, "truths"_a, "rules"_a, "outcome"_a, "threads"_a);
}

}  // namespace truebox
