// Segmentations as a COCO file holds them, decoded row by row on demand.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "polygon_raster.hpp"
#include "run_lengths.hpp"
#include "run_lengths_text.hpp"
#include "segmentation_kind.hpp"

namespace truebox {

struct SegmentationScratch {
  PolygonScratch polygon;
  bool far_outside = false;  // of the row decoded last
};

// Columns [N] and the ragged buffers they point into; offsets are checked by the one who makes a view.
struct SegmentationView {
  std::span<const std::uint8_t> kinds;
  std::span<const std::int64_t> own_sizes;       // [N, 2] height, width, as written beside run lengths
  std::span<const std::uint8_t> text;
  std::span<const std::int64_t> text_offsets;    // [N + 1]
  std::span<const double> numbers;
  std::span<const std::int64_t> part_offsets;    // [P + 1] into numbers
  std::span<const std::int64_t> row_offsets;     // [N + 1] into parts
  std::span<const std::int64_t> image_sizes;     // [N, 2] height, width; 0, 0 where unknown
  const double* boxes = nullptr;                 // [N, 4] what a row without segmentation is outlined by, or none

  // A row that takes no part: an empty mask of no size.
  static constexpr std::uint8_t kSkipped = 255;

  std::size_t count() const { return kinds.size(); }

  // The size of the mask of a row, once it was decoded without a problem.
  MaskSize size_of(std::size_t row) const {
    if (kinds[row] == kSkipped) return {};
    const bool known = image_sizes[2 * row] != 0 || image_sizes[2 * row + 1] != 0;
    const std::int64_t* size = known ? &image_sizes[2 * row] : &own_sizes[2 * row];
    return {static_cast<std::uint32_t>(size[0]), static_cast<std::uint32_t>(size[1])};
  }

  // Appends the runs of a row.
  MaskProblem decode(std::size_t row, SegmentationScratch& scratch, std::vector<std::uint32_t>& out) const {
    scratch.far_outside = false;
    if (kinds[row] == kSkipped) {
      out.push_back(0);
      return {};
    }
    const bool has_size = kinds[row] == static_cast<std::uint8_t>(SegmentationKind::text) ||
                          kinds[row] == static_cast<std::uint8_t>(SegmentationKind::counts);
    const std::int64_t* image = &image_sizes[2 * row];
    const std::int64_t* own = &own_sizes[2 * row];
    const bool known = image[0] != 0 || image[1] != 0;
    if (has_size) {
      if (const auto problem = check_size(own[0], own[1], row)) return problem;
      if (known && (own[0] != image[0] || own[1] != image[1])) return {MaskFault::other_size, row, own[0], own[1]};
    } else {
      if (!known) return {MaskFault::unknown_size, row, 0, 0};
      if (const auto problem = check_size(image[0], image[1], row)) return problem;
    }
    const MaskSize size = size_of(row);
    switch (static_cast<SegmentationKind>(kinds[row])) {
      case SegmentationKind::text: {
        const auto begin = static_cast<std::size_t>(text_offsets[row]);
        const auto end = static_cast<std::size_t>(text_offsets[row + 1]);
        return parse_text(text.subspan(begin, end - begin), size.pixels(), row, out);
      }
      case SegmentationKind::counts: return decode_counts(row, size, out);
      case SegmentationKind::polygons: return decode_polygons(row, size, scratch, out);
      default: return outline_box(row, size, scratch, out);
    }
  }

 private:
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
        return {MaskFault::negative, row, static_cast<std::int64_t>(std::isfinite(count) ? count : -1), 0};
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

  MaskProblem decode_polygons(std::size_t row, MaskSize size, SegmentationScratch& scratch,
                              std::vector<std::uint32_t>& out) const {
    const auto first = static_cast<std::size_t>(row_offsets[row]);
    const auto parts = part_offsets.subspan(first, static_cast<std::size_t>(row_offsets[row + 1]) - first + 1);
    if (parts.size() < 2) return {MaskFault::no_polygon, row, 0, 1};
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto begin = static_cast<std::size_t>(parts[i]);
      const auto xy = numbers.subspan(begin, static_cast<std::size_t>(parts[i + 1]) - begin);
      if (const auto problem = check_polygon(xy, row)) return problem;
      scratch.far_outside |= polygon_is_far_outside(xy, size);
    }
    rasterize_polygons(numbers, parts, size, scratch.polygon, out);
    return {};
  }

  MaskProblem outline_box(std::size_t row, MaskSize size, SegmentationScratch& scratch,
                          std::vector<std::uint32_t>& out) const {
    if (boxes == nullptr) return {MaskFault::no_segmentation, row, 0, 0};
    const double* box = boxes + 4 * row;
    const double x0 = box[0], y0 = box[1], x1 = x0 + box[2], y1 = y0 + box[3];
    // The reference's order of corners: the raster depends on it.
    const double corners[8] = {x0, y0, x0, y1, x1, y1, x1, y0};
    constexpr std::int64_t kOffsets[2] = {0, 8};
    if (const auto problem = check_polygon(corners, row)) return problem;
    scratch.far_outside = polygon_is_far_outside(corners, size);
    rasterize_polygons(corners, kOffsets, size, scratch.polygon, out);
    return {};
  }
};

}  // namespace truebox
