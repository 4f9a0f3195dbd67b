// Rows of a PNG as they were before its filters: what is inflated holds a byte for the filter before each row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "ground/cpu_dispatch.hpp"

namespace truebox {

namespace png_detail {

TRUEBOX_CLONES inline void add_rows(const std::uint8_t* filtered, const std::uint8_t* above, std::size_t count,
                                    std::uint8_t* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::uint8_t>(filtered[i] + above[i]);
}

TRUEBOX_CLONES inline void add_rows_here(const std::uint8_t* above, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(bytes[i] + above[i]);
}

// Of left, above and their common neighbour: whichever is nearest to left + above - corner; of equals the first.
inline std::uint8_t nearest_of(int left, int above, int corner) {
  const int to_left = std::abs(above - corner), to_above = std::abs(left - corner);
  const int to_corner = std::abs(left + above - 2 * corner);
  const int other = to_above <= to_corner ? above : corner;
  return static_cast<std::uint8_t>(to_left <= to_above && to_left <= to_corner ? left : other);
}

// One row whose bytes follow from those kPixel before; `predicted(left, above, corner)` is what was taken off.
template <std::size_t kPixel, class Predicted>
void add_predicted(const std::uint8_t* filtered, const std::uint8_t* above, std::size_t count, std::uint8_t* out,
                   const Predicted& predicted) {
  int left[kPixel] = {}, corner[kPixel] = {};
  for (std::size_t i = 0; i < count; i += kPixel) {
    for (std::size_t c = 0; c < kPixel; ++c) {
      const int up = above[i + c];
      left[c] = static_cast<std::uint8_t>(filtered[i + c] + predicted(left[c], up, corner[c]));
      corner[c] = up;
      out[i + c] = static_cast<std::uint8_t>(left[c]);
    }
  }
}

}  // namespace png_detail

// `filtered` is [rows, 1 + width], `out` [rows, width]; width is a multiple of kPixel, the bytes of a pixel. False where
// a filter is none of the five.
template <std::size_t kPixel>
bool unfilter_rows(const std::uint8_t* filtered, std::size_t rows, std::size_t width, std::uint8_t* out) {
  const std::vector<std::uint8_t> nothing(width);
  const std::uint8_t* above = nothing.data();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint8_t* const bytes = filtered + row * (width + 1) + 1;
    const std::uint8_t filter = bytes[-1];
    if (filter == 0) {
      std::copy_n(bytes, width, out);
    } else if (filter == 1) {
      png_detail::add_predicted<kPixel>(bytes, above, width, out, [](int left, int, int) { return left; });
    } else if (filter == 2) {
      png_detail::add_rows(bytes, above, width, out);
    } else if (filter == 3) {
      png_detail::add_predicted<kPixel>(bytes, above, width, out, [](int left, int up, int) { return (left + up) / 2; });
    } else if (filter == 4) {
      png_detail::add_predicted<kPixel>(bytes, above, width, out, png_detail::nearest_of);
    } else {
      return false;
    }
    above = out;
    out += width;
  }
  return true;
}

// The same where the bytes lie: rows then begin one byte apart.
template <std::size_t kPixel>
bool unfilter_rows_here(std::uint8_t* filtered, std::size_t rows, std::size_t width) {
  const std::vector<std::uint8_t> nothing(width);
  const std::uint8_t* above = nothing.data();
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint8_t* const bytes = filtered + row * (width + 1) + 1;
    const std::uint8_t filter = bytes[-1];
    if (filter == 1) {
      png_detail::add_predicted<kPixel>(bytes, above, width, bytes, [](int left, int, int) { return left; });
    } else if (filter == 2) {
      png_detail::add_rows_here(above, width, bytes);
    } else if (filter == 3) {
      png_detail::add_predicted<kPixel>(bytes, above, width, bytes, [](int left, int up, int) { return (left + up) / 2; });
    } else if (filter == 4) {
      png_detail::add_predicted<kPixel>(bytes, above, width, bytes, png_detail::nearest_of);
    } else if (filter != 0) {
      return false;
    }
    above = bytes;
  }
  return true;
}

}  // namespace truebox
