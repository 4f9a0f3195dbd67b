// One pass over columns of boxes and scores: what must be refused, and what is worth telling.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>

#include "ground/cpu_dispatch.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

struct BoxSurvey {
  std::size_t first_bad = std::numeric_limits<std::size_t>::max();  // not finite, negative size, area overflows
  std::size_t zero_size = 0;
  std::size_t on_bound = 0;  // area equals one of the bounds asked about
  double largest_area = 0;
};

struct ScoreSurvey {
  std::size_t first_bad = std::numeric_limits<std::size_t>::max();  // not finite
  std::size_t beyond_unit = 0;                                      // outside [0, 1]
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
};

namespace detail {

constexpr std::size_t kSurveyGrain = std::size_t{1} << 15;

inline bool acceptable_box(const double* box) {
  return std::isfinite(box[0]) && std::isfinite(box[1]) && box[2] >= 0 && box[3] >= 0 &&
         std::isfinite(box[0] + box[2]) && std::isfinite(box[1] + box[3]) && std::isfinite(box[2] * box[3]);
}

// Sums without branches; anything not finite or negative leaves a mark in `bad`.
TRUEBOX_CLONES inline void scan_boxes(const double* boxes, std::size_t count, const double* bounds,
                                      std::size_t bound_count, std::size_t& zero_size, std::size_t& on_bound,
                                      double& largest, bool& bad) {
  // x - x is 0 for a finite x and NaN for anything else
  double spoiled = 0;
  std::size_t negative = 0, zero = 0, equal = 0;
  double most = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double* box = boxes + 4 * i;
    const double area = box[2] * box[3];
    const double reach = (box[0] + box[2]) + (box[1] + box[3]);
    spoiled += (area - area) + (reach - reach);
    negative += static_cast<std::size_t>((box[2] < 0) | (box[3] < 0));
    zero += static_cast<std::size_t>((box[2] == 0) | (box[3] == 0));
    for (std::size_t b = 0; b < bound_count; ++b) equal += static_cast<std::size_t>(area == bounds[b]);
    most = area > most ? area : most;
  }
  zero_size += zero;
  on_bound += equal;
  largest = std::max(largest, most);
  bad = negative != 0 || !(spoiled == 0);
}

TRUEBOX_CLONES inline void scan_scores(const double* scores, std::size_t count, double& lowest, double& highest,
                                       std::size_t& beyond, bool& bad) {
  double spoiled = 0, low = scores[0], high = scores[0];
  std::size_t outside = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double score = scores[i];
    spoiled += score - score;
    low = score < low ? score : low;
    high = score > high ? score : high;
    outside += static_cast<std::size_t>((score < 0) | (score > 1));
  }
  lowest = std::min(lowest, low);
  highest = std::max(highest, high);
  beyond += outside;
  bad = !(spoiled == 0);
}

}  // namespace detail

inline BoxSurvey survey_boxes(const double* boxes, std::size_t count, std::span<const double> bounds, int threads) {
  BoxSurvey survey;
  std::mutex mutex;
  parallel_ranges(count, detail::kSurveyGrain, threads, [&](std::size_t begin, std::size_t end) {
    BoxSurvey part;
    bool bad = false;
    detail::scan_boxes(boxes + 4 * begin, end - begin, bounds.data(), bounds.size(), part.zero_size, part.on_bound,
                       part.largest_area, bad);
    for (std::size_t i = begin; bad && i < end; ++i) {
      if (!detail::acceptable_box(boxes + 4 * i)) {
        part.first_bad = i;
        break;
      }
    }
    std::lock_guard<std::mutex> lock(mutex);
    survey.first_bad = std::min(survey.first_bad, part.first_bad);
    survey.zero_size += part.zero_size;
    survey.on_bound += part.on_bound;
    survey.largest_area = std::max(survey.largest_area, part.largest_area);
  });
  return survey;
}

inline ScoreSurvey survey_scores(const double* scores, std::size_t count, int threads) {
  ScoreSurvey survey;
  std::mutex mutex;
  parallel_ranges(count, detail::kSurveyGrain, threads, [&](std::size_t begin, std::size_t end) {
    ScoreSurvey part;
    bool bad = false;
    detail::scan_scores(scores + begin, end - begin, part.lowest, part.highest, part.beyond_unit, bad);
    for (std::size_t i = begin; bad && i < end; ++i) {
      if (!std::isfinite(scores[i])) {
        part.first_bad = i;
        break;
      }
    }
    std::lock_guard<std::mutex> lock(mutex);
    survey.first_bad = std::min(survey.first_bad, part.first_bad);
    survey.beyond_unit += part.beyond_unit;
    survey.lowest = std::min(survey.lowest, part.lowest);
    survey.highest = std::max(survey.highest, part.highest);
  });
  return survey;
}

}  // namespace truebox
