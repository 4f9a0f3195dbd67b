// Where the outcome of a detection at each threshold and area range lies in its words: bit a * T + t.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace truebox {

struct AreaRange {
  double low;
  double high;
};

class OutcomeLayout {
 public:
  OutcomeLayout(std::span<const double> thresholds, std::span<const AreaRange> ranges, bool half_open)
      : thresholds_(thresholds.size()),
        words_((thresholds.size() * ranges.size() + 63) / 64),
        half_open_(half_open),
        ranges_(ranges.begin(), ranges.end()) {
    std::vector<std::size_t> order(thresholds.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return thresholds[a] < thresholds[b]; });
    reached_.assign((thresholds.size() + 1) * words_, 0);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      ascending_.push_back(thresholds[order[rank]]);
      std::uint64_t* mask = reached_.data() + (rank + 1) * words_;
      std::copy_n(mask - words_, words_, mask);
      for (std::size_t a = 0; a < ranges.size(); ++a) set(mask, a * thresholds_ + order[rank]);
    }
    fields_.assign(ranges.size() * words_, 0);
    for (std::size_t a = 0; a < ranges.size(); ++a) {
      for (std::size_t t = 0; t < thresholds_; ++t) set(fields_.data() + a * words_, a * thresholds_ + t);
    }
  }

  std::size_t thresholds() const { return thresholds_; }
  std::size_t ranges() const { return ranges_.size(); }
  std::size_t words() const { return words_; }
  double lowest() const { return ascending_.empty() ? std::numeric_limits<double>::infinity() : ascending_.front(); }

  // Bits, in every area range, of the thresholds an overlap reaches.
  const std::uint64_t* reached(double overlap) const {
    std::size_t rank = 0;
    for (const double threshold : ascending_) rank += static_cast<std::size_t>(threshold <= overlap);
    return reached_.data() + rank * words_;
  }

  // Sets all bits of the area ranges that `area` lies outside of.
  void mark_outside(double area, std::uint64_t* out) const {
    for (std::size_t a = 0; a < ranges_.size(); ++a) {
      if (!outside(area, a)) continue;
      for (std::size_t w = 0; w < words_; ++w) out[w] |= fields_[a * words_ + w];
    }
  }

  // Sets all bits of the area ranges that `ranges` has a bit for.
  void mark(std::uint64_t ranges, std::uint64_t* out) const {
    for (std::size_t a = 0; ranges != 0 && a < ranges_.size(); ++a, ranges >>= 1) {
      if ((ranges & 1) == 0) continue;
      for (std::size_t w = 0; w < words_; ++w) out[w] |= fields_[a * words_ + w];
    }
  }

  // Without branches: the size class of the next detection is as good as random.
  std::uint64_t outside_word(double area) const {
    std::uint64_t out = 0;
    for (std::size_t a = 0; a < ranges_.size(); ++a) {
      out |= fields_[a] & (std::uint64_t{0} - static_cast<std::uint64_t>(outside(area, a)));
    }
    return out;
  }

  bool outside(double area, std::size_t a) const {
    const bool above = half_open_ ? area >= ranges_[a].high : area > ranges_[a].high;
    return (area < ranges_[a].low) | above;
  }

 private:
  static void set(std::uint64_t* words, std::size_t bit) { words[bit / 64] |= std::uint64_t{1} << (bit % 64); }

  std::size_t thresholds_;
  std::size_t words_;
  bool half_open_;
  std::vector<AreaRange> ranges_;
  std::vector<double> ascending_;
  std::vector<std::uint64_t> reached_;  // [T + 1, W]
  std::vector<std::uint64_t> fields_;   // [A, W]
};

}  // namespace truebox
