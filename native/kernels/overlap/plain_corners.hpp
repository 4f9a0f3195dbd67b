// Boxes alone, each by itself: looked at, cut, measured, and written in another format.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

// Whether every number is smaller than `limit` and no side of the corners [N, 4] is zero or less.
template <class Real>
inline bool boxes_are_open(const Real* boxes, std::size_t count, Real limit) {
  bool open = true;
  for (std::size_t i = 0; i < 4 * count; i += 4) {
    const Real* const box = boxes + i;
    open &= (std::abs(box[0]) < limit) & (std::abs(box[1]) < limit) & (std::abs(box[2]) < limit) & (std::abs(box[3]) < limit);
    open &= (box[2] - box[0] > 0) & (box[3] - box[1] > 0);
  }
  return open;
}

// Whether every number is smaller than `limit`.
template <class Real>
inline bool numbers_are_below(const Real* numbers, std::size_t count, Real limit) {
  bool below = true;
  for (std::size_t k = 0; k < count; ++k) below &= std::abs(numbers[k]) < limit;
  return below;
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

// The four numbers times or over what the image is long there: `scale` is width and height, in the order of the layout.
template <std::size_t Source, std::size_t Target, bool FromFractions, class Real>
inline bool rescale_layout(const Real* boxes, std::size_t count, Real width, Real height, Real* out) {
  constexpr Real kMost = std::numeric_limits<Real>::max();
  constexpr bool kYFirst = (FromFractions ? Source : Target) == 1;
  const Real first = kYFirst ? height : width, second = kYFirst ? width : height;
  bool finite = true;
  for (std::size_t i = 0; i < 4 * count; i += 4) {
    FourNumbers<Real> box{boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]};
    if constexpr (FromFractions) box = {box.a * first, box.b * second, box.c * first, box.d * second};
    if constexpr (Source == 2 && Target == 3) {
      box = {box.a + box.c / 2, box.b + box.d / 2, box.c, box.d};
    } else if constexpr (Source == 3 && Target == 2) {
      box = {box.a - box.c / 2, box.b - box.d / 2, box.c, box.d};
    } else if constexpr (Source != Target) {
      box = corners_to_layout<Target>(layout_to_corners<Source>(box));
    }
    if constexpr (!FromFractions) box = {box.a / first, box.b / second, box.c / first, box.d / second};
    finite &= (std::abs(box.a) <= kMost) & (std::abs(box.b) <= kMost) & (std::abs(box.c) <= kMost) & (std::abs(box.d) <= kMost);
    out[i] = box.a;
    out[i + 1] = box.b;
    out[i + 2] = box.c;
    out[i + 3] = box.d;
  }
  return finite;
}

// Boxes of a layout cut at the image; one that lies inside keeps its bits. False where a number is not finite.
template <std::size_t Layout, class Real>
inline bool clip_layout(const Real* boxes, std::size_t count, double width, double height, Real* out) {
  constexpr Real kMost = std::numeric_limits<Real>::max();
  const auto cut = [](Real value, double limit) {
    const auto wide = static_cast<double>(value);
    const double low = wide > 0 ? wide : 0.0;
    return static_cast<Real>(low > limit ? limit : low);
  };
  bool finite = true;
  for (std::size_t i = 0; i < 4 * count; i += 4) {
    const FourNumbers<Real> given{boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]};
    const FourNumbers<Real> corners = layout_to_corners<Layout>(given);
    finite &= (std::abs(corners.a) <= kMost) & (std::abs(corners.b) <= kMost) & (std::abs(corners.c) <= kMost) &
              (std::abs(corners.d) <= kMost);
    const FourNumbers<Real> inside{cut(corners.a, width), cut(corners.b, height), cut(corners.c, width), cut(corners.d, height)};
    const bool same = (inside.a == corners.a) & (inside.b == corners.b) & (inside.c == corners.c) & (inside.d == corners.d);
    const FourNumbers<Real> made = corners_to_layout<Layout>(inside);
    out[i] = same ? given.a : made.a;
    out[i + 1] = same ? given.b : made.b;
    out[i + 2] = same ? given.c : made.c;
    out[i + 3] = same ? given.d : made.d;
  }
  return finite;
}

// As `clip_layout`, of whole numbers so small that no sum of them overflows.
template <std::size_t Layout>
inline void clip_whole_layout(const std::int64_t* boxes, std::size_t count, std::int64_t width, std::int64_t height,
                              std::int64_t* out) {
  const auto cut = [](std::int64_t value, std::int64_t limit) {
    const std::int64_t low = value > 0 ? value : 0;
    return low > limit ? limit : low;
  };
  for (std::size_t i = 0; i < 4 * count; i += 4) {
    const FourNumbers<std::int64_t> given{boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]};
    const FourNumbers<std::int64_t> corners = layout_to_corners<Layout>(given);
    const FourNumbers<std::int64_t> inside{cut(corners.a, width), cut(corners.b, height), cut(corners.c, width),
                                           cut(corners.d, height)};
    const FourNumbers<std::int64_t> made = corners_to_layout<Layout>(inside);
    out[i] = made.a;
    out[i + 1] = made.b;
    out[i + 2] = made.c;
    out[i + 3] = made.d;
  }
}

// `pixel` is what an extent of corners grows by.
template <class Given, class Real>
inline void measure_areas(const Given* boxes, std::size_t count, bool sized, Real pixel, Real* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Real box[4] = {static_cast<Real>(boxes[4 * i]), static_cast<Real>(boxes[4 * i + 1]), static_cast<Real>(boxes[4 * i + 2]),
                         static_cast<Real>(boxes[4 * i + 3])};
    out[i] = sized ? box[2] * box[3] : (box[2] - box[0] + pixel) * (box[3] - box[1] + pixel);
  }
}

}  // namespace truebox
