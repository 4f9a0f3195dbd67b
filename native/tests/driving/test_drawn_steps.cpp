// Curves worked out by hand: thresholds nearest to steps of a fortieth of the objects, and the share right at each.
#include "driving/drawn_steps.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace {

using truebox::driving::kRecallSteps;
using truebox::driving::StepRows;

// Detections in images 0, 1 and 2 by falling score: true, false, true.
struct DrawnWorld {
  std::vector<std::int64_t> offsets{0, 3}, sample_offsets{0, 2}, sample_end{1, 3};
  std::vector<std::int32_t> image{0, 1, 2}, sample_image{0, 2};
  std::vector<std::uint8_t> counted{3, 1, 3};
  std::vector<double> adds;

  std::vector<double> read(const std::vector<std::int64_t>& weights, std::int64_t truths) const {
    std::vector<double> curve(kRecallSteps, -7);
    const StepRows rows{offsets, image.data(), counted.data(), adds.empty() ? nullptr : adds.data(),
                        sample_offsets, sample_image.data(), sample_end.data()};
    truebox::driving::read_drawn_steps(rows, weights, std::vector<std::int64_t>{truths}, curve.data());
    return curve;
  }
};

std::vector<double> padded(std::vector<double> first) {
  first.resize(kRecallSteps, 0.0);
  return first;
}

}  // namespace

TEST_CASE("fewer objects than steps: each that is found is a threshold") {
  CHECK(DrawnWorld{}.read({1, 1, 1}, 2) == padded({1.0, 2.0 / 3}));
}

TEST_CASE("a detection counts as often as its picture was drawn") {
  CHECK(DrawnWorld{}.read({2, 0, 1}, 3) == padded({1.0, 1.0, 1.0}));
  CHECK(DrawnWorld{}.read({0, 3, 1}, 1) == padded({1.0 / 4}));
}

TEST_CASE("of equal scores all stand at the threshold") {
  DrawnWorld world;
  world.sample_end = {2, 3};
  CHECK(world.read({1, 1, 1}, 2) == padded({1.0 / 2, 2.0 / 3}));
}

TEST_CASE("directions that are right in part add up so far") {
  DrawnWorld world;
  world.adds = {0.5, 0.0, 1.0};
  CHECK(world.read({1, 1, 1}, 2) == padded({0.5, 0.5}));
  world.adds = {0.5, -0.25, 1.0};  // a detection that took an object from a better one
  CHECK(world.read({1, 2, 1}, 2) == padded({0.5, 0.25}));
}

TEST_CASE("80 objects, every second step has its own: the first is nearest to 0, the second to 1/40") {
  DrawnWorld world;
  const std::int32_t count = 80;
  world.offsets = world.sample_offsets = {0, count};
  world.image.assign(count, 0);
  world.sample_image.assign(count, 0);
  world.counted.assign(count, 3);
  world.sample_end.clear();
  for (std::int32_t i = 0; i < count; ++i) world.sample_end.push_back(i + 1);
  CHECK(world.read({1, 1, 1}, count) == std::vector<double>(kRecallSteps, 1.0));
}

TEST_CASE("nothing found, and nothing to find") {
  CHECK(DrawnWorld{}.read({0, 1, 0}, 2) == padded({}));
  CHECK(DrawnWorld{}.read({1, 1, 1}, 0) == padded({}));
}
