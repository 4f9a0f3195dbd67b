// Python bindings of the room `drawing`: plain calls of `draw_boxes` and `draw_polygons`, answered before Python reads their
// arguments. Copying a picture drives what Python needs for that out of the processor's cache, so that reading them took
// longer than drawing a few objects.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drawing/byte_pictures.hpp"
#include "drawing/captions.hpp"
#include "drawing/drawers.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/plain_labels.hpp"
#include "drawing/strokes.hpp"
#include "ground/numpy_arrays.hpp"
#include "ground/plain_fronts.hpp"
#include "overlap/plain_corners.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

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

  std::size_t numbers() const {
    std::size_t all = 0;
    for (const auto& polygon : polygons) all += polygon.size();
    return all;
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

// The points of polygons one after the other, where each begins, and the corners of the box around each. False where a
// number is not finite.
bool gather_outlines(const PlainOutlines& plain, double* to, std::int64_t* starts, double* box) {
  starts[0] = 0;
  for (std::size_t k = 0; k < plain.polygons.size(); ++k, box += 4) {
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
    if (!finite) return false;
    box[0] = low[0];
    box[1] = low[1];
    box[2] = high[0];
    box[3] = high[1];
    to += polygon.size();
    starts[k + 1] = starts[k] + static_cast<std::int64_t>(polygon.size() / 2);
  }
  return true;
}

// Of plain polygons their points, where each begins, and the corners of the box around each.
nb::object plain_outlines(const nb::object& value) {
  want_numpy();
  PlainOutlines plain;
  if (!plain.add_all(value.ptr()) || plain.polygons.empty()) return nb::none();
  const auto count = static_cast<npy_intp>(plain.polygons.size());
  const nb::object xy = new_array({static_cast<npy_intp>(plain.numbers())}, NPY_DOUBLE);
  const nb::object offsets = new_array({count + 1}, NPY_INT64);
  const nb::object boxes = new_array({count, 4}, NPY_DOUBLE);
  if (!gather_outlines(plain, data_of<double>(xy), data_of<std::int64_t>(offsets), data_of<double>(boxes))) return nb::none();
  return nb::make_tuple(xy, offsets, boxes);
}

// What is asked for: null where nothing is said or None.
struct Asked {
  PyObject *image = nullptr, *truth = nullptr, *predictions = nullptr, *labels = nullptr, *scores = nullptr,
           *theme = nullptr;

  // False where there is more, or an argument twice.
  bool read(PyObject* args, PyObject* named) {
    PyObject** const places[3] = {&image, &truth, &predictions};
    const Py_ssize_t count = PyTuple_GET_SIZE(args);
    if (count > 3) return false;
    for (Py_ssize_t k = 0; k < count; ++k) *places[k] = PyTuple_GET_ITEM(args, k);
    PyObject *key = nullptr, *value = nullptr;
    for (Py_ssize_t position = 0; PyDict_Next(named, &position, &key, &value) != 0;) {
      PyObject** const place = place_of(key);
      if (place == nullptr || *place != nullptr) return false;
      if (value != Py_None || place == &truth || place == &predictions || place == &theme) *place = value;
    }
    return image != nullptr && predictions != nullptr && (truth == nullptr || is_nothing(truth));
  }

 private:
  static bool is_nothing(PyObject* side) {
    return (PyTuple_CheckExact(side) || PyList_CheckExact(side)) && Py_SIZE(side) == 0;
  }
  PyObject** place_of(PyObject* key) {
    if (text_is(key, "prediction_labels")) return &labels;
    if (text_is(key, "scores")) return &scores;
    if (text_is(key, "theme")) return &theme;
    if (text_is(key, "predictions")) return &predictions;
    if (text_is(key, "truth")) return &truth;
    if (text_is(key, "image")) return &image;
    return nullptr;
  }
};

// Numbers of an array or of a list of floats, all finite; nothing for all else.
std::optional<std::vector<double>> plain_scores(PyObject* scores, std::size_t count) {
  std::vector<double> found(count);
  if (PyArrayObject* const array = plain_reals(scores); array != nullptr) {
    if (PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 1 || PyArray_SIZE(array) != static_cast<npy_intp>(count)) {
      return std::nullopt;
    }
    std::copy_n(static_cast<const double*>(PyArray_DATA(array)), count, found.begin());
  } else {
    if (!PyList_CheckExact(scores) || PyList_GET_SIZE(scores) != static_cast<Py_ssize_t>(count)) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) {
      const std::optional<double> value = exact_float(PyList_GET_ITEM(scores, static_cast<Py_ssize_t>(k)));
      if (!value) return std::nullopt;
      found[k] = *value;
    }
  }
  const bool finite = std::all_of(found.begin(), found.end(), [](double score) { return std::isfinite(score); });
  return finite ? std::optional(found) : std::nullopt;
}

// A word and a score with two decimals, no space at either end.
std::string with_score(std::string_view word, double score) {
  char* const written = PyOS_double_to_string(score, 'f', 2, 0, nullptr);
  if (written == nullptr) throw nb::python_error();
  std::string text(word.substr(std::min(word.find_first_not_of(' '), word.size())));
  if (!text.empty()) text += ' ';
  text += written;
  PyMem_Free(written);
  return text;
}

// The caption of each object, empty where it has none; no captions at all where nobody has one. Nothing where a label is
// no text of plain letters.
std::optional<std::vector<std::string>> plain_captions(const Asked& asked, std::size_t count) {
  constexpr std::size_t kFew = 3;
  std::vector<std::string> texts;
  if (asked.labels == nullptr) {
    if (count <= kFew) texts.assign(count, "prediction");
  } else {
    if (!PyList_CheckExact(asked.labels) && !PyTuple_CheckExact(asked.labels)) return std::nullopt;
    if (Py_SIZE(asked.labels) != static_cast<Py_ssize_t>(count)) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) {
      PyObject* const label = PySequence_Fast_GET_ITEM(asked.labels, static_cast<Py_ssize_t>(k));
      if (!PyUnicode_CheckExact(label) || !PyUnicode_IS_COMPACT_ASCII(label)) return std::nullopt;
      const std::string_view text(reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(label)),
                                  static_cast<std::size_t>(PyUnicode_GET_LENGTH(label)));
      if (text.size() > kLongestLine) return std::nullopt;
      for (const char letter : text) {
        if (letter < static_cast<char>(kFirstLetter) || letter == '\x7f') return std::nullopt;
      }
      if (!text.empty() && texts.empty()) texts.resize(count);
      if (!text.empty()) texts[k] = text;
    }
  }
  if (asked.scores == nullptr) return texts;
  const auto scores = plain_scores(asked.scores, count);
  if (!scores) return std::nullopt;
  texts.resize(count);
  for (std::size_t k = 0; k < count; ++k) texts[k] = with_score(texts[k], (*scores)[k]);
  return texts;
}

// What lies on the picture: boxes, or outlines and the boxes around them.
struct PlainObjects {
  std::vector<double> boxes, xy;
  std::vector<std::int64_t> offsets;

  std::size_t count() const { return boxes.size() / 4; }
};

PyObject* drawn(Drawers& drawers, const Asked& asked, const PlainTheme& theme, const PlainObjects& objects, bool outlined) {
  const std::optional<BytePicture> source = PyArray_CheckExact(asked.image) ? byte_picture(asked.image) : std::nullopt;
  const auto most = static_cast<std::size_t>(kMostCanvasSide);
  if (!source || source->height == 0 || source->width == 0 || source->height >= most || source->width >= most) Py_RETURN_NONE;
  const std::size_t count = objects.count();
  const auto texts = plain_captions(asked, count);
  if (!texts) Py_RETURN_NONE;
  const auto width = static_cast<npy_intp>(source->width), height = static_cast<npy_intp>(source->height);
  const PlainSizes sizes = drawers.sizes_of(width, height);
  const std::array<std::uint8_t, 6> inked = drawers.inked(theme.colour);
  PlainLabels labels;
  PlainLetterSet letters;
  if (!texts->empty()) {
    letters = drawers.letters_of_size(sizes.text, sizes.padding);
    const LabelRoom room{static_cast<int>(width), static_cast<int>(height), sizes.gap};
    if (!labels.place(*texts, objects.boxes, room, letters.letters)) Py_RETURN_NONE;
  }
  const nb::object store = new_canvas(height, width);
  nb::object picture = drawers.picture_over(store);
  if (picture.is_none()) Py_RETURN_NONE;
  const Canvas canvas{data_of<std::uint8_t>(store), static_cast<int>(width), static_cast<int>(height)};
  const unsigned kind = outlined ? kOutlined : kFramed | (theme.dashed ? kDashed : 0);
  const std::vector<std::uint8_t> kinds(count, static_cast<std::uint8_t>(kind));
  std::vector<std::uint8_t> colours, fill_colours;
  for (std::size_t k = 0; k < count; ++k) colours.insert(colours.end(), inked.begin(), inked.end());
  const bool filled = outlined && theme.fill > 0;
  for (std::size_t k = 0; filled && k < count; ++k) fill_colours.insert(fill_colours.end(), inked.begin(), inked.begin() + 3);
  const Outlines ways{objects.xy, objects.offsets};
  const Fills fills{ways, fill_colours, theme.fill};
  {
    const nb::gil_scoped_release released;
    draw_strokes(canvas, &*source, filled ? &fills : nullptr, {objects.boxes, kinds, colours, ways},
                 {sizes.line, sizes.border, drawers.casing(), sizes.dashes});
    if (!texts->empty()) labels.draw(canvas, letters.letters, {theme.colour, {inked[3], inked[4], inked[5]}});
  }
  return picture.release().ptr();
}

PyObject* draw_boxes_plainly(PyObject* bound, PyObject* args, PyObject* named) {
  Asked asked;
  if (!asked.read(args, named)) Py_RETURN_NONE;
  PyArrayObject* const array = plain_reals(asked.predictions, 4);
  if (array == nullptr || PyArray_NDIM(array) > 2 || PyArray_SIZE(array) == 0) Py_RETURN_NONE;
  Drawers& drawers = Drawers::of(bound);
  const std::optional<PlainTheme> theme = drawers.theme_of(asked.theme);
  if (!theme) Py_RETURN_NONE;
  const auto count = static_cast<std::size_t>(PyArray_SIZE(array)) / 4;
  PlainObjects objects;
  const auto take = [&](const auto* numbers) {
    objects.boxes.assign(numbers, numbers + 4 * count);
    return boxes_are_regular(numbers, count, false);
  };
  const bool regular = PyArray_TYPE(array) == NPY_FLOAT ? take(static_cast<const float*>(PyArray_DATA(array)))
                                                        : take(static_cast<const double*>(PyArray_DATA(array)));
  if (!regular) Py_RETURN_NONE;
  objects.offsets.assign(count + 1, 0);
  return drawn(drawers, asked, *theme, objects, false);
}

PyObject* draw_polygons_plainly(PyObject* bound, PyObject* args, PyObject* named) {
  Asked asked;
  if (!asked.read(args, named)) Py_RETURN_NONE;
  want_numpy();
  PlainOutlines plain;
  if (!plain.add_all(asked.predictions) || plain.polygons.empty()) Py_RETURN_NONE;
  Drawers& drawers = Drawers::of(bound);
  const std::optional<PlainTheme> theme = drawers.theme_of(asked.theme);
  if (!theme || theme->dashed) Py_RETURN_NONE;
  PlainObjects objects;
  objects.xy.resize(plain.numbers());
  objects.offsets.resize(plain.polygons.size() + 1);
  objects.boxes.resize(4 * plain.polygons.size());
  if (!gather_outlines(plain, objects.xy.data(), objects.offsets.data(), objects.boxes.data())) Py_RETURN_NONE;
  return drawn(drawers, asked, *theme, objects, true);
}

// The fronts of `draw_boxes` and of `draw_polygons`.
nb::tuple plain_drawers(const nb::dict& tools) {
  auto* const drawers = new Drawers(tools);
  const nb::capsule bound(drawers, Drawers::name(), [](void* held) noexcept { delete static_cast<Drawers*>(held); });
  return nb::make_tuple(bound_front<&draw_boxes_plainly>("draw_boxes_plainly", bound.ptr()),
                        bound_front<&draw_polygons_plainly>("draw_polygons_plainly", bound.ptr()));
}

}  // namespace

void register_plain_drawings(nb::module_& module) {
  module.def("plain_outlines", &plain_outlines, "polygons"_a.none());
  module.def("plain_drawers", &plain_drawers, "tools"_a);
}

}  // namespace truebox
