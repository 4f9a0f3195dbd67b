// Boxes as columns: rows of four numbers in any layout become x_min, y_min, x_max, y_max, area, checked on the way.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "cpu_dispatch.hpp"
#include "inlining.hpp"

namespace truebox {

// yxyx is not among them: swapping the axes of both boxes leaves every overlap measure unchanged, bit by bit.
enum class BoxLayout { corners, origin_size, center_size };

enum class LoadState {
  good,     // finite, ordered, and small enough that no area overflows
  huge,     // finite and ordered, but an area could overflow: compute pair by pair, scaled
  refused,  // a coordinate is NaN or infinite, or a box has a negative extent
};

template <class Real>
struct BoxColumns {
  Real* x_min;
  Real* y_min;
  Real* x_max;
  Real* y_max;
  Real* area;
};

// Storage for the columns of `count` boxes; up to 64 boxes stay on the stack, which a small call can feel.
template <class Real>
class BoxColumnsBuffer {
 public:
  explicit BoxColumnsBuffer(std::size_t count) {
    Real* base = near_;
    if (count > kNear) {
      far_.reset(new Real[5 * count]);
      base = far_.get();
    }
    columns_ = {base, base + count, base + 2 * count, base + 3 * count, base + 4 * count};
  }
  const BoxColumns<Real>& columns() const { return columns_; }

 private:
  static constexpr std::size_t kNear = 64;
  alignas(64) Real near_[5 * kNear];
  std::unique_ptr<Real[]> far_;
  BoxColumns<Real> columns_;
};

// Largest magnitude for which (a + b) of two areas cannot overflow: corners reach 2 × it, extents 4 ×, areas 16 × its
// square, their sum 32 ×.
template <class Real>
inline constexpr Real kLargestPlain = std::is_same_v<Real, float> ? Real(0x1p61) : Real(0x1p509);

template <BoxLayout layout, class Real>
TRUEBOX_INLINE LoadState load_columns_as(const Real* rows, std::size_t count, Real pixel,
                                         const BoxColumns<Real>& to) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kMagnitude = ~Bits(0) >> 1;
  constexpr Bits kInfinity = sizeof(Real) == 4 ? Bits(0x7f800000u) : Bits(0x7ff0000000000000ull);
  Bits largest = 0;
  Bits reversed = 0;
  Real* x_min = to.x_min;
  Real* y_min = to.y_min;
  Real* x_max = to.x_max;
  Real* y_max = to.y_max;
  Real* area = to.area;
  for (std::size_t i = 0; i < count; ++i) {
    const Real p = rows[4 * i], q = rows[4 * i + 1], r = rows[4 * i + 2], s = rows[4 * i + 3];
    // The bit pattern of a magnitude orders like the magnitude itself, with infinity and NaN above every number.
    const Bits pb = std::bit_cast<Bits>(p) & kMagnitude, qb = std::bit_cast<Bits>(q) & kMagnitude;
    const Bits rb = std::bit_cast<Bits>(r) & kMagnitude, sb = std::bit_cast<Bits>(s) & kMagnitude;
    const Bits pq = pb > qb ? pb : qb, rs = rb > sb ? rb : sb;
    const Bits row_largest = pq > rs ? pq : rs;
    largest = largest > row_largest ? largest : row_largest;
    if constexpr (layout == BoxLayout::corners) {
      reversed |= (r < p ? Bits(1) : Bits(0)) | (s < q ? Bits(1) : Bits(0));
      x_min[i] = p;
      y_min[i] = q;
      x_max[i] = r;
      y_max[i] = s;
      area[i] = (r - p + pixel) * (s - q + pixel);
    } else {
      reversed |= (r < Real(0) ? Bits(1) : Bits(0)) | (s < Real(0) ? Bits(1) : Bits(0));
      if constexpr (layout == BoxLayout::origin_size) {
        x_min[i] = p;
        y_min[i] = q;
        x_max[i] = p + r;
        y_max[i] = q + s;
      } else {
        x_min[i] = p - r * Real(0.5);
        y_min[i] = q - s * Real(0.5);
        x_max[i] = p + r * Real(0.5);
        y_max[i] = q + s * Real(0.5);
      }
      area[i] = r * s;
    }
  }
  if (largest >= kInfinity || reversed != 0) return LoadState::refused;
  return largest > std::bit_cast<Bits>(kLargestPlain<Real>) ? LoadState::huge : LoadState::good;
}

template <class Real>
TRUEBOX_INLINE LoadState load_columns_body(const Real* rows, std::size_t count, BoxLayout layout, bool inclusive,
                                           const BoxColumns<Real>& to) {
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
                                             const BoxColumns<float>& to) {
  return load_columns_body(rows, count, layout, inclusive, to);
}

TRUEBOX_CLONES inline LoadState load_columns(const double* rows, std::size_t count, BoxLayout layout, bool inclusive,
                                             const BoxColumns<double>& to) {
  return load_columns_body(rows, count, layout, inclusive, to);
}

}  // namespace truebox
