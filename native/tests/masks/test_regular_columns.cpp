// Masks with one span in every column, and such that just miss it, against their pixels.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "masks/overlap.hpp"
#include "masks/plain_masks.hpp"
#include "masks/run_buffer.hpp"

using namespace truebox;

namespace {

// One span of rows in each of some columns; of what `flaw` says, one column differs.
enum class Flaw { none, hole, two_spans, full_columns };

plain::Pixels spans_of_rows(std::mt19937& generator, MaskSize size, Flaw flaw) {
  const auto chance = [&] { return static_cast<std::uint32_t>(generator()); };
  plain::Pixels pixels(size.pixels(), 0);
  const std::uint32_t first = chance() % size.width, last = first + 1 + chance() % (size.width - first);
  for (std::uint32_t x = first; x < last; ++x) {
    const std::uint32_t top = chance() % size.height, bottom = top + 1 + chance() % (size.height - top);
    for (std::uint32_t y = top; y < bottom; ++y) pixels[x * size.height + y] = 1;
  }
  const std::uint32_t odd = first + chance() % (last - first);
  std::uint8_t* const column = pixels.data() + std::size_t{odd} * size.height;
  if (flaw == Flaw::hole) std::fill_n(column, size.height, std::uint8_t{0});
  if (flaw == Flaw::two_spans) {
    for (std::uint32_t y = 0; y < size.height; ++y) column[y] = y % 3 == 0;
  }
  if (flaw == Flaw::full_columns) {  // a run into the next column
    std::fill_n(column, std::min<std::size_t>(size.height + 1, size.pixels() - odd * size.height), std::uint8_t{1});
  }
  return pixels;
}

}  // namespace

TEST_CASE("masks of one span a column are measured and shared as their pixels are") {
  std::mt19937 chance(21);
  for (int trial = 0; trial < 4000; ++trial) {
    const MaskSize size{static_cast<std::uint32_t>(1 + chance() % 30), static_cast<std::uint32_t>(1 + chance() % 50)};
    plain::Pixels pixels[2];
    MaskShapes prepared[2];
    for (int side = 0; side < 2; ++side) {
      pixels[side] = spans_of_rows(chance, size, static_cast<Flaw>(trial / 2 * (side + 1) % 4));
      RunBuffer buffer;
      const std::vector<std::uint32_t> runs = plain::runs_of(pixels[side]);
      buffer.fill(runs);
      const PixelBox box = mask_box(runs, size);
      const MaskExtent extent = mask_extent(buffer.ends(), size);
      REQUIRE(extent.area == mask_area(runs));
      REQUIRE(extent.box.x_begin == box.x_begin);
      REQUIRE(extent.box.x_end == box.x_end);
      REQUIRE(extent.box.y_begin == box.y_begin);
      REQUIRE(extent.box.y_end == box.y_end);
      prepared[side].restart(size);
      for (int twice = 0; twice < 2; ++twice) prepared[side].add(buffer.ends());
    }
    std::uint32_t shared = 0;
    for (std::size_t k = 0; k < pixels[0].size(); ++k) shared += pixels[0][k] != 0 && pixels[1][k] != 0;
    const MaskShape &a = prepared[0].shapes[1], &b = prepared[1].shapes[1];
    REQUIRE((most_shared_pixels(a, b) == 0 ? 0 : shared_pixels(prepared[0], a, prepared[1], b)) == shared);
  }
}
