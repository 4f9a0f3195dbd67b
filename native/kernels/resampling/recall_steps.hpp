// How many recall thresholds a number of true positives reaches, as one table per number of truths. Without
// thresholds every true positive is one: their mean is the area under the envelope of precision.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <unordered_map>
#include <vector>

namespace truebox {

// Tables are kept: replicates of one class meet the same numbers of truths again and again.
class RecallSteps {
 public:
  explicit RecallSteps(std::span<const double> ascending) : recalls_(ascending) {}

  // What a sum over the thresholds reached is divided by for the mean.
  std::int64_t recalls(std::int64_t truths) const {
    return recalls_.empty() ? truths : static_cast<std::int64_t>(recalls_.size());
  }

  // Forget the tables when they have grown large; offsets given before are void.
  void trim() {
    if (steps_.size() < kMostKept) return;
    steps_.clear();
    near_.clear();
    far_.clear();
  }

  // Where the table of `truths` begins in data(): entry x, of 0 to truths, is the recalls that x of them reach.
  // Nothing is reached without a true positive, recall 0 included: there is no precision to read.
  std::int32_t offset(std::int64_t truths) {
    const auto next = static_cast<std::int32_t>(steps_.size());
    if (truths >= kNear) {
      const auto [found, fresh] = far_.try_emplace(truths, next);
      if (fresh) append(truths);
      return found->second;
    }
    const auto place = static_cast<std::size_t>(truths);
    if (place >= near_.size()) near_.resize(place + 1, kNone);
    if (near_[place] == kNone) {
      append(truths);
      near_[place] = next;
    }
    return near_[place];
  }

  const std::int32_t* data() const { return steps_.data(); }

 private:
  static constexpr std::size_t kMostKept = std::size_t{1} << 22;
  static constexpr std::int64_t kNear = std::int64_t{1} << 16;  // below, tables are found by their number
  static constexpr std::int32_t kNone = -1;

  // Thresholds are far fewer than truths: the first number of hits that reaches each is looked for near its share of
  // all, and what lies between two of them is alike.
  void append(std::int64_t truths) {
    const double total = static_cast<double>(truths);
    const std::size_t begin = steps_.size();
    steps_.resize(begin + static_cast<std::size_t>(truths) + 1);
    std::int32_t* const table = steps_.data() + begin;
    if (recalls_.empty()) {
      std::iota(table, table + truths + 1, 0);
      return;
    }
    table[0] = 0;
    std::int64_t next = 1;
    for (std::size_t r = 0; r < recalls_.size() && next <= truths; ++r) {
      const double recall = recalls_[r];
      auto hits = std::max(next, static_cast<std::int64_t>(std::clamp(recall * total, 0.0, total)));
      while (hits > next && static_cast<double>(hits - 1) / total >= recall) --hits;
      while (hits <= truths && static_cast<double>(hits) / total < recall) ++hits;
      std::fill(table + next, table + hits, static_cast<std::int32_t>(r));
      next = hits;
    }
    if (next <= truths) std::fill(table + next, table + truths + 1, static_cast<std::int32_t>(recalls_.size()));
  }

  std::span<const double> recalls_;
  std::vector<std::int32_t> steps_;
  std::vector<std::int32_t> near_;  // where the table of each number begins, or kNone
  std::unordered_map<std::int64_t, std::int32_t> far_;
};

}  // namespace truebox
