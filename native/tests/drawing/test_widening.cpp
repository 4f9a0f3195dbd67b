#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "drawing/widening.hpp"

namespace truebox {

TEST_CASE("pixels of three bytes become pixels of four") {
  for (std::size_t width = 1; width < 70; ++width) {
    // Exactly as many bytes as there are: a sanitizer sees what is read beyond.
    std::vector<std::uint8_t> packed(3 * width);
    for (std::size_t k = 0; k < packed.size(); ++k) packed[k] = static_cast<std::uint8_t>(7 * k + 1);
    std::vector<std::uint8_t> red_first(4 * width), blue_first(4 * width), mirrored(4 * width);
    const auto row = static_cast<std::ptrdiff_t>(3 * width);
    widen_rows({packed.data(), 1, width, row, 3, 1}, 0, 1, red_first.data());
    widen_rows({packed.data() + 2, 1, width, row, 3, -1}, 0, 1, blue_first.data());
    widen_rows({packed.data() + row - 3, 1, width, row, -3, 1}, 0, 1, mirrored.data());
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t part = 0; part < 3; ++part) {
        CHECK(red_first[4 * x + part] == packed[3 * x + part]);
        CHECK(blue_first[4 * x + part] == packed[3 * x + 2 - part]);
        CHECK(mirrored[4 * x + part] == packed[3 * (width - 1 - x) + part]);
      }
      CHECK((red_first[4 * x + 3] & blue_first[4 * x + 3] & mirrored[4 * x + 3]) == 255);
    }
  }
}

TEST_CASE("rows of pixels are widened in one run and one by one") {
  constexpr std::size_t height = 5;
  for (const std::size_t width : std::array<std::size_t, 5>{1, 3, 16, 21, 40}) {
    for (const std::size_t gap : {std::size_t{0}, std::size_t{7}}) {
      const std::size_t row = 3 * width + gap;
      std::vector<std::uint8_t> packed(row * (height - 1) + 3 * width), wide(4 * width * 3);
      for (std::size_t k = 0; k < packed.size(); ++k) packed[k] = static_cast<std::uint8_t>(11 * k + 5);
      widen_rows({packed.data(), height, width, static_cast<std::ptrdiff_t>(row), 3, 1}, 2, 5, wide.data());
      for (std::size_t y = 0; y < 3; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
          const std::uint8_t* const found = wide.data() + 4 * (y * width + x);
          for (std::size_t part = 0; part < 3; ++part) CHECK(found[part] == packed[row * (y + 2) + 3 * x + part]);
          CHECK(found[3] == 255);
        }
      }
    }
  }
}

}  // namespace truebox
