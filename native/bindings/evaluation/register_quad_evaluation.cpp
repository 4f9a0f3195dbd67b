// Python bindings of matching by quadrilaterals, in the submodule `evaluation`.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cells/quads.hpp"
#include "evaluation/evaluation_bindings.hpp"
#include "evaluation/table_bindings.hpp"
#include "ground/ragged_arrays.hpp"
#include "ground/throwing_casters.hpp"
#include "polygons/edges.hpp"
#include "polygons/intersection.hpp"
#include "polygons/overlap.hpp"
#include "register.hpp"

namespace truebox {
namespace {

using namespace evaluation_bindings;

using Quads = nb::ndarray<const double, nb::shape<-1, 8>, nb::c_contig, nb::device::cpu>;

// The corners of one side; the arrays stay alive with it.
struct OutlineSide {
  In<double, 1> corners;
  std::optional<OffsetsIn> offsets;  // none: four corners a row

  static OutlineSide of(const In<double, 1>& corners, const std::optional<OffsetsIn>& offsets) {
    if (!offsets) {
      require(corners.shape(0) % 8 == 0, "four corners a row");
    } else {
      const PolygonRows rows{span_of(corners), span_of(*offsets)};
      require(rows.fits(), "polygons: three points or more each");
    }
    return {corners, offsets};
  }

  std::size_t size() const { return offsets ? offsets->shape(0) - 1 : corners.shape(0) / 8; }
  OutlineRows rows() const { return {corners.data(), offsets ? offsets->data() : nullptr}; }
};

// Both sides of an evaluation of quadrilaterals, or of other outlines, and the overlaps found so far.
struct QuadOverlaps {
  std::size_t measure;
  OutlineSide detections, truths;
  OverlapTable table{};

  QuadSides sides(const double* area, const std::int64_t* places, OverlapTable& known) const {
    return {detections.rows(), truths.rows(), area, nullptr, places, &known, nullptr};
  }

  // Row of each truth of the cells; true: every row is its own, so that what is known of it holds.
  bool check_places(const OffsetsIn& places, std::size_t count) const {
    require(places.shape(0) == count, "one row per truth");
    bool identical = count == truths.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t place = places.data()[i];
      require(place >= 0 && static_cast<std::size_t>(place) < truths.size(), "no such truth");
      identical &= static_cast<std::size_t>(place) == i;
    }
    return identical;
  }
};

std::size_t match_quads(QuadOverlaps& quads, const In<double, 1>& detection_area, const OffsetsIn& places,
                        Cells& cells, const Detections& detections, const Truths& truths, const MatchingRules& rules,
                        const Outcome& outcome, int threads) {
  const std::size_t count = quads.detections.size();
  require(count == cells.detections && detection_area.shape(0) == count, "quadrilaterals must have one entry per row");
  const bool identical = quads.check_places(places, cells.truths);
  OverlapTable own;
  OverlapTable& table = identical ? quads.table : own;
  if (!identical) own.resize(count);
  table.want(rules.layout().lowest());
  QuadSides sides = quads.sides(detection_area.data(), places.data(), table);
  std::vector<std::uint32_t> in_cells;
  return with_quads(quads.measure, [&]<class Measure>(Measure) {
    return match_with(
        [&](const CellPlan& plan, const ArrangedTruths& columns) {
          in_cells = places_in_cells({plan.truths().rows.data(), plan.truths().size()}, cells.truths);
          sides.truth_rows = plan.truths().rows.data();
          sides.places_in_cells = in_cells.data();
          return [&sides, &columns] { return QuadCell<Measure>(sides, columns.flags.data()); };
        },
        cells, detections, truths, rules, outcome, threads);
  });
}

// (offsets, truth, overlap) of all pairs that reach `lowest`; nothing is kept for later.
nb::tuple quad_pairs(const QuadOverlaps& quads, const OffsetsIn& places, const TableSides& table_sides,
                     const Truths& truths, bool ties_by_content, double lowest, int threads) {
  table_sides.check_rows(quads.detections.size());
  quads.check_places(places, truths.boxes.shape(0));
  OverlapTable table;
  table.resize(quads.detections.size());
  table.want(lowest);
  QuadSides sides = quads.sides(nullptr, places.data(), table);
  std::vector<std::uint32_t> in_cells;
  return with_quads(quads.measure, [&]<class Measure>(Measure) {
    return pairs_with(
        [&](const Grouped& groups, const ArrangedTruths& columns) {
          in_cells = places_in_cells({groups.rows.data(), groups.size()}, truths.boxes.shape(0));
          sides.truth_rows = groups.rows.data();
          sides.places_in_cells = in_cells.data();
          return [&sides, &columns] { return QuadCell<Measure>(sides, columns.flags.data()); };
        },
        table_sides, truths, ties_by_content, lowest, threads);
  });
}

// First row whose outline crosses itself, or -1.
std::int64_t first_crossed(const Quads& quads) {
  nb::gil_scoped_release released;
  for (std::size_t row = 0; row < quads.shape(0); ++row) {
    const double* c = quads.data() + 8 * row;
    if (QuadBounds::of(c).convex) continue;  // only the others are looked at closely
    if (!is_simple(polygon_edges({c, 8}))) return static_cast<std::int64_t>(row);
  }
  return -1;
}

}  // namespace

void register_quad_evaluation(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<QuadOverlaps>(module, "QuadOverlaps")
      .def(nb::new_([](std::size_t measure, In<double, 1> detections, In<double, 1> truths,
                       std::optional<OffsetsIn> detection_offsets, std::optional<OffsetsIn> truth_offsets) {
             require(measure < kQuadMeasures, "no such measure");
             require(measure == 0 || (!detection_offsets && !truth_offsets), "this measure is of four corners");
             const Made<QuadOverlaps> made(std::in_place, [&] {
               return QuadOverlaps{measure, OutlineSide::of(detections, detection_offsets),
                                   OutlineSide::of(truths, truth_offsets)};
             });
             made->table.resize(made->detections.size());
             return made;
           }),
           "measure"_a, "detections"_a, "truths"_a, "detection_offsets"_a = nb::none(), "truth_offsets"_a = nb::none());
  module.def("match_quads", &match_quads, "quads"_a, "detection_area"_a, "places"_a, "cells"_a, "detections"_a,
             "truths"_a, "rules"_a, "outcome"_a, "threads"_a);
  module.def("quad_pairs", &quad_pairs, "quads"_a, "places"_a, "sides"_a, "truths"_a, "ties_by_content"_a, "lowest"_a,
             "threads"_a);
  module.def("first_crossed", &first_crossed, "quads"_a);
}

}  // namespace truebox
