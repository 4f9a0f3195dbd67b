// Frames of upright boxes: their lines lie on whole pixels and stay sharp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "drawing/canvas.hpp"
#include "drawing/dashes.hpp"

namespace truebox {

// How lines look: their width, and the border on either side.
struct LineLook {
  int width, border;
  Colour colour;
  const Paint& casing;
};

// First and last pixels of the frame around a box. The line lies half inside and half outside of the box; a box that
// reaches beyond the picture is drawn up to its edge, where its line still shows whole.
inline std::array<int, 4> frame_pixels(const std::array<double, 4>& box, int width, int picture_width,
                                       int picture_height) {
  std::array<int, 4> found{};
  const int lengths[2] = {picture_width, picture_height};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double length = lengths[axis], wide = width;
    const auto held = [&](double side) { return std::min(std::max(side, -4 * wide), length + 4 * wide); };
    const double low = std::floor(held(box[axis]) - wide / 2 + 0.5);
    const double high = std::floor(held(box[axis + 2]) + wide / 2 + 0.5);
    const double first = std::min(std::max(low, 0.), std::max(length - wide, 0.));
    found[axis] = static_cast<int>(first);
    found[axis + 2] = static_cast<int>(std::max(std::min(high, length), std::min(first + wide, length)) - 1);
  }
  return found;
}

namespace frame_detail {

inline void mix_rectangle(const Canvas& canvas, int x0, int y0, int x1, int y1, const Paint& paint) {
  x0 = std::max(x0, 0);
  x1 = std::min(x1, canvas.width - 1);
  if (x0 > x1) return;
  const auto count = static_cast<std::size_t>(x1 - x0 + 1);
  for (int y = std::max(y0, canvas.first_row); y < std::min(y1 + 1, canvas.end()); ++y) {
    std::uint8_t* pixels = canvas.at(x0, y);
    if (count > 12) {
      mix_span(pixels, count, paint.whole());
    } else {
      for (std::size_t k = 0; k < count; ++k) mix_pixel(pixels + 4 * k, paint.paired(), paint.strength(255));
    }
  }
}

// The border of a rectangle, `width` pixels inwards; every pixel of it once, also where the rectangle is flat.
inline void mix_border(const Canvas& canvas, const std::array<int, 4>& box, int width, const Paint& paint) {
  const auto [x0, y0, x1, y1] = box;
  if (x0 > x1 || y0 > y1) return;
  const int top = std::min(y0 + width - 1, y1), bottom = std::max(y1 - width + 1, top + 1);
  const int left = std::min(x0 + width - 1, x1), right = std::max(x1 - width + 1, left + 1);
  mix_rectangle(canvas, x0, y0, x1, top, paint);
  mix_rectangle(canvas, x0, bottom, x1, y1, paint);
  mix_rectangle(canvas, x0, top + 1, left, bottom - 1, paint);
  mix_rectangle(canvas, right, top + 1, x1, bottom - 1, paint);
}

inline void fill_border(const Canvas& canvas, const std::array<int, 4>& box, int width, const Colour& colour) {
  const auto [x0, y0, x1, y1] = box;
  fill_rectangle(canvas, x0, y0, x1, y0 + width - 1, colour);
  fill_rectangle(canvas, x0, y1 - width + 1, x1, y1, colour);
  fill_rectangle(canvas, x0, y0, x0 + width - 1, y1, colour);
  fill_rectangle(canvas, x1 - width + 1, y0, x1, y1, colour);
}

// The upright part of a frame: its line, `x` its first column, with the border on either side. The inner border is
// shorter than the line at both ends, where the border of the level part lies.
class UprightSide {
 public:
  static constexpr int kMostTiles = 4, kTilePixels = 16;

  static int tiles_for(const LineLook& look) {
    return static_cast<int>((std::int64_t{look.width} + 2 * std::int64_t{look.border} + kTilePixels - 1) / kTilePixels);
  }

  UprightSide(const Canvas& canvas, int x, const LineLook& look, bool inner_is_right)
      : canvas_(canvas), count_(tiles_for(look)),
        first_(std::clamp(x - look.border, 0, canvas.width - kTilePixels * count_)) {
    const unsigned casing = look.casing.strength(255);
    set(x, look.width, look.colour, 255, true);
    set(x - look.border, look.border, look.casing.colour(), casing, inner_is_right);
    set(x + look.width, look.border, look.casing.colour(), casing, !inner_is_right);
  }

  // Rows from `begin` to, not with, `end`, with the inner border or without.
  void mix(int begin, int end, bool inner) const {
    begin = std::max(begin, canvas_.first_row);
    end = std::min(end, canvas_.end());
    if (begin >= end) return;
    mix_tiles(canvas_.at(first_, begin), kPixelBytes * canvas_.width, static_cast<std::size_t>(end - begin),
              inner ? whole_.data() : short_.data(), static_cast<std::size_t>(count_));
  }

 private:
  void set(int x, int width, const Colour& colour, unsigned cover, bool everywhere) {
    for (int column = std::max(x, 0); column < std::min(x + width, canvas_.width); ++column) {
      const int place = column - first_;
      const auto tile = static_cast<std::size_t>(place / kTilePixels), pixel = static_cast<std::size_t>(place % kTilePixels);
      whole_[tile].set(pixel, colour, cover);
      if (everywhere) short_[tile].set(pixel, colour, cover);
    }
  }

  const Canvas& canvas_;
  int count_, first_;
  std::array<Tile, kMostTiles> whole_, short_;
};

// A frame whose sides lie apart, borders included.
inline void draw_wide_frame(const Canvas& canvas, const std::array<int, 4>& line, const LineLook& look) {
  const auto [x0, y0, x1, y1] = line;
  const int width = look.width, border = look.border, both = width + border;
  mix_rectangle(canvas, x0 - border, y0 - border, x1 + border, y0 - 1, look.casing);
  mix_rectangle(canvas, x0 - border, y1 + 1, x1 + border, y1 + border, look.casing);
  fill_rectangle(canvas, x0, y0, x1, y0 + width - 1, look.colour);
  fill_rectangle(canvas, x0, y1 - width + 1, x1, y1, look.colour);
  mix_rectangle(canvas, x0 + width, y0 + width, x1 - width, y0 + both - 1, look.casing);
  mix_rectangle(canvas, x0 + width, y1 - both + 1, x1 - width, y1 - width, look.casing);
  for (const bool left : {true, false}) {
    const UprightSide side(canvas, left ? x0 : x1 - width + 1, look, left);
    side.mix(y0, y0 + both, false);
    side.mix(y0 + both, y1 - both + 1, true);
    side.mix(y1 - both + 1, y1 + 1, false);
  }
}

}  // namespace frame_detail

// The frame of one box; with dashes its line is broken, the border is not.
inline void draw_frame(const Canvas& canvas, const std::array<double, 4>& box, const LineLook& look,
                       const Dashes* dashes) {
  const auto [x0, y0, x1, y1] = frame_pixels(box, look.width, canvas.width, canvas.height);
  const std::array<int, 4> outer{x0 - look.border, y0 - look.border, x1 + look.border, y1 + look.border};
  if (dashes == nullptr) {
    const int both = look.width + look.border, tiles = frame_detail::UprightSide::tiles_for(look);
    const bool wide = x1 - x0 + 1 >= 2 * both && y1 - y0 + 1 >= 2 * both;
    if (wide && tiles <= frame_detail::UprightSide::kMostTiles &&
        canvas.width >= tiles * frame_detail::UprightSide::kTilePixels) {
      frame_detail::draw_wide_frame(canvas, {x0, y0, x1, y1}, look);
      return;
    }
    // Of the border only what the line leaves.
    const std::array<int, 4> inner{x0 + look.width, y0 + look.width, x1 - look.width, y1 - look.width};
    frame_detail::mix_border(canvas, outer, look.border, look.casing);
    frame_detail::mix_border(canvas, inner, look.border, look.casing);
    frame_detail::fill_border(canvas, {x0, y0, x1, y1}, look.width, look.colour);
    return;
  }
  frame_detail::mix_border(canvas, outer, look.width + 2 * look.border, look.casing);
  // The middle of the line as a closed path; every dash is one or more upright strips.
  const int low = look.width / 2, high = look.width - low - 1;
  const double left = x0 + low, top = y0 + low, right = x1 - high, bottom = y1 - high;
  const std::array<double, 8> path{left, top, right, top, right, bottom, left, bottom};
  for_each_dash(path, true, *dashes, [&](std::span<const double> piece) {
    for (std::size_t k = 0; k + 3 < piece.size(); k += 2) {
      const auto whole = [&](std::size_t i) { return static_cast<int>(std::nearbyint(piece[k + i])); };
      const int ax = whole(0), ay = whole(1), bx = whole(2), by = whole(3);
      fill_rectangle(canvas, std::min(ax, bx) - low, std::min(ay, by) - low, std::max(ax, bx) + high,
                     std::max(ay, by) + high, look.colour);
    }
  });
}

}  // namespace truebox
