// Python bindings of what is done to boxes and points alone, in the submodule `overlap`. Everything answers None where
// an array is not plain; then NumPy does it.
#include "register.hpp"

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "ground/numpy_arrays.hpp"
#include "ground/plain_fronts.hpp"
#include "overlap/box_layouts.hpp"
#include "overlap/plain_corners.hpp"
#include "polygons/convex_hull.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

template <class Work>
auto of_reals(PyArrayObject* array, Work work) {
  const auto count = static_cast<std::size_t>(PyArray_SIZE(array)) / 4;
  if (PyArray_TYPE(array) == NPY_FLOAT) return work(static_cast<const float*>(PyArray_DATA(array)), count);
  return work(static_cast<const double*>(PyArray_DATA(array)), count);
}

// boxes [..., 4] -> whether each is finite and has no negative side
nb::object is_regular(const nb::object& boxes, bool sized) {
  PyArrayObject* const array = plain_reals(boxes, 4);
  if (array == nullptr) return nb::none();
  return nb::bool_(of_reals(
      array, [&](const auto* rows, std::size_t count) { return boxes_are_regular(rows, count, sized); }));
}

// boxes [..., 4] as corners -> whether each is open, and every number smaller than `limit`
nb::object are_open(const nb::object& boxes, double limit) {
  PyArrayObject* const array = plain_reals(boxes, 4);
  if (array == nullptr) return nb::none();
  return nb::bool_(of_reals(array, [&](const auto* rows, std::size_t count) {
    using Real = std::remove_cvref_t<decltype(*rows)>;
    return boxes_are_open(rows, count, static_cast<Real>(limit));
  }));
}

// boxes [..., 4] -> whether every number is smaller than `limit`
nb::object are_below(const nb::object& boxes, double limit) {
  PyArrayObject* const array = plain_reals(boxes, 4);
  if (array == nullptr) return nb::none();
  return nb::bool_(of_reals(array, [&](const auto* rows, std::size_t count) {
    using Real = std::remove_cvref_t<decltype(*rows)>;
    return numbers_are_below(rows, 4 * count, static_cast<Real>(limit));
  }));
}

// points float64 [K, 2] -> corners [C, 2]
nb::object hull_of(const nb::object& points) {
  PyArrayObject* const array = plain_reals(points, 2);
  if (array == nullptr || PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 2) return nb::none();
  const auto count = static_cast<std::size_t>(PyArray_DIM(array, 0));
  const auto* const numbers = static_cast<const double*>(PyArray_DATA(array));
  if (count == 0) return nb::none();
  std::vector<PlanePoint> all;
  all.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(numbers[2 * i]) || !std::isfinite(numbers[2 * i + 1])) return nb::none();
    all.emplace_back(numbers[2 * i], numbers[2 * i + 1]);
  }
  const std::vector<PlanePoint> hull = convex_hull(all);
  nb::object out = new_array({static_cast<npy_intp>(hull.size()), 2}, NPY_DOUBLE);
  double* to = data_of<double>(out);
  for (const auto& [x, y] : hull) {
    *to++ = x;
    *to++ = y;
  }
  return out;
}

// Of whole arrays that are as they should be: the array itself (see `plain_fronts.hpp`).
PyObject* validate_boxes_plainly(PyObject*, PyObject* args, PyObject* named) {
  PyArrayObject* const array = PyTuple_GET_SIZE(args) == 1 ? plain_reals(PyTuple_GET_ITEM(args, 0), 4) : nullptr;
  if (array == nullptr) Py_RETURN_NONE;
  bool sized = false;
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t position = 0; PyDict_Next(named, &position, &key, &value) != 0;) {
    if (text_is(key, "box_format")) {
      const BoxLayout* const layout = box_layout(value);
      if (layout == nullptr) Py_RETURN_NONE;
      sized = layout->sized();
    } else if (!text_is(key, "name")) {
      Py_RETURN_NONE;
    }
  }
  const bool regular = of_reals(
      array, [&](const auto* rows, std::size_t count) { return boxes_are_regular(rows, count, sized); });
  if (!regular) Py_RETURN_NONE;
  return Py_NewRef(reinterpret_cast<PyObject*>(array));
}

}  // namespace

void register_plain_boxes(nb::module_& module) {
  using namespace nb::literals;
  module.def("is_regular", &is_regular, "boxes"_a, "sized"_a);
  module.def("are_open", &are_open, "boxes"_a, "limit"_a);
  module.def("are_below", &are_below, "boxes"_a, "limit"_a);
  module.def("hull_of", &hull_of, "points"_a);
  module.attr("validate_boxes_plainly") = bound_front<&validate_boxes_plainly>("validate_boxes_plainly", nullptr);
}

}  // namespace truebox
