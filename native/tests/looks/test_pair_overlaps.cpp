#include "looks/pair_overlaps.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

using namespace truebox;

TEST_CASE("boxes of whole numbers overlap as counted by hand") {
  const double a[] = {0, 0, 4, 2}, b[] = {2, 0, 4, 2}, apart[] = {4, 0, 1, 1};
  CHECK(overlap_of_read(a, b) == 4.0 / 12.0);
  CHECK(overlap_of_read(a, a) == 1);
  CHECK(overlap_of_read(a, apart) == 0);
}

TEST_CASE("a box without a size, and numbers that are none, overlap nothing") {
  const double infinite = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  const double sound[] = {0, 0, 1, 1};
  const double strange[][4] = {{0, 0, 0, 1}, {0, 0, -1, 1}, {none, 0, 1, 1}, {0, 0, infinite, 1}, {-infinite, 0, infinite, 1}};
  for (const auto& each : strange) {
    double found[2] = {-1, -1};
    overlaps_of_pairs(each, sound, 1, 1, found);
    overlaps_of_pairs(sound, each, 1, 1, found + 1);
    CHECK(found[0] == 0);
    CHECK(found[1] == 0);
  }
}

TEST_CASE("each detection has its largest overlap under each reading") {
  const std::vector<double> boxes{0, 0, 2, 2, 10, 10, 2, 2,   // as given
                                  0, 0, 2, 1, 10, 10, 2, 4};  // half as high; twice as high
  const std::vector<double> truths{0, 0, 2, 2, 50, 50, 2, 2, 10, 10, 2, 2};
  const std::vector<std::int64_t> first{0, 2};
  std::vector<double> found(4);
  best_overlaps({boxes.data(), true, truths.data(), false, 3}, first, 2, found.data());
  CHECK(found == std::vector<double>{1, 1, 0.5, 0.5});
  std::vector<double> own(truths);
  own.insert(own.end(), {0, 0, 2, 4, 0, 0, 2, 2, 10, 10, 2, 1});
  best_overlaps({boxes.data(), false, own.data(), true, 3}, first, 2, found.data());
  CHECK(found == std::vector<double>{1, 1, 1, 0.5});
}
