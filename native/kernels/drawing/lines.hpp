// Polygons filled on a canvas, and lines with a border on either side.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "drawing/area_cover.hpp"
#include "drawing/canvas.hpp"
#include "drawing/cover_mixing.hpp"
#include "drawing/dashes.hpp"
#include "drawing/line_cover.hpp"

namespace truebox {

inline CoverPatch patch_of(const CoverBuffer& buffer) {
  const PixelBounds& part = buffer.bounds;
  return {buffer.covers.data(), part.left, part.top, part.right - part.left, part.bottom - part.top};
}

// A buffer of this thread that keeps its memory from call to call, unless it is much.
class KeptBuffer {
 public:
  explicit KeptBuffer(const PixelBounds& part) { buffer_.clear(part); }
  KeptBuffer(const KeptBuffer&) = delete;
  KeptBuffer& operator=(const KeptBuffer&) = delete;
  ~KeptBuffer() {
    if (buffer_.covers.capacity() > kMostKept) buffer_.covers = {};
  }
  CoverBuffer& get() { return buffer_; }

  static constexpr std::size_t kMostKept = std::size_t{1} << 22;

 private:
  static inline thread_local CoverBuffer buffer_;
};

// Two layers of this thread whose covers are zero whenever nobody has them.
class KeptLayers {
 public:
  KeptLayers(const PixelBounds& part, std::size_t count) : count_(count) {
    for (std::size_t k = 0; k < count; ++k) layers_[k].spread(part);
  }
  KeptLayers(const KeptLayers&) = delete;
  KeptLayers& operator=(const KeptLayers&) = delete;
  ~KeptLayers() {
    for (std::size_t k = 0; k < count_; ++k) {
      std::vector<std::uint8_t>& covers = layers_[k].covers;
      if (!is_zero_) covers.clear();
      if (covers.capacity() > KeptBuffer::kMostKept) covers = {};
    }
  }
  CoverBuffer& layer(std::size_t k) { return layers_[k]; }
  void are_zero() { is_zero_ = true; }

 private:
  std::size_t count_;
  bool is_zero_ = false;
  static inline thread_local std::array<CoverBuffer, 2> layers_;
};

inline PixelBounds around(const PixelBounds& a, const PixelBounds& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

inline void fill_polygon(const Canvas& canvas, std::span<const double> corners, const Paint& paint, AreaScratch& scratch) {
  const PixelBounds part = bounds_of(corners, 0, canvas.width, canvas.height);
  if (part.empty() || part.top >= canvas.end() || part.bottom <= canvas.first_row) return;
  const RowRange rows{canvas.first_row, canvas.end()};
  for_each_covered_row(corners, part, rows, scratch, [&](int y, const std::uint8_t* covers) {
    mix_row(canvas.at(part.left, y), covers, static_cast<std::size_t>(part.right - part.left), paint);
  });
}

struct LineKind {
  bool closed;
  double border;  // its width
  Dashes dashes;  // 0 for none
};

// Lines, each of its own width, at once: where they cross nothing is painted twice. The border is not broken where the
// line is dashed.
inline void paint_lines(const Canvas& canvas, const Outlines& lines, std::span<const double> widths, const LineKind& kind,
                       const Paint& paint, const Paint& border_paint) {
  const auto bounds = [&](std::size_t k) {
    return bounds_of(lines.corners(k), 0.5 * widths[k] + kind.border + 1, canvas.width, canvas.height);
  };
  PixelBounds all;
  for (std::size_t k = 0; k < lines.count(); ++k) all = around(all, bounds(k));
  const PixelBounds part{all.left, std::max(all.top, canvas.first_row), all.right, std::min(all.bottom, canvas.end())};
  if (all.empty() || part.empty()) return;
  const bool bordered = kind.border > 0;
  KeptLayers kept(part, bordered ? 2 : 1);
  CoverBuffer& line = kept.layer(0);
  CoverBuffer* const around_line = bordered ? &kept.layer(1) : nullptr;
  for (std::size_t k = 0; k < lines.count(); ++k) {
    const auto corners = lines.corners(k);
    if (bounds(k).empty()) continue;
    const double width = widths[k], wide = width + 2 * kind.border;
    if (kind.dashes.dash > 0) {
      if (bordered) cover_line<1>({{{wide, around_line}}}, corners, kind.closed, all);
      for_each_dash(corners, kind.closed, kind.dashes,
                    [&](std::span<const double> piece) { cover_line<1>({{{width, &line}}}, piece, false, all); });
    } else if (bordered) {
      cover_line<2>({{{wide, around_line}, {width, &line}}}, corners, kind.closed, all);
    } else {
      cover_line<1>({{{width, &line}}}, corners, kind.closed, all);
    }
  }
  mix_layers(canvas, {around_line, &border_paint}, {&line, &paint});
  kept.are_zero();
}

// The way an object came, along points x, y, ..., the oldest first: the older the thinner, from a third of the width
// on, over one line in the colour of the border.
inline void paint_trail(const Canvas& canvas, std::span<const double> xy, double line, double border, const Paint& paint,
                        const Paint& border_paint) {
  const auto points = static_cast<std::int64_t>(xy.size() / 2);
  if (points < 2) return;
  const std::array<std::int64_t, 2> all{0, points};
  const LineKind plain{false, 0, {0, 0}};
  paint_lines(canvas, {xy, all}, std::array<double, 1>{line + 2 * border}, plain, border_paint, border_paint);
  // Thirds share their ends.
  std::vector<double> thirds;
  std::array<std::int64_t, 4> offsets{};
  std::array<double, 3> widths{};
  for (std::int64_t part = 0; part < 3; ++part) {
    const std::int64_t first = (points - 1) * part / 3, last = (points - 1) * (part + 1) / 3;
    thirds.insert(thirds.end(), xy.begin() + 2 * first, xy.begin() + 2 * (last + 1));
    offsets[static_cast<std::size_t>(part) + 1] = static_cast<std::int64_t>(thirds.size() / 2);
    widths[static_cast<std::size_t>(part)] = std::max(1., line * static_cast<double>(part + 1) / 3);
  }
  paint_lines(canvas, {thirds, offsets}, widths, plain, paint, paint);
}

}  // namespace truebox
