// Which rows of one frame overlap, and by how much.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tracks/frame_assignment.hpp"

namespace truebox::tracks {

// Boxes of a frame by corner, so that one truth is compared with all predictions in a row.
struct CornerColumns {
  std::vector<double> left, top, right, bottom, area;

  void resize(std::size_t count) {
    for (auto* column : {&left, &top, &right, &bottom, &area}) column->resize(count);
  }
  void put(std::size_t place, const double* box, bool corners) {
    const double x1 = corners ? box[2] : box[0] + box[2], y1 = corners ? box[3] : box[1] + box[3];
    left[place] = box[0];
    top[place] = box[1];
    right[place] = x1;
    bottom[place] = y1;
    area[place] = (x1 - box[0]) * (y1 - box[1]);
  }
  std::size_t size() const { return left.size(); }
};

// Appends the pairs whose IoU is above 0, by truth and then prediction.
class BoxOverlaps {
 public:
  void append(const CornerColumns& truths, const CornerColumns& predictions, std::vector<Pair>& pairs) {
    constexpr double kEmpty = std::numeric_limits<double>::epsilon();
    sort_by_left(predictions);
    const std::size_t count = sorted_.size();
    common_.resize(count);
    double* common = common_.data();
    const double *left = sorted_.left.data(), *top = sorted_.top.data();
    const double *right = sorted_.right.data(), *bottom = sorted_.bottom.data();
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const double x0 = truths.left[i], y0 = truths.top[i], x1 = truths.right[i], y1 = truths.bottom[i];
      const double area = truths.area[i];
      if (!(area > kEmpty)) continue;
      // Before `begin` all end left of this box, from `end` on all begin right of it.
      const std::size_t begin = first_where(farthest_right_.data(), count, [&](double each) { return each > x0; });
      const std::size_t end = first_where(left, count, [&](double each) { return each >= x1; });
      for (std::size_t j = begin; j < end; ++j) {
        const double width = (x1 < right[j] ? x1 : right[j]) - (x0 > left[j] ? x0 : left[j]);
        const double height = (y1 < bottom[j] ? y1 : bottom[j]) - (y0 > top[j] ? y0 : top[j]);
        common[j] = (width > 0 ? width : 0.0) * (height > 0 ? height : 0.0);
      }
      const std::size_t first = pairs.size();
      for (std::size_t j = begin; j < end; ++j) {
        if (common[j] <= 0 || !(sorted_.area[j] > kEmpty)) continue;
        const double joint = area + sorted_.area[j] - common[j];
        if (!(joint > kEmpty)) continue;
        const double iou = common[j] / joint;
        if (iou > 0) pairs.push_back({static_cast<std::uint32_t>(i), place_[j].second, iou});
      }
      if (pairs.size() - first > 1) {
        std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(),
                  [](const Pair& a, const Pair& b) { return a.prediction < b.prediction; });
      }
    }
  }

 private:
  // Of ascending numbers the first that is far enough, `count` where none is. Without branches: where it stops is
  // different for every box, and would be mispredicted.
  template <class Far>
  static std::size_t first_where(const double* numbers, std::size_t count, const Far& far) {
    const double* base = numbers;
    for (; count > 1; count -= count / 2) base += far(base[count / 2 - 1]) ? 0 : count / 2;
    return static_cast<std::size_t>(base - numbers) + (count == 1 && !far(*base));
  }

  void sort_by_left(const CornerColumns& boxes) {
    const std::size_t count = boxes.size();
    place_.resize(count);
    for (std::size_t j = 0; j < count; ++j) place_[j] = {boxes.left[j], static_cast<std::uint32_t>(j)};
    std::sort(place_.begin(), place_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    sorted_.resize(count);
    farthest_right_.resize(count);
    double farthest = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t j = place_[k].second;
      sorted_.left[k] = boxes.left[j];
      sorted_.top[k] = boxes.top[j];
      sorted_.right[k] = boxes.right[j];
      sorted_.bottom[k] = boxes.bottom[j];
      sorted_.area[k] = boxes.area[j];
      farthest_right_[k] = farthest = std::max(farthest, boxes.right[j]);
    }
  }

  CornerColumns sorted_;
  std::vector<double> farthest_right_;  // of a box and all before it
  std::vector<double> common_;
  std::vector<std::pair<double, std::uint32_t>> place_;  // left edge, and the place in the frame
};

}  // namespace truebox::tracks
