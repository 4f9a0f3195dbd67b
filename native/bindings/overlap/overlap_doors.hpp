// Bindings of the room `overlap` that are called so often that the call itself counts: plain C API, no nanobind.
//
// A binding returns a result, or None for whatever it does not take (another type, a bad box, an unknown
// option); the Python function above it then converts, or says what is wrong.
#pragma once

#include <Python.h>

#include <optional>

#include "overlap/rows.hpp"

namespace truebox {

// The rule from `box_format` and `pixels`, or nothing if a name is unknown or the two do not go together.
inline std::optional<OverlapRule> read_overlap_rule(PyObject* box_format, PyObject* pixels, OverlapMeasure measure) {
  if (!PyUnicode_Check(box_format) || !PyUnicode_Check(pixels)) return std::nullopt;
  const auto equals = [](PyObject* text, const char* name) { return PyUnicode_CompareWithASCIIString(text, name) == 0; };
  OverlapRule rule;
  rule.measure = measure;
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

PyObject* single_iou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* pairwise_iou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* pairwise_ioa_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* elementwise_iou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* elementwise_ioa_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* pairwise_giou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* elementwise_giou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* pairwise_diou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* elementwise_diou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* pairwise_ciou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* elementwise_ciou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* pairwise_eiou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* elementwise_eiou_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* pairwise_ios_door(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* elementwise_ios_door(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace truebox
