// COCO run lengths: pixels counted down the columns, a run of zeros, a run of ones, and so on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"

namespace truebox {

using Runs = std::span<const std::uint32_t>;

// Where each run of a mask ends, instead of how long it is: the ones lie from the first place to the second,
// from the third to the fourth, and so on.
struct RunEnds {
  std::span<const std::uint32_t> places;

  std::size_t pairs() const { return places.size() / 2; }
};

// Positions are 32-bit, as the published format stores them.
inline constexpr std::uint64_t kMaxPixels = 0xFFFFFFFFULL;

enum class MaskFault : int {
  none = 0,
  too_few = 1,        // the runs end before the image does
  too_many = 2,       // the runs go beyond the image
  bad_character = 3,  // a character of compressed counts outside 48..111
  truncated = 4,      // compressed counts end inside a number
  negative = 5,       // a count below zero
  bad_size = 6,       // height or width negative, or more pixels than positions can address
  bad_offsets = 7,    // a ragged buffer whose offsets do not fit
  not_finite = 8,     // a polygon coordinate is NaN or infinite
  odd_length = 9,     // a polygon with half a point
  few_points = 10,    // a polygon with fewer than three points
  no_polygon = 11,    // an object without any polygon
  no_segmentation = 12,  // a row without any outline
  other_size = 13,       // a mask that has not the size of its image
  unknown_size = 14,     // a polygon in an image of unknown size
};

// What was wrong, in which row, and two numbers that say how.
struct MaskProblem {
  MaskFault fault = MaskFault::none;
  std::size_t row = 0;
  std::int64_t found = 0;
  std::int64_t expected = 0;

  explicit operator bool() const { return fault != MaskFault::none; }
};

struct MaskSize {
  std::uint32_t height = 0;
  std::uint32_t width = 0;

  std::uint32_t pixels() const { return height * width; }
  bool operator==(const MaskSize&) const = default;
};

inline MaskProblem check_size(std::int64_t height, std::int64_t width, std::size_t row) {
  const auto limit = static_cast<std::int64_t>(kMaxPixels);
  const bool fits = height >= 0 && width >= 0 && height <= limit && width <= limit &&
                    static_cast<std::uint64_t>(height) * static_cast<std::uint64_t>(width) <= kMaxPixels;
  if (fits) return {};
  return {MaskFault::bad_size, row, height, width};
}

TRUEBOX_CLONES inline std::uint64_t sum_of(const std::uint32_t* runs, std::size_t count) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < count; ++i) total += runs[i];
  return total;
}

inline MaskProblem check_runs(Runs runs, std::uint64_t pixels, std::size_t row) {
  const std::uint64_t total = sum_of(runs.data(), runs.size());
  if (total == pixels && !runs.empty()) return {};
  return {total > pixels ? MaskFault::too_many : MaskFault::too_few, row, static_cast<std::int64_t>(total),
          static_cast<std::int64_t>(pixels)};
}

// Calls `visit(begin, end)` for every run of ones that holds a pixel, in ascending order.
template <class Visit>
inline void for_each_interval(Runs runs, Visit visit) {
  std::uint32_t position = 0;
  for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
    const std::uint32_t begin = position + runs[i];
    position = begin + runs[i + 1];
    if (position != begin) visit(begin, position);
  }
}

// Writes the one canonical form: no empty run but a first one, touching intervals joined.
class RunWriter {
 public:
  explicit RunWriter(std::vector<std::uint32_t>& out) : out_(out), first_(out.size()) {}

  // Intervals must come in ascending order and must not overlap; they may touch or be empty.
  void add(std::uint32_t begin, std::uint32_t end) {
    if (begin == end) return;
    if (begin == end_ && out_.size() != first_) {
      out_.back() += end - begin;
    } else {
      out_.push_back(begin - end_);
      out_.push_back(end - begin);
    }
    end_ = end;
  }

  void finish(std::uint32_t pixels) {
    if (end_ < pixels || out_.size() == first_) out_.push_back(pixels - end_);
  }

 private:
  std::vector<std::uint32_t>& out_;
  std::size_t first_;
  std::uint32_t end_ = 0;
};

// Many masks in one ragged buffer; read-only, checked before anything walks it.
struct MaskColumns {
  Runs runs;
  std::span<const std::int64_t> offsets;  // [N + 1]
  std::span<const std::int64_t> sizes;    // [N, 2] height, width

  std::size_t count() const { return offsets.size() - 1; }
  Runs runs_of(std::size_t row) const {
    return runs.subspan(static_cast<std::size_t>(offsets[row]),
                        static_cast<std::size_t>(offsets[row + 1] - offsets[row]));
  }
  MaskSize size_of(std::size_t row) const {
    return {static_cast<std::uint32_t>(sizes[2 * row]), static_cast<std::uint32_t>(sizes[2 * row + 1])};
  }
};

inline MaskProblem check_offsets(std::span<const std::int64_t> offsets, std::size_t length) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(length)) {
    return {MaskFault::bad_offsets, 0, offsets.empty() ? 0 : offsets.back(), static_cast<std::int64_t>(length)};
  }
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] < offsets[i - 1]) return {MaskFault::bad_offsets, i - 1, offsets[i], offsets[i - 1]};
  }
  return {};
}

inline MaskProblem check_masks(const MaskColumns& masks) {
  if (const auto problem = check_offsets(masks.offsets, masks.runs.size())) return problem;
  if (masks.sizes.size() != 2 * masks.count()) {
    return {MaskFault::bad_offsets, 0, static_cast<std::int64_t>(masks.sizes.size() / 2),
            static_cast<std::int64_t>(masks.count())};
  }
  for (std::size_t row = 0; row < masks.count(); ++row) {
    if (const auto problem = check_size(masks.sizes[2 * row], masks.sizes[2 * row + 1], row)) return problem;
    if (const auto problem = check_runs(masks.runs_of(row), masks.size_of(row).pixels(), row)) return problem;
  }
  return {};
}

struct PixelBox {
  std::uint32_t x_begin = 0, y_begin = 0, x_end = 0, y_end = 0;  // half open
};

// Walks ascending positions and knows the column of each; it divides only to jump over columns.
class ColumnCursor {
 public:
  explicit ColumnCursor(std::uint32_t height) : height_(height) {}

  void move_to(std::uint32_t position) {
    if (position - base_ < height_) return;
    ++column_;
    base_ += height_;
    if (position - base_ < height_) return;
    column_ = position / height_;
    base_ = column_ * height_;
  }
  std::uint32_t column() const { return column_; }
  std::uint32_t base() const { return base_; }

 private:
  std::uint32_t height_;
  std::uint32_t column_ = 0;
  std::uint32_t base_ = 0;
};

inline std::uint32_t mask_area(Runs runs) {
  std::uint32_t area = 0;
  for (std::size_t i = 1; i < runs.size(); i += 2) area += runs[i];
  return area;
}

// The tight box around the ones; all zero for an empty mask.
inline PixelBox mask_box(Runs runs, MaskSize size) {
  PixelBox box{size.width, size.height, 0, 0};
  ColumnCursor cursor(size.height);
  for_each_interval(runs, [&](std::uint32_t begin, std::uint32_t end) {
    cursor.move_to(begin);
    box.x_begin = std::min(box.x_begin, cursor.column());
    const std::uint32_t top = begin - cursor.base();
    const std::uint32_t before = cursor.column();
    cursor.move_to(end - 1);
    box.x_end = cursor.column() + 1;
    // A run that leaves its column touches the last row of one and the first row of the next.
    const bool wraps = cursor.column() != before;
    box.y_begin = wraps ? 0 : std::min(box.y_begin, top);
    box.y_end = wraps ? size.height : std::max(box.y_end, end - cursor.base());
  });
  return box.x_end == 0 ? PixelBox{} : box;
}

}  // namespace truebox
