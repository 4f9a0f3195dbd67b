#include <doctest/doctest.h>

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
    widen_row({packed.data(), 1, width, row, 3, 1}, 0, red_first.data());
    widen_row({packed.data() + 2, 1, width, row, 3, -1}, 0, blue_first.data());
    widen_row({packed.data() + row - 3, 1, width, row, -3, 1}, 0, mirrored.data());
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

}  // namespace truebox
