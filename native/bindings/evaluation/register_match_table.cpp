// Python bindings of match tables, in the submodule `evaluation`.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "cells/box.hpp"
#include "cells/match_partners.hpp"
#include "register.hpp"
#include "evaluation/table_bindings.hpp"
#include "ground/buffer.hpp"
#include "ground/thread_pool.hpp"
#include "ground/throwing_casters.hpp"

namespace truebox {
namespace {

using namespace evaluation_bindings;

template <class Extent>
nb::tuple box_pairs_as(const Boxes& boxes, const TableSides& sides, const Truths& truths, bool ties_by_content,
                       double lowest, int threads) {
  return pairs_with<Extent>(
      [&](const Grouped&, const ArrangedTruths& columns) {
        return [&] { return CellOfBoxes<Extent>(boxes.data(), columns.boxes, columns.flags.data()); };
      },
      sides, truths, ties_by_content, lowest, threads);
}

nb::tuple box_pairs(std::uint8_t extent, const Boxes& boxes, const TableSides& sides, const Truths& truths,
                    bool ties_by_content, double lowest, int threads) {
  sides.check_rows(boxes.shape(0));
  require(extent < kBoxExtents, "no such extent");
  return with_extent(static_cast<BoxExtent>(extent), [&]<class Extent>(Extent) {
    return box_pairs_as<Extent>(boxes, sides, truths, ties_by_content, lowest, threads);
  });
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

// The rows of a match table and their overlaps.
struct PairedDetections {
  In<std::int32_t, 1> category, image;
  In<std::int64_t, 1> offsets;
  In<std::int32_t, 1> truth;
  In<double, 1> overlap;

  void check(std::size_t truths) const {
    require(image.shape(0) == category.shape(0) && offsets.shape(0) == category.shape(0) + 1,
            "one entry per detection");
    check_pairs(offsets, truth, overlap, truths);
  }
  TableDetections columns() const {
    return {view(category), view(image), offsets.data(), truth.data(), overlap.data()};
  }
};

struct PairedTruths {
  In<std::int32_t, 1> category;
  In<std::uint8_t, 1> ignored, crowd, unmarked;

  void check() const {
    const std::size_t count = category.shape(0);
    require(ignored.shape(0) == count && crowd.shape(0) == count && unmarked.shape(0) == count, "one entry per truth");
  }
  TableTruths columns() const { return {category.data(), ignored.data(), crowd.data(), unmarked.data()}; }
};

struct Partners {
  Best own, other, not_counted, of_truth;
  Out<std::int32_t, 2> truth, detection;

  PartnerColumns columns(std::size_t detections, std::size_t truths, std::size_t thresholds) const {
    require(truth.shape(0) == detections && detection.shape(0) == truths && truth.shape(1) == thresholds &&
                detection.shape(1) == thresholds,
            "partners must be [*, T]");
    return {own.columns(detections),   other.columns(detections), not_counted.columns(detections),
            of_truth.columns(truths), truth.data(),              detection.data()};
  }
};

void find_table_partners(std::uint8_t matching, const In<double, 1>& thresholds, const PairedDetections& detections,
                         const PairedTruths& truths, const Partners& partners, int threads) {
  const std::size_t true_count = truths.category.shape(0);
  require(matching < kMatchings, "no such matching");
  truths.check();
  detections.check(true_count);
  const PartnerColumns out = partners.columns(detections.category.shape(0), true_count, thresholds.shape(0));
  nb::gil_scoped_release released;
  find_partners(static_cast<Matching>(matching), view(thresholds), detections.columns(), truths.columns(), true_count,
                out, threads);
}

ArrayOut<std::int64_t, 1> rows_of_cells(const In<std::int32_t, 1>& category, const In<std::int32_t, 1>& image,
                                        const In<std::uint8_t, 1>& marked) {
  require(image.shape(0) == category.shape(0) && marked.shape(0) == category.shape(0), "one entry per detection");
  return to_array(rows_of_marked_cells(view(category), view(image), marked.data()));
}

// Boxes [n, 4] of these rows.
nb::object boxes_of(const In<double, 2>& boxes, const In<std::int64_t, 1>& rows, int threads) {
  require(boxes.shape(1) == 4 && all_below(rows, boxes.shape(0)), "no such row");
  const std::size_t count = rows.shape(0);
  Buffer<double> found(4 * count);
  const double* const from = boxes.data();
  const std::int64_t* const row = rows.data();
  {
    nb::gil_scoped_release released;
    parallel_ranges(count, std::size_t{1} << 14, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) std::copy_n(from + 4 * row[i], 4, found.data() + 4 * i);
    });
  }
  return nb::cast(to_array<2>(std::move(found), {count, 4}));
}

}  // namespace

void register_match_table(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<TableSides>(module, "TableSides")
      .def(nb::new_([](In<std::int32_t, 1> image, In<std::int32_t, 1> category, In<std::int64_t, 1> row,
                       In<std::int32_t, 1> truth_image, In<std::int32_t, 1> truth_category, std::size_t images,
                       std::size_t categories, bool class_agnostic) {
             TableSides made{image, category, row, truth_image, truth_category, images, categories, class_agnostic};
             made.check();
             return Made(std::move(made));
           }),
           "image"_a, "category"_a, "row"_a, "truth_image"_a, "truth_category"_a, "images"_a, "categories"_a,
           "class_agnostic"_a);
  nb::class_<Best>(module, "Best")
      .def(nb::new_([](Out<double, 1> overlap, Out<std::int32_t, 1> partner) { return Made(Best{overlap, partner}); }),
           "overlap"_a, "partner"_a);
  module.def("box_pairs", &box_pairs, "extent"_a, "boxes"_a, "sides"_a, "truths"_a, "ties_by_content"_a, "lowest"_a, "threads"_a);
  nb::class_<PairedDetections>(module, "PairedDetections")
      .def(nb::new_([](In<std::int32_t, 1> category, In<std::int32_t, 1> image, In<std::int64_t, 1> offsets,
                       In<std::int32_t, 1> truth,
                       In<double, 1> overlap) { return Made(PairedDetections{category, image, offsets, truth, overlap}); }),
           "category"_a, "image"_a, "offsets"_a, "truth"_a, "overlap"_a);
  nb::class_<PairedTruths>(module, "PairedTruths")
      .def(nb::new_([](In<std::int32_t, 1> category, In<std::uint8_t, 1> ignored, In<std::uint8_t, 1> crowd,
                       In<std::uint8_t, 1> unmarked) { return Made(PairedTruths{category, ignored, crowd, unmarked}); }),
           "category"_a, "ignored"_a, "crowd"_a, "unmarked"_a);
  nb::class_<Partners>(module, "Partners")
      .def(nb::new_([](const Best& own, const Best& other, const Best& not_counted, const Best& of_truth,
                       Out<std::int32_t, 2> truth, Out<std::int32_t, 2> detection) {
             return Made(Partners{own, other, not_counted, of_truth, truth, detection});
           }),
           "own"_a, "other"_a, "not_counted"_a, "of_truth"_a, "truth"_a, "detection"_a);
  module.def("find_partners", &find_table_partners, "matching"_a, "thresholds"_a, "detections"_a, "truths"_a,
             "partners"_a, "threads"_a);
  module.def("boxes_of_rows", &boxes_of, "boxes"_a, "rows"_a, "threads"_a);
  module.def("rows_of_marked_cells", &rows_of_cells, "category"_a, "image"_a, "marked"_a);
}

}  // namespace truebox
