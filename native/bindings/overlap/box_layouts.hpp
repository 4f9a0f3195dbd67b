// The names of formats of boxes, as the kernels number them.
#pragma once

#include <Python.h>

#include <cstddef>

#include "ground/front_door.hpp"

namespace truebox {

struct BoxLayout {
  const char* text;
  std::size_t number;
  bool relative;
  bool sized() const { return number >= 2; }
};

// In small letters; null for what is none.
inline const BoxLayout* box_layout(PyObject* name) {
  static constexpr BoxLayout kLayouts[] = {{"xyxy", 0, false},    {"xywh", 2, false},    {"cxcywh", 3, false},
                                           {"yxyx", 1, false},    {"rel_xyxy", 0, true}, {"rel_xywh", 2, true},
                                           {"rel_cxcywh", 3, true}, {"rel_yxyx", 1, true}};
  for (const BoxLayout& layout : kLayouts) {
    if (text_is(name, layout.text)) return &layout;
  }
  return nullptr;
}

}  // namespace truebox
