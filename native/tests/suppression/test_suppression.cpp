// The suppression kernels against their definitions, written plainly.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "suppression/matrix_suppression.hpp"
#include "suppression/non_maximum_suppression.hpp"
#include "suppression/overlap_suppression.hpp"
#include "suppression/soft_suppression.hpp"

using namespace truebox;

namespace {

template <class Real>
struct Scene {
  std::vector<CornerBox<Real>> boxes;
  std::vector<double> scores;
  std::vector<std::int64_t> labels;
};

template <class Real>
Scene<Real> scene(unsigned seed, std::size_t count, double field, double largest) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  Scene<Real> made;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<Real>(unit(generator) * field), y = static_cast<Real>(unit(generator) * field);
    // A few boxes without area.
    const auto w = static_cast<Real>(i % 17 == 0 ? 0 : unit(generator) * largest);
    const auto h = static_cast<Real>(unit(generator) * largest);
    made.boxes.push_back({x, y, x + w, y + h});
    made.scores.push_back(std::floor(unit(generator) * 50) / 50);
    made.labels.push_back(static_cast<std::int64_t>(generator() % 4));
  }
  return made;
}

template <class Real>
double plain_iou(const CornerBox<Real>& a, const CornerBox<Real>& b) {
  const Real width = std::max(Real(0), std::min(a.x_max, b.x_max) - std::max(a.x_min, b.x_min));
  const Real height = std::max(Real(0), std::min(a.y_max, b.y_max) - std::max(a.y_min, b.y_min));
  const Real shared = width * height;
  return shared > 0 ? shared / ((a.area() + b.area()) - shared) : Real(0);
}

template <class Real>
std::vector<std::int64_t> plain_nms(const Scene<Real>& made, double threshold, bool by_label) {
  std::vector<std::int64_t> kept;
  for (const std::uint32_t i : rows_by_score(made.scores, -1)) {
    bool dropped = false;
    for (const std::int64_t k : kept) {
      if (by_label && made.labels[static_cast<std::size_t>(k)] != made.labels[i]) continue;
      dropped = dropped || plain_iou(made.boxes[static_cast<std::size_t>(k)], made.boxes[i]) > threshold;
    }
    if (!dropped) kept.push_back(i);
  }
  return kept;
}

template <class Real>
void compare_with_definition(std::size_t count, double field, double largest) {
  const auto made = scene<Real>(static_cast<unsigned>(count), count, field, largest);
  for (const double threshold : {0.0, 0.1, 0.5, 0.7, 1.0}) {
    SuppressionRule rule;
    rule.threshold = threshold;
    CHECK(kept_rows<Real>(made.boxes, made.scores, nullptr, rule) == plain_nms(made, threshold, false));
    CHECK(kept_rows<Real>(made.boxes, made.scores, made.labels.data(), rule) == plain_nms(made, threshold, true));
  }
}

}  // namespace

TEST_CASE("scores are ordered from high to low, equal ones as they came") {
  const std::vector<double> scores{0.5, -1.0, 0.5, 1e300, 0.0, -0.0, -1e-310};
  CHECK(rows_by_score(scores, -2) == std::vector<std::uint32_t>{3, 0, 2, 4, 5, 6, 1});
  CHECK(rows_by_score(scores, 0.5) == std::vector<std::uint32_t>{3, 0, 2});
  CHECK(rows_by_score({}, 0).empty());
}

TEST_CASE("many scores are ordered like few") {
  std::mt19937 generator(1);
  std::vector<double> scores;
  for (int i = 0; i < 5000; ++i) scores.push_back((static_cast<double>(generator() % 1000) - 500) / 7);
  std::vector<std::uint32_t> expected(scores.size());
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<std::uint32_t>(i);
  std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return scores[a] > scores[b]; });
  CHECK(rows_by_score(scores, -1000) == expected);
}

TEST_CASE("labels are grouped in order, whatever their range") {
  const std::vector<std::uint32_t> order{0, 1, 2, 3, 4};
  for (const std::int64_t step : {std::int64_t{1}, std::numeric_limits<std::int64_t>::max()}) {
    const std::vector<std::int64_t> labels{step, -step, step, 0, -step};
    const LabelGroups groups = group_by_label(order, labels.data());
    REQUIRE(groups.size() == 3);
    CHECK(groups.members == std::vector<std::uint32_t>{1, 4, 3, 0, 2});
    CHECK(groups.group(0).size() == 2);
    CHECK(groups.group(1).size() == 1);
  }
  CHECK(group_by_label({}, nullptr).members.empty());
}

TEST_CASE("list and grid keep what the definition keeps") {
  compare_with_definition<float>(40, 60, 30);
  compare_with_definition<double>(40, 60, 30);
  compare_with_definition<float>(700, 300, 60);
  compare_with_definition<double>(700, 300, 60);
  compare_with_definition<float>(700, 4000, 1500);  // boxes that cover more cells than the grid takes
  compare_with_definition<double>(700, 20, 30);     // a pile
  compare_with_definition<float>(600, 0, 30);       // one corner shared by all
}

TEST_CASE("bad boxes are found") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  std::vector<CornerBox<double>> boxes(5, {0, 0, 1, 1});
  CHECK(first_bad_box<double>(boxes) == 5);
  for (const CornerBox<double>& bad : {CornerBox<double>{nan, 0, 1, 1}, CornerBox<double>{0, 0, 1, nan},
                                       CornerBox<double>{-infinity, 0, 1, 1}, CornerBox<double>{0, 0, infinity, 1},
                                       CornerBox<double>{2, 0, 1, 1}, CornerBox<double>{0, 2, 1, 1}}) {
    boxes[3] = bad;
    CHECK(first_bad_box<double>(boxes) == 3);
  }
}

TEST_CASE("a matrix of overlaps keeps what the boxes keep") {
  const auto made = scene<double>(3, 120, 60, 30);
  std::vector<double> overlap;
  for (const auto& a : made.boxes) {
    for (const auto& b : made.boxes) overlap.push_back(plain_iou(a, b));
  }
  CHECK(kept_by_overlap(overlap.data(), made.scores, nullptr, 0.3, -1, 1000) == plain_nms(made, 0.3, false));
  CHECK(kept_by_overlap(overlap.data(), made.scores, made.labels.data(), 0.3, -1, 1000) == plain_nms(made, 0.3, true));
}

TEST_CASE("soft suppression picks every row once and never raises a score") {
  const auto made = scene<double>(5, 200, 60, 30);
  std::vector<std::uint32_t> items(200);
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::uint32_t>(i);
  for (const Decay decay : {Decay::linear, Decay::gaussian}) {
    const auto picked = soft_suppress(BoxOverlaps(made.boxes, items), items, made.scores, {decay, 0.3, 0.5, 0.0});
    REQUIRE(picked.size() == 200);
    std::vector<int> seen(200, 0);
    for (std::size_t k = 0; k < picked.size(); ++k) {
      ++seen[picked[k].row];
      CHECK(picked[k].score <= made.scores[picked[k].row]);
      if (k > 0) CHECK(picked[k].score <= picked[k - 1].score);
    }
    CHECK(seen == std::vector<int>(200, 1));
  }
}

TEST_CASE("matrix suppression of two boxes by hand") {
  const std::vector<CornerBox<double>> boxes{{0, 0, 10, 10}, {0, 0, 10, 8}};  // IoU 0.8
  const std::vector<std::uint32_t> items{0, 1};
  const auto linear = matrix_suppress(BoxOverlaps(boxes, items), 2, {Decay::linear, 2.0});
  CHECK(linear[0] == 1.0);
  CHECK(linear[1] == doctest::Approx(0.2));
  const auto gaussian = matrix_suppress(BoxOverlaps(boxes, items), 2, {Decay::gaussian, 2.0});
  CHECK(gaussian[1] == doctest::Approx(std::exp(-2.0 * 0.64)));
}
