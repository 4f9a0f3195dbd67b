// Boxes that were kept, in blocks that one candidate is compared with at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "ground/inlining.hpp"

namespace truebox {

template <class Real>
struct CornerBox {
  Real x_min, y_min, x_max, y_max;
  TRUEBOX_INLINE Real area() const { return (x_max - x_min) * (y_max - y_min); }
};

enum class SuppressionMeasure {
  iou,
  diou,  // IoU minus squared centre distance over squared diagonal of the hull (Zheng et al., AAAI 2020, eq. 6)
};

// Suppress when measure > limit. The quotient is rounded in Real and then compared in double, as torchvision does;
// `floor` is a bound below the limit that decides most pairs without a division.
template <class Real>
struct SuppressionLimit {
  double limit;
  Real floor;

  explicit SuppressionLimit(double threshold)
      : limit(threshold), floor(static_cast<Real>(threshold) * (Real(1) - 8 * std::numeric_limits<Real>::epsilon())) {}
};

// Unused lanes hold a box that no box intersects.
template <class Real, std::size_t lanes>
struct KeptBlock {
  std::array<Real, lanes> x_min, y_min, x_max, y_max;

  KeptBlock() {
    x_min.fill(std::numeric_limits<Real>::infinity());
    y_min.fill(std::numeric_limits<Real>::infinity());
    x_max.fill(-std::numeric_limits<Real>::infinity());
    y_max.fill(-std::numeric_limits<Real>::infinity());
  }
  TRUEBOX_INLINE void put(std::size_t lane, const CornerBox<Real>& box) {
    x_min[lane] = box.x_min;
    y_min[lane] = box.y_min;
    x_max[lane] = box.x_max;
    y_max[lane] = box.y_max;
  }
};

template <SuppressionMeasure measure, class Real>
TRUEBOX_INLINE bool passes_limit(const CornerBox<Real>& a, const CornerBox<Real>& b, Real shared, Real whole,
                                 double limit) {
  const Real iou = shared / whole;
  if constexpr (measure == SuppressionMeasure::iou) {
    return static_cast<double>(iou) > limit;
  } else {
    const Real dx = ((a.x_min + a.x_max) - (b.x_min + b.x_max)) / 2;
    const Real dy = ((a.y_min + a.y_max) - (b.y_min + b.y_max)) / 2;
    const Real width = (a.x_max > b.x_max ? a.x_max : b.x_max) - (a.x_min < b.x_min ? a.x_min : b.x_min);
    const Real height = (a.y_max > b.y_max ? a.y_max : b.y_max) - (a.y_min < b.y_min ? a.y_min : b.y_min);
    return static_cast<double>(iou - (dx * dx + dy * dy) / (width * width + height * height)) > limit;
  }
}

// Whether any box of the block suppresses `box`.
template <SuppressionMeasure measure, class Real, std::size_t lanes>
TRUEBOX_INLINE bool block_suppresses(const KeptBlock<Real, lanes>& block, const CornerBox<Real>& box, Real area,
                                     const SuppressionLimit<Real>& limit) {
  Real shared[lanes];
  Real whole[lanes];
  // A sign bit for each lane that needs the division: OR of bits is vectorised, OR of comparisons is not. Subtracting
  // the smallest normal number keeps the bound safe where products of tiny areas are rounded coarsely.
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  Bits near = 0;
  for (std::size_t l = 0; l < lanes; ++l) {
    const Real left = block.x_min[l] > box.x_min ? block.x_min[l] : box.x_min;
    const Real top = block.y_min[l] > box.y_min ? block.y_min[l] : box.y_min;
    const Real right = block.x_max[l] < box.x_max ? block.x_max[l] : box.x_max;
    const Real bottom = block.y_max[l] < box.y_max ? block.y_max[l] : box.y_max;
    const Real width = right - left > Real(0) ? right - left : Real(0);
    const Real height = bottom - top > Real(0) ? bottom - top : Real(0);
    const Real kept_area = (block.x_max[l] - block.x_min[l]) * (block.y_max[l] - block.y_min[l]);
    shared[l] = width * height;
    whole[l] = (kept_area + area) - shared[l];
    near |= std::bit_cast<Bits>((limit.floor * whole[l] - shared[l]) - std::numeric_limits<Real>::min());
  }
  if ((near >> (8 * sizeof(Real) - 1)) == 0) return false;
  for (std::size_t l = 0; l < lanes; ++l) {
    const CornerBox<Real> kept{block.x_min[l], block.y_min[l], block.x_max[l], block.y_max[l]};
    if (shared[l] > Real(0) && passes_limit<measure>(kept, box, shared[l], whole[l], limit.limit)) return true;
  }
  return false;
}

// All kept boxes in one row of blocks: best for few boxes, and for those too large for a grid.
template <class Real>
class KeptList {
 public:
  static constexpr std::size_t kLanes = 16;

  TRUEBOX_INLINE void add(const CornerBox<Real>& box) {
    if (count_ % kLanes == 0) blocks_.emplace_back();
    blocks_[count_ / kLanes].put(count_ % kLanes, box);
    ++count_;
  }
  template <SuppressionMeasure measure>
  TRUEBOX_INLINE bool suppresses(const CornerBox<Real>& box, Real area, const SuppressionLimit<Real>& limit) const {
    for (const auto& block : blocks_) {
      if (block_suppresses<measure>(block, box, area, limit)) return true;
    }
    return false;
  }

 private:
  std::vector<KeptBlock<Real, kLanes>> blocks_;
  std::size_t count_ = 0;
};

}  // namespace truebox
