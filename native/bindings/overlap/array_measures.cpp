// `pairwise_*` and `elementwise_*` of box measures: contiguous float32 or float64 arrays of NumPy.
#include <nanobind/nanobind.h>
#include <numpy/arrayobject.h>

#include <cstdint>
#include <new>
#include <optional>
#include <utility>

#include "overlap/enclosure.hpp"
#include "overlap/arrays.hpp"
#include "overlap/box_measures.hpp"

namespace truebox {
namespace {

// Below this many pairs the work is shorter than handing the interpreter lock over and back.
constexpr std::size_t kPairsWithoutRelease = 20000;

// NumPy's C table is fetched at the first call, so that loading the module does not import NumPy.
bool numpy_ready() { return PyArray_API != nullptr || _import_array() == 0; }

bool is_boxes(PyObject* value) {
  if (!PyArray_CheckExact(value)) return false;
  auto* array = reinterpret_cast<PyArrayObject*>(value);
  const int type = PyArray_TYPE(array);
  return (type == NPY_FLOAT || type == NPY_DOUBLE) && PyArray_NDIM(array) == 2 && PyArray_DIM(array, 1) == 4 &&
         PyArray_ISCARRAY_RO(array);
}

bool overlaps(PyArrayObject* one, PyArrayObject* other) {
  const auto begin = [](PyArrayObject* array) { return reinterpret_cast<std::uintptr_t>(PyArray_BYTES(array)); };
  const auto end = [&](PyArrayObject* array) { return begin(array) + static_cast<std::size_t>(PyArray_NBYTES(array)); };
  return begin(one) < end(other) && begin(other) < end(one);
}

// `out` as given if it fits, a new array for None, nothing (and no exception) if it does not fit.
PyArrayObject* take_output(PyObject* out, int dimensions, const npy_intp* shape, PyArrayObject* a, PyArrayObject* b) {
  const int type = PyArray_TYPE(a);
  if (out == Py_None) {
    return reinterpret_cast<PyArrayObject*>(PyArray_SimpleNew(dimensions, const_cast<npy_intp*>(shape), type));
  }
  if (!PyArray_CheckExact(out)) return nullptr;
  auto* array = reinterpret_cast<PyArrayObject*>(out);
  if (PyArray_TYPE(array) != type || PyArray_NDIM(array) != dimensions || !PyArray_ISCARRAY(array)) return nullptr;
  for (int k = 0; k < dimensions; ++k) {
    if (PyArray_DIM(array, k) != shape[k]) return nullptr;
  }
  if (overlaps(array, a) || overlaps(array, b)) return nullptr;
  Py_INCREF(out);
  return array;
}

template <class Real>
BoxRows<Real> rows_of(PyArrayObject* array) {
  return {static_cast<const Real*>(PyArray_DATA(array)), static_cast<std::size_t>(PyArray_DIM(array, 0))};
}

// Fills `out` from both sides, or returns false for boxes the kernel does not take.
template <bool encloses, class Real>
bool compute(const BoxMeasure& measure, PyArrayObject* a, PyArrayObject* b, bool pairwise, OverlapRule rule, int threads,
             PyArrayObject* out) {
  auto* values = static_cast<Real*>(PyArray_DATA(out));
  const BoxRows<Real> left = rows_of<Real>(a), right = rows_of<Real>(b);
  if constexpr (encloses) {
    return pairwise ? pairwise_enclosure_arrays(left, right, rule, measure.penalty, threads, values)
                    : elementwise_enclosure_arrays(left, right, rule, measure.penalty, threads, values);
  } else {
    rule.measure = measure.plain;
    return pairwise ? pairwise_overlap_arrays(left, right, rule, threads, values)
                    : elementwise_overlap_arrays(left, right, rule, threads, values);
  }
}

// None is 0, as many as there are; -1 for what is not a number of threads.
int read_threads(PyObject* threads) {
  if (threads == Py_None) return 0;
  if (!PyLong_CheckExact(threads)) return -1;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(threads, &overflow);
  if (overflow > 0 || value > kMostThreads) return kMostThreads;
  return value >= 1 ? static_cast<int>(value) : -1;
}

// (boxes_a, boxes_b, box_format, pixels, image_size, out, threads) -> array
template <bool encloses>
PyObject* answer(const BoxMeasure& measure, bool pairwise, PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (count != 7) {
    PyErr_SetString(PyExc_TypeError, "measures of arrays take 7 positional arguments");
    return nullptr;
  }
  const auto declined = [&] { return pass_on(otherwise, args, count); };
  if (!numpy_ready()) return nullptr;
  if (args[4] != Py_None || !is_boxes(args[0]) || !is_boxes(args[1])) return declined();
  auto* a = reinterpret_cast<PyArrayObject*>(args[0]);
  auto* b = reinterpret_cast<PyArrayObject*>(args[1]);
  if (PyArray_TYPE(a) != PyArray_TYPE(b)) return declined();
  const npy_intp shape[2] = {PyArray_DIM(a, 0), PyArray_DIM(b, 0)};
  if (!pairwise && shape[0] != shape[1]) return declined();
  const auto rule = read_overlap_rule(args[2], args[3]);
  const int threads = read_threads(args[6]);
  if (!rule || threads < 0 || !measure.takes(args[2])) return declined();
  PyArrayObject* out = take_output(args[5], pairwise ? 2 : 1, shape, a, b);
  if (out == nullptr) {
    if (PyErr_Occurred()) return nullptr;
    return declined();
  }
  const bool single = PyArray_TYPE(a) == NPY_FLOAT;
  bool memory = true;
  std::optional<nanobind::python_error> interrupted;
  const auto run = [&] {
    try {
      return single ? compute<encloses, float>(measure, a, b, pairwise, *rule, threads, out)
                    : compute<encloses, double>(measure, a, b, pairwise, *rule, threads, out);
    } catch (const std::bad_alloc&) {
      memory = false;
      return false;
    } catch (nanobind::python_error& raised) {  // by a signal handler
      interrupted.emplace(std::move(raised));
      return false;
    }
  };
  bool good = false;
  if (static_cast<std::size_t>(PyArray_SIZE(out)) < kPairsWithoutRelease) {
    good = run();
  } else {
    Py_BEGIN_ALLOW_THREADS
    good = run();
    Py_END_ALLOW_THREADS
  }
  if (good) return reinterpret_cast<PyObject*>(out);
  Py_DECREF(out);
  if (!memory) return PyErr_NoMemory();
  if (interrupted) {
    interrupted->restore();
    return nullptr;
  }
  return declined();
}

template <std::size_t row, bool pairwise>
PyObject* array_measure(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  return answer<kBoxMeasures[row].encloses>(kBoxMeasures[row], pairwise, otherwise, args, count);
}

template <bool pairwise, std::size_t... row>
std::array<Binding, sizeof...(row)> bindings(std::index_sequence<row...>) {
  return {&array_measure<row, pairwise>...};
}

using Rows = std::make_index_sequence<kBoxMeasures.size()>;

}  // namespace

std::array<Binding, kBoxMeasures.size()> pairwise_bindings() { return bindings<true>(Rows{}); }
std::array<Binding, kBoxMeasures.size()> elementwise_bindings() { return bindings<false>(Rows{}); }

}  // namespace truebox
