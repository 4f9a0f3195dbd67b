// Python bindings of the room `drawing`: pixels that come onto a canvas.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "drawing/byte_pictures.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/widening.hpp"
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

}  // namespace

void register_canvas(nb::module_& module) {
  module.def("widen", &widen, "picture"_a, "pixels"_a);
  module.def("new_pixels", &new_canvas, "height"_a, "width"_a);
}

}  // namespace truebox
