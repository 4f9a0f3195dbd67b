// Filters of PNG rows undone, against the definition byte by byte.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "pixels/png_rows.hpp"

using namespace truebox;

namespace {

using ByteRows = std::vector<std::uint8_t>;

int paeth_by_definition(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int a = std::abs(guess - left), b = std::abs(guess - above), c = std::abs(guess - corner);
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

ByteRows unfiltered_by_definition(const ByteRows& filtered, std::size_t rows, std::size_t width, std::size_t pixel) {
  ByteRows out(rows * width);
  const auto at = [&](std::size_t row, std::size_t column, bool there) { return there ? int{out[row * width + column]} : 0; };
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < width; ++i) {
      const int left = at(row, i - pixel, i >= pixel), above = at(row - 1, i, row > 0);
      const int corner = at(row - 1, i - pixel, row > 0 && i >= pixel);
      const int guesses[] = {0, left, above, (left + above) / 2, paeth_by_definition(left, above, corner)};
      out[row * width + i] = static_cast<std::uint8_t>(filtered[row * (width + 1) + 1 + i] + guesses[filtered[row * (width + 1)]]);
    }
  }
  return out;
}

template <std::size_t kPixel>
void check_rows(std::mt19937& draws) {
  for (int round = 0; round < 40; ++round) {
    const std::size_t rows = draws() % 9, width = kPixel * (draws() % 40);
    ByteRows filtered(rows * (width + 1));
    for (auto& byte : filtered) byte = static_cast<std::uint8_t>(draws());
    for (std::size_t row = 0; row < rows; ++row) filtered[row * (width + 1)] = static_cast<std::uint8_t>(draws() % 5);
    ByteRows out(rows * width);
    REQUIRE(unfilter_rows<kPixel>(filtered.data(), rows, width, out.data()));
    const ByteRows expected = unfiltered_by_definition(filtered, rows, width, kPixel);
    REQUIRE(out == expected);
    REQUIRE(unfilter_rows_here<kPixel>(filtered.data(), rows, width));
    for (std::size_t row = 0; row < rows; ++row) {
      const auto begin = filtered.begin() + static_cast<std::ptrdiff_t>(row * (width + 1) + 1);
      REQUIRE(std::equal(begin, begin + static_cast<std::ptrdiff_t>(width), expected.begin() + static_cast<std::ptrdiff_t>(row * width)));
    }
  }
}

}  // namespace

TEST_CASE("filters of PNG rows are undone") {
  std::mt19937 draws(5);
  check_rows<1>(draws);
  check_rows<2>(draws);
  check_rows<3>(draws);
  check_rows<4>(draws);
}

TEST_CASE("a sixth filter is none") {
  ByteRows filtered = {5, 1, 2};
  ByteRows out(2);
  CHECK_FALSE(unfilter_rows<1>(filtered.data(), 1, 2, out.data()));
  CHECK_FALSE(unfilter_rows_here<1>(filtered.data(), 1, 2));
}
