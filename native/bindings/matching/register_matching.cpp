// Python bindings of the room `matching`.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "matching/greedy.hpp"
#include "matching/optimal.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/numpy_arrays.hpp"
#include "ground/plain_fronts.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = std::optional<nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

// Numbers below `count` that are not among `taken`, ascending. A crowd's column may be taken several times.
std::vector<std::int64_t> left_over(const std::vector<std::int64_t>& taken, std::size_t count) {
  std::vector<std::int64_t> free;
  std::vector<std::uint8_t> used(count, 0);
  for (const std::int64_t each : taken) used[static_cast<std::size_t>(each)] = 1;
  free.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (used[i] == 0) free.push_back(static_cast<std::int64_t>(i));
  }
  return free;
}

nb::tuple pairs_to_python(const MatchedPairs& pairs, std::size_t rows, std::size_t columns) {
  return nb::make_tuple(int64_array(pairs.rows), int64_array(pairs.columns), int64_array(left_over(pairs.rows, rows)),
                        int64_array(left_over(pairs.columns, columns)));
}

// Nothing where a cost is NaN or minus infinity.
std::optional<MatchedPairs> pairs_if_valid(const double* cost, std::size_t rows, std::size_t columns, double limit) {
  nb::gil_scoped_release unlocked;
  limit = std::min(limit, std::numeric_limits<double>::max());
  const CostKinds kinds = kinds_of_costs(cost, rows * columns, limit);
  if (!kinds.valid) return std::nullopt;
  return pairs_at_least_cost(cost, rows, columns, limit, kinds);
}

nb::tuple match_greedy(const Matrix& overlap, const Numbers& scores, double threshold, const Flags& crowd,
                       const Flags& ignored) {
  require(scores.shape(0) == overlap.shape(0) && overlap.shape(0) < 0xffffffffu, "scores: one per row");
  require(!crowd || crowd->shape(0) == overlap.shape(1), "crowd: one per column");
  require(!ignored || ignored->shape(0) == overlap.shape(1), "ignored: one per column");
  MatchedPairs pairs;
  {
    nb::gil_scoped_release unlocked;
    pairs = match_by_score(overlap.data(), {scores.data(), scores.shape(0)}, overlap.shape(1), threshold,
                           crowd ? crowd->data() : nullptr, ignored ? ignored->data() : nullptr);
  }
  return pairs_to_python(pairs, overlap.shape(0), overlap.shape(1));
}

// None where a cost is NaN or minus infinity.
nb::object match_optimal(const Matrix& cost, double limit) {
  const std::size_t rows = cost.shape(0), columns = cost.shape(1);
  const auto pairs = pairs_if_valid(cost.data(), rows, columns, limit);
  return pairs ? nb::object(pairs_to_python(*pairs, rows, columns)) : nb::none();
}

// Pairs and what is left over of few rows and columns, each matched with another as far as they go.
struct FewPairs {
  std::size_t pairs = 0, rows_left = 0, columns_left = 0;
  std::int64_t rows[kFewColumns], columns[kFewColumns], unmatched[kFewColumns];

  void match(const double* cost, std::size_t row_count, std::size_t column_count) {
    std::int64_t column_of[kFewColumns];
    match_freely(cost, row_count, column_count, column_of);
    std::uint64_t taken = 0;
    for (std::size_t i = 0; i < row_count; ++i) {
      if (column_of[i] < 0) {
        unmatched[rows_left++] = static_cast<std::int64_t>(i);
        continue;
      }
      rows[pairs] = static_cast<std::int64_t>(i);
      columns[pairs++] = column_of[i];
      taken |= std::uint64_t{1} << column_of[i];
    }
    for (std::size_t j = 0; rows_left == 0 && j < column_count; ++j) {  // one side alone has rows left
      if ((taken >> j & 1) == 0) unmatched[columns_left++] = static_cast<std::int64_t>(j);
    }
  }
};

// Four arrays as a tuple of this class.
PyObject* answer_of(PyObject* answer_type, nb::object (&parts)[4]) {
  auto* const type = reinterpret_cast<PyTypeObject*>(answer_type);
  PyObject* const answer = type->tp_alloc(type, 4);
  if (answer == nullptr) throw nb::python_error();
  for (Py_ssize_t k = 0; k < 4; ++k) PyTuple_SET_ITEM(answer, k, parts[k].release().ptr());
  return answer;
}

// Null where some pair is not allowed.
PyObject* match_few(PyObject* answer_type, const double* cost, std::size_t rows, std::size_t columns, double limit,
                    bool maximize) {
  double turned[kFewColumns * kFewColumns];
  if (maximize) {
    for (std::size_t k = 0; k < rows * columns; ++k) turned[k] = -cost[k];
    cost = turned;
  }
  const CostKinds kinds = kinds_of_costs(cost, rows * columns, limit);
  if (!kinds.valid || !kinds.allowed || !kinds.moderate) return nullptr;
  FewPairs found;
  found.match(cost, rows, columns);
  nb::object parts[4] = {int64_array(found.rows, found.pairs), int64_array(found.columns, found.pairs),
                         int64_array(found.unmatched, found.rows_left), int64_array(found.unmatched, found.columns_left)};
  return answer_of(answer_type, parts);
}

// What `match_optimal` is asked beside its costs.
struct Wishes {
  double limit = std::numeric_limits<double>::infinity();
  bool maximize = false;

  // Whether all are plain: a truth value, a number or None.
  bool read(PyObject* named) {
    PyObject *key = nullptr, *value = nullptr, *gate = Py_None;
    for (Py_ssize_t position = 0; PyDict_Next(named, &position, &key, &value) != 0;) {
      if (text_is(key, "maximize") && PyBool_Check(value)) {
        maximize = value == Py_True;
      } else if (text_is(key, "gate") && (value == Py_None || PyFloat_Check(value) || PyLong_CheckExact(value))) {
        gate = value;
      } else {
        return false;
      }
    }
    if (gate == Py_None) return true;
    const double number = PyFloat_AsDouble(gate);
    if (PyErr_Occurred() != nullptr) {  // a whole number beyond all others
      PyErr_Clear();
      return false;
    }
    limit = maximize ? -number : number;
    return !std::isnan(limit);
  }
};

// `match_optimal` of a plain matrix; the answer as the class that the front is bound to.
PyObject* match_plainly(PyObject* answer_type, PyObject* args, PyObject* named) {
  Wishes wishes;
  if (PyTuple_GET_SIZE(args) != 1 || !wishes.read(named)) Py_RETURN_NONE;
  const bool maximize = wishes.maximize;
  PyArrayObject* const array = plain_reals(PyTuple_GET_ITEM(args, 0));
  if (array == nullptr || PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 2) Py_RETURN_NONE;
  const auto rows = static_cast<std::size_t>(PyArray_DIM(array, 0)), columns = static_cast<std::size_t>(PyArray_DIM(array, 1));
  const auto* cost = static_cast<const double*>(PyArray_DATA(array));
  if (rows != 0 && columns != 0 && rows <= kFewColumns && columns <= kFewColumns) {
    PyObject* const answer = match_few(answer_type, cost, rows, columns, std::min(wishes.limit, std::numeric_limits<double>::max()),
                                       maximize);
    if (answer != nullptr) return answer;
  }
  std::vector<double> turned;
  if (maximize) {
    turned.resize(rows * columns);
    std::transform(cost, cost + rows * columns, turned.begin(), [](double value) { return -value; });
    cost = turned.data();
  }
  const auto pairs = pairs_if_valid(cost, rows, columns, wishes.limit);
  if (!pairs) Py_RETURN_NONE;
  nb::object parts[4] = {int64_array(pairs->rows), int64_array(pairs->columns), int64_array(left_over(pairs->rows, rows)),
                         int64_array(left_over(pairs->columns, columns))};
  return answer_of(answer_type, parts);
}

// The front of `match_optimal` that answers with this class of named tuples.
nb::object plain_matcher(const nb::type_object& answer_type) {
  if (!PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(answer_type.ptr()), &PyTuple_Type)) {
    throw nb::type_error("expected a class of tuples");
  }
  return bound_front<&match_plainly>("match_plainly", answer_type.ptr());
}

}  // namespace

void register_matching(nb::module_& module) {
  module.def("match_greedy", &match_greedy, "overlap"_a.noconvert(), "scores"_a.noconvert(), "threshold"_a,
             "crowd"_a.none(), "ignored"_a.none());
  module.def("match_optimal", &match_optimal, "cost"_a.noconvert(), "limit"_a);
  module.def("plain_matcher", &plain_matcher, "answer_type"_a);
}

}  // namespace truebox
