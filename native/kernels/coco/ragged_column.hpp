// A column of rows of different lengths, filled by several threads in the order of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "coco/row_count.hpp"
#include "ground/reserved_buffer.hpp"

namespace truebox::reading {

// A column of rows of different lengths: elements one after the other, and where each row ends, after a first 0.
template <class T>
struct RaggedColumn {
  struct Batch {
    std::vector<T> values;
    std::vector<std::size_t> ends;

    void clear() {
      values.clear();
      ends.clear();
    }
    template <class It>
    void add(It first, It last) {
      values.insert(values.end(), first, last);
      ends.push_back(values.size());
    }
  };
  struct Place {
    std::size_t value, row;
  };

  ReservedBuffer values, ends;
  RowCount value_count, row_count;

  bool reserve(std::size_t most_values, std::size_t most_rows) {
    value_count.capacity = most_values;
    row_count.capacity = most_rows;
    if (!values.reserve(most_values * sizeof(T)) || !ends.reserve((most_rows + 1) * 8)) return false;
    // Touched from the front on, so that large pages waste at most one of them.
    if (most_values > (std::size_t{16} << 20)) values.expect(most_values * sizeof(T));
    return true;
  }
  bool allot(const Batch& batch, Place& place) {
    return value_count.allot(batch.values.size(), place.value) && row_count.allot(batch.ends.size(), place.row);
  }
  void store(const Batch& batch, Place place) {
    if (!batch.values.empty()) {
      std::memcpy(values.as<T>() + place.value, batch.values.data(), batch.values.size() * sizeof(T));
    }
    for (std::size_t i = 0; i < batch.ends.size(); ++i) {
      // Untouched pages are zero, and free: those of the parts of a file without any stay so.
      const std::size_t end = place.value + batch.ends[i];
      if (end != 0) ends.as<std::int64_t>()[place.row + i + 1] = static_cast<std::int64_t>(end);
    }
  }
  void shrink() {
    values.shrink(value_count.rows * sizeof(T));
    ends.shrink((row_count.rows + 1) * 8);
  }
};

}  // namespace truebox::reading
