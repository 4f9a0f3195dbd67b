// Area and box in vectorised passes against the plain walk over the runs.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "masks/extent.hpp"
#include "masks/run_buffer.hpp"

using namespace truebox;

namespace {

MaskExtent extent_of(const std::vector<std::uint32_t>& runs, MaskSize size, RunBuffer& buffer) {
  buffer.fill(runs);
  return mask_extent(buffer.ends(), size);
}

}  // namespace

TEST_CASE("mask_extent gives what mask_area and mask_box give") {
  std::mt19937_64 random(5);
  RunBuffer buffer;
  for (int round = 0; round < 20000; ++round) {
    const MaskSize size{static_cast<std::uint32_t>(1 + random() % 40), static_cast<std::uint32_t>(1 + random() % 40)};
    std::vector<std::uint32_t> runs;
    const std::uint32_t longest = round % 3 == 0 ? 3 : 60;
    for (std::uint32_t left = size.pixels(); left > 0;) {
      const auto run = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, random() % longest));
      runs.push_back(run);
      left -= run;
    }
    const MaskExtent extent = extent_of(runs, size, buffer);
    const PixelBox box = mask_box(runs, size);
    REQUIRE(extent.area == mask_area(runs));
    REQUIRE(extent.box.x_begin == box.x_begin);
    REQUIRE(extent.box.y_begin == box.y_begin);
    REQUIRE(extent.box.x_end == box.x_end);
    REQUIRE(extent.box.y_end == box.y_end);
  }
}

TEST_CASE("positions near 2^32 keep their column") {
  RunBuffer buffer;
  const MaskSize size{65535, 65537};
  const std::vector<std::uint32_t> runs{size.pixels() - 65536, 2, 65534};
  const MaskExtent extent = extent_of(runs, size, buffer);
  CHECK(extent.area == 2);
  CHECK(extent.box.x_begin == mask_box(runs, size).x_begin);
  CHECK(extent.box.x_end == mask_box(runs, size).x_end);
}

TEST_CASE("an empty mask has no box") {
  RunBuffer buffer;
  const std::vector<std::uint32_t> runs{12};
  CHECK(extent_of(runs, {3, 4}, buffer).area == 0);
  CHECK(extent_of(runs, {3, 4}, buffer).box.x_end == 0);
}
