// `pairwise_*` and `elementwise_*` of rotated boxes by the formulas of Python, step by step with NumPy's own functions: of
// plain float64 arrays [N, 5] of moderate numbers. All else, and all that has to be refused in words, is passed on.
#include <cstddef>
#include <string>

#include "ground/numpy_arrays.hpp"
#include "ground/numpy_loops.hpp"
#include "ground/rotations.hpp"
#include "overlap/row_doors.hpp"
#include "rotated/covered_areas.hpp"
#include "rotated/normal_distances.hpp"
#include "rotated/turned_pairs.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

// Below this many pairs the work is shorter than handing the interpreter lock over and back.
constexpr std::size_t kPairsWithoutRelease = 500;

// Rows [N, 5]; null for all else.
PyArrayObject* rotated_rows(PyObject* value) {
  PyArrayObject* const array = plain_reals(value, 5);
  return array != nullptr && PyArray_TYPE(array) == NPY_DOUBLE && PyArray_NDIM(array) == 2 ? array : nullptr;
}

// Fewer pairs are computed by one thread, whatever is given: how many threads there may be Python says.
constexpr std::size_t kPairsOfDoors = 16'000;

// (boxes_a, boxes_b, unit, direction, threads); of any number where nothing stands behind
template <class Formula, bool pairwise>
PyObject* by_formula(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (given != 5) {
    PyErr_SetString(PyExc_TypeError, "measures of rotated boxes take 5 positional arguments");
    return nullptr;
  }
  return answered([&]() -> PyObject* {
    PyArrayObject* const a = rotated_rows(args[0]);
    PyArrayObject* const b = a == nullptr ? nullptr : rotated_rows(args[1]);
    const auto rule = b == nullptr ? std::nullopt : read_rotation(args[2], args[3], false);
    if (!rule || !is_thread_count(args[4])) return pass_on(otherwise, args, given);
    const npy_intp rows = PyArray_DIM(a, 0), columns = PyArray_DIM(b, 0);
    const auto* const from_a = static_cast<const double*>(PyArray_DATA(a));
    const auto* const from_b = static_cast<const double*>(PyArray_DATA(b));
    const auto count_a = static_cast<std::size_t>(rows), count_b = static_cast<std::size_t>(columns);
    const auto& math = NumpyMath::get();
    const bool few = (pairwise ? count_a * count_b : count_a) < kPairsOfDoors && count_a < kPairsOfDoors && count_b < kPairsOfDoors;
    if ((otherwise != nullptr && !few) || (!pairwise && rows != columns) || !math.exist() || !suits_formulas(from_a, count_a) || !suits_formulas(from_b, count_b)) {
      return pass_on(otherwise, args, given);
    }
    const nb::object out = pairwise ? new_array({rows, columns}, NPY_DOUBLE) : new_array({rows}, NPY_DOUBLE);
    const int threads = args[4] == Py_None ? 0 : static_cast<int>(PyLong_AsLong(args[4]));
    const auto fill = [&] {
      const TurnedColumns one(from_a, count_a, *rule, math), other(from_b, count_b, *rule, math);
      measure_turned_pairs<pairwise>(
          one, other, threads,
          [&](const PairSide& some, const PairSide& others, std::size_t count, double* to) { Formula::measure(some, others, count, math, to); },
          data_of<double>(out));
    };
    if (count_a * (pairwise ? count_b : 1) < kPairsWithoutRelease) {
      fill();
    } else {
      nb::gil_scoped_release release;
      fill();
    }
    return out.inc_ref().ptr();
  });
}

template <class Formula>
void add_both(FrontDoors& doors, const std::string& name) {
  doors.add("pairwise_" + name, &by_formula<Formula, true>);
  doors.add("elementwise_" + name, &by_formula<Formula, false>);
}

}  // namespace

void add_rotated_formula_doors(FrontDoors& doors) {
  add_both<RotatedCover>(doors, "rotated_ioa");
  add_both<RotatedGeneralized>(doors, "rotated_giou");
  add_both<NormalOverlap>(doors, "probiou");
  add_both<NormalDistance>(doors, "gwd");
  add_both<NormalDivergence>(doors, "kld");
}

}  // namespace truebox
