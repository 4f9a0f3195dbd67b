#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "coco/narrow_column.hpp"

using truebox::reading::NarrowColumn;

namespace {

template <class Small>
bool holds(const std::vector<std::int64_t>& values, bool small_first) {
  NarrowColumn<Small> column;
  if (!column.reserve(values.size())) return false;
  column.widen_unless(small_first);
  for (std::size_t i = 0; i < values.size(); ++i) column.set(i, values[i]);
  if (!column.settle(values.size())) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (column.at(i) != values[i]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("values are held whatever their size and that of the first") {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  for (const bool small : {true, false}) {
    CHECK(holds<std::int32_t>({1, -1, 2147483647, -2147483648}, small));
    CHECK(holds<std::int32_t>({1, 2147483648, -2147483649, kLargest, -kLargest - 1, 5}, small));
    CHECK(holds<std::uint16_t>({0, 65535}, small));
    CHECK(holds<std::uint16_t>({0, -1, 65536, 65535, kLargest}, small));
    CHECK(holds<std::uint16_t>({}, small));
  }
}

TEST_CASE("a column is wide where a value is large, or the first ones are") {
  NarrowColumn<std::int32_t> column;
  REQUIRE(column.reserve(2));
  column.widen_unless(true);
  column.set(0, 3);
  column.set(1, 4);
  REQUIRE(column.settle(2));
  CHECK_FALSE(column.wide());
  REQUIRE(column.reserve(2));
  column.widen_unless(true);
  column.set(0, 3);
  column.set(1, std::int64_t{1} << 40);
  REQUIRE(column.settle(2));
  CHECK(column.wide());
  REQUIRE(column.reserve(1));
  column.widen_unless(false);
  column.set(0, 3);
  REQUIRE(column.settle(1));
  CHECK(column.wide());
}
