// What rotated boxes cover of each other, and the hulls around both: by hand, and against the kernel of IoU.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "rotated/covered_areas.hpp"
#include "rotated/overlap.hpp"
#include "rotated/plain_math.hpp"

using namespace truebox;

namespace {

constexpr RotatedRule kByDegrees{true, false, false};

template <class Formula, bool pairwise>
std::vector<double> formula_of(const std::vector<double>& a, const std::vector<double>& b, int threads = 1) {
  const PlainMath math;
  const TurnedColumns one(a.data(), a.size() / 5, kByDegrees, math), other(b.data(), b.size() / 5, kByDegrees, math);
  std::vector<double> out(pairwise ? one.size() * other.size() : one.size());
  measure_turned_pairs<pairwise>(
      one, other, threads,
      [&](const PairSide& some, const PairSide& others, std::size_t count, double* to) { Formula::measure(some, others, count, math, to); },
      out.data());
  return out;
}

std::vector<double> turned_boxes(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<double> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    boxes.insert(boxes.end(), {20 * unit(generator), 20 * unit(generator), 1 + 15 * unit(generator), 1 + 15 * unit(generator),
                               360 * (unit(generator) - 0.5)});
  }
  return boxes;
}

}  // namespace

TEST_CASE("shares and hulls worked out by hand") {
  // Half of a tile lies in the image; two squares a side apart are a third of their hull short.
  CHECK(formula_of<RotatedCover, true>({0, 0, 4, 2, 0}, {2, 0, 4, 4, 90})[0] == doctest::Approx(0.5));
  CHECK(formula_of<RotatedGeneralized, true>({0, 0, 1, 1, 0}, {2, 0, 1, 1, 0})[0] == doctest::Approx(-1.0 / 3));
  CHECK(formula_of<RotatedGeneralized, true>({7, 7, 2, 2, 30}, {7, 7, 2, 2, 30})[0] == doctest::Approx(1));
  // A square and itself turned by an eighth of a turn share 8 (√2 - 1) in a hull of 4 √2.
  const double shared = 8 * (std::sqrt(2.0) - 1), hull = 4 * std::sqrt(2.0), both = 8 - shared;
  CHECK(formula_of<RotatedGeneralized, true>({7, 7, 2, 2, 0}, {7, 7, 2, 2, 45})[0] == doctest::Approx(shared / both - (hull - both) / hull));
  CHECK(formula_of<RotatedCover, false>({0, 0, 0, 2, 0}, {0, 0, 4, 4, 10})[0] == 0);
}

TEST_CASE("pairs, rows and threads say the same, and shares agree with IoU") {
  const std::vector<double> a = turned_boxes(150, 1), b = turned_boxes(120, 2);
  const std::vector<double> ioa = formula_of<RotatedCover, true>(a, b), giou = formula_of<RotatedGeneralized, true>(a, b);
  CHECK(formula_of<RotatedCover, true>(a, b, 3) == ioa);
  CHECK(formula_of<RotatedGeneralized, true>(a, b, 3) == giou);
  for (std::size_t i = 0; i < 150; ++i) {
    for (std::size_t j = 0; j < 120; ++j) {
      const std::vector<double> one(a.begin() + static_cast<std::ptrdiff_t>(5 * i), a.begin() + static_cast<std::ptrdiff_t>(5 * i + 5));
      const std::vector<double> other(b.begin() + static_cast<std::ptrdiff_t>(5 * j), b.begin() + static_cast<std::ptrdiff_t>(5 * j + 5));
      const std::size_t pair = 120 * i + j;
      const double iou = rotated_pair_overlap(one.data(), other.data(), kByDegrees, false);
      const double area = one[2] * one[3], whole = area + other[2] * other[3];
      CHECK(ioa[pair] * area == doctest::Approx(iou * whole / (1 + iou)).epsilon(1e-9));
      CHECK(giou[pair] <= iou + 1e-12);
      if (i % 10 == 0 && j % 10 == 0) {
        CHECK(formula_of<RotatedGeneralized, false>(one, other)[0] == giou[pair]);  // alone and among many
        CHECK(formula_of<RotatedCover, false>(one, other)[0] == ioa[pair]);
      }
    }
  }
}

TEST_CASE("numbers that formulas could not take are told") {
  const auto suits = [](std::vector<double> rows) { return suits_formulas(rows.data(), rows.size() / 5); };
  CHECK(suits({}));
  CHECK(suits({1e75, -1e75, 0, 3, 720}));
  CHECK_FALSE(suits({1e76, 0, 1, 1, 0}));
  CHECK_FALSE(suits({0, 0, 1, -1, 0}));
  CHECK_FALSE(suits({0, 0, 1, 1, std::nan("")}));
}
