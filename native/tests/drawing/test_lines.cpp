#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "drawing/canvas.hpp"
#include "drawing/cover_mixing.hpp"
#include "drawing/line_cover.hpp"
#include "drawing/lines.hpp"
#include "drawing/row_bands.hpp"

namespace truebox {
namespace {

constexpr int kWidth = 157, kHeight = 90;  // no whole number of chunks

// Points anywhere, on whole and half pixels, on a level, and some of them twice.
std::vector<double> random_line(std::mt19937& chance, std::size_t points) {
  std::uniform_real_distribution<double> place(-30, 190);
  const auto kind = chance() % 5;
  std::vector<double> xy(2 * points);
  for (std::size_t k = 0; k < xy.size(); ++k) {
    xy[k] = place(chance);
    if (kind == 0) xy[k] = std::round(xy[k]);
    if (kind == 1) xy[k] = std::round(2 * xy[k]) / 2;
    if (kind == 2 && k > 1) xy[k] = xy[k - 2] + std::round(xy[k] / 40) / 2;
    if (kind == 3 && k > 1 && k % 2 == 1) xy[k] = xy[1];
  }
  return xy;
}

std::vector<std::uint8_t> held(CoverBuffer& buffer) {
  std::vector<std::uint8_t> covers;
  for (int y = buffer.bounds.top; y < buffer.bounds.bottom; ++y) {
    covers.insert(covers.end(), buffer.row(y), buffer.row(y) + buffer.width());
  }
  return covers;
}

}  // namespace

TEST_CASE("eight pixels at once are covered as each of them alone") {
  std::mt19937 chance(7);
  const std::array<double, 6> widths{1.9, 2, 3, 4.4, 7, 31};
  for (int trial = 0; trial < 400; ++trial) {
    const auto xy = random_line(chance, 2 + chance() % 12);
    const bool closed = chance() % 2 == 0;
    const double width = widths[chance() % widths.size()], wide = width + 2 * static_cast<double>(chance() % 4);
    const PixelBounds all{0, 0, kWidth, kHeight};
    std::array<CoverBuffer, 2> alone, together;
    for (std::size_t k = 0; k < 2; ++k) {
      alone[k].clear(all);
      together[k].spread(all);
    }
    cover_line<2>({{{wide, &alone[0]}, {width, &alone[1]}}}, xy, closed);
    cover_line<2>({{{wide, &together[0]}, {width, &together[1]}}}, xy, closed);
    for (std::size_t k = 0; k < 2; ++k) CHECK(held(alone[k]) == held(together[k]));
  }
}

TEST_CASE("two layers are mixed as one after the other, and are zero then") {
  std::mt19937 chance(8);
  for (const double opacity : {1., 0.45, 0.225, 0.7}) {
    for (const bool both : {true, false}) {
      std::vector<std::uint8_t> picture(4 * kWidth * kHeight);
      for (std::size_t k = 0; k < picture.size(); ++k) {
        picture[k] = k % 4 == 3 ? std::uint8_t{255} : static_cast<std::uint8_t>(chance());
      }
      auto other = picture;
      const Canvas canvas{picture.data(), kWidth, kHeight}, plain{other.data(), kWidth, kHeight};
      const PixelBounds part{3, 5, kWidth, 60};
      std::array<CoverBuffer, 2> layers;
      for (CoverBuffer& layer : layers) {
        layer.spread(part);
        for (int y = part.top; y < part.bottom; ++y) {
          for (std::size_t x = 0; x < layer.width(); ++x) {
            if (chance() % 9 == 0) layer.row(y)[x] = static_cast<std::uint8_t>(chance());
          }
        }
      }
      const Paint under({200, 10, 90}, opacity), over({0, 250, 128}, opacity / 2);
      for (int y = part.top; y < part.bottom; ++y) {
        if (both) mix_row(plain.at(part.left, y), layers[0].row(y), layers[0].width(), under);
        mix_row(plain.at(part.left, y), layers[1].row(y), layers[1].width(), over);
      }
      mix_layers(canvas, {both ? &layers[0] : nullptr, &under}, {&layers[1], &over});
      CHECK(picture == other);
      const auto& covers = layers[1].covers;
      CHECK(std::all_of(covers.begin(), covers.end(), [](std::uint8_t cover) { return cover == 0; }));
    }
  }
}

TEST_CASE("rows drawn one after the other make up the picture") {
  std::mt19937 chance(9);
  for (int trial = 0; trial < 40; ++trial) {
    const auto xy = random_line(chance, 3 + chance() % 9);
    const std::array<std::int64_t, 2> all{0, static_cast<std::int64_t>(xy.size() / 2)};
    const Paint paint({250, 20, 60}, 1), casing({0, 0, 0}, 0.45);
    std::vector<std::uint8_t> at_once(4 * kWidth * kHeight, 130), in_parts = at_once;
    const auto draw = [&](const Canvas& canvas) {
      AreaScratch scratch;
      fill_polygon(canvas, xy, casing, scratch);
      paint_lines(canvas, {xy, all}, std::array<double, 1>{3.}, {trial % 2 == 0, 1, {0, 0}}, paint, casing);
      paint_trail(canvas, xy, 7, 2, paint, casing);
    };
    draw({at_once.data(), kWidth, kHeight});
    for (int first = 0; first < kHeight; first += 13) draw({in_parts.data(), kWidth, kHeight, first, first + 13});
    CHECK(at_once == in_parts);
  }
}

TEST_CASE("bands are rows of the whole picture, each once") {
  for (const double work : {0., 1e9, std::nan("")}) {
    for (const bool fresh : {false, true}) {
      std::vector<std::uint8_t> pixels(4 * kWidth * kHeight, 0);
      draw_in_bands({pixels.data(), kWidth, kHeight}, work, fresh, [](const Canvas& band) {
        for (int y = band.first_row; y < band.end(); ++y) ++*band.at(0, y);
      });
      for (std::size_t y = 0; y < kHeight; ++y) CHECK(pixels[4 * kWidth * y] == 1);
    }
  }
}

#if defined(TRUEBOX_WIDE_REGISTERS)
TEST_CASE("registers of 256 and of 512 bits cover and mix alike") {
  if (!wide_detail::has_wide_cover()) return;
  std::mt19937 chance(12);
  std::uniform_real_distribution<double> place(-20, 170);
  const PixelBounds all{0, 0, kWidth, kHeight};
  for (int trial = 0; trial < 400; ++trial) {
    const Point a{place(chance), place(chance)}, b{trial % 7 == 0 ? a.x : place(chance), place(chance)};
    const double length = std::hypot(b.x - a.x, b.y - a.y), width = 1.9 + static_cast<double>(chance() % 9);
    const LineEnd begin{chance() % 3 != 0, 0.25 * static_cast<double>(chance() % 5)}, end{chance() % 3 != 0, 1};
    const LinePiece piece(a, b, length, begin, end);
    std::array<CoverBuffer, 2> narrow, wide;
    for (std::size_t k = 0; k < 2; ++k) {
      narrow[k].spread(all);
      wide[k].spread(all);
    }
    const swift_detail::Roundings roundings(0.5 * (width + 3), 0.5 * width);
    const std::array<LineLayer, 2> narrow_layers{{{width + 3, &narrow[0]}, {width, &narrow[1]}}};
    const std::array<LineLayer, 2> wide_layers{{{width + 3, &wide[0]}, {width, &wide[1]}}};
    swift_detail::ChunkList<2>(piece, narrow_layers, all, roundings).cover();
    wide_detail::cover_piece<2>(piece, wide_layers, all, swift_detail::look_of(piece, wide_layers, roundings));
    for (std::size_t k = 0; k < 2; ++k) CHECK(held(narrow[k]) == held(wide[k]));
    std::vector<std::uint8_t> picture(4 * kWidth * kHeight, static_cast<std::uint8_t>(trial)), other = picture;
    const Paint under({0, 0, 0}, 0.45), over({255, 65, 54}, 1);
    mixing_detail::mix_rows({picture.data(), kWidth, kHeight}, {&narrow[0], &under}, {&narrow[1], &over});
    mixing_detail::mix_widely({other.data(), kWidth, kHeight}, {&wide[0], &under}, {&wide[1], &over});
    CHECK(picture == other);
    for (std::size_t k = 0; k < 2; ++k) CHECK(*std::max_element(wide[k].covers.begin(), wide[k].covers.end()) == 0);
  }
}
#endif

TEST_CASE("what an exception leaves behind is not drawn later") {
  const std::vector<double> xy{10, 10, 140, 70};
  {
    KeptLayers kept({0, 0, kWidth, kHeight}, 1);
    cover_line<1>({{{3, &kept.layer(0)}}}, xy, false);
    CHECK(*std::max_element(kept.layer(0).covers.begin(), kept.layer(0).covers.end()) == 255);
  }
  KeptLayers kept({0, 0, kWidth, kHeight}, 1);
  CHECK(*std::max_element(kept.layer(0).covers.begin(), kept.layer(0).covers.end()) == 0);
}

}  // namespace truebox
