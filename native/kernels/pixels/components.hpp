// Connected pixels by the runs of their rows: a run joins those of the row above that it touches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox {

namespace components_detail {

struct RowRun {
  std::size_t begin, end;
};

// The smallest run of each group is its root.
inline std::size_t root_of(std::vector<std::size_t>& parents, std::size_t run) {
  while (parents[run] != run) run = parents[run] = parents[parents[run]];
  return run;
}

inline void join(std::vector<std::size_t>& parents, std::size_t one, std::size_t other) {
  const std::size_t a = root_of(parents, one), b = root_of(parents, other);
  parents[std::max(a, b)] = std::min(a, b);
}

// From `from` on, the first byte of `row` that is (or is not) zero; `width` where there is none.
inline std::size_t next_change(const std::uint8_t* row, std::size_t from, std::size_t width, bool filled) {
  std::size_t at = from;
  if (!filled) {
    const void* const found = at < width ? std::memchr(row + at, 1, width - at) : nullptr;
    return found == nullptr ? width : static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - row);
  }
  while (at < width && row[at] != 0) ++at;
  return at;
}

}  // namespace components_detail

// `mask` holds zeros and ones, [height, width] in rows; `labels` as many. 1, 2, ... in the order of their first pixel.
inline void label_components(const std::uint8_t* mask, std::size_t height, std::size_t width, bool diagonal,
                             std::int64_t* labels) {
  using components_detail::RowRun;
  std::vector<RowRun> runs;
  std::vector<std::size_t> parents, line_begin{0};
  const std::size_t reach = diagonal ? 1 : 0;
  std::size_t above = 0, above_end = 0;
  for (std::size_t y = 0; y < height; ++y) {
    keep_going(2 * width);
    const std::uint8_t* const row = mask + y * width;
    std::size_t candidate = above;
    for (std::size_t at = components_detail::next_change(row, 0, width, false); at < width;) {
      const std::size_t end = components_detail::next_change(row, at, width, true);
      const std::size_t run = runs.size();
      runs.push_back({at, end});
      parents.push_back(run);
      while (candidate < above_end && runs[candidate].end + reach <= at) ++candidate;
      for (std::size_t k = candidate; k < above_end && runs[k].begin < end + reach; ++k) {
        components_detail::join(parents, k, run);
      }
      at = components_detail::next_change(row, end, width, false);
    }
    above = above_end;
    above_end = runs.size();
    line_begin.push_back(above_end);
  }
  // A root comes before all that it stands for, so it is numbered first.
  std::vector<std::int64_t> number(runs.size());
  std::int64_t count = 0;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const std::size_t root = components_detail::root_of(parents, run);
    number[run] = root == run ? ++count : number[root];
  }
  for (std::size_t y = 0; y < height; ++y) {
    std::int64_t* const row = labels + y * width;
    std::size_t at = 0;
    for (std::size_t run = line_begin[y]; run < line_begin[y + 1]; ++run) {
      std::fill(row + at, row + runs[run].begin, std::int64_t{0});
      std::fill(row + runs[run].begin, row + runs[run].end, number[run]);
      at = runs[run].end;
    }
    std::fill(row + at, row + width, std::int64_t{0});
  }
}

}  // namespace truebox
