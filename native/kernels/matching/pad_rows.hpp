// Costs in rows as long as whole registers.
#pragma once

#include <cstddef>
#include <limits>

#include "ground/inlining.hpp"

namespace truebox::detail {

// Rows of `width` entries; turned, where columns were rows. Entries that are not there cost infinity.
TRUEBOX_INLINE void pad_rows(const double* TRUEBOX_RESTRICT cost, std::size_t rows, std::size_t columns,
                             std::size_t width, bool turned, double* TRUEBOX_RESTRICT to) {
  for (std::size_t i = 0; i < rows; ++i) {
    double* TRUEBOX_RESTRICT row = to + i * width;
    if (turned) {
      for (std::size_t j = 0; j < columns; ++j) row[j] = cost[j * rows + i];
    } else {
      for (std::size_t j = 0; j < columns; ++j) row[j] = cost[i * columns + j];
    }
    for (std::size_t j = columns; j < width; ++j) row[j] = std::numeric_limits<double>::infinity();
  }
}

}  // namespace truebox::detail
