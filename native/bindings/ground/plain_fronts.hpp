// Functions that answer the plain case of a Python function before it runs, for calls so short that reading arguments in
// Python would be most of them: plain C API, no nanobind.
//
// A front is given the arguments as Python's own function would be: a tuple of the positional ones and a dict of the named
// ones. It gives the answer, or None where anything is not plain; then the Python function runs, and says what is wrong.
#pragma once

#include <nanobind/nanobind.h>

#include "ground/front_door.hpp"

namespace truebox {

using Front = PyObject* (*)(PyObject* bound, PyObject* args, PyObject* named);
using PlainCall = PyObject* (*)(PyObject* const* args);

template <Front front>
PyObject* call_front(PyObject* bound, PyObject* const* given, Py_ssize_t count) {
  if (count != 2 || !PyTuple_CheckExact(given[0]) || !PyDict_CheckExact(given[1])) {
    PyErr_SetString(PyExc_TypeError, "expected a tuple and a dict of arguments");
    return nullptr;
  }
  return answered([&] { return front(bound, given[0], given[1]); });
}

template <PlainCall call, Py_ssize_t wanted>
PyObject* call_plainly(PyObject*, PyObject* const* given, Py_ssize_t count) {
  if (count != wanted) {
    PyErr_Format(PyExc_TypeError, "expected %zd positional arguments, got %zd", wanted, count);
    return nullptr;
  }
  return answered([&] { return call(given); });
}

template <class Function>
PyMethodDef fast_method(const char* name, Function* function) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL, nullptr};
}

// The front as an object that holds `bound`, which it is given at every call; may be null.
template <Front front>
nanobind::object bound_front(const char* name, PyObject* bound) {
  static PyMethodDef method = fast_method(name, &call_front<front>);
  PyObject* const made = PyCFunction_New(&method, bound);
  if (made == nullptr) throw nanobind::python_error();
  return nanobind::steal(made);
}

// A function of so many positional arguments.
template <PlainCall call, Py_ssize_t wanted>
void add_plain_call(nanobind::module_& module, const char* name) {
  static PyMethodDef method = fast_method(name, &call_plainly<call, wanted>);
  PyObject* const made = PyCFunction_New(&method, nullptr);
  if (made == nullptr) throw nanobind::python_error();
  module.attr(name) = nanobind::steal(made);
}

}  // namespace truebox
