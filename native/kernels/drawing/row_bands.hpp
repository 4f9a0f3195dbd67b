// The rows of a canvas shared out between threads: each draws all marks, and keeps to its own rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "drawing/canvas.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// How far it is along points x, y, x, y, ..., about, and inside a picture of this size.
inline double way_along(std::span<const double> xy, const Canvas& canvas) {
  double length = 0;
  for (std::size_t k = 2; k + 1 < xy.size(); k += 2) {
    length += std::min(std::fabs(xy[k] - xy[k - 2]), static_cast<double>(canvas.width)) +
              std::min(std::fabs(xy[k + 1] - xy[k - 1]), static_cast<double>(canvas.height));
  }
  return length;
}

// Calls draw(canvas) for the rows of the canvas, on several threads where `work`, in nanoseconds, is much. Rows that are
// `fresh` are written by it before they are drawn on: no more of them in one step than a processor's cache holds.
template <class Draw>
void draw_in_bands(const Canvas& canvas, double work, bool fresh, Draw draw) {
  constexpr double kWorthThreads = 200'000;  // another thread is awake after some 30,000
  constexpr std::size_t kHeldBytes = std::size_t{1} << 19;
  const int threads = work >= kWorthThreads ? default_threads() : 1;
  if (threads < 2 && !fresh) {
    draw(canvas);
    return;
  }
  const auto height = static_cast<std::size_t>(canvas.height);
  std::size_t rows = height;
  // A few more bands than threads, as marks lie where they lie.
  if (threads > 1) {
    const std::size_t bands = std::min<std::size_t>(4 * static_cast<std::size_t>(threads), 32);
    rows = (height + bands - 1) / bands;
  }
  if (fresh) {
    const auto row_bytes = static_cast<std::size_t>(kPixelBytes * std::max(canvas.width, 1));
    rows = std::min(rows, std::max<std::size_t>(kHeldBytes / row_bytes, 16));
  }
  parallel_ranges(height, std::max<std::size_t>(rows, 1), threads, [&](std::size_t begin, std::size_t end) {
    Canvas band = canvas;
    band.first_row = static_cast<int>(begin);
    band.end_row = static_cast<int>(end);
    draw(band);
  });
}

}  // namespace truebox
