// Functions that are called so often that the call itself counts: plain C API, no nanobind.
//
// A front door answers with a result. What it does not take (another type, a bad number, an unknown option) it passes on
// to the Python callable it was made with, which converts or says what is wrong; made without one, it answers None.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>

namespace truebox {

using Binding = PyObject* (*)(PyObject* otherwise, PyObject* const* args, Py_ssize_t count);

inline PyObject* pass_on(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (otherwise == nullptr) Py_RETURN_NONE;
  return PyObject_Vectorcall(otherwise, args, static_cast<std::size_t>(count), nullptr);
}

// By length and bytes where that is possible: a comparison by the interpreter is a tenth of a small call.
inline bool text_is(PyObject* text, const char* name) {
  if (!PyUnicode_CheckExact(text) || !PyUnicode_IS_COMPACT_ASCII(text)) {
    return PyUnicode_Check(text) && PyUnicode_CompareWithASCIIString(text, name) == 0;
  }
  const std::size_t length = std::strlen(name);
  return static_cast<std::size_t>(PyUnicode_GET_LENGTH(text)) == length &&
         std::memcmp(PyUnicode_1BYTE_DATA(text), name, length) == 0;
}

// None, or a whole number of threads that Python takes.
inline bool is_thread_count(PyObject* threads) {
  if (threads == Py_None) return true;
  if (!PyLong_CheckExact(threads)) return false;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(threads, &overflow);
  return overflow == 0 && value >= 1 && value <= 65'536;
}

// A float of Python's, or nothing.
inline std::optional<double> exact_float(PyObject* value) {
  if (!PyFloat_CheckExact(value)) return std::nullopt;
  return PyFloat_AS_DOUBLE(value);
}

// What `work` answers, with errors as Python has them.
template <class Work>
PyObject* answered(Work work) {
  try {
    return work();
  } catch (nanobind::python_error& raised) {  // by NumPy, or by a signal handler
    raised.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

// Front doors by name; what a method is called must outlive it.
class FrontDoors {
 public:
  void add(std::string name, Binding binding) {
    const auto function = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(binding));
    const auto entry = methods_.emplace(std::move(name), PyMethodDef{}).first;
    entry->second = {entry->first.c_str(), function, METH_FASTCALL, nullptr};
  }

  nanobind::object open(const char* name, const nanobind::object& otherwise) {
    const auto found = methods_.find(name);
    if (found == methods_.end()) throw nanobind::key_error(name);
    return nanobind::steal(PyCFunction_New(&found->second, otherwise.is_none() ? nullptr : otherwise.ptr()));
  }

 private:
  std::unordered_map<std::string, PyMethodDef> methods_;
};

}  // namespace truebox
