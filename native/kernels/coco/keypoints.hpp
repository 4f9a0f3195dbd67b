// The values of "keypoints" and "num_keypoints" in a COCO text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "coco/packed_points.hpp"
#include "json/numbers.hpp"

namespace truebox::reading {

struct KeypointValue {
  static constexpr std::array<std::string_view, 2> kKeys{"keypoints", "num_keypoints"};

  bool packed = false;                    // as the next two, else as numbers
  std::size_t points = 0;
  std::vector<std::int32_t> coordinates;  // x, y per point, in hundredths
  std::vector<std::uint8_t> thirds;
  std::vector<double> numbers;            // x, y, visibility per point
  std::int64_t visible = -1;              // "num_keypoints", -1 where there is none

  void start() {
    packed = false;
    points = 0;
    numbers.clear();
    visible = -1;
  }

  bool read(std::size_t key, JsonCursor& c) {
    if (key == 1) return read_integer(c, visible) && (visible >= 0 || c.fail(JsonFault::value));
    if (!c.at('[')) return c.fail(JsonFault::shape);
    if (tries_ && read_packed(c)) return true;
    bool closed;
    enter_container(c, ']', closed);
    return read_numbers(c, closed, numbers);
  }

 private:
  bool read_packed(JsonCursor& c) {
    if (coordinates.empty()) {
      coordinates.resize(2 * (packed_detail::kMostPoints + 8));
      thirds.resize(packed_detail::kMostPoints + 8);
    }
    if (c.p - c.begin < 8) return false;
    const PackedList found = read_packed_points(c.p + 1, c.end, coordinates.data(), thirds.data());
    // Where one list is written in another way, those beside it are too.
    tries_ = found.after != nullptr;
    if (!tries_) return false;
    packed = true;
    points = found.points;
    c.p = found.after + 1;
    return true;
  }

  bool tries_ = kPacksPoints;
};

}  // namespace truebox::reading
