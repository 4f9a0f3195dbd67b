// Lines along many points, added to layers of covers piece by piece.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "drawing/area_cover.hpp"
#include "drawing/piece_cover.hpp"
#include "drawing/swift_cover.hpp"

namespace truebox {

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

// The points of a line, and how far each is from the next one.
class LinePoints {
 public:
  LinePoints(std::span<const double> xy, bool closed) : xy_(xy), count_(xy.size() / 2), closed_(closed) {}

  std::size_t pieces() const { return count_ < 2 ? 0 : closed_ ? count_ : count_ - 1; }
  Point at(std::size_t number) const {
    const std::size_t place = number < count_ ? number : number - count_;
    return {xy_[2 * place], xy_[2 * place + 1]};
  }
  // From the point to the one behind it; of the last two that were asked for kept.
  double step(std::size_t number) {
    const std::size_t place = number < count_ ? number : number - count_;
    Kept& kept = kept_[place % 2];
    if (kept.place != place) {
      const Point a = at(place), b = at(place + 1);
      kept = {place, std::hypot(b.x - a.x, b.y - a.y)};
    }
    return kept.step;
  }
  // How the piece from a point begins, and how it ends at the next one.
  LineEnd begin_of(std::size_t piece) {
    if (piece == 0 && !closed_) return {false, 0};
    return corner(piece == 0 ? count_ - 1 : piece - 1);
  }
  LineEnd end_of(std::size_t piece) {
    if (piece + 1 == pieces() && !closed_) return {false, 0};
    return corner(piece);
  }

 private:
  struct Kept {
    std::size_t place = static_cast<std::size_t>(-1);
    double step = 0;
  };

  // Between a piece and the next one.
  LineEnd corner(std::size_t piece) {
    if (known_.place == piece) return known_.end;
    const double before = step(piece), behind = step(piece + 1);
    const Point a = at(piece), b = at(piece + 1), c = at(piece + 2);
    LineEnd end{true, 1};
    if (before > 0 && behind > 0) {
      const Point in{(b.x - a.x) / before, (b.y - a.y) / before}, out{(c.x - b.x) / behind, (c.y - b.y) / behind};
      const double cosine = in.x * out.x + in.y * out.y;
      end.turn = cosine > 0 ? std::min(std::fabs(in.x * out.y - in.y * out.x), 1.) : 1.;
    }
    known_ = {piece, end};
    return end;
  }

  struct KnownCorner {
    std::size_t place = static_cast<std::size_t>(-1);
    LineEnd end{false, 0};
  };

  std::span<const double> xy_;
  std::size_t count_;
  bool closed_;
  std::array<Kept, 2> kept_;
  KnownCorner known_;
};

}  // namespace line_detail

// Adds a line along points (x, y, x, y, ...) to layers of several widths, the widest first. They hold some rows of
// `whole`.
template <std::size_t Count>
void cover_line(const std::array<LineLayer, Count>& layers, std::span<const double> xy, bool closed,
                const PixelBounds& whole) {
  const PixelBounds& part = layers[0].buffer->bounds;
  const double far = layers[0].width + 3;  // no pixel further from a piece is covered
  const SwiftCover<Count> swift(layers, whole);
  line_detail::LinePoints points(xy, closed);
  for (std::size_t k = 0; k < points.pieces(); ++k) {
    Point a = points.at(k), b = points.at(k + 1);
    if (std::max(a.y, b.y) + far < part.top || std::min(a.y, b.y) - far > part.bottom) continue;
    const LineEnd end_a = points.begin_of(k), end_b = points.end_of(k);
    double length = points.step(k);
    const Point whole_a = a, whole_b = b;
    if (!clip_segment(a, b, layers[0].width + 2, whole)) continue;
    if (a.x != whole_a.x || a.y != whole_a.y || b.x != whole_b.x || b.y != whole_b.y) {
      length = std::hypot(b.x - a.x, b.y - a.y);
    }
    if (length > 0) {
      const LinePiece piece(a, b, length, end_a, end_b);
      if (!swift.cover(piece)) piece.cover(layers, whole);
    } else if (end_a.round || end_b.round) {
      for (const LineLayer& layer : layers) cover_disc(*layer.buffer, a, 0.5 * layer.width);
    }
  }
}

template <std::size_t Count>
void cover_line(const std::array<LineLayer, Count>& layers, std::span<const double> xy, bool closed) {
  cover_line(layers, xy, closed, layers[0].buffer->bounds);
}

}  // namespace truebox
