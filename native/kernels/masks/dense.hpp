// Dense masks to run lengths and back, for either memory order, each pixel touched once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "pixels/bits.hpp"
#include "pixels/changes.hpp"
#include "masks/run_lengths.hpp"

namespace truebox {

// One image of bytes; one of the two strides is 1.
template <class Byte>
struct DenseMask {
  Byte* data;
  MaskSize size;
  std::ptrdiff_t row_stride;     // from one row to the next
  std::ptrdiff_t column_stride;  // from one column to the next
};

// Memory kept between masks, so that a batch allocates once.
struct DenseScratch {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint64_t> previous_bits;
  std::vector<std::uint64_t> first_bits;
  std::vector<std::uint32_t> changed;  // across the fast axis, in the order found
  std::vector<std::size_t> line_begin;
  std::vector<std::uint32_t> sorted;
  std::vector<std::size_t> bucket_begin;
  std::vector<std::uint8_t> line;
};

namespace dense_detail {

inline bool bit_at(const std::vector<std::uint64_t>& bits, std::size_t i) {
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}

}  // namespace dense_detail

// Columns are contiguous: pixels are read in the order of the runs. Most blocks continue the run before them.
inline void encode_columns(const DenseMask<const std::uint8_t>& mask, DenseScratch& scratch,
                           std::vector<std::uint32_t>& out) {
  const std::size_t height = mask.size.height;
  const bool joined = mask.column_stride == static_cast<std::ptrdiff_t>(height);
  const std::size_t lines = joined ? 1 : mask.size.width;
  const std::size_t length = joined ? mask.size.pixels() : height;
  scratch.bits.resize(kPixelBlock / 64);
  std::uint32_t last = 0;
  std::uint8_t before = 0;
  for (std::size_t line = 0; line < lines; ++line) {
    const std::uint8_t* bytes = mask.data + static_cast<std::ptrdiff_t>(line) * mask.column_stride;
    for (std::size_t begin = 0; begin < length;) {
      begin += kPixelBlock * equal_blocks(bytes + begin, (length - begin) / kPixelBlock, before);
      if (begin == length) break;
      const std::size_t count = std::min(kPixelBlock, length - begin);
      pack_pixels(bytes + begin, count, scratch.bits.data());
      const auto base = static_cast<std::uint32_t>(line * length + begin);
      for_each_change(scratch.bits.data(), count, before != 0 ? 1 : 0, [&](std::size_t i) {
        const auto position = base + static_cast<std::uint32_t>(i);
        out.push_back(position - last);
        last = position;
      });
      begin += count;
      before = bytes[begin - 1];
    }
  }
  out.push_back(mask.size.pixels() - last);
}

// Rows are contiguous: a change down a column is a difference between two neighbouring rows. Changes
// are few, so they are found row by row and then dealt out to their columns, order kept.
inline void encode_rows(const DenseMask<const std::uint8_t>& mask, DenseScratch& scratch,
                        std::vector<std::uint32_t>& out) {
  const auto [height, width] = mask.size;
  if (mask.size.pixels() == 0) {
    out.push_back(0);
    return;
  }
  const std::size_t words = (width + std::size_t{63}) / 64;
  scratch.bits.resize(words);
  scratch.previous_bits.resize(words);
  scratch.changed.clear();
  scratch.line_begin.assign(height + std::size_t{1}, 0);
  scratch.bucket_begin.assign(width + std::size_t{1}, 0);
  for (std::size_t y = 0; y < height; ++y) {
    pack_pixels(mask.data + static_cast<std::ptrdiff_t>(y) * mask.row_stride, width, scratch.bits.data());
    if (y == 0) scratch.first_bits = scratch.bits;
    for (std::size_t word = 0; y != 0 && word < words; ++word) {
      std::uint64_t changes = scratch.bits[word] ^ scratch.previous_bits[word];
      for (; changes != 0; changes &= changes - 1) {
        const std::size_t x = 64 * word + static_cast<std::size_t>(std::countr_zero(changes));
        scratch.changed.push_back(static_cast<std::uint32_t>(x));
        ++scratch.bucket_begin[x + 1];
      }
    }
    scratch.line_begin[y + 1] = scratch.changed.size();
    std::swap(scratch.bits, scratch.previous_bits);
  }
  for (std::size_t x = 0; x < width; ++x) scratch.bucket_begin[x + 1] += scratch.bucket_begin[x];
  scratch.sorted.resize(scratch.changed.size());
  for (std::size_t y = 1; y < height; ++y) {
    for (std::size_t i = scratch.line_begin[y]; i < scratch.line_begin[y + 1]; ++i) {
      scratch.sorted[scratch.bucket_begin[scratch.changed[i]]++] = static_cast<std::uint32_t>(y);
    }
  }
  // After dealing out, bucket_begin[x] is where column x ends; the last row's bits are in previous_bits.
  std::uint32_t last = 0;
  bool above = false;
  std::size_t i = 0;
  for (std::uint32_t x = 0; x < width; ++x) {
    const std::uint32_t base = x * height;
    if (dense_detail::bit_at(scratch.first_bits, x) != above) {
      out.push_back(base - last);
      last = base;
    }
    for (; i < scratch.bucket_begin[x]; ++i) {
      out.push_back(base + scratch.sorted[i] - last);
      last = base + scratch.sorted[i];
    }
    above = dense_detail::bit_at(scratch.previous_bits, x);
  }
  out.push_back(mask.size.pixels() - last);
}

inline void encode_dense(const DenseMask<const std::uint8_t>& mask, DenseScratch& scratch,
                         std::vector<std::uint32_t>& out) {
  if (mask.size.pixels() == 0) {
    out.push_back(0);
  } else if (mask.row_stride == 1) {
    encode_columns(mask, scratch, out);
  } else {
    encode_rows(mask, scratch, out);
  }
}

// The target must hold zeros. Only the ones are written, so untouched pages stay untouched.
inline void decode_columns(Runs runs, const DenseMask<std::uint8_t>& mask) {
  const std::uint32_t height = mask.size.height;
  if (mask.column_stride == static_cast<std::ptrdiff_t>(height)) {
    for_each_interval(runs, [&](std::uint32_t begin, std::uint32_t end) {
      std::memset(mask.data + begin, 1, end - begin);
    });
    return;
  }
  ColumnCursor cursor(height);
  for_each_interval(runs, [&](std::uint32_t begin, std::uint32_t end) {
    while (begin != end) {
      cursor.move_to(begin);
      const std::uint32_t stop = std::min(end - cursor.base(), height) + cursor.base();
      std::uint8_t* column = mask.data + static_cast<std::ptrdiff_t>(cursor.column()) * mask.column_stride;
      std::memset(column + (begin - cursor.base()), 1, stop - begin);
      begin = stop;
    }
  });
}

// Each row is the row above with the pixels flipped where a run begins or ends.
inline void decode_rows(Runs runs, const DenseMask<std::uint8_t>& mask, DenseScratch& scratch) {
  const std::uint32_t height = mask.size.height;
  const PixelBox box = mask_box(runs, mask.size);
  const std::size_t rows = box.y_end - box.y_begin;
  if (rows == 0) return;
  scratch.bucket_begin.assign(rows + 2, 0);
  const auto for_each_flip = [&](auto visit) {
    ColumnCursor cursor(height);
    for_each_interval(runs, [&](std::uint32_t begin, std::uint32_t end) {
      while (begin != end) {
        cursor.move_to(begin);
        const std::uint32_t stop = std::min(end - cursor.base(), height);
        visit(begin - cursor.base() - box.y_begin, cursor.column());
        visit(stop - box.y_begin, cursor.column());
        begin = cursor.base() + stop;
      }
    });
  };
  std::size_t flips = 0;
  for_each_flip([&](std::uint32_t y, std::uint32_t) {
    ++scratch.bucket_begin[y + std::size_t{1}];
    ++flips;
  });
  for (std::size_t y = 0; y <= rows; ++y) scratch.bucket_begin[y + 1] += scratch.bucket_begin[y];
  scratch.sorted.resize(flips);
  for_each_flip([&](std::uint32_t y, std::uint32_t x) { scratch.sorted[scratch.bucket_begin[y]++] = x - box.x_begin; });
  scratch.line.assign(box.x_end - box.x_begin, 0);
  std::size_t i = 0;
  for (std::size_t y = 0; y < rows; ++y) {
    for (; i < scratch.bucket_begin[y]; ++i) scratch.line[scratch.sorted[i]] ^= 1;
    std::uint8_t* row = mask.data + static_cast<std::ptrdiff_t>(box.y_begin + y) * mask.row_stride;
    std::memcpy(row + box.x_begin, scratch.line.data(), scratch.line.size());
  }
}

inline void decode_dense(Runs runs, const DenseMask<std::uint8_t>& mask, DenseScratch& scratch) {
  if (mask.size.pixels() == 0) return;
  if (mask.row_stride == 1) {
    decode_columns(runs, mask);
  } else {
    decode_rows(runs, mask, scratch);
  }
}

}  // namespace truebox
