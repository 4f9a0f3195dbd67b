// Python bindings of the room `drawing`: many marks of a picture in one call.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "drawing/area_cover.hpp"
#include "drawing/byte_pictures.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/frames.hpp"
#include "drawing/lines.hpp"
#include "drawing/row_bands.hpp"
#include "ground/ragged_arrays.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// How a mark is drawn: with a frame, whose line is dashed; its points are corners of an outline rather than a way.
constexpr unsigned kFramed = 1, kDashed = 2, kOutlined = 4;

// The rows that a mark reaches.
RowRange rows_of_mark(const std::array<double, 4>& box, bool framed, std::span<const double> points, double width,
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

// Frames, outlines and ways in the order of their marks, on a copy of a picture where one is given. Of a mark the colours
// are six bytes, its own and that of the border.
void draw_strokes(const nb::object& picture, const Pixels& pixels, const In<double, 2>& boxes, const In<std::uint8_t, 1>& kinds,
                  const In<std::uint8_t, 2>& colours, const Points& xy, const Offsets& offsets, int width, int border,
                  double border_opacity, double dash, double gap) {
  const Canvas canvas = canvas_of(pixels);
  const std::size_t count = boxes.shape(0);
  require(boxes.shape(1) == 4 && kinds.shape(0) == count && colours.shape(0) == count && colours.shape(1) == 6 &&
              offsets.shape(0) == count + 1 && width > 0 && border >= 0,
          "shapes differ");
  require(xy.shape(0) % 2 == 0, "points are x and y");
  require_offsets(offsets, xy.shape(0) / 2);
  const Outlines ways{view(xy), view(offsets)};
  const Dashes dashes{dash, gap};
  const bool fresh = !picture.is_none();
  const BytePicture source = fresh ? picture_for(picture, pixels) : BytePicture{};
  const nb::gil_scoped_release released;
  const Paint opaque({}, 1), casing({}, border_opacity), faint({}, border_opacity / 2);
  // What a pixel near a line takes, in nanoseconds, and one of a frame.
  constexpr double kOfLine = 3, kOfFrame = 0.3, kOfCopy = 0.12;
  const double across = static_cast<double>(width) + 2 * static_cast<double>(border) + 2;
  double work = fresh ? kOfCopy * canvas.width * canvas.height : 0;
  std::vector<RowRange> rows;
  rows.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    work += kOfLine * across * way_along(ways.corners(k), canvas);
    const std::array<double, 4> corners{boxes(k, 0), boxes(k, 1), boxes(k, 2), boxes(k, 3)};
    const bool framed = (kinds(k) & kFramed) != 0;
    if (framed) work += 2 * kOfFrame * across * way_along(corners, canvas);
    rows.push_back(rows_of_mark(corners, framed, ways.corners(k), width, border, canvas));
  }
  draw_in_bands(canvas, work, fresh, [&](const Canvas& band) {
    if (fresh) {
      widen_rows(source, static_cast<std::size_t>(band.first_row), static_cast<std::size_t>(band.end()),
                 band.at(0, band.first_row));
    }
    for (std::size_t k = 0; k < count; ++k) {
      if (rows[k].begin >= band.end() || rows[k].end <= band.first_row) continue;
      const Colour own{colours(k, 0), colours(k, 1), colours(k, 2)}, other{colours(k, 3), colours(k, 4), colours(k, 5)};
      const bool seen = boxes(k, 0) <= band.width && boxes(k, 1) <= band.height && boxes(k, 2) >= 0 && boxes(k, 3) >= 0;
      if ((kinds(k) & kFramed) != 0 && seen) {
        const LineLook look{width, border, own, casing.in(other)};
        draw_frame(band, {boxes(k, 0), boxes(k, 1), boxes(k, 2), boxes(k, 3)}, look,
                   (kinds(k) & kDashed) != 0 ? &dashes : nullptr);
      }
      const auto points = ways.corners(k);
      if ((kinds(k) & kOutlined) != 0) {
        const std::array<std::int64_t, 2> all{0, static_cast<std::int64_t>(points.size() / 2)};
        paint_lines(band, {points, all}, std::array<double, 1>{static_cast<double>(width)},
                    {true, static_cast<double>(border), {0, 0}}, opaque.in(own), casing.in(other));
      } else if (points.size() > 2) {
        paint_trail(band, points, width, border, opaque.in(own), faint.in(other));
      }
    }
  });
}

// Polygons, one after the other; colours are three bytes each.
void fill_polygons(const Pixels& pixels, const Points& xy, const Offsets& offsets, const In<std::uint8_t, 2>& colours,
                   double opacity) {
  const Canvas canvas = canvas_of(pixels);
  require(xy.shape(0) % 2 == 0, "points are x and y");
  require_offsets(offsets, xy.shape(0) / 2);
  const Outlines polygons{view(xy), view(offsets)};
  require(colours.shape(0) == polygons.count() && colours.shape(1) == 3, "a colour for every polygon");
  const nb::gil_scoped_release released;
  const Paint paint({}, opacity);
  double work = 0;
  for (std::size_t k = 0; k < polygons.count(); ++k) {
    // Of a row a few edges; and the area is at most this.
    const double way = way_along(polygons.corners(k), canvas);
    work += 20 * way + 0.02 * way * way;
  }
  draw_in_bands(canvas, work, false, [&](const Canvas& band) {
    AreaScratch scratch;
    for (std::size_t k = 0; k < polygons.count(); ++k) {
      fill_polygon(band, polygons.corners(k), paint.in({colours(k, 0), colours(k, 1), colours(k, 2)}), scratch);
    }
  });
}

}  // namespace

void register_marks(nb::module_& module) {
  module.def("draw_strokes", &draw_strokes, "picture"_a.none(), "pixels"_a, "boxes"_a, "kinds"_a, "colours"_a, "xy"_a, "offsets"_a,
             "width"_a, "border"_a, "border_opacity"_a, "dash"_a, "gap"_a);
  module.def("fill_polygons", &fill_polygons, "pixels"_a, "xy"_a, "offsets"_a, "colours"_a, "opacity"_a);
}

}  // namespace truebox
