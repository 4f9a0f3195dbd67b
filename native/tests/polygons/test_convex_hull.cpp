// Hulls of few points by hand, and of many by what makes a hull: its corners are points, and no point lies outside.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "polygons/convex_hull.hpp"

using namespace truebox;

namespace {

std::vector<PlanePoint> hull_of(std::vector<PlanePoint> points) { return convex_hull(points); }

double turn(PlanePoint a, PlanePoint b, PlanePoint c) {
  return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
}

}  // namespace

TEST_CASE("hulls of few points") {
  CHECK(hull_of({}).empty());
  CHECK(hull_of({{1, 2}, {1, 2}}) == std::vector<PlanePoint>{{1, 2}});
  CHECK(hull_of({{3, 1}, {0, 0}}) == std::vector<PlanePoint>{{0, 0}, {3, 1}});
  CHECK(hull_of({{2, 2}, {0, 0}, {1, 1}, {3, 3}}) == std::vector<PlanePoint>{{0, 0}, {3, 3}});
  // A square with its middle, the middle of an edge, and a corner twice.
  CHECK(hull_of({{2, 2}, {0, 0}, {1, 1}, {2, 0}, {0, 2}, {1, 0}, {2, 2}}) ==
        std::vector<PlanePoint>{{0, 0}, {2, 0}, {2, 2}, {0, 2}});
}

TEST_CASE("corners are points and turn one way, and no point lies outside") {
  std::mt19937 chance(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<PlanePoint> points(3 + chance() % 40);
    for (PlanePoint& point : points) point = {static_cast<double>(chance() % 20), static_cast<double>(chance() % 20)};
    const std::vector<PlanePoint> hull = hull_of(points);
    for (const PlanePoint& corner : hull) CHECK(std::find(points.begin(), points.end(), corner) != points.end());
    if (hull.size() < 3) continue;
    for (std::size_t k = 0; k < hull.size(); ++k) {
      const PlanePoint a = hull[k], b = hull[(k + 1) % hull.size()], c = hull[(k + 2) % hull.size()];
      CHECK(turn(a, b, c) > 0);
      for (const PlanePoint& point : points) CHECK(turn(a, b, point) >= 0);
    }
  }
}
