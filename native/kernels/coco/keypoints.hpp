// The values of "keypoints" and "num_keypoints" in a COCO text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "json/numbers.hpp"

namespace truebox::reading {

struct KeypointValue {
  static constexpr std::array<std::string_view, 2> kKeys{"keypoints", "num_keypoints"};

  std::vector<double> numbers;  // x, y, visibility per point
  std::int64_t visible = -1;    // "num_keypoints", -1 where there is none

  void start() {
    numbers.clear();
    visible = -1;
  }

  bool read(std::size_t key, JsonCursor& c) {
    if (key == 1) return read_integer(c, visible) && (visible >= 0 || c.fail(JsonFault::value));
    if (!c.at('[')) return c.fail(JsonFault::shape);
    bool closed;
    enter_container(c, ']', closed);
    return read_numbers(c, closed, numbers);
  }
};

}  // namespace truebox::reading
