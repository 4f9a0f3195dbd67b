// Boxes alone, each by itself: looked at, cut, measured, and written in another format.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "ground/inlining.hpp"

namespace truebox {

// Whether every number is finite and none of the boxes, [N, 4], has a negative side; `sized` says that the last two
// numbers are the sides.
template <class Real>
inline bool boxes_are_regular(const Real* boxes, std::size_t count, bool sized) {
  constexpr Real kMost = std::numeric_limits<Real>::max();
  bool regular = true;
  for (std::size_t i = 0; i < count; ++i) {
    const Real* const box = boxes + 4 * i;
    const Real left = sized ? Real{0} : box[0], top = sized ? Real{0} : box[1];
    bool fine = true;
    for (std::size_t k = 0; k < 4; ++k) fine &= std::abs(box[k]) <= kMost;
    regular &= fine & (box[2] >= left) & (box[3] >= top);
  }
  return regular;
}

// Each coordinate brought into [0, limit]; what lies there keeps its bits, and NaN stays NaN. A float above a limit that
// no float is gets the nearest one, with which it compares as with the limit itself.
template <class Real>
inline void clip_corners(const Real* TRUEBOX_RESTRICT boxes, std::size_t count, double width, double height,
                         Real* TRUEBOX_RESTRICT out) {
  constexpr double kMost = static_cast<double>(std::numeric_limits<Real>::max());
  const auto nearest = [](double limit) {
    return limit > kMost ? std::numeric_limits<Real>::infinity() : static_cast<Real>(limit);
  };
  const Real limits[4] = {nearest(width), nearest(height), nearest(width), nearest(height)};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const Real value = boxes[4 * i + k], low = value < 0 ? Real{0} : value;
      out[4 * i + k] = low > limits[k] ? limits[k] : low;
    }
  }
}

// Corners, corners with y first, corner and sides, centre and sides: how four numbers are a box.
inline constexpr std::size_t kBoxLayouts = 4;

template <class Real>
struct FourNumbers {
  Real a, b, c, d;
};

template <std::size_t Layout, class Real>
inline FourNumbers<Real> layout_to_corners(FourNumbers<Real> box) {
  const auto [a, b, c, d] = box;
  if constexpr (Layout == 1) return {b, a, d, c};
  if constexpr (Layout == 2) return {a, b, a + c, b + d};
  if constexpr (Layout == 3) return {a - c / 2, b - d / 2, a + c / 2, b + d / 2};
  return box;
}

template <std::size_t Layout, class Real>
inline FourNumbers<Real> corners_to_layout(FourNumbers<Real> box) {
  const auto [a, b, c, d] = box;
  if constexpr (Layout == 1) return {b, a, d, c};
  const Real width = c - a, height = d - b;
  if constexpr (Layout == 2) return {a, b, width, height};
  if constexpr (Layout == 3) return {a + width / 2, b + height / 2, width, height};
  return box;
}

// Sides pass from one format with sides to the other as they are.
template <std::size_t Source, std::size_t Target, class Real>
inline void convert_layout(const Real* boxes, std::size_t count, Real* out) {
  for (std::size_t i = 0; i < 4 * count; i += 4) {
    const FourNumbers<Real> box{boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]};
    FourNumbers<Real> made = box;
    if constexpr (Source == 2 && Target == 3) {
      made = {box.a + box.c / 2, box.b + box.d / 2, box.c, box.d};
    } else if constexpr (Source == 3 && Target == 2) {
      made = {box.a - box.c / 2, box.b - box.d / 2, box.c, box.d};
    } else if constexpr (Source != Target) {
      made = corners_to_layout<Target>(layout_to_corners<Source>(box));
    }
    out[i] = made.a;
    out[i + 1] = made.b;
    out[i + 2] = made.c;
    out[i + 3] = made.d;
  }
}

// `pixel` is what an extent of corners grows by.
template <class Real>
inline void measure_areas(const Real* boxes, std::size_t count, bool sized, Real pixel, Real* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Real* const box = boxes + 4 * i;
    out[i] = sized ? box[2] * box[3] : (box[2] - box[0] + pixel) * (box[3] - box[1] + pixel);
  }
}

}  // namespace truebox
