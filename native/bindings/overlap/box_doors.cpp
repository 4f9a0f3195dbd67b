// Boxes converted, cut, measured and sorted out: plain NumPy arrays [..., 4] of float32, float64 or, but for the last,
// int64. All else, and all that has to be refused in words, is passed on.
#include "overlap/box_doors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "ground/numpy_arrays.hpp"
#include "overlap/box_layouts.hpp"
#include "overlap/large_boxes.hpp"
#include "overlap/plain_corners.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

// Below this many boxes the work is shorter than handing the interpreter lock over and back.
constexpr std::size_t kBoxesWithoutRelease = 20'000;

// Beyond this, an image's side may be none in single precision.
constexpr double kLongestSide = 1e30;

std::optional<double> real_number(PyObject* value) {
  if (PyFloat_CheckExact(value)) return PyFloat_AS_DOUBLE(value);
  if (!PyLong_CheckExact(value)) return std::nullopt;
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(value, &overflow);
  if (overflow != 0 || number > (1L << 30) || number < -(1L << 30)) return std::nullopt;
  return static_cast<double>(number);
}

struct ImageSides {
  double width, height;
};

// A tuple or list of two positive numbers.
std::optional<ImageSides> image_sides(PyObject* size, double longest) {
  const bool tuple = PyTuple_CheckExact(size);
  if (!tuple && !PyList_CheckExact(size)) return std::nullopt;
  if ((tuple ? PyTuple_GET_SIZE(size) : PyList_GET_SIZE(size)) != 2) return std::nullopt;
  const auto width = real_number(tuple ? PyTuple_GET_ITEM(size, 0) : PyList_GET_ITEM(size, 0));
  const auto height = real_number(tuple ? PyTuple_GET_ITEM(size, 1) : PyList_GET_ITEM(size, 1));
  if (!width || !height || !(*width > 0 && *width <= longest && *height > 0 && *height <= longest)) return std::nullopt;
  return ImageSides{*width, *height};
}

// What an extent of corners grows by, as `pixel_extent` of Python has it.
std::optional<int> pixel_extent(PyObject* pixels, const BoxLayout& layout) {
  if (text_is(pixels, "continuous")) return 0;
  if (!text_is(pixels, "inclusive") || layout.relative) return std::nullopt;
  return layout.sized() ? 0 : 1;
}

bool counted(Py_ssize_t count, Py_ssize_t wanted) {
  if (count == wanted) return true;
  PyErr_SetString(PyExc_TypeError, "another number of arguments than this function takes");
  return false;
}

template <class Work>
auto of_reals(PyArrayObject* array, Work work) {
  const auto count = static_cast<std::size_t>(PyArray_SIZE(array)) / 4;
  const auto run = [&](const auto* rows) {
    if (count < kBoxesWithoutRelease) return work(rows, count);
    nb::gil_scoped_release release;
    return work(rows, count);
  };
  if (PyArray_TYPE(array) == NPY_FLOAT) return run(static_cast<const float*>(PyArray_DATA(array)));
  return run(static_cast<const double*>(PyArray_DATA(array)));
}

// `work` keeps the interpreter lock; what it hands to `released` runs without where that pays.
template <class Work>
PyObject* of_reals_held(PyArrayObject* array, Work work) {
  const auto count = static_cast<std::size_t>(PyArray_SIZE(array)) / 4;
  const auto released = [count](const auto& part) {
    if (count < kBoxesWithoutRelease) return part();
    nb::gil_scoped_release release;
    return part();
  };
  if (PyArray_TYPE(array) == NPY_FLOAT) return work(static_cast<const float*>(PyArray_DATA(array)), count, released);
  return work(static_cast<const double*>(PyArray_DATA(array)), count, released);
}

// Whole numbers [..., 4]; null for all else.
PyArrayObject* plain_wholes(PyObject* value) {
  want_numpy();
  if (!PyArray_CheckExact(value)) return nullptr;
  auto* const array = reinterpret_cast<PyArrayObject*>(value);
  const int dimensions = PyArray_NDIM(array);
  if (PyArray_TYPE(array) != NPY_INT64 || dimensions == 0 || !PyArray_ISCARRAY_RO(array)) return nullptr;
  return PyArray_DIM(array, dimensions - 1) == 4 ? array : nullptr;
}

// A new array of the first `dimensions` axes of another, of a type.
nb::object new_of(PyArrayObject* array, int dimensions, int type) {
  PyObject* const made = PyArray_SimpleNew(dimensions, PyArray_DIMS(array), type);
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

// Whole numbers as doubles, in a new array of the same shape.
nb::object as_doubles(PyArrayObject* array) {
  const nb::object out = new_of(array, PyArray_NDIM(array), NPY_DOUBLE);
  const auto* const from = static_cast<const std::int64_t*>(PyArray_DATA(array));
  auto* const to = data_of<double>(out);
  const npy_intp count = PyArray_SIZE(array);
  for (npy_intp k = 0; k < count; ++k) to[k] = static_cast<double>(from[k]);
  return out;
}

// A new array of the type of another, of its first `dimensions` axes.
nb::object new_beside(PyArrayObject* array, int dimensions) {
  return new_of(array, dimensions, PyArray_TYPE(array));
}

template <class Real>
using Converts = bool (*)(const Real*, std::size_t, Real, Real, Real*);

template <std::size_t Source, std::size_t Target, class Real>
bool convert(const Real* boxes, std::size_t count, Real, Real, Real* out) {
  convert_layout<Source, Target>(boxes, count, out);
  return true;
}

constexpr std::size_t kWays = kBoxLayouts * kBoxLayouts;

// Of absolute formats among each other, from fractions, and to fractions.
template <class Real, std::size_t... Each>
constexpr std::array<std::array<Converts<Real>, kWays>, 3> all_conversions(std::index_sequence<Each...>) {
  return {{{&convert<Each / kBoxLayouts, Each % kBoxLayouts, Real>...},
           {&rescale_layout<Each / kBoxLayouts, Each % kBoxLayouts, true, Real>...},
           {&rescale_layout<Each / kBoxLayouts, Each % kBoxLayouts, false, Real>...}}};
}

// Whole numbers stay whole where the formats allow it; sums of them wrap around.
nb::object convert_wholes(PyArrayObject* array, std::size_t source, std::size_t target) {
  const nb::object out = new_beside(array, PyArray_NDIM(array));
  const auto count = static_cast<std::size_t>(PyArray_SIZE(array)) / 4;
  const auto* const from = static_cast<const std::uint64_t*>(PyArray_DATA(array));
  auto* const to = data_of<std::uint64_t>(out);
  if (source == target) {
    std::copy_n(from, 4 * count, to);
  } else if (source == 2) {
    target == 0 ? convert_layout<2, 0>(from, count, to) : convert_layout<2, 1>(from, count, to);
  } else if (target == 2) {
    source == 0 ? convert_layout<0, 2>(from, count, to) : convert_layout<1, 2>(from, count, to);
  } else {
    convert_layout<0, 1>(from, count, to);  // as the other way round
  }
  return out;
}

// (boxes, source, target, image_size)
PyObject* convert_boxes(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 4)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* array = plain_reals(args[0], 4);
    PyArrayObject* const wholes = array == nullptr ? plain_wholes(args[0]) : nullptr;
    if (array == nullptr && wholes == nullptr) return pass_on(otherwise, args, given);
    const BoxLayout* const source = box_layout(args[1]);
    const BoxLayout* const target = source == nullptr ? nullptr : box_layout(args[2]);
    if (target == nullptr) return pass_on(otherwise, args, given);
    const bool scaled = source->relative != target->relative;
    const auto sides = args[3] == Py_None && !scaled
                           ? std::optional(ImageSides{1, 1})
                           : image_sides(args[3], scaled ? kLongestSide : std::numeric_limits<double>::max());
    if (!sides) return pass_on(otherwise, args, given);
    nb::object held;
    if (wholes != nullptr) {
      const bool stays = source == target || (!scaled && source->number != 3 && target->number != 3);
      if (stays) return convert_wholes(wholes, source->number, target->number).release().ptr();
      held = as_doubles(wholes);
      array = reinterpret_cast<PyArrayObject*>(held.ptr());
    }
    const nb::object out = new_beside(array, PyArray_NDIM(array));
    const bool good = of_reals(array, [&](const auto* rows, std::size_t count) {
      using Real = std::remove_cvref_t<decltype(*rows)>;
      static constexpr auto kAll = all_conversions<Real>(std::make_index_sequence<kWays>{});
      const std::size_t kind = !scaled ? 0 : source->relative ? 1 : 2;
      return kAll[kind][source->number * kBoxLayouts + target->number](rows, count, static_cast<Real>(sides->width),
                                                                       static_cast<Real>(sides->height), data_of<Real>(out));
    });
    return good ? out.inc_ref().ptr() : pass_on(otherwise, args, given);
  });
}

// Up to here doubles hold every whole number, of a sum too.
constexpr std::int64_t kLargestWhole = std::int64_t{1} << 52;

bool are_moderate(const std::int64_t* numbers, std::size_t count) {
  bool moderate = true;
  for (std::size_t k = 0; k < count; ++k) moderate &= (numbers[k] <= kLargestWhole) & (numbers[k] >= -kLargestWhole);
  return moderate;
}

// Whole numbers cut at a border of whole numbers; nothing where they or the border are others.
std::optional<nb::object> clip_wholes(PyArrayObject* array, std::size_t layout, double width, double height) {
  const auto* const from = static_cast<const std::int64_t*>(PyArray_DATA(array));
  const auto count = static_cast<std::size_t>(PyArray_SIZE(array)) / 4;
  const auto fits = [](double side) { return side >= 0 && side <= static_cast<double>(kLargestWhole) && side == std::floor(side); };
  if (layout > 2 || !fits(width) || !fits(height) || !are_moderate(from, 4 * count)) return std::nullopt;
  nb::object out = new_beside(array, PyArray_NDIM(array));
  auto* const to = data_of<std::int64_t>(out);
  if (layout == 0) clip_whole_layout<0>(from, count, static_cast<std::int64_t>(width), static_cast<std::int64_t>(height), to);
  if (layout == 1) clip_whole_layout<1>(from, count, static_cast<std::int64_t>(width), static_cast<std::int64_t>(height), to);
  if (layout == 2) clip_whole_layout<2>(from, count, static_cast<std::int64_t>(width), static_cast<std::int64_t>(height), to);
  return out;
}

// (boxes, image_size, box_format, pixels)
PyObject* clip_boxes(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 4)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_reals(args[0], 4);
    PyArrayObject* const wholes = array == nullptr ? plain_wholes(args[0]) : nullptr;
    const BoxLayout* const layout = array == nullptr && wholes == nullptr ? nullptr : box_layout(args[2]);
    if (layout == nullptr) return pass_on(otherwise, args, given);
    const auto pixel = pixel_extent(args[3], *layout);
    const auto sides = layout->relative ? std::optional(ImageSides{1, 1}) : image_sides(args[1], std::numeric_limits<double>::max());
    if (!pixel || !sides) return pass_on(otherwise, args, given);
    const double width = sides->width - *pixel, height = sides->height - *pixel;
    if (wholes != nullptr) {
      std::optional<nb::object> cut = clip_wholes(wholes, layout->number, width, height);
      return cut ? cut->release().ptr() : pass_on(otherwise, args, given);
    }
    const nb::object out = new_beside(array, PyArray_NDIM(array));
    const bool good = of_reals(array, [&](const auto* rows, std::size_t count) {
      using Real = std::remove_cvref_t<decltype(*rows)>;
      auto* const to = data_of<Real>(out);
      switch (layout->number) {
        case 0: clip_corners(rows, count, width, height, to); return true;
        case 1: return clip_layout<1>(rows, count, width, height, to);
        case 2: return clip_layout<2>(rows, count, width, height, to);
        default: return clip_layout<3>(rows, count, width, height, to);
      }
    });
    return good ? out.inc_ref().ptr() : pass_on(otherwise, args, given);
  });
}

// (boxes, box_format, pixels, image_size)
PyObject* box_area(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 4)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* array = plain_reals(args[0], 4);
    PyArrayObject* const wholes = array == nullptr ? plain_wholes(args[0]) : nullptr;
    PyArrayObject* const some = array == nullptr ? wholes : array;
    const BoxLayout* const layout = some == nullptr || PyArray_NDIM(some) < 2 ? nullptr : box_layout(args[1]);
    const auto pixel = layout == nullptr ? std::nullopt : pixel_extent(args[2], *layout);
    if (!pixel || args[3] != Py_None) return pass_on(otherwise, args, given);
    if (wholes != nullptr) {
      const nb::object out = new_of(wholes, PyArray_NDIM(wholes) - 1, NPY_DOUBLE);
      const auto count = static_cast<std::size_t>(PyArray_SIZE(wholes)) / 4;
      measure_areas(static_cast<const std::int64_t*>(PyArray_DATA(wholes)), count, layout->sized(), double(*pixel),
                    data_of<double>(out));
      return out.inc_ref().ptr();
    }
    const nb::object out = new_beside(array, PyArray_NDIM(array) - 1);
    of_reals(array, [&](const auto* rows, std::size_t count) {
      using Real = std::remove_cvref_t<decltype(*rows)>;
      measure_areas(rows, count, layout->sized(), static_cast<Real>(*pixel), data_of<Real>(out));
      return true;
    });
    return out.inc_ref().ptr();
  });
}

// (boxes, min_size, min_area, before, min_visibility, box_format, pixels)
PyObject* remove_small(PyObject* otherwise, PyObject* const* args, Py_ssize_t given) {
  if (!counted(given, 7)) return nullptr;
  return answered([&]() -> PyObject* {
    PyArrayObject* const array = plain_reals(args[0], 4);
    const BoxLayout* const layout = array == nullptr || PyArray_NDIM(array) != 2 ? nullptr : box_layout(args[5]);
    const auto pixel = layout == nullptr ? std::nullopt : pixel_extent(args[6], *layout);
    const auto size = real_number(args[1]), area = real_number(args[2]), visible = real_number(args[4]);
    const auto fits = [](const std::optional<double>& number) { return number && *number >= 0 && *number <= kLongestSide; };
    if (!pixel || !fits(size) || !fits(area) || !visible || *visible != 0 || args[3] != Py_None) {
      return pass_on(otherwise, args, given);
    }
    return of_reals_held(array, [&]<class Real>(const Real* boxes, std::size_t count, const auto& released) -> PyObject* {
      LargeBoxes<Real> large;
      const LeastExtent<Real> least{layout->sized(), static_cast<Real>(*pixel), static_cast<Real>(*size), static_cast<Real>(*area)};
      if (!released([&] { return large.find(boxes, count, least, 1); })) return pass_on(otherwise, args, given);
      const nb::object rows = new_array({static_cast<npy_intp>(large.size())}, NPY_INT64);
      released([&] {
        large.write(data_of<std::int64_t>(rows), 1);
        return true;
      });
      return rows.inc_ref().ptr();
    });
  });
}

}  // namespace

void add_box_doors(FrontDoors& doors) {
  doors.add("convert_boxes", &convert_boxes);
  doors.add("clip_boxes", &clip_boxes);
  doors.add("box_area", &box_area);
  doors.add("remove_small", &remove_small);
}

}  // namespace truebox
