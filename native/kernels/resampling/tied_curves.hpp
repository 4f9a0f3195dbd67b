// Average precision where equal scores stand in the best, the worst, or a given order.
//
// At one threshold the best order of equal scores puts all true positives first and the worst puts them last:
// every hit then has the fewest, or the most, false positives before it, and precision is nowhere else read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/interruption.hpp"
#include "resampling/recall_steps.hpp"
#include "ground/score_order.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// Outcomes of one area range and cap; bit t of a word is threshold t. A word holds no outcome for a detection
// that does not count.
struct TiedRows {
  std::size_t thresholds;                 // T, at most 64
  std::span<const std::int64_t> offsets;  // [K + 1]
  const double* scores;                   // [n]
  const std::int64_t* truths;             // [K]
  std::span<const double> recalls;        // ascending; none for the area under the envelope
  double epsilon;
};

struct Outcomes {
  const std::uint64_t* hits;    // [n]
  const std::uint64_t* misses;  // [n]
};

namespace detail {

// The hits of one curve, each with the false positives before it.
class HitList {
 public:
  void clear() { precision_.clear(); }

  void hit(double false_positives, double epsilon) {
    const double hits = static_cast<double>(precision_.size() + 1);
    precision_.push_back(hits / ((false_positives + hits) + epsilon));
  }

  double average(std::int64_t truths, RecallSteps& steps) const {
    const std::int32_t offset = steps.offset(truths);  // before data(): a new table may move the others
    const std::int32_t* table = steps.data() + offset;
    double highest = 0;
    double sum = 0;
    for (std::size_t i = std::min(precision_.size(), static_cast<std::size_t>(truths)); i > 0; --i) {
      highest = std::max(highest, precision_[i - 1]);
      sum += highest * static_cast<double>(table[i] - table[i - 1]);
    }
    return sum / static_cast<double>(steps.recalls(truths));
  }

 private:
  std::vector<double> precision_;
};

struct Stretch {
  std::size_t begin, end;
};

// Stretches of equal score, in order.
inline std::vector<Stretch> stretches(const double* scores, const std::vector<std::uint32_t>& order) {
  std::vector<Stretch> found;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && scores[order[end]] == scores[order[begin]]; ++end) {
    }
    found.push_back({begin, end});
  }
  return found;
}

// Whether one order is best at every threshold at once: what hits at one threshold hits wherever another does.
inline bool is_nested(const std::vector<std::uint32_t>& order, const Stretch& stretch, std::size_t begin,
                      const Outcomes& outcomes) {
  for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
    for (std::size_t j = stretch.begin; j < i; ++j) {
      const std::size_t a = begin + order[i];
      const std::size_t b = begin + order[j];
      const std::uint64_t a_first = outcomes.hits[a] & outcomes.misses[b];
      const std::uint64_t b_first = outcomes.hits[b] & outcomes.misses[a];
      if (a_first != 0 && b_first != 0) return false;
    }
  }
  return true;
}

// The stretches of a class in which something hits, or misses at some thresholds only; what misses at all of them is
// counted between these.
class TellingStretches {
 public:
  TellingStretches(const TiedRows& rows, std::size_t begin, const std::vector<std::uint32_t>& order,
                   const std::vector<Stretch>& groups, const Outcomes& outcomes) {
    const std::uint64_t whole = ~std::uint64_t{0} >> (64 - rows.thresholds);
    std::size_t plain = 0;
    for (const Stretch& group : groups) {
      std::uint64_t any_hit = 0, all_miss = whole;
      for (std::size_t i = group.begin; i < group.end; ++i) {
        any_hit |= outcomes.hits[begin + order[i]];
        all_miss &= outcomes.misses[begin + order[i]];
      }
      if ((any_hit & whole) == 0 && all_miss == whole) {
        plain += group.end - group.begin;
        continue;
      }
      for (std::size_t i = group.begin; i < group.end; ++i) {
        hits_.push_back(outcomes.hits[begin + order[i]]);
        misses_.push_back(outcomes.misses[begin + order[i]]);
      }
      groups_.push_back({plain, hits_.size()});
      plain = 0;
    }
  }

  // `list` is filled with the hits at a threshold: of equal scores first, or last.
  void walk(std::size_t t, bool best, double epsilon, HitList& list) const {
    double before = 0;
    std::size_t i = 0;
    list.clear();
    for (const auto& [plain, end] : groups_) {
      before += static_cast<double>(plain);
      std::size_t hits = 0, misses = 0;
      for (; i < end; ++i) {
        hits += static_cast<std::size_t>((hits_[i] >> t) & 1);
        misses += static_cast<std::size_t>((misses_[i] >> t) & 1);
      }
      const double after = before + static_cast<double>(misses);
      for (std::size_t h = 0; h < hits; ++h) list.hit(best ? before : after, epsilon);
      before = after;
    }
  }

 private:
  struct Group {
    std::size_t plain;  // before it
    std::size_t end;
  };
  std::vector<Group> groups_;
  std::vector<std::uint64_t> hits_, misses_;
};

}  // namespace detail

// best, worst [K, T], nested [K]: 1 where the bounds of all thresholds belong to one order. Classes without truth
// are left as they are.
inline void tie_bounds(const TiedRows& rows, const Outcomes& best_outcomes, const Outcomes& worst_outcomes,
                       double* best, double* worst, std::uint8_t* nested, int threads) {
  parallel_for(rows.offsets.size() - 1, threads, [&](std::size_t k) {
    if (rows.truths[k] <= 0) return;
    constexpr std::size_t kMostCompared = 2000;  // pairs grow with the square; a longer stretch is called not nested
    const auto begin = static_cast<std::size_t>(rows.offsets[k]);
    std::vector<std::uint32_t> order(static_cast<std::size_t>(rows.offsets[k + 1]) - begin);
    ScoreOrder sorter;
    sorter.sort(rows.scores + begin, order.size(), order.data(), [](std::size_t, std::size_t) {});
    const auto groups = detail::stretches(rows.scores + begin, order);
    RecallSteps steps(rows.recalls);
    detail::HitList list;
    nested[k] = 1;
    for (const auto& group : groups) {
      if (group.end - group.begin == 1 || nested[k] == 0) continue;
      nested[k] = group.end - group.begin <= kMostCompared &&
                  detail::is_nested(order, group, begin, best_outcomes) &&
                  detail::is_nested(order, group, begin, worst_outcomes);
    }
    const detail::TellingStretches at_best(rows, begin, order, groups, best_outcomes);
    const detail::TellingStretches at_worst(rows, begin, order, groups, worst_outcomes);
    for (std::size_t t = 0; t < rows.thresholds; ++t) {
      keep_going(4 * order.size());
      at_best.walk(t, true, rows.epsilon, list);
      best[k * rows.thresholds + t] = list.average(rows.truths[k], steps);
      at_worst.walk(t, false, rows.epsilon, list);
      worst[k * rows.thresholds + t] = list.average(rows.truths[k], steps);
    }
  });
}

// out [K, T]: equal scores stand by `keys`, the lowest first.
inline void precision_in_order(const TiedRows& rows, const double* keys, const Outcomes& outcomes, double* out,
                               int threads) {
  parallel_for(rows.offsets.size() - 1, threads, [&](std::size_t k) {
    if (rows.truths[k] <= 0) return;
    const auto begin = static_cast<std::size_t>(rows.offsets[k]);
    std::vector<std::uint32_t> order(static_cast<std::size_t>(rows.offsets[k + 1]) - begin);
    ScoreOrder sorter;
    sorter.sort(rows.scores + begin, order.size(), order.data(), [&](std::size_t first, std::size_t last) {
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.begin() + static_cast<std::ptrdiff_t>(last),
                [&](std::uint32_t a, std::uint32_t b) { return keys[begin + a] < keys[begin + b]; });
    });
    RecallSteps steps(rows.recalls);
    detail::HitList list;
    for (std::size_t t = 0; t < rows.thresholds; ++t) {
      keep_going(8 * order.size());
      double before = 0;
      list.clear();
      for (const std::uint32_t place : order) {
        if ((outcomes.hits[begin + place] >> t) & 1) list.hit(before, rows.epsilon);
        before += static_cast<double>((outcomes.misses[begin + place] >> t) & 1);
      }
      out[k * rows.thresholds + t] = list.average(rows.truths[k], steps);
    }
  });
}

}  // namespace truebox
