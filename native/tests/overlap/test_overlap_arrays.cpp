#include "overlap/arrays.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <random>
#include <vector>

using truebox::BoxLayout;
using truebox::BoxRows;
using truebox::elementwise_overlap_arrays;
using truebox::overlap_of_pair;
using truebox::OverlapMeasure;
using truebox::OverlapRule;
using truebox::pairwise_overlap_arrays;

namespace {

template <class Real>
std::vector<Real> random_rows(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> corner(-50, 400), size(0, 200);
  std::vector<Real> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = corner(random), y = corner(random);
    const double width = i % 11 == 0 ? 0 : size(random), height = size(random);
    for (double value : {x, y, x + width, y + height}) rows.push_back(static_cast<Real>(value));
  }
  return rows;
}

// The definition, one pair at a time, in the kernel's order of operations.
template <class Real>
Real expected_value(const Real* a, const Real* b, const OverlapRule& rule) {
  const Real pixel = rule.inclusive ? 1 : 0;
  const auto area = [&](const Real* box) { return (box[2] - box[0] + pixel) * (box[3] - box[1] + pixel); };
  const Real width = std::min(a[2], b[2]) - std::max(a[0], b[0]) + pixel;
  const Real height = std::min(a[3], b[3]) - std::max(a[1], b[1]) + pixel;
  if (!(width > 0 && height > 0)) return 0;
  const Real shared = width * height;
  return shared / (rule.measure == OverlapMeasure::iou ? area(a) + area(b) - shared : area(a));
}

template <class Real>
BoxRows<Real> view(const std::vector<Real>& rows) {
  return {rows.data(), rows.size() / 4};
}

}  // namespace

TEST_CASE_TEMPLATE("every pair of every shape, measure and pixel convention", Real, float, double) {
  for (OverlapMeasure measure : {OverlapMeasure::iou, OverlapMeasure::ioa}) {
    for (bool inclusive : {false, true}) {
      const OverlapRule rule{BoxLayout::corners, inclusive, measure};
      for (std::size_t rows : std::initializer_list<std::size_t>{0, 1, 3, 128, 130}) {
        for (std::size_t columns : std::initializer_list<std::size_t>{0, 1, 5, 15, 16, 17, 100}) {
          const auto a = random_rows<Real>(rows, 1), b = random_rows<Real>(columns, 2);
          std::vector<Real> out(rows * columns, Real(-1));
          REQUIRE(pairwise_overlap_arrays(view(a), view(b), rule, 1, out.data()));
          std::size_t wrong = 0;
          for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < columns; ++j) {
              wrong += out[i * columns + j] != expected_value(&a[4 * i], &b[4 * j], rule);
            }
          }
          CHECK(wrong == 0);
        }
      }
    }
  }
}

TEST_CASE_TEMPLATE("streamed rows equal plain ones at every alignment", Real, float, double) {
  const auto a = random_rows<Real>(9, 3), b = random_rows<Real>(1100, 4);
  const truebox::OverlapColumnsBuffer<Real> left(9), right(1100);
  truebox::load_columns(a.data(), 9, BoxLayout::corners, false, left.columns());
  truebox::load_columns(b.data(), 1100, BoxLayout::corners, false, right.columns());
  for (std::size_t columns : std::initializer_list<std::size_t>{16, 17, 31, 511, 512, 527, 528, 529, 545, 1030, 1100}) {
    for (std::size_t offset = 0; offset < 16; ++offset) {
      std::vector<Real> plain(9 * columns + 32, Real(-1)), streamed = plain;
      truebox::pairwise_overlap(left.columns(), 0, 9, right.columns(), columns, {}, false, plain.data() + offset);
      truebox::pairwise_overlap(left.columns(), 0, 9, right.columns(), columns, {}, true, streamed.data() + offset);
      CHECK(plain == streamed);  // the untouched margins included
    }
  }
}

TEST_CASE("threads do not change a bit") {
  const auto a = random_rows<float>(1500, 5), b = random_rows<float>(1501, 6);
  std::vector<float> one(1500 * 1501), many = one;
  REQUIRE(pairwise_overlap_arrays(view(a), view(b), {}, 1, one.data()));
  for (int threads : {0, 2, 3}) {
    std::fill(many.begin(), many.end(), -1.0f);
    REQUIRE(pairwise_overlap_arrays(view(a), view(b), {}, threads, many.data()));
    CHECK(one == many);
  }
}

TEST_CASE_TEMPLATE("elementwise takes one pair a row", Real, float, double) {
  for (std::size_t count : std::initializer_list<std::size_t>{0, 1, 255, 256, 257, 1000}) {
    const auto a = random_rows<Real>(count, 7), b = random_rows<Real>(count, 8);
    std::vector<Real> out(count, Real(-1));
    REQUIRE(elementwise_overlap_arrays(view(a), view(b), {}, 1, out.data()));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong += out[i] != expected_value(&a[4 * i], &b[4 * i], {});
    CHECK(wrong == 0);
  }
}

TEST_CASE("a refused box on either side") {
  auto a = random_rows<double>(600, 9);
  const auto b = random_rows<double>(600, 10);
  std::vector<double> out(600 * 600, -1.0);
  a[4 * 599] = std::nan("");
  CHECK_FALSE(pairwise_overlap_arrays(view(a), view(b), {}, 1, out.data()));
  CHECK_FALSE(pairwise_overlap_arrays(view(b), view(a), {}, 1, out.data()));
  CHECK(std::all_of(out.begin(), out.end(), [](double value) { return value == -1.0; }));
  CHECK_FALSE(elementwise_overlap_arrays(view(a), view(b), {}, 1, out.data()));
  CHECK_FALSE(elementwise_overlap_arrays(view(b), view(a), {}, 1, out.data()));
}

TEST_CASE("one pair: sizes use width times height as written") {
  // 7 x 7 at (3, 3) and 6 x 6 at (7, 7) share 3 x 3.
  const double a[4] = {3, 3, 7, 7}, b[4] = {7, 7, 6, 6};
  CHECK(overlap_of_pair(a, b, {BoxLayout::origin_size, false, OverlapMeasure::iou}) == 9.0 / 76.0);
  CHECK(overlap_of_pair(a, b, {BoxLayout::origin_size, false, OverlapMeasure::ioa}) == 9.0 / 49.0);
  const double wide[4] = {1e16, 1e16, 1, 1};  // (x + w) - x is 0 or 2 here, never 1
  const double value = overlap_of_pair(wide, wide, {BoxLayout::origin_size, false, OverlapMeasure::iou});
  CHECK((value >= 0.0 && value <= 1.0));
}

TEST_CASE("huge boxes") {
  const double a[4] = {-0x1p1023, -0x1p1023, 0x1p1023, 0x1p1023}, b[4] = {0, 0, 0x1p1023, 0x1p1023};
  CHECK(overlap_of_pair(a, a, {}) == 1.0);
  CHECK(overlap_of_pair(a, b, {}) == 0.25);
  const float c[4] = {-3e38f, -3e38f, 3e38f, 3e38f}, d[4] = {0, 0, 3e38f, 3e38f};
  float out = -1;
  REQUIRE(pairwise_overlap_arrays<float>({c, 1}, {d, 1}, {}, 1, &out));
  CHECK(out == 0.25f);
  REQUIRE(elementwise_overlap_arrays<float>({c, 1}, {d, 1}, {}, 1, &out));
  CHECK(out == 0.25f);
}
