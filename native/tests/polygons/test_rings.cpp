#include <doctest/doctest.h>

#include <vector>

#include "polygons/rings.hpp"

using truebox::RingPoint;

namespace {

bool ring(std::vector<RingPoint> corners) {
  std::vector<RingPoint> kept;
  return truebox::is_ring(corners, kept);
}

}  // namespace

TEST_CASE("a ring neither crosses nor touches itself, nor turns back") {
  CHECK(ring({{0, 0}, {4, 0}, {4, 2}, {0, 2}}));
  CHECK(ring({{0, 0}, {4, 0}, {1, 1}, {0, 4}}));
  CHECK(!ring({{0, 0}, {4, 2}, {4, 0}, {0, 2}}));
  CHECK(!ring({{0, 0}, {4, 0}, {2, 0}, {0, 4}}));
  CHECK(!ring({{0, 0}, {4, 0}, {8, 0}, {2, 0}}));
}

TEST_CASE("a repeated point says nothing, and what is left must be three") {
  CHECK(ring({{0, 0}, {4, 0}, {4, 0}, {0, 2}}));
  CHECK(!ring({{1, 1}, {1, 1}, {1, 1}}));
  CHECK(!ring({}));
}
