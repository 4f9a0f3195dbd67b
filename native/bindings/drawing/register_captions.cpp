// Python bindings of the room `drawing`: the labels of a picture, whose letters were drawn once.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "drawing/captions.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/label_places.hpp"
#include "drawing/letter_arrays.hpp"
#include "ground/numpy_arrays.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// The lines of a caption, where all of them are of letters of the set; they live as long as the strings.
Setting set_caption(nb::handle lines, const LetterSet& letters, SetCaption& caption) {
  caption.texts.clear();
  caption.lines.clear();
  Setting all = Setting::done;
  require(PyTuple_Check(lines.ptr()) && PyTuple_GET_SIZE(lines.ptr()) > 0, "a caption is a tuple of lines");
  for (const nb::handle each : nb::borrow<nb::tuple>(lines)) {
    require(PyUnicode_Check(each.ptr()), "a line is a text");
    if (!PyUnicode_IS_ASCII(each.ptr())) return Setting::other_letters;
    Py_ssize_t length = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(each.ptr(), &length);
    if (text == nullptr) throw nb::python_error();
    caption.texts.emplace_back(text, static_cast<std::size_t>(length));
    const Setting found = set_line(caption.texts.back(), letters, caption.lines.emplace_back());
    if (found == Setting::other_letters) return found;
    if (found == Setting::unknown_letters) all = found;
  }
  return all;
}

// Of every caption the width and height with all its lines and with the first alone: 0 where it has other letters or a
// line wider than `most`, -1 where it has letters that are still to be drawn.
nb::object caption_sizes(const nb::list& captions, const In<std::int64_t, 2>& shapes,
                         const In<std::uint8_t, 1>& covers, std::int64_t ascent, std::int64_t descent,
                         std::int64_t padding, std::int64_t most) {
  const LetterSet letters = letters_of(shapes, covers, ascent, descent, padding);
  const std::size_t count = captions.size();
  const nb::object sizes = new_array({static_cast<npy_intp>(count), 4}, NPY_INT64);
  std::int64_t* row = data_of<std::int64_t>(sizes);
  SetCaption caption;
  for (std::size_t k = 0; k < count; ++k, row += 4) {
    const Setting found = set_caption(captions[k], letters, caption);
    bool fits = found == Setting::done;
    for (const SetLine& line : caption.lines) fits = fits && line.width <= most;
    if (!fits) {
      std::fill_n(row, 4, found == Setting::unknown_letters ? -1 : 0);
      continue;
    }
    const std::size_t lines = caption.lines.size();
    row[0] = caption.width(lines, letters);
    row[1] = caption.height(lines, letters);
    row[2] = caption.width(1, letters);
    row[3] = caption.height(1, letters);
  }
  return sizes;
}

// Where captions beside boxes go: of each x, y and how many of its lines are written there. That is none for one without
// lines, one whose box is not seen and one without room. None where a caption has letters that are not of the set, are
// still to be drawn, or are too many for a line.
nb::object caption_places(const nb::list& captions, const In<double, 2>& anchors, int width, int height, int gap,
                          const In<std::int64_t, 2>& shapes, const In<std::uint8_t, 1>& covers, std::int64_t ascent,
                          std::int64_t descent, std::int64_t padding, std::int64_t most) {
  const LetterSet letters = letters_of(shapes, covers, ascent, descent, padding);
  const std::size_t count = captions.size();
  require(anchors.shape(0) == count && anchors.shape(1) == 4, "shapes differ");
  std::vector<LabelForm> forms;
  std::vector<std::int64_t> offsets{0}, lines;
  std::vector<Corners> boxes;
  std::vector<std::size_t> rows;
  SetCaption caption;
  for (std::size_t k = 0; k < count; ++k) {
    const Corners box{anchors(k, 0), anchors(k, 1), anchors(k, 2), anchors(k, 3)};
    require(PyTuple_Check(captions[k].ptr()), "a caption is a tuple of lines");
    if (PyTuple_GET_SIZE(captions[k].ptr()) == 0) continue;
    if (!(box[0] <= width && box[1] <= height && box[2] >= 0 && box[3] >= 0)) continue;
    if (set_caption(captions[k], letters, caption) != Setting::done) return nb::none();
    for (const SetLine& line : caption.lines) {
      if (line.width > most) return nb::none();
    }
    const std::size_t all = caption.lines.size();
    for (const std::size_t written : {all, std::size_t{1}}) {
      forms.push_back({static_cast<int>(caption.width(written, letters)), static_cast<int>(caption.height(written, letters))});
      if (all == 1) break;
    }
    offsets.push_back(static_cast<std::int64_t>(forms.size()));
    lines.push_back(static_cast<std::int64_t>(all));
    boxes.push_back(box);
    rows.push_back(k);
  }
  const nb::object places = new_array({static_cast<npy_intp>(count), 3}, NPY_INT64);
  std::int64_t* const found = data_of<std::int64_t>(places);
  std::fill_n(found, 3 * count, 0);
  const nb::gil_scoped_release released;
  const std::vector<LabelPlace> placed = place_labels(forms, offsets, boxes, {width, height, gap});
  for (std::size_t k = 0; k < placed.size(); ++k) {
    if (placed[k].form < 0) continue;
    std::int64_t* const place = found + 3 * rows[k];
    place[0] = placed[k].x;
    place[1] = placed[k].y;
    place[2] = placed[k].form == 0 ? lines[k] : 1;
  }
  return places;
}

// Labels of letters of the set. A place is x, y and how many lines are written there, 0 for none; colours are six bytes,
// of the field and of the letters.
void draw_captions(const Pixels& pixels, const nb::list& captions, const In<std::int64_t, 2>& places,
                   const In<std::uint8_t, 2>& colours, const In<std::int64_t, 2>& shapes,
                   const In<std::uint8_t, 1>& covers, std::int64_t ascent, std::int64_t descent, std::int64_t padding) {
  const Canvas canvas = canvas_of(pixels);
  const LetterSet letters = letters_of(shapes, covers, ascent, descent, padding);
  const std::size_t count = captions.size();
  require(places.shape(0) == count && places.shape(1) == 3 && colours.shape(0) == count && colours.shape(1) == 6,
          "shapes differ");
  SetCaption caption;
  std::vector<std::uint8_t> block;
  std::optional<LabelShades> shades;
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t x = places(k, 0), y = places(k, 1), lines = places(k, 2);
    if (lines == 0) continue;
    const Setting found = set_caption(captions[k], letters, caption);
    require(found == Setting::done && lines > 0 && static_cast<std::size_t>(lines) <= caption.lines.size(), "other letters");
    const auto written = static_cast<std::size_t>(lines);
    const std::int64_t width = caption.width(written, letters), height = caption.height(written, letters);
    require(x >= 0 && y >= 0 && x <= canvas.width - width && y <= canvas.height - height, "the label leaves the canvas");
    const Colour field{colours(k, 0), colours(k, 1), colours(k, 2)}, ink{colours(k, 3), colours(k, 4), colours(k, 5)};
    if (!shades || !shades->is_of(field, ink)) shades.emplace(field, ink);
    caption.lay(written, letters, block);
    shades->draw(canvas, block.data(), static_cast<int>(x), static_cast<int>(y), static_cast<std::size_t>(width),
                 static_cast<std::size_t>(height));
  }
}

}  // namespace

void register_captions(nb::module_& module) {
  module.def("caption_sizes", &caption_sizes, "captions"_a, "shapes"_a, "covers"_a, "ascent"_a, "descent"_a, "padding"_a,
             "most"_a);
  module.def("caption_places", &caption_places, "captions"_a, "anchors"_a, "width"_a, "height"_a, "gap"_a, "shapes"_a,
             "covers"_a, "ascent"_a, "descent"_a, "padding"_a, "most"_a);
  module.def("draw_captions", &draw_captions, "pixels"_a, "captions"_a, "places"_a, "colours"_a, "shapes"_a, "covers"_a,
             "ascent"_a, "descent"_a, "padding"_a);
}

}  // namespace truebox
