// IoU with a penalty that looks at the box enclosing both, and intersection over the smaller area: the twins of
// `truebox.formulas`, in their order of operations.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "overlap/arrays.hpp"
#include "overlap/columns.hpp"
#include "overlap/rows.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

enum class EnclosureMeasure { giou, diou, ciou, eiou, ios };

struct EnclosureRow {
  const char* name;
  EnclosureMeasure measure;
  bool of_fractions;  // a ratio of areas, so fractions of the image give the same as pixels
};

// A new measure is a name in the enum, a row here, and its lines in `enclosure_value`.
inline constexpr std::array kEnclosureMeasures = {
    EnclosureRow{"giou", EnclosureMeasure::giou, true},  EnclosureRow{"diou", EnclosureMeasure::diou, false},
    EnclosureRow{"ciou", EnclosureMeasure::ciou, false}, EnclosureRow{"eiou", EnclosureMeasure::eiou, false},
    EnclosureRow{"ios", EnclosureMeasure::ios, true},
};

// Columns as the formulas see them: the pixel is part of the far corner, the area is that of the corners, and `angle`
// is that of the diagonal, which only CIoU needs.
template <class Real>
struct EnclosureColumns {
  OverlapColumns<Real> boxes;
  Real* angle;
};

template <class Real>
struct EnclosureBox {
  Real x_min, y_min, x_max, y_max, area, angle;
};

template <class Real>
TRUEBOX_INLINE EnclosureBox<Real> box_at(const EnclosureColumns<Real>& columns, std::size_t i) {
  const OverlapColumns<Real>& boxes = columns.boxes;
  return {boxes.x_min[i], boxes.y_min[i], boxes.x_max[i], boxes.y_max[i], boxes.area[i], columns.angle[i]};
}

template <class Real>
TRUEBOX_INLINE Real quotient(Real part, Real whole) {
  return part / (whole > Real(0) ? whole : Real(1));
}

template <EnclosureMeasure measure, class Real>
TRUEBOX_INLINE Real enclosure_value(const EnclosureBox<Real>& a, const EnclosureBox<Real>& b) {
  const Real shared_width = (b.x_max < a.x_max ? b.x_max : a.x_max) - (b.x_min > a.x_min ? b.x_min : a.x_min);
  const Real shared_height = (b.y_max < a.y_max ? b.y_max : a.y_max) - (b.y_min > a.y_min ? b.y_min : a.y_min);
  const Real shared = (shared_width > Real(0) ? shared_width : Real(0)) * (shared_height > Real(0) ? shared_height : Real(0));
  if constexpr (measure == EnclosureMeasure::ios) return quotient(shared, b.area < a.area ? b.area : a.area);
  const Real together = a.area + b.area - shared;
  const Real iou = quotient(shared, together);
  const Real width = (b.x_max > a.x_max ? b.x_max : a.x_max) - (b.x_min < a.x_min ? b.x_min : a.x_min);
  const Real height = (b.y_max > a.y_max ? b.y_max : a.y_max) - (b.y_min < a.y_min ? b.y_min : a.y_min);
  if constexpr (measure == EnclosureMeasure::giou) {
    const Real enclosing = width * height;
    const Real empty = enclosing - together;
    // Rounding may take the enclosing area below the union's.
    return iou - quotient(empty < Real(0) ? Real(0) : empty, enclosing);
  }
  const Real along_x = ((b.x_min - a.x_min) + (b.x_max - a.x_max)) * Real(0.5);
  const Real along_y = ((b.y_min - a.y_min) + (b.y_max - a.y_max)) * Real(0.5);
  const Real distance = quotient(along_x * along_x + along_y * along_y, width * width + height * height);
  if constexpr (measure == EnclosureMeasure::diou) return iou - distance;
  if constexpr (measure == EnclosureMeasure::ciou) {
    const Real difference = b.angle - a.angle;
    const Real shape = Real(0.40528473456935108578) * (difference * difference);  // 4 / pi^2
    return iou - distance - quotient(shape, Real(1) - iou + shape) * shape;
  }
  const Real wider = (a.x_max - a.x_min) - (b.x_max - b.x_min);
  const Real taller = (a.y_max - a.y_min) - (b.y_max - b.y_min);
  return iou - distance - quotient(wider * wider, width * width) - quotient(taller * taller, height * height);
}

template <class Body, std::size_t... row>
TRUEBOX_INLINE void with_measure(EnclosureMeasure measure, const Body& body, std::index_sequence<row...>) {
  const auto decided = [&]<EnclosureMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    if (measure == chosen) body.template operator()<chosen>();
  };
  (decided.template operator()<kEnclosureMeasures[row].measure>(), ...);
}

// Calls body.template operator()<measure>(): the measure is decided once, outside the loops.
template <class Body>
TRUEBOX_INLINE void with_measure(EnclosureMeasure measure, const Body& body) {
  with_measure(measure, body, std::make_index_sequence<kEnclosureMeasures.size()>{});
}

template <class Real>
TRUEBOX_INLINE void pairwise_enclosure_body(const EnclosureColumns<Real>& a, std::size_t first, std::size_t last,
                                            const EnclosureColumns<Real>& b, std::size_t columns,
                                            EnclosureMeasure measure, Real* TRUEBOX_RESTRICT out) {
  with_measure(measure, [&]<EnclosureMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    for (std::size_t i = first; i < last; ++i) {
      const EnclosureBox<Real> box = box_at(a, i);
      Real* TRUEBOX_RESTRICT row = out + i * columns;
      for (std::size_t j = 0; j < columns; ++j) row[j] = enclosure_value<chosen, Real>(box, box_at(b, j));
    }
  });
}

TRUEBOX_CLONES inline void pairwise_enclosure(const EnclosureColumns<float>& a, std::size_t first, std::size_t last,
                                              const EnclosureColumns<float>& b, std::size_t columns,
                                              EnclosureMeasure measure, float* out) {
  pairwise_enclosure_body(a, first, last, b, columns, measure, out);
}

TRUEBOX_CLONES inline void pairwise_enclosure(const EnclosureColumns<double>& a, std::size_t first, std::size_t last,
                                              const EnclosureColumns<double>& b, std::size_t columns,
                                              EnclosureMeasure measure, double* out) {
  pairwise_enclosure_body(a, first, last, b, columns, measure, out);
}

template <class Real>
TRUEBOX_INLINE void elementwise_enclosure_body(const EnclosureColumns<Real>& a, const EnclosureColumns<Real>& b,
                                               std::size_t count, EnclosureMeasure measure,
                                               Real* TRUEBOX_RESTRICT out) {
  with_measure(measure, [&]<EnclosureMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    for (std::size_t i = 0; i < count; ++i) out[i] = enclosure_value<chosen, Real>(box_at(a, i), box_at(b, i));
  });
}

TRUEBOX_CLONES inline void elementwise_enclosure(const EnclosureColumns<float>& a, const EnclosureColumns<float>& b,
                                                 std::size_t count, EnclosureMeasure measure, float* out) {
  elementwise_enclosure_body(a, b, count, measure, out);
}

TRUEBOX_CLONES inline void elementwise_enclosure(const EnclosureColumns<double>& a, const EnclosureColumns<double>& b,
                                                 std::size_t count, EnclosureMeasure measure, double* out) {
  elementwise_enclosure_body(a, b, count, measure, out);
}

// False for boxes that are not finite, have a negative extent, or whose squares could overflow.
template <class Real>
inline bool load_enclosure_columns(const Real* rows, std::size_t count, const OverlapRule& rule,
                                   EnclosureMeasure measure, const EnclosureColumns<Real>& to) {
  const OverlapColumns<Real>& boxes = to.boxes;
  if (load_columns(rows, count, rule.layout, false, boxes) != LoadState::good) return false;
  const Real pixel = rule.grows() ? Real(1) : Real(0);
  for (std::size_t i = 0; i < count; ++i) {
    boxes.x_max[i] += pixel;
    boxes.y_max[i] += pixel;
    const Real width = boxes.x_max[i] - boxes.x_min[i];
    const Real height = boxes.y_max[i] - boxes.y_min[i];
    boxes.area[i] = width * height;
    to.angle[i] = Real(0);
    if (measure != EnclosureMeasure::ciou) continue;
    const bool extended = width * width + height * height > Real(0);
    to.angle[i] = std::atan2(extended ? width : Real(0), extended ? height : Real(1));
  }
  return true;
}

template <class Real>
inline EnclosureColumns<Real> enclosure_columns(Real* storage, std::size_t count) {
  return {{storage, storage + count, storage + 2 * count, storage + 3 * count, storage + 4 * count},
          storage + 5 * count};
}

// Fills `out` [a.count, b.count]; false, with `out` untouched, for boxes that `load_enclosure_columns` refuses.
template <class Real>
inline bool pairwise_enclosure_arrays(const BoxRows<Real>& a, const BoxRows<Real>& b, const OverlapRule& rule,
                                      EnclosureMeasure measure, int threads, Real* out) {
  const std::unique_ptr<Real[]> storage(new Real[6 * (a.count + b.count)]);
  const EnclosureColumns<Real> left = enclosure_columns(storage.get(), a.count);
  const EnclosureColumns<Real> right = enclosure_columns(storage.get() + 6 * a.count, b.count);
  if (!load_enclosure_columns(a.values, a.count, rule, measure, left)) return false;
  if (!load_enclosure_columns(b.values, b.count, rule, measure, right)) return false;
  const std::size_t rows = kPairsPerChunk / std::max<std::size_t>(b.count, 1) + 1;
  parallel_ranges(a.count, rows, threads_for(a.count * b.count, threads), [&](std::size_t first, std::size_t last) {
    pairwise_enclosure(left, first, last, right, b.count, measure, out);
  });
  return true;
}

// Fills `out` [a.count]; a.count equals b.count. False as above: `out` may then be filled in part.
template <class Real>
inline bool elementwise_enclosure_arrays(const BoxRows<Real>& a, const BoxRows<Real>& b, const OverlapRule& rule,
                                         EnclosureMeasure measure, int threads, Real* out) {
  constexpr std::size_t kBlock = 256;  // both sides' columns stay in the first-level cache
  std::atomic<bool> good{true};
  parallel_ranges(a.count, kPairsPerChunk, threads_for(a.count, threads), [&](std::size_t first, std::size_t last) {
    Real storage[12 * kBlock];
    const EnclosureColumns<Real> left = enclosure_columns(storage, kBlock);
    const EnclosureColumns<Real> right = enclosure_columns(storage + 6 * kBlock, kBlock);
    for (std::size_t begin = first; begin < last && good.load(std::memory_order_relaxed); begin += kBlock) {
      const std::size_t count = std::min(kBlock, last - begin);
      if (load_enclosure_columns(a.values + 4 * begin, count, rule, measure, left) &&
          load_enclosure_columns(b.values + 4 * begin, count, rule, measure, right)) {
        elementwise_enclosure(left, right, count, measure, out + begin);
      } else {
        good = false;
      }
    }
  });
  return good;
}

// One pair in double, with the bits of `elementwise_enclosure_arrays`; false as above.
inline bool enclosure_of_pair(const double* a, const double* b, const OverlapRule& rule, EnclosureMeasure measure,
                              double& value) {
  double storage[12];
  const EnclosureColumns<double> left = enclosure_columns(storage, 1);
  const EnclosureColumns<double> right = enclosure_columns(storage + 6, 1);
  if (!load_enclosure_columns(a, 1, rule, measure, left) || !load_enclosure_columns(b, 1, rule, measure, right)) {
    return false;
  }
  with_measure(measure, [&]<EnclosureMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    value = enclosure_value<chosen, double>(box_at(left, 0), box_at(right, 0));
  });
  return true;
}

}  // namespace truebox
