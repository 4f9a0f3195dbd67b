// Masks with one span of rows in every column from their first to their last, as most objects have them: seen from
// where their runs end, without a division and without a branch on the data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/cpu_dispatch.hpp"

namespace truebox::columns_detail {

// Of pair i of places, the ones of column i counted from the pixel `base`; whether that is so, `wrong` tells: not 0
// where a pair is empty or leaves its column.
struct RegularRows {
  std::uint32_t area, low, high;  // from the first row that holds a pixel to behind the last
  std::uint32_t wrong;
};

TRUEBOX_CLONES static inline RegularRows find_regular_rows(const std::uint32_t* places, std::size_t pairs, std::uint32_t base,
                                                           std::uint32_t height) {
  std::uint32_t area = 0, low = height, high = 0, wrong = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::uint32_t before = base + static_cast<std::uint32_t>(i) * height;
    // A place before its column is a large number here.
    const std::uint32_t top = places[2 * i] - before, bottom = places[2 * i + 1] - before;
    wrong |= static_cast<std::uint32_t>(top >= bottom) | static_cast<std::uint32_t>(bottom > height);
    low = top < low ? top : low;
    high = bottom > high ? bottom : high;
    area += bottom - top;
  }
  return {area, low, high, wrong};
}

// The pairs apart, and their rows; not 0 where `wrong` would be.
TRUEBOX_CLONES static inline std::uint32_t write_regular_rows(const std::uint32_t* places, std::size_t pairs,
                                                              std::uint32_t base, std::uint32_t height,
                                                              std::uint32_t* begins, std::uint32_t* ends,
                                                              std::int32_t* low, std::int32_t* high) {
  std::uint32_t wrong = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::uint32_t before = base + static_cast<std::uint32_t>(i) * height;
    const std::uint32_t begin = places[2 * i], end = places[2 * i + 1];
    const std::uint32_t top = begin - before, bottom = end - before;
    wrong |= static_cast<std::uint32_t>(top >= bottom) | static_cast<std::uint32_t>(bottom > height);
    begins[i] = begin;
    ends[i] = end;
    low[i] = static_cast<std::int32_t>(top);
    high[i] = static_cast<std::int32_t>(bottom);
  }
  return wrong;
}

}  // namespace truebox::columns_detail
