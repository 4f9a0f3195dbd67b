// What stands in for `pycocotools.mask`, of plain arguments: lists of dicts with compressed counts, lists of numbers.
// Everything answers None where an argument is not plain or not right; then Python looks at it entry by entry.
#include "register.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "cells/plain_matching.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/numpy_arrays.hpp"
#include "ground/plain_fronts.hpp"
#include "ground/plain_masks.hpp"
#include "ground/ragged_arrays.hpp"
#include "masks/column_spans.hpp"
#include "masks/dense.hpp"
#include "masks/merge.hpp"
#include "masks/overlap.hpp"
#include "masks/polygon_raster.hpp"
#include "masks/text.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

// {"size": [height, width], "counts": bytes}
nb::object run_dict(MaskSize size, std::span<const std::uint8_t> text) {
  nb::dict found;
  nb::list sides;
  sides.append(size.height);
  sides.append(size.width);
  found["size"] = sides;
  found["counts"] = nb::bytes(text.data(), text.size());
  return found;
}

nb::object run_dict(MaskSize size, Runs runs) {
  std::vector<std::uint8_t> text;
  text.reserve(2 * runs.size());
  append_text(runs, text);
  return run_dict(size, text);
}

// Kept between calls, so that a call allocates nothing.
RunBuffer& kept_runs(std::size_t which) {
  static thread_local RunBuffer kept[2];
  return kept[which];
}

// A dict -> uint32, or a list of dicts -> uint32 [N]
PyObject* area_of_texts(PyObject* const* args) {
  if (PyList_CheckExact(args[0])) {
    PlainMasks masks;
    if (!masks.read(nb::borrow<nb::list>(args[0]), false)) Py_RETURN_NONE;
    nb::object areas = new_array({static_cast<npy_intp>(masks.count())}, NPY_UINT32);
    auto* const out = data_of<std::uint32_t>(areas);
    for (std::size_t row = 0; row < masks.count(); ++row) out[row] = mask_area(masks.runs_of(row));
    return areas.release().ptr();
  }
  RunBuffer& runs = kept_runs(0);
  if (!read_plain_mask(args[0], runs)) Py_RETURN_NONE;
  want_numpy();
  std::uint32_t area = mask_area(runs.runs());
  PyArray_Descr* const kind = PyArray_DescrFromType(NPY_UINT32);
  PyObject* const number = PyArray_Scalar(&area, kind, nullptr);
  Py_DECREF(kind);
  return number;
}

void write_box(const PixelBox& box, double* out) {
  out[0] = static_cast<double>(box.x_begin);
  out[1] = static_cast<double>(box.y_begin);
  out[2] = static_cast<double>(box.x_end - box.x_begin);
  out[3] = static_cast<double>(box.y_end - box.y_begin);
}

// A dict -> float64 [4] (x, y, width, height), or a list of dicts -> [N, 4]
PyObject* boxes_of_texts(PyObject* const* args) {
  if (PyList_CheckExact(args[0])) {
    PlainMasks masks;
    if (!masks.read(nb::borrow<nb::list>(args[0]), false)) Py_RETURN_NONE;
    nb::object boxes = new_array({static_cast<npy_intp>(masks.count()), 4}, NPY_DOUBLE);
    auto* const out = data_of<double>(boxes);
    for (std::size_t row = 0; row < masks.count(); ++row) write_box(mask_box(masks.runs_of(row), masks.size_of(row)), out + 4 * row);
    return boxes.release().ptr();
  }
  RunBuffer& runs = kept_runs(0);
  const auto size = read_plain_mask(args[0], runs);
  if (!size) Py_RETURN_NONE;
  nb::object box = new_array({4}, NPY_DOUBLE);
  write_box(mask_extent(runs.ends(), *size).box, data_of<double>(box));
  return box.release().ptr();
}

// -> uint8 [H, W, N], column-major
nb::object decode_texts(const nb::list& objects) {
  constexpr std::size_t kMostPixels = std::size_t{1} << 22;  // beyond, NumPy's pages and threads count
  PlainMasks masks;
  if (!masks.read(objects, false) || masks.count() == 0 || !masks.one_size()) return nb::none();
  const MaskSize size = masks.size_of(0);
  const std::size_t pixels = size.pixels();
  if (pixels > kMostPixels / masks.count()) return nb::none();
  auto* const bytes = static_cast<std::uint8_t*>(std::calloc(pixels * masks.count(), 1));
  if (bytes == nullptr) throw std::bad_alloc();
  const nb::capsule owner(bytes, [](void* memory) noexcept { std::free(memory); });
  for (std::size_t row = 0; row < masks.count(); ++row) {
    decode_columns(masks.runs_of(row), {bytes + row * pixels, size, 1, static_cast<std::ptrdiff_t>(size.height)});
  }
  const auto height = static_cast<std::int64_t>(size.height);
  return nb::cast(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>>(
      bytes, {size.height, size.width, masks.count()}, owner, {1, height, static_cast<std::int64_t>(pixels)}));
}

// -> one dict
nb::object merge_texts(const nb::list& objects, bool intersect) {
  PlainMasks masks;
  if (!masks.read(objects, false) || masks.count() == 0 || !masks.one_size()) return nb::none();
  std::vector<Runs> all;
  all.reserve(masks.count());
  for (std::size_t row = 0; row < masks.count(); ++row) all.push_back(masks.runs_of(row));
  MergeScratch scratch;
  std::vector<std::uint32_t> merged;
  const MaskSize size = masks.size_of(0);
  merge_runs(all, size.pixels(), intersect ? MergeRule::all : MergeRule::any, scratch, merged);
  return run_dict(size, Runs(merged));
}

bool read_crowd(const nb::object& given, std::size_t count, std::vector<std::uint8_t>& out) {
  if (PyList_CheckExact(given.ptr())) {
    if (static_cast<std::size_t>(PyList_GET_SIZE(given.ptr())) != count) return false;
    for (std::size_t i = 0; i < count; ++i) {
      PyObject* const flag = PyList_GET_ITEM(given.ptr(), static_cast<Py_ssize_t>(i));
      const auto number = plain_whole(flag, 1);
      if (!number && !PyBool_Check(flag)) return false;
      out.push_back(number ? static_cast<std::uint8_t>(*number) : static_cast<std::uint8_t>(flag == Py_True));
    }
    return true;
  }
  In<std::uint8_t, 1> flags;
  if (!nb::try_cast(given, flags, false) || flags.shape(0) != count) return false;
  out.assign(flags.data(), flags.data() + count);
  return true;
}

// Finite numbers of a list, of Python's own types.
bool add_numbers(PyObject* list, std::vector<double>& out) {
  if (!PyList_CheckExact(list)) return false;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
    PyObject* const value = PyList_GET_ITEM(list, i);
    if (PyFloat_CheckExact(value)) {
      out.push_back(PyFloat_AS_DOUBLE(value));
    } else if (PyLong_CheckExact(value)) {
      int overflow = 0;
      const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
      if (overflow != 0 || number > (1LL << 53) || number < -(1LL << 53)) return false;
      out.push_back(static_cast<double>(number));
    } else {
      return false;
    }
    if (!std::isfinite(out.back())) return false;
  }
  return true;
}

// Four numbers a box, of an array or of a list of lists.
bool read_boxes(const nb::object& given, std::vector<double>& out) {
  if (PyList_CheckExact(given.ptr())) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(given.ptr()); ++i) {
      const std::size_t before = out.size();
      if (!add_numbers(PyList_GET_ITEM(given.ptr(), i), out) || out.size() != before + 4) return false;
    }
    return true;
  }
  In<double, 2> boxes;
  if (!nb::try_cast(given, boxes, false) || boxes.shape(1) != 4) return false;
  out.assign(boxes.data(), boxes.data() + boxes.size());
  return true;
}

// Column-major [N, M], as the reference lays it out; its elements are not set.
nb::object new_overlaps(std::size_t rows, std::size_t columns) {
  want_numpy();
  npy_intp sides[2] = {static_cast<npy_intp>(rows), static_cast<npy_intp>(columns)};
  PyObject* const made = PyArray_New(&PyArray_Type, 2, sides, NPY_DOUBLE, nullptr, nullptr, 0, NPY_ARRAY_F_CONTIGUOUS, nullptr);
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

nb::object overlap_two_texts(PyObject* found, PyObject* truth, bool crowd) {
  RunBuffer &first = kept_runs(0), &second = kept_runs(1);
  const auto size = read_plain_mask(found, first), other = read_plain_mask(truth, second);
  if (!size || !other || !(*size == *other)) return nb::none();
  nb::object out = new_overlaps(1, 1);
  const auto measure = crowd ? MaskMeasure::intersection_over_first : MaskMeasure::intersection_over_union;
  *data_of<double>(out) = mask_overlap_of_two(first.ends(), second.ends(), *size, measure);
  return out;
}

nb::object overlap_texts(const nb::list& found, const nb::list& truths, const nb::object& crowd) {
  constexpr std::size_t kWorthThreads = 20000;  // pairs
  const std::size_t rows = found.size(), columns = truths.size();
  if (rows > kWorthThreads / columns) return nb::none();
  if (rows == 1 && columns == 1 && PyList_CheckExact(crowd.ptr()) && PyList_GET_SIZE(crowd.ptr()) == 1) {
    if (const auto flag = plain_whole(PyList_GET_ITEM(crowd.ptr(), 0), 1)) {
      return overlap_two_texts(PyList_GET_ITEM(found.ptr(), 0), PyList_GET_ITEM(truths.ptr(), 0), *flag != 0);
    }
  }
  PlainMasks first, second;
  std::vector<std::uint8_t> flags;
  if (!first.read(found, false) || !second.read(truths, false) || !read_crowd(crowd, columns, flags)) return nb::none();
  if (!first.one_size() || !second.one_size() || !(first.size_of(0) == second.size_of(0))) return nb::none();
  static thread_local MaskShapes kept_first, kept_second;
  const auto prepare = [](const PlainMasks& masks, MaskShapes& shapes) {
    shapes.restart(masks.size_of(0));
    for (std::size_t row = 0; row < masks.count(); ++row) shapes.add(masks.runs_of(row));
  };
  prepare(first, kept_first);
  prepare(second, kept_second);
  std::vector<double> line(columns);
  nb::object overlaps = new_overlaps(rows, columns);
  auto* const out = data_of<double>(overlaps);
  for (std::size_t row = 0; row < rows; ++row) {
    mask_overlap_row(kept_first, row, kept_second, flags, MaskMeasure::intersection_over_union, 0.0, line.data());
    for (std::size_t column = 0; column < columns; ++column) out[column * rows + row] = line[column];
  }
  return overlaps;
}

nb::object overlaps_of(const nb::object& found, const nb::object& truths, const nb::object& crowd) {
  const auto has_dicts = [](const nb::object& side) {
    return PyList_CheckExact(side.ptr()) && PyList_GET_SIZE(side.ptr()) != 0 &&
           PyDict_CheckExact(PyList_GET_ITEM(side.ptr(), 0));
  };
  if (has_dicts(found) && has_dicts(truths)) {
    return overlap_texts(nb::borrow<nb::list>(found), nb::borrow<nb::list>(truths), crowd);
  }
  std::vector<double> first, second;
  std::vector<std::uint8_t> flags;
  if (!read_boxes(found, first) || !read_boxes(truths, second)) return nb::none();
  const std::size_t rows = first.size() / 4, columns = second.size() / 4;
  if (rows == 0 || columns == 0 || !read_crowd(crowd, columns, flags)) return nb::none();
  nb::object overlaps = new_overlaps(rows, columns);
  auto* const out = data_of<double>(overlaps);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < rows; ++row) {
      out[column * rows + row] =
          plain_box_overlap(first.data() + 4 * row, second.data() + 4 * column, flags[column] != 0);
    }
  }
  return overlaps;
}

// -> float64 [N, M], column-major
PyObject* overlap_plainly(PyObject* const* args) {
  return overlaps_of(nb::borrow(args[0]), nb::borrow(args[1]), nb::borrow(args[2])).release().ptr();
}

// Each list of numbers x1, y1, x2, y2, ... as run lengths -> list of dicts
nb::object outlines_to_dicts(const nb::list& polygons, const nb::object& height, const nb::object& width) {
  const auto sides = nb::make_tuple(height, width);
  const auto size = plain_size(sides.ptr());
  if (!size) return nb::none();
  std::vector<double> numbers;
  std::vector<std::int64_t> ends{0};
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(polygons.ptr()); ++i) {
    const std::size_t before = numbers.size();
    if (!add_numbers(PyList_GET_ITEM(polygons.ptr(), i), numbers)) return nb::none();
    numbers.resize(before + (numbers.size() - before) / 2 * 2);  // half a point is left out
    if (numbers.size() < before + 6) return nb::none();
    ends.push_back(static_cast<std::int64_t>(numbers.size()));
  }
  const std::size_t count = ends.size() - 1;
  RaggedRuns ragged;
  {
    const nb::gil_scoped_release released;
    ragged = build_runs<PolygonScratch>(
        count, 50. * static_cast<double>(numbers.size()), 0,
        [&](PolygonScratch& scratch, std::size_t row, std::vector<std::uint32_t>& out) {
          rasterize_polygons(numbers, std::span<const std::int64_t>(ends).subspan(row, 2), *size, scratch, out);
        });
  }
  nb::list found;
  for (std::size_t row = 0; row < count; ++row) {
    const auto begin = static_cast<std::size_t>(ragged.offsets[row]);
    const auto length = static_cast<std::size_t>(ragged.offsets[row + 1]) - begin;
    found.append(run_dict(*size, Runs(ragged.runs).subspan(begin, length)));
  }
  return found;
}

// Plain counts as compressed ones, as they stand, whether or not they fill their image -> list of dicts
nb::object counts_to_dicts(const nb::list& objects) {
  nb::list found;
  std::vector<std::uint32_t> runs;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(objects.ptr()); ++i) {
    PyObject* const entry = PyList_GET_ITEM(objects.ptr(), i);
    if (!PyDict_CheckExact(entry)) return nb::none();
    const auto size = plain_size(plain_field(entry, MaskField::size));
    runs.clear();
    if (!size || !add_plain_runs(plain_field(entry, MaskField::counts), runs)) return nb::none();
    found.append(run_dict(*size, Runs(runs)));
  }
  return found;
}

}  // namespace

void register_mask_calls(nb::module_& module) {
  using namespace nb::literals;
  add_plain_call<&area_of_texts, 1>(module, "area_of_texts");
  add_plain_call<&boxes_of_texts, 1>(module, "boxes_of_texts");
  module.def("decode_texts", &decode_texts, "objects"_a);
  module.def("merge_texts", &merge_texts, "objects"_a, "intersect"_a);
  add_plain_call<&overlap_plainly, 3>(module, "overlap_plainly");
  module.def("outlines_to_dicts", &outlines_to_dicts, "polygons"_a, "height"_a, "width"_a);
  module.def("counts_to_dicts", &counts_to_dicts, "objects"_a);
}

}  // namespace truebox
