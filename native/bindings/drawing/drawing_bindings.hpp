// What the bindings of the room share: a canvas in memory and colours.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>

#include "drawing/canvas.hpp"
#include "ground/checked_arrays.hpp"

namespace truebox {

using Pixels = Out<std::uint8_t, 3>;
using Covers = In<std::uint8_t, 2>;
using Points = In<double, 1>;
using Offsets = In<std::int64_t, 1>;

inline Canvas canvas_of(const Pixels& pixels) {
  constexpr std::size_t kMostSide = std::size_t{1} << 24;
  require(pixels.shape(2) == 4 && pixels.shape(0) < kMostSide && pixels.shape(1) < kMostSide, "a canvas is [H, W, 4]");
  return {pixels.data(), static_cast<int>(pixels.shape(1)), static_cast<int>(pixels.shape(0))};
}

inline Colour colour_of(const nanobind::tuple& parts) {
  require(parts.size() == 3, "a colour is three numbers");
  return {nanobind::cast<std::uint8_t>(parts[0]), nanobind::cast<std::uint8_t>(parts[1]),
          nanobind::cast<std::uint8_t>(parts[2])};
}

// Called by register_drawing.
void register_marks(nanobind::module_& module);
void register_captions(nanobind::module_& module);
void register_plain_drawings(nanobind::module_& module);

}  // namespace truebox
