// Which rows of one frame overlap, and by how much.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "ground/cpu_dispatch.hpp"
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

// Which boxes have common ground with the one from (x0, y0) to (x1, y1), as one byte each.
TRUEBOX_CLONES inline void mark_touching(const double* __restrict left, const double* __restrict top,
                                         const double* __restrict right, const double* __restrict bottom,
                                         std::size_t blocks, double x0, double y0, double x1, double y1,
                                         std::uint8_t* __restrict marks) {
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t k = 8 * block; k < 8 * block + 8; ++k) {
      marks[k] = static_cast<std::uint8_t>((left[k] < x1) & (right[k] > x0) & (top[k] < y1) & (bottom[k] > y0));
    }
  }
}

// Appends the pairs whose IoU is above 0, by truth and then prediction.
class BoxOverlaps {
 public:
  void append(const CornerColumns& truths, const CornerColumns& predictions, std::vector<Pair>& pairs) {
    constexpr double kEmpty = std::numeric_limits<double>::epsilon();
    put_into_strips(predictions);
    const double *left = sorted_.left.data(), *top = sorted_.top.data();
    const double *right = sorted_.right.data(), *bottom = sorted_.bottom.data(), *areas = sorted_.area.data();
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const double x0 = truths.left[i], y0 = truths.top[i], x1 = truths.right[i], y1 = truths.bottom[i];
      const double area = truths.area[i];
      if (!(area > kEmpty)) continue;
      // Boxes of earlier strips end left of this box, those of later ones begin right of it.
      const std::size_t reach = strip_of(x0 - widest_);
      const std::size_t begin = begin_[reach - (reach > 0)], end = begin_[strip_of(x1) + 1];
      if (begin >= end) continue;
      const std::size_t blocks = (end - begin + 7) / 8;
      mark_touching(left + begin, top + begin, right + begin, bottom + begin, blocks, x0, y0, x1, y1, marks_.data());
      const std::size_t first = pairs.size();
      for (std::size_t block = 0; block < blocks; ++block) {
        std::uint64_t marks;
        std::memcpy(&marks, marks_.data() + 8 * block, 8);
        for (; marks != 0; marks &= marks - 1) {
          const auto byte = static_cast<std::size_t>(std::countr_zero(marks)) / 8;
          const std::size_t j = begin + 8 * block + (std::endian::native == std::endian::little ? byte : 7 - byte);
          const double width = (x1 < right[j] ? x1 : right[j]) - (x0 > left[j] ? x0 : left[j]);
          const double height = (y1 < bottom[j] ? y1 : bottom[j]) - (y0 > top[j] ? y0 : top[j]);
          const double common = (width > 0 ? width : 0.0) * (height > 0 ? height : 0.0);
          const double joint = area + areas[j] - common;
          if (!(common > 0) || !(areas[j] > kEmpty) || !(joint > kEmpty)) continue;
          const double iou = common / joint;
          if (iou > 0) put(pairs, first, {static_cast<std::uint32_t>(i), place_[j], iou});
        }
      }
    }
  }

 private:
  static constexpr std::size_t kStrips = 64;

  // Among the pairs of its truth, which are few.
  static void put(std::vector<Pair>& pairs, std::size_t first, const Pair& pair) {
    std::size_t k = pairs.size();
    pairs.push_back(pair);
    for (; k > first && pairs[k - 1].prediction > pair.prediction; --k) pairs[k] = pairs[k - 1];
    pairs[k] = pair;
  }

  // Never smaller for a number that is larger.
  std::size_t strip_of(double x) const {
    const double strip = (x - least_) * scale_;
    return strip > 0 ? static_cast<std::size_t>(strip < kStrips - 1.0 ? strip : kStrips - 1.0) : 0;
  }

  // Boxes by strips of their left edges, behind them some that nothing touches.
  void put_into_strips(const CornerColumns& boxes) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const std::size_t count = boxes.size();
    double most = -kFar;
    least_ = kFar;
    widest_ = 0.0;
    for (std::size_t j = 0; j < count; ++j) {
      least_ = std::min(least_, boxes.left[j]);
      most = std::max(most, boxes.left[j]);
      widest_ = std::max(widest_, boxes.right[j] - boxes.left[j]);
    }
    // Where strips would be hardly wider than the last bits of what is compared with them, there is one.
    const double range = most - least_, largest = std::abs(least_) + std::abs(most) + widest_;
    scale_ = range > 1e-6 * largest && range < kFar ? kStrips / range : 0.0;
    begin_.fill(0);
    strip_.resize(count);
    for (std::size_t j = 0; j < count; ++j) {
      strip_[j] = static_cast<std::uint8_t>(strip_of(boxes.left[j]));
      ++begin_[strip_[j] + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::array<std::uint32_t, kStrips> next;
    std::copy_n(begin_.begin(), kStrips, next.begin());
    place_.resize(count);
    sorted_.resize(count + 8);
    marks_.resize(count + 8);
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t at = next[strip_[j]]++;
      place_[at] = static_cast<std::uint32_t>(j);
      sorted_.left[at] = boxes.left[j];
      sorted_.top[at] = boxes.top[j];
      sorted_.right[at] = boxes.right[j];
      sorted_.bottom[at] = boxes.bottom[j];
      sorted_.area[at] = boxes.area[j];
    }
    std::fill(sorted_.left.begin() + static_cast<std::ptrdiff_t>(count), sorted_.left.end(), kFar);
  }

  CornerColumns sorted_;
  std::array<std::uint32_t, kStrips + 1> begin_{};
  std::vector<std::uint8_t> strip_, marks_;
  std::vector<std::uint32_t> place_;  // in the frame
  double least_ = 0.0, widest_ = 0.0, scale_ = 0.0;
};

}  // namespace truebox::tracks
