// What single precision needs to know of a piece of a line, and how far it is to be trusted.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "drawing/piece_cover.hpp"

namespace truebox::swift_detail {

// Of a piece.
struct Look {
  float ux, uy;
  std::array<float, 2> radius;                // of the layers
  float reach, small, quadratic, linear, shift;  // of the edge of its sides: see PixelEdge
  float first, last;                          // from where on along it, and up to where beyond, it is covered as a strip
  float limit_a, limit_b;                     // how far beyond its ends there is something to cover
  bool straight_a, straight_b;
  float widest;                               // no pixel further away is covered
  float strip_doubt, round_doubt;             // a half less an error that is not reached, in 255ths
  float strip_error, wide_error;              // such an error
  float place_doubt;                          // and one of a place, in pixels
};

// How exact single precision is. Sizes and places near the line are below `most`; a rounding loses `kLost` of them.
// Places are sums of two products with a rounding each; an area changes by at most 1.42 for a pixel of depth, and with
// the slope of its edge, which for a round end is a place over the distance from the corner, by less than 1.
constexpr double kLost = 1. / (1 << 24);

inline double place_error(double most) { return kLost * (4 * most + 40); }

struct Roundings {
  double place, strip, round, wide;

  Roundings(double widest, double narrowest) {
    const double most = widest + 2, nearest = std::max(narrowest - 0.72, 0.2);
    place = 2 * (place_error(most) + 1e-7);
    strip = 1.25 * (kLost * (361 * (4 * most + 16) + 1500) + 128 * place / nearest);
    round = 1.25 * kLost * (361 * (6 * most + 24) + 600 * (4 * most + 30) / nearest + 1500);
    // Distances and what is divided by come out of estimates that lose up to three roundings instead of a half one.
    wide = strip + 1.25 * kLost * (361 * (10 * most + 24) + 600 * (4 * most + 36) / nearest + 4500);
  }
};

template <std::size_t Count>
Look look_of(const LinePiece& piece, const std::array<LineLayer, Count>& layers, const Roundings& roundings) {
  const Point way = piece.direction();
  const double nx = std::fabs(way.y), ny = std::fabs(way.x), large = std::max(nx, ny), small = std::min(nx, ny);
  const double widest = 0.5 * layers[0].width;
  const auto limit = [&](const LineEnd& end) { return 0.75 + (end.round ? widest * end.turn : 0); };
  const bool straight_a = !piece.end_a().round, straight_b = !piece.end_b().round;
  const double whole = piece.end_reach() + roundings.place;
  Look look{};
  look.ux = static_cast<float>(way.x);
  look.uy = static_cast<float>(way.y);
  for (std::size_t k = 0; k < Count; ++k) look.radius[k] = static_cast<float>(0.5 * layers[k].width);
  look.reach = static_cast<float>(0.5 * (large + small));
  look.small = static_cast<float>(small);
  look.quadratic = small > 1e-6 ? static_cast<float>(255 / (2 * small * large)) : 0.F;
  look.linear = static_cast<float>(255 / large);
  look.shift = static_cast<float>(255 * 0.5 * small / large);
  look.first = straight_a ? static_cast<float>(whole) : 0.F;
  look.last = straight_b ? -static_cast<float>(whole) : 0.F;
  look.limit_a = static_cast<float>(limit(piece.end_a()));
  look.limit_b = static_cast<float>(limit(piece.end_b()));
  look.straight_a = straight_a;
  look.straight_b = straight_b;
  look.widest = static_cast<float>(widest + 0.76);
  look.strip_doubt = 0.5F - static_cast<float>(roundings.strip);
  look.round_doubt = 0.5F - static_cast<float>(roundings.round);
  look.strip_error = static_cast<float>(roundings.strip);
  look.wide_error = static_cast<float>(roundings.wide);
  look.place_doubt = static_cast<float>(roundings.place);
  return look;
}

}  // namespace truebox::swift_detail
