// Fusion of boxes: clusters by hand.
#include <doctest/doctest.h>

#include "suppression/box_fusion.hpp"

using namespace truebox;

TEST_CASE("overlapping boxes become their weighted mean") {
  const std::vector<CornerBox<double>> boxes{{0, 0, 10, 10}, {40, 40, 50, 50}, {0, 0, 10, 12}};
  const std::vector<double> scores{0.75, 0.5, 0.25};
  const FusedBoxes fused = fuse_boxes(boxes, scores, 0.55, Fusion::weighted_boxes, false);
  REQUIRE(fused.clusters.size() == 2);
  CHECK(fused.cluster_of == std::vector<std::int64_t>{0, 1, 0});
  CHECK(fused.clusters[0].box[3] == 10.5);
  CHECK(fused.clusters[0].score_sum == 1.0);
  CHECK(fused.clusters[0].count == 2);
  CHECK(fused.clusters[1].box[0] == 40.0);
}

TEST_CASE("weights of the other method are score times overlap") {
  const std::vector<CornerBox<double>> boxes{{0, 0, 10, 10}, {0, 0, 10, 8}};
  const std::vector<double> scores{0.5, 0.5};
  const FusedBoxes fused = fuse_boxes(boxes, scores, 0.55, Fusion::non_maximum_weighted, false);
  REQUIRE(fused.clusters.size() == 1);
  CHECK(fused.clusters[0].box[3] == doctest::Approx((0.5 * 10 + 0.4 * 8) / 0.9));
}

TEST_CASE("single precision sums are rounded at every step") {
  const std::vector<CornerBox<double>> boxes{{0, 0, 1.0 / 3, 1}, {0, 0, 1.0 / 3, 1}};
  const std::vector<double> scores{0.7, 0.7};
  const float first = static_cast<float>(0.7 * (1.0 / 3));
  const auto second = static_cast<float>(static_cast<double>(first) + 0.7 * (1.0 / 3));
  const FusedBoxes strict = fuse_boxes(boxes, scores, 0.5, Fusion::weighted_boxes, true);
  CHECK(strict.clusters[0].box[2] == static_cast<double>(static_cast<float>(static_cast<double>(second) / 1.4)));
  CHECK(fuse_boxes(boxes, scores, 0.5, Fusion::weighted_boxes, false).clusters[0].box[2] == doctest::Approx(1.0 / 3));
}

TEST_CASE("the nearest cluster wins, beyond one block of them") {
  std::vector<CornerBox<double>> boxes;
  std::vector<double> scores;
  for (int k = 0; k < 30; ++k) {
    boxes.push_back({100.0 * k, 0, 100.0 * k + 10, 10});
    scores.push_back(1.0 - k * 0.01);
  }
  boxes.push_back({2601, 0, 2611, 10});
  scores.push_back(0.1);
  const FusedBoxes fused = fuse_boxes(boxes, scores, 0.5, Fusion::weighted_boxes, false);
  CHECK(fused.clusters.size() == 30);
  CHECK(fused.cluster_of.back() == 26);
}
