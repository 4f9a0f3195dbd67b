// The columns of images out of their dictionaries of arrays, `{"boxes": ..., "labels": ...}`.
//
// Whatever is unusual is left to the general reader, which has words for it: every function here answers false then.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "packing/box_batch.hpp"

namespace truebox {

namespace nb = nanobind;

// An array that speaks the buffer protocol, let go of at the end; or a list without entries.
class HeldArray {
 public:
  HeldArray() = default;
  HeldArray(const HeldArray&) = delete;
  HeldArray& operator=(const HeldArray&) = delete;
  ~HeldArray() {
    if (taken_) PyBuffer_Release(&view_);
  }

  bool take(PyObject* source) {
    if (PyList_CheckExact(source)) return PyList_Size(source) == 0;
    if (!PyObject_CheckBuffer(source) || may_be_masked(source)) return false;
    if (PyObject_GetBuffer(source, &view_, PyBUF_RECORDS_RO) != 0) {
      PyErr_Clear();
      return false;
    }
    taken_ = true;
    return view_.ndim >= 1 && view_.format != nullptr;
  }

  std::size_t rows() const { return taken_ ? static_cast<std::size_t>(view_.shape[0]) : 0; }
  bool is_column() const { return !taken_ || view_.ndim == 1; }
  bool is_boxes() const { return taken_ && view_.ndim == 2 && view_.shape[1] == 4; }

  // Appends every value, row by row. False for types that are none of `kinds`.
  template <class Value>
  bool append_to(std::vector<Value>& out, std::string_view kinds) const {
    const char* format = view_.format;
    if (format[0] == 0 || format[1] != 0 || kinds.find(format[0]) == std::string_view::npos) return false;
    switch (format[0]) {
      case 'f': return copy<float>(out);
      case 'd': return copy<double>(out);
      case 'b': return copy<signed char>(out);
      case 'B':
      case '?': return copy<unsigned char>(out);
      case 'h': return copy<short>(out);
      case 'H': return copy<unsigned short>(out);
      case 'i': return copy<int>(out);
      case 'I': return copy<unsigned int>(out);
      case 'l': return copy<long>(out);
      case 'L': return copy<unsigned long>(out);
      case 'q': return copy<long long>(out);
      case 'Q': return copy<unsigned long long>(out);
      default: return false;
    }
  }

 private:
  // The buffer of an array of numpy.ma has what is behind the mask. NumPy's own type is none that Python made.
  static bool may_be_masked(PyObject* source) {
    return (PyType_GetFlags(Py_TYPE(source)) & Py_TPFLAGS_HEAPTYPE) != 0 && PyObject_HasAttrString(source, "mask") == 1;
  }

  template <class From, class Value>
  bool copy(std::vector<Value>& out) const {
    const std::size_t across = view_.ndim == 2 ? static_cast<std::size_t>(view_.shape[1]) : 1;
    const Py_ssize_t right = view_.ndim == 2 ? view_.strides[1] : 0;
    const std::size_t start = out.size(), count = rows();
    out.resize(start + count * across);
    Value* to = out.data() + start;
    for (std::size_t i = 0; i < count; ++i) {
      const char* from = static_cast<const char*>(view_.buf) + static_cast<Py_ssize_t>(i) * view_.strides[0];
      for (std::size_t j = 0; j < across; ++j, ++to, from += right) {
        From value;
        std::memcpy(&value, from, sizeof value);
        *to = static_cast<Value>(value);
        if constexpr (std::is_integral_v<Value> && std::is_unsigned_v<From> && sizeof(From) == sizeof(Value)) {
          if (*to < 0) return false;
        }
      }
    }
    return true;
  }

  Py_buffer view_{};
  bool taken_ = false;
};

class EntryReader {
 public:
  // `corners`: boxes are x0, y0, x1, y1, else x, y, width, height.
  explicit EntryReader(bool corners) : corners_(corners) {}

  // `counts` are the rows of each image where one entry holds all of them, else empty.
  bool read(const nb::list& entries, std::span<const std::int64_t> counts, BatchTruths& out) const {
    std::vector<std::int64_t> crowd;
    std::size_t with_area = 0, with_crowd = 0;
    const std::size_t count = entries.size();
    for (std::size_t i = 0; i < count; ++i) {
      Py_ssize_t keys = 2;
      std::size_t rows = 0;
      PyObject* entry = PyList_GetItem(entries.ptr(), static_cast<Py_ssize_t>(i));
      if (!shared(entry, i, rows, keys, out)) return false;
      if (PyObject* area = PyDict_GetItemWithError(entry, area_.ptr())) {
        ++with_area, ++keys;
        if (!column(area, rows, kNumbers, out.area)) return false;
      }
      if (PyObject* marks = PyDict_GetItemWithError(entry, crowd_.ptr())) {
        ++with_crowd, ++keys;
        if (!column(marks, rows, kFlags, crowd)) return false;
      }
      if (PyDict_Size(entry) != keys) return false;
    }
    if ((with_area != 0 && with_area != count) || (with_crowd != 0 && with_crowd != count)) return false;
    if (!arrange(counts, out)) return false;
    if (with_area == 0) {
      for (std::size_t i = 0; i < out.size(); ++i) out.area.push_back(out.boxes[4 * i + 2] * out.boxes[4 * i + 3]);
    }
    out.crowd.assign(out.size(), 0);
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      if (crowd[i] != 0 && crowd[i] != 1) return false;
      out.crowd[i] = static_cast<std::uint8_t>(crowd[i]);
    }
    return true;
  }

  bool read(const nb::list& entries, std::span<const std::int64_t> counts, BatchDetections& out) const {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      Py_ssize_t keys = 3;
      std::size_t rows = 0;
      PyObject* entry = PyList_GetItem(entries.ptr(), static_cast<Py_ssize_t>(i));
      if (!shared(entry, i, rows, keys, out)) return false;
      PyObject* scores = PyDict_GetItemWithError(entry, scores_.ptr());
      if (scores == nullptr || !column(scores, rows, kReals, out.scores) || PyDict_Size(entry) != keys) return false;
    }
    return arrange(counts, out);
  }

 private:
  static constexpr std::string_view kNumbers = "fdbBhHiIlLqQ", kReals = "fd", kIntegers = "bBhHiIlLqQ",
                                    kFlags = "?bBhHiIlLqQ";
  static constexpr double kLargest = 1e99;  // beyond it the general reader knows the bound

  // Boxes and labels, which both sides have; and the id, which somebody else reads.
  bool shared(PyObject* entry, std::size_t image, std::size_t& rows, Py_ssize_t& keys, BatchRows& out) const {
    if (!PyDict_CheckExact(entry)) return false;
    PyObject* boxes = PyDict_GetItemWithError(entry, boxes_.ptr());
    PyObject* labels = PyDict_GetItemWithError(entry, labels_.ptr());
    if (boxes == nullptr || labels == nullptr) return false;
    if (PyDict_GetItemWithError(entry, image_id_.ptr()) != nullptr) ++keys;
    HeldArray held;
    if (!held.take(boxes)) return false;
    rows = held.rows();
    if (rows > 0 && !(held.is_boxes() && held.append_to(out.boxes, kNumbers))) return false;
    out.image.resize(out.image.size() + rows, static_cast<std::int32_t>(image));
    return column(labels, rows, kIntegers, out.labels);
  }

  template <class Value>
  static bool column(PyObject* source, std::size_t rows, std::string_view kinds, std::vector<Value>& out) {
    HeldArray held;
    if (!held.take(source) || held.rows() != rows || !held.is_column()) return false;
    return rows == 0 || held.append_to(out, kinds);
  }

  bool arrange(std::span<const std::int64_t> counts, BatchRows& out) const {
    if (!counts.empty()) {
      std::size_t row = 0;
      for (std::size_t image = 0; image < counts.size(); ++image) {
        for (std::int64_t left = counts[image]; left > 0; --left, ++row) {
          if (row == out.size()) return false;
          out.image[row] = static_cast<std::int32_t>(image);
        }
      }
      if (row != out.size()) return false;
    }
    unsigned fine = 1;
    for (std::size_t i = 0; i < out.boxes.size(); i += 4) {
      double* box = out.boxes.data() + i;
      for (int side = 0; side < 4; ++side) fine &= static_cast<unsigned>(std::abs(box[side]) <= kLargest);
      if (corners_) {
        box[2] -= box[0];
        box[3] -= box[1];
      }
      fine &= static_cast<unsigned>(box[2] >= 0 && box[3] >= 0);
    }
    return fine != 0;
  }

  bool corners_;
  nb::str boxes_{"boxes"}, labels_{"labels"}, scores_{"scores"}, area_{"area"}, crowd_{"iscrowd"}, image_id_{"image_id"};
};

}  // namespace truebox
