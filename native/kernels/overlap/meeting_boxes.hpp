// Pairs of boxes of one group whose insides meet: most pairs of an image are looked at no further.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox {

// Row `rows[p]` of a side for p from offsets[g] to offsets[g + 1] - 1 is in group g.
struct GroupedBoxes {
  const double* boxes;  // [N, 4]: x, y, width, height
  std::span<const std::int64_t> rows, offsets;
};

struct MeetingPairs {
  std::vector<std::int64_t> a, b;  // rows
};

// In the order of groups, then of the rows of `a`, then of those of `b`.
inline MeetingPairs meeting_boxes(const GroupedBoxes& a, const GroupedBoxes& b) {
  MeetingPairs found;
  std::vector<double> x0, y0, x1, y1;
  for (std::size_t g = 0; g + 1 < a.offsets.size(); ++g) {
    const auto begin = static_cast<std::size_t>(b.offsets[g]), end = static_cast<std::size_t>(b.offsets[g + 1]);
    if (a.offsets[g] == a.offsets[g + 1] || begin == end) continue;
    const std::size_t count = end - begin;
    for (auto* column : {&x0, &y0, &x1, &y1}) column->resize(count);
    for (std::size_t j = 0; j < count; ++j) {
      const double* box = b.boxes + 4 * static_cast<std::size_t>(b.rows[begin + j]);
      x0[j] = box[0];
      y0[j] = box[1];
      x1[j] = box[0] + box[2];
      y1[j] = box[1] + box[3];
    }
    for (auto p = static_cast<std::size_t>(a.offsets[g]); p < static_cast<std::size_t>(a.offsets[g + 1]); ++p) {
      keep_going(count);
      const double* box = a.boxes + 4 * static_cast<std::size_t>(a.rows[p]);
      const double right = box[0] + box[2], bottom = box[1] + box[3];
      for (std::size_t j = 0; j < count; ++j) {
        const bool meets = std::max(box[0], x0[j]) < std::min(right, x1[j]) && std::max(box[1], y0[j]) < std::min(bottom, y1[j]);
        if (!meets) continue;
        found.a.push_back(a.rows[p]);
        found.b.push_back(b.rows[begin + j]);
      }
    }
  }
  return found;
}

}  // namespace truebox
