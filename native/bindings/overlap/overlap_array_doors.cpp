// The bindings of `pairwise_*` and `elementwise_*`: contiguous float32 or float64 arrays of NumPy.
#include <Python.h>
#include <numpy/arrayobject.h>

#include <cstdint>
#include <new>

#include "overlap/enclosure.hpp"
#include "overlap/arrays.hpp"
#include "overlap/overlap_doors.hpp"

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

// What a binding computes: fills `out` from both sides, or returns false for boxes it does not take.
struct PlainMeasure {
  OverlapMeasure measure;

  bool takes(PyObject*) const { return true; }

  template <class Real>
  bool compute(PyArrayObject* a, PyArrayObject* b, bool pairwise, OverlapRule rule, int threads, PyArrayObject* out) const {
    auto* values = static_cast<Real*>(PyArray_DATA(out));
    rule.measure = measure;
    if (pairwise) return pairwise_overlap_arrays(rows_of<Real>(a), rows_of<Real>(b), rule, threads, values);
    return elementwise_overlap_arrays(rows_of<Real>(a), rows_of<Real>(b), rule, threads, values);
  }
};

struct PenaltyMeasure {
  EnclosureMeasure measure;

  // Fractions of the image give these ratios of areas as they are; the others need its shape.
  bool takes(PyObject* box_format) const {
    const bool relative = PyUnicode_GET_LENGTH(box_format) > 4 && PyUnicode_READ_CHAR(box_format, 0) == 'r';
    return !relative || measure == EnclosureMeasure::giou || measure == EnclosureMeasure::ios;
  }

  template <class Real>
  bool compute(PyArrayObject* a, PyArrayObject* b, bool pairwise, const OverlapRule& rule, int threads,
               PyArrayObject* out) const {
    auto* values = static_cast<Real*>(PyArray_DATA(out));
    if (pairwise) return pairwise_enclosure_arrays(rows_of<Real>(a), rows_of<Real>(b), rule, measure, threads, values);
    return elementwise_enclosure_arrays(rows_of<Real>(a), rows_of<Real>(b), rule, measure, threads, values);
  }
};

// None is 0, as many as there are; -1 for what is not a number of threads.
int read_threads(PyObject* threads) {
  if (threads == Py_None) return 0;
  if (!PyLong_CheckExact(threads)) return -1;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(threads, &overflow);
  if (overflow > 0 || value > kMostThreads) return kMostThreads;
  return value >= 1 ? static_cast<int>(value) : -1;
}

// (boxes_a, boxes_b, box_format, pixels, out, threads) -> array | None
template <class Measure>
PyObject* array_door(PyObject* const* args, Py_ssize_t count, bool pairwise, const Measure& measure) {
  if (count != 6) {
    PyErr_SetString(PyExc_TypeError, "overlap doors take 6 positional arguments");
    return nullptr;
  }
  if (!numpy_ready()) return nullptr;
  if (!is_boxes(args[0]) || !is_boxes(args[1])) Py_RETURN_NONE;
  auto* a = reinterpret_cast<PyArrayObject*>(args[0]);
  auto* b = reinterpret_cast<PyArrayObject*>(args[1]);
  if (PyArray_TYPE(a) != PyArray_TYPE(b)) Py_RETURN_NONE;
  const npy_intp shape[2] = {PyArray_DIM(a, 0), PyArray_DIM(b, 0)};
  if (!pairwise && shape[0] != shape[1]) Py_RETURN_NONE;
  const auto rule = read_overlap_rule(args[2], args[3], OverlapMeasure::iou);
  const int threads = read_threads(args[5]);
  if (!rule || threads < 0 || !measure.takes(args[2])) Py_RETURN_NONE;
  PyArrayObject* out = take_output(args[4], pairwise ? 2 : 1, shape, a, b);
  if (out == nullptr) {
    if (PyErr_Occurred()) return nullptr;
    Py_RETURN_NONE;
  }
  const bool single = PyArray_TYPE(a) == NPY_FLOAT;
  bool memory = true;
  const auto run = [&] {
    try {
      return single ? measure.template compute<float>(a, b, pairwise, *rule, threads, out)
                    : measure.template compute<double>(a, b, pairwise, *rule, threads, out);
    } catch (const std::bad_alloc&) {
      memory = false;
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
  Py_RETURN_NONE;
}

}  // namespace

PyObject* pairwise_iou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, true, PlainMeasure{OverlapMeasure::iou});
}

PyObject* pairwise_ioa_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, true, PlainMeasure{OverlapMeasure::ioa});
}

PyObject* elementwise_iou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, false, PlainMeasure{OverlapMeasure::iou});
}

PyObject* elementwise_ioa_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, false, PlainMeasure{OverlapMeasure::ioa});
}

PyObject* pairwise_giou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, true, PenaltyMeasure{EnclosureMeasure::giou});
}

PyObject* elementwise_giou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, false, PenaltyMeasure{EnclosureMeasure::giou});
}

PyObject* pairwise_diou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, true, PenaltyMeasure{EnclosureMeasure::diou});
}

PyObject* elementwise_diou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, false, PenaltyMeasure{EnclosureMeasure::diou});
}

PyObject* pairwise_ciou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, true, PenaltyMeasure{EnclosureMeasure::ciou});
}

PyObject* elementwise_ciou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, false, PenaltyMeasure{EnclosureMeasure::ciou});
}

PyObject* pairwise_eiou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, true, PenaltyMeasure{EnclosureMeasure::eiou});
}

PyObject* elementwise_eiou_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, false, PenaltyMeasure{EnclosureMeasure::eiou});
}

PyObject* pairwise_ios_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, true, PenaltyMeasure{EnclosureMeasure::ios});
}

PyObject* elementwise_ios_door(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return array_door(args, count, false, PenaltyMeasure{EnclosureMeasure::ios});
}

}  // namespace truebox
