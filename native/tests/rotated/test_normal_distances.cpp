// Rotated boxes as normal distributions, against the published forms.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "rotated/normal_distances.hpp"
#include "rotated/plain_math.hpp"

using namespace truebox;

namespace {

struct Covariance {
  double xx, xy, yy;
  double determinant() const { return xx * yy - xy * xy; }
  double trace() const { return xx + yy; }
};

// `share` of a side squared is its variance.
Covariance covariance_of(const double* box, double share) {
  const double c = std::cos(box[4]), s = std::sin(box[4]), w = share * box[2] * box[2], h = share * box[3] * box[3];
  return {w * c * c + h * s * s, (w - h) * c * s, w * s * s + h * c * c};
}

double apart(const Covariance& around, double x, double y) {
  return (around.yy * x * x - 2 * around.xy * x * y + around.xx * y * y) / around.determinant();
}

// Llerena et al., arXiv:2106.06072.
double published_probiou(const double* a, const double* b) {
  const Covariance one = covariance_of(a, 1.0 / 12), other = covariance_of(b, 1.0 / 12);
  const Covariance both{one.xx + other.xx, one.xy + other.xy, one.yy + other.yy};
  const double distance = apart(both, a[0] - b[0], a[1] - b[1]) / 4 +
                          std::log(both.determinant() / (4 * std::sqrt(one.determinant() * other.determinant()))) / 2;
  return 1 - std::sqrt(1 - std::exp(-distance));
}

// Yang et al., arXiv:2101.11952 and 2106.01883; the root of a trace in two dimensions by its determinant.
double published_gwd(const double* a, const double* b) {
  const Covariance one = covariance_of(a, 0.25), other = covariance_of(b, 0.25);
  const double product = one.xx * other.xx + 2 * one.xy * other.xy + one.yy * other.yy;
  const double root = std::sqrt(product + 2 * std::sqrt(one.determinant() * other.determinant()));
  const double x = a[0] - b[0], y = a[1] - b[1];
  return 1 / (1 + std::log1p(x * x + y * y + one.trace() + other.trace() - 2 * root));
}

double published_kld(const double* a, const double* b) {
  const Covariance one = covariance_of(a, 0.25), other = covariance_of(b, 0.25);
  const double spread = (other.yy * one.xx - 2 * other.xy * one.xy + other.xx * one.yy) / other.determinant();
  const double distance = (apart(other, a[0] - b[0], a[1] - b[1]) + spread + std::log(other.determinant() / one.determinant())) / 2 - 1;
  return 1 / (1 + std::log1p(distance));
}

template <class Formula>
double likeness_of(const std::vector<double>& a, const std::vector<double>& b) {
  const PlainMath math;
  const TurnedColumns one(a.data(), 1, {}, math), other(b.data(), 1, {}, math);
  double found = 0;
  measure_turned_pairs<true>(
      one, other, 1,
      [&](const PairSide& some, const PairSide& others, std::size_t count, double* to) { Formula::measure(some, others, count, math, to); },
      &found);
  return found;
}

}  // namespace

TEST_CASE("likenesses of normal distributions are the published ones") {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto box = [&] {
    return std::vector<double>{6 * unit(generator), 6 * unit(generator), 1 + 5 * unit(generator), 1 + 5 * unit(generator), 7 * unit(generator)};
  };
  for (int round = 0; round < 200; ++round) {
    const std::vector<double> a = box(), b = box();
    CHECK(likeness_of<NormalOverlap>(a, b) == doctest::Approx(published_probiou(a.data(), b.data())).epsilon(1e-9));
    CHECK(likeness_of<NormalDistance>(a, b) == doctest::Approx(published_gwd(a.data(), b.data())).epsilon(1e-9));
    CHECK(likeness_of<NormalDivergence>(a, b) == doctest::Approx(published_kld(a.data(), b.data())).epsilon(1e-9));
    CHECK(likeness_of<NormalOverlap>(a, a) == 1);
    CHECK(likeness_of<NormalDistance>(a, a) == 1);
    CHECK(likeness_of<NormalDivergence>(a, a) == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("boxes without area have no likeness but by distance") {
  const std::vector<double> line{0, 0, 4, 0, 0.3}, box{0, 0, 4, 2, 0.3};
  CHECK(likeness_of<NormalOverlap>(line, box) == 0);
  CHECK(likeness_of<NormalDivergence>(line, box) == 0);
  CHECK(likeness_of<NormalDistance>(line, box) == doctest::Approx(1 / (1 + std::log1p(1.0))));  // half the side, squared
}
