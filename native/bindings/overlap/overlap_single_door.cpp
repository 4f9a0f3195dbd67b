// The binding of `truebox.iou`: two lists or tuples of four numbers.
#include <cmath>

#include "overlap/overlap_doors.hpp"

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

}  // namespace

// single_iou(box_a, box_b, box_format, pixels) -> float | None
PyObject* single_iou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 4) {
    PyErr_SetString(PyExc_TypeError, "single_iou takes 4 positional arguments");
    return nullptr;
  }
  const auto rule = read_overlap_rule(args[2], args[3], OverlapMeasure::iou);
  double a[4], b[4];
  if (!rule || !read_box(args[0], rule->layout, a) || !read_box(args[1], rule->layout, b)) Py_RETURN_NONE;
  return PyFloat_FromDouble(overlap_of_pair(a, b, *rule));
}

}  // namespace truebox
