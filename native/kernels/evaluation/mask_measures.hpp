// One pass over the segmentations of many rows: area and box of each, or only whether all can be drawn.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "masks/extent.hpp"
#include "masks/outline_crossing.hpp"
#include "masks/segmentations.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

struct MaskNotes {
  std::vector<std::int64_t> far;      // rows with polygons far outside their image
  std::vector<std::int64_t> crossed;  // rows with outlines that cross themselves, or are there twice
  MaskProblem problem;                // of the first bad row
};

namespace measures_detail {

inline constexpr std::size_t kGrain = 256;

// `make_look()` gives each stretch of about `grain` rows a `look(row, scratch)`, which reads or checks a row and returns
// its problem.
template <class MakeLook>
MaskNotes look_at_rows(const SegmentationView& view, std::size_t grain, int threads, const MakeLook& make_look) {
  const std::size_t count = view.count();
  MaskNotes notes;
  std::mutex mutex;
  std::atomic<std::size_t> first_bad{count};
  parallel_ranges(count, grain, threads, [&](std::size_t begin, std::size_t end) {
    SegmentationScratch scratch;
    auto look = make_look();
    EdgeBoxes edges;
    for (std::size_t row = begin; row < end; ++row) {
      if (const MaskProblem problem = look(row, scratch)) {
        const std::lock_guard<std::mutex> guard(mutex);
        if (row < first_bad) {
          first_bad = row;
          notes.problem = problem;
        }
        return;
      }
      const bool crossed = view.is_outlined(row) && outlines_cross_or_repeat(view.numbers, view.parts_of(row), edges);
      if (!crossed && !scratch.far_outside) continue;
      const std::lock_guard<std::mutex> guard(mutex);
      if (scratch.far_outside) notes.far.push_back(static_cast<std::int64_t>(row));
      if (crossed) notes.crossed.push_back(static_cast<std::int64_t>(row));
    }
  });
  std::sort(notes.far.begin(), notes.far.end());
  std::sort(notes.crossed.begin(), notes.crossed.end());
  return notes;
}

}  // namespace measures_detail

// Fills area [N] and boxes [N, 4] x, y, width, height, in pixels.
struct MeasuredInto {
  double* area;
  double* boxes;

  // The extent of a row that was read.
  MaskExtent put(const SegmentationView& view, std::size_t row, const RunBuffer& runs) const {
    const MaskExtent extent = mask_extent(runs.ends(), view.size_of(row));
    area[row] = extent.area;
    double* box = boxes + 4 * row;
    box[0] = extent.box.x_begin;
    box[1] = extent.box.y_begin;
    box[2] = extent.box.x_end - extent.box.x_begin;
    box[3] = extent.box.y_end - extent.box.y_begin;
    return extent;
  }
};

inline MaskNotes measure_segmentations(const SegmentationView& view, const MeasuredInto& into, int threads) {
  return measures_detail::look_at_rows(view, measures_detail::kGrain, threads, [&] {
    return [&](std::size_t row, SegmentationScratch& scratch) {
      const MaskProblem problem = view.read(row, scratch);
      if (!problem) into.put(view, row, scratch.runs);
      return problem;
    };
  });
}

inline MaskNotes check_segmentations(const SegmentationView& view, int threads) {
  return measures_detail::look_at_rows(view, measures_detail::kGrain, threads, [&] {
    return [&](std::size_t row, SegmentationScratch& scratch) { return view.check(row, scratch); };
  });
}

}  // namespace truebox
