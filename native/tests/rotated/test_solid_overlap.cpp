#include "rotated/solid_overlap.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace truebox;

namespace {

using Numbers = std::array<double, Solid::kNumbers>;

constexpr Numbers kSolidCube{0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
constexpr Numbers kHalfUp{0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 2};
constexpr Numbers kBeside{2, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
constexpr Numbers kLeftHanded{0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0, 2};
constexpr Numbers kSlanted{0, 0, 0, 2, 0, 0, 1, 2, 0, 0, 0, 2};
constexpr Numbers kPlate{0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0};

double iou_of(const Numbers& a, const Numbers& b) { return solid_iou(Solid(a.data()), Solid(b.data())); }

}  // namespace

TEST_CASE("boxes in space share what was worked out by hand") {
  CHECK(iou_of(kSolidCube, kSolidCube) == 1);
  CHECK(iou_of(kSolidCube, kHalfUp) == doctest::Approx(1.0 / 3).epsilon(1e-14));
  CHECK(iou_of(kSolidCube, kBeside) == 0);
  CHECK(iou_of(kSolidCube, kLeftHanded) == doctest::Approx(1).epsilon(1e-14));
  // A parallelogram over the same base leaves a triangle of a quarter of the square on either side.
  CHECK(iou_of(kSolidCube, kSlanted) == doctest::Approx(0.6).epsilon(1e-14));
  CHECK(iou_of(kSolidCube, kPlate) == 0);
  CHECK(iou_of(kPlate, kPlate) == 0);
}

TEST_CASE("numbers that are not finite give a number or NaN, never a loop without end") {
  Numbers wild = kSolidCube;
  wild[4] = std::numeric_limits<double>::infinity();
  const double found = iou_of(wild, kSolidCube);
  CHECK((std::isnan(found) || (found >= 0 && found <= 1)));
}

TEST_CASE("a table and its rows agree") {
  std::vector<double> both;
  for (const Numbers& one : {kSolidCube, kHalfUp, kSlanted}) both.insert(both.end(), one.begin(), one.end());
  const std::vector<Solid> solids = load_solids(both.data(), 3);
  std::array<double, 9> table{};
  std::array<double, 3> rows{};
  pairwise_solid_overlap(solids, solids, 2, table.data());
  elementwise_solid_overlap(solids, solids, 1, rows.data());
  for (std::size_t k = 0; k < 3; ++k) CHECK(rows[k] == table[4 * k]);
  CHECK(table[1] == iou_of(kSolidCube, kHalfUp));
}
