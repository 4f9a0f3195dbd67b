// Python bindings of the room `evaluation`: means of the tables of curves.
#include "register.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <optional>
#include <span>
#include <vector>

#include "evaluation/cell_means.hpp"
#include "ground/checked_arrays.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using Table = nb::ndarray<const double, nb::ndim<5>, nb::device::cpu>;
using Places = In<std::int64_t, 1>;

CellTable cells_of(const Table& table) {
  CellTable cells{table.data(), {}};
  for (std::size_t axis = 0; axis < 5; ++axis) cells.steps[axis] = table.stride(axis);
  return cells;
}

void require_below(std::span<const std::int64_t> places, std::size_t end) {
  for (const std::int64_t place : places) {
    require(place >= 0 && static_cast<std::size_t>(place) < end, "no such place in the table");
  }
}

// Other numbers stand for those at some recalls.
struct Others {
  Table table;
  std::vector<std::int64_t> stand_ins;

  Others(const Table& cells, const std::optional<Table>& others, const std::optional<Places>& recalls)
      : table(others ? *others : cells) {
    require(others.has_value() == recalls.has_value(), "others have recalls");
    if (!others) return;
    require(others->shape(1) == recalls->shape(0), "one recall for each of the others");
    for (const std::size_t axis : {0, 2, 3, 4}) require(others->shape(axis) == cells.shape(axis), "others fit the table");
    require_below(view(*recalls), cells.shape(1));
    stand_ins.assign(cells.shape(1), -1);
    for (std::size_t e = 0; e < recalls->shape(0); ++e) {
      stand_ins[static_cast<std::size_t>((*recalls)(e))] = static_cast<std::int64_t>(e);
    }
  }
};

CellPlaces places_in(const Table& table, const Places& thresholds, std::size_t range, const Places& caps,
                     const Places& classes, const Others& others) {
  require(range < table.shape(3), "no such place in the table");
  require_below(view(thresholds), table.shape(0));
  require_below(view(caps), table.shape(4));
  require_below(view(classes), table.shape(2));
  require(thresholds.shape(0) > 0 && caps.shape(0) > 0 && table.shape(1) > 0, "a mean of no cells");
  return {view(thresholds), table.shape(1), range, view(caps), others.stand_ins};
}

double mean_of(const Table& table, const Places& classes, std::size_t range, const Places& caps,
               const Places& thresholds, const std::optional<Table>& more, const std::optional<Places>& recalls) {
  require(classes.shape(0) > 0, "a mean of no cells");
  const Others others(table, more, recalls);
  const CellPlaces places = places_in(table, thresholds, range, caps, classes, others);
  nb::gil_scoped_release released;
  return mean_of_cells(cells_of(table), cells_of(others.table), places, view(classes));
}

void means_of(const Table& table, const Places& classes, std::size_t range, const Places& caps,
              const Places& thresholds, const Out<double, 1>& means, const std::optional<Table>& more,
              const std::optional<Places>& recalls) {
  require(means.shape(0) == classes.shape(0), "one mean for each class");
  const Others others(table, more, recalls);
  const CellPlaces places = places_in(table, thresholds, range, caps, classes, others);
  nb::gil_scoped_release released;
  means_of_classes(cells_of(table), cells_of(others.table), places, view(classes), means.data());
}

}  // namespace

void register_cell_means(nb::module_& module) {
  using namespace nb::literals;
  module.def("mean_of_cells", &mean_of, "table"_a.noconvert(), "classes"_a, "range"_a, "caps"_a, "thresholds"_a,
             "more"_a.none().noconvert() = nb::none(), "recalls"_a.none() = nb::none());
  module.def("means_of_classes", &means_of, "table"_a.noconvert(), "classes"_a, "range"_a, "caps"_a, "thresholds"_a,
             "means"_a, "more"_a.none().noconvert() = nb::none(), "recalls"_a.none() = nb::none());
}

}  // namespace truebox
