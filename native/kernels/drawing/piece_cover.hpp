// How much of each pixel lies under a straight piece of a line of a width: by the distance of its middle from the line,
// as the area that a straight edge at that distance and slope cuts off the pixel. Corners are round, loose ends are cut
// straight.
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
  // Pixels beside each other that are looked at in one step; a row with a margin may be written to beyond its end.
  static constexpr std::size_t kChunk = 8;

  PixelBounds bounds;
  std::vector<std::uint8_t> covers;
  std::size_t stride = 0;  // from row to row
  bool has_margin = false;

  std::size_t width() const { return static_cast<std::size_t>(bounds.right - bounds.left); }
  void clear(const PixelBounds& part) {
    bounds = part;
    stride = width();
    has_margin = false;
    const auto height = static_cast<std::size_t>(part.bottom - part.top);
    covers.assign(part.empty() ? 0 : stride * height, 0);
  }
  // Rows with a margin, out of memory that is zero where it was used before.
  void spread(const PixelBounds& part) {
    bounds = part;
    stride = (width() + kChunk - 1) / kChunk * kChunk + kChunk;
    has_margin = true;
    // Sixteen pixels from the last one of the last row on.
    const std::size_t wanted = stride * static_cast<std::size_t>(part.bottom - part.top) + 2 * kChunk;
    if (covers.size() < wanted) covers.resize(wanted, 0);
  }
  std::uint8_t* row(int y) { return covers.data() + static_cast<std::size_t>(y - bounds.top) * stride; }
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

  // What it may reach of one row of pixels: those from `begin` up to, not with, `stop`. The middle of the first lies so
  // far along the piece and beside it.
  struct Row {
    int y, begin, stop;
    double along, across;
  };

  // Of layers of several widths and the same bounds, the widest first; `whole` is all of the rows that are drawn, of
  // which the layers may hold a part.
  template <std::size_t Count>
  void cover(const std::array<LineLayer, Count>& layers, const PixelBounds& whole) const {
    const Rows rows = rows_of(layers[0], whole);
    for (int y = rows.first; y < rows.last; ++y) {
      const Row row = row_at(rows, y);
      keep_going(2 * static_cast<std::size_t>(std::max(row.stop - row.begin, 0)));
      std::array<std::uint8_t*, Count> covers;
      for (std::size_t k = 0; k < Count; ++k) covers[k] = layers[k].buffer->row(y) - whole.left;
      double along = row.along, across = row.across;
      for (int x = row.begin; x < row.stop; ++x, along += ux_, across -= uy_) {
        cover_pixel(layers, covers, x, y, along, across);
      }
    }
  }

  // Of one pixel of a row, to the last bit as `cover` does it.
  template <std::size_t Count>
  void cover_alone(const std::array<LineLayer, Count>& layers, const PixelBounds& whole, const Row& row, int x) const {
    std::array<std::uint8_t*, Count> covers;
    for (std::size_t k = 0; k < Count; ++k) covers[k] = layers[k].buffer->row(row.y) - whole.left;
    double along = row.along, across = row.across;
    for (int before = row.begin; before < x; ++before, along += ux_, across -= uy_) {
    }
    cover_pixel(layers, covers, x, row.y, along, across);
  }

  // Which rows it may reach, and of what the pixels of each are made up.
  struct Rows {
    int first, last;  // up to, not with
    double left, right, slant, half, begin, end;
  };

  Rows rows_of(const LineLayer& widest, const PixelBounds& whole) const {
    const PixelBounds& held_rows = widest.buffer->bounds;
    const double radius = 0.5 * widest.width, reach = radius + 0.75;
    const double from = first_covered(radius), to = last_covered(radius);
    const Point low{a_.x + std::min(from * ux_, to * ux_), a_.y + std::min(from * uy_, to * uy_)};
    const Point high{a_.x + std::max(from * ux_, to * ux_), a_.y + std::max(from * uy_, to * uy_)};
    const double high_up = reach * std::fabs(ux_), wide = reach * std::fabs(uy_);
    // Where a row meets the piece, taken as without ends, and its sides beyond them.
    return {held(low.y - high_up - 0.5, held_rows.top, held_rows.bottom),
            held(high.y + high_up + 0.5, held_rows.top, held_rows.bottom),
            low.x - wide,
            high.x + wide,
            uy_ != 0 ? ux_ / uy_ : 0,
            uy_ != 0 ? reach / std::fabs(uy_) : std::numeric_limits<double>::infinity(),
            static_cast<double>(whole.left),
            static_cast<double>(whole.right)};
  }

  Row row_at(const Rows& rows, int y) const {
    const double middle = a_.x + rows.slant * (y + 0.5 - a_.y);
    Row row{y, held(std::max(rows.left, middle - rows.half) - 0.5, rows.begin, rows.end),
            held(std::min(rows.right, middle + rows.half) + 0.5, rows.begin, rows.end), 0, 0};
    const double dx = row.begin + 0.5 - a_.x, dy = y + 0.5 - a_.y;
    row.along = dx * ux_ + dy * uy_;
    row.across = dy * ux_ - dx * uy_;
    return row;
  }

  double length() const { return length_; }
  Point start() const { return a_; }
  Point direction() const { return {ux_, uy_}; }
  const LineEnd& end_a() const { return end_a_; }
  const LineEnd& end_b() const { return end_b_; }
  // How far from a straight end its slanted edge shows.
  double end_reach() const { return end_.reach(); }
  // From where to where along the piece there is something to cover.
  double first_covered(double radius) const { return -0.75 - (end_a_.round ? radius * end_a_.turn : 0); }
  double last_covered(double radius) const { return length_ + 0.75 + (end_b_.round ? radius * end_b_.turn : 0); }

 private:
  // What is no number is the lowest.
  static int held(double value, double low, double high) {
    return static_cast<int>(std::min(high, std::max(low, value)));
  }

  template <std::size_t Count>
  void cover_pixel(const std::array<LineLayer, Count>& layers, const std::array<std::uint8_t*, Count>& covers, int x,
                   int y, double along, double across) const {
    const double widest = 0.5 * layers[0].width;
    const double off = std::fabs(across);
    if (along < first_covered(widest) || along > last_covered(widest)) return;
    const double first_whole = end_a_.round ? 0 : end_.reach();
    const double last_whole = end_b_.round ? length_ : length_ - end_.reach();
    const bool whole = along >= first_whole && along <= last_whole;
    for (std::size_t k = 0; k < Count; ++k) {
      const double half_width = 0.5 * layers[k].width;
      std::uint8_t& cover = covers[k][x];
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

}  // namespace truebox
