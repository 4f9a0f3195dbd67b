// Box measures of two single boxes: lists or tuples of four numbers.
#include <cmath>

#include "overlap/box_measures.hpp"

namespace truebox {
namespace {

bool read_number(PyObject* item, double& value) {
  if (PyFloat_Check(item)) {
    value = PyFloat_AS_DOUBLE(item);
  } else if (PyLong_CheckExact(item)) {
    value = PyLong_AsDouble(item);
    if (value == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
  } else {
    return false;
  }
  return std::isfinite(value);
}

bool read_box(PyObject* box, BoxLayout layout, double* values) {
  const bool tuple = PyTuple_CheckExact(box);
  if (!tuple && !PyList_CheckExact(box)) return false;
  if ((tuple ? PyTuple_GET_SIZE(box) : PyList_GET_SIZE(box)) != 4) return false;
  for (Py_ssize_t k = 0; k < 4; ++k) {
    if (!read_number(tuple ? PyTuple_GET_ITEM(box, k) : PyList_GET_ITEM(box, k), values[k])) return false;
  }
  if (layout == BoxLayout::corners) return values[2] >= values[0] && values[3] >= values[1];
  return values[2] >= 0 && values[3] >= 0;
}

// (box_a, box_b, box_format, pixels[, image_size]) -> float
template <std::size_t row>
PyObject* single_measure(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  constexpr const BoxMeasure& measure = kBoxMeasures[row];
  if (count != 4 && count != 5) {
    PyErr_SetString(PyExc_TypeError, "measures of two boxes take 4 or 5 positional arguments");
    return nullptr;
  }
  if (count == 5 && args[4] != Py_None) return pass_on(otherwise, args, count);
  auto rule = read_overlap_rule(args[2], args[3]);
  double a[4], b[4];
  if (!rule || !measure.takes(args[2]) || !read_box(args[0], rule->layout, a) || !read_box(args[1], rule->layout, b)) {
    return pass_on(otherwise, args, count);
  }
  if constexpr (measure.encloses) {
    double value = 0;
    if (!enclosure_of_pair(a, b, *rule, measure.penalty, value)) return pass_on(otherwise, args, count);
    return PyFloat_FromDouble(value);
  } else {
    rule->measure = measure.plain;
    return PyFloat_FromDouble(overlap_of_pair(a, b, *rule));
  }
}

template <std::size_t... row>
std::array<Binding, sizeof...(row)> bindings(std::index_sequence<row...>) {
  return {&single_measure<row>...};
}

}  // namespace

std::array<Binding, kBoxMeasures.size()> single_bindings() {
  return bindings(std::make_index_sequence<kBoxMeasures.size()>{});
}

}  // namespace truebox
