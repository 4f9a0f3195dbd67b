// Matching of groups of boxes so that the sum of overlaps is greatest, anew for every cut of the scores.
//
// Scores only say which detections are there at a cut. One more detection finds one more object or none, so that the
// matching of each cut is known from that of the cut above but for the objects that its new detections can reach:
// only these are assigned again.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "driving/overlaps.hpp"
#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"
#include "matching/assignment.hpp"

namespace truebox::driving {

enum class View : std::int32_t { picture = 0, ground = 1, space = 2 };

inline constexpr std::size_t kAdded = 4;  // objects found, false detections, headings, objects found that count

// Group `g` is the detections [found_offsets[g], found_offsets[g + 1]) by falling band, and the objects
// [true_offsets[g], true_offsets[g + 1]). Boxes are x, y, width, height, or as `Upright` takes them. In range `r` the rows
// with bit `r` are matched with one another.
struct AssignedQuestion {
  std::span<const std::int64_t> found_offsets, true_offsets;
  const double* found;
  const double* truth;
  const double* heading;       // [D], radians
  const double* true_heading;  // [G]
  const std::int64_t* band;    // [D], detections of one are there from one cut on
  const std::int64_t* row;     // [D], place in the file: headings are summed in this order
  const std::uint8_t* excused; // [D], never false
  const std::uint8_t* easy;    // [G], missed at the lower level too, where nothing finds it
  const std::uint8_t* found_within; // [D], bits of ranges
  const std::uint8_t* true_within;  // [G]
  std::size_t ranges;          // at most 8
  const double* thresholds;    // of each group, to be reached
  View view;
};

// What the detections of a band add in each range [R, D, kAdded] stands at the last of them; the object of each at the
// lowest cut of the first range [D], as its place among all, -1 for none. Of range `r` bit 2 r is the higher level, at which
// all that is found counts, and bit 2 r + 1 the lower, at which only easy objects do: [D] what is found, and what is found or
// false.
struct AssignedAnswer {
  double* added;
  std::int64_t* taken;
  std::uint64_t* hits;
  std::uint64_t* counted;
};

namespace detail {

inline constexpr double kLeastSide = 1e-2, kGreatestSide = 1e6, kLeastUnion = 1e-6;

class AssignedGroups {
 public:
  AssignedGroups(const AssignedQuestion& question, const AssignedAnswer& answer) : q_(question), answer_(answer) {}

  void match(std::size_t group) {
    first_ = static_cast<std::size_t>(q_.found_offsets[group]);
    low_ = static_cast<std::size_t>(q_.true_offsets[group]);
    found_ = static_cast<std::size_t>(q_.found_offsets[group + 1]) - first_;
    true_ = static_cast<std::size_t>(q_.true_offsets[group + 1]) - low_;
    keep_going(50 * (found_ + 1) * (true_ + 1) * q_.ranges);
    weigh(q_.thresholds[group]);
    for (std::size_t range = 0; range < q_.ranges; ++range) {
      choose(q_.found_within + first_, found_, range, here_);
      choose(q_.true_within + low_, true_, range, true_here_);
      join();
      walk(range);
    }
  }

 private:
  static constexpr std::int32_t kNobody = -1;

  static void choose(const std::uint8_t* within, std::size_t count, std::size_t range, std::vector<std::size_t>& rows) {
    rows.clear();
    for (std::size_t k = 0; k < count; ++k) {
      if (within[k] >> range & 1U) rows.push_back(k);
    }
  }

  // Weights in millionths of what reaches the threshold, else 0, as single-precision overlaps have them.
  void weigh(double least) {
    const auto threshold = static_cast<float>(least);
    weight_.assign(found_ * true_, 0);
    if (weight_.empty()) return;
    const bool flat = q_.view == View::picture;
    const std::size_t numbers = flat ? kBoxNumbers : kSpaceNumbers;
    rows_.assign(q_.found + numbers * first_, q_.found + numbers * (first_ + found_));
    columns_.assign(q_.truth + numbers * low_, q_.truth + numbers * (low_ + true_));
    if (flat) {
      overlap_boxes(rows_, columns_, FarEdge::kSum, overlaps_);
    } else {
      upright_.load(rows_);
      true_upright_.load(columns_);
      // A little less than the threshold, which is rounded to single precision: what is left out has no weight.
      overlap_upright(upright_, true_upright_, std::max(0.0, static_cast<double>(threshold) - 1e-4), overlaps_, in_space_);
    }
    const std::vector<double>& share = q_.view == View::space ? in_space_.of_union : overlaps_.of_union;
    for (std::size_t i = 0; i < found_; ++i) {
      if (!sized(rows_.data() + numbers * i)) continue;
      for (std::size_t j = 0; j < true_; ++j) {
        const auto overlap = static_cast<float>(std::min(share[i * true_ + j], 1.0));
        if (overlap < threshold || !(overlap > 0) || !sized(columns_.data() + numbers * j)) continue;
        weight_[i * true_ + j] = static_cast<std::int32_t>(std::round(overlap * 1e6F));
      }
    }
  }

  // Whether a box has sides that overlap at all.
  bool sized(const double* row) const {
    const bool flat = q_.view == View::picture;
    const double sides[3] = {row[2], flat ? row[3] : row[1], row[0]};
    const std::size_t least = q_.view == View::space ? 3 : 2, most = flat ? 2 : 3;
    double area = 1;
    for (std::size_t k = 0; k < most; ++k) {
      if ((k < least && sides[k] <= kLeastSide) || sides[k] >= kGreatestSide) return false;
      if (k < least) area *= sides[k];
    }
    return area > kLeastUnion;
  }

  // Objects that share a detection are assigned together.
  void join() {
    part_.resize(true_);
    std::iota(part_.begin(), part_.end(), 0);
    part_of_.assign(found_, kNobody);
    for (const std::size_t i : here_) {
      for (const std::size_t j : true_here_) {
        if (weight_[i * true_ + j] == 0) continue;
        if (part_of_[i] == kNobody) part_of_[i] = static_cast<std::int32_t>(j);
        part_[root(j)] = root(static_cast<std::size_t>(part_of_[i]));
      }
    }
    if (members_.size() < true_) members_.resize(true_), present_.resize(true_);
    for (const std::size_t j : true_here_) members_[j].clear(), present_[j].clear();
    for (const std::size_t j : true_here_) members_[root(j)].push_back(j);
  }

  std::size_t root(std::size_t j) {
    while (part_[j] != j) j = part_[j] = part_[part_[j]];
    return j;
  }

  void walk(std::size_t range) {
    taken_.assign(found_, kNobody);
    double* const added = answer_.added + kAdded * range * static_cast<std::size_t>(q_.found_offsets.back());
    double now[kAdded] = {};
    for (std::size_t begin = 0, end = 0; begin < here_.size(); begin = end) {
      double before[kAdded];
      std::copy_n(now, kAdded, before);
      touched_.clear();
      for (end = begin; end < here_.size() && q_.band[first_ + here_[end]] == q_.band[first_ + here_[begin]]; ++end) {
        const std::size_t i = here_[end];
        if (part_of_[i] == kNobody) {
          now[1] += q_.excused[first_ + i] ? 0 : 1;
          continue;
        }
        const std::size_t part = root(static_cast<std::size_t>(part_of_[i]));
        present_[part].push_back(i);
        if (std::find(touched_.begin(), touched_.end(), part) == touched_.end()) touched_.push_back(part);
      }
      for (const std::size_t part : touched_) assign(part);
      if (!touched_.empty()) count(end, now);
      double* const out = added + kAdded * (first_ + here_[end - 1]);
      for (std::size_t k = 0; k < kAdded; ++k) out[k] = now[k] - before[k];
    }
    for (const std::size_t i : here_) note(i, range);
  }

  void note(std::size_t i, std::size_t range) {
    const bool found = taken_[i] != kNobody;
    const std::size_t object = low_ + (found ? static_cast<std::size_t>(taken_[i]) : 0);
    const std::uint64_t hit = !found ? 0 : q_.easy[object] ? 3 : 1;
    const std::uint64_t wrong = found || q_.excused[first_ + i] ? 0 : 3;
    answer_.hits[first_ + i] |= hit << (2 * range);
    answer_.counted[first_ + i] |= (hit | wrong) << (2 * range);
    if (range == 0) answer_.taken[first_ + i] = found ? static_cast<std::int64_t>(object) : -1;
  }

  void assign(std::size_t part) {
    const std::vector<std::size_t>& truths = members_[part];
    std::vector<std::size_t>& there = present_[part];
    std::sort(there.begin(), there.end(), [&](std::size_t a, std::size_t b) { return q_.row[first_ + a] < q_.row[first_ + b]; });
    for (const std::size_t i : there) taken_[i] = kNobody;
    if (truths.size() == 1) {
      std::size_t best = there.front();
      for (const std::size_t i : there) {
        if (weight_[i * true_ + truths[0]] > weight_[best * true_ + truths[0]]) best = i;
      }
      taken_[best] = static_cast<std::int32_t>(truths[0]);
      return;
    }
    // A row for each object; behind the detections a column for each that stays without.
    const std::size_t width = there.size() + truths.size();
    cost_.assign(truths.size() * width, 0.0);
    for (std::size_t j = 0; j < truths.size(); ++j) {
      for (std::size_t i = 0; i < there.size(); ++i) cost_[j * width + i] = -weight_[there[i] * true_ + truths[j]];
    }
    const std::vector<std::int64_t> column = assign_rows(cost_.data(), truths.size(), width);
    for (std::size_t j = 0; j < truths.size(); ++j) {
      const auto i = static_cast<std::size_t>(column[j]);
      if (i < there.size() && weight_[there[i] * true_ + truths[j]] > 0) taken_[there[i]] = static_cast<std::int32_t>(truths[j]);
    }
  }

  void count(std::size_t end, double* now) {
    std::size_t hits = 0, wrong = 0, counting = 0;
    order_.clear();
    for (std::size_t place = 0; place < end; ++place) {
      const std::size_t i = here_[place];
      if (taken_[i] == kNobody) {
        wrong += !q_.excused[first_ + i];
        continue;
      }
      ++hits;
      counting += q_.easy[low_ + static_cast<std::size_t>(taken_[i])] != 0;
      order_.push_back(i);
    }
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return q_.row[first_ + a] < q_.row[first_ + b]; });
    float right = 0;
    for (const std::size_t i : order_) right += likeness(first_ + i, low_ + static_cast<std::size_t>(taken_[i]));
    now[0] = static_cast<double>(hits);
    now[1] = static_cast<double>(wrong);
    now[2] = static_cast<double>(right);
    now[3] = static_cast<double>(counting);
  }

  // 1 for the same heading, 0 for the opposite one.
  float likeness(std::size_t row, std::size_t object) const {
    constexpr double kPi = 3.14159265358979323846;
    const auto within = [](double angle) {
      const double full = 2 * kPi, from = angle + kPi;
      double rest = from - std::trunc(from * (1 / full)) * full;
      if (rest < 0) rest = rest + full >= full ? 0 : rest + full;
      return static_cast<float>(rest - kPi);
    };
    float apart = std::abs(within(q_.heading[row]) - within(q_.true_heading[object]));
    if (static_cast<double>(apart) > kPi) apart = static_cast<float>(2 * kPi - static_cast<double>(apart));
    return static_cast<float>(std::min(1.0, std::max(0.0, 1.0 - static_cast<double>(apart) / kPi)));
  }

  const AssignedQuestion& q_;
  const AssignedAnswer& answer_;
  std::size_t first_ = 0, low_ = 0, found_ = 0, true_ = 0;
  std::vector<double> rows_, columns_, cost_;
  Upright upright_, true_upright_;
  Overlaps overlaps_, in_space_;
  std::vector<std::int32_t> weight_, part_of_, taken_;
  std::vector<std::size_t> part_, touched_, order_, here_, true_here_;
  std::vector<std::vector<std::size_t>> members_, present_;
};

}  // namespace detail

inline void match_assigned(const AssignedQuestion& question, const AssignedAnswer& answer, int threads) {
  const std::size_t groups = question.found_offsets.size() - 1;
  parallel_ranges(groups, 16, threads, [&](std::size_t begin, std::size_t end) {
    detail::AssignedGroups matcher(question, answer);
    for (std::size_t group = begin; group < end; ++group) matcher.match(group);
  });
}

}  // namespace truebox::driving
