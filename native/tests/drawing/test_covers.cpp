#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "drawing/area_cover.hpp"
#include "drawing/dashes.hpp"
#include "drawing/line_cover.hpp"

namespace truebox {
namespace {

double covered(const std::vector<double>& corners, int width, int height) {
  AreaScratch scratch;
  double sum = 0;
  const PixelBounds part = bounds_of(corners, 0, width, height);
  for_each_covered_row(corners, part, scratch, [&](int, const std::uint8_t* covers) {
    sum += std::accumulate(covers, covers + (part.right - part.left), 0.);
  });
  return sum / 255;
}

double covered_by_line(const std::vector<double>& path, double width, bool closed) {
  CoverBuffer buffer;
  buffer.clear({0, 0, 60, 60});
  cover_line<1>({{{width, &buffer}}}, path, closed);
  return std::accumulate(buffer.covers.begin(), buffer.covers.end(), 0.) / 255;
}

}  // namespace

TEST_CASE("the covers of a triangle sum up to its area, whichever way round it goes") {
  // 0.5 * |(17 * 13) - (5 * 2)| = 105.5
  CHECK(covered({1, 1, 18, 3, 6, 14}, 20, 16) == doctest::Approx(105.5).epsilon(0.002));
  CHECK(covered({6, 14, 18, 3, 1, 1}, 20, 16) == doctest::Approx(105.5).epsilon(0.002));
}

TEST_CASE("only what lies in the picture is covered") {
  CHECK(covered({-1e15, -1e15, 1e15, -1e15, 1e15, 1e15, -1e15, 1e15}, 20, 16) == 320);
  CHECK(covered({-10, -10, 10, -10, 10, 10, -10, 10}, 20, 16) == 100);
  CHECK(covered({30, 0, 40, 0, 40, 9}, 20, 16) == 0);
  CHECK(covered({0, 0, 9, 0, std::nan(""), 9}, 20, 16) == 0);
}

TEST_CASE("a line covers its length times its width") {
  for (const double turn : {0., 0.3, 0.785398, 1.2}) {
    const std::vector<double> path{15, 10, 15 + 30 * std::cos(turn), 10 + 30 * std::sin(turn)};
    CHECK(covered_by_line(path, 3, false) == doctest::Approx(90).epsilon(0.01));
  }
}

TEST_CASE("corners are round") {
  // A square of 24 whose corners are quarters of a circle, less one of 16.
  const double area = 24 * 24 - (4 - 3.14159265) * 2 * 2 - 16 * 16;
  CHECK(covered_by_line({20, 20, 40, 20, 40, 40, 20, 40}, 4, true) ==
        doctest::Approx(area).epsilon(0.01));
}

TEST_CASE("of the area of a pixel beyond an edge") {
  const double half = std::sqrt(0.5);
  const PixelEdge upright(1, 0), slanted(half, half);
  CHECK(upright.area(0) == 0.5);
  CHECK(upright.area(0.25) == 0.75);
  CHECK(upright.area(-0.5) == 0);
  CHECK(slanted.area(0) == doctest::Approx(0.5));
  // A triangle with two legs of a half.
  CHECK(slanted.area(-half / 2) == doctest::Approx(0.125));
  CHECK(slanted.area(half / 2) == doctest::Approx(0.875));
}

TEST_CASE("a whole number of dashes goes round a closed line") {
  const std::vector<double> square{2, 3, 12, 3, 12, 9, 2, 9};
  std::vector<double> lengths;
  for_each_dash(square, true, {3, 2}, [&](std::span<const double> piece) {
    double length = 0;
    for (std::size_t k = 2; k + 1 < piece.size(); k += 2) {
      length += std::hypot(piece[k] - piece[k - 2], piece[k + 1] - piece[k - 1]);
    }
    lengths.push_back(length);
  });
  CHECK(lengths.size() == 6);  // 32 around, 5 a dash with its gap
  for (const double length : lengths) CHECK(length == doctest::Approx(3));
}

}  // namespace truebox
