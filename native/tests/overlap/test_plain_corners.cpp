// Boxes alone: what is regular, cut, written in another format and measured, number by number.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "overlap/plain_corners.hpp"

using namespace truebox;

namespace {

template <class Real>
std::vector<Real> cut(std::vector<Real> boxes, double width, double height) {
  std::vector<Real> out(boxes.size());
  clip_corners(boxes.data(), boxes.size() / 4, width, height, out.data());
  return out;
}

template <std::size_t Source, std::size_t Target>
std::vector<double> converted(std::vector<double> box) {
  std::vector<double> out(4);
  convert_layout<Source, Target>(box.data(), 1, out.data());
  return out;
}

}  // namespace

TEST_CASE_TEMPLATE("regular boxes have finite numbers and no negative side", Real, float, double) {
  const auto regular = [](std::vector<Real> boxes, bool sized) {
    return boxes_are_regular(boxes.data(), boxes.size() / 4, sized);
  };
  CHECK(regular({}, false));
  CHECK(regular({1, 2, 1, 2}, false));
  CHECK(regular({5, 5, 0, 0}, true));
  CHECK(!regular({5, 5, 0, 0}, false));
  CHECK(!regular({5, 5, 0, -1}, true));
  CHECK(!regular({0, 0, 1, 1, 0, 3, 1, 2}, false));
  for (const Real bad : {std::numeric_limits<Real>::infinity(), -std::numeric_limits<Real>::infinity(),
                         std::numeric_limits<Real>::quiet_NaN()}) {
    for (std::size_t k = 0; k < 4; ++k) {
      std::vector<Real> box{1, 1, 2, 2};
      box[k] = bad;
      CHECK(!regular(box, false));
      CHECK(!regular(box, true));
    }
  }
}

TEST_CASE_TEMPLATE("boxes are cut at 0 and at the sides of the image", Real, float, double) {
  CHECK(cut<Real>({-5, 10, 50, 500, 700, 0, 800, 10}, 640, 480) == std::vector<Real>{0, 10, 50, 480, 640, 0, 640, 10});
  const Real nan = std::numeric_limits<Real>::quiet_NaN(), infinity = std::numeric_limits<Real>::infinity();
  const std::vector<Real> odd = cut<Real>({nan, Real{-0.0}, infinity, -infinity}, 640, 480);
  CHECK(std::isnan(odd[0]));
  CHECK(std::signbit(odd[1]));  // what lies inside keeps its bits
  CHECK(odd[2] == 640);
  CHECK(odd[3] == 0);
  // An image without a last pixel, half of one wide.
  CHECK(cut<Real>({0, 0, 3, 3}, -0.5, 2)[0] == Real{-0.5});
}

TEST_CASE("floats are cut at a limit that no float is as doubles are") {
  for (const double limit : {0.1, 640.1, 16777217.0, 1e300}) {
    for (const float from : {0.1F, 640.1F, 16777216.0F, 3e38F, 0.0F}) {
      for (const float value : {std::nextafter(from, 0.0F), from, std::nextafter(from, 1e38F)}) {
        const double wide = value;
        const float expected = wide > limit ? static_cast<float>(limit) : value;
        CHECK(cut<float>({value, value, value, value}, limit, limit)[2] == expected);
      }
    }
  }
}

TEST_CASE("every format in every other") {
  // One box from 10 to 16 and from 20 to 28, in the order of the layouts.
  const std::vector<double> box[kBoxLayouts] = {{10, 20, 16, 28}, {20, 10, 28, 16}, {10, 20, 6, 8}, {13, 24, 6, 8}};
  CHECK(converted<0, 0>(box[0]) == box[0]);
  CHECK(converted<0, 1>(box[0]) == box[1]);
  CHECK(converted<0, 2>(box[0]) == box[2]);
  CHECK(converted<0, 3>(box[0]) == box[3]);
  CHECK(converted<1, 0>(box[1]) == box[0]);
  CHECK(converted<1, 2>(box[1]) == box[2]);
  CHECK(converted<1, 3>(box[1]) == box[3]);
  CHECK(converted<2, 0>(box[2]) == box[0]);
  CHECK(converted<2, 1>(box[2]) == box[1]);
  CHECK(converted<2, 3>(box[2]) == box[3]);
  CHECK(converted<3, 0>(box[3]) == box[0]);
  CHECK(converted<3, 1>(box[3]) == box[1]);
  CHECK(converted<3, 2>(box[3]) == box[2]);
  // Sides pass as they are, where corners could not hold them.
  CHECK(converted<2, 3>({1e17, 0, 0.1, 1})[2] == 0.1);
}

TEST_CASE("areas of corners and of sides") {
  const std::vector<double> boxes{1, 2, 4, 8, 0, 0, 0, 0};
  std::vector<double> areas(2);
  measure_areas(boxes.data(), 2, false, 0.0, areas.data());
  CHECK(areas == std::vector<double>{18, 0});
  measure_areas(boxes.data(), 2, false, 1.0, areas.data());
  CHECK(areas == std::vector<double>{28, 1});
  measure_areas(boxes.data(), 2, true, 1.0, areas.data());
  CHECK(areas == std::vector<double>{32, 0});
}
