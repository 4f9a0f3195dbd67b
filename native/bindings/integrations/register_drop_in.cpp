// Python bindings of what stands in for pycocotools: annotations that are dicts, and single cells.
#include "register.hpp"

#include <nanobind/ndarray.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "cells/plain_matching.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/owned_array.hpp"
#include "ground/thread_pool.hpp"
#include "masks/text.hpp"
#include "masks/value_runs.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

constexpr double kWhole = 9007199254740992.0;  // 2**53: whole numbers below are exact as float64

bool is_of_numpy(PyObject* value) { return std::string_view(Py_TYPE(value)->tp_name).starts_with("numpy."); }

// Forgets the Python error that a try has set.
template <class Value>
std::optional<Value> known(bool failed, Value value) {
  if (failed && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> whole_number(PyObject* value) {
  if (value == nullptr) return std::nullopt;
  if (PyLong_Check(value)) {
    const long long number = PyLong_AsLongLong(value);
    return known<std::int64_t>(number == -1, number);
  }
  if (!PyIndex_Check(value) || !is_of_numpy(value)) return std::nullopt;
  const nb::object index = nb::steal(PyNumber_Index(value));
  if (!index.is_valid()) {
    PyErr_Clear();
    return std::nullopt;
  }
  const long long number = PyLong_AsLongLong(index.ptr());
  return known<std::int64_t>(number == -1, number);
}

// A finite number that float64 holds exactly. `narrow` is set for NumPy's smaller floats, which compare otherwise.
std::optional<double> plain_number(PyObject* value, bool& narrow) {
  if (value == nullptr) return std::nullopt;
  double number;
  if (PyFloat_Check(value)) {
    number = PyFloat_AS_DOUBLE(value);
  } else if (PyLong_Check(value) || (PyIndex_Check(value) && is_of_numpy(value))) {
    const auto whole = whole_number(value);
    if (!whole || std::abs(static_cast<double>(*whole)) >= kWhole) return std::nullopt;
    return static_cast<double>(*whole);
  } else if (std::string_view(Py_TYPE(value)->tp_name) == "numpy.float32") {
    number = PyFloat_AsDouble(value);
    narrow = true;
  } else {
    return std::nullopt;
  }
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

// Four numbers of a list or of a NumPy array, as they stand.
bool read_box(PyObject* box, double* out, bool& narrow) {
  if (box == nullptr) return false;
  const bool listed = PyList_CheckExact(box);
  if (!listed && std::string_view(Py_TYPE(box)->tp_name) != "numpy.ndarray") return false;
  if (PySequence_Size(box) != 4) {
    PyErr_Clear();
    return false;
  }
  for (Py_ssize_t i = 0; i < 4; ++i) {
    const nb::object entry = listed ? nb::borrow(PyList_GET_ITEM(box, i)) : nb::steal(PySequence_GetItem(box, i));
    const auto number = plain_number(entry.ptr(), narrow);
    if (!number) return false;
    out[i] = *number;
  }
  return true;
}

struct Keys {
  nb::object image = nb::str("image_id"), category = nb::str("category_id"), id = nb::str("id"),
             area = nb::str("area"), box = nb::str("bbox"), score = nb::str("score"), crowd = nb::str("iscrowd");
};

PyObject* field(PyObject* row, const nb::object& key) { return PyDict_GetItemWithError(row, key.ptr()); }

struct RowColumns {
  std::vector<std::int64_t> image, category, id;
  std::vector<double> area, boxes, score;
  std::vector<std::uint8_t> crowd;
  bool narrow = false;       // an area is a float32
  bool narrow_elsewhere = false;

  bool add(PyObject* row, const nb::object& index, const Keys& keys, bool truths) {
    if (!PyDict_CheckExact(row)) return false;
    PyObject* name = field(row, keys.id);
    const auto image_id = whole_number(field(row, keys.image)), category_id = whole_number(field(row, keys.category)),
               own = whole_number(name);
    const auto size = plain_number(field(row, keys.area), narrow);
    double box[4];
    if (!image_id || !category_id || !own || !size || !read_box(field(row, keys.box), box, narrow_elsewhere)) {
      return false;
    }
    if (std::abs(static_cast<double>(*own)) >= kWhole) return false;
    // The reference finds annotations by their ids: where two share one, the last stands for both.
    if (PyDict_GetItemWithError(index.ptr(), name) != row) return false;
    if (truths) {
      const auto flag = whole_number(field(row, keys.crowd));
      if (!flag || (*flag != 0 && *flag != 1)) return false;
      crowd.push_back(static_cast<std::uint8_t>(*flag));
    } else {
      const auto rank = plain_number(field(row, keys.score), narrow_elsewhere);
      if (!rank || *own <= 0) return false;
      score.push_back(*rank);
    }
    image.push_back(*image_id);
    category.push_back(*category_id);
    id.push_back(*own);
    area.push_back(*size);
    boxes.insert(boxes.end(), box, box + 4);
    return true;
  }
};

// Columns of annotations, or None where one of them is not plain: then they have to be asked one by one.
nb::object read_rows(const nb::list& rows, const nb::dict& index, bool truths) {
  const Keys keys;
  RowColumns columns;
  const std::size_t count = rows.size();
  columns.image.reserve(count);
  columns.category.reserve(count);
  columns.id.reserve(count);
  columns.area.reserve(count);
  columns.boxes.reserve(4 * count);
  for (std::size_t i = 0; i < count; ++i) {
    // Borrowed: nothing below runs code that could change the list.
    if (!columns.add(PyList_GET_ITEM(rows.ptr(), static_cast<Py_ssize_t>(i)), index, keys, truths)) {
      if (PyErr_Occurred() != nullptr) PyErr_Clear();
      return nb::none();
    }
  }
  return nb::make_tuple(owned_array(std::move(columns.image)), owned_array(std::move(columns.category)),
                        owned_array(std::move(columns.id)), owned_array(std::move(columns.area)),
                        owned_array(std::move(columns.boxes)),
                        truths ? owned_array(std::move(columns.crowd)) : owned_array(std::move(columns.score)),
                        columns.narrow);
}

void match_cell(const In<double, 2>& overlaps, const In<std::uint8_t, 1>& uncounted, const In<std::uint8_t, 1>& crowd,
                const In<double, 1>& truth_ids, const In<double, 1>& detection_ids, const In<double, 1>& thresholds,
                const Out<double, 2>& of_detections, const Out<double, 2>& of_truths,
                const Out<std::uint8_t, 2>& matched_uncounted) {
  const PlainCell cell{overlaps.shape(0),  overlaps.shape(1), overlaps.data(),     uncounted.data(),
                       crowd.data(), truth_ids.data(),  detection_ids.data()};
  const auto has = [&](const auto& table, std::size_t columns) {
    return table.shape(0) == thresholds.shape(0) && table.shape(1) == columns;
  };
  if (uncounted.shape(0) != cell.truths || crowd.shape(0) != cell.truths || truth_ids.shape(0) != cell.truths ||
      detection_ids.shape(0) != cell.detections || !has(of_detections, cell.detections) ||
      !has(of_truths, cell.truths) || !has(matched_uncounted, cell.detections)) {
    throw std::invalid_argument("one entry per detection and truth");
  }
  match_plainly(cell, {thresholds.data(), thresholds.shape(0)},
                {of_detections.data(), of_truths.data(), matched_uncounted.data()});
}

// out is [truths, detections], as the reference lays it out.
void overlap_boxes(const In<double, 2>& detections, const In<double, 2>& truths, const In<std::uint8_t, 1>& crowd,
                   const Out<double, 2>& out) {
  const std::size_t count = detections.shape(0);
  if (detections.shape(1) != 4 || truths.shape(1) != 4 || crowd.shape(0) != truths.shape(0) ||
      out.shape(0) != truths.shape(0) || out.shape(1) != count) {
    throw std::invalid_argument("boxes are [N, 4], one crowd flag per truth");
  }
  for (std::size_t truth = 0; truth < truths.shape(0); ++truth) {
    for (std::size_t detection = 0; detection < count; ++detection) {
      out(truth, detection) =
          plain_box_overlap(detections.data() + 4 * detection, truths.data() + 4 * truth, crowd(truth) != 0);
    }
  }
}

// The compressed counts of each plane of [H, W, N] in column-major order.
nb::list encode_planes(const nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::f_contig, nb::device::cpu>& planes) {
  const std::size_t pixels = planes.shape(0) * planes.shape(1), count = planes.shape(2);
  if (pixels > 0xFFFFFFFFU) throw std::invalid_argument("a mask has fewer than 2^32 pixels");
  std::vector<std::vector<std::uint8_t>> texts(count);
  const auto encode = [&](std::size_t plane) {
    std::vector<std::uint32_t> runs;
    append_value_runs(planes.data() + plane * pixels, pixels, runs);
    texts[plane].reserve(2 * runs.size());
    append_text(runs, texts[plane]);
  };
  {
    constexpr std::size_t kWorthThreads = std::size_t{1} << 22;
    const nb::gil_scoped_release released;
    parallel_for(count, pixels * count < kWorthThreads ? 1 : 0, encode);
  }
  nb::list found;
  for (const auto& text : texts) found.append(nb::bytes(text.data(), text.size()));
  return found;
}

}  // namespace

void register_drop_in(nb::module_& module) {
  using namespace nb::literals;
  module.def("read_rows", &read_rows, "rows"_a, "index"_a, "truths"_a);
  module.def("match_cell", &match_cell, "overlaps"_a, "uncounted"_a, "crowd"_a, "truth_ids"_a, "detection_ids"_a,
             "thresholds"_a, "of_detections"_a, "of_truths"_a, "matched_uncounted"_a);
  module.def("overlap_boxes", &overlap_boxes, "detections"_a, "truths"_a, "crowd"_a, "out"_a);
  module.def("encode_planes", &encode_planes, "planes"_a);
}

}  // namespace truebox
