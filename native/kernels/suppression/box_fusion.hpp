// Fusing boxes of several models: clusters of overlapping boxes become one weighted box each.
//
// Weighted boxes fusion: Solovyev, Wang, Gabruseva, Image and Vision Computing 107 (2021), arXiv:1910.13302.
// Non-maximum weighted: Zhou et al., CAD, ICCV Workshops 2017.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "suppression/kept_boxes.hpp"

namespace truebox {

enum class Fusion {
  weighted_boxes,        // a box joins the cluster whose current fused box it overlaps most
  non_maximum_weighted,  // a box joins the cluster whose first box it overlaps most, and weighs score x that overlap
};

struct FusedCluster {
  double box[4];
  double sum[4] = {0, 0, 0, 0};  // of weight x coordinate
  double weight = 0;
  double score_sum = 0;
  double score_first = 0;
  std::int64_t count = 0;
};

struct FusedBoxes {
  std::vector<FusedCluster> clusters;
  std::vector<std::int64_t> cluster_of;  // for each box, in the order given
};

namespace detail {

// The boxes that stand for the clusters, in blocks that a newcomer is compared with at once.
class ClusterFronts {
 public:
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  TRUEBOX_INLINE void put(std::size_t index, const double* box) {
    if (index / kLanes == blocks_.size()) blocks_.emplace_back();
    blocks_[index / kLanes].put(index % kLanes, {box[0], box[1], box[2], box[3]});
  }

  // The first cluster with the largest IoU above the threshold, and that IoU in `best`.
  TRUEBOX_INLINE std::size_t nearest(const CornerBox<double>& box, double& best) const {
    const double area = box.area();
    std::size_t found = kNone;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const auto& block = blocks_[b];
      double shared[kLanes];
      double whole[kLanes];
      // Sign bits of best x union < shared, with room for roundings: most blocks need no division.
      const double floor = best * (1 - 8 * std::numeric_limits<double>::epsilon());
      std::uint64_t near = 0;
      for (std::size_t l = 0; l < kLanes; ++l) {
        const double width = (block.x_max[l] < box.x_max ? block.x_max[l] : box.x_max) -
                             (block.x_min[l] > box.x_min ? block.x_min[l] : box.x_min);
        const double height = (block.y_max[l] < box.y_max ? block.y_max[l] : box.y_max) -
                              (block.y_min[l] > box.y_min ? block.y_min[l] : box.y_min);
        shared[l] = (width > 0.0 ? width : 0.0) * (height > 0.0 ? height : 0.0);
        whole[l] = ((block.x_max[l] - block.x_min[l]) * (block.y_max[l] - block.y_min[l]) + area) - shared[l];
        near |= std::bit_cast<std::uint64_t>((floor * whole[l] - shared[l]) - std::numeric_limits<double>::min());
      }
      if (near >> 63 == 0) continue;
      for (std::size_t l = 0; l < kLanes; ++l) {
        if (shared[l] > 0.0 && shared[l] / whole[l] > best) {
          best = shared[l] / whole[l];
          found = b * kLanes + l;
        }
      }
    }
    return found;
  }

 private:
  std::vector<KeptBlock<double, kLanes>> blocks_;
};

}  // namespace detail

// Volatile, because GCC 12 drops a rounding to float and back when it vectorises this for AVX-512 at -O3.
template <class Sum>
TRUEBOX_INLINE double rounded_to(double value) {
  volatile Sum narrow = static_cast<Sum>(value);
  return static_cast<double>(narrow);
}

// Boxes of one label by falling score. `Sum` is the type in which coordinates are summed: the reference rounds its
// running sums to float.
template <Fusion fusion, class Sum>
TRUEBOX_INLINE FusedBoxes fuse_as(std::span<const CornerBox<double>> boxes, std::span<const double> scores,
                                  double threshold) {
  FusedBoxes fused;
  detail::ClusterFronts fronts;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    keep_going(16 + fused.clusters.size());
    const double box[4] = {boxes[i].x_min, boxes[i].y_min, boxes[i].x_max, boxes[i].y_max};
    double overlap = threshold;
    std::size_t index = fronts.nearest(boxes[i], overlap);
    const bool opens = index == detail::ClusterFronts::kNone;
    if (opens) {
      index = fused.clusters.size();
      fused.clusters.emplace_back();
      fused.clusters.back().score_first = scores[i];
      fronts.put(index, box);
      overlap = 1.0;
    }
    fused.cluster_of.push_back(static_cast<std::int64_t>(index));
    FusedCluster& cluster = fused.clusters[index];
    const double weight = fusion == Fusion::weighted_boxes ? scores[i] : scores[i] * overlap;
    cluster.weight += weight;
    cluster.score_sum += scores[i];
    ++cluster.count;
    for (int c = 0; c < 4; ++c) {
      cluster.sum[c] = rounded_to<Sum>(cluster.sum[c] + weight * box[c]);
      if (opens) cluster.box[c] = box[c];
      // Boxes of score 0 have no mean: the cluster stays where its first box is.
      const bool moves = cluster.weight != 0 && !(opens && fusion == Fusion::weighted_boxes);
      if (moves) cluster.box[c] = rounded_to<Sum>(cluster.sum[c] / cluster.weight);
    }
    if (fusion == Fusion::weighted_boxes && !opens) fronts.put(index, cluster.box);
  }
  return fused;
}

namespace detail {

TRUEBOX_CLONES inline FusedBoxes fuse_chosen(std::span<const CornerBox<double>> boxes, std::span<const double> scores,
                                             double threshold, Fusion fusion, bool single_precision_sums) {
  if (fusion == Fusion::weighted_boxes) {
    return single_precision_sums ? fuse_as<Fusion::weighted_boxes, float>(boxes, scores, threshold)
                                 : fuse_as<Fusion::weighted_boxes, double>(boxes, scores, threshold);
  }
  return single_precision_sums ? fuse_as<Fusion::non_maximum_weighted, float>(boxes, scores, threshold)
                               : fuse_as<Fusion::non_maximum_weighted, double>(boxes, scores, threshold);
}

}  // namespace detail

inline FusedBoxes fuse_boxes(std::span<const CornerBox<double>> boxes, std::span<const double> scores, double threshold,
                             Fusion fusion, bool single_precision_sums) {
  return may_throw(&detail::fuse_chosen)(boxes, scores, threshold, fusion, single_precision_sums);
}

}  // namespace truebox
