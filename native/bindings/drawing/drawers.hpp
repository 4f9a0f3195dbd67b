// What plain drawings ask Python for: sizes, themes, letters and the picture in the end.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "drawing/dashes.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/letter_arrays.hpp"

namespace truebox {

// Sizes in pixels, as `Strokes` has them.
struct PlainSizes {
  std::int64_t width = -1, height = -1;  // of the picture
  int line = 0, border = 0, text = 0, padding = 0, gap = 0;
  Dashes dashes{0, 0};
};

struct PlainTheme {
  Colour colour;
  double fill;
  bool dashed;
};

// Letters of one size, looked at once: there are only ever new arrays of them.
struct PlainLetterSet {
  nanobind::object shapes, covers;
  LetterSet letters;
};

// What the fronts ask Python for, and its last answers.
class Drawers {
 public:
  explicit Drawers(const nanobind::dict& tools)
      : themes_(tools["themes"]), theme_type_(tools["theme_type"]), strokes_for_(tools["strokes_for"]),
        picture_over_(tools["picture_over"]), letters_at_(tools["letters_at"]), with_ink_(tools["with_ink"]),
        casing_(nanobind::cast<double>(tools["casing"])) {
    require(PyDict_CheckExact(themes_.ptr()) && PyType_Check(theme_type_.ptr()), "tools");
  }

  static const char* name() { return "truebox.drawers"; }
  static Drawers& of(PyObject* bound) { return *static_cast<Drawers*>(PyCapsule_GetPointer(bound, name())); }

  double casing() const { return casing_; }
  nanobind::object picture_over(const nanobind::object& store) const { return picture_over_(store); }

  // Of its name, or of itself.
  std::optional<PlainTheme> theme_of(PyObject* theme) const {
    if (theme == nullptr || PyUnicode_CheckExact(theme)) {
      theme = theme == nullptr ? PyDict_GetItemString(themes_.ptr(), "classic") : PyDict_GetItemWithError(themes_.ptr(), theme);
    }
    if (theme == nullptr || Py_TYPE(theme) != reinterpret_cast<PyTypeObject*>(theme_type_.ptr())) return std::nullopt;
    const nanobind::handle held(theme);
    const nanobind::object colour = held.attr("prediction"), fill = held.attr("fill"), dashed = held.attr("dashed");
    if (!PyTuple_CheckExact(colour.ptr()) || PyTuple_GET_SIZE(colour.ptr()) != 3) return std::nullopt;
    if (!PyFloat_CheckExact(fill.ptr()) || !PyBool_Check(dashed.ptr())) return std::nullopt;
    PlainTheme found{{}, PyFloat_AS_DOUBLE(fill.ptr()), dashed.ptr() == Py_True};
    for (Py_ssize_t part = 0; part < 3; ++part) {
      PyObject* const value = PyTuple_GET_ITEM(colour.ptr(), part);
      const long byte = PyLong_CheckExact(value) ? PyLong_AsLong(value) : -1;
      if (byte < 0 || byte > 255) return std::nullopt;
      found.colour[static_cast<std::size_t>(part)] = static_cast<std::uint8_t>(byte);
    }
    return found;
  }

  PlainSizes sizes_of(std::int64_t width, std::int64_t height) {
    if (sizes_.width == width && sizes_.height == height) return sizes_;
    constexpr long kWidest = 1 << 20;
    const nanobind::object strokes = strokes_for_(nanobind::make_tuple(width, height));
    const auto number = [&](const char* which) {
      return static_cast<int>(std::min(nanobind::cast<long>(strokes.attr(which)), kWidest));
    };
    const nanobind::object dash = strokes.attr("dash");
    PlainSizes found{width, height, number("line"), number("casing"), number("text"), number("padding"), number("gap"),
                     {nanobind::cast<double>(dash[0]), nanobind::cast<double>(dash[1])}};
    sizes_ = found;
    return found;
  }

  // A colour and what reads well on it.
  std::array<std::uint8_t, 6> inked(const Colour& colour) {
    if (inked_ && std::equal(colour.begin(), colour.end(), inked_->begin())) return *inked_;
    const nanobind::bytes bytes(with_ink_(nanobind::make_tuple(colour[0], colour[1], colour[2])));
    require(bytes.size() == 6, "a colour and its ink");
    std::array<std::uint8_t, 6> found;
    std::copy_n(static_cast<const std::uint8_t*>(bytes.data()), 6, found.begin());
    inked_ = found;
    return found;
  }

  PlainLetterSet letters_of_size(int size, int padding) {
    if (letters_size_ != size) {
      letters_owner_ = letters_at_(size);
      letters_size_ = size;
    }
    const nanobind::object owner = letters_owner_;
    const nanobind::tuple arrays(owner.attr("arrays"));
    PlainLetterSet held = letters_;
    if (!held.shapes.is_valid() || held.shapes.ptr() != nanobind::object(arrays[0]).ptr()) {
      using Shapes = In<std::int64_t, 2>;
      using Bytes = In<std::uint8_t, 1>;
      held = {nanobind::object(arrays[0]), nanobind::object(arrays[1]),
              letters_of(nanobind::cast<Shapes>(arrays[0]), nanobind::cast<Bytes>(arrays[1]), nanobind::cast<std::int64_t>(arrays[2]),
                         nanobind::cast<std::int64_t>(arrays[3]), 0)};
      letters_ = held;
    }
    held.letters.padding = padding;
    return held;
  }

 private:
  nanobind::object themes_, theme_type_, strokes_for_, picture_over_, letters_at_, with_ink_;
  double casing_;
  PlainSizes sizes_;
  std::optional<std::array<std::uint8_t, 6>> inked_;
  int letters_size_ = -1;
  nanobind::object letters_owner_;
  PlainLetterSet letters_;
};

}  // namespace truebox
