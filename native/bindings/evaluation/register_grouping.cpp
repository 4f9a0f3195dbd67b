// Python bindings of the room `evaluation`: rows grouped by ids that no column of places stands for.
#include "register.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <memory>
#include <optional>
#include <utility>

#include "evaluation/chosen_cells.hpp"
#include "evaluation/evaluation_bindings.hpp"
#include "evaluation/grouping.hpp"
#include "evaluation/joined_groups.hpp"
#include "ground/throwing_casters.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using namespace evaluation_bindings;

// A column of ids of any kind in which they are kept.
struct IdColumn {
  nb::ndarray<nb::ro, nb::device::cpu> held;
  IdSpan ids;
};

template <class Id>
Made<IdColumn> id_column(const In<Id, 1>& ids) {
  return Made(IdColumn{nb::ndarray<nb::ro, nb::device::cpu>(ids), view(ids)});
}

std::size_t count_of(const IdColumn& column) {
  return std::visit([](const auto& ids) { return ids.size(); }, column.ids);
}

// Detections by category and image: they go into the first cells made of them.
struct JoinedRows {
  Grouped detections;
  std::size_t rows, images;
  bool given = false;
};

std::optional<Made<JoinedRows>> join_rows(const IdColumn& categories, const In<std::int64_t, 1>& category_table,
                                          const IdColumn& images, const In<std::int64_t, 1>& image_table,
                                          const Out<std::uint8_t, 1>& seen, int threads) {
  const std::size_t rows = count_of(images);
  require(count_of(categories) == rows && seen.shape(0) == image_table.shape(0), "outputs must fit ids and table");
  std::optional<nb::gil_scoped_release> released(std::in_place);
  JoinedGroups found =
      join_and_group(categories.ids, view(category_table), images.ids, view(image_table), seen.data(), threads);
  released.reset();
  if (!found.made) return std::nullopt;
  return Made(JoinedRows{std::move(found.groups), rows, image_table.shape(0)});
}

Made<Cells> cells_of_joined(JoinedRows& joined, const In<std::int32_t, 1>& truth_image,
                            const In<std::int32_t, 1>& truth_category, std::size_t cap, int threads) {
  require(truth_image.shape(0) == truth_category.shape(0), "image and category must have one entry per row");
  require(!std::exchange(joined.given, true), "rows go into cells once");
  std::optional<nb::gil_scoped_release> released(std::in_place);
  Grouped truths = group_rows(view(truth_category), joined.detections.offsets.size() - 1, view(truth_image),
                              joined.images, threads);
  Cells cells{std::make_unique<CellPlan>(std::move(joined.detections), std::move(truths), cap, threads), joined.rows,
              truth_image.shape(0), joined.images};
  released.reset();
  return Made<Cells>(std::move(cells));
}

void rows_in_cells_of(const In<std::int64_t, 1>& places, std::size_t images, std::size_t categories,
                      const In<std::int32_t, 1>& image, const In<std::int32_t, 1>& category,
                      const Out<std::uint8_t, 1>& held, int threads) {
  require(image.shape(0) == category.shape(0) && image.shape(0) == held.shape(0), "one entry per row");
  const nb::gil_scoped_release released;
  rows_in_cells(ChosenCells(view(places), images, categories), view(image), view(category), held.data(), threads);
}

void rows_of_cells_of(const In<std::int64_t, 1>& places, std::size_t images, const In<std::int32_t, 1>& image,
                      const In<std::int64_t, 1>& offsets, const Out<std::int64_t, 1>& begins,
                      const Out<std::int64_t, 1>& ends) {
  require(places.shape(0) == begins.shape(0) && places.shape(0) == ends.shape(0), "one entry per cell");
  require(images > 0 || places.shape(0) == 0, "cells are of images");
  const nb::gil_scoped_release released;
  rows_of_cells(view(places), images, view(image), view(offsets), begins.data(), ends.data());
}

}  // namespace

void register_grouping(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<IdColumn>(module, "IdColumn")
      .def(nb::new_(&id_column<std::int64_t>), "ids"_a.noconvert())
      .def(nb::new_(&id_column<std::int32_t>), "ids"_a.noconvert())
      .def(nb::new_(&id_column<std::uint16_t>), "ids"_a.noconvert());
  nb::class_<JoinedRows>(module, "JoinedRows");
  module.def("join_rows", &join_rows, "categories"_a, "category_table"_a, "images"_a, "image_table"_a, "seen"_a,
             "threads"_a);
  module.def("cells_of_joined", &cells_of_joined, "joined"_a, "truth_image"_a, "truth_category"_a, "cap"_a,
             "threads"_a);
  module.def("rows_in_cells", &rows_in_cells_of, "places"_a, "images"_a, "categories"_a, "image"_a, "category"_a,
             "held"_a, "threads"_a);
  module.def("rows_of_cells", &rows_of_cells_of, "places"_a, "images"_a, "image"_a, "offsets"_a, "begins"_a, "ends"_a);
}

}  // namespace truebox
