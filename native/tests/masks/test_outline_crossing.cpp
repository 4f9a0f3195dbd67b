// Outlines that cross themselves, against the definition in whole numbers.
#include "masks/outline_crossing.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace truebox;

namespace {

using Outline = std::vector<double>;

bool crosses(const Outline& xy) {
  EdgeBoxes boxes;
  return outline_crosses(xy, boxes);
}

// Corners are small whole numbers, so that every product below is exact.
std::int64_t turn(const Outline& xy, std::size_t a, std::size_t b, std::size_t c) {
  const auto at = [&](std::size_t i, std::size_t axis) { return static_cast<std::int64_t>(xy[2 * i + axis]); };
  return (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(b, 1) - at(a, 1)) * (at(c, 0) - at(a, 0));
}

bool crosses_by_definition(const Outline& xy) {
  const std::size_t count = xy.size() / 2;
  const auto apart = [](std::int64_t a, std::int64_t b) { return (a < 0 && b > 0) || (a > 0 && b < 0); };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t k = (i + 1) % count, l = (j + 1) % count;
      if (apart(turn(xy, i, k, j), turn(xy, i, k, l)) && apart(turn(xy, j, l, i), turn(xy, j, l, k))) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("edges cross where the definition says so") {
  std::mt19937 random(7);
  int crossed = 0;
  for (int round = 0; round < 20000; ++round) {
    Outline xy(2 * (3 + random() % 12));
    for (double& value : xy) value = static_cast<double>(random() % 12);
    const bool expected = crosses_by_definition(xy);
    REQUIRE(crosses(xy) == expected);
    crossed += expected;
  }
  CHECK(crossed > 1000);
}

TEST_CASE("outlines that only touch themselves do not cross") {
  CHECK_FALSE(crosses({0, 0, 4, 0, 4, 4, 0, 4}));
  CHECK_FALSE(crosses({0, 0, 4, 0, 4, 4, 0, 4, 0, 0}));              // closed by hand
  CHECK_FALSE(crosses({0, 0, 4, 0, 4, 4, 2, 0, 0, 4}));              // a corner on an edge
  CHECK_FALSE(crosses({0, 0, 8, 0, 8, 4, 8, 0, 0, 0, 0, 4}));        // an edge there and back
  CHECK_FALSE(crosses({0, 0, .1, .1, .3, .3, .7, .7, .2, .2, 5, 0}));  // a line, up to rounding
  CHECK(crosses({0, 0, 4, 4, 4, 0, 0, 4}));
}

TEST_CASE("an object with the same outline twice") {
  EdgeBoxes boxes;
  const Outline square{0, 0, 4, 0, 4, 4, 0, 4}, other{0, 0, 4, 0, 4, 5, 0, 4};
  const auto repeats = [&](const std::vector<Outline>& outlines) {
    Outline numbers;
    std::vector<std::int64_t> parts{0};
    for (const Outline& outline : outlines) {
      numbers.insert(numbers.end(), outline.begin(), outline.end());
      parts.push_back(static_cast<std::int64_t>(numbers.size()));
    }
    return outlines_cross_or_repeat(numbers, parts, boxes);
  };
  CHECK_FALSE(repeats({square}));
  CHECK_FALSE(repeats({square, other}));
  CHECK(repeats({square, other, square}));
  CHECK_FALSE(repeats({}));
}

TEST_CASE("outlines of many points are not looked at") {
  Outline xy;
  for (std::size_t i = 0; i <= kMostEdges; ++i) {
    xy.push_back(static_cast<double>(i % 2 == 0 ? i : kMostEdges - i));
    xy.push_back(static_cast<double>(i % 3));
  }
  CHECK_FALSE(crosses(xy));
  xy.resize(20);
  CHECK(crosses(xy));
}
