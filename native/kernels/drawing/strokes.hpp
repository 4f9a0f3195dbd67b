// Frames, outlines and ways in the order of their marks, with what outlines are filled with below them, on all threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "drawing/area_cover.hpp"
#include "drawing/canvas.hpp"
#include "drawing/frames.hpp"
#include "drawing/lines.hpp"
#include "drawing/row_bands.hpp"
#include "drawing/widening.hpp"

namespace truebox {

// How a mark is drawn: with a frame, whose line is dashed; its points are corners of an outline rather than a way.
inline constexpr unsigned kFramed = 1, kDashed = 2, kOutlined = 4;

// The rows that a mark reaches.
inline RowRange rows_of_mark(const std::array<double, 4>& box, bool framed, std::span<const double> points, double width,
                      double border, const Canvas& canvas) {
  const PixelBounds line = bounds_of(points, 0.5 * width + border + 1, canvas.width, canvas.height);
  RowRange rows{line.top, line.empty() ? line.top : line.bottom};
  if (framed) {
    const auto [x0, y0, x1, y1] = frame_pixels(box, static_cast<int>(width), canvas.width, canvas.height);
    const auto wide = static_cast<int>(std::min(border, 1e6));
    const RowRange frame{y0 - wide, y1 + wide + 1};
    rows = rows.begin < rows.end ? RowRange{std::min(rows.begin, frame.begin), std::max(rows.end, frame.end)} : frame;
  }
  return rows;
}

// The paints of a line and of its border, made anew only where the colours are others.
class PaintPair {
 public:
  PaintPair(const Paint& line, const Paint& border) : line_(line), border_(border) {}

  void take(const Colour& own, const Colour& other) {
    if (line_.colour() != own) line_ = line_.in(own);
    if (border_.colour() != other) border_ = border_.in(other);
  }
  const Paint& line() const { return line_; }
  const Paint& border() const { return border_; }

 private:
  Paint line_, border_;
};

// Polygons that are filled, one after the other; colours are three bytes each.
struct Fills {
  Outlines polygons;
  std::span<const std::uint8_t> colours;
  double opacity;

  // In nanoseconds.
  double work(const Canvas& canvas) const {
    double work = 0;
    for (std::size_t k = 0; k < polygons.count(); ++k) {
      // Of a row a few edges; and the area is at most this.
      const double way = way_along(polygons.corners(k), canvas);
      work += 20 * way + 0.02 * way * way;
    }
    return work;
  }

  void draw(const Canvas& band) const {
    const Paint paint({}, opacity);
    AreaScratch scratch;
    PaintPair paints(paint, paint);
    for (std::size_t k = 0; k < polygons.count(); ++k) {
      paints.take({colours[3 * k], colours[3 * k + 1], colours[3 * k + 2]}, {});
      fill_polygon(band, polygons.corners(k), paints.line(), scratch);
    }
  }
};

// Marks whose lines look alike. Of each the corners of its box, its kind, six bytes, of its colour and of that of the
// border, and its way or outline.
struct StrokeMarks {
  std::span<const double> boxes;
  std::span<const std::uint8_t> kinds, colours;
  Outlines ways;

  std::size_t count() const { return kinds.size(); }
  std::array<double, 4> box(std::size_t k) const {
    return {boxes[4 * k], boxes[4 * k + 1], boxes[4 * k + 2], boxes[4 * k + 3]};
  }
  Colour own(std::size_t k) const { return {colours[6 * k], colours[6 * k + 1], colours[6 * k + 2]}; }
  Colour other(std::size_t k) const { return {colours[6 * k + 3], colours[6 * k + 4], colours[6 * k + 5]}; }
};

struct StrokeLook {
  int width, border;
  double border_opacity;
  Dashes dashes;
};

namespace stroke_detail {

inline void draw_mark(const Canvas& band, const StrokeMarks& marks, std::size_t k, const StrokeLook& look, PaintPair& strong,
                      PaintPair& weak) {
  const std::array<double, 4> box = marks.box(k);
  const Colour own = marks.own(k), other = marks.other(k);
  const bool seen = box[0] <= band.width && box[1] <= band.height && box[2] >= 0 && box[3] >= 0;
  if ((marks.kinds[k] & kFramed) != 0 && seen) {
    strong.take(own, other);
    draw_frame(band, box, {look.width, look.border, own, strong.border()},
               (marks.kinds[k] & kDashed) != 0 ? &look.dashes : nullptr);
  }
  const auto points = marks.ways.corners(k);
  if ((marks.kinds[k] & kOutlined) != 0) {
    const std::array<std::int64_t, 2> all{0, static_cast<std::int64_t>(points.size() / 2)};
    strong.take(own, other);
    paint_lines(band, {points, all}, std::array<double, 1>{static_cast<double>(look.width)},
                {true, static_cast<double>(look.border), {0, 0}}, strong.line(), strong.border());
  } else if (points.size() > 2) {
    weak.take(own, other);
    paint_trail(band, points, look.width, look.border, weak.line(), weak.border());
  }
}

}  // namespace stroke_detail

// On a copy of `source` where there is one, and over `fills` where there are any.
inline void draw_strokes(const Canvas& canvas, const BytePicture* source, const Fills* fills, const StrokeMarks& marks,
                         const StrokeLook& look) {
  // What a pixel near a line takes, in nanoseconds, and one of a frame.
  constexpr double kOfLine = 3, kOfFrame = 0.3, kOfCopy = 0.12;
  const double across = static_cast<double>(look.width) + 2 * static_cast<double>(look.border) + 2;
  double work = source != nullptr ? kOfCopy * canvas.width * canvas.height : 0;
  if (fills != nullptr) work += fills->work(canvas);
  std::vector<RowRange> rows;
  rows.reserve(marks.count());
  for (std::size_t k = 0; k < marks.count(); ++k) {
    work += kOfLine * across * way_along(marks.ways.corners(k), canvas);
    const std::array<double, 4> corners = marks.box(k);
    const bool framed = (marks.kinds[k] & kFramed) != 0;
    if (framed) work += 2 * kOfFrame * across * way_along(corners, canvas);
    rows.push_back(rows_of_mark(corners, framed, marks.ways.corners(k), look.width, look.border, canvas));
  }
  const Paint opaque({}, 1), casing({}, look.border_opacity), faint({}, look.border_opacity / 2);
  draw_in_bands(canvas, work, source != nullptr, [&](const Canvas& band) {
    if (source != nullptr) {
      widen_rows(*source, static_cast<std::size_t>(band.first_row), static_cast<std::size_t>(band.end()),
                 band.at(0, band.first_row));
    }
    if (fills != nullptr) fills->draw(band);
    PaintPair strong(opaque, casing), weak(opaque, faint);
    for (std::size_t k = 0; k < marks.count(); ++k) {
      if (rows[k].begin >= band.end() || rows[k].end <= band.first_row) continue;
      stroke_detail::draw_mark(band, marks, k, look, strong, weak);
    }
  });
}

}  // namespace truebox
