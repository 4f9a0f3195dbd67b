// Area and box of every segmentation, and its runs where they are wanted; the first bad row is told.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "mask_extent.hpp"
#include "ragged_runs.hpp"
#include "segmentations.hpp"
#include "thread_pool.hpp"

namespace truebox {

struct MaskMeasures {
  std::vector<double> area;        // [N]
  std::vector<PixelBox> boxes;     // [N]
  RaggedRuns runs;                 // where they were wanted
  std::vector<std::int64_t> far;   // rows with polygons far outside their image
  MaskProblem problem;             // of the first bad row
};

inline MaskMeasures measure_segmentations(const SegmentationView& view, bool keep_runs, int threads) {
  constexpr std::size_t kGrain = 256;
  MaskMeasures found;
  const std::size_t count = view.count();
  found.area.resize(count);
  found.boxes.resize(count);
  const std::size_t chunks = (count + kGrain - 1) / kGrain;
  std::vector<std::vector<std::uint32_t>> parts(keep_runs ? chunks : 0);
  found.runs.offsets.assign(keep_runs ? count + 1 : 1, 0);
  std::mutex mutex;
  std::atomic<std::size_t> first_bad{count};
  parallel_for(chunks, threads, [&](std::size_t chunk) {
    SegmentationScratch scratch;
    ExtentScratch extents;
    std::vector<std::uint32_t> own;
    std::vector<std::uint32_t>& out = keep_runs ? parts[chunk] : own;
    for (std::size_t row = chunk * kGrain; row < std::min(count, (chunk + 1) * kGrain); ++row) {
      if (!keep_runs) out.clear();
      const std::size_t before = out.size();
      if (const MaskProblem problem = view.decode(row, scratch, out)) {
        const std::lock_guard<std::mutex> guard(mutex);
        if (row < first_bad) {
          first_bad = row;
          found.problem = problem;
        }
        return;
      }
      const Runs runs(out.data() + before, out.size() - before);
      const MaskExtent measured = mask_extent(runs, view.size_of(row), extents);
      found.area[row] = measured.area;
      found.boxes[row] = measured.box;
      if (keep_runs) found.runs.offsets[row + 1] = static_cast<std::int64_t>(runs.size());
      if (scratch.far_outside) {
        const std::lock_guard<std::mutex> guard(mutex);
        found.far.push_back(static_cast<std::int64_t>(row));
      }
    }
  });
  std::sort(found.far.begin(), found.far.end());
  if (found.problem || !keep_runs) return found;
  for (std::size_t row = 0; row < count; ++row) found.runs.offsets[row + 1] += found.runs.offsets[row];
  found.runs.runs.reserve(static_cast<std::size_t>(found.runs.offsets[count]));
  for (auto& part : parts) {
    found.runs.runs.insert(found.runs.runs.end(), part.begin(), part.end());
    part = {};
  }
  return found;
}

}  // namespace truebox
