// Python bindings of the room `drawing`: many marks of a picture in one call.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>

#include "drawing/byte_pictures.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/row_bands.hpp"
#include "drawing/strokes.hpp"
#include "ground/ragged_arrays.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// Frames, outlines and ways in the order of their marks, on a copy of a picture where one is given. Of a mark the colours
// are six bytes, its own and that of the border.
void draw_marks(const nb::object& picture, const Pixels& pixels, const In<double, 2>& boxes, const In<std::uint8_t, 1>& kinds,
                const In<std::uint8_t, 2>& colours, const Points& xy, const Offsets& offsets, int width, int border,
                double border_opacity, double dash, double gap) {
  const Canvas canvas = canvas_of(pixels);
  const std::size_t count = boxes.shape(0);
  require(boxes.shape(1) == 4 && kinds.shape(0) == count && colours.shape(0) == count && colours.shape(1) == 6 &&
              offsets.shape(0) == count + 1 && width > 0 && border >= 0,
          "shapes differ");
  require(xy.shape(0) % 2 == 0, "points are x and y");
  require_offsets(offsets, xy.shape(0) / 2);
  const bool fresh = !picture.is_none();
  const BytePicture source = fresh ? picture_for(picture, pixels) : BytePicture{};
  const StrokeMarks marks{{boxes.data(), 4 * count}, {kinds.data(), count}, {colours.data(), 6 * count}, {view(xy), view(offsets)}};
  const nb::gil_scoped_release released;
  draw_strokes(canvas, fresh ? &source : nullptr, nullptr, marks, {width, border, border_opacity, {dash, gap}});
}

// Polygons, one after the other; colours are three bytes each.
void fill_polygons(const Pixels& pixels, const Points& xy, const Offsets& offsets, const In<std::uint8_t, 2>& colours,
                   double opacity) {
  const Canvas canvas = canvas_of(pixels);
  require(xy.shape(0) % 2 == 0, "points are x and y");
  require_offsets(offsets, xy.shape(0) / 2);
  const Fills fills{{view(xy), view(offsets)}, {colours.data(), 3 * colours.shape(0)}, opacity};
  require(colours.shape(0) == fills.polygons.count() && colours.shape(1) == 3, "a colour for every polygon");
  const nb::gil_scoped_release released;
  draw_in_bands(canvas, fills.work(canvas), false, [&](const Canvas& band) { fills.draw(band); });
}

}  // namespace

void register_marks(nb::module_& module) {
  module.def("draw_strokes", &draw_marks, "picture"_a.none(), "pixels"_a, "boxes"_a, "kinds"_a, "colours"_a, "xy"_a, "offsets"_a,
             "width"_a, "border"_a, "border_opacity"_a, "dash"_a, "gap"_a);
  module.def("fill_polygons", &fill_polygons, "pixels"_a, "xy"_a, "offsets"_a, "colours"_a, "opacity"_a);
}

}  // namespace truebox
