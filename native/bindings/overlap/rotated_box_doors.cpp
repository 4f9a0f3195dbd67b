// Rotated boxes alone: plain NumPy arrays [..., 5] of float32 or float64, and corners. All else, and all that has to be
// refused in words, is passed on. Sines, cosines and arc tangents are NumPy's.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <type_traits>

#include "ground/numpy_arrays.hpp"
#include "ground/numpy_loops.hpp"
#include "ground/rotations.hpp"
#include "overlap/box_doors.hpp"
#include "rotated/outlines.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

constexpr double kQuarterTurn = 1.5707963267948966;
constexpr double kPi = 3.14159265358979323846;

// Beyond this magnitude a sum or product could overflow, of which NumPy warns.
template <class Real>
constexpr Real kLargest = sizeof(Real) == sizeof(float) ? Real(1e15) : Real(1e150);

bool counted(Py_ssize_t count, Py_ssize_t wanted) {
  if (count == wanted) return true;
  PyErr_SetString(PyExc_TypeError, "another number of arguments than this function takes");
  return false;
}

// Boxes [..., 5] of two axes or more; null for all else.
PyArrayObject* plain_boxes(PyObject* value) {
  PyArrayObject* const array = plain_reals(value, 5);
  return array == nullptr || PyArray_NDIM(array) < 2 ? nullptr : array;
}

template <class Work>
auto of_reals(PyArrayObject* array, npy_intp last, Work work) {
  const auto count = static_cast<std::size_t>(PyArray_SIZE(array) / last);
  if (PyArray_TYPE(array) == NPY_FLOAT) return work(static_cast<const float*>(PyArray_DATA(array)), count);
  return work(static_cast<const double*>(PyArray_DATA(array)), count);
}

template <class Real>
bool are_moderate(const Real* numbers, std::size_t count) {
  bool moderate = true;
  for (std::size_t k = 0; k < count; ++k) moderate &= std::fabs(numbers[k]) <= kLargest<Real>;
  return moderate;
}

// A new array of the shape of another, less its last axes, and these instead; of its type, or of another.
nb::object new_beside(PyArrayObject* array, std::initializer_list<npy_intp> last, int dropped, std::optional<int> type = {}) {
  npy_intp shape[NPY_MAXDIMS];
  const int kept = PyArray_NDIM(array) - dropped;
  std::copy_n(PyArray_DIMS(array), kept, shape);
  std::copy(last.begin(), last.end(), shape + kept);
  PyObject* const made = PyArray_SimpleNew(kept + static_cast<int>(last.size()), shape, type.value_or(PyArray_TYPE(array)));
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

// What an angle is multiplied by to be in radians from x toward y.
double factor_of(const RotatedRule& rule) {
  const double size = rule.degrees ? kPi / 180 : 1.0;
  return rule.from_y_to_x ? -size : size;
}

// Boxes whose angles are turned into sines and cosines together.
constexpr std::size_t kPart = 128;

template <bool corners, class Real>
void write_outlines(const Real* boxes, std::size_t count, Real factor, const NumpyTurns<Real>& turns, Real* out) {
  Real angles[kPart], cos[kPart], sin[kPart];
  for (std::size_t begin = 0; begin < count; begin += kPart, boxes += 5 * kPart) {
    const std::size_t length = std::min(kPart, count - begin);
    for (std::size_t i = 0; i < length; ++i) angles[i] = boxes[5 * i + 4] * factor;
    turns.cos(angles, cos, length);
    turns.sin(angles, sin, length);
    if constexpr (corners) {
      write_corners(boxes, cos, sin, length, out + 8 * begin);
    } else {
      write_enclosing(boxes, cos, sin, length, out + 4 * begin);
    }
  }
}

// (boxes, unit, direction) -> an array [..., 4, 2], or upright boxes [..., 4]
template <bool corners>
PyObject* outlines(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 3)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_boxes(args[0]);
    const auto rule = array == nullptr ? std::nullopt : read_rotation(args[1], args[2], false);
    if (!rule) return pass_on(otherwise, args, given);
    const nb::object out = new_beside(array, corners ? std::initializer_list<npy_intp>{4, 2} : std::initializer_list<npy_intp>{4}, 1);
    const bool good = of_reals(array, 5, [&](const auto* boxes, std::size_t count) {
      using Real = std::remove_cvref_t<decltype(*boxes)>;
      const auto& turns = NumpyTurns<Real>::get();
      if (!turns.exist() || !are_moderate(boxes, 5 * count)) return false;
      write_outlines<corners>(boxes, count, static_cast<Real>(factor_of(*rule)), turns, data_of<Real>(out));
      return true;
    });
    return good ? out.inc_ref().ptr() : pass_on(otherwise, args, given);
  });
}

template <class Write>
PyObject* rewritten(PyObject* otherwise, PyObject* const* args, Py_ssize_t given, PyArrayObject* array, Write write) {
  const nb::object out = new_beside(array, {}, 0);
  const bool good = of_reals(array, 5, [&](const auto* boxes, std::size_t count) {
    using Real = std::remove_cvref_t<decltype(*boxes)>;
    if (!are_moderate(boxes, 5 * count)) return false;
    write(boxes, count, data_of<Real>(out));
    return true;
  });
  return good ? out.inc_ref().ptr() : pass_on(otherwise, args, given);
}

// (boxes, unit, direction, to_unit, to_direction)
PyObject* convert_rotated_boxes(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 5)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_boxes(args[0]);
    const auto before = array == nullptr ? std::nullopt : read_rotation(args[1], args[2], false);
    const auto after = !before ? std::nullopt : read_rotation(args[3], args[4], false);
    if (!after) return pass_on(otherwise, args, given);
    const double factor = factor_of(*before) / factor_of(*after);
    return rewritten(otherwise, args, given, array, [&](const auto* boxes, std::size_t count, auto* out) {
      using Real = std::remove_cvref_t<decltype(*boxes)>;
      for (std::size_t i = 0; i < 5 * count; i += 5) {
        for (std::size_t k = 0; k < 4; ++k) out[i + k] = boxes[i + k];
        out[i + 4] = boxes[i + 4] * static_cast<Real>(factor);
      }
    });
  });
}

std::optional<double> quarter_of(PyObject* unit) {
  if (text_is(unit, "degrees")) return 90.0;
  if (text_is(unit, "radians")) return kQuarterTurn;
  return std::nullopt;
}

// (boxes, unit, within)
PyObject* normalize_angles(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 3)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_boxes(args[0]);
    const auto quarter = array == nullptr ? std::nullopt : quarter_of(args[1]);
    const bool half = text_is(args[2], "half"), full = text_is(args[2], "full");
    if (!quarter || (!half && !full && !text_is(args[2], "quarter"))) return pass_on(otherwise, args, given);
    return rewritten(otherwise, args, given, array, [&](const auto* boxes, std::size_t count, auto* out) {
      if (half) {
        write_within<AngleRange::half>(boxes, count, *quarter, out);
      } else if (full) {
        write_within<AngleRange::full>(boxes, count, *quarter, out);
      } else {
        write_within<AngleRange::quarter>(boxes, count, *quarter, out);
      }
    });
  });
}

// (boxes, width, height, unit, within): floats, of which the last is in that unit
PyObject* clip_rotated_boxes(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 5)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_boxes(args[0]);
    const auto quarter = array == nullptr ? std::nullopt : quarter_of(args[3]);
    const auto width = exact_float(args[1]), height = exact_float(args[2]), within = exact_float(args[4]);
    const auto fits = [](const std::optional<double>& number) { return number && *number >= 0 && *number <= 1e15; };
    if (!quarter || !fits(width) || !fits(height) || !fits(within)) return pass_on(otherwise, args, given);
    return rewritten(otherwise, args, given, array, [&](const auto* boxes, std::size_t count, auto* out) {
      using Real = std::remove_cvref_t<decltype(*boxes)>;
      write_cut(boxes, count, *quarter, static_cast<Real>(*within), static_cast<Real>(*width), static_cast<Real>(*height), out);
    });
  });
}

template <class Real>
void write_smallest(const Real* corners, std::size_t count, double factor, const NumpyTurns<double>& turns, double* out) {
  double angles[kPart], cos[kPart], sin[kPart];
  for (std::size_t begin = 0; begin < count; begin += kPart) {
    const std::size_t length = std::min(kPart, count - begin);
    double* const rows = out + 5 * begin;
    for (std::size_t i = 0; i < length; ++i) {
      double points[8];
      for (std::size_t k = 0; k < 8; ++k) points[k] = static_cast<double>(corners[8 * (begin + i) + k]);
      const RectangleAround found = smallest_around(points);
      rows[5 * i] = found.x;
      rows[5 * i + 1] = found.y;
      rows[5 * i + 2] = found.width;
      rows[5 * i + 3] = found.height;
      cos[i] = found.cos;
      sin[i] = found.sin;
    }
    turns.arctan2(sin, cos, angles, length);
    for (std::size_t i = 0; i < length; ++i) rows[5 * i + 4] = angles[i] / factor;
  }
}

// (corners [..., 4, 2] or [..., 8], unit, direction) -> boxes [..., 5] of float64
PyObject* corners_to_rotated(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 3)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* array = plain_reals(args[0], 8);
    int dropped = 1;
    if (array == nullptr) {
      array = plain_reals(args[0], 2);
      dropped = 2;
      if (array != nullptr && (PyArray_NDIM(array) < 2 || PyArray_DIM(array, PyArray_NDIM(array) - 2) != 4)) array = nullptr;
    }
    const auto rule = array == nullptr || PyArray_NDIM(array) <= dropped ? std::nullopt : read_rotation(args[1], args[2], false);
    if (!rule) return pass_on(otherwise, args, given);
    const auto& turns = NumpyTurns<double>::get();
    const nb::object out = new_beside(array, {5}, dropped, NPY_DOUBLE);
    const bool good = turns.exist() && of_reals(array, 8, [&](const auto* corners, std::size_t count) {
      if (!are_moderate(corners, 8 * count)) return false;
      write_smallest(corners, count, factor_of(*rule), turns, data_of<double>(out));
      return true;
    });
    return good ? out.inc_ref().ptr() : pass_on(otherwise, args, given);
  });
}

}  // namespace

void add_rotated_box_doors(FrontDoors& doors) {
  doors.add("rotated_to_corners", &outlines<true>);
  doors.add("enclosing_boxes", &outlines<false>);
  doors.add("convert_rotated_boxes", &convert_rotated_boxes);
  doors.add("normalize_angles", &normalize_angles);
  doors.add("clip_rotated_boxes", &clip_rotated_boxes);
  doors.add("corners_to_rotated", &corners_to_rotated);
}

}  // namespace truebox
