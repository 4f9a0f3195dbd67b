// Connected pixels by the runs of their rows: a run joins those of the row above that it touches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/interruption.hpp"
#include "pixels/bits.hpp"

namespace truebox {

namespace components_detail {

// Where the runs of all rows begin and end, in turn; `line_begin` counts runs.
template <class Place>
struct RowRuns {
  std::vector<Place> edges;
  std::vector<std::size_t> line_begin{0};

  std::size_t count() const { return edges.size() / 2; }
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

// Appends the runs of one row; `bits` is scratch of (width + 63) / 64 words.
template <class Place>
inline void add_row(const std::uint8_t* row, std::size_t width, std::vector<std::uint64_t>& bits, RowRuns<Place>& runs) {
  pack_pixels(row, width, bits.data());
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
}

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
  for (std::size_t y = 0; y < height; ++y) {
    std::int64_t* const row = labels + y * width;
    std::size_t at = 0;
    for (std::size_t run = runs.line_begin[y]; run < runs.line_begin[y + 1]; ++run) {
      fill(row + at, row + runs.begin(run), 0);
      fill(row + runs.begin(run), row + runs.end(run), static_cast<std::int64_t>(number[run]));
      at = runs.end(run);
    }
    fill(row + at, row + width, 0);
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

template <class Place>
inline void label_with(const std::uint8_t* mask, std::size_t height, std::size_t width, bool diagonal,
                       std::int64_t* labels) {
  RowRuns<Place> runs;
  std::vector<Place> parents;
  std::vector<std::uint64_t> bits((width + 63) / 64);
  const Place reach = diagonal ? 1 : 0;
  for (std::size_t y = 0; y < height; ++y) {
    keep_going(2 * width);
    add_row(mask + y * width, width, bits, runs);
    std::size_t candidate = y == 0 ? 0 : runs.line_begin[y - 1];
    const std::size_t first = runs.line_begin[y], last = runs.count();
    for (std::size_t run = first; run < last; ++run) {
      parents.push_back(static_cast<Place>(run));
      while (candidate < first && runs.end(candidate) + reach <= runs.begin(run)) ++candidate;
      for (std::size_t k = candidate; k < first && runs.begin(k) < runs.end(run) + reach; ++k) {
        join(parents, static_cast<Place>(k), static_cast<Place>(run));
      }
    }
  }
  // A root comes before all that it stands for, so it is numbered first.
  std::vector<Place> number(runs.count());
  Place count = 0;
  for (std::size_t run = 0; run < number.size(); ++run) {
    const Place root = root_of(parents, static_cast<Place>(run));
    number[run] = root == run ? ++count : number[root];
  }
  fill_labels(runs, number.data(), height, width, labels);
}

}  // namespace components_detail

// `mask` is [height, width] in rows, of which the pixels that are not zero are there; `labels` are as many: 1, 2, ... in
// the order of their first pixel.
inline void label_components(const std::uint8_t* mask, std::size_t height, std::size_t width, bool diagonal,
                             std::int64_t* labels) {
  if (height == 0 || width == 0) return;
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  const bool few = width < kMost && height < kMost / width;
  (few ? &components_detail::label_with<std::uint32_t> : &components_detail::label_with<std::uint64_t>)(
      mask, height, width, diagonal, labels);
}

}  // namespace truebox
