// Pictures of three bytes a pixel as NumPy holds them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

#include "drawing/drawing_bindings.hpp"
#include "drawing/widening.hpp"
#include "ground/numpy_arrays.hpp"

namespace truebox {

// An array [H, W, 3] of bytes, laid out in memory however it is, that has the size of a canvas.
static inline BytePicture picture_for(const nanobind::object& picture, const Pixels& pixels) {
  want_numpy();
  require(PyArray_Check(picture.ptr()), "no array");
  auto* const array = reinterpret_cast<PyArrayObject*>(picture.ptr());
  require(PyArray_TYPE(array) == NPY_UINT8 && PyArray_NDIM(array) == 3 && PyArray_DIM(array, 2) == 3, "no picture");
  const BytePicture source{static_cast<const std::uint8_t*>(PyArray_DATA(array)),
                           static_cast<std::size_t>(PyArray_DIM(array, 0)),
                           static_cast<std::size_t>(PyArray_DIM(array, 1)),
                           PyArray_STRIDE(array, 0),
                           PyArray_STRIDE(array, 1),
                           PyArray_STRIDE(array, 2)};
  require(pixels.shape(2) == 4 && pixels.shape(0) == source.height && pixels.shape(1) == source.width, "sizes differ");
  return source;
}

}  // namespace truebox
