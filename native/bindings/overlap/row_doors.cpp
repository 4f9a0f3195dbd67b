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

// What polygons [N, K, 2] of a call are: float64, finite, three points or more each.
struct PlainPolygons {
  std::span<const double> numbers;
  std::size_t count, points;

  std::span<const double> row(std::size_t k) const { return numbers.subspan(2 * k * points, 2 * points); }
};

std::optional<PlainPolygons> plain_polygons(PyObject* value) {
  PyArrayObject* const array = plain_reals(value, 2);
  if (array == nullptr || PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 3) return std::nullopt;
  const auto count = static_cast<std::size_t>(PyArray_DIM(array, 0)), points = static_cast<std::size_t>(PyArray_DIM(array, 1));
  if (points < 3 || count >= kPairsOfDoors) return std::nullopt;
  const PlainPolygons polygons{{static_cast<const double*>(PyArray_DATA(array)), 2 * count * points}, count, points};
  bool finite = true;
  for (const double each : polygons.numbers) finite &= std::isfinite(each);
  return finite ? std::optional(polygons) : std::nullopt;
}

// Outlines one by one: as they are, or the hulls of their points. Keeps its memory.
class Outlines {
 public:
  // Adds x, y, ... of a hull or of the outline itself to `to`.
  template <bool hulls>
  void add(std::span<const double> row, std::vector<double>& to) {
    if constexpr (!hulls) {
      to.insert(to.end(), row.begin(), row.end());
    } else {
      points_.clear();
      for (std::size_t p = 0; p < row.size(); p += 2) points_.emplace_back(row[p], row[p + 1]);
      find_convex_hull(points_, hull_);
      while (hull_.size() < 3) hull_.push_back(hull_.back());  // a polygon without area
      for (const auto& [x, y] : hull_) to.insert(to.end(), {x, y});
    }
  }

 private:
  std::vector<PlanePoint> points_, hull_;
};

struct HeldPolygons {
  std::vector<double> coordinates;
  std::vector<std::int64_t> offsets{0};

  PolygonRows rows() const { return {coordinates, offsets}; }
};

template <bool hulls>
HeldPolygons held_polygons(const PlainPolygons& polygons) {
  HeldPolygons held;
  held.coordinates.reserve(polygons.numbers.size());
  held.offsets.reserve(polygons.count + 1);
  Outlines outlines;
  for (std::size_t k = 0; k < polygons.count; ++k) {
    outlines.add<hulls>(polygons.row(k), held.coordinates);
    held.offsets.push_back(static_cast<std::int64_t>(held.coordinates.size() / 2));
  }
  return held;
}

// Two polygons of so few points that what they need is kept from call to call.
class OnePair {
 public:
  static constexpr std::size_t kMostPoints = 64;

  // IoU; nothing where one crosses itself.
  template <bool hulls>
  std::optional<double> measure(const PlainPolygons& a, const PlainPolygons& b) {
    coordinates_.clear();
    outlines_.add<hulls>(a.row(0), coordinates_);
    const std::size_t first = coordinates_.size();
    outlines_.add<hulls>(b.row(0), coordinates_);
    double largest = 0;
    for (const double each : coordinates_) largest = std::max(largest, std::fabs(each));
    const double scale = polygon_scale(largest);
    for (double& each : coordinates_) each *= scale;
    const std::span<const double> all(coordinates_);
    if (!load(all.first(first), one_) || !load(all.subspan(first), other_)) return std::nullopt;
    return polygon_iou(one_, other_);
  }

 private:
  bool load(std::span<const double> points, PolygonEdges& to) {
    load_polygon_edges(points, to, edges_);
    return is_plainly_convex(points) || is_simple(to);
  }

  Outlines outlines_;
  std::vector<double> coordinates_;
  std::vector<polygon_detail::OneEdge> edges_;
  PolygonEdges one_, other_;
};

// (polygons_a, polygons_b, threads)
template <bool hulls, bool pairwise>
PyObject* polygons(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (!counted(count, 3)) return nullptr;
  return answered([&]() -> PyObject* {
    const auto a = plain_polygons(args[0]), b = a ? plain_polygons(args[1]) : std::nullopt;
    if (!b || !fit(a->count, b->count, pairwise) || !is_thread_count(args[2])) return pass_on(otherwise, args, count);
    if (a->count == 1 && b->count == 1 && a->points <= OnePair::kMostPoints && b->points <= OnePair::kMostPoints) {
      thread_local OnePair pair;
      const auto iou = pair.measure<hulls>(*a, *b);
      return iou ? filled(1, 1, pairwise, [&](double* out) { *out = *iou; }) : pass_on(otherwise, args, count);
    }
    const HeldPolygons held_a = held_polygons<hulls>(*a), held_b = held_polygons<hulls>(*b);
    const double scale = polygon_scale(std::max(largest_coordinate(held_a.rows()), largest_coordinate(held_b.rows())));
    const std::vector<PolygonEdges> left = load_polygons(held_a.rows(), scale), right = load_polygons(held_b.rows(), scale);
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
