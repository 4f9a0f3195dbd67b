#include "mask_cell.hpp"

#include <doctest/doctest.h>

using namespace truebox;

TEST_CASE("a cell's candidates are the truths that reach the lowest threshold, crowds by the detection's area") {
  // Ten pixels in one column: detections 0..4 and 0..9, truths 0..4, 4..9 (a crowd), nothing, and another size.
  const std::vector<std::uint32_t> found{0, 5, 5, 0, 10};
  const std::vector<std::uint32_t> true_runs{0, 5, 5, 4, 6, 10, 0, 3};
  const std::vector<std::int64_t> found_offsets{0, 3, 5}, found_sizes{10, 1, 10, 1};
  const std::vector<std::int64_t> true_offsets{0, 3, 5, 6, 8}, true_sizes{10, 1, 10, 1, 10, 1, 3, 1};
  const std::vector<std::uint8_t> flags{0, kCrowd, 0, 0};
  const MaskColumns detections{found, found_offsets, found_sizes};
  const MaskColumns truths{true_runs, true_offsets, true_sizes};
  REQUIRE_FALSE(check_masks(detections));
  REQUIRE_FALSE(check_masks(truths));
  MaskCell cell(detections, truths, flags.data());
  const std::vector<std::uint32_t> rows{1, 0};
  cell.begin_cell(rows.data(), 2, 0, 4);
  CHECK(cell.area(0) == 10);
  CHECK(cell.area(1) == 5);
  std::vector<Candidate> out;
  cell.collect(0, .5, out);
  REQUIRE(out.size() == 2);
  CHECK(out[0].overlap == .5);
  CHECK(out[0].truth == 0);
  CHECK(out[1].overlap == .6);
  CHECK(out[1].truth == 1);
  out.clear();
  cell.collect(1, .5, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].overlap == 1.);
  cell.begin_cell(rows.data(), 1, 2, 1);
  out.clear();
  cell.collect(0, .5, out);
  CHECK(out.empty());
}
