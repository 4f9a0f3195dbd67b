#include "rotated/overlap.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <random>
#include <vector>

using namespace truebox;

namespace {

double iou_of(std::vector<double> a, std::vector<double> b, const RotatedRule& rule) {
  const double scale = rotated_scale(a.data(), 1, b.data(), 1, rule);
  double out = 0;
  pairwise_rotated_overlap(load_rotated(a.data(), 1, scale, rule), load_rotated(b.data(), 1, scale, rule), rule.upright, 1, &out);
  return out;
}

constexpr RotatedRule kDegrees{true, false, false};
constexpr RotatedRule kUpright{true, false, true};

std::vector<double> random_rows(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0, 60), side(0.1, 40), angle(-400, 400);
  std::vector<double> rows;
  for (std::size_t i = 0; i < count; ++i) {
    for (const double value : {place(random), place(random), side(random), side(random), angle(random)}) rows.push_back(value);
  }
  return rows;
}

}  // namespace

TEST_CASE("quarter turns of degrees are exact, any number of them") {
  for (const double turns : {0., 4., -8., 4000.}) {
    CHECK(axis_of(turns * 90, kDegrees).cos == 1);
    CHECK(axis_of(turns * 90, kDegrees).sin == 0);
    CHECK(axis_of(turns * 90 + 90, kDegrees).cos == 0);
    CHECK(axis_of(turns * 90 + 90, kDegrees).sin == 1);
    CHECK(axis_of(turns * 90 - 90, kDegrees).sin == -1);
    CHECK(axis_of(turns * 90 + 180, kDegrees).cos == -1);
  }
  CHECK(axis_of(30, {true, true, false}).sin == -axis_of(30, kDegrees).sin);
  CHECK(axis_of(0.5, {false, false, false}).sin == std::sin(0.5));
}

TEST_CASE("values by hand") {
  const double octagon = 8 * (std::sqrt(2.0) - 1);
  CHECK(iou_of({0, 0, 2, 2, 0}, {0, 0, 2, 2, 45}, kDegrees) == doctest::Approx(octagon / (8 - octagon)).epsilon(1e-15));
  CHECK(iou_of({0, 0, 4, 2, 0}, {0, 0, 2, 4, 90}, kDegrees) == 1);
  CHECK(iou_of({0, 0, 4, 2, 0}, {0, 0, 4, 2, 90}, kDegrees) == doctest::Approx(1. / 3).epsilon(1e-15));
  CHECK(iou_of({0, 0, 2, 2, 0}, {2, 0, 2, 2, 0}, kDegrees) == 0);
  CHECK(iou_of({0, 0, 0, 2, 0}, {0, 0, 0, 2, 0}, kDegrees) == 0);
  CHECK(iou_of({0, 0, 1e300, 1e300, 20}, {0, 0, 5e299, 1e300, 20}, kDegrees) == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(iou_of({0, 0, 4e-320, 4e-320, 0}, {0, 0, 4e-320, 4e-320, 0}, kDegrees) == 1);
  CHECK(iou_of({0, 0, 0, 4, 2, 2, 30}, {0, 0, 1, 4, 2, 2, 30}, kUpright) == doctest::Approx(1. / 3).epsilon(1e-15));
  CHECK(iou_of({0, 0, 0, 4, 2, 2, 30}, {0, 0, 2, 4, 2, 2, 30}, kUpright) == 0);
}

TEST_CASE("rows and pairs agree, whatever the batch, and are symmetric") {
  for (const std::size_t count : std::initializer_list<std::size_t>{1u, 7u, 8u, 255u, 256u, 257u, 600u}) {
    const auto rows = random_rows(count, 1), others = random_rows(count, 2);
    const RotatedColumns a = load_rotated(rows.data(), count, 1, kDegrees), b = load_rotated(others.data(), count, 1, kDegrees);
    std::vector<double> pairs(count * count), back(count * count), row(count);
    pairwise_rotated_overlap(a, b, false, 2, pairs.data());
    pairwise_rotated_overlap(b, a, false, 1, back.data());
    elementwise_rotated_overlap(a, b, false, 1, row.data());
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(std::fabs(row[i] - pairs[i * count + i]) <= 1e-15);
      for (std::size_t j = 0; j < count; ++j) REQUIRE(pairs[i * count + j] == back[j * count + i]);
    }
  }
}

TEST_CASE("boxes that nearly coincide or nearly touch stay in bounds") {
  const auto rows = random_rows(500, 3);
  for (int digits = 1; digits <= 17; ++digits) {
    auto moved = rows;
    for (double& value : moved) value *= 1 + std::pow(10., -digits);
    const RotatedColumns a = load_rotated(rows.data(), 500, 1, kDegrees), b = load_rotated(moved.data(), 500, 1, kDegrees);
    std::vector<double> out(500);
    elementwise_rotated_overlap(a, b, false, 1, out.data());
    for (const double value : out) {
      REQUIRE(value >= 0);
      REQUIRE(value <= 1);
      if (digits > 10) REQUIRE(value > 1 - 1e-5);
    }
  }
}

TEST_CASE("flags become positions at every length") {
  std::mt19937 random(4);
  for (std::size_t count = 0; count < 70; ++count) {
    std::vector<std::uint8_t> flags(count);
    std::vector<std::uint32_t> expected, found(count + 1);
    for (std::size_t k = 0; k < count; ++k) {
      flags[k] = random() % 5 == 0;
      if (flags[k]) expected.push_back(static_cast<std::uint32_t>(k));
    }
    found.resize(rotated_detail::positions_of_ones(flags.data(), count, found.data()));
    CHECK(found == expected);
  }
}
