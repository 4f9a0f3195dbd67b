// A map of values to a mask for each: run lengths in the order of COCO, down the columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "masks/run_lengths.hpp"

namespace truebox {

// The masks of the values that occur, rising.
struct ValueMasks {
  std::vector<std::uint16_t> values;
  std::vector<std::uint32_t> runs;
  std::vector<std::size_t> lengths;  // how many runs each has
};

// One for many maps: it keeps its memory. Value is an unsigned integer of 8 or 16 bits.
template <class Value>
class ValueMaskMaker {
 public:
  // `map` is [height, width], of at least one pixel and fewer than 2^32.
  void make(const Value* map, MaskSize size, ValueMasks& out) {
    find_changes(map, size);
    values_.clear();
    for (std::size_t x = 0; x < size.width; ++x) {
      const auto column = static_cast<std::uint32_t>(x * size.height);
      std::uint32_t begin = 0;
      Value value = map[x];
      for (std::size_t k = bounds_[x]; k < bounds_[x + 1]; ++k) {
        add(value, column + begin, column + rows_[k]);
        begin = rows_[k];
        value = map[static_cast<std::size_t>(begin) * size.width + x];
      }
      add(value, column + begin, column + size.height);
    }
    std::sort(values_.begin(), values_.end());
    for (const Value value : values_) {
      Entry& entry = entries_[value];
      if (entry.end < size.pixels()) entry.runs.push_back(size.pixels() - entry.end);
      out.values.push_back(value);
      out.runs.insert(out.runs.end(), entry.runs.begin(), entry.runs.end());
      out.lengths.push_back(entry.runs.size());
      entry.runs.clear();
      entry.end = 0;
    }
  }

 private:
  struct Entry {
    std::vector<std::uint32_t> runs;
    std::uint32_t end = 0;  // of the last run of ones
  };
  static constexpr std::size_t kPerWord = 8 / sizeof(Value);

  // The rows at which each column changes, in order. Rows are compared whole words at a time: neighbours differ at few
  // places.
  void find_changes(const Value* map, MaskSize size) {
    const std::size_t width = size.width;
    columns_.clear();
    line_ends_.assign(1, 0);
    bounds_.assign(width + 1, 0);
    for (std::size_t y = 1; y < size.height; ++y) {
      const Value* const row = map + y * width;
      const Value* const above = row - width;
      const auto look = [&](std::size_t x) {
        if (row[x] == above[x]) return;
        columns_.push_back(static_cast<std::uint32_t>(x));
        ++bounds_[x + 1];
      };
      std::size_t x = 0;
      if (std::memcmp(row, above, width * sizeof(Value)) == 0) x = width;
      for (; x + kPerWord <= width; x += kPerWord) {
        if (std::memcmp(row + x, above + x, 8) == 0) continue;
        for (std::size_t k = 0; k < kPerWord; ++k) look(x + k);
      }
      for (; x < width; ++x) look(x);
      line_ends_.push_back(columns_.size());
    }
    for (std::size_t x = 0; x < width; ++x) bounds_[x + 1] += bounds_[x];
    next_.assign(bounds_.begin(), bounds_.end() - 1);
    rows_.resize(columns_.size());
    for (std::size_t y = 1; y < line_ends_.size(); ++y) {
      for (std::size_t k = line_ends_[y - 1]; k < line_ends_[y]; ++k) {
        rows_[next_[columns_[k]]++] = static_cast<std::uint32_t>(y);
      }
    }
  }

  void add(Value value, std::uint32_t begin, std::uint32_t end) {
    if (entries_.empty()) entries_.resize(std::size_t{1} << (8 * sizeof(Value)));
    Entry& entry = entries_[value];
    if (entry.runs.empty()) {
      values_.push_back(value);
    } else if (entry.end == begin) {
      entry.runs.back() += end - begin;
      entry.end = end;
      return;
    }
    entry.runs.push_back(begin - entry.end);
    entry.runs.push_back(end - begin);
    entry.end = end;
  }

  std::vector<Entry> entries_;  // by value
  std::vector<Value> values_;
  std::vector<std::uint32_t> columns_;     // of the changes, row by row
  std::vector<std::size_t> line_ends_;     // where the changes of each row end
  std::vector<std::uint32_t> rows_;        // of the changes, column by column
  std::vector<std::size_t> bounds_, next_;
};

}  // namespace truebox
