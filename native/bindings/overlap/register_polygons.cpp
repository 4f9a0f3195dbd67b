// Nested lists of polygons to columns, in the submodule `masks`. NumPy would look at each list's type
// again and build an array per polygon: about ten times as slow.
#include <Python.h>

#include <cstdint>
#include <vector>

#include "ground/ragged_arrays.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

bool is_plain_sequence(PyObject* object) { return PyList_CheckExact(object) || PyTuple_CheckExact(object); }

// False for anything but a float or an int that a double holds.
bool append_number(PyObject* item, std::vector<double>& out) {
  if (PyFloat_CheckExact(item)) {
    out.push_back(PyFloat_AS_DOUBLE(item));
    return true;
  }
  if (!PyLong_CheckExact(item)) return false;
  const double value = PyLong_AsDouble(item);
  if (value == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    return false;
  }
  out.push_back(value);
  return true;
}

// objects: a list of lists of lists of numbers. -> coordinates float64 [C], polygon offsets int64 [P + 1],
// object offsets int64 [N + 1]; None for anything else, which Python then takes or words.
nb::object flatten(nb::handle objects) {
  std::vector<double> coordinates;
  std::vector<std::int64_t> polygon_offsets{0};
  std::vector<std::int64_t> object_offsets{0};
  if (!is_plain_sequence(objects.ptr())) return nb::none();
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(objects.ptr()); ++i) {
    PyObject* polygons = PySequence_Fast_GET_ITEM(objects.ptr(), i);
    if (!is_plain_sequence(polygons)) return nb::none();
    for (Py_ssize_t j = 0; j < PySequence_Fast_GET_SIZE(polygons); ++j) {
      PyObject* polygon = PySequence_Fast_GET_ITEM(polygons, j);
      if (!is_plain_sequence(polygon)) return nb::none();
      for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(polygon); ++k) {
        if (!append_number(PySequence_Fast_GET_ITEM(polygon, k), coordinates)) return nb::none();
      }
      polygon_offsets.push_back(static_cast<std::int64_t>(coordinates.size()));
    }
    object_offsets.push_back(static_cast<std::int64_t>(polygon_offsets.size()) - 1);
  }
  return nb::make_tuple(to_array(std::move(coordinates)), to_array(std::move(polygon_offsets)),
                        to_array(std::move(object_offsets)));
}

}  // namespace

void register_polygons(nb::module_& module) { module.def("flatten_polygons", &flatten); }

}  // namespace truebox
