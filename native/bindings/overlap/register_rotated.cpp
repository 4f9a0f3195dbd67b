// Python bindings of rotated boxes, polygons and boxes in space, in the submodule `overlap`. Python has checked shapes
// and numbers; what is checked again here keeps memory safe.
#include "polygons/overlap.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/owned_array.hpp"
#include "overlap/meeting_boxes.hpp"
#include "ground/ragged_arrays.hpp"
#include "register.hpp"
#include "rotated/overlap.hpp"
#include "rotated/solid_overlap.hpp"
#include "overlap/space_box.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using Rows = ArrayIn<double, 2>;
using Matrix = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Column = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void require_matrix(const Matrix& out, std::size_t rows, std::size_t columns) {
  require(out.shape(0) == rows && out.shape(1) == columns, "out does not fit");
}

struct RotatedSides {
  RotatedColumns a, b;
};

RotatedSides load_sides(const Rows& a, const Rows& b, const RotatedRule& rule, int threads) {
  const double scale = rotated_scale(a.data(), a.shape(0), b.data(), b.shape(0), rule);
  return {load_rotated(a.data(), a.shape(0), scale, rule, threads),
          load_rotated(b.data(), b.shape(0), scale, rule, threads)};
}

RotatedRule rule_of(const Rows& a, const Rows& b, bool degrees, bool from_y_to_x) {
  require(a.shape(1) == b.shape(1) && (a.shape(1) == 5 || a.shape(1) == 7), "boxes must be [N, 5] or [N, 7]");
  return {degrees, from_y_to_x, a.shape(1) == 7};
}

void pairwise_rotated(const Rows& a, const Rows& b, bool degrees, bool from_y_to_x, int threads, const Matrix& out) {
  const RotatedRule rule = rule_of(a, b, degrees, from_y_to_x);
  require_matrix(out, a.shape(0), b.shape(0));
  nb::gil_scoped_release release;
  const RotatedSides sides = load_sides(a, b, rule, threads);
  pairwise_rotated_overlap(sides.a, sides.b, rule.upright, threads, out.data());
}

void elementwise_rotated(const Rows& a, const Rows& b, bool degrees, bool from_y_to_x, int threads, const Column& out) {
  const RotatedRule rule = rule_of(a, b, degrees, from_y_to_x);
  require(a.shape(0) == b.shape(0) && out.shape(0) == a.shape(0), "lengths differ");
  nb::gil_scoped_release release;
  const RotatedSides sides = load_sides(a, b, rule, threads);
  elementwise_rotated_overlap(sides.a, sides.b, rule.upright, threads, out.data());
}

using Points = ArrayIn<double, 1>;
using Offsets = ArrayIn<std::int64_t, 1>;

PolygonRows polygons_of(const Points& coordinates, const Offsets& offsets) {
  const PolygonRows rows{span_of(coordinates), span_of(offsets)};
  require(rows.fits(), "polygons: three points or more each");
  return rows;
}

// None, or (side, row) of the first polygon that crosses itself; `out` is then untouched.
template <class Fill>
nb::object compare_polygons(const PolygonRows& a, const PolygonRows& b, const Fill& fill) {
  std::size_t crossing_a = 0, crossing_b = 0;
  {
    nb::gil_scoped_release release;
    const double scale = polygon_scale(std::max(largest_coordinate(a), largest_coordinate(b)));
    const auto left = load_polygons(a, scale), right = load_polygons(b, scale);
    crossing_a = first_crossing(left);
    crossing_b = first_crossing(right);
    if (crossing_a == left.size() && crossing_b == right.size()) fill(left, right);
  }
  if (crossing_a < a.size()) return nb::make_tuple(0, crossing_a);
  if (crossing_b < b.size()) return nb::make_tuple(1, crossing_b);
  return nb::none();
}

nb::object pairwise_polygon(const Points& a, const Offsets& offsets_a, const Points& b, const Offsets& offsets_b, int threads,
                            const Matrix& out) {
  const PolygonRows left = polygons_of(a, offsets_a), right = polygons_of(b, offsets_b);
  require_matrix(out, left.size(), right.size());
  return compare_polygons(left, right, [&](const auto& one, const auto& other) {
    pairwise_polygon_overlap(one, other, threads, out.data());
  });
}

nb::object elementwise_polygon(const Points& a, const Offsets& offsets_a, const Points& b, const Offsets& offsets_b,
                               int threads, const Column& out) {
  const PolygonRows left = polygons_of(a, offsets_a), right = polygons_of(b, offsets_b);
  require(left.size() == right.size() && out.shape(0) == left.size(), "lengths differ");
  return compare_polygons(left, right, [&](const auto& one, const auto& other) {
    elementwise_polygon_overlap(one, other, threads, out.data());
  });
}

// The area of each polygon; -1 of one that crosses itself.
void polygon_areas(const Points& coordinates, const Offsets& offsets, int threads, const Column& out) {
  const PolygonRows rows = polygons_of(coordinates, offsets);
  require(out.shape(0) == rows.size(), "out does not fit");
  nb::gil_scoped_release release;
  areas_of_polygons(rows, threads, out.data());
}

// Rows of `a` and of `b`: pairs of one group whose insides meet.
nb::tuple meeting_pairs(const Rows& a, const Offsets& rows_a, const Offsets& offsets_a, const Rows& b, const Offsets& rows_b,
                        const Offsets& offsets_b) {
  require(a.shape(1) == 4 && b.shape(1) == 4, "boxes must be [N, 4]");
  require(offsets_a.shape(0) == offsets_b.shape(0) && offsets_a.shape(0) > 0, "sides have other groups");
  const auto check = [](const Rows& boxes, std::span<const std::int64_t> rows, std::span<const std::int64_t> offsets) {
    for (const std::int64_t row : rows) require(row >= 0 && static_cast<std::size_t>(row) < boxes.shape(0), "no such box");
    std::int64_t last = 0;
    for (const std::int64_t offset : offsets) {
      require(offset >= last && static_cast<std::size_t>(offset) <= rows.size(), "offsets do not fit");
      last = offset;
    }
  };
  check(a, span_of(rows_a), span_of(offsets_a));
  check(b, span_of(rows_b), span_of(offsets_b));
  MeetingPairs found;
  {
    nb::gil_scoped_release release;
    found = meeting_boxes({a.data(), span_of(rows_a), span_of(offsets_a)}, {b.data(), span_of(rows_b), span_of(offsets_b)});
  }
  return nb::make_tuple(owned_array(std::move(found.a)), owned_array(std::move(found.b)));
}

void shared_polygon_areas(const Points& a, const Offsets& offsets_a, const Points& b, const Offsets& offsets_b,
                          const Offsets& rows_a, const Offsets& rows_b, int threads, const Column& out) {
  const PolygonRows left = polygons_of(a, offsets_a), right = polygons_of(b, offsets_b);
  const auto pairs_a = span_of(rows_a), pairs_b = span_of(rows_b);
  const auto inside = [](const auto& pairs, std::size_t count) {
    return std::all_of(pairs.begin(), pairs.end(),
                       [count](std::int64_t row) { return row >= 0 && static_cast<std::size_t>(row) < count; });
  };
  require(pairs_a.size() == pairs_b.size() && out.shape(0) == pairs_a.size(), "lengths differ");
  require(inside(pairs_a, left.size()) && inside(pairs_b, right.size()), "no such polygon");
  nb::gil_scoped_release release;
  shared_areas_of_pairs(load_some_polygons(left, pairs_a), load_some_polygons(right, pairs_b), pairs_a, pairs_b, threads, out.data());
}

void pairwise_space(const Rows& a, const Rows& b, int threads, const Matrix& out) {
  require(a.shape(1) == 6 && b.shape(1) == 6, "boxes must be [N, 6]");
  require_matrix(out, a.shape(0), b.shape(0));
  nb::gil_scoped_release release;
  pairwise_space_boxes(a.data(), a.shape(0), b.data(), b.shape(0), threads, out.data());
}

void elementwise_space(const Rows& a, const Rows& b, int threads, const Column& out) {
  require(a.shape(1) == 6 && b.shape(1) == 6 && a.shape(0) == b.shape(0) && out.shape(0) == a.shape(0), "lengths differ");
  nb::gil_scoped_release release;
  elementwise_space_boxes(a.data(), b.data(), a.shape(0), threads, out.data());
}

std::vector<Solid> solids_of(const Rows& rows) {
  require(rows.shape(1) == Solid::kNumbers, "boxes must be [N, 12]");
  return load_solids(rows.data(), rows.shape(0));
}

void pairwise_solid(const Rows& a, const Rows& b, int threads, const Matrix& out) {
  require_matrix(out, a.shape(0), b.shape(0));
  nb::gil_scoped_release release;
  const std::vector<Solid> left = solids_of(a), right = solids_of(b);
  pairwise_solid_overlap(left, right, threads, out.data());
}

void elementwise_solid(const Rows& a, const Rows& b, int threads, const Column& out) {
  require(a.shape(0) == b.shape(0) && out.shape(0) == a.shape(0), "lengths differ");
  nb::gil_scoped_release release;
  const std::vector<Solid> left = solids_of(a), right = solids_of(b);
  elementwise_solid_overlap(left, right, threads, out.data());
}

}  // namespace

void register_rotated(nb::module_& module) {
  module.def("pairwise_rotated", &pairwise_rotated, "a"_a, "b"_a, "degrees"_a, "from_y_to_x"_a, "threads"_a, "out"_a);
  module.def("elementwise_rotated", &elementwise_rotated, "a"_a, "b"_a, "degrees"_a, "from_y_to_x"_a, "threads"_a, "out"_a);
  module.def("pairwise_polygon", &pairwise_polygon, "a"_a, "offsets_a"_a, "b"_a, "offsets_b"_a, "threads"_a, "out"_a);
  module.def("elementwise_polygon", &elementwise_polygon, "a"_a, "offsets_a"_a, "b"_a, "offsets_b"_a, "threads"_a, "out"_a);
  module.def("polygon_areas", &polygon_areas, "coordinates"_a, "offsets"_a, "threads"_a, "out"_a);
  module.def("meeting_pairs", &meeting_pairs, "a"_a, "rows_a"_a, "offsets_a"_a, "b"_a, "rows_b"_a, "offsets_b"_a);
  module.def("shared_polygon_areas", &shared_polygon_areas, "a"_a, "offsets_a"_a, "b"_a, "offsets_b"_a, "rows_a"_a,
             "rows_b"_a, "threads"_a, "out"_a);
  module.def("pairwise_space", &pairwise_space, "a"_a, "b"_a, "threads"_a, "out"_a);
  module.def("pairwise_solid", &pairwise_solid, "a"_a, "b"_a, "threads"_a, "out"_a);
  module.def("elementwise_solid", &elementwise_solid, "a"_a, "b"_a, "threads"_a, "out"_a);
  module.def("elementwise_space", &elementwise_space, "a"_a, "b"_a, "threads"_a, "out"_a);
}

}  // namespace truebox
