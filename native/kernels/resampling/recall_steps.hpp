// How many recall thresholds a number of true positives reaches, as one table per number of truths. Without
// thresholds every true positive is one: their mean is the area under the envelope of precision.
#pragma once

#include <cstddef>
#include <cstdint>
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
    places_.clear();
  }

  // Where the table of `truths` begins in data(): entry x, of 0 to truths, is the recalls that x of them reach.
  // Nothing is reached without a true positive, recall 0 included: there is no precision to read.
  std::int32_t offset(std::int64_t truths) {
    const auto [found, fresh] = places_.try_emplace(truths, static_cast<std::int32_t>(steps_.size()));
    if (fresh) append(truths);
    return found->second;
  }

  const std::int32_t* data() const { return steps_.data(); }

 private:
  static constexpr std::size_t kMostKept = std::size_t{1} << 22;

  void append(std::int64_t truths) {
    const double total = static_cast<double>(truths);
    std::size_t reached = 0;
    steps_.push_back(0);
    for (std::int64_t hits = 1; hits <= truths; ++hits) {
      const double recall = static_cast<double>(hits) / total;
      while (reached < recalls_.size() && recalls_[reached] <= recall) ++reached;
      if (recalls_.empty()) ++reached;
      steps_.push_back(static_cast<std::int32_t>(reached));
    }
  }

  std::span<const double> recalls_;
  std::vector<std::int32_t> steps_;
  std::unordered_map<std::int64_t, std::int32_t> places_;
};

}  // namespace truebox
