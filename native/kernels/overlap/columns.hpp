// Boxes as columns: rows of four numbers in any layout become x_min, y_min, x_max, y_max, area, checked on the way.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"

namespace truebox {

// yxyx is not among them: swapping the axes of both boxes leaves every overlap measure unchanged, bit by bit.
enum class BoxLayout { corners, origin_size, center_size };

enum class LoadState {
  good,     // finite, ordered, and small enough that no area overflows
  huge,     // finite and ordered, but an area could overflow: compute pair by pair, scaled
  refused,  // a coordinate is NaN or infinite, or a box has a negative extent
};

template <class Real>
struct OverlapColumns {
  Real* x_min;
  Real* y_min;
  Real* x_max;
  Real* y_max;
  Real* area;
};

// Storage for the columns of `count` boxes; up to 64 boxes stay on the stack, which a small call can feel.
template <class Real>
class OverlapColumnsBuffer {
 public:
  explicit OverlapColumnsBuffer(std::size_t count) {
    Real* base = near_;
    if (count > kNear) {
      far_.reset(new Real[5 * count]);
      base = far_.get();
    }
    columns_ = {base, base + count, base + 2 * count, base + 3 * count, base + 4 * count};
  }
  const OverlapColumns<Real>& columns() const { return columns_; }

 private:
  static constexpr std::size_t kNear = 64;
  alignas(64) Real near_[5 * kNear];
  std::unique_ptr<Real[]> far_;
  OverlapColumns<Real> columns_;
};

// Largest magnitude for which (a + b) of two areas cannot overflow: corners reach 2 × it, extents 4 ×, areas 16 × its
// square, their sum 32 ×.
template <class Real>
inline constexpr Real kLargestPlain = std::is_same_v<Real, float> ? Real(0x1p61) : Real(0x1p509);

template <class Bits, class Real>
TRUEBOX_INLINE Bits magnitude_bits(Real value) {
  return std::bit_cast<Bits>(value) & (~Bits(0) >> 1);
}

template <class Real>
struct BoxRow {
  Real p, q, r, s;
};

// Corners and area of one row; returns the bits of its largest magnitude, and marks a negative extent in `reversed`.
template <BoxLayout layout, class Bits, class Real>
TRUEBOX_INLINE Bits load_row(const BoxRow<Real>& row, Real pixel, Real& x_min, Real& y_min, Real& x_max, Real& y_max,
                             Real& area, Bits& reversed) {
  if constexpr (layout == BoxLayout::corners) {
    reversed |= (row.r < row.p ? Bits(1) : Bits(0)) | (row.s < row.q ? Bits(1) : Bits(0));
    x_min = row.p;
    y_min = row.q;
    x_max = row.r;
    y_max = row.s;
    area = (row.r - row.p + pixel) * (row.s - row.q + pixel);
  } else {
    reversed |= (row.r < Real(0) ? Bits(1) : Bits(0)) | (row.s < Real(0) ? Bits(1) : Bits(0));
    const bool centered = layout == BoxLayout::center_size;
    x_min = centered ? row.p - row.r * Real(0.5) : row.p;
    y_min = centered ? row.q - row.s * Real(0.5) : row.q;
    x_max = centered ? row.p + row.r * Real(0.5) : row.p + row.r;
    y_max = centered ? row.q + row.s * Real(0.5) : row.q + row.s;
    area = row.r * row.s;
  }
  // The bit pattern of a magnitude orders like the magnitude itself, with infinity and NaN above every number.
  const Bits pb = magnitude_bits<Bits>(row.p), qb = magnitude_bits<Bits>(row.q);
  const Bits rb = magnitude_bits<Bits>(row.r), sb = magnitude_bits<Bits>(row.s);
  const Bits pq = pb > qb ? pb : qb, rs = rb > sb ? rb : sb;
  return pq > rs ? pq : rs;
}

// Measured: GCC 12 vectorises this loop only with every pointer restricted, `rows` too (168 against 22 us for 100,000).
template <BoxLayout layout, class Real>
TRUEBOX_INLINE LoadState load_columns_as(const Real* TRUEBOX_RESTRICT rows, std::size_t count, Real pixel,
                                         const OverlapColumns<Real>& to) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kInfinity = sizeof(Real) == 4 ? Bits(0x7f800000u) : Bits(0x7ff0000000000000ull);
  Bits largest = 0;
  Bits reversed = 0;
  Real* TRUEBOX_RESTRICT x_min = to.x_min;
  Real* TRUEBOX_RESTRICT y_min = to.y_min;
  Real* TRUEBOX_RESTRICT x_max = to.x_max;
  Real* TRUEBOX_RESTRICT y_max = to.y_max;
  Real* TRUEBOX_RESTRICT area = to.area;
  for (std::size_t i = 0; i < count; ++i) {
    const Bits bits = load_row<layout, Bits, Real>({rows[4 * i], rows[4 * i + 1], rows[4 * i + 2], rows[4 * i + 3]},
                                                   pixel, x_min[i], y_min[i], x_max[i], y_max[i], area[i], reversed);
    largest = largest > bits ? largest : bits;
  }
  if (largest >= kInfinity || reversed != 0) return LoadState::refused;
  return largest > magnitude_bits<Bits>(kLargestPlain<Real>) ? LoadState::huge : LoadState::good;
}

template <class Real>
TRUEBOX_INLINE LoadState load_columns_body(const Real* rows, std::size_t count, BoxLayout layout, bool inclusive,
                                           const OverlapColumns<Real>& to) {
  if (layout == BoxLayout::origin_size) {
    return load_columns_as<BoxLayout::origin_size>(rows, count, Real(0), to);
  }
  if (layout == BoxLayout::center_size) {
    return load_columns_as<BoxLayout::center_size>(rows, count, Real(0), to);
  }
  return load_columns_as<BoxLayout::corners>(rows, count, inclusive ? Real(1) : Real(0), to);
}

// `rows` is [count, 4]. `inclusive` adds one pixel to corner extents; sizes already count pixels.
TRUEBOX_CLONES inline LoadState load_columns(const float* rows, std::size_t count, BoxLayout layout, bool inclusive,
                                             const OverlapColumns<float>& to) {
  return load_columns_body(rows, count, layout, inclusive, to);
}

TRUEBOX_CLONES inline LoadState load_columns(const double* rows, std::size_t count, BoxLayout layout, bool inclusive,
                                             const OverlapColumns<double>& to) {
  return load_columns_body(rows, count, layout, inclusive, to);
}

}  // namespace truebox
