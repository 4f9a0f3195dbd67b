// Masks of detections measured and compared with the truths of their cells in one pass, where they lie image by image.
//
// A mask is then decoded once: for its area and box, and for what it shares with truths. What is found goes into the
// table that matching asks first (see cells/mask.hpp), which finds for itself whatever is not there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "cells/mask.hpp"
#include "evaluation/grouping.hpp"
#include "evaluation/mask_measures.hpp"
#include "ground/interruption.hpp"

namespace truebox {

// Which cell each row is in; -1 for rows that are not evaluated.
struct CellsOfRows {
  std::span<const std::int32_t> images, categories;

  bool evaluated(std::size_t row) const { return images[row] >= 0 && categories[row] >= 0; }
};

// Both sides, and what one pass over the detections needs to know of the truths.
struct ImageMasks {
  MaskSides sides;  // without what orders truths by cells
  CellsOfRows detections, truths;
  std::span<const std::uint8_t> crowd;  // [truths]
  Grouped by_image;                     // truths that are evaluated

  ImageMasks(const MaskSides& both, CellsOfRows found, CellsOfRows true_rows, std::span<const std::uint8_t> crowds,
             std::size_t images, int threads)
      : sides(both), detections(found), truths(true_rows), crowd(crowds),
        by_image(group_rows(true_rows.images, images, std::span(true_rows.categories), most(true_rows.categories), threads)) {
    for (const std::int32_t image : found.images) {
      if (image >= 0 && static_cast<std::size_t>(image) >= images) throw std::invalid_argument("no such image");
    }
  }

 private:
  static std::size_t most(std::span<const std::int32_t> values) {
    return values.empty() ? 0 : static_cast<std::size_t>(std::max(0, *std::max_element(values.begin(), values.end()))) + 1;
  }
};

// One thread's: detections one after the other; the truths of an image are drawn when one of their category is there.
class ImageMaskFinder {
 public:
  explicit ImageMaskFinder(const ImageMasks& all) : all_(all), arena_(all.sides.table->open_arena()) {}

  // The runs of a detection, measured.
  void find(std::size_t row, const RunBuffer& runs, const MaskExtent& extent) {
    if (!all_.detections.evaluated(row)) return;
    begin_image(all_.detections.images[row]);
    const auto first = all_.by_image.minor.data() + begin_, last = all_.by_image.minor.data() + end_;
    const auto [from, upto] = std::equal_range(first, last, all_.detections.categories[row]);
    entries_.clear();
    has_shape_ = has_edge_ = false;
    MaskShape bound;
    bound.area = extent.area;
    bound.box = extent.box;
    keep_going(64 * static_cast<std::size_t>(upto - from));
    for (auto at = from; at != upto; ++at) compare(runs, bound, static_cast<std::size_t>(at - first));
    // In the order of the truths' rows, as cells have them.
    all_.sides.table->keep(row, arena_, entries_);
  }

 private:
  void begin_image(std::int32_t image) {
    if (image == image_) return;
    image_ = image;
    begin_ = all_.by_image.offsets[static_cast<std::size_t>(image)];
    end_ = all_.by_image.offsets[static_cast<std::size_t>(image) + 1];
    if (begin_ == end_) return;
    const MaskSize size = all_.sides.truths.size_of(truth(0));
    for (MaskShapes* shapes : {&found_, &true_, &found_edge_, &true_edges_}) shapes->restart(size);
    place_.assign(end_ - begin_, kNone);
    edge_place_.assign(end_ - begin_, kNone);
  }

  std::size_t truth(std::size_t place) const { return all_.by_image.rows[begin_ + place]; }

  const MaskShape& drawn(std::size_t place) {
    if (place_[place] == kNone) {
      place_[place] = static_cast<std::uint32_t>(true_.shapes.size());
      true_.add(read(truth(place)).ends());
    }
    return true_.shapes[place_[place]];
  }

  void compare(const RunBuffer& runs, const MaskShape& bound, std::size_t place) {
    const MaskSides& sides = all_.sides;
    const double lowest = sides.table->lowest();
    const std::size_t row = truth(place);
    const bool crowd = all_.crowd[row] != 0;
    const MaskMeasure rule = crowd ? MaskMeasure::intersection_over_first : MaskMeasure::intersection_over_union;
    const MaskShape true_shape = drawn(place);
    const std::uint32_t most = most_shared_pixels(bound, true_shape);
    double overlap = sides.rounded(mask_measure(most, bound.area, true_shape.area, rule));
    if (overlap < lowest) return;
    if (most != 0) {
      keep_going(1000);
      if (!has_shape_) found_.restart(found_.size), found_.add(runs.ends(), {bound.area, bound.box});
      has_shape_ = true;
      overlap = sides.rounded(overlap_of(found_, 0, true_, place_[place], rule));
    }
    if (overlap < lowest) return;
    if (sides.distances != nullptr && !crowd && overlap > 0) overlap = std::min(overlap, compare_edges(runs, place));
    if (overlap < lowest) return;
    entries_.push_back({overlap, static_cast<std::uint32_t>(row), 0});
  }

  double compare_edges(const RunBuffer& runs, std::size_t place) {
    const std::size_t row = truth(place);
    const std::int64_t distance = all_.sides.distances[row];
    if (!has_edge_) found_edge_.restart(found_edge_.size), edge_maker_.put(found_edge_, runs.runs(), distance);
    has_edge_ = true;
    if (edge_place_[place] == kNone) edge_place_[place] = edge_maker_.put(true_edges_, read(row).runs(), distance);
    return overlap_of(found_edge_, 0, true_edges_, edge_place_[place], MaskMeasure::intersection_over_union);
  }

  // Every truth was checked before; what was changed since then is taken for an empty mask.
  const RunBuffer& read(std::size_t row) {
    if (all_.sides.truths.read(row, scratch_)) scratch_.runs.restart(0);
    return scratch_.runs;
  }

  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  const ImageMasks& all_;
  OverlapTable::Arena& arena_;
  std::int32_t image_ = -1;
  std::size_t begin_ = 0, end_ = 0;    // of the truths of the image
  MaskShapes found_, found_edge_;      // one detection
  bool has_shape_ = false, has_edge_ = false;
  MaskShapes true_, true_edges_;       // truths of the image
  std::vector<std::uint32_t> place_, edge_place_;  // of each truth of the image, once it is drawn
  std::vector<TableEntry> entries_;    // of one detection
  SegmentationScratch scratch_;
  EdgeMaker edge_maker_;
};

// As `measure_segmentations`.
inline MaskNotes measure_image_masks(const SegmentationView& view, const MeasuredInto& into, const ImageMasks& all,
                                     int threads) {
  constexpr std::size_t kGrain = std::size_t{1} << 12;  // few images lie in two stretches
  return measures_detail::look_at_rows(view, kGrain, threads, [&] {
    return [&view, &into, finder = ImageMaskFinder(all)](std::size_t row, SegmentationScratch& scratch) mutable {
      const MaskProblem problem = view.read(row, scratch);
      if (!problem) finder.find(row, scratch.runs, into.put(view, row, scratch.runs));
      return problem;
    };
  });
}

}  // namespace truebox
