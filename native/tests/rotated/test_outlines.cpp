// Corners and outlines of rotated boxes, and the smallest boxes around corners, worked out by hand.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "rotated/outlines.hpp"

using namespace truebox;

TEST_CASE_TEMPLATE("corners and upright boxes around a quarter turn", Real, float, double) {
  const std::vector<Real> box{10, 10, 4, 2, 90}, cos{0}, sin{1};
  std::vector<Real> corners(8), around(4);
  write_corners(box.data(), cos.data(), sin.data(), 1, corners.data());
  CHECK(corners == std::vector<Real>{11, 8, 11, 12, 9, 12, 9, 8});
  write_enclosing(box.data(), cos.data(), sin.data(), 1, around.data());
  CHECK(around == std::vector<Real>{9, 8, 11, 12});
}

TEST_CASE("angles come into their range with sides that fit") {
  const std::vector<double> boxes{0, 0, 4, 2, 450, 0, 0, 2, 4, 10, 0, 0, 4, 2, -1e-20};
  std::vector<double> out(boxes.size());
  write_within<AngleRange::quarter>(boxes.data(), 3, 90.0, out.data());
  CHECK(out == std::vector<double>{0, 0, 2, 4, 0, 0, 0, 2, 4, 10, 0, 0, 4, 2, 0});
  write_within<AngleRange::half>(boxes.data(), 3, 90.0, out.data());
  CHECK(out == std::vector<double>{0, 0, 4, 2, -90, 0, 0, 4, 2, -80, 0, 0, 4, 2, -1e-20});
}

TEST_CASE("the smallest box around a rectangle is itself, and around a kite the one along an edge") {
  const double rectangle[8] = {8, 9, 12, 9, 12, 11, 8, 11};
  const RectangleAround same = smallest_around(rectangle);
  CHECK(same.x == 10);
  CHECK(same.y == 10);
  CHECK(same.width == 4);
  CHECK(same.height == 2);
  CHECK(same.cos == 1);
  CHECK(same.sin == 0);
  const double point[8] = {3, 4, 3, 4, 3, 4, 3, 4};
  const RectangleAround none = smallest_around(point);
  CHECK(none.width * none.height == 0);
  CHECK(none.x == 3);
  // Its edges run along the diagonals: a square of side √2 beats the upright one of side 2.
  const double diamond[8] = {1, 0, 2, 1, 1, 2, 0, 1};
  const RectangleAround turned = smallest_around(diamond);
  CHECK(turned.width * turned.height == doctest::Approx(2));
  CHECK(std::fabs(turned.cos) == doctest::Approx(std::sqrt(0.5)));
}

TEST_CASE("only boxes that stand nearly upright are cut at the image") {
  const std::vector<double> boxes{0, 5, 4, 2, 0, 0, 5, 4, 2, 30, 5, 5, 4, 2, 0};
  std::vector<double> out(boxes.size());
  write_cut(boxes.data(), 3, 90.0, 5.0, 10.0, 10.0, out.data());
  CHECK(out == std::vector<double>{1, 5, 2, 2, 0, 0, 5, 4, 2, 30, 5, 5, 4, 2, 0});
}
