// Rotated boxes alone: plain NumPy arrays [..., 5] of float32 or float64, and corners. All else, and all that has to be
// refused in words, is passed on. Sines and cosines are NumPy's: these are asked in between.
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

#include "ground/numpy_arrays.hpp"
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

nb::object new_reals(const std::vector<npy_intp>& shape, int type) {
  PyObject* const made = PyArray_SimpleNew(static_cast<int>(shape.size()), const_cast<npy_intp*>(shape.data()), type);
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

std::vector<npy_intp> leading_shape(PyArrayObject* array, int dropped) {
  const npy_intp* const shape = PyArray_DIMS(array);
  return {shape, shape + PyArray_NDIM(array) - dropped};
}

// What an angle is multiplied by to be in radians from x toward y.
double factor_of(const RotatedRule& rule) {
  const double size = rule.degrees ? kPi / 180 : 1.0;
  return rule.from_y_to_x ? -size : size;
}

// (boxes, unit, direction) -> angles [...] in radians from x toward y
PyObject* angles_of(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 3)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_boxes(args[0]);
    const auto rule = array == nullptr ? std::nullopt : read_rotation(args[1], args[2], false);
    if (!rule) return pass_on(otherwise, args, given);
    const nb::object out = new_reals(leading_shape(array, 1), PyArray_TYPE(array));
    const bool good = of_reals(array, 5, [&](const auto* boxes, std::size_t count) {
      using Real = std::remove_cvref_t<decltype(*boxes)>;
      if (!are_moderate(boxes, 5 * count)) return false;
      const auto factor = static_cast<Real>(factor_of(*rule));
      auto* const to = data_of<Real>(out);
      for (std::size_t i = 0; i < count; ++i) to[i] = boxes[5 * i + 4] * factor;
      return true;
    });
    return good ? out.inc_ref().ptr() : pass_on(otherwise, args, given);
  });
}

// (boxes, cosines, sines), as `angles_of` answered -> an array [..., 4, 2], or upright boxes [..., 4]
template <bool corners>
PyObject* outlines(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 3)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_boxes(args[0]);
    if (array == nullptr) return pass_on(otherwise, args, given);
    const npy_intp count = PyArray_SIZE(array) / 5;
    for (int k = 1; k < 3; ++k) {
      if (!PyArray_CheckExact(args[k])) return pass_on(otherwise, args, given);
      auto* const turned = reinterpret_cast<PyArrayObject*>(args[k]);
      if (PyArray_TYPE(turned) != PyArray_TYPE(array) || PyArray_SIZE(turned) != count || !PyArray_ISCARRAY_RO(turned)) {
        return pass_on(otherwise, args, given);
      }
    }
    std::vector<npy_intp> shape = leading_shape(array, 1);
    shape.push_back(4);
    if (corners) shape.push_back(2);
    const nb::object out = new_reals(shape, PyArray_TYPE(array));
    of_reals(array, 5, [&](const auto* boxes, std::size_t boxes_given) {
      using Real = std::remove_cvref_t<decltype(*boxes)>;
      const auto* const cos = static_cast<const Real*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(args[1])));
      const auto* const sin = static_cast<const Real*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(args[2])));
      if constexpr (corners) {
        write_corners(boxes, cos, sin, boxes_given, data_of<Real>(out));
      } else {
        write_enclosing(boxes, cos, sin, boxes_given, data_of<Real>(out));
      }
      return true;
    });
    return out.inc_ref().ptr();
  });
}

template <class Write>
PyObject* rewritten(PyObject* otherwise, PyObject* const* args, Py_ssize_t given, PyArrayObject* array, Write write) {
  const nb::object out = new_reals(leading_shape(array, 0), PyArray_TYPE(array));
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

// (corners [..., 4, 2] or [..., 8], unit, direction) -> (boxes [..., 5] whose angles are not set, cosines [...], sines [...]) of float64
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
    if (array == nullptr || PyArray_NDIM(array) <= dropped || !read_rotation(args[1], args[2], false)) return pass_on(otherwise, args, given);
    std::vector<npy_intp> shape = leading_shape(array, dropped);
    const nb::object cos = new_reals(shape, NPY_DOUBLE), sin = new_reals(shape, NPY_DOUBLE);
    shape.push_back(5);
    const nb::object out = new_reals(shape, NPY_DOUBLE);
    const bool good = of_reals(array, 8, [&](const auto* corners, std::size_t count) {
      if (!are_moderate(corners, 8 * count)) return false;
      auto* to = data_of<double>(out);
      for (std::size_t i = 0; i < count; ++i, to += 5) {
        double points[8];
        for (std::size_t k = 0; k < 8; ++k) points[k] = static_cast<double>(corners[8 * i + k]);
        const RectangleAround found = smallest_around(points);
        to[0] = found.x;
        to[1] = found.y;
        to[2] = found.width;
        to[3] = found.height;
        data_of<double>(cos)[i] = found.cos;
        data_of<double>(sin)[i] = found.sin;
      }
      return true;
    });
    return good ? nb::make_tuple(out, cos, sin).release().ptr() : pass_on(otherwise, args, given);
  });
}

// (boxes float64 [..., 5], angles [...] in radians from x toward y, unit, direction) -> the boxes, with these angles
PyObject* with_angles(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 4)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const boxes = plain_reals(args[0], 5);
    const auto rule = boxes == nullptr ? std::nullopt : read_rotation(args[2], args[3], false);
    if (!rule || !PyArray_CheckExact(args[1]) || !PyArray_ISWRITEABLE(boxes)) return pass_on(otherwise, args, given);
    auto* const angles = reinterpret_cast<PyArrayObject*>(args[1]);
    const npy_intp count = PyArray_SIZE(boxes) / 5;
    if (PyArray_TYPE(boxes) != NPY_DOUBLE || PyArray_TYPE(angles) != NPY_DOUBLE || PyArray_SIZE(angles) != count ||
        !PyArray_ISCARRAY_RO(angles)) {
      return pass_on(otherwise, args, given);
    }
    const double factor = factor_of(*rule);
    const auto* const from = static_cast<const double*>(PyArray_DATA(angles));
    auto* const to = static_cast<double*>(PyArray_DATA(boxes));
    for (npy_intp i = 0; i < count; ++i) to[5 * i + 4] = from[i] / factor;
    Py_INCREF(args[0]);
    return args[0];
  });
}

}  // namespace

void add_rotated_box_doors(FrontDoors& doors) {
  doors.add("rotated_angles", &angles_of);
  doors.add("rotated_to_corners", &outlines<true>);
  doors.add("enclosing_boxes", &outlines<false>);
  doors.add("convert_rotated_boxes", &convert_rotated_boxes);
  doors.add("normalize_angles", &normalize_angles);
  doors.add("clip_rotated_boxes", &clip_rotated_boxes);
  doors.add("corners_to_rotated", &corners_to_rotated);
  doors.add("with_angles", &with_angles);
}

}  // namespace truebox
