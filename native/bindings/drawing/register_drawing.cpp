// Python bindings of the room `drawing`: marks on a picture in memory. Python has checked what it draws; what is
// checked again here keeps memory safe.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "drawing/area_cover.hpp"
#include "drawing/canvas.hpp"
#include "drawing/captions.hpp"
#include "drawing/dashes.hpp"
#include "drawing/frames.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/label_places.hpp"
#include "drawing/lines.hpp"
#include "drawing/piece_cover.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/ragged_arrays.hpp"
#include "masks/boundary.hpp"
#include "masks/dense.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
Outlines outlines_of(const Points& xy, const Offsets& offsets) {
  require(xy.shape(0) % 2 == 0, "points are x and y");
  require_offsets(offsets, xy.shape(0) / 2);
  return {view(xy), view(offsets)};
}

// None for a patch without pixels, else (left, top, covers [height, width]).
nb::object to_object(CoverBuffer&& buffer) {
  const CoverPatch patch = patch_of(buffer);
  if (patch.width <= 0 || patch.height <= 0) return nb::none();
  return nb::make_tuple(patch.left, patch.top,
                        to_array<2>(std::move(buffer.covers),
                                    {static_cast<std::size_t>(patch.height), static_cast<std::size_t>(patch.width)}));
}

// What several outlines cover together.
void cover_outlines(const Outlines& outlines, int width, int height, CoverBuffer& buffer) {
  std::vector<PixelBounds> parts;
  PixelBounds all;
  for (std::size_t k = 0; k < outlines.count(); ++k) {
    parts.push_back(bounds_of(outlines.corners(k), 0, width, height));
    all = around(all, parts.back());
  }
  buffer.clear(all);
  AreaScratch scratch;
  for (std::size_t k = 0; k < outlines.count(); ++k) {
    if (parts[k].empty()) continue;
    for_each_covered_row(outlines.corners(k), parts[k], scratch, [&](int y, const std::uint8_t* covers) {
      std::uint8_t* row = buffer.row(y) + (parts[k].left - all.left);
      for (int x = 0; x < parts[k].right - parts[k].left; ++x) row[x] = mixed(row[x], 255, covers[x]);
    });
  }
}

void fill_outlines(const Pixels& pixels, const Points& xy, const Offsets& offsets, const nb::tuple& colour,
                   double opacity) {
  const Canvas canvas = canvas_of(pixels);
  const Outlines outlines = outlines_of(xy, offsets);
  const Paint paint(colour_of(colour), opacity);
  const nb::gil_scoped_release released;
  if (outlines.count() != 1) {
    CoverBuffer buffer;
    cover_outlines(outlines, canvas.width, canvas.height, buffer);
    mix_patch(canvas, patch_of(buffer), paint);
    return;
  }
  AreaScratch scratch;
  fill_polygon(canvas, outlines.corners(0), paint, scratch);
}

nb::object outline_covers(const Points& xy, const Offsets& offsets, int width, int height) {
  const Outlines outlines = outlines_of(xy, offsets);
  CoverBuffer buffer;
  {
    const nb::gil_scoped_release released;
    cover_outlines(outlines, width, height, buffer);
  }
  return to_object(std::move(buffer));
}

void draw_lines(const Pixels& pixels, const Points& xy, const Offsets& offsets, bool closed, const Points& widths,
                const nb::tuple& colour, double opacity, double border, const nb::tuple& border_colour,
                double border_opacity, double dash, double gap) {
  const Canvas canvas = canvas_of(pixels);
  const Outlines lines = outlines_of(xy, offsets);
  require(widths.shape(0) == lines.count(), "a width for every line");
  const Paint paint(colour_of(colour), opacity), border_paint(colour_of(border_colour), border_opacity);
  const nb::gil_scoped_release released;
  paint_lines(canvas, lines, view(widths), {closed, border, {dash, gap}}, paint, border_paint);
}

std::vector<int> box_pixels(const Points& box, int width, int picture_width, int picture_height) {
  require(box.shape(0) == 4 && width > 0, "no frame");
  const auto found = frame_pixels({box(0), box(1), box(2), box(3)}, width, picture_width, picture_height);
  return {found.begin(), found.end()};
}

void draw_disc(const Pixels& pixels, double x, double y, double radius, const nb::tuple& colour) {
  const Canvas canvas = canvas_of(pixels);
  const double middle[2] = {x, y};
  const PixelBounds part = bounds_of(middle, radius + 1, canvas.width, canvas.height);
  if (part.empty()) return;
  KeptBuffer kept(part);
  CoverBuffer& buffer = kept.get();
  cover_disc(buffer, {x, y}, radius);
  mix_patch(canvas, patch_of(buffer), Paint(colour_of(colour), 1));
}

// Ones of a mask as covers, only where it has any; `value` stands for a one.
void cover_mask(Runs runs, MaskSize size, CoverBuffer& buffer) {
  const PixelBox box = mask_box(runs, size);
  buffer.clear({static_cast<int>(box.x_begin), static_cast<int>(box.y_begin), static_cast<int>(box.x_end),
                static_cast<int>(box.y_end)});
  if (buffer.bounds.empty()) return;
  const auto stride = static_cast<std::ptrdiff_t>(buffer.width());
  const std::ptrdiff_t corner = stride * static_cast<std::ptrdiff_t>(box.y_begin) + static_cast<std::ptrdiff_t>(box.x_begin);
  DenseScratch scratch;
  decode_rows(runs, {buffer.covers.data() - corner, size, stride, 1}, scratch);
  for (std::uint8_t& cover : buffer.covers) cover = static_cast<std::uint8_t>(-cover);
}

MaskSize checked_mask(const RunsIn& runs, std::int64_t height, std::int64_t width) {
  require(!check_size(height, width, 0), "too many pixels for run lengths");
  const MaskSize size{static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(width)};
  require(!check_runs(span_of(runs), size.pixels(), 0), "runs do not fit their mask");
  return size;
}

// `inwards` is the width of the line along the mask's edge, 0 for all of the mask, which may be larger than the canvas.
void draw_mask(const Pixels& pixels, const RunsIn& runs, std::int64_t height, std::int64_t width, int inwards,
               const nb::tuple& colour, double opacity) {
  const Canvas canvas = canvas_of(pixels);
  const MaskSize size = checked_mask(runs, height, width);
  require(inwards >= 0 && std::max(size.height, size.width) < kLongestBoundarySide, "no edge");
  const Paint paint(colour_of(colour), opacity);
  const nb::gil_scoped_release released;
  KeptBuffer kept({});
  CoverBuffer& buffer = kept.get();
  if (inwards == 0) {
    cover_mask(span_of(runs), size, buffer);
  } else {
    std::vector<std::uint32_t> edge;
    BoundaryScratch scratch;
    mask_boundary(span_of(runs), size, static_cast<std::uint32_t>(inwards), scratch, edge);
    cover_mask(edge, size, buffer);
  }
  mix_patch(canvas, patch_of(buffer), paint);
}

nb::object mask_covers(const RunsIn& runs, std::int64_t height, std::int64_t width) {
  const MaskSize size = checked_mask(runs, height, width);
  CoverBuffer buffer;
  cover_mask(span_of(runs), size, buffer);
  return to_object(std::move(buffer));
}

void mix_covers(const Pixels& pixels, const Covers& covers, int left, int top, const nb::tuple& colour,
                double opacity) {
  const Canvas canvas = canvas_of(pixels);
  require(left >= 0 && top >= 0, "the patch begins outside of the canvas");
  const CoverPatch patch{covers.data(), left, top, static_cast<int>(covers.shape(1)), static_cast<int>(covers.shape(0))};
  mix_patch(canvas, patch, Paint(colour_of(colour), opacity));
}

// A field of one colour with letters of another.
void draw_label(const Pixels& pixels, const Covers& letters, int left, int top, const nb::tuple& colour,
                const nb::tuple& ink) {
  const Canvas canvas = canvas_of(pixels);
  require(left >= 0 && top >= 0 && static_cast<std::size_t>(left) + letters.shape(1) <= pixels.shape(1) &&
              static_cast<std::size_t>(top) + letters.shape(0) <= pixels.shape(0),
          "the label leaves the canvas");
  const LabelShades shades(colour_of(colour), colour_of(ink));
  shades.draw(canvas, letters.data(), left, top, letters.shape(1), letters.shape(0));
}

// Puts the covers of a letter over those that are there, cut at the edges.
void lay_over(const Out<std::uint8_t, 2>& below, const Covers& letter, int left, int top) {
  LetterShape shape{};
  shape.width = static_cast<std::int64_t>(letter.shape(1));
  shape.height = static_cast<std::int64_t>(letter.shape(0));
  lay_letter(below.data(), static_cast<std::int64_t>(below.shape(0)), static_cast<std::int64_t>(below.shape(1)),
             letter.data(), shape, left, top);
}

// Of every label x, y and the number of its form, -1 where none has a place.
std::vector<std::array<int, 3>> found_places(const In<std::int64_t, 2>& forms, const Offsets& offsets,
                                             const In<double, 2>& anchors, const LabelRoom& room) {
  require(forms.shape(1) == 2 && anchors.shape(1) == 4 && offsets.shape(0) == anchors.shape(0) + 1, "shapes differ");
  require_offsets(offsets, forms.shape(0));
  std::vector<LabelForm> sizes;
  for (std::size_t k = 0; k < forms.shape(0); ++k) {
    sizes.push_back({static_cast<int>(forms(k, 0)), static_cast<int>(forms(k, 1))});
  }
  std::vector<Corners> boxes;
  for (std::size_t k = 0; k < anchors.shape(0); ++k) {
    boxes.push_back({anchors(k, 0), anchors(k, 1), anchors(k, 2), anchors(k, 3)});
  }
  std::vector<std::array<int, 3>> found;
  const nb::gil_scoped_release released;
  for (const LabelPlace& place : place_labels(sizes, view(offsets), boxes, room)) {
    found.push_back({place.x, place.y, place.form});
  }
  return found;
}

nb::list label_places(const In<std::int64_t, 2>& forms, const Offsets& offsets, const In<double, 2>& anchors, int width,
                      int height, int gap) {
  nb::list places;
  for (const auto& [x, y, form] : found_places(forms, offsets, anchors, {width, height, gap})) {
    places.append(nb::make_tuple(x, y, form));
  }
  return places;
}

nb::list dashes_of(const Points& xy, double dash, double gap, bool closed) {
  require(xy.shape(0) % 2 == 0, "points are x and y");
  nb::list pieces;
  for_each_dash(view(xy), closed, {dash, gap}, [&](std::span<const double> piece) {
    pieces.append(to_array<2>(std::vector<double>(piece.begin(), piece.end()), {piece.size() / 2, 2}));
  });
  return pieces;
}

}  // namespace

void register_drawing(nb::module_& module) {
  register_marks(module);
  register_captions(module);
  register_plain_drawings(module);
  module.def("fill_outlines", &fill_outlines, "pixels"_a, "xy"_a, "offsets"_a, "colour"_a, "opacity"_a);
  module.def("outline_covers", &outline_covers, "xy"_a, "offsets"_a, "width"_a, "height"_a);
  module.def("draw_lines", &draw_lines, "pixels"_a, "xy"_a, "offsets"_a, "closed"_a, "widths"_a, "colour"_a,
             "opacity"_a, "border"_a, "border_colour"_a, "border_opacity"_a, "dash"_a, "gap"_a);
  module.def("box_pixels", [](const Points& box, int width, int picture_width, int picture_height) {
    const auto found = box_pixels(box, width, picture_width, picture_height);
    return nb::make_tuple(found[0], found[1], found[2], found[3]);
  }, "box"_a, "width"_a, "picture_width"_a, "picture_height"_a);
  module.def("draw_disc", &draw_disc, "pixels"_a, "x"_a, "y"_a, "radius"_a, "colour"_a);
  module.def("draw_mask", &draw_mask, "pixels"_a, "runs"_a, "height"_a, "width"_a, "inwards"_a, "colour"_a,
             "opacity"_a);
  module.def("mask_covers", &mask_covers, "runs"_a, "height"_a, "width"_a);
  module.def("mix_covers", &mix_covers, "pixels"_a, "covers"_a, "left"_a, "top"_a, "colour"_a, "opacity"_a);
  module.def("draw_label", &draw_label, "pixels"_a, "letters"_a, "left"_a, "top"_a, "colour"_a, "ink"_a);
  module.def("lay_over", &lay_over, "below"_a, "letter"_a, "left"_a, "top"_a);
  module.def("label_places", &label_places, "forms"_a, "offsets"_a, "anchors"_a, "width"_a, "height"_a, "gap"_a);
  module.def("dashes_of", &dashes_of, "xy"_a, "dash"_a, "gap"_a, "closed"_a);
}

}  // namespace truebox
