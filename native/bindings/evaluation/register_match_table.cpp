// Python bindings of match tables, in the submodule `evaluation`.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>

#include "cells/box.hpp"
#include "cells/match_partners.hpp"
#include "register.hpp"
#include "evaluation/table_doors.hpp"

namespace truebox {
namespace {

using namespace evaluation_doors;

template <class Extent>
nb::tuple box_pairs_as(const Boxes& boxes, const TableSides& sides, const Truths& truths, bool ties_by_content,
                       double lowest, int threads) {
  return pairs_with<Extent>(
      [&](const Grouped&, const TruthColumns& columns) {
        return [&] { return CellOfBoxes<Extent>(boxes.data(), columns.boxes, columns.flags.data()); };
      },
      sides, truths, ties_by_content, lowest, threads);
}

nb::tuple box_pairs(bool inclusive, const Boxes& boxes, const TableSides& sides, const Truths& truths,
                    bool ties_by_content, double lowest, int threads) {
  sides.check_rows(boxes.shape(0));
  const auto pairs = inclusive ? &box_pairs_as<PixelBoxes> : &box_pairs_as<ContinuousBoxes>;
  return pairs(boxes, sides, truths, ties_by_content, lowest, threads);
}

// Columns of best overlaps: [*] values and partners.
struct Best {
  Out<double, 1> overlap;
  Out<std::int32_t, 1> partner;

  BestOverlap columns(std::size_t count) const {
    require(overlap.shape(0) == count && partner.shape(0) == count, "one best overlap per row");
    return {overlap.data(), partner.data()};
  }
};

void find_table_partners(std::uint8_t matching, const In<double, 1>& thresholds, const In<std::int32_t, 1>& category,
                         const In<std::int32_t, 1>& image, const In<std::int64_t, 1>& offsets,
                         const In<std::int32_t, 1>& pair_truth, const In<double, 1>& pair_overlap,
                         const In<std::int32_t, 1>& truth_category, const In<std::uint8_t, 1>& ignored,
                         const In<std::uint8_t, 1>& crowd, const In<std::uint8_t, 1>& unmarked, const Best& own,
                         const Best& other, const Best& not_counted, const Best& of_truth,
                         const Out<std::int32_t, 2>& truth, const Out<std::int32_t, 2>& detection, int threads) {
  const std::size_t count = category.shape(0), truths = truth_category.shape(0);
  require(image.shape(0) == count && offsets.shape(0) == count + 1, "one entry per detection");
  require(ignored.shape(0) == truths && crowd.shape(0) == truths && unmarked.shape(0) == truths,
          "one entry per truth");
  require(matching < kMatchings, "no such matching");
  check_pairs(offsets, pair_truth, pair_overlap, truths);
  require(truth.shape(0) == count && detection.shape(0) == truths && truth.shape(1) == thresholds.shape(0) &&
              detection.shape(1) == thresholds.shape(0),
          "partners must be [*, T]");
  const PartnerColumns out{own.columns(count),       other.columns(count), not_counted.columns(count),
                           of_truth.columns(truths), truth.data(),         detection.data()};
  const TableDetections table{view(category), view(image), offsets.data(), pair_truth.data(), pair_overlap.data()};
  const TableTruths true_columns{truth_category.data(), ignored.data(), crowd.data(), unmarked.data()};
  nb::gil_scoped_release released;
  find_partners(static_cast<Matching>(matching), view(thresholds), table, true_columns, truths, out, threads);
}

}  // namespace

void register_match_table(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<TableSides>(module, "TableSides")
      .def("__init__",
           [](TableSides* self, In<std::int32_t, 1> image, In<std::int32_t, 1> category, In<std::int64_t, 1> row,
              In<std::int32_t, 1> truth_image, In<std::int32_t, 1> truth_category, std::size_t images,
              std::size_t categories, bool class_agnostic) {
             new (self) TableSides{image, category, row, truth_image, truth_category, images, categories, class_agnostic};
             self->check();
           },
           "image"_a, "category"_a, "row"_a, "truth_image"_a, "truth_category"_a, "images"_a, "categories"_a,
           "class_agnostic"_a);
  nb::class_<Best>(module, "Best")
      .def("__init__",
           [](Best* self, Out<double, 1> overlap, Out<std::int32_t, 1> partner) { new (self) Best{overlap, partner}; },
           "overlap"_a, "partner"_a);
  module.def("box_pairs", &box_pairs, "inclusive"_a, "boxes"_a, "sides"_a, "truths"_a, "ties_by_content"_a, "lowest"_a, "threads"_a);
  module.def("find_partners", &find_table_partners, "matching"_a, "thresholds"_a, "category"_a, "image"_a, "offsets"_a,
             "pair_truth"_a, "pair_overlap"_a, "truth_category"_a, "ignored"_a, "crowd"_a, "unmarked"_a, "own"_a,
             "other"_a, "not_counted"_a, "of_truth"_a, "truth"_a, "detection"_a, "threads"_a);
}

}  // namespace truebox
