// How much of each pixel lies under lines of a width: by the distance of its middle from the line, as the area that a
// straight edge at that distance and slope cuts off the pixel. Corners are round, loose ends are cut straight.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "drawing/area_cover.hpp"
#include "ground/interruption.hpp"

namespace truebox {

struct Point {
  double x, y;
};

// The area of a pixel on the inner side of a straight edge, `depth` inside of which its middle lies. The edge's
// normal has the slope (nx, ny), both taken as positive.
class PixelEdge {
 public:
  PixelEdge(double nx, double ny) : large_(std::max(nx, ny)), small_(std::min(nx, ny)) {
    reach_ = 0.5 * (large_ + small_);
  }
  double reach() const { return reach_; }
  double area(double depth) const {
    const double away = reach_ - std::fabs(depth);
    if (away <= 0) return depth > 0 ? 1 : 0;
    // A corner of the pixel is cut off, then a strip as wide as the pixel.
    double cut;
    if (away < small_) {
      cut = away * away / (2 * small_ * large_);
    } else {
      cut = (away - 0.5 * small_) / large_;
    }
    return depth > 0 ? 1 - cut : cut;
  }

 private:
  double large_, small_, reach_;
};

// Covers of a part of the canvas; what several shapes cover of one pixel is the most that one covers.
struct CoverBuffer {
  PixelBounds bounds;
  std::vector<std::uint8_t> covers;

  std::size_t width() const { return static_cast<std::size_t>(bounds.right - bounds.left); }
  void clear(const PixelBounds& part) {
    bounds = part;
    const auto height = static_cast<std::size_t>(part.bottom - part.top);
    covers.assign(part.empty() ? 0 : width() * height, 0);
  }
  std::uint8_t* row(int y) { return covers.data() + static_cast<std::size_t>(y - bounds.top) * width(); }
};

namespace line_detail {

inline std::uint8_t as_byte(double share) { return static_cast<std::uint8_t>(share * 255 + 0.5); }

inline void raise_to(std::uint8_t& cover, double share) {
  const std::uint8_t found = as_byte(share);
  if (found > cover) cover = found;
}

// What a disc covers of the pixel whose middle lies (dx, dy) from its own.
inline double disc_share(double dx, double dy, double radius) {
  const double squared = dx * dx + dy * dy;
  if (squared >= (radius + 0.75) * (radius + 0.75)) return 0;
  // No edge of a pixel lies further than 0.7072 from its middle.
  if (radius > 0.72 && squared <= (radius - 0.72) * (radius - 0.72)) return 1;
  const double away = std::sqrt(squared);
  if (away <= radius - 0.75) return 1;
  if (away == 0) return std::min(1., 3.141592653589793 * radius * radius);
  return PixelEdge(std::fabs(dx) / away, std::fabs(dy) / away).area(radius - away);
}

}  // namespace line_detail

// Adds a disc to a buffer.
inline void cover_disc(CoverBuffer& buffer, const Point& middle, double radius) {
  const double place[2] = {middle.x, middle.y};
  const PixelBounds& part = buffer.bounds;
  const auto bounds = bounds_of(place, radius + 0.75, part.right, part.bottom);
  const int left = std::max(bounds.left, part.left);
  for (int y = std::max(bounds.top, part.top); y < bounds.bottom; ++y) {
    std::uint8_t* row = buffer.row(y) - part.left;
    for (int x = left; x < bounds.right; ++x) {
      line_detail::raise_to(row[x], line_detail::disc_share(x + 0.5 - middle.x, y + 0.5 - middle.y, radius));
    }
  }
}

// What a line of one width covers, gathered in a buffer.
struct LineLayer {
  double width;
  CoverBuffer* buffer;
};

// How a piece ends: cut straight, or round, where the line goes on in another direction. `turn` is what of half the
// line's width the round corner reaches beyond the end: the sine of the angle, and all of it from a right angle on.
struct LineEnd {
  bool round;
  double turn;
};

// A straight piece of a line.
class LinePiece {
 public:
  LinePiece(const Point& a, const Point& b, double length, const LineEnd& end_a, const LineEnd& end_b)
      : a_(a), b_(b), length_(length), ux_((b.x - a.x) / length), uy_((b.y - a.y) / length),
        side_(std::fabs(uy_), std::fabs(ux_)), end_(std::fabs(ux_), std::fabs(uy_)), end_a_(end_a), end_b_(end_b) {}

  // Of layers of several widths and the same bounds, the widest first.
  template <std::size_t Count>
  void cover(const std::array<LineLayer, Count>& layers) const {
    const PixelBounds& part = layers[0].buffer->bounds;
    const double radius = 0.5 * layers[0].width, reach = radius + 0.75;
    // From where to where along the piece there is something to cover.
    const double from = -0.75 - (end_a_.round ? radius * end_a_.turn : 0);
    const double to = length_ + 0.75 + (end_b_.round ? radius * end_b_.turn : 0);
    const Point low{a_.x + std::min(from * ux_, to * ux_), a_.y + std::min(from * uy_, to * uy_)};
    const Point high{a_.x + std::max(from * ux_, to * ux_), a_.y + std::max(from * uy_, to * uy_)};
    const double high_up = reach * std::fabs(ux_), wide = reach * std::fabs(uy_);
    const int first = held(low.y - high_up - 0.5, part.top, part.bottom);
    const int last = held(high.y + high_up + 0.5, part.top, part.bottom);
    // Where a row meets the piece, taken as without ends, and its sides beyond them.
    const double slant = uy_ != 0 ? ux_ / uy_ : 0;
    const double half = uy_ != 0 ? reach / std::fabs(uy_) : std::numeric_limits<double>::infinity();
    const double left = low.x - wide, right = high.x + wide;
    const double first_whole = end_a_.round ? 0 : end_.reach();
    const double last_whole = end_b_.round ? length_ : length_ - end_.reach();
    for (int y = first; y < last; ++y) {
      const double middle = a_.x + slant * (y + 0.5 - a_.y);
      const int begin = held(std::max(left, middle - half) - 0.5, part.left, part.right);
      const int stop = held(std::min(right, middle + half) + 0.5, part.left, part.right);
      keep_going(2 * static_cast<std::size_t>(std::max(stop - begin, 0)));
      std::array<std::uint8_t*, Count> rows;
      for (std::size_t k = 0; k < Count; ++k) rows[k] = layers[k].buffer->row(y) - part.left;
      const double dx = begin + 0.5 - a_.x, dy = y + 0.5 - a_.y;
      double along = dx * ux_ + dy * uy_, across = dy * ux_ - dx * uy_;
      for (int x = begin; x < stop; ++x, along += ux_, across -= uy_) {
        const double off = std::fabs(across);
        if (along < from || along > to) continue;
        const bool whole = along >= first_whole && along <= last_whole;
        for (std::size_t k = 0; k < Count; ++k) {
          const double half_width = 0.5 * layers[k].width;
          std::uint8_t& cover = rows[k][x];
          if (off >= half_width + 0.75) break;  // narrower layers do not reach it either
          if (cover == 255) continue;
          if (!whole) {
            line_detail::raise_to(cover, end_share(half_width, along, off, x + 0.5, y + 0.5));
          } else if (off <= half_width - side_.reach()) {
            cover = 255;
          } else {
            line_detail::raise_to(cover, strip_share(half_width, off));
          }
        }
      }
    }
  }

 private:
  static int held(double value, int low, int high) {
    if (!(value > low)) return low;  // also what is no number
    return value < high ? static_cast<int>(value) : high;
  }

  double strip_share(double radius, double off) const {
    return side_.area(radius - off) + side_.area(radius + off) - 1;
  }

  double end_share(double radius, double along, double off, double x, double y) const {
    const bool at_a = 2 * along < length_;
    if ((at_a ? along : length_ - along) < 0 && (at_a ? end_a_ : end_b_).round) {
      const Point& corner = at_a ? a_ : b_;
      return line_detail::disc_share(x - corner.x, y - corner.y, radius);
    }
    double share = strip_share(radius, off);
    if (!end_a_.round) share *= end_.area(along);
    if (!end_b_.round) share *= end_.area(length_ - along);
    return std::max(share, 0.);
  }

  Point a_, b_;
  double length_, ux_, uy_;
  PixelEdge side_, end_;
  LineEnd end_a_, end_b_;
};

// The part of a segment inside bounds (Y.-D. Liang, B. Barsky, 1984), so that far points cost nothing.
inline bool clip_segment(Point& a, Point& b, double margin, const PixelBounds& bounds) {
  const double low[2] = {bounds.left - margin, bounds.top - margin};
  const double high[2] = {bounds.right + margin, bounds.bottom + margin};
  const double start[2] = {a.x, a.y}, way[2] = {b.x - a.x, b.y - a.y};
  double first = 0, last = 1;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (way[axis] == 0) {
      if (start[axis] < low[axis] || start[axis] > high[axis]) return false;
      continue;
    }
    const double enter = (low[axis] - start[axis]) / way[axis], leave = (high[axis] - start[axis]) / way[axis];
    first = std::max(first, std::min(enter, leave));
    last = std::min(last, std::max(enter, leave));
  }
  if (first > last) return false;
  if (last < 1) b = {start[0] + last * way[0], start[1] + last * way[1]};
  if (first > 0) a = {start[0] + first * way[0], start[1] + first * way[1]};
  return true;
}

namespace line_detail {

// The corner at b of a line from a over b to c.
inline LineEnd corner(const Point& a, const Point& b, const Point& c) {
  const double before = std::hypot(b.x - a.x, b.y - a.y), behind = std::hypot(c.x - b.x, c.y - b.y);
  if (!(before > 0 && behind > 0)) return {true, 1};
  const Point in{(b.x - a.x) / before, (b.y - a.y) / before}, out{(c.x - b.x) / behind, (c.y - b.y) / behind};
  const double cosine = in.x * out.x + in.y * out.y;
  return {true, cosine > 0 ? std::min(std::fabs(in.x * out.y - in.y * out.x), 1.) : 1.};
}

}  // namespace line_detail

// Adds a line along points (x, y, x, y, ...) to layers of several widths, the widest first.
template <std::size_t Count>
void cover_line(const std::array<LineLayer, Count>& layers, std::span<const double> xy, bool closed) {
  const std::size_t count = xy.size() / 2;
  if (count < 2) return;
  const std::size_t pieces = closed ? count : count - 1;
  const LineEnd straight{false, 0};
  LineEnd last = straight;
  for (std::size_t k = 0; k < pieces; ++k) {
    const auto point = [&](std::size_t number) { return Point{xy[2 * (number % count)], xy[2 * (number % count) + 1]}; };
    Point a = point(k), b = point(k + 1);
    const LineEnd end_a = k == 0 && closed ? line_detail::corner(point(count - 1), a, b) : last;
    const LineEnd end_b = closed || k + 1 < pieces ? line_detail::corner(a, b, point(k + 2)) : straight;
    last = end_b;
    if (!clip_segment(a, b, layers[0].width + 2, layers[0].buffer->bounds)) continue;
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    if (length > 0) {
      LinePiece(a, b, length, end_a, end_b).cover(layers);
    } else if (end_a.round || end_b.round) {
      for (const LineLayer& layer : layers) cover_disc(*layer.buffer, a, 0.5 * layer.width);
    }
  }
}

}  // namespace truebox
