// One less a measure of two boxes, and its slopes along their corners: the twins of `truebox.formulas` and of what
// PyTorch makes of these backwards, to the last bit. Inverse tangents, roots, exponentials and powers are given: whoever calls
// has them from the library whose answer this is, as no two agree in the last bit.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "ground/inlining.hpp"
#include "losses/axis_slopes.hpp"

namespace truebox {

enum class LossMeasure { iou, giou, diou, ciou, eiou, siou, mpdiou, nwd };

struct LossRow {
  const char* name;
  LossMeasure measure;
  std::size_t arguments, curves;  // numbers of a pair that go into given functions, and those that come out
};

inline constexpr std::array kLossMeasures = {
    LossRow{"iou", LossMeasure::iou, 0, 0},       LossRow{"giou", LossMeasure::giou, 0, 0},
    LossRow{"diou", LossMeasure::diou, 0, 0},     LossRow{"ciou", LossMeasure::ciou, 4, 2},
    LossRow{"eiou", LossMeasure::eiou, 0, 0},     LossRow{"siou", LossMeasure::siou, 4, 6},
    LossRow{"mpdiou", LossMeasure::mpdiou, 0, 0}, LossRow{"nwd", LossMeasure::nwd, 2, 2},
};

inline constexpr std::size_t kMostArguments = 4;
inline constexpr std::size_t kMostCurves = 6;

// Two boxes, x and y.
template <class Real>
struct BoxPair {
  AxisPair<Real> x, y;
};

template <class Real>
TRUEBOX_INLINE BoxPair<Real> operator+(const BoxPair<Real>& some, const BoxPair<Real>& more) {
  return {some.x + more.x, some.y + more.y};
}

// Intersection over union.
template <class Real>
struct PlainOverlap {
  const BoxPair<Real>& at;
  Real width, height, shared, wide_a, high_a, wide_b, high_b, together;
  Quotient<Real> share;

  TRUEBOX_INLINE explicit PlainOverlap(const BoxPair<Real>& pair)
      : at(pair),
        width(meeting(pair.x)),
        height(meeting(pair.y)),
        shared(not_negative(width) * not_negative(height)),
        wide_a(side_a(pair.x)),
        high_a(side_a(pair.y)),
        wide_b(side_b(pair.x)),
        high_b(side_b(pair.y)),
        together(wide_a * high_a + wide_b * high_b - shared),
        share(shared, together) {}

  // `of_together` is what else passes through the joint area.
  TRUEBOX_INLINE BoxPair<Real> of_areas(Real of_together) const {
    return {slopes_of_sides<Real>(of_together * high_a, of_together * high_b),
            slopes_of_sides<Real>(of_together * wide_a, of_together * wide_b)};
  }
  TRUEBOX_INLINE BoxPair<Real> of_meeting(Real slope, Real of_together) const {
    const Real of_shared = share.slope_of_part(slope) - of_together;
    const Real of_width = of_shared * not_negative(height), of_height = of_shared * not_negative(width);
    return {slopes_of_meeting(at.x, width < Real(0) ? Real(0) : of_width),
            slopes_of_meeting(at.y, height < Real(0) ? Real(0) : of_height)};
  }
};

// Squared distance of the middles over the squared diagonal of the box around both.
template <class Real>
struct FarMiddles {
  Real along_x, along_y, width, height;
  Quotient<Real> share;

  TRUEBOX_INLINE explicit FarMiddles(const BoxPair<Real>& pair)
      : along_x(away(pair.x)),
        along_y(away(pair.y)),
        width(around(pair.x)),
        height(around(pair.y)),
        share(along_x * along_x + along_y * along_y, width * width + height * height) {}

  TRUEBOX_INLINE BoxPair<Real> of_away(Real slope) const {
    const Real of_square = share.slope_of_part(slope);
    return {slopes_of_away<Real>(slope_of_square(along_x, of_square)), slopes_of_away<Real>(slope_of_square(along_y, of_square))};
  }
};

// The sides whose quotient is a shape; a point counts as one without width.
// Of small ones the square, or its reciprocal, leaves single precision: they are measured in another unit.
template <class Real>
struct ShapeSides {
  Real width, height, unit;
  bool extended;

  TRUEBOX_INLINE ShapeSides(Real wide, Real high)
      : width(wide), height(high), unit(1), extended(wide * wide + high * high > Real(0)) {
    unit = wide * wide + high * high < Real(0x1p-100) ? Real(0x1p60) : Real(1);
    width = extended ? wide * unit : Real(0);
    height = extended ? high * unit : Real(1);
  }
  TRUEBOX_INLINE TwoSlopes<Real> slopes(Real of_angle) const {
    const Real inverse = Real(1) / (width * width + height * height);
    const Real of_width = of_angle * height * inverse, of_height = of_angle * -width * inverse;
    return {extended ? of_width * unit : Real(0), extended ? of_height * unit : Real(0)};
  }
};

// SIoU along one axis: what its middles and its sides differ by.
template <class Real>
struct UnlikeSides {
  Real one, other;
  Quotient<Real> relative;

  TRUEBOX_INLINE UnlikeSides(Real side, Real beside)
      : one(side), other(beside), relative(magnitude_of(side - beside), larger_of(side, beside)) {}

  TRUEBOX_INLINE TwoSlopes<Real> slopes(Real slope) const {
    const TwoSlopes<Real> of_larger = slopes_of_larger(one, other, relative.slope_of_whole(slope));
    const Real of_difference = slope_of_magnitude(one - other, relative.slope_of_part(slope));
    return {of_larger.first + of_difference, of_larger.second - of_difference};
  }
};

template <class Real>
struct TurnedDistance {
  Real along_x, along_y, squared_x, squared_y, twice_x, size_y, width, height;
  Quotient<Real> angle, part_x, part_y;
  Real gamma;

  TRUEBOX_INLINE explicit TurnedDistance(const BoxPair<Real>& pair)
      : along_x(away(pair.x)),
        along_y(away(pair.y)),
        squared_x(along_x * along_x),
        squared_y(along_y * along_y),
        twice_x(Real(2) * magnitude_of(along_x)),
        size_y(magnitude_of(along_y)),
        width(around(pair.x)),
        height(around(pair.y)),
        angle(twice_x * size_y, squared_x + squared_y),
        part_x(squared_x, width * width),
        part_y(squared_y, height * height),
        gamma(Real(2) - angle.value) {}
};

template <class Real>
TRUEBOX_INLINE Real squared_wasserstein(const BoxPair<Real>& pair) {
  const Real along_x = away(pair.x), along_y = away(pair.y);
  const Real wider = (side_a(pair.x) - side_b(pair.x)) * Real(0.5), taller = (side_a(pair.y) - side_b(pair.y)) * Real(0.5);
  return along_x * along_x + along_y * along_y + wider * wider + taller * taller;
}

inline constexpr double kFourOverPiSquared = 0.40528473456935108578;

// What a measure gives to the functions that are not computed here.
template <LossMeasure measure, class Real>
TRUEBOX_INLINE void loss_arguments(const BoxPair<Real>& pair, Real* out) {
  if constexpr (measure == LossMeasure::ciou) {
    const ShapeSides<Real> a(side_a(pair.x), side_a(pair.y)), b(side_b(pair.x), side_b(pair.y));
    out[0] = a.width;
    out[1] = a.height;
    out[2] = b.width;
    out[3] = b.height;
  } else if constexpr (measure == LossMeasure::siou) {
    const TurnedDistance<Real> turned(pair);
    out[0] = -turned.gamma * turned.part_x.value;
    out[1] = -turned.gamma * turned.part_y.value;
    out[2] = -UnlikeSides<Real>(side_a(pair.x), side_b(pair.x)).relative.value;
    out[3] = -UnlikeSides<Real>(side_a(pair.y), side_b(pair.y)).relative.value;
  } else if constexpr (measure == LossMeasure::nwd) {
    const Real squared = squared_wasserstein(pair);
    out[0] = squared == Real(0) ? Real(1) : squared;  // a root of 0 has no slope
    out[1] = squared == Real(0) ? Real(0) : Real(1);
  }
}

// `length` is the squared diagonal of the image, or the constant of NWD.
template <LossMeasure measure, class Real, class Curves>
TRUEBOX_INLINE Real loss_value(const BoxPair<Real>& pair, Real length, const Curves& curves) {
  if constexpr (measure == LossMeasure::nwd) return Real(1) - curves[1];
  const PlainOverlap<Real> plain(pair);
  const Real iou = plain.share.value;
  if constexpr (measure == LossMeasure::iou) return Real(1) - iou;
  if constexpr (measure == LossMeasure::giou) {
    const Real enclosing = around(pair.x) * around(pair.y);
    return Real(1) - (iou - Quotient<Real>(not_negative(enclosing - plain.together), enclosing).value);
  }
  if constexpr (measure == LossMeasure::siou) {
    const Real distance = Real(2) - curves[0] - curves[1];
    return Real(1) - (iou - (distance + (curves[4] + curves[5])) * Real(0.5));
  }
  if constexpr (measure == LossMeasure::mpdiou) {
    const Real first_x = pair.x.a_low - pair.x.b_low, first_y = pair.y.a_low - pair.y.b_low;
    const Real second_x = pair.x.a_high - pair.x.b_high, second_y = pair.y.a_high - pair.y.b_high;
    const Real first = (first_x * first_x + first_y * first_y) / length;
    const Real second = (second_x * second_x + second_y * second_y) / length;
    return Real(1) - (iou - first - second);
  }
  const FarMiddles<Real> far(pair);
  if constexpr (measure == LossMeasure::diou) return Real(1) - (iou - far.share.value);
  if constexpr (measure == LossMeasure::ciou) {
    const Real difference = curves[1] - curves[0];
    const Real shape = Real(kFourOverPiSquared) * (difference * difference);
    const Real weight = Quotient<Real>(shape, Real(1) - iou + shape).value;
    return Real(1) - (iou - far.share.value - weight * shape);
  }
  const Real wider = plain.wide_a - plain.wide_b, taller = plain.high_a - plain.high_b;
  return Real(1) - (iou - far.share.value - Quotient<Real>(wider * wider, far.width * far.width).value -
                    Quotient<Real>(taller * taller, far.height * far.height).value);
}

template <class Real, class Curves>
TRUEBOX_INLINE BoxPair<Real> slopes_of_turned(const BoxPair<Real>& pair, Real slope, const Curves& curves,
                                              BoxPair<Real>& of_around) {
  const TurnedDistance<Real> turned(pair);
  const Real of_argument_x = -slope * curves[0], of_argument_y = -slope * curves[1];
  const Real of_part_x = of_argument_x * -turned.gamma, of_part_y = of_argument_y * -turned.gamma;
  const Real of_gamma = -(of_argument_y * turned.part_y.value) + -(of_argument_x * turned.part_x.value);
  of_around = {slopes_of_around(pair.x, slope_of_square(turned.width, turned.part_x.slope_of_whole(of_part_x))),
               slopes_of_around(pair.y, slope_of_square(turned.height, turned.part_y.slope_of_whole(of_part_y)))};
  const Real of_squares = turned.angle.slope_of_whole(-of_gamma), of_product = turned.angle.slope_of_part(-of_gamma);
  const Real of_size_x = of_product * turned.size_y * Real(2), of_size_y = of_product * turned.twice_x;
  const auto along = [](Real value, Real of_size, Real of_square) TRUEBOX_INLINE_LAMBDA {
    return slope_of_magnitude(value, of_size) + of_square * value + of_square * value;
  };
  return {slopes_of_away<Real>(along(turned.along_x, of_size_x, turned.part_x.slope_of_part(of_part_x) + of_squares)),
          slopes_of_away<Real>(along(turned.along_y, of_size_y, turned.part_y.slope_of_part(of_part_y) + of_squares))};
}

// Of one side of SIoU's shape, (1 - exp(-relative))^4.
template <class Real>
TRUEBOX_INLINE AxisPair<Real> slopes_of_unlike(Real one, Real other, Real slope, Real decay) {
  const Real base = Real(1) - decay;
  const Real of_base = slope * (Real(4) * (base * base * base));
  const TwoSlopes<Real> found = UnlikeSides<Real>(one, other).slopes(-(-of_base * decay));
  return slopes_of_sides<Real>(found.first, found.second);
}

// `slope` is that of the loss. Sums begin with what was computed last.
template <LossMeasure measure, class Real, class Curves>
TRUEBOX_INLINE BoxPair<Real> loss_slopes(const BoxPair<Real>& pair, Real length, const Curves& curves, Real slope) {
  const Real of_measure = -slope;
  if constexpr (measure == LossMeasure::nwd) {
    const Real of_root = -(of_measure * curves[1] / length) / (Real(2) * curves[0]);
    const Real of_squares = squared_wasserstein(pair) == Real(0) ? Real(0) : of_root;
    const auto along = [&](const AxisPair<Real>& at) TRUEBOX_INLINE_LAMBDA {
      const Real half = slope_of_square((side_a(at) - side_b(at)) * Real(0.5), of_squares) * Real(0.5);
      return slopes_of_sides<Real>(half, -half) + slopes_of_away<Real>(slope_of_square(away(at), of_squares));
    };
    return {along(pair.x), along(pair.y)};
  }
  const PlainOverlap<Real> plain(pair);
  const Real of_together = plain.share.slope_of_whole(of_measure);
  if constexpr (measure == LossMeasure::iou) return plain.of_areas(of_together) + plain.of_meeting(of_measure, of_together);
  if constexpr (measure == LossMeasure::giou) {
    const Real width = around(pair.x), height = around(pair.y), enclosing = width * height;
    const Real empty = enclosing - plain.together;
    const Quotient<Real> uncovered(not_negative(empty), enclosing);
    const Real part = uncovered.slope_of_part(slope), of_empty = empty < Real(0) ? Real(0) : part;
    const Real of_enclosing = uncovered.slope_of_whole(slope) + of_empty;
    const Real of_both = of_together - of_empty;
    const BoxPair<Real> of_around{slopes_of_around(pair.x, of_enclosing * height), slopes_of_around(pair.y, of_enclosing * width)};
    return of_around + plain.of_areas(of_both) + plain.of_meeting(of_measure, of_both);
  }
  const BoxPair<Real> of_areas = plain.of_areas(of_together), of_meeting = plain.of_meeting(of_measure, of_together);
  if constexpr (measure == LossMeasure::siou) {
    BoxPair<Real> of_around;
    const Real half = slope * Real(0.5);
    const BoxPair<Real> of_away = slopes_of_turned(pair, half, curves, of_around);
    const BoxPair<Real> of_shape{slopes_of_unlike(plain.wide_a, plain.wide_b, half, curves[2]),
                                 slopes_of_unlike(plain.high_a, plain.high_b, half, curves[3])};
    return of_areas + of_meeting + of_shape + of_around + of_away;
  }
  if constexpr (measure == LossMeasure::mpdiou) {
    const Real of_square = slope / length;
    const auto along = [&](const AxisPair<Real>& at) TRUEBOX_INLINE_LAMBDA {
      const Real low = slope_of_square(at.a_low - at.b_low, of_square), high = slope_of_square(at.a_high - at.b_high, of_square);
      return AxisPair<Real>{low, high, -low, -high};
    };
    return of_areas + of_meeting + BoxPair<Real>{along(pair.x), along(pair.y)};
  }
  const FarMiddles<Real> far(pair);
  const Real of_diagonal = far.share.slope_of_whole(slope);
  const BoxPair<Real> of_away = far.of_away(slope);
  const BoxPair<Real> of_around{slopes_of_around(pair.x, slope_of_square(far.width, of_diagonal)),
                                slopes_of_around(pair.y, slope_of_square(far.height, of_diagonal))};
  if constexpr (measure == LossMeasure::diou) return of_areas + of_meeting + of_around + of_away;
  if constexpr (measure == LossMeasure::ciou) {
    const Real difference = curves[1] - curves[0];
    const Real shape = Real(kFourOverPiSquared) * (difference * difference);
    const Real weight = Quotient<Real>(shape, Real(1) - plain.share.value + shape).value;
    const Real of_angle = slope_of_square(difference, slope * weight * Real(kFourOverPiSquared));
    const TwoSlopes<Real> a = ShapeSides<Real>(plain.wide_a, plain.high_a).slopes(-of_angle);
    const TwoSlopes<Real> b = ShapeSides<Real>(plain.wide_b, plain.high_b).slopes(of_angle);
    const BoxPair<Real> of_shape{slopes_of_sides<Real>(a.first, b.first), slopes_of_sides<Real>(a.second, b.second)};
    return of_shape + of_around + of_away + of_areas + of_meeting;
  }
  const auto unlike = [&](Real wider, Real around_both, Real of_diagonal_here, const AxisPair<Real>& at,
                          AxisPair<Real>& of_around_here) TRUEBOX_INLINE_LAMBDA {
    const Quotient<Real> share(wider * wider, around_both * around_both);
    const Real again = share.slope_of_whole(slope) * around_both, once = of_diagonal_here * around_both;
    of_around_here = slopes_of_around(at, again + again + once + once);
    const Real of_wider = slope_of_square(wider, share.slope_of_part(slope));
    return slopes_of_sides<Real>(of_wider, -of_wider);
  };
  BoxPair<Real> of_both;
  const BoxPair<Real> of_unlike{unlike(plain.wide_a - plain.wide_b, far.width, of_diagonal, pair.x, of_both.x),
                                unlike(plain.high_a - plain.high_b, far.height, of_diagonal, pair.y, of_both.y)};
  return of_areas + of_meeting + of_unlike + of_both + of_away;
}

template <class Body, std::size_t... row>
TRUEBOX_INLINE void with_loss(LossMeasure measure, const Body& body, std::index_sequence<row...>) {
  const auto decided = [&]<LossMeasure chosen>() TRUEBOX_INLINE_LAMBDA {
    if (measure == chosen) body.template operator()<chosen>();
  };
  (decided.template operator()<kLossMeasures[row].measure>(), ...);
}

// Calls body.template operator()<measure>(): the measure is decided once, outside the loops.
template <class Body>
TRUEBOX_INLINE void with_loss(LossMeasure measure, const Body& body) {
  with_loss(measure, body, std::make_index_sequence<kLossMeasures.size()>{});
}

}  // namespace truebox
