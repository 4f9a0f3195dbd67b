// Functions that answer the plain case of a Python function before it runs, for calls so short that reading arguments in
// Python would be most of them: plain C API, no nanobind.
//
// A front is given the arguments as Python's own function would be: a tuple of the positional ones and a dict of the named
// ones. It gives the answer, or None where anything is not plain; then the Python function runs, and says what is wrong.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <exception>
#include <new>

namespace truebox {

using Front = PyObject* (*)(PyObject* bound, PyObject* args, PyObject* named);

// What is thrown on the way becomes an error of Python.
template <Front front>
PyObject* call_front(PyObject* bound, PyObject* const* given, Py_ssize_t count) {
  if (count != 2 || !PyTuple_CheckExact(given[0]) || !PyDict_CheckExact(given[1])) {
    PyErr_SetString(PyExc_TypeError, "expected a tuple and a dict of arguments");
    return nullptr;
  }
  try {
    return front(bound, given[0], given[1]);
  } catch (nanobind::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

template <Front front>
PyMethodDef front_method(const char* name) {
  const auto function = &call_front<front>;
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL, nullptr};
}

// The front as an object that holds `bound`, which it is given at every call; may be null.
template <Front front>
nanobind::object bound_front(const char* name, PyObject* bound) {
  static PyMethodDef method = front_method<front>(name);
  PyObject* const made = PyCFunction_New(&method, bound);
  if (made == nullptr) throw nanobind::python_error();
  return nanobind::steal(made);
}

inline bool is_word(PyObject* text, const char* word) {
  if (!PyUnicode_CheckExact(text) || !PyUnicode_IS_COMPACT_ASCII(text)) return false;
  const std::size_t length = std::strlen(word);
  return static_cast<std::size_t>(PyUnicode_GET_LENGTH(text)) == length &&
         std::memcmp(PyUnicode_1BYTE_DATA(text), word, length) == 0;
}

}  // namespace truebox
