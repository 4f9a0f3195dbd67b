// Greedy non-maximum suppression of axis-aligned boxes: by falling score, drop what overlaps a kept box too much.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "suppression/kept_boxes.hpp"
#include "suppression/kept_grid.hpp"

namespace truebox {

// Boxes come by falling score. The result holds the places of the first `most` kept ones, ascending.
template <SuppressionMeasure measure, class Real>
TRUEBOX_INLINE std::vector<std::uint32_t> kept_places(std::span<const CornerBox<Real>> boxes, double threshold,
                                                      std::size_t most) {
  const SuppressionLimit<Real> limit(threshold);
  const GridPlan<Real> plan = plan_grid(boxes);
  std::vector<std::uint32_t> kept;
  if (plan.worthwhile) {
    KeptGrid<Real> grid(plan, threshold);
    for (std::size_t i = 0; i < boxes.size() && kept.size() < most; ++i) {
      keep_going(64 + kept.size() / 16);
      const Real area = boxes[i].area();
      if (grid.template suppresses<measure>(boxes[i], area, limit)) continue;
      kept.push_back(static_cast<std::uint32_t>(i));
      grid.add(boxes[i]);
    }
    return kept;
  }
  KeptList<Real> list;
  for (std::size_t i = 0; i < boxes.size() && kept.size() < most; ++i) {
    keep_going(16 + kept.size());
    const Real area = boxes[i].area();
    if (list.template suppresses<measure>(boxes[i], area, limit)) continue;
    kept.push_back(static_cast<std::uint32_t>(i));
    list.add(boxes[i]);
  }
  return kept;
}

// So few boxes that what they need lies on the stack.
inline constexpr std::size_t kFewBoxes = 64;

// `kept_places` of at most `kFewBoxes`, written to `kept`; how many there are.
template <SuppressionMeasure measure, class Real>
TRUEBOX_INLINE std::size_t kept_of_few(const CornerBox<Real>* boxes, std::size_t count, double threshold, std::size_t most,
                                       std::uint32_t* kept) {
  constexpr std::size_t kLanes = KeptList<Real>::kLanes;
  const SuppressionLimit<Real> limit(threshold);
  std::optional<KeptBlock<Real, kLanes>> blocks[kFewBoxes / kLanes];
  std::size_t found = 0;
  for (std::size_t i = 0; i < count && found < most; ++i) {
    const Real area = boxes[i].area();
    bool goes = false;
    for (std::size_t k = 0; k * kLanes < found && !goes; ++k) goes = block_suppresses<measure>(*blocks[k], boxes[i], area, limit);
    if (goes) continue;
    if (found % kLanes == 0) blocks[found / kLanes].emplace();
    blocks[found / kLanes]->put(found % kLanes, boxes[i]);
    kept[found++] = static_cast<std::uint32_t>(i);
  }
  return found;
}

// Plain functions, because a template is not compiled once per instruction set.
using Places = std::vector<std::uint32_t>;
TRUEBOX_CLONES inline Places suppress_by_iou(std::span<const CornerBox<float>> boxes, double threshold,
                                             std::size_t most) {
  return kept_places<SuppressionMeasure::iou>(boxes, threshold, most);
}
TRUEBOX_CLONES inline Places suppress_by_iou(std::span<const CornerBox<double>> boxes, double threshold,
                                             std::size_t most) {
  return kept_places<SuppressionMeasure::iou>(boxes, threshold, most);
}
TRUEBOX_CLONES inline Places suppress_by_diou(std::span<const CornerBox<float>> boxes, double threshold,
                                              std::size_t most) {
  return kept_places<SuppressionMeasure::diou>(boxes, threshold, most);
}
TRUEBOX_CLONES inline Places suppress_by_diou(std::span<const CornerBox<double>> boxes, double threshold,
                                              std::size_t most) {
  return kept_places<SuppressionMeasure::diou>(boxes, threshold, most);
}

TRUEBOX_CLONES inline std::size_t few_by_iou(const CornerBox<float>* boxes, std::size_t count, double threshold,
                                             std::size_t most, std::uint32_t* kept) {
  return kept_of_few<SuppressionMeasure::iou>(boxes, count, threshold, most, kept);
}
TRUEBOX_CLONES inline std::size_t few_by_iou(const CornerBox<double>* boxes, std::size_t count, double threshold,
                                             std::size_t most, std::uint32_t* kept) {
  return kept_of_few<SuppressionMeasure::iou>(boxes, count, threshold, most, kept);
}

}  // namespace truebox
