// Overlap of boxes given as x, y, width, height, in the reference's own order of operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/cpu_dispatch.hpp"

namespace truebox {

// Boxes as columns of far corners and areas; area is width * height as read, not from the corners,
// because (x + w) - x differs from w in the last bit.
struct BoxColumns {
  std::vector<double> x0, y0, x1, y1, area;

  void resize(std::size_t count) {
    x0.resize(count);
    y0.resize(count);
    x1.resize(count);
    y1.resize(count);
    area.resize(count);
  }

  void set(std::size_t index, const double* xywh) {
    x0[index] = xywh[0];
    y0[index] = xywh[1];
    x1[index] = xywh[0] + xywh[2];
    y1[index] = xywh[1] + xywh[3];
    area[index] = xywh[2] * xywh[3];
  }
};

// out[i] = intersection over union of one box with boxes first .. first + count; 0 where they do not meet.
TRUEBOX_CLONES inline void overlap_with_one(const double* x0, const double* y0, const double* x1,
                                            const double* y1, const double* area, std::size_t count,
                                            double one_x0, double one_y0, double one_x1, double one_y1,
                                            double one_area, double* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const double right = x1[i] < one_x1 ? x1[i] : one_x1;
    const double left = x0[i] > one_x0 ? x0[i] : one_x0;
    const double bottom = y1[i] < one_y1 ? y1[i] : one_y1;
    const double top = y0[i] > one_y0 ? y0[i] : one_y0;
    const double w = right - left;
    const double h = bottom - top;
    const double shared = w * h;
    const double together = area[i] + one_area - shared;
    const double ratio = shared / together;
    out[i] = ((w > 0) & (h > 0)) ? ratio : 0.0;
  }
}

inline void overlap_with_one(const BoxColumns& many, std::size_t first, std::size_t count, const BoxColumns& ones,
                             std::size_t one, double* out) {
  overlap_with_one(many.x0.data() + first, many.y0.data() + first, many.x1.data() + first,
                   many.y1.data() + first, many.area.data() + first, count, ones.x0[one], ones.y0[one],
                   ones.x1[one], ones.y1[one], ones.area[one], out);
}

// Share of the detection that lies in a crowd region: intersection over the detection's own area.
inline double crowd_overlap(const BoxColumns& detections, std::size_t d, const BoxColumns& truths, std::size_t g) {
  const double right = detections.x1[d] < truths.x1[g] ? detections.x1[d] : truths.x1[g];
  const double left = detections.x0[d] > truths.x0[g] ? detections.x0[d] : truths.x0[g];
  const double bottom = detections.y1[d] < truths.y1[g] ? detections.y1[d] : truths.y1[g];
  const double top = detections.y0[d] > truths.y0[g] ? detections.y0[d] : truths.y0[g];
  const double w = right - left;
  const double h = bottom - top;
  return ((w > 0) & (h > 0)) ? w * h / detections.area[d] : 0.0;
}

}  // namespace truebox
