// Greedy non-maximum suppression of axis-aligned boxes: by falling score, drop what overlaps a kept box too much.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
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

}  // namespace truebox
