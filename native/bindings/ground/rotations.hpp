// Rotated boxes as front doors read them: what their angles mean, and whether they are boxes.
#pragma once

#include <Python.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "ground/front_door.hpp"
#include "rotated/columns.hpp"

namespace truebox {

// Whether rows [count, numbers] are finite, and no size is below zero.
inline bool rotated_are_regular(const double* rows, std::size_t count, std::size_t numbers) {
  constexpr double kMost = std::numeric_limits<double>::max();
  bool regular = true;
  for (std::size_t i = 0; i < count; ++i) {
    const double* const row = rows + i * numbers;
    for (std::size_t k = 0; k < numbers; ++k) regular &= std::fabs(row[k]) <= kMost;
    for (std::size_t k = numbers / 2; k + 1 < numbers; ++k) regular &= row[k] >= 0;
  }
  return regular;
}

// What `unit` and `direction` mean; seen from above, where boxes stand in space, y points up.
inline std::optional<RotatedRule> read_rotation(PyObject* unit, PyObject* direction, bool upright) {
  RotatedRule rule{text_is(unit, "degrees"), false, upright};
  if (!rule.degrees && !text_is(unit, "radians")) return std::nullopt;
  if (text_is(direction, "clockwise")) {
    rule.from_y_to_x = upright;
  } else if (text_is(direction, "counterclockwise")) {
    rule.from_y_to_x = !upright;
  } else if (text_is(direction, "y_to_x")) {
    rule.from_y_to_x = true;
  } else if (!text_is(direction, "x_to_y")) {
    return std::nullopt;
  }
  return rule;
}

}  // namespace truebox
