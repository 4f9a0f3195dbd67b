#include "overlap/columns.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>
#include <vector>

using truebox::BoxLayout;
using truebox::load_columns;
using truebox::LoadState;
using truebox::OverlapColumnsBuffer;

namespace {

template <class Real>
LoadState state_of(std::vector<Real> rows, BoxLayout layout = BoxLayout::corners) {
  const OverlapColumnsBuffer<Real> buffer(rows.size() / 4);
  return load_columns(rows.data(), rows.size() / 4, layout, false, buffer.columns());
}

}  // namespace

TEST_CASE_TEMPLATE("the same box in each layout gives the same columns", Real, float, double) {
  const struct {
    BoxLayout layout;
    Real row[4];
  } cases[] = {
      {BoxLayout::corners, {10, 20, 40, 60}},
      {BoxLayout::origin_size, {10, 20, 30, 40}},
      {BoxLayout::center_size, {25, 40, 30, 40}},
  };
  for (const auto& sample : cases) {
    const OverlapColumnsBuffer<Real> buffer(1);
    CHECK(load_columns(sample.row, 1, sample.layout, false, buffer.columns()) == LoadState::good);
    const auto& columns = buffer.columns();
    CHECK(columns.x_min[0] == 10);
    CHECK(columns.y_min[0] == 20);
    CHECK(columns.x_max[0] == 40);
    CHECK(columns.y_max[0] == 60);
    CHECK(columns.area[0] == 1200);
  }
}

TEST_CASE("inclusive corners cover one pixel more, sizes do not") {
  const double row[4] = {10, 20, 40, 60};
  const OverlapColumnsBuffer<double> buffer(1);
  load_columns(row, 1, BoxLayout::corners, true, buffer.columns());
  CHECK(buffer.columns().area[0] == 31 * 41);
  load_columns(row, 1, BoxLayout::origin_size, true, buffer.columns());
  CHECK(buffer.columns().area[0] == 40 * 60);
}

TEST_CASE_TEMPLATE("a bad number is found at every row and column", Real, float, double) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  for (std::size_t count : std::initializer_list<std::size_t>{1, 7, 16, 33, 100}) {
    for (std::size_t at = 0; at < 4 * count; ++at) {
      for (Real bad : {std::numeric_limits<Real>::quiet_NaN(), infinity, -infinity}) {
        std::vector<Real> rows;
        for (std::size_t i = 0; i < count; ++i) rows.insert(rows.end(), {0, 0, 1, 1});
        REQUIRE(state_of(rows) == LoadState::good);
        rows[at] = bad;
        CHECK(state_of(rows) == LoadState::refused);
        CHECK(state_of(rows, BoxLayout::origin_size) == LoadState::refused);
      }
    }
  }
}

TEST_CASE_TEMPLATE("negative extents are refused, empty ones are not", Real, float, double) {
  CHECK(state_of<Real>({5, 5, 5, 5}) == LoadState::good);
  CHECK(state_of<Real>({5, 5, 4, 5}) == LoadState::refused);
  CHECK(state_of<Real>({5, 5, 5, 4}) == LoadState::refused);
  CHECK(state_of<Real>({5, 5, 0, 0}, BoxLayout::center_size) == LoadState::good);
  CHECK(state_of<Real>({5, 5, -1, 0}, BoxLayout::center_size) == LoadState::refused);
  CHECK(state_of<Real>({}) == LoadState::good);
}

TEST_CASE_TEMPLATE("numbers whose area may overflow are told apart", Real, float, double) {
  const Real limit = truebox::kLargestPlain<Real>;
  CHECK(state_of<Real>({-limit, -limit, limit, limit}) == LoadState::good);
  CHECK(state_of<Real>({-limit, -limit, limit, limit * 2}) == LoadState::huge);
  CHECK(state_of<Real>({0, 0, std::numeric_limits<Real>::max(), 1}) == LoadState::huge);
}
