#include "overlap/keypoint_similarity.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace truebox;

TEST_CASE("sums are exact where order cannot matter, for every length") {
  for (std::size_t count = 0; count < 600; ++count) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i);
    CHECK(keypoint_detail::sum_as_numpy(values.data(), count) == static_cast<double>(count * (count == 0 ? 0 : count - 1) / 2));
  }
}

TEST_CASE("only visible points count, and the box where none is") {
  const std::vector<double> x{10, 99, 5, 6}, y{10, 99, 5, 6}, variance(4, 1), area{1, 1}, box{0, 0, 0, 0, 4, 4, 4, 4};
  const std::vector<std::uint8_t> visible{2, 0, 0, 0};
  const KeypointTruths truths{2, x, y, visible, variance, area, box};
  CHECK(truths.terms(0) == 1);
  CHECK(truths.terms(1) == 2);
  const std::vector<double> px{13, 0}, py{14, 12.5};
  std::vector<double> out(3, 99);
  keypoint_exponents(px, py, truths, out.data());
  CHECK(out[0] == -12.5);           // 3 and 4 away
  CHECK(out[1] == -(1 + 4) / 2.);   // one pixel and two beyond a box that ends at 12
  CHECK(out[2] == -.5 * .5 / 2);
  for (double& value : out) value = std::exp(value);
  std::vector<double> mean(2);
  keypoint_means(out.data(), 1, truths, 2, mean.data());
  CHECK(mean[0] == out[0]);
  CHECK(mean[1] == (out[1] + out[2]) / 2);
}
