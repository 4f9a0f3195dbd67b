#include "overlap/meeting_boxes.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace truebox;

namespace {

std::vector<std::int64_t> offsets_of(std::mt19937& chance, std::size_t groups, std::size_t rows) {
  std::vector<std::int64_t> offsets{0};
  for (std::size_t g = 0; g + 1 < groups; ++g) {
    std::uniform_int_distribution<std::int64_t> next(offsets.back(), static_cast<std::int64_t>(rows));
    offsets.push_back(next(chance));
  }
  offsets.push_back(static_cast<std::int64_t>(rows));
  return offsets;
}

std::vector<double> boxes_of(std::mt19937& chance, std::size_t rows) {
  std::uniform_int_distribution<int> corner(0, 8), side(0, 5);
  std::vector<double> boxes;
  for (std::size_t k = 0; k < rows; ++k) {
    for (int axis = 0; axis < 2; ++axis) boxes.push_back(corner(chance));
    for (int axis = 0; axis < 2; ++axis) boxes.push_back(side(chance));
  }
  return boxes;
}

}  // namespace

TEST_CASE("pairs of one group meet where all their sides do, as by two plain loops") {
  std::mt19937 chance(7);
  for (int round = 0; round < 200; ++round) {
    const std::size_t rows = 12, groups = 4;
    const auto a = boxes_of(chance, rows), b = boxes_of(chance, rows);
    const auto first = offsets_of(chance, groups, rows), second = offsets_of(chance, groups, rows);
    std::vector<std::int64_t> order(rows);
    for (std::size_t k = 0; k < rows; ++k) order[k] = static_cast<std::int64_t>(rows - 1 - k);
    const auto found = meeting_boxes({a.data(), order, first}, {b.data(), order, second});
    MeetingPairs wanted;
    for (std::size_t g = 0; g < groups; ++g) {
      for (auto p = first[g]; p < first[g + 1]; ++p) {
        for (auto q = second[g]; q < second[g + 1]; ++q) {
          const std::int64_t i = order[static_cast<std::size_t>(p)], j = order[static_cast<std::size_t>(q)];
          const double* one = a.data() + 4 * i;
          const double* other = b.data() + 4 * j;
          const bool across = one[0] < other[0] + other[2] && other[0] < one[0] + one[2] && one[2] > 0 && other[2] > 0;
          const bool down = one[1] < other[1] + other[3] && other[1] < one[1] + one[3] && one[3] > 0 && other[3] > 0;
          if (!across || !down) continue;
          wanted.a.push_back(i);
          wanted.b.push_back(j);
        }
      }
    }
    CHECK(found.a == wanted.a);
    CHECK(found.b == wanted.b);
  }
}
