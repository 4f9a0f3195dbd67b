// Any bytes as polygons: refused, or run lengths equal to those of the outline walked step by step.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "fuzz/fuzz_driver.hpp"
#include "masks/plain_masks.hpp"
#include "masks/polygon_raster.hpp"

using namespace truebox;

// Size, kind and scale in four bytes; then one coordinate per byte, or per eight bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const MaskSize shape{data[0] % 64U, data[1] % 64U};
  std::vector<double> xy;
  const bool whole_doubles = data[2] % 4 == 0;
  if (whole_doubles) {
    for (std::size_t i = 4; i + 8 <= size; i += 8) {
      double value;
      std::memcpy(&value, data + i, 8);
      xy.push_back(value);
    }
  } else {
    const double scale = 1. / (1 + data[3] % 11);
    for (std::size_t i = 4; i < size; ++i) xy.push_back((data[i] - 64.) * scale);
  }
  if (check_polygon(xy, 0)) return 0;
  (void)polygon_is_far_outside(xy, shape);
  PolygonScratch scratch;
  std::vector<std::uint32_t> runs;
  const std::vector<std::int64_t> offsets{0, static_cast<std::int64_t>(xy.size())};
  rasterize_polygons(xy, offsets, shape, scratch, runs);
  if (check_runs(runs, shape.pixels(), 0)) std::abort();
  bool near = fuzz::is_compared(data, size);
  for (const double value : xy) near &= std::fabs(value) < 1000;
  if (near && shape.pixels() != 0 && runs != plain::runs_of(plain::polygon(xy, shape))) std::abort();
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
int main(int count, char** arguments) {
  std::string doubles = std::string("20\0000", 4);
  for (const double value : {1., 1., 1e9, 5., -1e300, 30., 0., 2.5}) doubles.append(reinterpret_cast<const char*>(&value), 8);
  return fuzz::run(count, arguments,
                   {doubles, "??11AABBCCDD", "ZZ15@@zz@zz@", "2212ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "~~19AAaaAAaaBBbb"});
}
#endif
