// What the bindings of match tables share: both sides of a table, and their pairs from any source of overlaps.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "evaluation/evaluation_bindings.hpp"
#include "cells/image_pairs.hpp"
#include "ground/ragged_arrays.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {
namespace evaluation_bindings {

// Whether every number is in [0, limit). Without a way out, so that compilers do many at once.
template <class T>
bool all_below(const In<T, 1>& column, std::size_t limit) {
  using Unsigned = std::make_unsigned_t<T>;
  const T* const values = column.data();
  Unsigned most = 0;  // negative numbers are the largest
  for (std::size_t i = 0; i < column.shape(0); ++i) most = std::max(most, static_cast<Unsigned>(values[i]));
  return column.shape(0) == 0 || most < limit;
}

// Detections in the order of a match state, truths in the order of their columns.
struct TableSides {
  In<std::int32_t, 1> image, category;
  In<std::int64_t, 1> row;
  In<std::int32_t, 1> truth_image, truth_category;
  std::size_t images, categories;
  bool class_agnostic;

  void check() const {
    require(category.shape(0) == image.shape(0) && row.shape(0) == image.shape(0), "one entry per detection");
    require(truth_category.shape(0) == truth_image.shape(0), "one entry per truth");
    check_below(image, images);
    check_below(category, categories);
    check_below(truth_image, images);
    check_below(truth_category, categories);
  }

  void check_rows(std::size_t rows) const { require(all_below(row, rows), "no such row"); }

  // By image, then class, then as given; with `ties_by_content` each cell as order_truths_by_content leaves it.
  Grouped truths(const Truths& columns, bool ties_by_content, int threads) const {
    Grouped groups = group_rows(view(truth_image), images, view(truth_category), categories, threads);
    if (class_agnostic) std::fill_n(groups.minor.data(), groups.size(), 0);
    if (ties_by_content) order_truths_by_content(groups, columns.rows());
    return groups;
  }

  Grouped detections(int threads) const {
    return group_rows(view(image), images, view(category), categories, threads);
  }

 private:
  static void check_below(const In<std::int32_t, 1>& column, std::size_t limit) {
    const std::int32_t* const values = column.data();
    std::int32_t most = -1;
    for (std::size_t i = 0; i < column.shape(0); ++i) most = std::max(most, values[i]);
    require(most < 0 || static_cast<std::size_t>(most) < limit, "index out of range");
  }
};

// Pairs as `pairs_with` returns them.
inline void check_pairs(const In<std::int64_t, 1>& offsets, const In<std::int32_t, 1>& truth,
                        const In<double, 1>& overlap, std::size_t truths) {
  const std::size_t count = offsets.shape(0);
  require(count > 0 && offsets(0) == 0 && static_cast<std::size_t>(offsets(count - 1)) == truth.shape(0) &&
              overlap.shape(0) == truth.shape(0),
          "offsets must cover the pairs");
  constexpr std::size_t kShare = std::size_t{1} << 17;
  std::atomic<bool> ascend{true}, below{true};
  parallel_ranges(count - 1, kShare, 0, [&](std::size_t begin, std::size_t end) {
    bool good = true;
    for (const std::int64_t* at = offsets.data() + begin; at < offsets.data() + end; ++at) good &= at[0] <= at[1];
    if (!good) ascend = false;
  });
  parallel_ranges(truth.shape(0), kShare, 0, [&](std::size_t begin, std::size_t end) {
    std::uint32_t most = 0;  // negative numbers are the largest
    for (std::size_t i = begin; i < end; ++i) most = std::max(most, static_cast<std::uint32_t>(truth.data()[i]));
    if (most >= truths) below = false;
  });
  require(ascend, "offsets must ascend");
  require(below, "no such truth");
}

// `prepare(groups, columns)` returns what gives each thread its source. (offsets [n + 1], truth [P], overlap [P])
template <class Extent = ContinuousBoxes, class Prepare>
nb::tuple pairs_with(const Prepare& prepare, const TableSides& sides, const Truths& truths, bool ties_by_content,
                     double lowest, int threads) {
  OverlapPairs pairs;
  require(truths.boxes.shape(0) == sides.truth_image.shape(0), "one truth per entry");
  {
    nb::gil_scoped_release released;
    const Grouped groups = sides.truths(truths, ties_by_content, threads);
    const ArrangedTruths columns = arrange_truths<Extent>(groups, truths.rows(), OutcomeLayout({}, {}, false));
    const Grouped detections = sides.detections(threads);
    require(detections.size() == sides.row.shape(0), "every detection of a table is in an image");
    pairs = collect_pairs(detections, sides.row.data(), groups, lowest, threads, prepare(groups, columns));
  }
  return nb::make_tuple(to_array(std::move(pairs.offsets)), to_array(std::move(pairs.truth)),
                        to_array(std::move(pairs.overlap)));
}

}  // namespace evaluation_bindings
}  // namespace truebox
