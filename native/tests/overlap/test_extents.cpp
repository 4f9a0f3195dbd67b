// Segments of time and upright boxes in space: shares worked out by hand.
#include <doctest/doctest.h>

#include <vector>

#include "overlap/segments.hpp"
#include "overlap/space_box.hpp"

using namespace truebox;

TEST_CASE("segments share what both cover of what either does") {
  const std::vector<double> a{0, 4, 2, 2}, b{2, 6, 4, 8, 2, 2};
  std::vector<double> out(6);
  pairwise_segments(a.data(), 2, b.data(), 3, out.data());
  CHECK(out[0] == doctest::Approx(1.0 / 3));
  for (std::size_t k = 1; k < 6; ++k) CHECK(out[k] == 0);
  std::vector<double> rows(2);
  elementwise_segments(a.data(), b.data(), 2, rows.data());
  CHECK(rows[0] == out[0]);
  CHECK(rows[1] == 0);
}

TEST_CASE("segments that run backwards or are not finite are told") {
  const std::vector<double> good{0, 4, 1, 1}, backwards{0, 4, 3, 1}, endless{0, 1e301};
  CHECK(segments_are_regular(good.data(), 2));
  CHECK_FALSE(segments_are_regular(backwards.data(), 2));
  CHECK_FALSE(segments_are_regular(endless.data(), 1));
}

TEST_CASE("boxes in space share volume") {
  const std::vector<double> a{0, 0, 0, 2, 2, 2}, b{1, 0, 0, 3, 2, 2, 2, 0, 0, 4, 2, 2, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0, 2, 2};
  std::vector<double> out(4);
  pairwise_space_boxes(a.data(), 1, b.data(), 4, 1, out.data());
  CHECK(out[0] == doctest::Approx(1.0 / 3));
  CHECK(out[1] == 0);
  CHECK(out[2] == 1);
  CHECK(out[3] == 0);
  double row = -1;
  elementwise_space_boxes(a.data(), b.data(), 1, 1, &row);
  CHECK(row == out[0]);
}
