// Python bindings of the room `drawing`: many marks of a picture in one call.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "drawing/area_cover.hpp"
#include "drawing/byte_pictures.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/frames.hpp"
#include "drawing/lines.hpp"
#include "drawing/row_bands.hpp"
#include "ground/numpy_arrays.hpp"
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

// The corners of plain polygons one after the other: arrays of numbers in double precision, each of them finite, at least
// three corners each. None for all else.
struct PlainOutlines {
  std::vector<std::span<const double>> polygons;

  // False where the numbers are no polygon.
  bool add(const double* numbers, npy_intp count) {
    if (count < 6 || count % 2 != 0) return false;
    polygons.emplace_back(numbers, static_cast<std::size_t>(count));
    return true;
  }

  bool add_all(PyObject* value) {
    if (PyArray_CheckExact(value)) {
      PyArrayObject* const array = plain_doubles(value);
      if (array == nullptr || PyArray_NDIM(array) < 2) return false;
      const npy_intp rows = PyArray_DIM(array, 0), each = rows > 0 ? PyArray_SIZE(array) / rows : 0;
      const auto* const numbers = static_cast<const double*>(PyArray_DATA(array));
      for (npy_intp row = 0; row < rows; ++row) {
        if (!add(numbers + row * each, each)) return false;
      }
      return true;
    }
    if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value)) return false;
    for (Py_ssize_t row = 0; row < PySequence_Fast_GET_SIZE(value); ++row) {
      PyArrayObject* const array = plain_doubles(PySequence_Fast_GET_ITEM(value, row));
      if (array == nullptr || !add(static_cast<const double*>(PyArray_DATA(array)), PyArray_SIZE(array))) return false;
    }
    return true;
  }

 private:
  static PyArrayObject* plain_doubles(PyObject* value) {
    PyArrayObject* const array = plain_reals(value);
    return array != nullptr && PyArray_TYPE(array) == NPY_DOUBLE ? array : nullptr;
  }
};

// Of plain polygons their points, where each begins, and the corners of the box around each.
nb::object plain_outlines(const nb::object& value) {
  want_numpy();
  PlainOutlines plain;
  if (!plain.add_all(value.ptr()) || plain.polygons.empty()) return nb::none();
  const std::size_t count = plain.polygons.size();
  std::size_t numbers = 0;
  for (const auto& polygon : plain.polygons) numbers += polygon.size();
  const nb::object xy = new_array({static_cast<npy_intp>(numbers)}, NPY_DOUBLE);
  const nb::object offsets = new_array({static_cast<npy_intp>(count + 1)}, NPY_INT64);
  const nb::object boxes = new_array({static_cast<npy_intp>(count), 4}, NPY_DOUBLE);
  double *to = data_of<double>(xy), *box = data_of<double>(boxes);
  std::int64_t* const starts = data_of<std::int64_t>(offsets);
  starts[0] = 0;
  for (std::size_t k = 0; k < count; ++k, box += 4) {
    const auto& polygon = plain.polygons[k];
    std::copy(polygon.begin(), polygon.end(), to);
    double low[2] = {to[0], to[1]}, high[2] = {to[0], to[1]};
    bool finite = true;
    for (std::size_t at = 0; at < polygon.size(); at += 2) {
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const double place = to[at + axis];
        finite = finite && std::isfinite(place);
        low[axis] = std::min(low[axis], place);
        high[axis] = std::max(high[axis], place);
      }
    }
    if (!finite) return nb::none();
    box[0] = low[0];
    box[1] = low[1];
    box[2] = high[0];
    box[3] = high[1];
    to += polygon.size();
    starts[k + 1] = starts[k] + static_cast<std::int64_t>(polygon.size() / 2);
  }
  return nb::make_tuple(xy, offsets, boxes);
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
    PaintPair strong(opaque, casing), weak(opaque, faint);
    for (std::size_t k = 0; k < count; ++k) {
      if (rows[k].begin >= band.end() || rows[k].end <= band.first_row) continue;
      const Colour own{colours(k, 0), colours(k, 1), colours(k, 2)}, other{colours(k, 3), colours(k, 4), colours(k, 5)};
      const bool seen = boxes(k, 0) <= band.width && boxes(k, 1) <= band.height && boxes(k, 2) >= 0 && boxes(k, 3) >= 0;
      if ((kinds(k) & kFramed) != 0 && seen) {
        strong.take(own, other);
        const LineLook look{width, border, own, strong.border()};
        draw_frame(band, {boxes(k, 0), boxes(k, 1), boxes(k, 2), boxes(k, 3)}, look,
                   (kinds(k) & kDashed) != 0 ? &dashes : nullptr);
      }
      const auto points = ways.corners(k);
      if ((kinds(k) & kOutlined) != 0) {
        const std::array<std::int64_t, 2> all{0, static_cast<std::int64_t>(points.size() / 2)};
        strong.take(own, other);
        paint_lines(band, {points, all}, std::array<double, 1>{static_cast<double>(width)},
                    {true, static_cast<double>(border), {0, 0}}, strong.line(), strong.border());
      } else if (points.size() > 2) {
        weak.take(own, other);
        paint_trail(band, points, width, border, weak.line(), weak.border());
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
    PaintPair paints(paint, paint);
    for (std::size_t k = 0; k < polygons.count(); ++k) {
      paints.take({colours(k, 0), colours(k, 1), colours(k, 2)}, {});
      fill_polygon(band, polygons.corners(k), paints.line(), scratch);
    }
  });
}

}  // namespace

void register_marks(nb::module_& module) {
  module.def("draw_strokes", &draw_strokes, "picture"_a.none(), "pixels"_a, "boxes"_a, "kinds"_a, "colours"_a, "xy"_a, "offsets"_a,
             "width"_a, "border"_a, "border_opacity"_a, "dash"_a, "gap"_a);
  module.def("plain_outlines", &plain_outlines, "polygons"_a.none());
  module.def("fill_polygons", &fill_polygons, "pixels"_a, "xy"_a, "offsets"_a, "colours"_a, "opacity"_a);
}

}  // namespace truebox
