// Few boxes suppressed by bits, against the kernels for any number of them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "suppression/few_boxes.hpp"
#include "suppression/non_maximum_suppression.hpp"
#include "suppression/rotated_suppression.hpp"

using namespace truebox;

namespace {

std::vector<double> few_scores(std::size_t count, std::mt19937& generator) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < count; ++i) scores.push_back((static_cast<double>(generator() % 9) - 4) / 4);  // many are equal
  if (count > 3) scores[1] = -0.0;
  return scores;
}

template <class Real>
std::vector<std::int64_t> few_rows(const std::vector<CornerBox<Real>>& boxes, const std::vector<double>& scores, const SuppressionRule& rule,
                                   bool& good) {
  std::vector<std::int64_t> rows(kFewBoxes);
  std::size_t found = 0;
  good = few_kept_rows<Real>(boxes, scores, rule.threshold, rule.lowest_score, rule.most, rows.data(), found);
  rows.resize(good ? found : 0);
  return rows;
}

}  // namespace

TEST_CASE_TEMPLATE("few boxes are kept as many are", Real, float, double) {
  std::mt19937 generator(3);
  for (std::size_t count = 0; count <= kFewBoxes; ++count) {
    for (const int field : {3, 12}) {
      std::vector<CornerBox<Real>> boxes;
      for (std::size_t i = 0; i < count; ++i) {
        const auto some = [&] { return static_cast<Real>(generator() % static_cast<unsigned>(4 * field)) / 4; };
        const Real x = some(), y = some();
        boxes.push_back({x, y, x + some(), y + some()});
      }
      const std::vector<double> scores = few_scores(count, generator);
      for (const double threshold : {0.0, 0.3, 0.5, 1.0}) {
        for (const double lowest : {-std::numeric_limits<double>::infinity(), 0.0, 3.0}) {
          for (const std::size_t most : {std::size_t{0}, std::size_t{5}, std::size_t{1000}}) {
            SuppressionRule rule{SuppressionMeasure::iou, threshold, lowest, most, 1};
            bool good = false;
            CHECK(few_rows<Real>(boxes, scores, rule, good) == kept_rows<Real>(boxes, scores, nullptr, rule));
            CHECK(good);
          }
        }
      }
    }
  }
}

TEST_CASE_TEMPLATE("few boxes that are none are told", Real, float, double) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity(), kNan = std::numeric_limits<Real>::quiet_NaN();
  bool good = true;
  for (const CornerBox<Real> bad : {CornerBox<Real>{kNan, 0, 1, 1}, CornerBox<Real>{0, 0, kInfinity, 1}, CornerBox<Real>{0, -kInfinity, 1, 1},
                                    CornerBox<Real>{1, 0, 0, 1}, CornerBox<Real>{0, 1, 1, 0}}) {
    // Also where its score alone would leave it out.
    for (const double lowest : {-1.0, 0.8}) {
      const SuppressionRule rule{SuppressionMeasure::iou, 0.5, lowest, 10, 1};
      few_rows<Real>({CornerBox<Real>{0, 0, 1, 1}, bad}, {0.9, 0.7}, rule, good);
      CHECK_FALSE(good);
    }
  }
  const SuppressionRule rule{SuppressionMeasure::iou, 0.5, -1, 10, 1};
  few_rows<Real>({CornerBox<Real>{0, 0, Real(1e16f), 1}}, {0.9}, rule, good);
  CHECK(good == (sizeof(Real) == sizeof(double)));
}

TEST_CASE("few rotated boxes are kept as many are") {
  std::mt19937 generator(4);
  for (std::size_t count = 0; count <= kFewBoxes; ++count) {
    std::vector<double> boxes;
    for (std::size_t i = 0; i < count; ++i) {
      const auto some = [&](unsigned most) { return static_cast<double>(generator() % (8 * most)) / 8; };
      boxes.insert(boxes.end(), {some(12), some(12), some(6), some(6), 15 * std::floor(some(24))});
    }
    const std::vector<double> scores = few_scores(count, generator);
    for (const double threshold : {0.0, 0.3, 0.5}) {
      for (const std::size_t most : {std::size_t{4}, std::size_t{1000}}) {
        for (const double lowest : {kEveryScore, 0.0}) {
          const RotatedSuppressionRule rule{{true, false, false}, threshold, lowest, most, 1};
          std::vector<std::int64_t> rows(kFewBoxes);
          rows.resize(few_kept_rotated_rows(boxes.data(), scores, rule.rotation, threshold, lowest, most, rows.data()));
          CHECK(rows == kept_rotated_rows(boxes.data(), scores, nullptr, rule));
        }
      }
    }
  }
}
