#include "polygons/overlap.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "overlap/space_box.hpp"

using namespace truebox;

namespace {

PolygonEdges edges(std::vector<double> points) { return polygon_edges(points); }

const std::vector<double> kSquare{0, 0, 2, 0, 2, 2, 0, 2};
const std::vector<double> kCorner{0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2};

}  // namespace

TEST_CASE("two doubles carry what one cannot") {
  const TwoDouble third = TwoDouble(1) / TwoDouble(3);
  CHECK(to_double(third * TwoDouble(3) - TwoDouble(1)) == doctest::Approx(0).epsilon(1e-31));
  CHECK(std::fabs(to_double(third * TwoDouble(3) - TwoDouble(1))) < 1e-31);
  const TwoDouble sum = TwoDouble(1e16) + TwoDouble(1) - TwoDouble(1e16);
  CHECK(to_double(sum) == 1);
  const TwoDouble product = (TwoDouble(1) + TwoDouble(0x1p-60)) * (TwoDouble(1) - TwoDouble(0x1p-60)) - TwoDouble(1);
  CHECK(std::fabs(to_double(product)) < 1e-31);
  CHECK(TwoDouble(1, -1e-20) < TwoDouble(1));
  CHECK(!(TwoDouble(1) < TwoDouble(1)));
}

TEST_CASE("areas do not depend on the direction or the beginning") {
  CHECK(edges(kSquare).area == 4);
  CHECK(edges({0, 2, 2, 2, 2, 0, 0, 0}).area == 4);
  CHECK(edges(kCorner).area == 3);
  CHECK(edges({0, 0, 1, 1, 2, 2}).area == 0);
  CHECK(edges(kSquare).size() == 2);  // vertical edges bound nothing above or below
}

TEST_CASE("values by hand") {
  CHECK(polygon_iou(edges(kSquare), edges(kCorner)) == 0.75);
  CHECK(polygon_iou(edges(kCorner), edges({1, 1, 2, 1, 2, 2, 1, 2})) == 0);
  CHECK(polygon_iou(edges(kSquare), edges({2, 2, 2, 0, 0, 0, 0, 2})) == 1);
  CHECK(polygon_iou(edges({0, 0, 3, 1, 4, 4, 1, 3}), edges({3, 1, 7, -1, 9, 3, 4, 4})) == 0);
  CHECK(polygon_iou(edges({0, 0, 1, 1, 2, 2}), edges(kSquare)) == 0);
}

TEST_CASE("plain and twice the precision agree on ordinary polygons, edges skipped or not") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0.05, 1);
  for (const int corners : {3, 5, 16, 17, 40, 150}) {
    std::vector<PolygonEdges> polygons;
    for (int k = 0; k < 2; ++k) {
      std::vector<double> points;
      for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * (i + 0.9 * unit(random)) / corners, reach = 10 * unit(random);
        points.push_back(k + reach * std::cos(angle));
        points.push_back(k + reach * std::sin(angle));
      }
      polygons.push_back(polygon_edges(points));
    }
    const double plain = polygon_detail::plain_shared_area(polygons[0], polygons[1], 0.5).area;
    const double precise = polygon_detail::precise_shared_area(polygons[0], polygons[1], 0.5);
    CHECK(plain == doctest::Approx(precise).epsilon(1e-12));
    CHECK(precise > 0);
    CHECK(is_simple(polygons[0]));
  }
}

TEST_CASE("slivers are exact") {
  // Two parallel strips 1e-13 thick along a diagonal, one shifted by half its thickness upwards.
  const double t = 0x1p-43;
  const auto strip = [&](double y) { return edges({0, y, 8, 8 + y, 8, 8 + y + t, 0, y + t}); };
  CHECK(polygon_iou(strip(0), strip(t / 2)) == doctest::Approx(1. / 3).epsilon(1e-9));
  CHECK(polygon_iou(strip(0), strip(t)) == 0);
}

TEST_CASE("outlines that cross are told from outlines that touch") {
  CHECK(is_simple(edges(kCorner)));
  CHECK(!is_simple(edges({0, 0, 2, 2, 2, 0, 0, 2})));
  CHECK(!is_simple(edges({0, 0, 2, 0, 2, 2, 0, 2, 0, 0, 2, 0, 2, 2, 0, 2})));
  CHECK(is_simple(edges({0, 0, 6, 0, 6, 6, 0, 6, 0, 0, 2, 2, 2, 4, 4, 4, 4, 2, 2, 2})));
  CHECK(is_simple(edges({1, 1, 1, 1, 1, 1})));
}

TEST_CASE("offsets that do not fit are noticed") {
  const std::vector<double> coordinates(12);
  const auto fits = [&](std::vector<std::int64_t> offsets) { return PolygonRows{coordinates, offsets}.fits(); };
  CHECK(fits({0, 3, 6}));
  CHECK(fits({0}));
  CHECK(!fits({}));
  CHECK(!fits({1, 4}));
  CHECK(!fits({0, 2, 6}));
  CHECK(!fits({0, 3, 7}));
  CHECK(!fits({0, 6, 3}));
}

TEST_CASE("boxes in space") {
  const double a[] = {0, 0, 0, 2, 2, 2}, b[] = {1, 1, 1, 3, 3, 3}, c[] = {2, 0, 0, 4, 2, 2}, flat[] = {0, 0, 0, 2, 2, 0};
  CHECK(space_box_iou(a, a) == 1);
  CHECK(space_box_iou(a, b) == 1. / 15);
  CHECK(space_box_iou(a, c) == 0);
  CHECK(space_box_iou(flat, flat) == 0);
}

TEST_CASE("corners that turn one way cross nothing, and their area is that of their edges") {
  std::mt19937 chance(3);
  std::uniform_real_distribution<double> number(0, 10);
  std::vector<double> all;
  std::vector<std::int64_t> offsets{0};
  for (int k = 0; k < 3000; ++k) {
    const int corners = 3 + k % 4;
    for (int n = 0; n < 2 * corners; ++n) all.push_back(k % 2 == 0 ? number(chance) : std::floor(number(chance) / 3));
    offsets.push_back(offsets.back() + corners);
  }
  std::vector<double> area(offsets.size() - 1);
  areas_of_polygons({all, offsets}, 1, area.data());
  int crossed = 0;
  for (std::size_t k = 0; k < area.size(); ++k) {
    const auto begin = static_cast<std::size_t>(offsets[k]), end = static_cast<std::size_t>(offsets[k + 1]);
    const PolygonEdges one = polygon_edges(std::span<const double>(all).subspan(2 * begin, 2 * (end - begin)));
    CHECK(area[k] == (is_simple(one) ? one.area : -1.0));
    crossed += area[k] < 0;
  }
  CHECK(crossed > 100);
}

TEST_CASE("what turns one way and goes along x there and back once is plainly convex") {
  const auto convex = [](std::vector<double> points) { return is_plainly_convex(points); };
  CHECK(convex({0, 0, 1, 0, 0, 1}));
  CHECK(convex({0, 0, 0, 1, 1, 0}));
  CHECK(convex({0, 0, 2, 0, 2, 1, 0, 1}));
  CHECK(convex({0, 0, 2, -1, 4, 0, 4, 2, 2, 3, 0, 2}));
  CHECK_FALSE(convex({0, 0, 2, 0, 1, 0.5, 0, 2}));      // a corner turned in
  CHECK_FALSE(convex({0, 0, 2, 2, 2, 0, 0, 2}));        // crossing
  CHECK_FALSE(convex({0, 0, 1, 0, 2, 0, 2, 2}));        // a point on an edge: not as plain
  CHECK_FALSE(convex({0, 0, 1e-120, 0, 0, 1e-120}));    // where products vanish
  // A star of five points turns one way, twice around.
  std::vector<double> star;
  for (int k = 0; k < 5; ++k) star.insert(star.end(), {std::cos(k * 4 * 3.14159265358979 / 5), std::sin(k * 4 * 3.14159265358979 / 5)});
  CHECK_FALSE(convex(star));
  CHECK_FALSE(is_simple(polygon_edges(star)));
}
