// The overlap of one mask with another, walked run by run, against a count of pixels and against prepared masks.
#include <doctest/doctest.h>

#include <random>

#include "masks/overlap.hpp"
#include "masks/plain_masks.hpp"
#include "masks/run_buffer.hpp"

using namespace truebox;

namespace {

double by_pixels(const plain::Pixels& a, const plain::Pixels& b, bool over_first) {
  std::uint32_t shared = 0, of_a = 0, of_b = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    shared += a[k] != 0 && b[k] != 0;
    of_a += a[k] != 0;
    of_b += b[k] != 0;
  }
  if (shared == 0) return 0;
  return static_cast<double>(shared) / static_cast<double>(over_first ? of_a : of_a + of_b - shared);
}

}  // namespace

TEST_CASE("two masks overlap as their pixels do") {
  std::mt19937 chance(8);
  for (int trial = 0; trial < 600; ++trial) {
    const auto side_length = [&] { return static_cast<std::uint32_t>(1 + chance() % 20); };
    const std::uint32_t height = side_length();
    const MaskSize size{height, side_length()};
    plain::Pixels pixels[2];
    RunBuffer runs[2];
    MaskShapes prepared[2];
    for (int side = 0; side < 2; ++side) {
      const auto share = chance() % 4 * 33;  // of a hundred; none and nearly all too
      pixels[side].resize(size.pixels());
      const bool block = trial % 2 == 0;
      const std::size_t first = chance() % (size.pixels() + 1), last = first + chance() % (size.pixels() - first + 1);
      for (std::size_t k = 0; k < pixels[side].size(); ++k) {
        pixels[side][k] = block ? k >= first && k < last : chance() % 100 < share;
      }
      std::vector<std::uint32_t> lengths = plain::runs_of(pixels[side]);
      // Empty runs are allowed, in the middle too.
      if (trial % 3 == 0 && lengths.size() > 2) lengths.insert(lengths.begin() + 1, {0, 0});
      runs[side].fill(lengths);
      prepared[side].restart(size);
      prepared[side].add(Runs(lengths));
    }
    for (const auto measure : {MaskMeasure::intersection_over_union, MaskMeasure::intersection_over_first}) {
      const double found = mask_overlap_of_two(runs[0].ends(), runs[1].ends(), size, measure);
      CHECK(found == by_pixels(pixels[0], pixels[1], measure == MaskMeasure::intersection_over_first));
      double by_spans = -1;
      mask_overlap_row(prepared[0], 0, prepared[1], {}, measure, 0.0, &by_spans);
      CHECK(found == by_spans);
    }
  }
}
