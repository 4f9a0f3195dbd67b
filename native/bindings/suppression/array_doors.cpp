// `nms`, `diou_nms` and `rotated_nms` of plain NumPy arrays: boxes float32 or float64, scores, labels int64. All else, and
// all that has to be refused in words, is passed on.
#include "suppression/array_doors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "ground/numpy_arrays.hpp"
#include "ground/rotations.hpp"
#include "suppression/few_boxes.hpp"
#include "suppression/non_maximum_suppression.hpp"
#include "suppression/rotated_suppression.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

// Below this many boxes the work is shorter than handing the interpreter lock over and back.
constexpr std::size_t kBoxesWithoutRelease = 256;

// Rows of an array [N, last] or [N]; null for all else.
PyArrayObject* plain_rows(PyObject* value, npy_intp last) {
  PyArrayObject* const array = plain_reals(value, last);
  return array != nullptr && PyArray_NDIM(array) == 2 && PyArray_DIM(array, 0) < 0xffffffff ? array : nullptr;
}

// Scores [count], finite, as doubles; `held` keeps them where they were single.
const double* finite_scores(PyObject* value, std::size_t count, std::vector<double>& held) {
  if (!PyArray_CheckExact(value)) return nullptr;
  auto* const array = reinterpret_cast<PyArrayObject*>(value);
  const int type = PyArray_TYPE(array);
  if ((type != NPY_FLOAT && type != NPY_DOUBLE) || PyArray_NDIM(array) != 1 || !PyArray_ISCARRAY_RO(array) ||
      static_cast<std::size_t>(PyArray_DIM(array, 0)) != count) {
    return nullptr;
  }
  const double* scores = static_cast<const double*>(PyArray_DATA(array));
  if (type == NPY_FLOAT) {
    const auto* const single = static_cast<const float*>(PyArray_DATA(array));
    held.assign(single, single + count);
    scores = held.data();
  }
  bool finite = true;
  for (std::size_t k = 0; k < count; ++k) finite &= std::fabs(scores[k]) <= std::numeric_limits<double>::max();
  return finite && scores != nullptr ? scores : nullptr;
}

// Labels [count], or none where `value` is None; false for what is neither.
bool read_labels(PyObject* value, std::size_t count, const std::int64_t*& labels) {
  labels = nullptr;
  if (value == Py_None) return true;
  if (!PyArray_CheckExact(value)) return false;
  auto* const array = reinterpret_cast<PyArrayObject*>(value);
  if (PyArray_TYPE(array) != NPY_INT64 || PyArray_NDIM(array) != 1 || !PyArray_ISCARRAY_RO(array) ||
      static_cast<std::size_t>(PyArray_DIM(array, 0)) != count) {
    return false;
  }
  labels = static_cast<const std::int64_t*>(PyArray_DATA(array));
  return true;
}

struct Limits {
  double threshold;
  double lowest_score;
  std::size_t most;
};

std::optional<Limits> read_limits(PyObject* threshold, PyObject* lowest_score, PyObject* most) {
  const auto limit = exact_float(threshold);
  if (!limit || !(*limit >= 0 && *limit <= 1)) return std::nullopt;
  Limits limits{*limit, kEveryScore, std::numeric_limits<std::int64_t>::max()};
  if (lowest_score != Py_None) {
    const auto lowest = exact_float(lowest_score);
    if (!lowest || std::isnan(*lowest)) return std::nullopt;
    limits.lowest_score = *lowest;
  }
  if (most != Py_None) {
    if (!PyLong_CheckExact(most)) return std::nullopt;
    int overflow = 0;
    const long long count = PyLong_AsLongLongAndOverflow(most, &overflow);
    if (overflow != 0 || count < 0) return std::nullopt;
    limits.most = static_cast<std::size_t>(count);
  }
  return limits;
}

int threads_of(PyObject* threads) { return threads == Py_None ? 0 : static_cast<int>(PyLong_AsLong(threads)); }

template <class Work>
PyObject* kept(std::size_t count, Work work) {
  std::vector<std::int64_t> rows;
  if (count < kBoxesWithoutRelease) {
    rows = work();
  } else {
    nb::gil_scoped_release release;
    rows = work();
  }
  return int64_array(rows).release().ptr();
}

template <class Real>
bool suits(std::span<const CornerBox<Real>> boxes) {
  if (first_bad_box(boxes) < boxes.size()) return false;
  if constexpr (sizeof(Real) == sizeof(float)) {
    float largest = 0;
    for (const CornerBox<float>& box : boxes) {
      largest = std::max({largest, std::fabs(box.x_min), std::fabs(box.y_min), std::fabs(box.x_max), std::fabs(box.y_max)});
    }
    return largest <= kLargestSuppressed<float>;  // Python takes others in double precision
  }
  return true;
}

// (boxes, scores, labels, threshold, score_threshold, max_detections, box_format, pixels, threads)
template <SuppressionMeasure measure>
PyObject* suppress_arrays(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (given != 9) {
    PyErr_SetString(PyExc_TypeError, "suppression takes 9 positional arguments");
    return nullptr;
  }
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_rows(args[0], 4);
    const auto limits = read_limits(args[3], args[4], args[5]);
    std::vector<double> held;
    const std::int64_t* labels = nullptr;
    const std::size_t count = array == nullptr ? 0 : static_cast<std::size_t>(PyArray_DIM(array, 0));
    const double* const scores = count == 0 || !limits ? nullptr : finite_scores(args[1], count, held);
    if (scores == nullptr || !read_labels(args[2], count, labels) || !text_is(args[6], "xyxy") ||
        !text_is(args[7], "continuous") || !is_thread_count(args[8])) {
      return pass_on(otherwise, args, given);
    }
    const SuppressionRule rule{measure, limits->threshold, limits->lowest_score, limits->most, threads_of(args[8])};
    const auto of = [&]<class Real>(const Real* rows) -> PyObject* {
      const std::span boxes(reinterpret_cast<const CornerBox<Real>*>(rows), count);
      if (measure == SuppressionMeasure::iou && count <= kFewBoxes && labels == nullptr) {
        std::int64_t few[kFewBoxes];
        std::size_t found = 0;
        const bool good = few_kept_rows<Real>(boxes, {scores, count}, rule.threshold, rule.lowest_score, rule.most, few, found);
        return good ? int64_array(few, found).release().ptr() : pass_on(otherwise, args, given);
      }
      if (!suits<Real>(boxes)) return pass_on(otherwise, args, given);
      return kept(count, [&] { return kept_rows<Real>(boxes, {scores, count}, labels, rule); });
    };
    if (PyArray_TYPE(array) == NPY_FLOAT) return of(static_cast<const float*>(PyArray_DATA(array)));
    return of(static_cast<const double*>(PyArray_DATA(array)));
  });
}

// (boxes, scores, unit, direction, labels, threshold, score_threshold, max_detections, threads)
PyObject* suppress_rotated_arrays(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (given != 9) {
    PyErr_SetString(PyExc_TypeError, "suppression takes 9 positional arguments");
    return nullptr;
  }
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_rows(args[0], 5);
    const auto limits = read_limits(args[5], args[6], args[7]);
    const auto rotation = read_rotation(args[2], args[3], false);
    std::vector<double> held;
    const std::int64_t* labels = nullptr;
    const std::size_t count = array == nullptr || PyArray_TYPE(array) != NPY_DOUBLE ? 0 : static_cast<std::size_t>(PyArray_DIM(array, 0));
    const double* const scores = count == 0 || !limits || !rotation ? nullptr : finite_scores(args[1], count, held);
    const double* const rows = scores == nullptr ? nullptr : static_cast<const double*>(PyArray_DATA(array));
    if (rows == nullptr || !rotated_are_regular(rows, count, 5) || !read_labels(args[4], count, labels) ||
        !is_thread_count(args[8])) {
      return pass_on(otherwise, args, given);
    }
    const RotatedSuppressionRule rule{*rotation, limits->threshold, limits->lowest_score, limits->most, threads_of(args[8])};
    if (count <= kFewBoxes && labels == nullptr) {
      std::int64_t few[kFewBoxes];
      const std::size_t found =
          few_kept_rotated_rows(rows, {scores, count}, rule.rotation, rule.threshold, rule.lowest_score, rule.most, few);
      return int64_array(few, found).release().ptr();
    }
    return kept(count, [&] { return kept_rotated_rows(rows, {scores, count}, labels, rule); });
  });
}

}  // namespace

void add_suppression_doors(FrontDoors& doors) {
  doors.add("nms", &suppress_arrays<SuppressionMeasure::iou>);
  doors.add("diou_nms", &suppress_arrays<SuppressionMeasure::diou>);
  doors.add("rotated_nms", &suppress_rotated_arrays);
}

}  // namespace truebox
