// `pairwise_*` and `elementwise_*` of rows that are not four numbers: plain arrays of NumPy, so few pairs that one thread
// computes them. All else, and all that has to be refused in words, is passed on.
#include "overlap/row_doors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ground/numpy_arrays.hpp"
#include "ground/rotations.hpp"
#include "overlap/segments.hpp"
#include "overlap/space_box.hpp"
#include "polygons/convex_hull.hpp"
#include "polygons/overlap.hpp"
#include "rotated/overlap.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

// Below this many pairs every kernel here works on one thread, whatever it is given.
constexpr std::size_t kPairsOfDoors = 20'000;
// Below this many pairs the work is shorter than handing the interpreter lock over and back.
constexpr std::size_t kPairsWithoutRelease = 2'000;

// Rows of `numbers` float64, C-contiguous.
struct DoubleRows {
  const double* values;
  std::size_t count;
};

std::optional<DoubleRows> double_rows(PyObject* value, npy_intp numbers) {
  PyArrayObject* const array = plain_reals(value, numbers);
  if (array == nullptr || PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 2) return std::nullopt;
  return DoubleRows{static_cast<const double*>(PyArray_DATA(array)), static_cast<std::size_t>(PyArray_DIM(array, 0))};
}

template <class Fill>
PyObject* filled(std::size_t rows, std::size_t columns, bool pairwise, Fill fill) {
  const nb::object out = pairwise ? new_array({static_cast<npy_intp>(rows), static_cast<npy_intp>(columns)}, NPY_DOUBLE)
                                  : new_array({static_cast<npy_intp>(rows)}, NPY_DOUBLE);
  auto* const values = data_of<double>(out);
  if (rows * (pairwise ? columns : 1) < kPairsWithoutRelease) {
    fill(values);
  } else {
    nb::gil_scoped_release release;
    fill(values);
  }
  return out.inc_ref().ptr();
}

bool fit(std::size_t a, std::size_t b, bool pairwise) {
  if (!pairwise) return a == b && a < kPairsOfDoors;
  return a < kPairsOfDoors && b < kPairsOfDoors && a * b < kPairsOfDoors;
}

// None of another count of arguments comes from Python; asked all the same, as memory depends on it.
bool counted(Py_ssize_t count, Py_ssize_t wanted) {
  if (count == wanted) return true;
  PyErr_SetString(PyExc_TypeError, "another number of arguments than this function takes");
  return false;
}

// (boxes_a, boxes_b, unit, direction, threads)
template <std::size_t numbers, bool pairwise>
PyObject* rotated(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (!counted(count, 5)) return nullptr;
  return answered([&]() -> PyObject* {
    const auto a = double_rows(args[0], numbers), b = double_rows(args[1], numbers);
    if (!a || !b || !fit(a->count, b->count, pairwise) || !is_thread_count(args[4])) return pass_on(otherwise, args, count);
    const auto rule = read_rotation(args[2], args[3], numbers == 7);
    if (!rule || !rotated_are_regular(a->values, a->count, numbers) || !rotated_are_regular(b->values, b->count, numbers)) {
      return pass_on(otherwise, args, count);
    }
    return filled(a->count, b->count, pairwise, [&](double* out) {
      if (a->count == 1 && b->count == 1) {
        *out = rotated_pair_overlap(a->values, b->values, *rule, pairwise);
        return;
      }
      const double scale = rotated_scale(a->values, a->count, b->values, b->count, *rule);
      const RotatedColumns left = load_rotated(a->values, a->count, scale, *rule);
      const RotatedColumns right = load_rotated(b->values, b->count, scale, *rule);
      if constexpr (pairwise) {
        std::fill_n(out, a->count * b->count, 0.0);
        pairwise_rotated_overlap(left, right, rule->upright, 1, out);
      } else {
        elementwise_rotated_overlap(left, right, rule->upright, 1, out);
      }
    });
  });
}

// Corners in order, and volumes that neither overflow nor vanish.
bool space_boxes_are_regular(const DoubleRows& rows, double& largest) {
  bool regular = true;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const double* const row = rows.values + 6 * i;
    for (std::size_t k = 0; k < 3; ++k) {
      regular &= (std::fabs(row[k]) <= 1e45) & (std::fabs(row[k + 3]) <= 1e45) & (row[k + 3] >= row[k]);
      largest = std::max({largest, std::fabs(row[k]), std::fabs(row[k + 3])});
    }
  }
  return regular;
}

// (boxes_a, boxes_b, None, None, threads)
template <bool pairwise>
PyObject* space(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (!counted(count, 5)) return nullptr;
  return answered([&]() -> PyObject* {
    const auto a = double_rows(args[0], 6), b = double_rows(args[1], 6);
    double largest = 0;
    if (!a || !b || !fit(a->count, b->count, pairwise) || !is_thread_count(args[4]) || !space_boxes_are_regular(*a, largest) ||
        !space_boxes_are_regular(*b, largest) || (largest > 0 && largest < 1e-45)) {
      return pass_on(otherwise, args, count);
    }
    return filled(a->count, b->count, pairwise, [&](double* out) {
      if constexpr (pairwise) {
        pairwise_space_boxes(a->values, a->count, b->values, b->count, 1, out);
      } else {
        elementwise_space_boxes(a->values, b->values, a->count, 1, out);
      }
    });
  });
}

// (segments_a, segments_b), of any number
template <bool pairwise>
PyObject* segments(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (!counted(count, 2)) return nullptr;
  return answered([&]() -> PyObject* {
    const auto a = double_rows(args[0], 2), b = double_rows(args[1], 2);
    if (!a || !b || (!pairwise && a->count != b->count) || !segments_are_regular(a->values, a->count) ||
        !segments_are_regular(b->values, b->count)) {
      return pass_on(otherwise, args, count);
    }
    return filled(a->count, b->count, pairwise, [&](double* out) {
      if constexpr (pairwise) {
        pairwise_segments(a->values, a->count, b->values, b->count, out);
      } else {
        elementwise_segments(a->values, b->values, a->count, out);
      }
    });
  });
}

struct HeldPolygons {
  std::vector<double> coordinates;
  std::vector<std::int64_t> offsets{0};

  PolygonRows rows() const { return {coordinates, offsets}; }
};

// Polygons [N, K, 2] float64 of finite points, three or more each; of sets of points their hulls.
std::optional<HeldPolygons> held_polygons(PyObject* value, bool hulls) {
  PyArrayObject* const array = plain_reals(value, 2);
  if (array == nullptr || PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 3) return std::nullopt;
  const auto count = static_cast<std::size_t>(PyArray_DIM(array, 0)), points = static_cast<std::size_t>(PyArray_DIM(array, 1));
  if (points < 3 || count >= kPairsOfDoors) return std::nullopt;
  const std::span numbers(static_cast<const double*>(PyArray_DATA(array)), 2 * count * points);
  if (!std::all_of(numbers.begin(), numbers.end(), [](double each) { return std::isfinite(each); })) return std::nullopt;
  HeldPolygons held;
  if (!hulls) held.coordinates.assign(numbers.begin(), numbers.end());
  std::vector<PlanePoint> all;
  for (std::size_t k = 0; k < count; ++k) {
    if (hulls) {
      all.clear();
      for (std::size_t p = 0; p < points; ++p) all.emplace_back(numbers[2 * (k * points + p)], numbers[2 * (k * points + p) + 1]);
      std::vector<PlanePoint> hull = convex_hull(all);
      while (hull.size() < 3) hull.push_back(hull.back());  // a polygon without area
      for (const auto& [x, y] : hull) held.coordinates.insert(held.coordinates.end(), {x, y});
    }
    held.offsets.push_back(hulls ? static_cast<std::int64_t>(held.coordinates.size() / 2)
                                 : static_cast<std::int64_t>((k + 1) * points));
  }
  return held;
}

// (polygons_a, polygons_b, threads)
template <bool hulls, bool pairwise>
PyObject* polygons(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (!counted(count, 3)) return nullptr;
  return answered([&]() -> PyObject* {
    const auto a = held_polygons(args[0], hulls), b = a ? held_polygons(args[1], hulls) : std::nullopt;
    if (!b || !fit(a->rows().size(), b->rows().size(), pairwise) || !is_thread_count(args[2])) {
      return pass_on(otherwise, args, count);
    }
    const double scale = polygon_scale(std::max(largest_coordinate(a->rows()), largest_coordinate(b->rows())));
    const std::vector<PolygonEdges> left = load_polygons(a->rows(), scale), right = load_polygons(b->rows(), scale);
    if (first_crossing(left) < left.size() || first_crossing(right) < right.size()) return pass_on(otherwise, args, count);
    return filled(left.size(), right.size(), pairwise, [&](double* out) {
      if constexpr (pairwise) {
        pairwise_polygon_overlap(left, right, 1, out);
      } else {
        elementwise_polygon_overlap(left, right, 1, out);
      }
    });
  });
}

}  // namespace

void add_row_doors(FrontDoors& doors) {
  doors.add("pairwise_rotated_iou", &rotated<5, true>);
  doors.add("elementwise_rotated_iou", &rotated<5, false>);
  doors.add("pairwise_rotated_iou_3d", &rotated<7, true>);
  doors.add("elementwise_rotated_iou_3d", &rotated<7, false>);
  doors.add("pairwise_iou_3d", &space<true>);
  doors.add("elementwise_iou_3d", &space<false>);
  doors.add("pairwise_temporal_iou", &segments<true>);
  doors.add("elementwise_temporal_iou", &segments<false>);
  doors.add("pairwise_polygon_iou", &polygons<false, true>);
  doors.add("elementwise_polygon_iou", &polygons<false, false>);
  doors.add("pairwise_convex_iou", &polygons<true, true>);
  doors.add("elementwise_convex_iou", &polygons<true, false>);
}

}  // namespace truebox
