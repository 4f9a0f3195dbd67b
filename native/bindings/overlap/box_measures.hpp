// Bindings of box measures, which are called so often that the call itself counts: plain C API, no nanobind.
//
// A binding answers with a result. What it does not take (another type, a bad box, an unknown option) it passes on to
// the Python callable it was made with, which converts or says what is wrong; made without one, it answers None.
#pragma once

#include <Python.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>

#include "overlap/enclosure.hpp"
#include "overlap/rows.hpp"

namespace truebox {

// The rule from `box_format` and `pixels`, or nothing if a name is unknown or the two do not go together.
inline std::optional<OverlapRule> read_overlap_rule(PyObject* box_format, PyObject* pixels) {
  if (!PyUnicode_Check(box_format) || !PyUnicode_Check(pixels)) return std::nullopt;
  // By length and bytes where that is possible: a comparison by the interpreter is a tenth of a small call.
  const auto equals = [](PyObject* text, const char* name) {
    if (!PyUnicode_CheckExact(text) || !PyUnicode_IS_COMPACT_ASCII(text)) {
      return PyUnicode_CompareWithASCIIString(text, name) == 0;
    }
    const std::size_t length = std::strlen(name);
    return static_cast<std::size_t>(PyUnicode_GET_LENGTH(text)) == length &&
           std::memcmp(PyUnicode_1BYTE_DATA(text), name, length) == 0;
  };
  OverlapRule rule;
  if (!equals(pixels, "continuous")) {
    if (!equals(pixels, "inclusive")) return std::nullopt;
    rule.inclusive = true;
  }
  struct Name {
    const char* text;
    BoxLayout layout;
    bool relative;
  };
  static constexpr Name kNames[] = {
      {"xyxy", BoxLayout::corners, false},         {"xywh", BoxLayout::origin_size, false},
      {"cxcywh", BoxLayout::center_size, false},   {"yxyx", BoxLayout::corners, false},
      {"rel_xyxy", BoxLayout::corners, true},      {"rel_xywh", BoxLayout::origin_size, true},
      {"rel_cxcywh", BoxLayout::center_size, true}, {"rel_yxyx", BoxLayout::corners, true},
  };
  for (const Name& name : kNames) {
    if (!equals(box_format, name.text)) continue;
    if (name.relative && rule.inclusive) return std::nullopt;
    rule.layout = name.layout;
    return rule;
  }
  return std::nullopt;
}

using Binding = PyObject* (*)(PyObject* otherwise, PyObject* const* args, Py_ssize_t count);

// One row per measure with a kernel; its three bindings are made from it.
struct BoxMeasure {
  const char* name;
  bool encloses;            // computed by `enclosure.hpp`, else by `rows.hpp`
  OverlapMeasure plain;     // if not
  EnclosureMeasure penalty;  // if so
  bool of_fractions;        // fractions of the image give the same as pixels; else its shape is needed

  bool takes(PyObject* box_format) const {
    const bool relative = PyUnicode_GET_LENGTH(box_format) > 4 && PyUnicode_READ_CHAR(box_format, 0) == 'r';
    return of_fractions || !relative;
  }
};

inline constexpr auto kBoxMeasures = [] {
  std::array<BoxMeasure, kPlainMeasures.size() + kEnclosureMeasures.size()> rows{};
  std::size_t k = 0;
  for (const auto& row : kPlainMeasures) rows[k++] = {row.name, false, row.measure, EnclosureMeasure::giou, true};
  for (const auto& row : kEnclosureMeasures) {
    rows[k++] = {row.name, true, OverlapMeasure::iou, row.measure, row.of_fractions};
  }
  return rows;
}();

inline PyObject* pass_on(PyObject* otherwise, PyObject* const* args, Py_ssize_t count) {
  if (otherwise == nullptr) Py_RETURN_NONE;
  return PyObject_Vectorcall(otherwise, args, static_cast<std::size_t>(count), nullptr);
}

// The functions of every measure, in the order of `kBoxMeasures`.
std::array<Binding, kBoxMeasures.size()> single_bindings();
std::array<Binding, kBoxMeasures.size()> pairwise_bindings();
std::array<Binding, kBoxMeasures.size()> elementwise_bindings();

}  // namespace truebox
