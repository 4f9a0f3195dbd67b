#include "masks/polygon_raster.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "masks/plain_masks.hpp"

using namespace truebox;

namespace {

std::vector<std::uint32_t> raster(const std::vector<double>& xy, MaskSize size) {
  PolygonScratch scratch;
  std::vector<std::uint32_t> runs;
  const std::vector<std::int64_t> offsets{0, static_cast<std::int64_t>(xy.size())};
  rasterize_polygons(xy, offsets, size, scratch, runs);
  return runs;
}

}  // namespace

TEST_CASE("crossings found directly are those of the outline walked step by step") {
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round) {
    const MaskSize size{1 + static_cast<std::uint32_t>(random() % 60), 1 + static_cast<std::uint32_t>(random() % 60)};
    std::vector<double> xy(2 * (3 + random() % 12));
    const double step = 1. / static_cast<double>(1 + random() % 10);
    for (double& value : xy) value = (static_cast<int>(random() % 900) - 200) * step;
    CHECK(raster(xy, size) == plain::runs_of(plain::polygon(xy, size)));
  }
}

TEST_CASE("outlines far away are clipped in no time") {
  CHECK(raster({5, 5, 1e9, 5, 1e9, 1e9, 5, 1e9}, {10, 10}) == raster({5, 5, 40, 5, 40, 40, 5, 40}, {10, 10}));
  const double most = std::numeric_limits<double>::max();
  CHECK(raster({-most, -most, most, -most, most, most, -most, most}, {3, 3}) == std::vector<std::uint32_t>{0, 9});
  CHECK(polygon_is_far_outside(std::vector<double>{0, 0, 31, 0, 0, 5}, {10, 20}) == false);
  CHECK(polygon_is_far_outside(std::vector<double>{0, 0, 41, 0, 0, 5}, {10, 20}));
  CHECK(polygon_is_far_outside(std::vector<double>{0, -21, 4, 0, 0, 5}, {10, 20}));
}

TEST_CASE("what is no polygon is named") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(check_polygon(std::vector<double>{1, 2, 3, 4, 5}, 0).fault == MaskFault::odd_length);
  CHECK(check_polygon(std::vector<double>{1, 2, 3, 4}, 0).fault == MaskFault::few_points);
  CHECK(check_polygon(std::vector<double>{1, 2, 3, 4, nan, 6}, 5).found == 4);
  CHECK_FALSE(check_polygon(std::vector<double>{1, 2, 3, 4, 5, 6}, 0));
}
