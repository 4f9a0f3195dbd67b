// Overlaps of all detections of one image with all its truths: of boxes in the picture, of footprints on the ground, and
// of boxes in space that stand upright on them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rotated/columns.hpp"
#include "rotated/intersection.hpp"

namespace truebox::driving {

// Rows of x, y, width, height in pixels, and of height, width, length, x, y, z, rotation about y in metres.
inline constexpr std::size_t kBoxNumbers = 4, kSpaceNumbers = 7;

// Overlaps [detections, truths]: the share of the union, and of the detection alone.
struct Overlaps {
  std::vector<double> of_union, of_detection;

  void clear(std::size_t pairs) {
    of_union.assign(pairs, 0.0);
    of_detection.assign(pairs, 0.0);
  }
};

// Where a side ends: as the sum says, or at the number that its file says.
enum class FarEdge : bool { kSum, kWritten };

// The far edges x + width and y + height of rows of boxes, two a row. Of a file that has corners, left + (right - left)
// may miss the right edge by a rounding, which decides where a pair overlaps by exactly the threshold. A number of up to
// six decimals that lies within that rounding is what was written.
inline void load_far_edges(const std::vector<double>& boxes, FarEdge edge, std::vector<double>& out) {
  constexpr double kDecimals = 1e6, kRounding = 0x1p-52;
  const std::size_t rows = boxes.size() / kBoxNumbers;
  out.resize(2 * rows);
  for (std::size_t k = 0; k < 2 * rows; ++k) {
    const double* row = boxes.data() + kBoxNumbers * (k / 2) + k % 2;
    const double far = row[0] + row[2], written = std::nearbyint(far * kDecimals) / kDecimals;
    const bool same = std::fabs(written - far) <= kRounding * (std::fabs(row[2]) + std::fabs(far));
    out[k] = edge == FarEdge::kWritten && same ? written : far;
  }
}

// `found` [rows, 4] and `truth` [columns, 4].
inline void overlap_boxes(const std::vector<double>& found, const std::vector<double>& truth, FarEdge edge, Overlaps& out) {
  const std::size_t rows = found.size() / kBoxNumbers, columns = truth.size() / kBoxNumbers;
  out.clear(rows * columns);
  std::vector<double> ends, true_ends;
  load_far_edges(found, edge, ends);
  load_far_edges(truth, edge, true_ends);
  for (std::size_t i = 0; i < rows; ++i) {
    const double* a = found.data() + kBoxNumbers * i;
    for (std::size_t j = 0; j < columns; ++j) {
      const double* b = truth.data() + kBoxNumbers * j;
      const double wide = std::min(ends[2 * i], true_ends[2 * j]) - std::max(a[0], b[0]);
      const double high = std::min(ends[2 * i + 1], true_ends[2 * j + 1]) - std::max(a[1], b[1]);
      if (!(wide > 0 && high > 0)) continue;
      const double shared = wide * high, area = a[2] * a[3];
      out.of_union[i * columns + j] = shared / (area + b[2] * b[3] - shared);
      out.of_detection[i * columns + j] = shared / area;
    }
  }
}

// Footprints and heights of boxes in space. One side of a footprint below zero turns it inside out: it meets nothing.
struct Upright {
  RotatedColumns ground;
  std::vector<double> low, high, volume;  // y points down: `low` is the upper side

  void load(const std::vector<double>& rows) {
    const std::size_t count = rows.size() / kSpaceNumbers;
    flat_.resize(5 * count);
    low.resize(count);
    high.resize(count);
    volume.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      const double* row = rows.data() + kSpaceNumbers * k;
      const bool inside_out = !(row[1] * row[2] > 0);
      const double numbers[5] = {row[3], row[5], inside_out ? 0.0 : std::fabs(row[2]), inside_out ? 0.0 : std::fabs(row[1]),
                                 row[6]};
      std::copy(numbers, numbers + 5, flat_.data() + 5 * k);
      low[k] = row[4] - row[0];
      high[k] = row[4];
      volume[k] = row[0] * row[2] * row[1];
    }
    // A positive rotation about y, which points down, turns z toward x.
    ground = load_rotated(flat_.data(), count, 1.0, {.degrees = false, .from_y_to_x = true, .upright = false});
  }

  RectangleColumns columns() const {
    return {ground.x.data(),   ground.y.data(),   ground.half_width.data(), ground.half_height.data(),
            ground.cos.data(), ground.sin.data(), ground.area.data()};
  }

 private:
  std::vector<double> flat_;
};

// Both at once: the footprints that meet are looked for once. A pair whose share of the union is `least` or less, on the
// ground and so in space, may be left at 0.
inline void overlap_upright(const Upright& found, const Upright& truth, double least, Overlaps& ground, Overlaps& space) {
  const std::size_t rows = found.low.size(), columns = truth.low.size();
  ground.clear(rows * columns);
  space.clear(rows * columns);
  const RectangleColumns a = found.columns(), b = truth.columns();
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const bool meets = std::fabs(a.x[i] - b.x[j]) < found.ground.reach_x[i] + truth.ground.reach_x[j] &&
                         std::fabs(a.y[i] - b.y[j]) < found.ground.reach_y[i] + truth.ground.reach_y[j];
      if (!meets) continue;
      // No more than the smaller area is shared, and no more than the upright boxes around both share; less a little,
      // for rounding.
      const double wide = std::min({found.ground.reach_x[i] + truth.ground.reach_x[j] - std::fabs(a.x[i] - b.x[j]),
                                    2 * found.ground.reach_x[i], 2 * truth.ground.reach_x[j]});
      const double high = std::min({found.ground.reach_y[i] + truth.ground.reach_y[j] - std::fabs(a.y[i] - b.y[j]),
                                    2 * found.ground.reach_y[i], 2 * truth.ground.reach_y[j]});
      const double most = std::min({wide * high, a.area[i], b.area[j]});
      if (most * (1 + least) < least * (a.area[i] + b.area[j]) * (1 - 1e-9)) continue;
      const double shared = shared_rectangle_area(rectangle_at(a, i), rectangle_at(b, j));
      if (!(shared > 0)) continue;
      const std::size_t pair = i * columns + j;
      ground.of_union[pair] = shared / (a.area[i] + b.area[j] - shared);
      ground.of_detection[pair] = shared / a.area[i];
      const double tall = std::min(found.high[i], truth.high[j]) - std::max(found.low[i], truth.low[j]);
      if (!(tall > 0)) continue;
      space.of_union[pair] = shared * tall / (found.volume[i] + truth.volume[j] - shared * tall);
      space.of_detection[pair] = shared * tall / found.volume[i];
    }
  }
}

}  // namespace truebox::driving
