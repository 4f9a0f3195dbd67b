// The arrays of many images, one after the other, as one column: boxes, or single numbers.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "ground/thread_pool.hpp"
#include "texts/box_columns.hpp"

namespace truebox::tables {

enum class ElementKind : std::uint8_t { float32, float64, int32, int64 };

constexpr bool is_real(ElementKind kind) { return kind == ElementKind::float32 || kind == ElementKind::float64; }

// An array that lies in memory: `row` and `across` are the bytes from one row, or number of a row, to the next.
struct ArrayPiece {
  const char* data = nullptr;
  std::size_t rows = 0;
  std::ptrdiff_t row = 0, across = 0;
};

// Pieces of one kind with where each begins in the column: starts[i] rows are before piece i.
struct ArrayPieces {
  std::vector<ArrayPiece> pieces;
  std::vector<std::size_t> starts;
  std::size_t rows = 0;
  ElementKind kind = ElementKind::float32;

  void add(const ArrayPiece& piece) {
    pieces.push_back(piece);
    starts.push_back(rows);
    rows += piece.rows;
  }
};

namespace detail {

template <class From, class To, std::size_t Width>
void copy_piece(const ArrayPiece& piece, To* to) {
  constexpr auto kSide = static_cast<std::ptrdiff_t>(sizeof(From));
  const auto numbers = piece.rows * Width;
  const bool side_by_side = piece.row == kSide * static_cast<std::ptrdiff_t>(Width) && (Width == 1 || piece.across == kSide);
  const char* from = piece.data;
  From value;
  if (side_by_side) {
    for (std::size_t i = 0; i < numbers; ++i) {
      std::memcpy(&value, from + i * sizeof(From), sizeof value);
      to[i] = static_cast<To>(value);
    }
    return;
  }
  for (std::size_t i = 0; i < piece.rows; ++i, from += piece.row) {
    for (std::size_t j = 0; j < Width; ++j, ++to) {
      std::memcpy(&value, from + static_cast<std::ptrdiff_t>(j) * piece.across, sizeof value);
      *to = static_cast<To>(value);
    }
  }
}

template <class To, std::size_t Width>
void copy_piece(ElementKind kind, const ArrayPiece& piece, To* to) {
  switch (kind) {
    case ElementKind::float32: return copy_piece<float, To, Width>(piece, to);
    case ElementKind::float64: return copy_piece<double, To, Width>(piece, to);
    case ElementKind::int32: return copy_piece<std::int32_t, To, Width>(piece, to);
    case ElementKind::int64: return copy_piece<std::int64_t, To, Width>(piece, to);
  }
}

// In place. Whether all numbers are within the bound as given, and no size is negative.
template <BoxLayout Layout, bool Percent>
bool read_boxes(double* boxes, std::size_t rows, double bound) {
  bool sound = true;
  for (std::size_t row = 0; row < rows; ++row) {
    double* const box = boxes + 4 * row;
    for (std::size_t k = 0; k < 4; ++k) {
      sound &= std::abs(box[k]) <= bound;
      if constexpr (Percent) box[k] /= 100;
    }
    const std::array<double, 4> read = as_xywh<Layout>(box[0], box[1], box[2], box[3]);
    for (std::size_t k = 0; k < 4; ++k) box[k] = read[k];
    sound &= (int{box[2] >= 0} & int{box[3] >= 0}) != 0;
  }
  return sound;
}

using ReadBoxes = bool (*)(double*, std::size_t, double);

template <bool Percent>
ReadBoxes box_reader_of(BoxLayout layout) {
  switch (layout) {
    case BoxLayout::xyxy: return &read_boxes<BoxLayout::xyxy, Percent>;
    case BoxLayout::cxcywh: return &read_boxes<BoxLayout::cxcywh, Percent>;
    case BoxLayout::yxyx: return &read_boxes<BoxLayout::yxyx, Percent>;
    default: return &read_boxes<BoxLayout::xywh, Percent>;
  }
}

inline constexpr std::size_t kPiecesOfAShare = 64;

}  // namespace detail

// Numbers of whole pieces, converted one by one to `To` [rows].
template <class To>
void join_numbers(const ArrayPieces& given, int threads, To* to) {
  parallel_ranges(given.pieces.size(), detail::kPiecesOfAShare, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      detail::copy_piece<To, 1>(given.kind, given.pieces[i], to + given.starts[i]);
    }
  });
}

// Boxes x, y, width, height [rows, 4]. False where a number as given is beyond the bound, or a size is negative.
inline bool join_boxes(const ArrayPieces& given, BoxLayout layout, bool percent, double bound, int threads,
                       double* boxes) {
  const detail::ReadBoxes read = percent ? detail::box_reader_of<true>(layout) : detail::box_reader_of<false>(layout);
  std::atomic<bool> sound{true};
  parallel_ranges(given.pieces.size(), detail::kPiecesOfAShare, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double* const to = boxes + 4 * given.starts[i];
      detail::copy_piece<double, 4>(given.kind, given.pieces[i], to);
      if (!read(to, given.pieces[i].rows, bound)) sound.store(false, std::memory_order_relaxed);
    }
  });
  return sound.load();
}

}  // namespace truebox::tables
