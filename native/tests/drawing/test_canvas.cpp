#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "drawing/canvas.hpp"
#include "drawing/frames.hpp"

namespace truebox {
namespace {

struct Picture {
  Picture(int width, int height) : pixels(static_cast<std::size_t>(4 * width * height), 200) {
    for (std::size_t k = 3; k < pixels.size(); k += 4) pixels[k] = 255;
    canvas = {pixels.data(), width, height};
  }
  std::vector<std::uint8_t> pixels;
  Canvas canvas;
};

}  // namespace

TEST_CASE("mixing is the rounded mean of both colours") {
  for (unsigned below = 0; below < 256; below += 5) {
    for (unsigned above = 0; above < 256; above += 5) {
      for (unsigned cover = 0; cover < 256; ++cover) {
        const double exact = (below * (255. - cover) + above * double(cover)) / 255;
        const double off = exact - mixed(below, above, cover);
        CHECK((off <= 0.5 && off >= -0.5));
      }
    }
  }
}

TEST_CASE("many pixels at once are mixed as one by one") {
  const Colour colour{10, 130, 250};
  for (int width = 1; width < 70; ++width) {
    Picture at_once(width, 1), singly(width, 1);
    const Paint paint(colour, 0.3);
    const std::vector<std::uint8_t> covers(static_cast<std::size_t>(width), 255);
    mix_row(at_once.canvas.at(0, 0), covers.data(), covers.size(), paint);
    for (int x = 0; x < width; ++x) {
      std::uint8_t* const pixel = singly.canvas.at(x, 0);
      for (std::size_t part = 0; part < 3; ++part) pixel[part] = mixed(pixel[part], colour[part], paint.strength(255));
    }
    CHECK(at_once.pixels == singly.pixels);
  }
}

TEST_CASE("what lies outside of the canvas is not written") {
  Picture picture(20, 10);
  fill_rectangle(picture.canvas, -5, -5, 100, 100, {1, 2, 3});
  CHECK(picture.pixels[0] == 1);
  CHECK(picture.pixels.rbegin()[1] == 3);
  fill_rectangle(picture.canvas, 30, 3, 40, 5, {9, 9, 9});
  fill_rectangle(picture.canvas, 3, 30, 5, 40, {9, 9, 9});
  CHECK(picture.pixels == std::vector<std::uint8_t>([] {
          std::vector<std::uint8_t> all;
          for (int k = 0; k < 200; ++k) all.insert(all.end(), {1, 2, 3, 255});
          return all;
        }()));
  const LineLook look{50, 12, {1, 2, 3}, Paint({0, 0, 0}, 0.45)};
  for (const double x : {-1e300, -20., 5., 1e300}) {
    const Dashes dashes{250, 174};
    draw_frame(picture.canvas, {x, x, x + 8, x + 8}, look, nullptr);
    draw_frame(picture.canvas, {x, x, x + 8, x + 8}, look, &dashes);
  }
}

TEST_CASE("a wide frame is its rectangles, one after the other") {
  const Colour colour{10, 130, 250};
  for (const int line : {1, 3, 7, 19}) {
    for (const int x0 : {-3, 0, 5, 40}) {
      const LineLook look{line, 2, colour, Paint({0, 0, 0}, 0.45)};
      Picture found(130, 90), expected(130, 90);
      const std::array<double, 4> box{double(x0), 4., x0 + 80., 85.};
      draw_frame(found.canvas, box, look, nullptr);
      const auto [left, top, right, bottom] = frame_pixels(box, line, 130, 90);
      frame_detail::mix_border(expected.canvas, {left - 2, top - 2, right + 2, bottom + 2}, 2, look.casing);
      frame_detail::mix_border(expected.canvas, {left + line, top + line, right - line, bottom - line}, 2, look.casing);
      frame_detail::fill_border(expected.canvas, {left, top, right, bottom}, line, colour);
      CHECK(found.pixels == expected.pixels);
    }
  }
}

}  // namespace truebox
