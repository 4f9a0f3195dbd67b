// One object over frames: overlaps and distances worked out by hand, and how many thresholds are below a value.
#include "evaluation/followed_object.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("overlaps of frames: equal, half, touching, without area") {
  const std::vector<double> truth{0, 0, 10, 10, 0, 0, 10, 10, 0, 0, 10, 10, 4, 4, 0, 0};
  const std::vector<double> found{0, 0, 10, 10, 0, 0, 10, 5, 10, 0, 10, 10, 4, 4, 0, 0};
  std::vector<double> overlaps(4);
  truebox::followed_overlaps(truth.data(), found.data(), overlaps);
  CHECK(overlaps == std::vector<double>{1, 0.5, 0, 0});
}

TEST_CASE("centers are those of pixels, in pixels or in sizes of the true box") {
  const std::vector<double> truth{0, 0, 10, 20, 0, 0, 0.5, 0.5}, found{3, 4, 10, 20, 3, 4, 0.5, 0.5};
  std::vector<double> distances(2);
  truebox::center_distances(truth.data(), found.data(), false, distances);
  CHECK(distances == std::vector<double>{5, 5});
  truebox::center_distances(truth.data(), found.data(), true, distances);
  CHECK(distances[0] == doctest::Approx(std::sqrt(0.13)));
  CHECK(distances[1] == 5);
}

TEST_CASE("boxes are moved into the image, then cut; the first frame and those without cover do not count") {
  // Boxes of 10 x 10 in an image of 20 x 20: at its place, pushed in from the left, cut at the right, hidden.
  const std::vector<double> truth{0, 0, 1, 1, 5, 5, 10, 10, 0, 0, 10, 10, 15, 0, 10, 10, 0, 0, 9, 9};
  const std::vector<double> found{9, 9, 1, 1, 5, 5, 10, 10, -5, 0, 10, 10, 15, 0, 5, 10, 7, 7, 9, 9};
  const std::vector<double> limit{20, 20}, cover{8, 8, 1, 0.5, 0};
  truebox::ClippedFrames frames;
  REQUIRE(frames.add({truth.data(), found.data(), 5}, limit.data(), cover.data()));
  CHECK(frames.frames == std::vector<std::int64_t>{1, 2, 3});
  CHECK(frames.overlaps == std::vector<double>{1, 1, 1});
  REQUIRE(frames.add({truth.data(), found.data(), 1}, limit.data(), nullptr));
  CHECK(frames.offsets == std::vector<std::int64_t>{0, 3, 3});
  const std::vector<double> broken{0, 0, 1, 1, 5, 5, -10, 10}, unknown{8, kNan};
  CHECK_FALSE(frames.add({broken.data(), found.data(), 2}, limit.data(), nullptr));
  CHECK_FALSE(frames.add({truth.data(), found.data(), 2}, limit.data(), unknown.data()));
}

TEST_CASE("the thresholds below a value, evenly spaced or not") {
  for (const std::vector<double>& thresholds :
       {std::vector<double>{0, 0.25, 0.5, 0.75, 1}, {-5, 0, 0.001, 0.002, 900}, {2, 2, 2}, {1}, {}}) {
    const truebox::ThresholdsBelow below(thresholds);
    for (const double value : {-1e300, -5.0, 0.0, 0.001, 0.2500000001, 0.25, 1.0, 2.0, 3.0, 899.9, 900.0, 1e300,
                               std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
      const auto expected = std::count_if(thresholds.begin(), thresholds.end(), [&](double each) { return each < value; });
      CHECK(below.of(value) == static_cast<std::size_t>(expected));
    }
  }
}

TEST_CASE("curves of stretches; what is no number is neither above nor within") {
  const std::vector<double> values{0.5, 1, kNan, 0}, thresholds{0, 0.5, 1};
  const std::vector<std::int64_t> offsets{0, 2, 2, 4};
  std::vector<double> shares(9);
  truebox::curve_shares(values, offsets, thresholds, true, shares.data());
  CHECK(std::vector<double>(shares.begin(), shares.begin() + 3) == std::vector<double>{1, 0.5, 0});
  CHECK(std::isnan(shares[3]));
  CHECK(std::vector<double>(shares.begin() + 6, shares.end()) == std::vector<double>{0, 0, 0});
  truebox::curve_shares(values, offsets, thresholds, false, shares.data());
  CHECK(std::vector<double>(shares.begin(), shares.begin() + 3) == std::vector<double>{0, 0.5, 1});
  CHECK(std::vector<double>(shares.begin() + 6, shares.end()) == std::vector<double>{0.5, 0.5, 0.5});
}
