// The places of rows in columns of a known capacity.
#pragma once

#include <cstddef>

namespace truebox::reading {

// How many rows fit and how many there are.
struct RowCount {
  std::size_t capacity = 0, rows = 0;

  bool allot(std::size_t count, std::size_t& place) {
    if (count > capacity - rows) return false;
    place = rows;
    rows += count;
    return true;
  }
};

}  // namespace truebox::reading
