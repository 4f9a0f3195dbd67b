// Segmentations as a COCO file holds them, decoded row by row on demand.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "masks/polygon_raster.hpp"
#include "masks/run_buffer.hpp"
#include "masks/run_lengths.hpp"
#include "masks/text.hpp"
#include "coco/segmentation_kind.hpp"

namespace truebox {

struct SegmentationScratch {
  PolygonScratch polygon;
  RunBuffer runs;  // of the row read last
  std::vector<std::uint32_t> made;
  bool far_outside = false;  // of the row decoded last
};

// Height and width as written beside run lengths, in as many bytes as they were read into.
class OwnSizes {
 public:
  OwnSizes() = default;
  OwnSizes(std::span<const std::int64_t> sizes) : wide_(sizes) {}
  OwnSizes(std::span<const std::uint16_t> sizes) : small_(sizes) {}

  std::int64_t operator[](std::size_t place) const { return small_.empty() ? wide_[place] : small_[place]; }

 private:
  std::span<const std::int64_t> wide_;
  std::span<const std::uint16_t> small_;
};

// Columns [N] and the ragged buffers they point into; offsets are checked by the one who makes a view.
struct SegmentationView {
  std::span<const std::uint8_t> kinds;
  OwnSizes own_sizes;                            // [N, 2]
  std::span<const std::uint8_t> text;
  std::span<const std::int64_t> text_offsets;    // [N + 1]
  std::span<const double> numbers;
  std::span<const std::int64_t> part_offsets;    // [P + 1] into numbers
  std::span<const std::int64_t> row_offsets;     // [N + 1] into parts
  std::span<const std::int32_t> images;          // [N] row of the image in image_sizes, or -1
  std::span<const std::int64_t> image_sizes;     // [I, 2] height, width; 0, 0 where unknown
  const double* boxes = nullptr;                 // [N, 4] what a row without segmentation is outlined by, or none

  // A row that takes no part: an empty mask of no size.
  static constexpr std::uint8_t kSkipped = 255;

  std::size_t count() const { return kinds.size(); }

  // The size of the mask of a row, once it was read without a problem.
  MaskSize size_of(std::size_t row) const {
    if (kinds[row] == kSkipped) return {};
    const Size image = image_size(row);
    const std::int64_t own[2] = {own_sizes[2 * row], own_sizes[2 * row + 1]};
    const Size size = image.known() ? image : Size{own[0], own[1]};
    return {static_cast<std::uint32_t>(size.height), static_cast<std::uint32_t>(size.width)};
  }

  // The runs of a row, into scratch.runs.
  MaskProblem read(std::size_t row, SegmentationScratch& scratch) const {
    scratch.far_outside = false;
    scratch.made.clear();
    if (kinds[row] == kSkipped) {
      scratch.made.push_back(0);
      scratch.runs.fill(scratch.made);
      return {};
    }
    if (const auto problem = check_sizes(row)) return problem;
    const MaskSize size = size_of(row);
    MaskProblem problem;
    switch (static_cast<SegmentationKind>(kinds[row])) {
      case SegmentationKind::text: {
        const auto begin = static_cast<std::size_t>(text_offsets[row]);
        const auto end = static_cast<std::size_t>(text_offsets[row + 1]);
        return read_text(text.subspan(begin, end - begin), size.pixels(), row, scratch.runs);
      }
      case SegmentationKind::counts: problem = decode_counts(row, size, scratch.made); break;
      case SegmentationKind::polygons: problem = decode_polygons(row, size, scratch); break;
      default: problem = outline_box(row, size, scratch);
    }
    if (!problem) scratch.runs.fill(scratch.made);
    return problem;
  }

  // What `read` would complain about; polygons are looked at, but not drawn.
  MaskProblem check(std::size_t row, SegmentationScratch& scratch) const {
    if (!is_outlined(row)) return read(row, scratch);
    scratch.far_outside = false;
    if (const auto problem = check_sizes(row)) return problem;
    return check_polygons(row, size_of(row), scratch);
  }

  bool is_outlined(std::size_t row) const { return kinds[row] == static_cast<std::uint8_t>(SegmentationKind::polygons); }

  // Where each polygon of a row begins and ends in `numbers`.
  std::span<const std::int64_t> parts_of(std::size_t row) const {
    const auto first = static_cast<std::size_t>(row_offsets[row]);
    return part_offsets.subspan(first, static_cast<std::size_t>(row_offsets[row + 1]) - first + 1);
  }

 private:
  struct Size {
    std::int64_t height, width;

    bool known() const { return height != 0 || width != 0; }
  };

  Size image_size(std::size_t row) const {
    if (images[row] < 0) return {0, 0};
    const std::int64_t* size = &image_sizes[2 * static_cast<std::size_t>(images[row])];
    return {size[0], size[1]};
  }

  MaskProblem check_sizes(std::size_t row) const {
    const bool has_size = kinds[row] == static_cast<std::uint8_t>(SegmentationKind::text) ||
                          kinds[row] == static_cast<std::uint8_t>(SegmentationKind::counts);
    const Size image = image_size(row);
    if (!has_size) {
      if (!image.known()) return {MaskFault::unknown_size, row, 0, 0};
      return check_size(image.height, image.width, row);
    }
    const std::int64_t own[2] = {own_sizes[2 * row], own_sizes[2 * row + 1]};
    if (const auto problem = check_size(own[0], own[1], row)) return problem;
    if (image.known() && (own[0] != image.height || own[1] != image.width)) {
      return {MaskFault::other_size, row, own[0], own[1]};
    }
    return {};
  }

  MaskProblem decode_counts(std::size_t row, MaskSize size, std::vector<std::uint32_t>& out) const {
    const auto first = static_cast<std::size_t>(row_offsets[row]);
    const std::size_t parts = static_cast<std::size_t>(row_offsets[row + 1]) - first;
    std::uint64_t total = 0;
    const std::uint64_t pixels = size.pixels();
    const auto begin = parts == 0 ? 0 : static_cast<std::size_t>(part_offsets[first]);
    const auto end = parts == 0 ? 0 : static_cast<std::size_t>(part_offsets[first + 1]);
    for (std::size_t i = begin; i < end; ++i) {
      const double count = numbers[i];
      if (!(count >= 0) || count != std::floor(count)) {
        const double shown = std::isfinite(count) ? std::clamp(count, -1e15, 1e15) : -1;
        return {MaskFault::negative, row, static_cast<std::int64_t>(shown), 0};
      }
      if (count > static_cast<double>(pixels - total)) {
        return {MaskFault::too_many, row, static_cast<std::int64_t>(static_cast<double>(total) + std::min(count, 1e15)),
                static_cast<std::int64_t>(pixels)};
      }
      total += static_cast<std::uint64_t>(count);
      out.push_back(static_cast<std::uint32_t>(count));
    }
    if (total == pixels && begin != end) return {};
    return {MaskFault::too_few, row, static_cast<std::int64_t>(total), static_cast<std::int64_t>(pixels)};
  }

  MaskProblem check_polygons(std::size_t row, MaskSize size, SegmentationScratch& scratch) const {
    const auto parts = parts_of(row);
    if (parts.size() < 2) return {MaskFault::no_polygon, row, 0, 1};
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto begin = static_cast<std::size_t>(parts[i]);
      const auto xy = numbers.subspan(begin, static_cast<std::size_t>(parts[i + 1]) - begin);
      if (const auto problem = check_polygon(xy, row)) return problem;
      scratch.far_outside |= polygon_is_far_outside(xy, size);
    }
    return {};
  }

  MaskProblem decode_polygons(std::size_t row, MaskSize size, SegmentationScratch& scratch) const {
    if (const auto problem = check_polygons(row, size, scratch)) return problem;
    rasterize_polygons(numbers, parts_of(row), size, scratch.polygon, scratch.made);
    return {};
  }

  MaskProblem outline_box(std::size_t row, MaskSize size, SegmentationScratch& scratch) const {
    if (boxes == nullptr) return {MaskFault::no_segmentation, row, 0, 0};
    const double* box = boxes + 4 * row;
    const double x0 = box[0], y0 = box[1], x1 = x0 + box[2], y1 = y0 + box[3];
    // The reference's order of corners: the raster depends on it.
    const double corners[8] = {x0, y0, x0, y1, x1, y1, x1, y0};
    constexpr std::int64_t kOffsets[2] = {0, 8};
    if (const auto problem = check_polygon(corners, row)) return problem;
    scratch.far_outside = polygon_is_far_outside(corners, size);
    rasterize_polygons(corners, kOffsets, size, scratch.polygon, scratch.made);
    return {};
  }
};

}  // namespace truebox
