// Every overlap of a detection with a truth of its image, of any class: what error types, confusion and label
// errors are read from, found once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/cell_matching.hpp"
#include "evaluation/grouping.hpp"
#include "ground/buffer.hpp"
#include "ground/interruption.hpp"
#include "ground/prefetch.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// Pairs of detection i are [offsets[i], offsets[i + 1]), in the order in which matching looks at the truths.
struct OverlapPairs {
  std::vector<std::int64_t> offsets;  // [n + 1]
  Buffer<std::int32_t> truth;
  Buffer<double> overlap;
};

namespace detail {

struct ImageRange {
  std::size_t first, last;
};

inline std::vector<ImageRange> cut_images(const Grouped& detections) {
  constexpr std::size_t kShare = std::size_t{1} << 12;
  std::vector<ImageRange> ranges;
  const std::size_t images = detections.offsets.size() - 1;
  for (std::size_t first = 0; first < images;) {
    std::size_t last = first + 1;
    while (last < images && detections.offsets[last] - detections.offsets[first] < kShare) ++last;
    ranges.push_back({first, last});
    first = last;
  }
  return ranges;
}

}  // namespace detail

// Both sides grouped by image; `source_rows` [n] are the rows by which the source knows the detections.
// `make_source()` gives each range an overlap source (see cells/box.hpp).
template <class MakeSource>
OverlapPairs collect_pairs(const Grouped& detections, const std::int64_t* source_rows, const Grouped& truths,
                           double lowest, int threads, const MakeSource& make_source) {
  struct Part {
    std::vector<std::uint32_t> places;  // of the detections that have pairs
    std::vector<std::int32_t> truth;
    std::vector<double> overlap;
  };
  OverlapPairs pairs;
  pairs.offsets.assign(detections.size() + 1, 0);
  const std::vector<detail::ImageRange> ranges = detail::cut_images(detections);
  std::vector<Part> parts(ranges.size());
  parallel_for(ranges.size(), threads, [&](std::size_t r) {
    auto source = make_source();
    std::vector<std::uint32_t> rows;
    std::vector<Candidate> candidates;
    for (std::size_t image = ranges[r].first; image < ranges[r].last; ++image) {
      // Rows of the image after the next, and what the source has of the next image's, whose rows have come by now.
      const std::size_t last = ranges[r].last;
      const std::size_t next_end = image + 1 < last ? detections.offsets[image + 2] : 0;
      const std::size_t ahead = image + 2 < last ? detections.offsets[image + 3] : 0;
      for (std::size_t i = next_end; i < ahead; ++i) prefetch(source_rows + detections.rows[i]);
      if constexpr (requires { source.expect(std::uint32_t{0}); }) {
        for (std::size_t i = detections.offsets[image + 1]; i < next_end; ++i) {
          source.expect(static_cast<std::uint32_t>(source_rows[detections.rows[i]]));
        }
      }
      const std::size_t begin = detections.offsets[image], count = detections.offsets[image + 1] - begin;
      const std::size_t first = truths.offsets[image], true_count = truths.offsets[image + 1] - first;
      if (count == 0 || true_count == 0) continue;
      rows.resize(count);
      for (std::size_t d = 0; d < count; ++d) {
        rows[d] = static_cast<std::uint32_t>(source_rows[detections.rows[begin + d]]);
      }
      source.begin_cell(rows.data(), count, first, true_count);
      for (std::size_t d = 0; d < count; ++d) {
        keep_going(true_count);
        candidates.clear();
        source.collect(d, lowest, candidates);
        if (candidates.empty()) continue;
        parts[r].places.push_back(detections.rows[begin + d]);
        pairs.offsets[detections.rows[begin + d] + 1] = static_cast<std::int64_t>(candidates.size());
        for (const Candidate& candidate : candidates) {
          parts[r].truth.push_back(static_cast<std::int32_t>(truths.rows[first + candidate.position]));
          parts[r].overlap.push_back(candidate.overlap);
        }
      }
    }
  });
  for (std::size_t i = 0; i < detections.size(); ++i) pairs.offsets[i + 1] += pairs.offsets[i];
  const auto total = static_cast<std::size_t>(pairs.offsets.back());
  pairs.truth = Buffer<std::int32_t>(total);
  pairs.overlap = Buffer<double>(total);
  constexpr std::size_t kPlacesAhead = 8;
  parallel_for(ranges.size(), threads, [&](std::size_t r) {
    const std::vector<std::uint32_t>& places = parts[r].places;
    const std::int32_t* truth = parts[r].truth.data();
    const double* overlap = parts[r].overlap.data();
    for (std::size_t i = 0; i < places.size(); ++i) {
      // Detections of an image lie far apart.
      if (i + 2 * kPlacesAhead < places.size()) prefetch(pairs.offsets.data() + places[i + 2 * kPlacesAhead]);
      if (i + kPlacesAhead < places.size()) {
        const auto soon = static_cast<std::size_t>(pairs.offsets[places[i + kPlacesAhead]]);
        prefetch(pairs.truth.data() + soon);
        prefetch(pairs.overlap.data() + soon);
      }
      const auto to = static_cast<std::size_t>(pairs.offsets[places[i]]);
      const auto count = static_cast<std::size_t>(pairs.offsets[places[i] + 1]) - to;
      pairs.truth[to] = *truth;  // most have one or two: a call that copies them takes longer than they do
      pairs.overlap[to] = *overlap;
      if (count > 1) {
        pairs.truth[to + 1] = truth[1];
        pairs.overlap[to + 1] = overlap[1];
        if (count > 2) {
          std::copy_n(truth + 2, count - 2, pairs.truth.data() + to + 2);
          std::copy_n(overlap + 2, count - 2, pairs.overlap.data() + to + 2);
        }
      }
      truth += count;
      overlap += count;
    }
  });
  return pairs;
}

}  // namespace truebox
