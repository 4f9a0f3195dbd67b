// Connected pixels by the runs of their rows: a run joins those of the row above that it touches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "ground/prefetch.hpp"
#include "ground/thread_pool.hpp"
#include "pixels/bits.hpp"

namespace truebox {

namespace components_detail {

// Where the runs of some rows begin and end, in turn; `line_begin` counts runs. A line is a row whose runs are not those
// of the row above: theirs are written down once.
template <class Place>
struct RowRuns {
  std::vector<Place> edges;
  std::vector<std::size_t> line_begin{0};
  std::vector<std::uint8_t> repeats;  // whether a row has the runs of the row above

  std::size_t count() const { return edges.size() / 2; }
  std::size_t last_line() const { return line_begin.size() < 2 ? 0 : line_begin[line_begin.size() - 2]; }
  Place begin(std::size_t run) const { return edges[2 * run]; }
  Place end(std::size_t run) const { return edges[2 * run + 1]; }
};

// The smallest run of each group is its root.
template <class Place>
inline Place root_of(std::vector<Place>& parents, Place run) {
  while (parents[run] != run) run = parents[run] = parents[parents[run]];
  return run;
}

template <class Place>
inline void join(std::vector<Place>& parents, Place one, Place other) {
  const Place a = root_of(parents, one), b = root_of(parents, other);
  parents[std::max(a, b)] = std::min(a, b);
}

// Appends the runs of one row given as bits.
template <class Place>
inline void add_row(const std::vector<std::uint64_t>& bits, std::size_t width, RowRuns<Place>& runs) {
  std::size_t written = runs.edges.size();
  std::uint64_t before = 0;
  for (std::size_t word = 0; word < bits.size(); ++word) {
    // A bit where a pixel differs from the one before it.
    std::uint64_t changes = bits[word] ^ (bits[word] << 1 | before);
    before = bits[word] >> 63;
    const auto count = static_cast<std::size_t>(std::popcount(changes));
    if (count == 0) continue;
    runs.edges.resize(written + count);
    for (; changes != 0; changes &= changes - 1) {
      runs.edges[written++] = static_cast<Place>(64 * word + static_cast<std::size_t>(std::countr_zero(changes)));
    }
  }
  if (written % 2 != 0) runs.edges.push_back(static_cast<Place>(width));
  runs.line_begin.push_back(runs.count());
  runs.repeats.push_back(0);
}

// Joins the runs of a row with those of the row below that they touch; a run's place among the parents
// is its number and what came before it.
template <class Place>
inline void join_rows(const RowRuns<Place>& upper, std::size_t upper_begin, std::size_t upper_end, std::size_t before_upper,
                      const RowRuns<Place>& lower, std::size_t lower_begin, std::size_t lower_end, std::size_t before_lower,
                      Place reach, std::vector<Place>& parents) {
  std::size_t candidate = upper_begin;
  for (std::size_t run = lower_begin; run < lower_end; ++run) {
    while (candidate < upper_end && upper.end(candidate) + reach <= lower.begin(run)) ++candidate;
    for (std::size_t k = candidate; k < upper_end && upper.begin(k) < lower.end(run) + reach; ++k) {
      join(parents, static_cast<Place>(before_upper + k), static_cast<Place>(before_lower + run));
    }
  }
}

// Neighbouring rows that one thread looks at, and how their runs hang together among themselves.
template <class Place>
struct Band {
  RowRuns<Place> runs;
  std::vector<Place> parents;
  std::size_t first_run = 0;  // of all bands

  void read(const std::uint8_t* mask, std::size_t rows, std::size_t width, Place reach) {
    std::vector<std::uint64_t> bits((width + 63) / 64), above(bits.size());
    for (std::size_t y = 0; y < rows; ++y) {
      keep_going(2 * width);
      pack_pixels(mask + y * width, width, bits.data());
      if (y != 0 && bits == above) {
        runs.repeats.push_back(1);
        continue;
      }
      const std::size_t before = runs.last_line(), first = runs.count();
      add_row(bits, width, runs);
      for (std::size_t run = first; run < runs.count(); ++run) parents.push_back(static_cast<Place>(run));
      join_rows(runs, before, first, 0, runs, first, runs.count(), 0, reach, parents);
      bits.swap(above);
    }
  }
};


// The last row is filled to its end and no farther; those above it may spill into the row below, which is filled later.
template <class Place>
TRUEBOX_INLINE void fill_rows(const RowRuns<Place>& runs, const Place* number, std::size_t height, std::size_t width,
                              std::int64_t* labels) {
  constexpr std::size_t kAtOnce = 16;
  std::int64_t* const last_row = labels + (height - 1) * width;
  const auto fill = [=](std::int64_t* at, std::int64_t* end, std::int64_t label) TRUEBOX_INLINE_LAMBDA {
    const std::ptrdiff_t room = last_row - end + static_cast<std::ptrdiff_t>(width);
    if (room < static_cast<std::ptrdiff_t>(kAtOnce)) {
      std::fill(at, end, label);
      return;
    }
    for (; at < end; at += kAtOnce) {
      for (std::size_t k = 0; k < kAtOnce; ++k) at[k] = label;
    }
  };
  // The row below is fetched while this one is written: an eighth less time (measured).
  constexpr std::size_t kMostFetched = 2048, kOfALine = 8;
  const std::size_t fetched = width <= kMostFetched ? width : 0;
  std::size_t line = 0;
  for (std::size_t y = 0; y < height; ++y) {
    std::int64_t* const row = labels + y * width;
    std::size_t at = 0;
    if (y + 1 < height) {
      for (std::size_t x = 0; x < fetched; x += kOfALine) prefetch(row + width + x);
    }
    if (runs.repeats[y] != 0) {  // and so its labels
      std::copy_n(row - width, width, row);
      continue;
    }
    for (std::size_t run = runs.line_begin[line]; run < runs.line_begin[line + 1]; ++run) {
      fill(row + at, row + runs.begin(run), 0);
      fill(row + runs.begin(run), row + runs.end(run), static_cast<std::int64_t>(number[run]));
      at = runs.end(run);
    }
    fill(row + at, row + width, 0);
    ++line;
  }
}

TRUEBOX_CLONES inline void fill_labels(const RowRuns<std::uint32_t>& runs, const std::uint32_t* number,
                                       std::size_t height, std::size_t width, std::int64_t* labels) {
  fill_rows(runs, number, height, width, labels);
}

inline void fill_labels(const RowRuns<std::uint64_t>& runs, const std::uint64_t* number, std::size_t height,
                        std::size_t width, std::int64_t* labels) {
  fill_rows(runs, number, height, width, labels);
}

// Of fewer pixels, labels are written sooner by one thread, in whose cache they stay: of 307,200 in 141 microseconds, by two
// in 164, of 2 million in 841 and 1,083 (measured).
inline constexpr std::size_t kPixelsOfABand = 2 * 1024 * 1024;

template <class Place>
inline void label_with(const std::uint8_t* mask, std::size_t height, std::size_t width, bool diagonal, int threads,
                       std::size_t pixels_of_a_band, std::int64_t* labels) {
  const Place reach = diagonal ? 1 : 0;
  const std::size_t most = threads == 1 ? 1 : std::min(std::max<std::size_t>(height * width / pixels_of_a_band, 1), height);
  const std::size_t rows = (height + most - 1) / most;
  std::vector<Band<Place>> bands((height + rows - 1) / rows);
  const auto rows_of = [&](std::size_t band) { return std::min(rows, height - band * rows); };
  parallel_for(bands.size(), threads, [&](std::size_t band) {
    bands[band].read(mask + band * rows * width, rows_of(band), width, reach);
  });
  std::vector<Place> parents = std::move(bands[0].parents);
  for (std::size_t band = 1; band < bands.size(); ++band) {
    Band<Place>& here = bands[band];
    const Band<Place>& above = bands[band - 1];
    here.first_run = above.first_run + above.runs.count();
    for (const Place parent : here.parents) parents.push_back(static_cast<Place>(parent + here.first_run));
    join_rows(above.runs, above.runs.last_line(), above.runs.count(), above.first_run, here.runs, 0,
              here.runs.line_begin[1], here.first_run, reach, parents);
  }
  // A parent comes before its children, so it is numbered first.
  std::vector<Place> number(parents.size());
  Place count = 0;
  for (std::size_t run = 0; run < number.size(); ++run) number[run] = parents[run] == run ? ++count : number[parents[run]];
  parallel_for(bands.size(), threads, [&](std::size_t band) {
    fill_labels(bands[band].runs, number.data() + bands[band].first_run, rows_of(band), width, labels + band * rows * width);
  });
}

}  // namespace components_detail

// `mask` is [height, width] in rows, of which the pixels that are not zero are there; `labels` are as many: 1, 2, ... in
// the order of their first pixel.
// On at most `threads` threads, 0 for as many as there are; the labels do not depend on it.
inline void label_components(const std::uint8_t* mask, std::size_t height, std::size_t width, bool diagonal,
                             std::int64_t* labels, int threads = 0,
                             std::size_t pixels_of_a_band = components_detail::kPixelsOfABand) {
  if (height == 0 || width == 0) return;
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  const bool few = width < kMost && height < kMost / width;
  (few ? &components_detail::label_with<std::uint32_t> : &components_detail::label_with<std::uint64_t>)(
      mask, height, width, diagonal, resolve_threads(threads), pixels_of_a_band, labels);
}

}  // namespace truebox
