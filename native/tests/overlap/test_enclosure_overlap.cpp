#include "overlap/enclosure.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using truebox::BoxLayout;
using truebox::BoxRows;
using truebox::elementwise_enclosure_arrays;
using truebox::EnclosureMeasure;
using truebox::OverlapRule;
using truebox::pairwise_enclosure_arrays;

namespace {

std::vector<EnclosureMeasure> all_measures() {
  std::vector<EnclosureMeasure> measures;
  for (const auto& row : truebox::kEnclosureMeasures) measures.push_back(row.measure);
  return measures;
}

const std::vector<EnclosureMeasure> kMeasures = all_measures();

std::vector<double> random_rows(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> corner(-50, 400), size(0, 200);
  std::vector<double> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = corner(random), y = corner(random), width = i % 11 == 0 ? 0 : size(random);
    for (double value : {x, y, x + width, y + size(random)}) rows.push_back(value);
  }
  return rows;
}

BoxRows<double> view(const std::vector<double>& rows) { return {rows.data(), rows.size() / 4}; }

double value_of(EnclosureMeasure measure, const std::vector<double>& a, const std::vector<double>& b,
                const OverlapRule& rule = {}) {
  double value = 9;
  REQUIRE(pairwise_enclosure_arrays(view(a), view(b), rule, measure, 1, &value));
  return value;
}

}  // namespace

// (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; the hull is 6 x 6, the centers are (2, 2) apart.
TEST_CASE("two squares by hand") {
  const std::vector<double> a{0, 0, 4, 4}, b{2, 2, 6, 6};
  CHECK(value_of(EnclosureMeasure::giou, a, b) == doctest::Approx(4. / 28 - 8. / 36).epsilon(1e-14));
  for (const auto measure : {EnclosureMeasure::diou, EnclosureMeasure::ciou, EnclosureMeasure::eiou}) {
    CHECK(value_of(measure, a, b) == doctest::Approx(4. / 28 - 8. / 72).epsilon(1e-14));
  }
  CHECK(value_of(EnclosureMeasure::ios, a, b) == doctest::Approx(4. / 16).epsilon(1e-14));
}

TEST_CASE("inclusive pixels grow corners and leave sizes") {
  OverlapRule rule;
  rule.inclusive = true;
  const std::vector<double> a{0, 0, 3, 3}, b{2, 2, 5, 5};
  CHECK(value_of(EnclosureMeasure::giou, a, b, rule) == doctest::Approx(4. / 28 - 8. / 36).epsilon(1e-14));
  rule.layout = BoxLayout::origin_size;
  const std::vector<double> c{0, 0, 4, 4}, d{2, 2, 4, 4};
  CHECK(value_of(EnclosureMeasure::giou, c, d, rule) == doctest::Approx(4. / 28 - 8. / 36).epsilon(1e-14));
}

TEST_CASE("a box has 1 with itself, a point 0 by IoU") {
  const std::vector<double> box{1, 2, 5, 9}, point{3, 3, 3, 3};
  for (const auto measure : kMeasures) {
    CHECK(value_of(measure, box, box) == 1);
    CHECK(value_of(measure, point, point) == 0);
  }
}

TEST_CASE("rows agree with pairs, whatever the threads and the blocks") {
  const auto a = random_rows(3000, 1), b = random_rows(3000, 2);
  for (const auto measure : kMeasures) {
    std::vector<double> pairs(3000 * 3000), one(pairs.size()), rows(3000);
    REQUIRE(pairwise_enclosure_arrays(view(a), view(b), {}, measure, 2, pairs.data()));
    REQUIRE(pairwise_enclosure_arrays(view(a), view(b), {}, measure, 1, one.data()));
    REQUIRE(elementwise_enclosure_arrays(view(a), view(b), {}, measure, 2, rows.data()));
    CHECK(pairs == one);
    bool same = true;
    for (std::size_t i = 0; i < 3000; ++i) same &= rows[i] == pairs[i * 3000 + i];
    CHECK(same);
  }
}

TEST_CASE("what it cannot take is refused") {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> good{0, 0, 1, 1};
  double out = 9;
  for (const auto& bad : {std::vector<double>{0, 0, inf, 1}, {0, std::nan(""), 1, 1}, {2, 0, 1, 1}, {0, 0, 1e300, 1}}) {
    for (const auto measure : kMeasures) {
      CHECK_FALSE(pairwise_enclosure_arrays(view(bad), view(good), {}, measure, 1, &out));
      CHECK_FALSE(elementwise_enclosure_arrays(view(good), view(bad), {}, measure, 1, &out));
    }
  }
  CHECK(out == 9);
  CHECK(pairwise_enclosure_arrays<double>({nullptr, 0}, view(good), {}, EnclosureMeasure::giou, 1, nullptr));
}

TEST_CASE("one pair has the bits of a row") {
  const std::vector<double> a = random_rows(200, 5), b = random_rows(200, 6);
  for (const auto measure : kMeasures) {
    std::vector<double> expected(200);
    REQUIRE(elementwise_enclosure_arrays(view(a), view(b), {}, measure, 1, expected.data()));
    for (std::size_t i = 0; i < 200; ++i) {
      double value = 9;
      REQUIRE(truebox::enclosure_of_pair(&a[4 * i], &b[4 * i], {}, measure, value));
      CHECK(value == expected[i]);
    }
  }
  const double reversed[] = {4, 4, 0, 0};
  double value = 9;
  CHECK(!truebox::enclosure_of_pair(a.data(), reversed, {}, EnclosureMeasure::giou, value));
}
