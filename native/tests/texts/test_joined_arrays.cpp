#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "texts/joined_arrays.hpp"

using namespace truebox::tables;

TEST_CASE("numbers of every kind follow each other, however they lie") {
  const std::array<float, 6> reals{0.5f, 9, 1.5f, 9, -2, 9};
  const std::array<std::int32_t, 3> wholes{1, -2, 3};
  ArrayPieces pieces;
  pieces.add({reinterpret_cast<const char*>(reals.data()), 3, 2 * sizeof(float), 0});
  pieces.add({reinterpret_cast<const char*>(reals.data() + 4), 2, -4 * static_cast<std::ptrdiff_t>(sizeof(float)), 0});
  std::array<double, 5> numbers{};
  join_numbers(pieces, 2, numbers.data());
  CHECK(numbers == std::array<double, 5>{0.5, 1.5, -2, -2, 0.5});

  ArrayPieces counted;
  counted.kind = ElementKind::int32;
  counted.add({reinterpret_cast<const char*>(wholes.data()), 3, sizeof(std::int32_t), 0});
  std::array<std::int64_t, 3> found{};
  join_numbers(counted, 1, found.data());
  CHECK(found == std::array<std::int64_t, 3>{1, -2, 3});
}

TEST_CASE("boxes of two hundred pieces are read in any layout, and one that is not sound is told") {
  std::vector<std::array<double, 4>> rows(200);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {double(i), 2, double(i) + 5, 9};
  ArrayPieces pieces;
  pieces.kind = ElementKind::float64;
  for (const auto& row : rows) {
    pieces.add({reinterpret_cast<const char*>(row.data()), 1, 4 * sizeof(double), sizeof(double)});
  }
  std::vector<std::array<double, 4>> boxes(rows.size());
  CHECK(join_boxes(pieces, BoxLayout::xyxy, false, 1e100, 2, boxes[0].data()));
  CHECK(boxes[7] == std::array<double, 4>{7, 2, 5, 7});
  CHECK(boxes[199] == std::array<double, 4>{199, 2, 5, 7});
  CHECK(join_boxes(pieces, BoxLayout::yxyx, true, 1e100, 1, boxes[0].data()));
  CHECK(boxes[0] == std::array<double, 4>{2. / 100, 0, 9. / 100 - 2. / 100, 5. / 100});
  CHECK_FALSE(join_boxes(pieces, BoxLayout::xyxy, false, 203, 1, boxes[0].data()));
  CHECK(join_boxes(pieces, BoxLayout::xyxy, false, 204, 1, boxes[0].data()));
  rows[150][3] = 1;
  CHECK_FALSE(join_boxes(pieces, BoxLayout::xyxy, false, 1e100, 2, boxes[0].data()));
  rows[150][3] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(join_boxes(pieces, BoxLayout::xywh, false, 1e100, 2, boxes[0].data()));
}
