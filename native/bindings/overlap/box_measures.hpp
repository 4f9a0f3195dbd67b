// Bindings of box measures, each a front door.
#pragma once

#include <Python.h>

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "ground/front_door.hpp"
#include "overlap/enclosure.hpp"
#include "overlap/rows.hpp"

namespace truebox {

// The rule from `box_format` and `pixels`, or nothing if a name is unknown or the two do not go together.
inline std::optional<OverlapRule> read_overlap_rule(PyObject* box_format, PyObject* pixels) {
  if (!PyUnicode_Check(box_format) || !PyUnicode_Check(pixels)) return std::nullopt;
  OverlapRule rule;
  if (!text_is(pixels, "continuous")) {
    if (!text_is(pixels, "inclusive")) return std::nullopt;
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
    if (!text_is(box_format, name.text)) continue;
    if (name.relative && rule.inclusive) return std::nullopt;
    rule.layout = name.layout;
    return rule;
  }
  return std::nullopt;
}

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

// The functions of every measure, in the order of `kBoxMeasures`.
std::array<Binding, kBoxMeasures.size()> single_bindings();
std::array<Binding, kBoxMeasures.size()> pairwise_bindings();
std::array<Binding, kBoxMeasures.size()> elementwise_bindings();

}  // namespace truebox
