// Numbers worked out by hand: precision along the line between points of the curve (numpy.interp takes the last of equal
// recalls), means of the errors that are known, and errors on the line between the scores of hits.
#include "driving/drawn_centers.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using truebox::driving::CenterAnswer;
using truebox::driving::CenterReading;
using truebox::driving::CenterRows;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Detections of scores .9, .8 and .7 in images 0, 1 and 2; the first and the last find an object, .2 and .4 m off.
struct World {
  std::vector<std::int64_t> offsets{0, 3};
  std::vector<double> score{0.9, 0.8, 0.7};
  std::vector<std::int32_t> image{0, 1, 2};
  std::vector<std::uint8_t> hit{1, 0, 1};
  std::vector<double> errors{0.2, kUnknown, 0.4};
  std::vector<double> recalls{0.5, 1.0};
  bool by_recall = false;

  struct Read {
    std::vector<double> precision, errors, whole;
    std::int64_t last;
  };

  Read read(const std::vector<std::int64_t>& weights, std::int64_t truths) const {
    Read found{std::vector<double>(2, -7), std::vector<double>(2, -7), std::vector<double>(1, -7), -7};
    const CenterRows rows{offsets, score.data(), image.data(), hit.data(), errors.data(), 1, 1};
    const CenterReading how{recalls, 1e-9, by_recall, 0};
    const CenterAnswer answer{found.precision.data(), found.errors.data(), found.whole.data(), &found.last};
    truebox::driving::read_drawn_centers(rows, how, weights, std::vector<std::int64_t>{truths}, answer);
    return found;
  }
};

bool near(double a, double b) { return std::fabs(a - b) < 1e-12; }

}  // namespace

TEST_CASE("drawn once, the curve is that of the detections") {
  const World::Read found = World{}.read({1, 1, 1}, 2);
  // Recall 1/2 stands twice, with precision 1 and, behind the false one, 1/2.
  CHECK(near(found.precision[0], 1.0 / 2));
  CHECK(near(found.precision[1], 2.0 / 3));
  // At score .8, half way between the hits: their running means are .2 and .3.
  CHECK(near(found.errors[0], 0.25));
  CHECK(near(found.errors[1], 0.3));
  CHECK(near(found.whole[0], 0.3));
  CHECK(found.last == 1);
}

TEST_CASE("a detection counts as often as its image is drawn") {
  const World::Read found = World{}.read({2, 0, 1}, 4);
  CHECK(near(found.precision[0], 1.0));
  CHECK(found.precision[1] == 0);  // three of four objects are found
  CHECK(near(found.errors[0], 0.2));
  CHECK(near(found.whole[0], (2 * 0.2 + 0.4) / 3));
  CHECK(found.last == 0);
}

TEST_CASE("between two shares precision is on the line") {
  World world;
  world.hit = {1, 1, 0};
  world.recalls = {0.25, 0.5};
  const World::Read found = world.read({1, 1, 1}, 3);
  // Shares 1/3 and 2/3 with precision 1; before the first hit it is that of the first.
  CHECK(near(found.precision[0], 1.0));
  CHECK(near(found.precision[1], 1.0));
  world.hit = {1, 0, 1};
  // From (1/3, 1/2) to (2/3, 2/3), half way.
  CHECK(near(world.read({1, 1, 1}, 3).precision[1], (1.0 / 2 + 2.0 / 3) / 2));
}

TEST_CASE("errors by recall are means of as many hits as the recall needs") {
  World world;
  world.by_recall = true;
  const World::Read found = world.read({2, 0, 1}, 4);
  CHECK(near(found.errors[0], 0.2));  // two objects
  CHECK(near(found.errors[1], (2 * 0.2 + 0.4) / 3));  // four, of which three are found
  CHECK(found.last == 0);
  CHECK(world.read({1, 1, 1}, 2).last == 1);
}

TEST_CASE("an error that is unknown is left out, and 1 where none is known") {
  World world;
  world.errors = {kUnknown, kUnknown, 0.4};
  world.by_recall = true;
  const World::Read found = world.read({1, 1, 1}, 2);
  CHECK(found.errors[0] == 0);  // nothing is known of the first, as the devkit's running mean has it
  CHECK(near(found.errors[1], 0.4));
  world.errors = {kUnknown, kUnknown, kUnknown};
  CHECK(world.read({1, 1, 1}, 2).errors == std::vector<double>{1.0, 1.0});
}

TEST_CASE("without a hit there is no error, and precision is 0") {
  World world;
  world.hit = {0, 0, 0};
  const World::Read found = world.read({1, 1, 1}, 2);
  CHECK(found.precision == std::vector<double>{0.0, 0.0});
  CHECK(found.last == -1);
  const World::Read left_out = World{}.read({0, 3, 0}, 2);
  CHECK(left_out.precision == std::vector<double>{0.0, 0.0});
  CHECK(left_out.last == -1);
}
