// Overlap of axis-aligned boxes: intersection over union, or over the area of the first box.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "overlap/columns.hpp"
#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/streaming_store.hpp"

namespace truebox {

enum class OverlapMeasure {
  iou,  // intersection / union
  ioa,  // intersection / area of the first box (the reference's overlap with a crowd region)
};

struct PlainRow {
  const char* name;
  OverlapMeasure measure;
};

inline constexpr std::array kPlainMeasures = {PlainRow{"iou", OverlapMeasure::iou}, PlainRow{"ioa", OverlapMeasure::ioa}};

struct OverlapRule {
  BoxLayout layout = BoxLayout::corners;
  bool inclusive = false;  // corners are indices of pixels that belong to the box
  OverlapMeasure measure = OverlapMeasure::iou;
  // Sizes count pixels already, so only corner extents grow by one.
  bool grows() const { return inclusive && layout == BoxLayout::corners; }
};

template <class Real>
struct OverlapBox {
  Real x_min, y_min, x_max, y_max, area;
};

template <class Real>
TRUEBOX_INLINE OverlapBox<Real> box_at(const OverlapColumns<Real>& boxes, std::size_t i) {
  return {boxes.x_min[i], boxes.y_min[i], boxes.x_max[i], boxes.y_max[i], boxes.area[i]};
}

// The order of operations is the reference's, (area_a + area_b) - intersection. Nothing divides by an epsilon: boxes
// that share no area have 0, and a quotient that rounding of x + w pushed to 1 or beyond is 1.
template <OverlapMeasure measure, bool grows, class Real>
TRUEBOX_INLINE Real overlap_value(const OverlapBox<Real>& a, const OverlapBox<Real>& b) {
  Real width = (b.x_max < a.x_max ? b.x_max : a.x_max) - (b.x_min > a.x_min ? b.x_min : a.x_min);
  Real height = (b.y_max < a.y_max ? b.y_max : a.y_max) - (b.y_min > a.y_min ? b.y_min : a.y_min);
  if constexpr (grows) {
    width += Real(1);
    height += Real(1);
  }
  width = width > Real(0) ? width : Real(0);
  height = height > Real(0) ? height : Real(0);
  const Real shared = width * height;
  const Real whole = measure == OverlapMeasure::iou ? (a.area + b.area) - shared : a.area;
  const Real quotient = shared / whole;
  const Real bounded = shared < whole ? quotient : Real(1);
  return shared > Real(0) ? bounded : Real(0);
}

// Calls body.template operator()<measure, grows>(): the rule is decided once, outside the loops.
template <class Body>
TRUEBOX_INLINE void with_rule(const OverlapRule& rule, const Body& body) {
  if (rule.measure == OverlapMeasure::iou) {
    if (rule.grows()) {
      body.template operator()<OverlapMeasure::iou, true>();
    } else {
      body.template operator()<OverlapMeasure::iou, false>();
    }
  } else if (rule.grows()) {
    body.template operator()<OverlapMeasure::ioa, true>();
  } else {
    body.template operator()<OverlapMeasure::ioa, false>();
  }
}

// One box against `count` consecutive columns. A last tile that overlaps the one before replaces a scalar remainder:
// the same pairs give the same bits twice.
template <OverlapMeasure measure, bool grows, class Real>
TRUEBOX_INLINE void overlap_strip(const OverlapBox<Real>& a, const OverlapColumns<Real>& b, std::size_t first,
                                  std::size_t count, Real* out) {
  constexpr std::size_t kTile = 16;
  const Real* x_min = b.x_min + first;
  const Real* y_min = b.y_min + first;
  const Real* x_max = b.x_max + first;
  const Real* y_max = b.y_max + first;
  const Real* area = b.area + first;
  const std::size_t whole_tiles = count - count % kTile;
  for (std::size_t j = 0; j < whole_tiles; ++j) {
    out[j] = overlap_value<measure, grows, Real>(a, {x_min[j], y_min[j], x_max[j], y_max[j], area[j]});
  }
  if (whole_tiles == count) return;
  const std::size_t tail = count - kTile;
  for (std::size_t k = 0; k < kTile; ++k) {
    const std::size_t j = tail + k;
    out[j] = overlap_value<measure, grows, Real>(a, {x_min[j], y_min[j], x_max[j], y_max[j], area[j]});
  }
}

constexpr std::size_t kNarrow = 16;  // below this many columns the vectors run down the rows instead

template <OverlapMeasure measure, bool grows, class Real>
TRUEBOX_INLINE void overlap_narrow(const OverlapColumns<Real>& a, std::size_t first, std::size_t last,
                                   const OverlapColumns<Real>& b, std::size_t columns, Real* out) {
  constexpr std::size_t kRows = 128;
  Real strips[kNarrow][kRows];
  for (std::size_t begin = first; begin < last; begin += kRows) {
    const std::size_t rows = std::min(kRows, last - begin);
    for (std::size_t j = 0; j < columns; ++j) {
      const OverlapBox<Real> box = box_at(b, j);
      Real* strip = strips[j];
      for (std::size_t i = 0; i < rows; ++i) {
        strip[i] = overlap_value<measure, grows, Real>(box_at(a, begin + i), box);
      }
    }
    for (std::size_t j = 0; j < columns; ++j) {
      Real* column = out + begin * columns + j;
      for (std::size_t i = 0; i < rows; ++i) column[i * columns] = strips[j][i];
    }
  }
}

// Strips end where cache lines of `out` end, so that only the ends of rows are written by plain stores.
template <OverlapMeasure measure, bool grows, class Real>
TRUEBOX_INLINE void overlap_rows_streamed(const OverlapColumns<Real>& a, std::size_t first, std::size_t last,
                                          const OverlapColumns<Real>& b, std::size_t columns, Real* out) {
  constexpr std::size_t kStrip = 512;
  alignas(kCacheLine) Real strip[kStrip + kNarrow];
  for (std::size_t i = first; i < last; ++i) {
    const OverlapBox<Real> box = box_at(a, i);
    Real* row = out + i * columns;
    std::size_t begin = 0;
    while (begin < columns) {
      const std::size_t count = std::min(kStrip + bytes_to_line(row + begin) / sizeof(Real), columns - begin);
      if (count < kNarrow) {
        overlap_strip<measure, grows, Real>(box, b, columns - kNarrow, kNarrow, row + columns - kNarrow);
      } else {
        overlap_strip<measure, grows, Real>(box, b, begin, count, strip);
        stream_copy(strip, count, row + begin);
      }
      begin += count;
    }
  }
  stream_fence();
}

template <class Real>
TRUEBOX_INLINE void pairwise_overlap_body(const OverlapColumns<Real>& a, std::size_t first, std::size_t last,
                                          const OverlapColumns<Real>& b, std::size_t columns, const OverlapRule& rule,
                                          bool streamed, Real* out) {
  with_rule(rule, [&]<OverlapMeasure measure, bool grows>() TRUEBOX_INLINE_LAMBDA {
    if (columns < kNarrow) {
      overlap_narrow<measure, grows, Real>(a, first, last, b, columns, out);
    } else if (streamed) {
      overlap_rows_streamed<measure, grows, Real>(a, first, last, b, columns, out);
    } else {
      for (std::size_t i = first; i < last; ++i) {
        overlap_strip<measure, grows, Real>(box_at(a, i), b, 0, columns, out + i * columns);
      }
    }
  });
}

// Rows [first, last) of the [rows, columns] answer `out`; `streamed` writes past the caches.
TRUEBOX_CLONES inline void pairwise_overlap(const OverlapColumns<float>& a, std::size_t first, std::size_t last,
                                            const OverlapColumns<float>& b, std::size_t columns, const OverlapRule& rule,
                                            bool streamed, float* out) {
  pairwise_overlap_body(a, first, last, b, columns, rule, streamed, out);
}

TRUEBOX_CLONES inline void pairwise_overlap(const OverlapColumns<double>& a, std::size_t first, std::size_t last,
                                            const OverlapColumns<double>& b, std::size_t columns, const OverlapRule& rule,
                                            bool streamed, double* out) {
  pairwise_overlap_body(a, first, last, b, columns, rule, streamed, out);
}

template <class Real>
TRUEBOX_INLINE void elementwise_overlap_body(const OverlapColumns<Real>& a, const OverlapColumns<Real>& b, std::size_t count,
                                             const OverlapRule& rule, Real* out) {
  with_rule(rule, [&]<OverlapMeasure measure, bool grows>() TRUEBOX_INLINE_LAMBDA {
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = overlap_value<measure, grows, Real>(box_at(a, i), box_at(b, i));
    }
  });
}

TRUEBOX_CLONES inline void elementwise_overlap(const OverlapColumns<float>& a, const OverlapColumns<float>& b,
                                               std::size_t count, const OverlapRule& rule, float* out) {
  elementwise_overlap_body(a, b, count, rule, out);
}

TRUEBOX_CLONES inline void elementwise_overlap(const OverlapColumns<double>& a, const OverlapColumns<double>& b,
                                               std::size_t count, const OverlapRule& rule, double* out) {
  elementwise_overlap_body(a, b, count, rule, out);
}

template <class Real>
inline OverlapBox<double> scaled_box(const Real* row, BoxLayout layout, double scale, double pixel) {
  const double p = row[0] * scale, q = row[1] * scale, r = row[2] * scale, s = row[3] * scale;
  switch (layout) {
    case BoxLayout::origin_size:
      return {p, q, p + r, q + s, r * s};
    case BoxLayout::center_size:
      return {p - r * 0.5, q - s * 0.5, p + r * 0.5, q + s * 0.5, r * s};
    case BoxLayout::corners:
      break;
  }
  return {p, q, r, s, (r - p + pixel) * (s - q + pixel)};
}

// One valid pair, always in double. Where an area could overflow, a power of two scales the pair first, which leaves
// the overlap as it is; at such magnitudes one pixel is far below the spacing of the numbers.
template <class Real>
inline double overlap_of_pair(const Real* a, const Real* b, const OverlapRule& rule) {
  double largest = 0;
  for (int k = 0; k < 4; ++k) {
    largest = std::max({largest, std::fabs(double(a[k])), std::fabs(double(b[k]))});
  }
  const bool huge = largest > kLargestPlain<double>;
  const bool grows = rule.grows() && !huge;
  const double scale = huge ? 0x1p-600 : 1.0;
  const OverlapBox<double> first = scaled_box(a, rule.layout, scale, grows ? 1.0 : 0.0);
  const OverlapBox<double> second = scaled_box(b, rule.layout, scale, grows ? 1.0 : 0.0);
  double value = 0;
  with_rule({BoxLayout::corners, grows, rule.measure}, [&]<OverlapMeasure measure, bool adds_pixel>() {
    value = overlap_value<measure, adds_pixel, double>(first, second);
  });
  return value;
}

}  // namespace truebox
