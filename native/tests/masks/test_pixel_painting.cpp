// Painting runs of ones, wide and plain, against pixels set one by one.
#include "masks/painting.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace truebox;

TEST_CASE("every version sets the bits of the runs of ones, and no other") {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t pixels = 1 + static_cast<std::uint32_t>(random() % 2000);
    const std::uint32_t longest = round % 3 == 0 ? 5 : 700;
    std::vector<std::uint32_t> runs;
    for (std::uint32_t left = pixels; left > 0;) {
      runs.push_back(std::min(left, static_cast<std::uint32_t>(random() % longest)));
      left -= runs.back();
    }
    std::vector<std::uint64_t> painted((pixels + 63) / 64 + kPaintSpare), plain(painted), expected(painted);
    expected[0] = painted[0] = plain[0] = random() % 2;  // what was set before stays
    std::uint32_t position = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (std::uint32_t left = runs[i]; left > 0; --left, ++position) {
        if (i % 2 == 1) expected[position / 64] |= std::uint64_t{1} << position % 64;
      }
    }
    paint_runs(painted.data(), runs);
    painting_detail::paint_plain(plain.data(), runs);
    REQUIRE(painted == expected);
    REQUIRE(plain == expected);
  }
}
