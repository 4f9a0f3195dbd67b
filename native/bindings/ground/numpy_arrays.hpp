// Small arrays made by NumPy itself, for calls so short that an exchange protocol would be most of them.
#pragma once

#include <nanobind/nanobind.h>
#include <numpy/arrayobject.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace truebox {

// NumPy's C table is fetched at the first call, so that loading the module does not import NumPy. Each file has a table
// of its own, and so these functions.
static inline void want_numpy() {
  if (PyArray_API == nullptr && _import_array() != 0) throw nanobind::python_error();
}

// A new array, C-contiguous; its elements are not set.
static inline nanobind::object new_array(std::initializer_list<npy_intp> shape, int type) {
  want_numpy();
  PyObject* const array = PyArray_SimpleNew(static_cast<int>(shape.size()), const_cast<npy_intp*>(shape.begin()), type);
  if (array == nullptr) throw nanobind::python_error();
  return nanobind::steal(array);
}

template <class Value>
Value* data_of(const nanobind::object& array) {
  return static_cast<Value*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.ptr())));
}

static inline nanobind::object int64_array(const std::int64_t* values, std::size_t count) {
  const nanobind::object array = new_array({static_cast<npy_intp>(count)}, NPY_INT64);
  std::copy_n(values, count, data_of<std::int64_t>(array));
  return array;
}

static inline nanobind::object int64_array(const std::vector<std::int64_t>& values) {
  return int64_array(values.data(), values.size());
}

// A plain NumPy array of float32 or float64 in C order, with an axis; null for all else.
static inline PyArrayObject* plain_reals(PyObject* value) {
  want_numpy();
  if (!PyArray_CheckExact(value)) return nullptr;
  auto* const array = reinterpret_cast<PyArrayObject*>(value);
  const int type = PyArray_TYPE(array);
  const bool plain = (type == NPY_FLOAT || type == NPY_DOUBLE) && PyArray_NDIM(array) != 0 && PyArray_ISCARRAY_RO(array);
  return plain ? array : nullptr;
}

// The same whose last axis has `last` elements.
static inline PyArrayObject* plain_reals(PyObject* value, npy_intp last) {
  PyArrayObject* const array = plain_reals(value);
  return array != nullptr && PyArray_DIM(array, PyArray_NDIM(array) - 1) == last ? array : nullptr;
}

static inline PyArrayObject* plain_reals(const nanobind::object& value, npy_intp last) {
  return plain_reals(value.ptr(), last);
}

}  // namespace truebox
