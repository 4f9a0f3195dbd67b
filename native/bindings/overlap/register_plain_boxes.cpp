// Python bindings of what is done to boxes and points alone, in the submodule `overlap`. Everything answers None where
// an array is not plain; then NumPy does it.
#include "register.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "ground/numpy_arrays.hpp"
#include "ground/plain_fronts.hpp"
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

// boxes [..., 4] as corners -> a new array
nb::object clipped(PyArrayObject* array, double width, double height) {
  PyObject* const made = PyArray_SimpleNew(PyArray_NDIM(array), PyArray_DIMS(array), PyArray_TYPE(array));
  if (made == nullptr) throw nb::python_error();
  nb::object out = nb::steal(made);
  of_reals(array, [&](const auto* rows, std::size_t count) {
    using Real = std::remove_cvref_t<decltype(*rows)>;
    clip_corners(rows, count, width, height, data_of<Real>(out));
    return true;
  });
  return out;
}

template <class Real>
using Converts = void (*)(const Real*, std::size_t, Real*);

template <class Real, std::size_t... Each>
constexpr std::array<Converts<Real>, sizeof...(Each)> all_conversions(std::index_sequence<Each...>) {
  return {&convert_layout<Each / kBoxLayouts, Each % kBoxLayouts, Real>...};
}

// boxes [..., 4] of one layout -> a new array of another
nb::object converted(PyArrayObject* array, std::size_t source, std::size_t target) {
  PyObject* const made = PyArray_SimpleNew(PyArray_NDIM(array), PyArray_DIMS(array), PyArray_TYPE(array));
  if (made == nullptr) throw nb::python_error();
  nb::object out = nb::steal(made);
  of_reals(array, [&](const auto* rows, std::size_t count) {
    using Real = std::remove_cvref_t<decltype(*rows)>;
    static constexpr auto kAll = all_conversions<Real>(std::make_index_sequence<kBoxLayouts * kBoxLayouts>{});
    kAll[source * kBoxLayouts + target](rows, count, data_of<Real>(out));
    return true;
  });
  return out;
}

// boxes [..., 4] -> areas [...]
nb::object measured(PyArrayObject* array, bool sized, double pixel) {
  PyObject* const made = PyArray_SimpleNew(PyArray_NDIM(array) - 1, PyArray_DIMS(array), PyArray_TYPE(array));
  if (made == nullptr) throw nb::python_error();
  nb::object out = nb::steal(made);
  of_reals(array, [&](const auto* rows, std::size_t count) {
    using Real = std::remove_cvref_t<decltype(*rows)>;
    measure_areas(rows, count, sized, static_cast<Real>(pixel), data_of<Real>(out));
    return true;
  });
  return out;
}

nb::object clip_to(const nb::object& boxes, double width, double height) {
  PyArrayObject* const array = plain_reals(boxes, 4);
  return array == nullptr ? nb::none() : clipped(array, width, height);
}

nb::object convert_to(const nb::object& boxes, std::size_t source, std::size_t target) {
  PyArrayObject* const array = plain_reals(boxes, 4);
  const bool known = source < kBoxLayouts && target < kBoxLayouts;
  return array == nullptr || !known ? nb::none() : converted(array, source, target);
}

nb::object areas_of(const nb::object& boxes, bool sized, double pixel) {
  PyArrayObject* const array = plain_reals(boxes, 4);
  return array == nullptr || PyArray_NDIM(array) < 2 ? nb::none() : measured(array, sized, pixel);
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

// The fronts of functions of boxes (see `plain_fronts.hpp`). A name of a format, in small letters, is a layout as
// `convert_layout` numbers them.
struct NamedLayout {
  std::size_t layout;
  bool relative;
  bool sized() const { return layout >= 2; }
};

std::optional<NamedLayout> read_layout(PyObject* text) {
  static constexpr const char* kNames[kBoxLayouts] = {"xyxy", "yxyx", "xywh", "cxcywh"};
  static constexpr const char* kRelative[kBoxLayouts] = {"rel_xyxy", "rel_yxyx", "rel_xywh", "rel_cxcywh"};
  for (std::size_t layout = 0; layout < kBoxLayouts; ++layout) {
    if (is_word(text, kNames[layout])) return NamedLayout{layout, false};
    if (is_word(text, kRelative[layout])) return NamedLayout{layout, true};
  }
  return std::nullopt;
}

struct BoxOptions {
  NamedLayout layout{0, false};
  bool inclusive = false;
  bool in_pixels = false;            // whether `pixels` is given
  PyObject* image_size = nullptr;
  double pixel() const { return inclusive && !layout.sized() ? 1.0 : 0.0; }
};

// False where an option is unknown, or two do not go together; `other` is one that changes no answer.
bool read_box_options(PyObject* named, BoxOptions& options, const char* other = nullptr) {
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t position = 0; PyDict_Next(named, &position, &key, &value) != 0;) {
    if (is_word(key, "box_format")) {
      const auto layout = read_layout(value);
      if (!layout) return false;
      options.layout = *layout;
    } else if (is_word(key, "pixels")) {
      options.inclusive = is_word(value, "inclusive");
      options.in_pixels = true;
      if (!options.inclusive && !is_word(value, "continuous")) return false;
    } else if (is_word(key, "image_size")) {
      options.image_size = value;
    } else if (other == nullptr || !is_word(key, other)) {
      return false;
    }
  }
  return !(options.inclusive && options.layout.relative);
}

PyArrayObject* first_as_boxes(PyObject* args) {
  PyArrayObject* const array = PyTuple_GET_SIZE(args) == 0 ? nullptr : plain_reals(PyTuple_GET_ITEM(args, 0));
  return array != nullptr && PyArray_DIM(array, PyArray_NDIM(array) - 1) == 4 ? array : nullptr;
}

PyObject* box_area_plainly(PyObject*, PyObject* args, PyObject* named) {
  PyArrayObject* const array = first_as_boxes(args);
  BoxOptions options;
  if (array == nullptr || PyArray_NDIM(array) < 2 || PyTuple_GET_SIZE(args) != 1) Py_RETURN_NONE;
  if (!read_box_options(named, options) || (options.image_size != nullptr && options.image_size != Py_None)) {
    Py_RETURN_NONE;
  }
  return measured(array, options.layout.sized(), options.pixel()).release().ptr();
}

// A side of an image, or 0.
double read_side(PyObject* number) {
  if (PyFloat_CheckExact(number)) {
    const double side = PyFloat_AS_DOUBLE(number);
    return std::isfinite(side) && side > 0 ? side : 0.0;
  }
  if (!PyLong_CheckExact(number)) return 0.0;
  int overflow = 0;
  const long long side = PyLong_AsLongLongAndOverflow(number, &overflow);
  return overflow == 0 && side > 0 ? static_cast<double>(side) : 0.0;
}

PyObject* clip_boxes_plainly(PyObject*, PyObject* args, PyObject* named) {
  PyArrayObject* const array = first_as_boxes(args);
  BoxOptions options;
  if (array == nullptr || PyTuple_GET_SIZE(args) > 2 || !read_box_options(named, options)) Py_RETURN_NONE;
  if (options.layout.layout != 0 || options.layout.relative) Py_RETURN_NONE;
  if (PyTuple_GET_SIZE(args) == 2) {
    if (options.image_size != nullptr) Py_RETURN_NONE;
    options.image_size = PyTuple_GET_ITEM(args, 1);
  }
  PyObject* const size = options.image_size;
  if (size == nullptr || !(PyTuple_CheckExact(size) || PyList_CheckExact(size)) || PySequence_Fast_GET_SIZE(size) != 2) Py_RETURN_NONE;
  const double width = read_side(PySequence_Fast_GET_ITEM(size, 0)), height = read_side(PySequence_Fast_GET_ITEM(size, 1));
  if (width == 0 || height == 0) Py_RETURN_NONE;
  return clipped(array, width - options.pixel(), height - options.pixel()).release().ptr();
}

PyObject* convert_boxes_plainly(PyObject*, PyObject* args, PyObject* named) {
  PyArrayObject* const array = first_as_boxes(args);
  if (array == nullptr || PyTuple_GET_SIZE(args) != 3 || PyDict_GET_SIZE(named) != 0) Py_RETURN_NONE;
  const auto before = read_layout(PyTuple_GET_ITEM(args, 1)), after = read_layout(PyTuple_GET_ITEM(args, 2));
  if (!before || !after || before->relative != after->relative) Py_RETURN_NONE;
  return converted(array, before->layout, after->layout).release().ptr();
}

PyObject* validate_boxes_plainly(PyObject*, PyObject* args, PyObject* named) {
  PyArrayObject* const array = first_as_boxes(args);
  BoxOptions options;
  if (array == nullptr || PyTuple_GET_SIZE(args) != 1 || !read_box_options(named, options, "name")) Py_RETURN_NONE;
  if (options.in_pixels || options.image_size != nullptr) Py_RETURN_NONE;  // no options of this function
  const bool regular = of_reals(
      array, [&](const auto* rows, std::size_t count) { return boxes_are_regular(rows, count, options.layout.sized()); });
  if (!regular) Py_RETURN_NONE;
  return Py_NewRef(reinterpret_cast<PyObject*>(array));
}

}  // namespace

void register_plain_boxes(nb::module_& module) {
  using namespace nb::literals;
  module.def("is_regular", &is_regular, "boxes"_a, "sized"_a);
  module.def("clip_to", &clip_to, "boxes"_a, "width"_a, "height"_a);
  module.def("convert_to", &convert_to, "boxes"_a, "source"_a, "target"_a);
  module.def("areas_of", &areas_of, "boxes"_a, "sized"_a, "pixel"_a);
  module.def("hull_of", &hull_of, "points"_a);
  module.attr("box_area_plainly") = bound_front<&box_area_plainly>("box_area_plainly", nullptr);
  module.attr("clip_boxes_plainly") = bound_front<&clip_boxes_plainly>("clip_boxes_plainly", nullptr);
  module.attr("convert_boxes_plainly") = bound_front<&convert_boxes_plainly>("convert_boxes_plainly", nullptr);
  module.attr("validate_boxes_plainly") = bound_front<&validate_boxes_plainly>("validate_boxes_plainly", nullptr);
}

}  // namespace truebox
