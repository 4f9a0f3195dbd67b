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

// Blocks are looked at once for each question, so that the rows of one are compared side by side.
constexpr std::size_t kSurveyBlock = 256, kSurveyLanes = 8;

// Sums without branches; anything not finite or negative leaves a mark in `bad`.
TRUEBOX_CLONES inline void scan_boxes(const double* boxes, std::size_t count, const double* bounds,
                                      std::size_t bound_count, std::size_t& zero_size, std::size_t& on_bound,
                                      double& largest, bool& bad) {
  double area[kSurveyBlock], reach[kSurveyBlock], most[kSurveyLanes] = {};
  std::int64_t zero = 0, equal = 0, spoiled = 0;
  for (std::size_t first = 0; first < count; first += kSurveyBlock) {
    const std::size_t rows = std::min(kSurveyBlock, count - first);
    for (std::size_t i = 0; i < rows; ++i) {
      const double* box = boxes + 4 * (first + i);
      const double width = box[2], height = box[3];
      area[i] = width * height;
      reach[i] = (box[0] + width) + (box[1] + height);
      spoiled += static_cast<std::int64_t>((width < 0) | (height < 0));
      zero += static_cast<std::int64_t>((width == 0) | (height == 0));
    }
    std::fill(area + rows, area + kSurveyBlock, 0.0);
    std::fill(reach + rows, reach + kSurveyBlock, 0.0);
    // x - x is 0 for a finite x and NaN for anything else
    for (std::size_t i = 0; i < kSurveyBlock; ++i) {
      spoiled += static_cast<std::int64_t>(!((area[i] - area[i]) + (reach[i] - reach[i]) == 0));
    }
    for (std::size_t b = 0; b < bound_count; ++b) {
      if (bounds[b] == 0) equal -= static_cast<std::int64_t>(kSurveyBlock - rows);  // what fills the last block
      std::int64_t found = 0;
      for (std::size_t i = 0; i < kSurveyBlock; ++i) found += static_cast<std::int64_t>(area[i] == bounds[b]);
      equal += found;
    }
    for (std::size_t i = 0; i < kSurveyBlock; i += kSurveyLanes) {
      for (std::size_t lane = 0; lane < kSurveyLanes; ++lane) {
        most[lane] = area[i + lane] > most[lane] ? area[i + lane] : most[lane];
      }
    }
  }
  zero_size += static_cast<std::size_t>(zero);
  on_bound += static_cast<std::size_t>(equal);
  for (const double each : most) largest = std::max(largest, each);
  bad = spoiled != 0;
}

TRUEBOX_CLONES inline void scan_scores(const double* scores, std::size_t count, double& lowest, double& highest,
                                       std::size_t& beyond, bool& bad) {
  double low[kSurveyLanes], high[kSurveyLanes];
  std::fill_n(low, kSurveyLanes, scores[0]);
  std::fill_n(high, kSurveyLanes, scores[0]);
  std::int64_t outside = 0, spoiled = 0;
  for (std::size_t i = 0; i < count; ++i) {
    outside += static_cast<std::int64_t>((scores[i] < 0) | (scores[i] > 1));
    spoiled += static_cast<std::int64_t>(!(scores[i] - scores[i] == 0));
  }
  const std::size_t whole = count - count % kSurveyLanes;
  for (std::size_t i = 0; i < whole; i += kSurveyLanes) {
    for (std::size_t lane = 0; lane < kSurveyLanes; ++lane) {
      low[lane] = scores[i + lane] < low[lane] ? scores[i + lane] : low[lane];
      high[lane] = scores[i + lane] > high[lane] ? scores[i + lane] : high[lane];
    }
  }
  for (std::size_t i = whole; i < count; ++i) {
    low[0] = scores[i] < low[0] ? scores[i] : low[0];
    high[0] = scores[i] > high[0] ? scores[i] : high[0];
  }
  for (std::size_t lane = 0; lane < kSurveyLanes; ++lane) {
    lowest = std::min(lowest, low[lane]);
    highest = std::max(highest, high[lane]);
  }
  beyond += static_cast<std::size_t>(outside);
  bad = spoiled != 0;
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
