// Which rows of one frame overlap, and by how much.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tracks/frame_assignment.hpp"

namespace truebox::tracks {

// Boxes of a frame by corner, so that one truth is compared with all predictions in a row.
struct CornerColumns {
  std::vector<double> left, top, right, bottom, area;

  void clear() {
    for (auto* column : {&left, &top, &right, &bottom, &area}) column->clear();
  }
  void add(const double* box, bool corners) {
    const double x1 = corners ? box[2] : box[0] + box[2], y1 = corners ? box[3] : box[1] + box[3];
    left.push_back(box[0]);
    top.push_back(box[1]);
    right.push_back(x1);
    bottom.push_back(y1);
    area.push_back((x1 - box[0]) * (y1 - box[1]));
  }
  std::size_t size() const { return left.size(); }
};

// Appends the pairs whose IoU is above 0, by truth and then prediction.
class BoxOverlaps {
 public:
  void append(const CornerColumns& truths, const CornerColumns& predictions, std::vector<Pair>& pairs) {
    constexpr double kEmpty = std::numeric_limits<double>::epsilon();
    const std::size_t count = predictions.size();
    common_.resize(count);
    double* common = common_.data();
    const double *left = predictions.left.data(), *top = predictions.top.data();
    const double *right = predictions.right.data(), *bottom = predictions.bottom.data();
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const double x0 = truths.left[i], y0 = truths.top[i], x1 = truths.right[i], y1 = truths.bottom[i];
      const double area = truths.area[i];
      if (!(area > kEmpty)) continue;
      for (std::size_t j = 0; j < count; ++j) {
        const double width = (x1 < right[j] ? x1 : right[j]) - (x0 > left[j] ? x0 : left[j]);
        const double height = (y1 < bottom[j] ? y1 : bottom[j]) - (y0 > top[j] ? y0 : top[j]);
        common[j] = (width > 0 ? width : 0.0) * (height > 0 ? height : 0.0);
      }
      for (std::size_t j = 0; j < count; ++j) {
        if (common[j] <= 0 || !(predictions.area[j] > kEmpty)) continue;
        const double joint = area + predictions.area[j] - common[j];
        if (!(joint > kEmpty)) continue;
        const double iou = common[j] / joint;
        if (iou > 0) pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), iou});
      }
    }
  }

 private:
  std::vector<double> common_;
};

}  // namespace truebox::tracks
