// Python bindings of the room `drawing`: pixels that come onto a canvas.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "drawing/byte_pictures.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/widening.hpp"
#include "ground/numpy_arrays.hpp"
#include "ground/thread_pool.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// Copies a picture [H, W, 3], laid out in memory however it is.
void widen(const nb::object& picture, const Pixels& pixels) {
  const BytePicture source = picture_for(picture, pixels);
  // What one processor's cache holds is written sooner than another one is awake.
  constexpr std::size_t kWorthThreads = std::size_t{1} << 20, kGrain = std::size_t{1} << 18;
  const bool large = source.height * source.width >= kWorthThreads;
  std::uint8_t* const to = pixels.data();
  const nb::gil_scoped_release released;
  parallel_ranges(source.height, std::max<std::size_t>(kGrain / source.width, 1), large ? 0 : 1,
                  [&](std::size_t begin, std::size_t end) {
                    widen_rows(source, begin, end, to + 4 * begin * source.width);
                  });
}

// A canvas [H, W, 4] that begins where a line of the cache does: sixteen pixels of it are then written in one step. Its
// bytes are not set.
nb::object new_pixels(std::int64_t height, std::int64_t width) {
  constexpr std::int64_t kMostSide = std::int64_t{1} << 24;
  constexpr std::uintptr_t kLine = 64;
  require(height >= 0 && width >= 0 && height < kMostSide && width < kMostSide, "a canvas is [H, W, 4]");
  nb::object held = new_array({static_cast<npy_intp>(4 * height * width + static_cast<std::int64_t>(kLine))}, NPY_UINT8);
  auto* const first = data_of<std::uint8_t>(held);
  std::uint8_t* const data = first + (kLine - reinterpret_cast<std::uintptr_t>(first) % kLine) % kLine;
  npy_intp shape[3] = {static_cast<npy_intp>(height), static_cast<npy_intp>(width), 4};
  PyObject* const pixels = PyArray_SimpleNewFromData(3, shape, NPY_UINT8, data);
  if (pixels == nullptr) throw nb::python_error();
  const nb::object found = nb::steal(pixels);
  if (PyArray_SetBaseObject(reinterpret_cast<PyArrayObject*>(pixels), held.release().ptr()) != 0) throw nb::python_error();
  return found;
}

}  // namespace

void register_canvas(nb::module_& module) {
  module.def("widen", &widen, "picture"_a, "pixels"_a);
  module.def("new_pixels", &new_pixels, "height"_a, "width"_a);
}

}  // namespace truebox
