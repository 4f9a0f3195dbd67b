// Matching by centres of all classes and samples: each detection takes the nearest that is free (nuScenes), or the first
// that is nearest to an object takes it, and the others nothing (Argoverse 2).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"

namespace truebox::driving {

// Group `g` is the detections [found_offsets[g], found_offsets[g + 1]), in the order in which they ask, and the objects
// [true_offsets[g], true_offsets[g + 1]). `taken` [D, limits] is -1 where nothing is written.
struct CenterQuestion {
  std::span<const std::int64_t> found_offsets, true_offsets;
  const double* found;       // [D, axes]
  const double* truth;       // [G, axes]
  std::size_t axes;          // 2 or 3
  std::span<const double> limits;  // a pair must be nearer
  bool once;                 // an object is the first's whose nearest it is, however far
  std::int64_t* taken;       // the object's place, from 0 over all groups
};

namespace detail {

class CenterGroups {
 public:
  explicit CenterGroups(const CenterQuestion& question) : q_(question) {}

  void match(std::size_t group) {
    const auto first = static_cast<std::size_t>(q_.found_offsets[group]);
    const auto end = static_cast<std::size_t>(q_.found_offsets[group + 1]);
    const auto low = static_cast<std::size_t>(q_.true_offsets[group]);
    const std::size_t count = static_cast<std::size_t>(q_.true_offsets[group + 1]) - low, limits = q_.limits.size();
    keep_going((end - first + 1) * (count + 1) * (limits + 1));
    free_.assign(count * limits, 1);
    distance_.resize(count);
    for (std::size_t row = first; row < end; ++row) {
      for (std::size_t j = 0; j < count; ++j) distance_[j] = apart(row, low + j);
      if (q_.once) {
        take_nearest(row, low);
      } else {
        for (std::size_t t = 0; t < limits; ++t) take(row, t, low, count);
      }
    }
  }

 private:
  double apart(std::size_t row, std::size_t object) const {
    double square = 0;
    for (std::size_t axis = 0; axis < q_.axes; ++axis) {
      const double by = q_.found[q_.axes * row + axis] - q_.truth[q_.axes * object + axis];
      square += by * by;
    }
    return std::sqrt(square);
  }

  // The first object of the nearest; it is gone for all limits, met or not.
  void take_nearest(std::size_t row, std::size_t low) {
    const auto nearest = std::min_element(distance_.begin(), distance_.end());
    if (nearest == distance_.end()) return;
    const auto best = static_cast<std::size_t>(nearest - distance_.begin());
    if (!free_[best]) return;
    free_[best] = 0;
    for (std::size_t t = 0; t < q_.limits.size(); ++t) {
      if (*nearest < q_.limits[t]) q_.taken[row * q_.limits.size() + t] = static_cast<std::int64_t>(low + best);
    }
  }

  void take(std::size_t row, std::size_t t, std::size_t low, std::size_t count) {
    std::uint8_t* free = free_.data() + t * count;
    double nearest = std::numeric_limits<double>::infinity();
    std::size_t best = count;
    for (std::size_t j = 0; j < count; ++j) {
      if (free[j] && distance_[j] < nearest) {
        nearest = distance_[j];
        best = j;
      }
    }
    if (best == count || !(nearest < q_.limits[t])) return;
    free[best] = 0;
    q_.taken[row * q_.limits.size() + t] = static_cast<std::int64_t>(low + best);
  }

  const CenterQuestion& q_;
  std::vector<std::uint8_t> free_;
  std::vector<double> distance_;
};

}  // namespace detail

inline void match_centers(const CenterQuestion& question, int threads) {
  const std::size_t groups = question.found_offsets.size() - 1;
  parallel_ranges(groups, 64, threads, [&](std::size_t begin, std::size_t end) {
    detail::CenterGroups matcher(question);
    for (std::size_t group = begin; group < end; ++group) matcher.match(group);
  });
}

}  // namespace truebox::driving
