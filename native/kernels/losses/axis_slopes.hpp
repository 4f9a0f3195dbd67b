// What a loss of two boxes is made of, one axis at a time, and how a slope passes backwards through it. Every step is
// rounded, and every sum taken in the order, in which PyTorch differentiates the formulas of `truebox.formulas`.
#pragma once

#include "ground/inlining.hpp"

namespace truebox {

// Both boxes along one axis: a number for each of the four corners.
template <class Real>
struct AxisPair {
  Real a_low, a_high, b_low, b_high;

  TRUEBOX_INLINE AxisPair operator+(const AxisPair& more) const {
    return {a_low + more.a_low, a_high + more.a_high, b_low + more.b_low, b_high + more.b_high};
  }
};

template <class Real>
struct TwoSlopes {
  Real first, second;
};

// Of the smaller and of the larger of two numbers: equal ones share it.
template <class Real>
TRUEBOX_INLINE TwoSlopes<Real> slopes_of_smaller(Real first, Real second, Real slope) {
  const Real shared = first == second ? slope / Real(2) : slope;
  return {first > second ? Real(0) : shared, first < second ? Real(0) : shared};
}

template <class Real>
TRUEBOX_INLINE TwoSlopes<Real> slopes_of_larger(Real first, Real second, Real slope) {
  const Real shared = first == second ? slope / Real(2) : slope;
  return {first < second ? Real(0) : shared, first > second ? Real(0) : shared};
}

template <class Real>
TRUEBOX_INLINE Real smaller_of(Real first, Real second) {
  return second < first ? second : first;
}

template <class Real>
TRUEBOX_INLINE Real larger_of(Real first, Real second) {
  return second > first ? second : first;
}

template <class Real>
TRUEBOX_INLINE Real not_negative(Real value) {
  return value < Real(0) ? Real(0) : value;
}

// `slope` times `value` twice, as of a square.
template <class Real>
TRUEBOX_INLINE Real slope_of_square(Real value, Real slope) {
  return slope * value + slope * value;
}

template <class Real>
TRUEBOX_INLINE Real magnitude_of(Real value) {
  return value < Real(0) ? -value : value;
}

template <class Real>
TRUEBOX_INLINE Real slope_of_magnitude(Real value, Real slope) {
  return value == Real(0) ? Real(0) : value < Real(0) ? -slope : slope;
}

// part / whole, and the part itself where the whole is not positive.
template <class Real>
struct Quotient {
  Real part, divisor, value;
  bool positive;

  TRUEBOX_INLINE Quotient(Real part_given, Real whole)
      : part(part_given), divisor(whole > Real(0) ? whole : Real(1)), value(part / divisor), positive(whole > Real(0)) {}

  TRUEBOX_INLINE Real slope_of_part(Real slope) const { return slope / divisor; }
  TRUEBOX_INLINE Real slope_of_whole(Real slope) const {
    const Real found = -slope * ((part / divisor) / divisor);
    return positive ? found : Real(0);
  }
};

// How far both boxes reach together where they meet; negative where they are apart.
template <class Real>
TRUEBOX_INLINE Real meeting(const AxisPair<Real>& at) {
  return smaller_of(at.a_high, at.b_high) - larger_of(at.a_low, at.b_low);
}

template <class Real>
TRUEBOX_INLINE AxisPair<Real> slopes_of_meeting(const AxisPair<Real>& at, Real slope) {
  const TwoSlopes<Real> high = slopes_of_smaller(at.a_high, at.b_high, slope);
  const TwoSlopes<Real> low = slopes_of_larger(at.a_low, at.b_low, -slope);
  return {low.first, high.first, low.second, high.second};
}

// The side of the box around both.
template <class Real>
TRUEBOX_INLINE Real around(const AxisPair<Real>& at) {
  return larger_of(at.a_high, at.b_high) - smaller_of(at.a_low, at.b_low);
}

template <class Real>
TRUEBOX_INLINE AxisPair<Real> slopes_of_around(const AxisPair<Real>& at, Real slope) {
  const TwoSlopes<Real> high = slopes_of_larger(at.a_high, at.b_high, slope);
  const TwoSlopes<Real> low = slopes_of_smaller(at.a_low, at.b_low, -slope);
  return {low.first, high.first, low.second, high.second};
}

// From the middle of one to that of the other.
template <class Real>
TRUEBOX_INLINE Real away(const AxisPair<Real>& at) {
  return ((at.b_low - at.a_low) + (at.b_high - at.a_high)) * Real(0.5);
}

template <class Real>
TRUEBOX_INLINE AxisPair<Real> slopes_of_away(Real slope) {
  const Real half = slope * Real(0.5);
  return {-half, -half, half, half};
}

// Of the sides themselves.
template <class Real>
TRUEBOX_INLINE AxisPair<Real> slopes_of_sides(Real of_a, Real of_b) {
  return {-of_a, of_a, -of_b, of_b};
}

template <class Real>
TRUEBOX_INLINE Real side_a(const AxisPair<Real>& at) {
  return at.a_high - at.a_low;
}

template <class Real>
TRUEBOX_INLINE Real side_b(const AxisPair<Real>& at) {
  return at.b_high - at.b_low;
}

// A predicted box that has no extent along an axis is closed in its middle there, and pulled open: see
// `truebox.losses.opening`.
template <class Real>
struct Opening {
  bool valid;
  Real pull, divisor;
  AxisPair<Real> closed;

  TRUEBOX_INLINE explicit Opening(const AxisPair<Real>& at) {
    const Real extent = side_a(at);
    valid = extent > Real(0);
    const Real middle = at.a_low / Real(2) + at.a_high / Real(2);
    const Real far = larger_of(larger_of(at.a_low, at.a_high), at.b_high);
    const Real near = smaller_of(smaller_of(at.a_low, at.a_high), at.b_low);
    const Real whole = far - near;
    divisor = whole > Real(0) ? whole : Real(1);
    pull = (valid ? Real(0) : -extent) / divisor;
    closed = {valid ? at.a_low : middle, valid ? at.a_high : middle, at.b_low, at.b_high};
  }

  // From the slopes of the closed box, and of the pull, to those of the box as it came.
  TRUEBOX_INLINE AxisPair<Real> slopes(const AxisPair<Real>& of_closed, Real of_pull) const {
    const Real half = (of_closed.a_high + of_closed.a_low) / Real(2);
    const Real backwards = -(of_pull / divisor);
    return {valid ? of_closed.a_low : half - backwards, valid ? of_closed.a_high : half + backwards, of_closed.b_low,
            of_closed.b_high};
  }
};

}  // namespace truebox
