// Pictures of three bytes a pixel as NumPy holds them, and canvases as NumPy does.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "drawing/drawing_bindings.hpp"
#include "drawing/widening.hpp"
#include "ground/numpy_arrays.hpp"

namespace truebox {

inline constexpr std::int64_t kMostCanvasSide = std::int64_t{1} << 24;

// An array [H, W, 3] of bytes, laid out in memory however it is; nothing for all else.
static inline std::optional<BytePicture> byte_picture(PyObject* picture) {
  want_numpy();
  if (!PyArray_Check(picture)) return std::nullopt;
  auto* const array = reinterpret_cast<PyArrayObject*>(picture);
  if (PyArray_TYPE(array) != NPY_UINT8 || PyArray_NDIM(array) != 3 || PyArray_DIM(array, 2) != 3) return std::nullopt;
  return BytePicture{static_cast<const std::uint8_t*>(PyArray_DATA(array)),
                     static_cast<std::size_t>(PyArray_DIM(array, 0)),
                     static_cast<std::size_t>(PyArray_DIM(array, 1)),
                     PyArray_STRIDE(array, 0),
                     PyArray_STRIDE(array, 1),
                     PyArray_STRIDE(array, 2)};
}

// One that has the size of a canvas.
static inline BytePicture picture_for(const nanobind::object& picture, const Pixels& pixels) {
  const std::optional<BytePicture> source = byte_picture(picture.ptr());
  require(source.has_value(), "no picture");
  require(pixels.shape(2) == 4 && pixels.shape(0) == source->height && pixels.shape(1) == source->width, "sizes differ");
  return *source;
}

// A canvas [H, W, 4] that begins where a line of the cache does: sixteen pixels of it are then written in one step. Its
// bytes are not set.
static inline nanobind::object new_canvas(std::int64_t height, std::int64_t width) {
  constexpr std::uintptr_t kLine = 64;
  require(height >= 0 && width >= 0 && height < kMostCanvasSide && width < kMostCanvasSide, "a canvas is [H, W, 4]");
  nanobind::object held = new_array({static_cast<npy_intp>(4 * height * width + static_cast<std::int64_t>(kLine))}, NPY_UINT8);
  auto* const first = data_of<std::uint8_t>(held);
  std::uint8_t* const data = first + (kLine - reinterpret_cast<std::uintptr_t>(first) % kLine) % kLine;
  npy_intp shape[3] = {static_cast<npy_intp>(height), static_cast<npy_intp>(width), 4};
  PyObject* const pixels = PyArray_SimpleNewFromData(3, shape, NPY_UINT8, data);
  if (pixels == nullptr) throw nanobind::python_error();
  const nanobind::object found = nanobind::steal(pixels);
  if (PyArray_SetBaseObject(reinterpret_cast<PyArrayObject*>(pixels), held.release().ptr()) != 0) {
    throw nanobind::python_error();
  }
  return found;
}

}  // namespace truebox
