// Twins of the mask kernels for tests: one byte per pixel, column by column, nothing clever.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "masks/run_lengths.hpp"

namespace plain {

using Pixels = std::vector<std::uint8_t>;  // position x * height + y

inline Pixels pixels_of(truebox::Runs runs) {
  Pixels pixels;
  for (std::size_t i = 0; i < runs.size(); ++i) pixels.insert(pixels.end(), runs[i], static_cast<std::uint8_t>(i % 2));
  return pixels;
}

inline std::vector<std::uint32_t> runs_of(const Pixels& pixels) {
  std::vector<std::uint32_t> runs{0};
  std::uint8_t value = 0;
  for (const std::uint8_t pixel : pixels) {
    if ((pixel != 0) != (value != 0)) {
      runs.push_back(0);
      value = pixel;
    }
    ++runs.back();
  }
  return runs;
}

inline Pixels boundary(const Pixels& pixels, truebox::MaskSize size, int distance) {
  Pixels out = pixels;
  const int height = static_cast<int>(size.height);
  const int width = static_cast<int>(size.width);
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < height; ++y) {
      bool inside = true;
      for (int i = x - distance; i <= x + distance && inside; ++i) {
        for (int j = y - distance; j <= y + distance && inside; ++j) {
          inside = i >= 0 && i < width && j >= 0 && j < height && pixels[static_cast<std::size_t>(i * height + j)] != 0;
        }
      }
      if (inside) out[static_cast<std::size_t>(x * height + y)] = 0;
    }
  }
  return out;
}

// The outline walked point by point on a grid five times as fine; where x steps over the middle of a
// pixel column, all pixels of that column from the step's row on change sides.
inline Pixels polygon(std::span<const double> xy, truebox::MaskSize size) {
  Pixels pixels(size.pixels(), 0);
  std::vector<std::pair<long, long>> path;
  const auto grid = [&](std::size_t i) { return static_cast<long>(5 * xy[i] + .5); };
  const std::size_t points = xy.size() / 2;
  for (std::size_t p = 0; p < points; ++p) {
    const std::size_t q = (p + 1) % points;
    long ax = grid(2 * p), ay = grid(2 * p + 1), bx = grid(2 * q), by = grid(2 * q + 1);
    const bool flat = std::labs(bx - ax) >= std::labs(by - ay);
    if (ax == bx && ay == by) continue;
    const bool backward = flat ? ax > bx : ay > by;
    if (backward) std::swap(ax, bx), std::swap(ay, by);
    const long steps = flat ? bx - ax : by - ay;
    const double slope = static_cast<double>(flat ? by - ay : bx - ax) / static_cast<double>(steps);
    for (long i = 0; i <= steps; ++i) {
      const long t = backward ? steps - i : i;
      if (flat) path.emplace_back(ax + t, static_cast<long>(static_cast<double>(ay) + slope * static_cast<double>(t) + .5));
      else path.emplace_back(static_cast<long>(static_cast<double>(ax) + slope * static_cast<double>(t) + .5), ay + t);
    }
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    const long left = std::min(path[i - 1].first, path[i].first);
    if (path[i - 1].first == path[i].first || left < 2 || left % 5 != 2) continue;
    const long x = left / 5;
    if (x >= static_cast<long>(size.width)) continue;
    const long above = std::min(path[i - 1].second, path[i].second);
    const long y = std::clamp<long>(static_cast<long>(std::ceil((static_cast<double>(above) - 2) / 5)), 0,
                                    static_cast<long>(size.height));
    // In the order of the runs a change reaches to the end of the image, over all columns after it.
    for (std::size_t at = static_cast<std::size_t>(x * static_cast<long>(size.height) + y); at < pixels.size(); ++at) pixels[at] ^= 1;
  }
  return pixels;
}

}  // namespace plain
