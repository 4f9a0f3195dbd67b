// Overlaps of a frame, against every truth compared with every prediction.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tracks/frame_overlaps.hpp"

namespace {

using truebox::tracks::BoxOverlaps;
using truebox::tracks::CornerColumns;
using truebox::tracks::Pair;
using Box = std::array<double, 4>;  // left, top, width, height

CornerColumns columns_of(const std::vector<Box>& boxes) {
  CornerColumns columns;
  columns.resize(boxes.size());
  for (std::size_t k = 0; k < boxes.size(); ++k) columns.put(k, boxes[k].data(), false);
  return columns;
}

// As the reference writes it down: corners, areas from corners, nothing where an area or the union is next to nothing.
std::vector<Pair> all_pairs(const std::vector<Box>& truths, const std::vector<Box>& found) {
  constexpr double kEmpty = std::numeric_limits<double>::epsilon();
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < truths.size(); ++i) {
    for (std::uint32_t j = 0; j < found.size(); ++j) {
      const Box a{truths[i][0], truths[i][1], truths[i][0] + truths[i][2], truths[i][1] + truths[i][3]};
      const Box b{found[j][0], found[j][1], found[j][0] + found[j][2], found[j][1] + found[j][3]};
      const double common = std::max(std::min(a[2], b[2]) - std::max(a[0], b[0]), 0.0) *
                            std::max(std::min(a[3], b[3]) - std::max(a[1], b[1]), 0.0);
      const double first = (a[2] - a[0]) * (a[3] - a[1]), second = (b[2] - b[0]) * (b[3] - b[1]);
      const double joint = first + second - common;
      if (!(first > kEmpty) || !(second > kEmpty) || !(joint > kEmpty) || !(common / joint > 0)) continue;
      pairs.push_back({i, j, common / joint});
    }
  }
  return pairs;
}

void check_alike(const std::vector<Box>& truths, const std::vector<Box>& found) {
  static BoxOverlaps overlaps;  // it holds what it had of another frame
  std::vector<Pair> pairs;
  overlaps.append(columns_of(truths), columns_of(found), pairs);
  const std::vector<Pair> expected = all_pairs(truths, found);
  REQUIRE(pairs.size() == expected.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    REQUIRE(pairs[k].truth == expected[k].truth);
    REQUIRE(pairs[k].prediction == expected[k].prediction);
    REQUIRE(pairs[k].similarity == expected[k].similarity);  // every bit
  }
}

TEST_CASE("what may overlap is looked at, whatever the boxes are") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  // Offset and spread of the boxes, and their size: small ones far out, a few that cover all, one beside the other.
  const std::vector<std::array<double, 3>> worlds{{0, 1000, 60},    {-500, 1000, 300}, {1e15, 40, 5},  {1e9, 1e-3, 1e-3},
                                                  {0, 0, 10},       {0, 1e-300, 1},    {-1e300, 1, 1}, {3, 1e7, 1e7},
                                                  {0, 1e18, 1e16}, {1e6, 1e-9, 1e-7}};
  for (const auto& [offset, spread, size] : worlds) {
    for (int round = 0; round < 300; ++round) {
      const auto made = [&](std::size_t count) {
        std::vector<Box> boxes;
        for (std::size_t k = 0; k < count; ++k) {
          const double wide = unit(random) < 0.05 ? spread : size;
          boxes.push_back({offset + spread * unit(random), spread * unit(random), wide * unit(random), size * unit(random)});
          if (unit(random) < 0.03) boxes.back()[2] = -boxes.back()[2];
          if (unit(random) < 0.03) boxes.back()[3] = 0;
          if (unit(random) < 0.05) boxes.back() = boxes[static_cast<std::size_t>(random()) % boxes.size()];
        }
        return boxes;
      };
      const auto some = [&](unsigned most) { return static_cast<std::size_t>(random() % most); };
      check_alike(made(some(40)), made(some(round % 10 == 0 ? 400 : 40)));
    }
  }
}

TEST_CASE("boxes that only touch share nothing, boxes on whole numbers are at the edge of strips") {
  std::vector<Box> grid;
  for (int k = 0; k < 64; ++k) grid.push_back({static_cast<double>(k), 0, 1, 1});
  check_alike(grid, grid);
  check_alike({{10, 0, 5, 1}, {0, 0, 64, 1}, {63, 0, 9, 1}, {-3, 0, 3, 1}}, grid);
  check_alike(grid, {});
  check_alike({}, grid);
}

}  // namespace
