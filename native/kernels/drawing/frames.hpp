// Frames of upright boxes: their lines lie on whole pixels and stay sharp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "drawing/canvas.hpp"
#include "drawing/dashes.hpp"

namespace truebox {

// How lines look: their width, and the border on either side.
struct LineLook {
  int width, border;
  Colour colour;
  Paint casing;
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
  for (int y = std::max(y0, 0); y <= std::min(y1, canvas.height - 1); ++y) {
    std::uint8_t* pixels = canvas.at(x0, y);
    if (count > 12) {
      mix_span(pixels, count, paint.whole());
    } else {
      for (std::size_t k = 0; k < count; ++k) mix_pixel(pixels + 3 * k, paint.colour(), paint.strength(255));
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

}  // namespace frame_detail

// The frame of one box; with dashes its line is broken, the border is not.
inline void draw_frame(const Canvas& canvas, const std::array<double, 4>& box, const LineLook& look,
                       const Dashes* dashes) {
  const auto [x0, y0, x1, y1] = frame_pixels(box, look.width, canvas.width, canvas.height);
  const std::array<int, 4> outer{x0 - look.border, y0 - look.border, x1 + look.border, y1 + look.border};
  if (dashes == nullptr) {
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
