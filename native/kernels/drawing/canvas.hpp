// A picture of red, green and blue bytes and a fourth that stays 255, as Pillow keeps colours, and colours mixed into
// it. The sums are those of Pillow's `paste`, to the last bit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"

namespace truebox {

using Colour = std::array<std::uint8_t, 3>;

inline constexpr std::ptrdiff_t kPixelBytes = 4;

struct Canvas {
  std::uint8_t* data;  // [height][width][4]
  int width, height;
  // The rows that are drawn on: shapes are those of the whole picture, cut here.
  int first_row = 0, end_row = std::numeric_limits<int>::max();

  int end() const { return std::min(height, end_row); }

  std::uint8_t* at(int x, int y) const {
    return data + kPixelBytes * (static_cast<std::ptrdiff_t>(y) * width + static_cast<std::ptrdiff_t>(x));
  }
};

// (below * (255 - cover) + above * cover) / 255, rounded.
inline std::uint8_t mixed(unsigned below, unsigned above, unsigned cover) {
  const unsigned sum = below * (255 - cover) + above * cover + 128;
  return static_cast<std::uint8_t>(((sum >> 8) + sum) >> 8);
}

// Four bytes as two pairs, with room for a product between them.
struct PairedColour {
  std::uint32_t even, odd;

  static constexpr std::uint32_t kPair = 0x00ff00ff;

  explicit PairedColour(const Colour& colour) {
    const std::uint8_t bytes[4] = {colour[0], colour[1], colour[2], 255};
    std::uint32_t pixel;
    std::memcpy(&pixel, bytes, 4);
    even = pixel & kPair;
    odd = (pixel >> 8) & kPair;
  }
};

// `mixed` of all bytes of a pixel.
TRUEBOX_INLINE std::uint32_t mixed_pixel(std::uint32_t below, const PairedColour& above, std::uint32_t cover) {
  constexpr std::uint32_t pair = PairedColour::kPair, half = 0x00800080;
  const std::uint32_t even = (below & pair) * (255 - cover) + above.even * cover + half;
  const std::uint32_t odd = ((below >> 8) & pair) * (255 - cover) + above.odd * cover + half;
  return (((((even >> 8) & pair) + even) >> 8) & pair) | ((((odd >> 8) & pair) + odd) & ~pair);
}

TRUEBOX_INLINE void mix_pixel(std::uint8_t* pixel, const PairedColour& colour, std::uint32_t cover) {
  std::uint32_t below;
  std::memcpy(&below, pixel, 4);
  const std::uint32_t found = mixed_pixel(below, colour, cover);
  std::memcpy(pixel, &found, 4);
}

// A colour as strong as one cover, for many pixels that lie beside each other.
struct Wash {
  static constexpr std::size_t kTile = 64;  // sixteen pixels
  std::array<std::uint16_t, kTile> added;
  std::uint16_t kept;
  PairedColour colour;
  unsigned cover;

  Wash(const Colour& above, unsigned strength)
      : kept(static_cast<std::uint16_t>(255 - strength)), colour(above), cover(strength) {
    for (std::size_t k = 0; k < kTile; ++k) {
      const unsigned part = k % 4 == 3 ? 255 : above[k % 4];
      added[k] = static_cast<std::uint16_t>(part * strength + 128);
    }
  }
};

TRUEBOX_CLONES inline void mix_span(std::uint8_t* pixels, std::size_t count, const Wash& wash) {
  std::size_t left = 4 * count;
  for (; left >= Wash::kTile; left -= Wash::kTile, pixels += Wash::kTile) {
    for (std::size_t k = 0; k < Wash::kTile; ++k) {
      const auto sum = static_cast<std::uint16_t>(pixels[k] * wash.kept + wash.added[k]);
      pixels[k] = static_cast<std::uint8_t>(static_cast<std::uint16_t>((sum >> 8) + sum) >> 8);
    }
  }
  const PairedColour colour = wash.colour;
  const std::uint32_t cover = wash.cover;
  for (std::size_t k = 0; k < left; k += 4) mix_pixel(pixels + k, colour, cover);
}

// Sixteen pixels beside each other, each with what is kept of it and what is added to it.
struct Tile {
  std::array<std::uint16_t, Wash::kTile> kept, added;

  Tile() {
    kept.fill(255);
    added.fill(128);  // every pixel stays as it is
  }
  void set(std::size_t pixel, const Colour& colour, unsigned cover) {
    for (std::size_t part = 0; part < 4; ++part) {
      kept[4 * pixel + part] = static_cast<std::uint16_t>(255 - cover);
      added[4 * pixel + part] = static_cast<std::uint16_t>((part == 3 ? 255U : colour[part]) * cover + 128);
    }
  }
};

// The same tiles beside each other on every row.
TRUEBOX_CLONES inline void mix_tiles(std::uint8_t* pixels, std::ptrdiff_t stride, std::size_t rows, const Tile* tiles,
                                     std::size_t count) {
  for (std::size_t row = 0; row < rows; ++row, pixels += stride) {
    for (std::size_t tile = 0; tile < count; ++tile) {
      std::uint8_t part[Wash::kTile];
      std::memcpy(part, pixels + tile * Wash::kTile, Wash::kTile);
      for (std::size_t k = 0; k < Wash::kTile; ++k) {
        const auto sum = static_cast<std::uint16_t>(part[k] * tiles[tile].kept[k] + tiles[tile].added[k]);
        part[k] = static_cast<std::uint8_t>(static_cast<std::uint16_t>((sum >> 8) + sum) >> 8);
      }
      std::memcpy(pixels + tile * Wash::kTile, part, Wash::kTile);
    }
  }
}

TRUEBOX_CLONES inline void fill_span(std::uint8_t* pixels, std::size_t count, const Colour& colour) {
  const std::uint8_t bytes[4] = {colour[0], colour[1], colour[2], 255};
  std::uint32_t pixel;
  std::memcpy(&pixel, bytes, 4);
  for (std::size_t k = 0; k < count; ++k) std::memcpy(pixels + 4 * k, &pixel, 4);
}

// A rectangle of first and last pixels, cut at the canvas.
inline void fill_rectangle(const Canvas& canvas, int x0, int y0, int x1, int y1, const Colour& colour) {
  x0 = std::max(x0, 0);
  y0 = std::max(y0, canvas.first_row);
  x1 = std::min(x1, canvas.width - 1);
  y1 = std::min(y1, canvas.end() - 1);
  if (x0 > x1 || y0 > y1) return;
  const auto count = static_cast<std::size_t>(x1 - x0 + 1);
  const std::uint8_t* const first = canvas.at(x0, y0);
  fill_span(canvas.at(x0, y0), count, colour);
  for (int y = y0 + 1; y <= y1; ++y) std::memcpy(canvas.at(x0, y), first, 4 * count);
}

// A colour at an opacity: how strong it is at each cover.
class Paint {
 public:
  Paint(const Colour& colour, double opacity)
      : colour_(colour), opacity_(opacity), whole_(colour, strength_of(255, opacity)) {
    for (unsigned cover = 0; cover < 256; ++cover) strengths_[cover] = strength_of(cover, opacity);
  }

  // The same opacity in another colour.
  Paint in(const Colour& colour) const {
    Paint other = *this;
    other.colour_ = colour;
    other.whole_ = Wash(colour, strengths_[255]);
    return other;
  }

  const Colour& colour() const { return colour_; }
  double opacity() const { return opacity_; }
  const PairedColour& paired() const { return whole_.colour; }
  unsigned strength(std::uint8_t cover) const { return strengths_[cover]; }
  const Wash& whole() const { return whole_; }  // of pixels that are covered altogether

 private:
  static std::uint8_t strength_of(unsigned cover, double opacity) {
    return static_cast<std::uint8_t>(std::nearbyint(cover * opacity));
  }

  Colour colour_;
  double opacity_;
  Wash whole_;
  std::array<std::uint8_t, 256> strengths_{};
};

// A row of covers.
inline void mix_row(std::uint8_t* pixels, const std::uint8_t* covers, std::size_t count, const Paint& paint) {
  constexpr std::size_t kWorthSpan = 8;
  const bool opaque = paint.strength(255) == 255;
  const PairedColour colour = paint.paired();
  for (std::size_t x = 0; x < count;) {
    const std::uint8_t cover = covers[x];
    if (cover != 0 && cover != 255) {
      mix_pixel(pixels + 4 * x, colour, paint.strength(cover));
      ++x;
      continue;
    }
    // Nothing or everything, mostly for many pixels.
    std::size_t end = x + 1;
    const std::uint64_t same = cover == 0 ? 0 : ~std::uint64_t{0};
    for (std::uint64_t next; end + 8 <= count; end += 8) {
      std::memcpy(&next, covers + end, 8);
      if (next != same) break;
    }
    while (end < count && covers[end] == cover) ++end;
    if (cover != 0) {
      if (end - x < kWorthSpan) {
        for (std::size_t k = x; k < end; ++k) mix_pixel(pixels + 4 * k, colour, paint.strength(255));
      } else if (opaque) {
        fill_span(pixels + 4 * x, end - x, paint.colour());
      } else {
        mix_span(pixels + 4 * x, end - x, paint.whole());
      }
    }
    x = end;
  }
}

// Covers of the pixels of a patch whose upper left pixel is (left, top), which are not negative.
struct CoverPatch {
  const std::uint8_t* covers;  // [height][width]
  int left, top, width, height;
};

inline void mix_patch(const Canvas& canvas, const CoverPatch& patch, const Paint& paint) {
  const auto width = static_cast<std::size_t>(patch.width);
  const int seen = std::min(patch.width, canvas.width - patch.left);
  if (seen <= 0) return;
  for (int row = 0; row < std::min(patch.height, canvas.height - patch.top); ++row) {
    mix_row(canvas.at(patch.left, patch.top + row), patch.covers + static_cast<std::size_t>(row) * width,
            static_cast<std::size_t>(seen), paint);
  }
}

}  // namespace truebox
