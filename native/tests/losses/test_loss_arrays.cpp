#include "losses/loss_arrays.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using truebox::LossMeasure;
using truebox::LossQuestion;
using truebox::LossSlopes;

namespace {

// (0, 0, 4, 4) and (2, 2, 6, 6): they share 4 of 28, the box around both is 6 x 6, the middles are (2, 2) apart.
const std::vector<double> kPrediction{0, 0, 4, 4}, kTarget{2, 2, 6, 6};

LossQuestion<double> question(LossMeasure measure, const std::vector<double>& a, const std::vector<double>& b) {
  return {measure, {a.data(), b.data(), a.size() / 4, 0}, 72, nullptr};
}

double value_of(LossMeasure measure, const std::vector<double>& a = kPrediction, const std::vector<double>& b = kTarget) {
  double value = 9;
  truebox::loss_values_of(question(measure, a, b), &value);
  return value;
}

}  // namespace

TEST_CASE("losses of two squares by hand") {
  const double iou = 4. / 28;
  CHECK(value_of(LossMeasure::iou) == doctest::Approx(1 - iou).epsilon(1e-14));
  CHECK(value_of(LossMeasure::giou) == doctest::Approx(1 - iou + 8. / 36).epsilon(1e-14));
  CHECK(value_of(LossMeasure::diou) == doctest::Approx(1 - iou + 8. / 72).epsilon(1e-14));
  CHECK(value_of(LossMeasure::eiou) == doctest::Approx(1 - iou + 8. / 72).epsilon(1e-14));
  CHECK(value_of(LossMeasure::mpdiou) == doctest::Approx(1 - iou + 16. / 72).epsilon(1e-14));
}

TEST_CASE("slopes are those of small steps") {
  for (const auto measure : {LossMeasure::iou, LossMeasure::giou, LossMeasure::diou, LossMeasure::eiou, LossMeasure::mpdiou}) {
    std::vector<double> found(4), other(4), prediction = {0.25, -0.5, 4.5, 3.75};
    truebox::loss_slopes_of(question(measure, prediction, kTarget), LossSlopes<double>{nullptr, 1, found.data(), other.data()});
    for (std::size_t k = 0; k < 4; ++k) {
      std::vector<double> above = prediction, below = prediction;
      above[k] += 1e-6;
      below[k] -= 1e-6;
      const double step = (value_of(measure, above) - value_of(measure, below)) / 2e-6;
      CHECK(found[k] == doctest::Approx(step).epsilon(1e-6));
    }
  }
}

TEST_CASE("a box that is closed is pulled open") {
  // 6 to 2 is 4 the wrong way round, and the box around all corners is 6 wide.
  const std::vector<double> turned{6, 0, 2, 4}, target{0, 0, 4, 4};
  CHECK(value_of(LossMeasure::iou, turned, target) == doctest::Approx(1 + 4. / 6).epsilon(1e-14));
  std::vector<double> found(4);
  truebox::loss_slopes_of(question(LossMeasure::iou, turned, target), LossSlopes<double>{nullptr, 1, found.data(), nullptr});
  CHECK(found[0] > 0);
  CHECK(found[2] < 0);
}

TEST_CASE("what is huge or no number is out of reach") {
  std::vector<double> boxes(4 * 300, 1);
  const auto in_reach = [&] { return truebox::losses_are_in_reach<double>({boxes.data(), boxes.data(), 300, 0}); };
  CHECK(in_reach());
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL, 0x1p500, -0x1p501}) {
    boxes[777] = value;
    CHECK_FALSE(in_reach());
  }
}
